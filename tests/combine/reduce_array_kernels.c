/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_array.h"

/* Iterations that follow one another join into the same element: a loop that is run as SIMD would lose some. */
#define ARRAY(T, name) \
    SL_KERNEL(name, (i), in(T, 1, x), scalar(uint16_t, n), reduce(T, sum, s, array(n)), reduce(T, prod, p, array(n)), \
              reduce(T, min, lo, array(n)), reduce(T, max, hi, array(n))) \
    { \
        const T v = SL_AT(x, i); \
        const sl_index c = i / 3 % n; \
        SL_AT(s, c) = (T)(SL_AT(s, c) + v); \
        SL_AT(p, c) = (T)(SL_AT(p, c) * v); \
        if (v < SL_AT(lo, c)) \
            SL_AT(lo, c) = v; \
        if (v > SL_AT(hi, c)) \
            SL_AT(hi, c) = v; \
    }
ARRAY_TYPES(ARRAY)

SL_KERNEL(ra_cells, (i, j, k), scalar(sl_index, n), in(double, 3, x, own), reduce(double, sum, e, array(n)))
{
    SL_AT(e, (5 * i + 3 * j + k / 2) % n) += SL_AT(x, i, j, k);
}

SL_KERNEL(ra_moments, (i), scalar(sl_index, first), in(double, 1, x, own), SL_REDUCE(double, sum, m, SL_ARRAY(3)),
          reduce(int64_t, sum, count, array(1)))
{
    double power = 1;
    for (int c = 0; c < 3; c++) {
        SL_AT(m, first + c) += power;
        power *= SL_AT(x, i);
    }
    SL_AT(count, 0) += 1;
}

SL_KERNEL(ra_unknown, (i), scalar(double, n), reduce(double, sum, e, array(n)))
{
    SL_AT(e, 0) += n * (double)i;
}

SL_KERNEL(ra_mixed, (i), reduce(double, sum, s), reduce(double, sum, e, array(2)))
{
    *s += 1;
    SL_AT(e, i % 2) += 1;
}

SL_KERNEL(ra_scatters, (i), multi_reduce(double, sum, s), reduce(double, sum, e, array(2)),
          scatter(int64_t, max, 0, most))
{
    SL_SCATTER(s, i % SL_EXTENT(s, 0), 1.0 / (double)(i + 1));
    SL_AT(e, i % 2) += 1;
    SL_SCATTER(most, i * 7919 % 10007);
}
