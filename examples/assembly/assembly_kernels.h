/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of assembly, as their callers see them: assembly_kernels.c says what each does. */
#ifndef ASSEMBLY_ASSEMBLY_KERNELS_H
#define ASSEMBLY_ASSEMBLY_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(assembly_add, (e), in(int32_t, 2, corner, own(0, all), map), in(int32_t, 2, place, own(0, all)),
                  in(double, 2, local), in(double, 1, factor, own), scatter(double, sum, 1, value));
SL_KERNEL_DECLARE(assembly_product, (r), in(int64_t, 1, begin), in(int32_t, 1, column), in(double, 1, value),
                  in(double, 1, x), out(double, 1, y, own));

#endif
