/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_FP_H
#define STARLOOP_TESTS_FP_H

#include <starloop/kernel.h>

/** The modes of the calling thread, as one number: rounding, flush to zero, denormals as zeros, traps, rounding of the
 *  x87. And what they do to some results. */
SL_BEGIN_DECLS
double fp_modes(void);
SL_END_DECLS

SL_KERNEL_DECLARE(fp_look, (i), inout(double, 1, x, own));
SL_KERNEL_DECLARE(fp_more, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(fp_sum, (i), in(double, 1, third, own), inout(double, 1, x, own), reduce(double, sum, s),
                  reduce(double, max, most), reduce(double, min, least));
SL_KERNEL_DECLARE(fp_spoil, (i), scalar(double, modes), out(double, 1, x, own));

#endif
