/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Nests of tests/nests/nest_product.c. */
#ifndef STARLOOP_TESTS_NEST_PRODUCT_H
#define STARLOOP_TESTS_NEST_PRODUCT_H

#include <starloop.h>

SL_NEST_DECLARE(np_sums, (i, j, k), lambdas(3), scalar(int32_t, size), local(int64_t, sum), local(int32_t, number),
                inout(int64_t, 3, count, own), inout(int64_t, 2, sums, own(0, 1)), inout(int64_t, 3, offsets, own));
SL_NEST_DECLARE(np_line, (i), lambdas(1), inout(int64_t, 1, count, own));
SL_NEST_DECLARE(np_chosen, (i, j), lambdas(1), inout(int64_t, 2, y));

#endif
