/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "loop_arguments.h"

SL_KERNEL(sixteen, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own), in(double, 1, d, own),
          in(double, 1, e, own), in(double, 1, f, own), in(double, 1, g, own), in(double, 1, h, own),
          out(double, 1, p, own), out(double, 1, q, own), out(double, 1, r, own), out(double, 1, s, own),
          inout(double, 1, t, own), inout(double, 1, u, own), inout(double, 1, v, own), inout(double, 1, w, own))
{
    SL_AT(p, i) = SL_AT(a, i) + SL_AT(b, i);
    SL_AT(q, i) = SL_AT(c, i) + SL_AT(d, i);
    SL_AT(r, i) = SL_AT(e, i) + SL_AT(f, i);
    SL_AT(s, i) = SL_AT(g, i) + SL_AT(h, i);
    SL_AT(t, i) += SL_AT(a, i);
    SL_AT(u, i) += SL_AT(d, i);
    SL_AT(v, i) += SL_AT(f, i);
    SL_AT(w, i) += SL_AT(h, i);
}

SL_KERNEL(mixture, (i, j), scalar(float, a), in(uint8_t, 2, mask, own), scalar(int8_t, b), in(float, 1, column),
          in(int16_t, 0, offset), out(int64_t, 2, y, own), inout(uint16_t, 2, hits, own), scalar(uint64_t, c),
          in(double, 3, planes), scalar(double, d), reduce(int64_t, sum, total), reduce(float, max, peak))
{
    const int64_t v = (int64_t)a + b + (int64_t)c + (int64_t)d + SL_AT0(offset) + SL_AT(mask, i, j) +
                      (int64_t)SL_AT(planes, i % SL_EXTENT(planes, 0), j % SL_EXTENT(planes, 1), 1);
    SL_AT(y, i, j) = v;
    SL_AT(hits, i, j) = (uint16_t)(SL_AT(hits, i, j) + 1);
    *total += v;
    if (SL_AT(column, i) > *peak)
        *peak = SL_AT(column, i);
}

/* A helper with a pointer to an element; it says whether it turned the particle back. */
SL_FN int reflect(struct particle *p, int k, struct box b)
{
    if (p->x[k] >= b.lo && p->x[k] <= b.hi)
        return 0;
    p->x[k] = p->x[k] < b.lo ? 2 * b.lo - p->x[k] : 2 * b.hi - p->x[k];
    p->v[k] = -p->v[k];
    return 1;
}

SL_KERNEL(move, (i), scalar(struct box, b), scalar(double, dt), inout(struct particle, 1, p, own),
          reduce(int32_t, sum, bounced))
{
    for (int k = 0; k < 3; k++) {
        SL_AT(p, i).x[k] += dt * SL_AT(p, i).v[k];
        *bounced += reflect(&SL_AT(p, i), k, b);
    }
}

SL_KERNEL(nothing, (i))
{
}

SL_KERNEL(nothing6, (i, j, k, l, m, n))
{
}

SL_KERNEL(only_scalars, (i), scalar(double, a), scalar(int32_t, b))
{
}

SL_KERNEL(only_reduce, (i, j), scalar(int64_t, a), reduce(int64_t, sum, s), reduce(int64_t, max, m))
{
    *s += a * i + j;
    if (i * j > *m)
        *m = i * j;
}

SL_FN double dot_product(SL_PARAM(const double, 1, x), SL_PARAM(const double, 1, y))
{
    double s = 0;
    for (sl_index k = 0; k < SL_EXTENT(x, 0); k++)
        s += SL_AT(x, k) * SL_AT(y, k);
    return s;
}

SL_KERNEL(product, (i, j), in(double, 2, a), in(double, 2, b), out(double, 2, c, own))
{
    SL_AT(c, i, j) = dot_product(SL_SUB(a, i, SL_ALL), SL_SUB(b, SL_ALL, j));
}

SL_FN double corner_sum(SL_PARAM(const double, 2, m))
{
    return SL_AT(m, 0, 0) + SL_AT(m, SL_EXTENT(m, 0) - 1, SL_EXTENT(m, 1) - 1);
}

SL_FN double whole(SL_PARAM(const double, 3, m))
{
    return SL_AT(m, 1, 1, 1);
}

SL_FN void fill(SL_PARAM(double, 1, x), double v)
{
    for (sl_index k = 0; k < SL_EXTENT(x, 0); k++)
        SL_AT(x, k) = v + (double)k;
}

SL_KERNEL(slices, (i), in(double, 3, a), out(double, 2, y), out(double, 1, z, own), out(int64_t, 1, n))
{
    SL_LET(plane, SL_SUB(a, SL_ALL, i, SL_PAIR(1, 4)));
    SL_LET(line, SL_SUB(plane, 1, SL_ALL));
    SL_LET(point, SL_SUB(a, 0, i, 2));
    SL_LET(row, SL_SUB(y, i, SL_PAIR(2, 5)));
    fill(SL_SUB(y, i, SL_PAIR(0, 2)), 100.0 * (double)i);
    for (sl_index k = 0; k < SL_EXTENT(row, 0); k++)
        SL_AT(row, k) = SL_AT(line, k);
    SL_AT(z, i) = corner_sum(SL_PASS(plane)) + SL_AT0(point) + whole(SL_PASS(a));
    SL_AT(n, i) = 1000 * SL_EXTENT(plane, 0) + 100 * SL_EXTENT(plane, 1) + 10 * SL_EXTENT(line, 0) + SL_EXTENT(row, 0);
}

SL_KERNEL(scalars_in_graph, (i), in(double, 0, a), in(int32_t, 0, b), out(double, 0, c), inout(double, 0, d))
{
    SL_AT0(c) = SL_AT0(a) / SL_AT0(b);
    SL_AT0(d) += SL_AT0(c);
}

SL_KERNEL(upper_case, (i), SL_SCALAR(double, a), SL_IN(double, 1, x, own), SL_OUT(double, 1, y, own),
          SL_INOUT(double, 1, z, own), SL_REDUCE(double, sum, s))
{
    SL_AT(y, i) = a * SL_AT(x, i);
    SL_AT(z, i) += SL_AT(x, i);
    *s += SL_AT(x, i);
}

SL_KERNEL(modified, (i, j), in(double, 2, x, halo(1, 1), fixed(20, 30)), in(double, 1, row, own(1)),
          in(double, 1, table, random), out(double, 2, y, own))
{
    const sl_index k = (sl_index)SL_AT(x, i - 1, j + 1) % SL_EXTENT(table, 0);
    SL_AT(y, i, j) = SL_AT(row, j) + SL_AT(table, k);
}
