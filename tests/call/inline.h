/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels for loops that run in the calling thread. */
#ifndef STARLOOP_TESTS_INLINE_H
#define STARLOOP_TESTS_INLINE_H

#include <starloop.h>

/* What bodies call: in the test programs. */
SL_BEGIN_DECLS
int64_t inline_thread(void);
void inline_called(void);
void inline_spin(double seconds);
SL_END_DECLS

/* inline_kernels.c */
SL_KERNEL_DECLARE(il_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(il_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(il_mixture, (i, j, k), scalar(int64_t, a), in(int32_t, 3, x, own), in(double, 0, s),
                  out(int64_t, 3, y, own), inout(double, 3, z, own));
SL_KERNEL_DECLARE(il_reduce, (i, j), scalar(double, a), in(double, 2, x, own), reduce(double, sum, total),
                  reduce(double, min, least), reduce(float, max, most));
SL_KERNEL_DECLARE(il_sum, (i), in(double, 1, x, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(il_order, (i), inout(int64_t, 1, next), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(il_raise, (i), scalar(int64_t, bad), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(il_raise_sum, (i), scalar(int64_t, bad), in(double, 1, x, own), reduce(double, sum, total));

/* inline_bounds_kernels.c */
SL_KERNEL_DECLARE(il_near, (i), scalar(int64_t, shift), in(double, 1, x, halo(1)), out(double, 1, y, own));
SL_KERNEL_DECLARE(il_shift, (i), scalar(int64_t, shift), in(double, 1, x), out(double, 1, y, own));

/* inline_body_nocuda_kernels.c: bodies that call the program */
SL_KERNEL_DECLARE(il_first, (i), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(il_who, (i), out(int64_t, 1, who, own));
SL_KERNEL_DECLARE(il_call, (i), inout(double, 1, y, own));
SL_KERNEL_DECLARE(il_last, (i), scalar(double, seconds), inout(double, 1, y, own));

#endif
