/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The benchmark's kernels, as their callers see them. */
#ifndef STARLOOP_BENCH_KERNELS_H
#define STARLOOP_BENCH_KERNELS_H

#include <starloop.h>

#include "block.h"
#include "kinds.h"
#include "nest_sizes.h"

/* core_kernels.c */
SL_KERNEL_DECLARE(bench_core_kernel, (i), out(int32_t, 1, core, own));

/* stream_kernels.c */
SL_KERNEL_DECLARE(bench_triad_kernel, (i), scalar(double, s), in(double, 1, b, own), in(double, 1, c, own),
                  out(double, 1, a, own));
SL_KERNEL_DECLARE(bench_axpy_kernel, (i), scalar(double, s), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(bench_copy_kernel, (i), in(double, 1, a, own), out(double, 1, c, own));
SL_KERNEL_DECLARE(bench_scale_kernel, (i), scalar(double, s), in(double, 1, c, own), out(double, 1, b, own));
SL_KERNEL_DECLARE(bench_add_kernel, (i), in(double, 1, a, own), in(double, 1, b, own), out(double, 1, c, own));
SL_KERNEL_DECLARE(bench_launch2_kernel, (i, j), in(double, 2, a, own), in(double, 2, b, own), inout(double, 2, c, own));
SL_KERNEL_DECLARE(bench_pack_kernel, (i, j), scalar(int, k), in(double, 3, from), out(double, 2, to, own));
SL_KERNEL_DECLARE(bench_packs_kernel, (k, i, j), in(double, 3, from), out(double, 2, to, pack(26)));
SL_KERNEL_DECLARE(bench_launch_kernel, (i), in(double, 1, a, own), in(double, 1, b, own), inout(double, 1, c, own));

/* reduce_kernels.c */
SL_KERNEL_DECLARE(bench_dot_kernel, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(bench_reduce3_kernel, (i), in(double, 1, x, own), reduce(double, sum, total),
                  reduce(double, min, low), reduce(double, max, high));
SL_KERNEL_DECLARE(bench_sum2_kernel, (i, j), in(double, 2, x, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(bench_reduce6_kernel, (i), in(double, 1, x, own), reduce(double, sum, total),
                  reduce(double, min, low), reduce(double, max, high), reduce(double, sum, squares),
                  reduce(double, sum, above), reduce(double, prod, product));

/** Sums and ends of two arrays. */
struct bench_statistics {
    double x_sum, x_low, x_high, y_sum, y_low, y_high;
};
SL_STRUCT(struct bench_statistics);
SL_KERNEL_DECLARE(bench_minloc_kernel, (i), in(double, 1, x, own), reduce(SL_LOC(double), minloc, low));
SL_KERNEL_DECLARE(bench_minmax_kernel, (i), in(double, 1, x, own), reduce(SL_MINMAX(double), minmax, ends));
SL_KERNEL_DECLARE(bench_statistics_kernel, (i), in(double, 1, x, own), in(double, 1, y, own),
                  reduce(struct bench_statistics, statistics, s));

/* lj_kernels.c */
SL_KERNEL_DECLARE(bench_lj_kernel, (i), in(int32_t, 2, near, own(0, all)), in(double, 2, x),
                  out(double, 2, f, own(0, all)));

/* sort_kernels.c */
SL_KERNEL_DECLARE(bench_keys_kernel, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, keys, own));
SL_KERNEL_DECLARE(bench_pairs_kernel, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, keys, own),
                  out(uint32_t, 1, values, own));

/* scatter_kernels.c */
SL_KERNEL_DECLARE(bench_contention_kernel, (i), scalar(sl_index, stride), scalar(int, work), in(double, 1, x, own),
                  inout(double, 1, h, atomic));
SL_KERNEL_DECLARE(bench_histogram_kernel, (i), in(double, 1, x, own), multi_reduce(double, sum, h));
SL_KERNEL_DECLARE(bench_vertexsum_kernel, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 1, area, own),
                  scatter(double, sum, 1, sum));
SL_KERNEL_DECLARE(bench_assembly_kernel, (e), in(int32_t, 2, corner, own(0, all), map),
                  in(int32_t, 2, place, own(0, all)), in(double, 1, local), in(double, 1, factor, own),
                  scatter(double, sum, 1, value));

/* team_kernels.c: rows of a team, a thread each, and lanes for the entries of a row */
enum { BENCH_TEAM_ROWS = 8, BENCH_TEAM_LANES = 16 };
SL_KERNEL_DECLARE(bench_spmv_kernel, (team), in(int32_t, 1, row), in(int32_t, 1, column), in(double, 1, value),
                  in(double, 1, x), out(double, 1, y));
SL_KERNEL_DECLARE(bench_spmv_sum_kernel, (team), in(int32_t, 1, row), in(int32_t, 1, column), in(double, 1, value),
                  in(double, 1, x), out(double, 1, y), reduce(double, sum, total));

/* row_kernels.c */
SL_KERNEL_DECLARE(bench_rows_kernel, (i), in(double, 2, a, own(0, all)), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(bench_spmv_rows_kernel, (i), in(int32_t, 1, row, halo(1)), in(int32_t, 1, column),
                  in(double, 1, value), in(double, 1, x), out(double, 1, y, own));

/* array_kernels.c */
SL_KERNEL_DECLARE(bench_jacobi_kernel, (i, j), in(double, 2, u, halo(1, 1)), out(double, 2, w, own));
SL_KERNEL_DECLARE(bench_stencil3d_kernel, (i, j, k), in(double, 3, u, halo(1, 1, 1)), out(double, 3, w, own));
SL_KERNEL_DECLARE(bench_transpose_kernel, (i, j), in(double, 2, from, own), out(double, 2, to, own));
SL_KERNEL_DECLARE(bench_matmul_kernel, (i, j), in(double, 2, a), in(double, 2, b), out(double, 2, c, own));
SL_KERNEL_DECLARE(bench_matmul_blocked_kernel, (i, block), in(double, 2, a), in(double, 2, b), out(double, 2, c));

/* layout_kernels.c */
SL_KERNEL_DECLARE(bench_matmul_blocks_kernel, (p, q), in(double, 2, a, layout(blocked(BENCH_SIDE, BENCH_SIDE))),
                  in(double, 2, b, layout(blocked(BENCH_SIDE, BENCH_SIDE))),
                  out(double, 2, c, layout(blocked(BENCH_SIDE, BENCH_SIDE))));
SL_KERNEL_DECLARE(bench_corner_kernel, (i, j), in(double, 2, v, own), out(double, 2, corner, own));
SL_KERNEL_DECLARE(bench_numbered_kernel, (i, j), in(double, 2, v, own), reduce(int64_t, sum, wrong));
SL_KERNEL_DECLARE(bench_gather_kernel, (i), in(int32_t, 1, at, own), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(bench_gather_random_kernel, (i), in(int32_t, 1, at, own), in(double, 1, x, random),
                  out(double, 1, y, own));

/* unit_kernels.c */
SL_KERNEL_DECLARE(bench_unit_kernel, (i), scalar(sl_index, length), scalar(double, one), in(double, 1, before, halo(1)),
                  out(double, 1, after, own));

/* wait_kernels.c */
SL_KERNEL_DECLARE(bench_copy8_kernel, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own),
                  in(double, 1, d, own), in(double, 1, e, own), in(double, 1, f, own), in(double, 1, g, own),
                  in(double, 1, h, own), out(double, 1, ta, own), out(double, 1, tb, own), out(double, 1, tc, own),
                  out(double, 1, td, own), out(double, 1, te, own), out(double, 1, tf, own), out(double, 1, tg, own),
                  out(double, 1, th, own));
SL_KERNEL_DECLARE(bench_planck_kernel, (i), in(double, 1, u, own), in(double, 1, v, own), out(double, 1, w, own));
SL_KERNEL_DECLARE(bench_corners_kernel, (k), scalar(sl_index, row), scalar(sl_index, plane), in(int32_t, 1, zone, own),
                  in(double, 1, x), out(double, 1, sum, own));
SL_KERNEL_DECLARE(bench_volume_kernel, (k), scalar(sl_index, row), scalar(sl_index, plane), in(int32_t, 1, zone, own),
                  in(double, 1, x), in(double, 1, y), in(double, 1, z), out(double, 1, volume, own));

/* kind_kernels.c */
SL_KERNEL_DECLARE(bench_integers_kernel, (i), in(int32_t, 1, x, own), reduce(int32_t, sum, total),
                  reduce(int32_t, min, low), reduce(int32_t, max, high));
SL_KERNEL_DECLARE(bench_sweep_kernel, (i, j), in(double, 2, a, halo(1)), in(double, 2, b, halo(1)),
                  in(double, 2, c, halo(1)), in(double, 2, d, own), out(double, 2, u, own), out(double, 2, v, own));
SL_KERNEL_DECLARE(bench_columns_kernel, (j), in(double, 2, a), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(bench_mass_kernel, (k), in(double, 1, weight), in(double, 2, d, own(0, all)),
                  out(double, 3, m, own(0, all, all)));
SL_KERNEL_DECLARE(bench_branches_kernel, (i), in(double, 1, x, own), in(double, 1, y, own), out(double, 1, z, own));
SL_KERNEL_DECLARE(bench_tiles_kernel, (team), in(double, 2, a), in(double, 2, b), out(double, 2, c),
                  scratch(double, left, KINDS_TILE, KINDS_TILE), scratch(double, right, KINDS_TILE, KINDS_TILE),
                  scratch(double, sum, KINDS_TILE, KINDS_TILE));

/* nest_kernels.c */
SL_NEST_DECLARE(bench_product_nest, (row, col, k), lambdas(8), local(double, dot),
                local_array(double, ta, NEST_SHARED, NEST_SHARED), local_array(double, tb, NEST_SHARED, NEST_SHARED),
                in(double, 2, a), in(double, 2, b), inout(double, 2, c));
SL_NEST_DECLARE(bench_turn_nest, (i, j), lambdas(3), local_array(double, tile, NEST_TILE, NEST_TILE + 1),
                in(double, 2, x, own), out(double, 2, y));
SL_KERNEL_DECLARE(bench_turn_kernel, (i, j), in(double, 2, x, own), out(double, 2, y, own(1, 0)));
SL_NEST_DECLARE(bench_stencil7_nest, (i, j, k), lambdas(1), in(double, 3, u), out(double, 3, w, own));
SL_NEST_DECLARE(bench_wavefront_nest, (i, j), lambdas(1), in(int32_t, 1, a), in(int32_t, 1, b), inout(int32_t, 2, h));
SL_NEST_DECLARE(bench_2mm_nest, (i, j, k), lambdas(3), scalar(double, alpha), scalar(double, beta), local(double, dot),
                in(double, 2, a), in(double, 2, b), in(double, 2, d), out(double, 2, c));
SL_NEST_DECLARE(bench_ltimes_nest, (z, g, m, d), lambdas(3), local(double, dot), in(double, 2, ell), in(double, 3, psi),
                inout(double, 3, phi));

#endif
