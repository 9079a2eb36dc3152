/* SPDX-License-Identifier: BSD-3-Clause */
/* Plain sums, with no product that a compiler could fuse: their bits depend on the order of the additions alone. */
#include <starloop/kernel.h>

#include "reduce_bitwise.h"

SL_FN void add(double v, float w, double *s, float *t, double *m)
{
    *s += v;
    *t += w;
    if (v > *m)
        *m = v;
}

SL_KERNEL(total1, (i), scalar(struct corner, o), in(double, 1, x), in(float, 1, f), reduce(double, sum, s),
          reduce(float, sum, t), reduce(double, max, m))
{
    const sl_index a = i - o.lo[0];
    add(SL_AT(x, a), SL_AT(f, a), s, t, m);
}

SL_KERNEL(total2, (i, j), scalar(struct corner, o), in(double, 2, x), in(float, 2, f), reduce(double, sum, s),
          reduce(float, sum, t), reduce(double, max, m))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1];
    add(SL_AT(x, a, b), SL_AT(f, a, b), s, t, m);
}

SL_KERNEL(total3, (i, j, k), scalar(struct corner, o), in(double, 3, x), in(float, 3, f), reduce(double, sum, s),
          reduce(float, sum, t), reduce(double, max, m))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1], c = k - o.lo[2];
    add(SL_AT(x, a, b, c), SL_AT(f, a, b, c), s, t, m);
}

SL_KERNEL(total4, (i, j, k, l), scalar(struct corner, o), in(double, 4, x), in(float, 4, f), reduce(double, sum, s),
          reduce(float, sum, t), reduce(double, max, m))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1], c = k - o.lo[2], d = l - o.lo[3];
    add(SL_AT(x, a, b, c, d), SL_AT(f, a, b, c, d), s, t, m);
}

SL_KERNEL(total5, (i, j, k, l, n), scalar(struct corner, o), in(double, 5, x), in(float, 5, f), reduce(double, sum, s),
          reduce(float, sum, t), reduce(double, max, m))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1], c = k - o.lo[2], d = l - o.lo[3], e = n - o.lo[4];
    add(SL_AT(x, a, b, c, d, e), SL_AT(f, a, b, c, d, e), s, t, m);
}

SL_KERNEL(total6, (i, j, k, l, n, p), scalar(struct corner, o), in(double, 6, x), in(float, 6, f),
          reduce(double, sum, s), reduce(float, sum, t), reduce(double, max, m))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1], c = k - o.lo[2], d = l - o.lo[3], e = n - o.lo[4], g = p - o.lo[5];
    add(SL_AT(x, a, b, c, d, e, g), SL_AT(f, a, b, c, d, e, g), s, t, m);
}

SL_REDUCER_MEMBERS(three, struct totals, (sum, s), (max, m), (sum, t));

SL_KERNEL(together1, (i), scalar(struct corner, o), in(double, 1, x), in(float, 1, f), reduce(struct totals, three, r))
{
    const sl_index a = i - o.lo[0];
    add(SL_AT(x, a), SL_AT(f, a), &r->s, &r->t, &r->m);
}

SL_KERNEL(together2, (i, j), scalar(struct corner, o), in(double, 2, x), in(float, 2, f),
          reduce(struct totals, three, r))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1];
    add(SL_AT(x, a, b), SL_AT(f, a, b), &r->s, &r->t, &r->m);
}

SL_KERNEL(together3, (i, j, k), scalar(struct corner, o), in(double, 3, x), in(float, 3, f),
          reduce(struct totals, three, r))
{
    const sl_index a = i - o.lo[0], b = j - o.lo[1], c = k - o.lo[2];
    const struct totals v = {SL_AT(x, a, b, c), SL_AT(x, a, b, c), SL_AT(f, a, b, c)};
    SL_JOIN(three, r, &v);
}
