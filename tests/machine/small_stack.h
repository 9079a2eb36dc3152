/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of tests/machine/small_stack.c. */
#ifndef STARLOOP_TESTS_SMALL_STACK_H
#define STARLOOP_TESTS_SMALL_STACK_H

#include <starloop.h>

/** An element as large as one may be that is written past the caches. */
typedef struct ss_fat {
    int64_t value[16];
} ss_fat;
SL_STRUCT(ss_fat);

SL_KERNEL_DECLARE(ss_line, (i), in(int64_t, 1, x, own), inout(int64_t, 1, y, own));
SL_KERNEL_DECLARE(ss_fats, (i), in(int64_t, 1, x, own), out(ss_fat, 1, a, own), out(ss_fat, 1, b, own),
                  out(ss_fat, 1, c, own), out(int8_t, 1, d, own));
SL_KERNEL_DECLARE(ss_many, (i), in(int64_t, 1, x, own), out(int64_t, 1, a, own), out(int64_t, 1, b, own),
                  out(int64_t, 1, c, own), out(int64_t, 1, d, own), out(int64_t, 1, e, own), out(int64_t, 1, f, own),
                  out(int64_t, 1, g, own));
SL_KERNEL_DECLARE(ss_total, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s), reduce(int64_t, max, m),
                  reduce(SL_MINMAXLOC(int64_t), minmaxloc, ends));
SL_KERNEL_DECLARE(ss_plane, (i, j), in(int64_t, 2, x, own), reduce(int64_t, sum, s), reduce(int64_t, max, m));
SL_KERNEL_DECLARE(ss_bins, (i), in(int64_t, 1, x, own), scatter(int64_t, sum, 1, h));
SL_KERNEL_DECLARE(ss_scan, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(ss_team, (t), in(int64_t, 2, x, own(0, all)), inout(int64_t, 1, s, own));
SL_NEST_DECLARE(ss_nest, (i, j), lambdas(3), local(int64_t, dot), in(int64_t, 2, x), out(int64_t, 1, s));

#endif
