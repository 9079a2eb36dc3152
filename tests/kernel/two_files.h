/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Declarations that the program and both of its kernel files include. */
#ifndef STARLOOP_TESTS_TWO_FILES_H
#define STARLOOP_TESTS_TWO_FILES_H

#include <starloop.h>

SL_KERNEL_DECLARE(tf_first, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(tf_second, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(tf_total, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, low),
                  reduce(double, max, high));
/* A declaration may be repeated. */
SL_KERNEL_DECLARE(tf_second, (i), in(double, 1, x, own), out(double, 1, y, own));

#endif
