/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of tests/feature_table.c. */
#ifndef STARLOOP_TESTS_FEATURE_TABLE_H
#define STARLOOP_TESTS_FEATURE_TABLE_H

#include <starloop.h>
#include <starloop/kernel/abi.h>

#define FT_SIDE 256

/** The kernels: X(name). */
#define FT_KERNELS(X) \
    X(ft_scalar) \
    X(ft_in) X(ft_out) X(ft_inout) X(ft_rank_0) X(ft_own) X(ft_own_other) X(ft_halo) X(ft_fixed) X(ft_random) \
        X(ft_sum) X(ft_min) X(ft_max) X(ft_1) X(ft_3) X(ft_4) X(ft_5) X(ft_6)

SL_BEGIN_DECLS
#define FT_DECLARE(name) extern const sl_kernel name##__kernel;
FT_KERNELS(FT_DECLARE)
#undef FT_DECLARE
SL_END_DECLS

#endif
