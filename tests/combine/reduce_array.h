/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that reduce into arrays. */
#ifndef STARLOOP_TESTS_REDUCE_ARRAY_H
#define STARLOOP_TESTS_REDUCE_ARRAY_H

#include <starloop.h>

/** Some types: X(C type, name of its kernel). */
#define ARRAY_TYPES(X) \
    X(float, ra_f32) \
    X(double, ra_f64) \
    X(int8_t, ra_i8) \
    X(uint16_t, ra_u16) \
    X(int64_t, ra_i64)

#define DECLARE_ARRAY(T, name) \
    SL_KERNEL_DECLARE(name, (i), in(T, 1, x), scalar(uint16_t, n), reduce(T, sum, s, array(n)), \
                      reduce(T, prod, p, array(n)), reduce(T, min, lo, array(n)), reduce(T, max, hi, array(n)));
ARRAY_TYPES(DECLARE_ARRAY)
#undef DECLARE_ARRAY

SL_KERNEL_DECLARE(ra_cells, (i, j, k), scalar(sl_index, n), in(double, 3, x, own), reduce(double, sum, e, array(n)));
SL_KERNEL_DECLARE(ra_moments, (i), scalar(sl_index, first), in(double, 1, x, own),
                  SL_REDUCE(double, sum, m, SL_ARRAY(3)), reduce(int64_t, sum, count, array(1)));
SL_KERNEL_DECLARE(ra_unknown, (i), scalar(double, n), reduce(double, sum, e, array(n)));
SL_KERNEL_DECLARE(ra_mixed, (i), reduce(double, sum, s), reduce(double, sum, e, array(2)));
SL_KERNEL_DECLARE(ra_scatters, (i), multi_reduce(double, sum, s), reduce(double, sum, e, array(2)),
                  scatter(int64_t, max, 0, most));

#endif
