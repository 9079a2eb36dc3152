/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>
#include <starloop/location.h>

/* Numbers of many magnitudes, so that the order of a sum shows in its last bits. */
SL_FN double rd_number(uint64_t k)
{
    uint64_t v = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    double scale = 1;
    v = (v ^ (v >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    for (uint64_t e = 0; e < (v & 15); e++)
        scale *= 2;
    return ((double)(int64_t)v / 9223372036854775808.0) * scale;
}

SL_KERNEL(rd_set1, (i), scalar(uint64_t, a), out(double, 1, x, own))
{
    SL_AT(x, i) = rd_number(a + (uint64_t)i);
}
SL_KERNEL(rd_set2, (i, j), scalar(uint64_t, a), out(double, 2, x, own))
{
    SL_AT(x, i, j) = rd_number(a + 10007 * (uint64_t)i + (uint64_t)j);
}
SL_KERNEL(rd_set3, (i, j, k), scalar(uint64_t, a), out(double, 3, x, own))
{
    SL_AT(x, i, j, k) = rd_number(a + 10007 * (uint64_t)i + 101 * (uint64_t)j + (uint64_t)k);
}

SL_KERNEL(rd_sum1, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}
SL_KERNEL(rd_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j);
}
SL_KERNEL(rd_sum3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j, k);
}
SL_KERNEL(rd_near1, (i), in(double, 1, x, halo(1)), reduce(double, sum, s))
{
    *s += (SL_AT(x, i - 1) - SL_AT(x, i + 1)) * SL_AT(x, i);
}
SL_KERNEL(rd_near2, (i, j), in(double, 2, x, halo(1)), reduce(double, sum, s))
{
    *s += (SL_AT(x, i - 1, j) - SL_AT(x, i + 1, j)) * SL_AT(x, i, j) + SL_AT(x, i, j - 1) * SL_AT(x, i, j + 1);
}
SL_KERNEL(rd_near3, (i, j, k), in(double, 3, x, halo(1)), reduce(double, sum, s))
{
    *s += (SL_AT(x, i - 1, j, k) - SL_AT(x, i + 1, j, k)) * SL_AT(x, i, j, k) +
          SL_AT(x, i, j - 1, k) * SL_AT(x, i, j + 1, k) + SL_AT(x, i, j, k - 1) * SL_AT(x, i, j, k + 1);
}

/* Several results at once. */
#define RD_JOIN(v, where) \
    do { \
        const double v_ = (v); \
        *s += v_; \
        *lo = v_ < *lo ? v_ : *lo; \
        *hi = v_ > *hi ? v_ : *hi; \
        sl_minloc(at, v_ > 0 ? (double)(int64_t)v_ : 0.0, (where)); \
        *n += (int64_t)(v_ * 1024); \
        *b ^= (uint64_t)(int64_t)(v_ * 65536); \
    } while (0)
SL_KERNEL(rd_many1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, lo),
          reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
          reduce(uint64_t, bxor, b))
{
    RD_JOIN(SL_AT(x, i), i);
}
SL_KERNEL(rd_many2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, min, lo),
          reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
          reduce(uint64_t, bxor, b))
{
    RD_JOIN(SL_AT(x, i, j), 100000 * i + j);
}
SL_KERNEL(rd_many3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(double, min, lo),
          reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
          reduce(uint64_t, bxor, b))
{
    RD_JOIN(SL_AT(x, i, j, k), 100000 * i + 1000 * j + k);
}

SL_KERNEL(rd_dot, (i), in(double, 1, x, own), in(double, 1, y, own), in(double, 1, t), scalar(int64_t, n),
          reduce(double, sum, s))
{
    *s += SL_AT(x, i) * SL_AT(y, i) * SL_AT(t, i % n);
}
SL_KERNEL(rd_write, (i), in(double, 1, x, own), out(double, 1, y, own), reduce(double, sum, s))
{
    SL_AT(y, i) = SL_AT(x, i) * 1.5;
    *s += SL_AT(x, i);
}
SL_KERNEL(rd_write_both, (i), out(double, 1, y, own), out(double, 1, z, own), reduce(double, sum, s))
{
    SL_AT(y, i) = (double)i;
    SL_AT(z, i) = 2 * (double)i;
    *s += (double)i;
}
SL_KERNEL(rd_update, (i), inout(double, 1, y, own), reduce(double, sum, s))
{
    SL_AT(y, i) = SL_AT(y, i) * 1.5;
    *s += SL_AT(y, i);
}
SL_KERNEL(rd_smooth, (i), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = 0.25 * SL_AT(x, i - 1) + 0.5 * SL_AT(x, i) + 0.25 * SL_AT(x, i + 1);
}
SL_KERNEL(rd_scale, (i), in(double, 0, a), inout(double, 1, y, own))
{
    SL_AT(y, i) *= 1 + 1 / (1 + SL_AT0(a) * SL_AT0(a));
}
