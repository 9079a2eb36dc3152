/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of tests/programs/feature_table.c. */
#ifndef STARLOOP_TESTS_FEATURE_TABLE_H
#define STARLOOP_TESTS_FEATURE_TABLE_H

#include <starloop.h>
#include <starloop/kernel/abi.h>

#define FT_SIDE 256

SL_BEGIN_DECLS

/* The kernels. */
extern const sl_kernel ft_scalar__kernel, ft_table__kernel, ft_prod__kernel, ft_in__kernel, ft_out__kernel,
    ft_inout__kernel, ft_rank_0__kernel, ft_own__kernel, ft_own_other__kernel, ft_own_rows__kernel, ft_halo__kernel,
    ft_fixed__kernel, ft_random__kernel, ft_sum__kernel, ft_min__kernel, ft_max__kernel, ft_1__kernel, ft_3__kernel,
    ft_4__kernel, ft_5__kernel, ft_6__kernel, ft_land__kernel, ft_lor__kernel, ft_band__kernel, ft_bor__kernel,
    ft_bxor__kernel, ft_minmax__kernel, ft_minloc__kernel, ft_maxloc__kernel, ft_minmaxloc__kernel,
    ft_sum_complex__kernel, ft_prod_complex__kernel, ft_reducer__kernel, ft_members__kernel, ft_scatter__kernel,
    ft_token__kernel, ft_array__kernel, ft_array_2__kernel, ft_bins__kernel, ft_map__kernel, ft_blocked__kernel,
    ft_morton__kernel, ft_mapped__kernel, ft_scan__kernel, ft_pack__kernel, ft_team__kernel, ft_team_sum__kernel,
    ft_scratch__kernel, ft_team_box__kernel, ft_scratch_thread__kernel, ft_scratch_global__kernel, ft_scan_own__kernel,
    ft_nest__kernel, ft_nest_table__kernel, ft_nest_pack__kernel, ft_nest_scatter__kernel, ft_nest_local__kernel,
    ft_nest_array__kernel;

SL_END_DECLS

#endif
