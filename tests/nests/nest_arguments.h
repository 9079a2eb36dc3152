/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Nests of tests/nests/nest_arguments.c. */
#ifndef STARLOOP_TESTS_NEST_ARGUMENTS_H
#define STARLOOP_TESTS_NEST_ARGUMENTS_H

#include <starloop.h>

enum { NA_PACK = 3, NA_BINS = 7 };

SL_NEST_DECLARE(na_joins, (i, j), lambdas(2), in(int64_t, 2, x, own, pack(3)), scalar(int32_t, size),
                out(int64_t, 1, y, pack(2)), scatter(int64_t, sum, 2, sums), multi_reduce(int64_t, max, bins));
SL_NEST_DECLARE(na_results, (i, j), lambdas(2), in(int64_t, 2, x, own), scalar(int32_t, n),
                reduce(int64_t, sum, sums, array(n)), reduce(int64_t, max, most, array(1)),
                reduce(double, min, least, array(3)), reduce(uint8_t, bxor, bits, array(2)));
SL_NEST_DECLARE(na_norm, (i), lambdas(1), in(double, 1, x, own), reduce(double, sum, s, array(1)));
SL_NEST_DECLARE(na_six, (a, b, c, d, e, f), lambdas(1), local_array(int32_t, room, 4), inout(int32_t, 6, seen, own));
SL_NEST_DECLARE(na_eight, (i), lambdas(8), inout(int64_t, 1, y, own));

#endif
