/* SPDX-License-Identifier: BSD-3-Clause */
#include "grid_reduce_kernels.h"

/* Several results at once. */
#define GU_JOIN(v, where) \
    do { \
        const double v_ = (v); \
        *s += v_; \
        *lo = v_ < *lo ? v_ : *lo; \
        *hi = v_ > *hi ? v_ : *hi; \
        sl_minloc(at, v_ > 0 ? (double)(int64_t)v_ : 0.0, (where)); \
        *n += (int64_t)(v_ * 1024); \
        *b ^= (uint64_t)(int64_t)(v_ * 65536); \
    } while (0)
SL_KERNEL(gu_many2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, min, lo),
          reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
          reduce(uint64_t, bxor, b))
{
    GU_JOIN(SL_AT(x, i, j), 1000 * i + j);
}
SL_KERNEL(gu_many3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(double, min, lo),
          reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
          reduce(uint64_t, bxor, b))
{
    GU_JOIN(SL_AT(x, i, j, k), 1000000 * i + 1000 * j + k);
}
SL_KERNEL(gu_near2, (i, j), in(double, 2, x, halo(1)), reduce(double, sum, s))
{
    *s += (SL_AT(x, i - 1, j - 1) - SL_AT(x, i + 1, j + 1)) * SL_AT(x, i, j) + SL_AT(x, i + 1, j - 1);
}
SL_KERNEL(gu_near3, (i, j, k), in(double, 3, x, halo(1)), reduce(double, sum, s))
{
    *s += (SL_AT(x, i - 1, j - 1, k - 1) - SL_AT(x, i + 1, j + 1, k + 1)) * SL_AT(x, i, j, k) +
          SL_AT(x, i + 1, j - 1, k + 1);
}

SL_REDUCER_MEMBERS(members, gu_members, (sum, total), (min, low), (max, high));

SL_KERNEL(gu_members2, (i, j), in(double, 2, x, own), reduce(gu_members, members, m))
{
    const double v = SL_AT(x, i, j);
    m->total += v;
    SL_JOIN(min, &m->low, &v);
    SL_JOIN(max, &m->high, &v);
}
SL_KERNEL(gu_members3, (i, j, k), in(double, 3, x, own), reduce(gu_members, members, m))
{
    const double v = SL_AT(x, i, j, k);
    m->total += v;
    SL_JOIN(min, &m->low, &v);
    SL_JOIN(max, &m->high, &v);
}

/* Into arrays: sums, and the greatest values. */
#define GU_BINS(v, where) \
    do { \
        const double v_ = (v); \
        const sl_index at_ = (where); \
        SL_AT(h, at_ % n) += v_; \
        SL_AT(m, at_ % 3) = v_ > SL_AT(m, at_ % 3) ? v_ : SL_AT(m, at_ % 3); \
    } while (0)
SL_KERNEL(gu_bins1, (i), in(double, 1, x, own), scalar(sl_index, n), reduce(double, sum, h, array(n)),
          reduce(double, max, m, array(3)))
{
    GU_BINS(SL_AT(x, i), i / 2);
}
SL_KERNEL(gu_bins2, (i, j), in(double, 2, x, own), scalar(sl_index, n), reduce(double, sum, h, array(n)),
          reduce(double, max, m, array(3)))
{
    GU_BINS(SL_AT(x, i, j), 3 * i + j);
}
SL_KERNEL(gu_bins3, (i, j, k), in(double, 3, x, own), scalar(sl_index, n), reduce(double, sum, h, array(n)),
          reduce(double, max, m, array(3)))
{
    GU_BINS(SL_AT(x, i, j, k), 3 * i + j + 2 * k);
}

/* Reads around the point, scatters, writes and reduces at the same time. */
SL_KERNEL(gu_all2, (i, j), in(double, 2, x, halo(1)), scatter(uint64_t, sum, 2, y, halo(1)), out(double, 2, z, own),
          reduce(double, sum, s), reduce(SL_LOC(double), maxloc, at))
{
    const double v = SL_AT(x, i - 1, j + 1) - 0.5 * SL_AT(x, i + 1, j - 1);
    SL_SCATTER(y, i + 1, j + 1, (uint64_t)(i + 1));
    SL_SCATTER(y, i - 1, j, (uint64_t)(3 * j + 1));
    SL_AT(z, i, j) = v;
    *s += v * SL_AT(x, i, j);
    sl_maxloc(at, v, 1000 * i + j);
}
SL_KERNEL(gu_all_bins2, (i, j), in(double, 2, x, halo(1)), scatter(uint64_t, sum, 2, y, halo(1)),
          out(double, 2, z, own), scalar(sl_index, n), reduce(double, sum, h, array(n)))
{
    const double v = SL_AT(x, i - 1, j + 1) - 0.5 * SL_AT(x, i + 1, j - 1);
    SL_SCATTER(y, i + 1, j + 1, (uint64_t)(i + 1));
    SL_SCATTER(y, i - 1, j, (uint64_t)(3 * j + 1));
    SL_AT(z, i, j) = v;
    SL_AT(h, (3 * i + j) % n) += v;
}
/* Reads a result. */
SL_KERNEL(gu_scale2, (i, j), in(double, 0, a), inout(double, 2, x, own))
{
    SL_AT(x, i, j) *= 1 + 1 / (1 + SL_AT0(a) * SL_AT0(a));
}
