/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_STUCK_H
#define STARLOOP_TESTS_STUCK_H

#include <starloop/kernel.h>

SL_KERNEL_DECLARE(stuck_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(stuck_sum, (i), in(double, 1, x, own), reduce(double, sum, total));

#endif
