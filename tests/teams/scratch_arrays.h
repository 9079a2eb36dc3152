/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Team kernels of tests/teams/scratch_arrays.c: each is compiled twice, the second time with bounds checks. */
#ifndef STARLOOP_TESTS_SCRATCH_ARRAYS_H
#define STARLOOP_TESTS_SCRATCH_ARRAYS_H

#include <starloop.h>

enum { SA_TILE = 16, SA_REACH = 2 };

/** An element of 24 bytes. */
struct sa_pair {
    double value;
    int32_t first, second;
    double other;
};

#define SA_DECLARE(NAME_) \
    SL_KERNEL_DECLARE(sa_transpose##NAME_, (t), in(double, 2, x), inout(double, 2, y), \
                      scratch(double, tile, SA_TILE, SA_TILE + 1)); \
    SL_KERNEL_DECLARE(sa_smooth##NAME_, (t), scalar(sl_index, width), in(double, 1, x), inout(double, 1, y)); \
    SL_KERNEL_DECLARE(sa_rows##NAME_, (t), scalar(int32_t, columns), scalar(double, factor), \
                      inout(double, 2, m, own(0, all))); \
    SL_KERNEL_DECLARE(sa_sorted##NAME_, (t), scalar(sl_index, rows), scalar(int32_t, width), inout(int32_t, 2, x), \
                      out(int32_t, 1, bad, own)); \
    SL_KERNEL_DECLARE(sa_modes##NAME_, (t), scalar(sl_index, values), in(int32_t, 2, x), \
                      inout(int32_t, 2, modes, own(0, all)), reduce(int64_t, sum, total)); \
    SL_KERNEL_DECLARE(sa_turned##NAME_, (t), scalar(int32_t, columns), inout(double, 2, m, own(0, all))); \
    SL_KERNEL_DECLARE(sa_arrays##NAME_, (t), scalar(sl_index, n), scalar(int32_t, m), in(double, 1, x, pack(2)), \
                      out(double, 1, y, own), out(int32_t, 1, bad, own), reduce(double, sum, total));
SA_DECLARE()
SA_DECLARE(_checked)
SL_KERNEL_DECLARE(sa_outside, (t), scalar(sl_index, n), scalar(sl_index, row), scalar(sl_index, column),
                  in(double, 1, x, pack(2)), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sa_huge, (t), scalar(int64_t, a), scalar(int32_t, b), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sa_huge_global, (t), scalar(int64_t, a), scalar(int64_t, b), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sa_huge_own, (t), scalar(int64_t, a), inout(double, 1, y, own));

#endif
