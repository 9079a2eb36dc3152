/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* Numbers of many magnitudes, so that the order of a sum shows in its last bits. */
SL_FN double st_number(uint64_t k)
{
    uint64_t v = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    double scale = 1;
    v = (v ^ (v >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    for (uint64_t e = 0; e < (v & 15); e++)
        scale *= 2;
    return ((double)(int64_t)v / 9223372036854775808.0) * scale;
}
SL_FN int64_t st_up(int64_t i, int64_t o)
{
    return i < o ? 0 : i - o;
}
SL_FN int64_t st_down(int64_t i, int64_t o, int64_t n)
{
    return i + o < n ? i + o : n - 1;
}
SL_REDUCER(st_plus, double, 0, a, b)
{
    *a += *b;
}

SL_KERNEL(st_set1, (i), scalar(uint64_t, a), out(double, 1, x, own))
{
    SL_AT(x, i) = st_number(a + (uint64_t)i);
}
SL_KERNEL(st_set2, (i, j), scalar(uint64_t, a), out(double, 2, x, own))
{
    SL_AT(x, i, j) = st_number(a + 10007 * (uint64_t)i + (uint64_t)j);
}
SL_KERNEL(st_set3, (i, j, k), scalar(uint64_t, a), out(double, 3, x, own))
{
    SL_AT(x, i, j, k) = st_number(a + 10007 * (uint64_t)i + 101 * (uint64_t)j + (uint64_t)k);
}

SL_KERNEL(st_wide1, (i), scalar(int64_t, n), in(double, 1, x, halo(2)), reduce(double, sum, s), reduce(float, sum, f))
{
    *s += (SL_AT(x, st_up(i, 2)) - SL_AT(x, st_down(i, 2, n))) * SL_AT(x, i);
    *f += (float)SL_AT(x, st_up(i, 1));
}
SL_KERNEL(st_wide2, (i, j), scalar(int64_t, n), in(double, 2, x, halo(2, 0)), reduce(double, sum, s),
          reduce(float, sum, f))
{
    *s += (SL_AT(x, st_up(i, 2), j) - SL_AT(x, st_down(i, 2, n), j)) * SL_AT(x, i, j);
    *f += (float)SL_AT(x, st_up(i, 1), j);
}
SL_KERNEL(st_wide3, (i, j, k), scalar(int64_t, n), in(double, 3, x, halo(2, 0, 0)), reduce(double, sum, s),
          reduce(float, sum, f))
{
    *s += (SL_AT(x, st_up(i, 2), j, k) - SL_AT(x, st_down(i, 2, n), j, k)) * SL_AT(x, i, j, k);
    *f += (float)SL_AT(x, st_up(i, 1), j, k);
}

SL_KERNEL(st_apply1, (i), scalar(int64_t, n), in(double, 1, x, halo(1)), out(double, 1, y, own), reduce(double, sum, s))
{
    SL_AT(y, i) = 0.75 * SL_AT(x, i) - 0.125 * (SL_AT(x, st_up(i, 1)) + SL_AT(x, st_down(i, 1, n)));
    *s += SL_AT(x, i) * SL_AT(y, i);
}
SL_KERNEL(st_apply2, (i, j), scalar(int64_t, n), in(double, 2, x, halo(1)), out(double, 2, y, own),
          reduce(double, sum, s))
{
    SL_AT(y, i, j) = 0.75 * SL_AT(x, i, j) - 0.125 * (SL_AT(x, st_up(i, 1), j) + SL_AT(x, st_down(i, 1, n), j));
    *s += SL_AT(x, i, j) * SL_AT(y, i, j);
}
SL_KERNEL(st_apply3, (i, j, k), scalar(int64_t, n), in(double, 3, x, halo(1)), out(double, 3, y, own),
          reduce(double, sum, s))
{
    SL_AT(y, i, j, k) =
        0.75 * SL_AT(x, i, j, k) - 0.125 * (SL_AT(x, st_up(i, 1), j, k) + SL_AT(x, st_down(i, 1, n), j, k));
    *s += SL_AT(x, i, j, k) * SL_AT(y, i, j, k);
}

SL_KERNEL(st_push1, (i), scalar(int64_t, n), in(double, 1, x, halo(2)), inout(double, 1, y, own),
          reduce(double, sum, s))
{
    SL_AT(y, i) += 0.125 * (SL_AT(x, st_up(i, 2)) - SL_AT(x, st_down(i, 2, n)));
    *s += SL_AT(y, i);
}
SL_KERNEL(st_push2, (i, j), scalar(int64_t, n), in(double, 2, x, halo(2, 0)), inout(double, 2, y, own),
          reduce(double, sum, s))
{
    SL_AT(y, i, j) += 0.125 * (SL_AT(x, st_up(i, 2), j) - SL_AT(x, st_down(i, 2, n), j));
    *s += SL_AT(y, i, j);
}
SL_KERNEL(st_push3, (i, j, k), scalar(int64_t, n), in(double, 3, x, halo(2, 0, 0)), inout(double, 3, y, own),
          reduce(double, sum, s))
{
    SL_AT(y, i, j, k) += 0.125 * (SL_AT(x, st_up(i, 2), j, k) - SL_AT(x, st_down(i, 2, n), j, k));
    *s += SL_AT(y, i, j, k);
}

SL_KERNEL(st_ordered1, (i), scalar(int64_t, n), in(double, 1, x, halo(1)), reduce(double, st_plus, s))
{
    *s += (SL_AT(x, st_up(i, 1)) - SL_AT(x, st_down(i, 1, n))) * SL_AT(x, i);
}
