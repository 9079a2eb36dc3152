/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The nest of tests/nests/nest_groups.c. */
#ifndef STARLOOP_TESTS_NEST_GROUPS_H
#define STARLOOP_TESTS_NEST_GROUPS_H

#include <starloop.h>

SL_NEST_DECLARE(ng_rows, (i, j), lambdas(4), local(int32_t, n), local(double, s), in(double, 2, x), out(double, 1, sum),
                out(int32_t, 1, count));

#endif
