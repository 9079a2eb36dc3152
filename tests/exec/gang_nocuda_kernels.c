/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#ifdef __cplusplus
extern "C"
#endif
    int
    gg_here(sl_index i);

SL_KERNEL(gg_visit1, (i), scalar(int64_t, k), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) += k * i + 1;
}

SL_KERNEL(gg_visit2, (i, j), scalar(int64_t, k), inout(int64_t, 2, y, own))
{
    SL_AT(y, i, j) += k * (1000 * i + j) + 1;
}

SL_KERNEL(gg_visit3, (i, j, l), scalar(int64_t, k), inout(int64_t, 3, y, own))
{
    SL_AT(y, i, j, l) += k * (1000 * (1000 * i + j) + l) + 1;
}

SL_KERNEL(gg_reduce1, (i), in(double, 1, v, own), in(float, 1, w, own), reduce(double, sum, s), reduce(double, max, m),
          reduce(float, sum, t))
{
    *s += SL_AT(v, i);
    if (SL_AT(v, i) > *m)
        *m = SL_AT(v, i);
    *t += SL_AT(w, i);
}

SL_KERNEL(gg_reduce2, (i, j), in(double, 2, v, own), in(float, 2, w, own), reduce(double, sum, s),
          reduce(double, max, m), reduce(float, sum, t))
{
    *s += SL_AT(v, i, j);
    if (SL_AT(v, i, j) > *m)
        *m = SL_AT(v, i, j);
    *t += SL_AT(w, i, j);
}

SL_KERNEL(gg_reduce3, (i, j, k), in(double, 3, v, own), in(float, 3, w, own), reduce(double, sum, s),
          reduce(double, max, m), reduce(float, sum, t))
{
    *s += SL_AT(v, i, j, k);
    if (SL_AT(v, i, j, k) > *m)
        *m = SL_AT(v, i, j, k);
    *t += SL_AT(w, i, j, k);
}

/* The core that ran each iteration. */
SL_KERNEL(gg_where, (i), out(int32_t, 1, core, own))
{
    SL_AT(core, i) = gg_here(i);
}

SL_KERNEL(gg_fail, (i), scalar(sl_index, from), scalar(sl_index, to), inout(double, 1, y, own))
{
    if (i >= from && i < to)
        SL_RAISE(7);
    SL_AT(y, i) += 1;
}

SL_KERNEL(gg_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) + 1;
}
