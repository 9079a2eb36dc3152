/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/combine/scan_body.c. */
#ifndef STARLOOP_TESTS_SCAN_BODY_H
#define STARLOOP_TESTS_SCAN_BODY_H

#include <starloop.h>

SL_KERNEL_DECLARE(sb_offsets, (i), in(int64_t, 1, count, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(sb_compact, (i), scalar(int32_t, least), in(int32_t, 1, x, own), out(int32_t, 1, y),
                  reduce(int32_t, sum, s));
SL_KERNEL_DECLARE(sb_count, (i), in(int32_t, 1, x, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s),
                  scatter(double, sum, 1, bin));
SL_KERNEL_DECLARE(sb_in_place, (i), inout(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(sb_peak, (i), in(float, 1, x), out(float, 1, y, own), reduce(float, max, s));
SL_KERNEL_DECLARE(sb_wrap, (i), out(uint32_t, 1, y, own), reduce(uint32_t, prod, s));
SL_KERNEL_DECLARE(sb_turns, (i), out(int32_t, 1, y, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(sb_raise, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s));

#endif
