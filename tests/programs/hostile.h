/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of tests/programs/hostile.c: whatever they are given, their bodies stay in their views. */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include <starloop.h>

SL_KERNEL_DECLARE(ho_own, (i), scalar(int64_t, a), in(int64_t, 1, x, own), inout(int64_t, 1, y, own));
SL_KERNEL_DECLARE(ho_free, (i), scalar(int64_t, fx), scalar(int64_t, fy), in(int64_t, 1, x),
                  inout(int64_t, 1, y, atomic));
SL_KERNEL_DECLARE(ho_halo, (i), scalar(int64_t, fx), in(int64_t, 1, x, halo(2)), inout(int64_t, 1, y, own));
SL_KERNEL_DECLARE(ho_flat, (i, j), in(int64_t, 2, x, own), inout(int64_t, 2, y, own));
SL_KERNEL_DECLARE(ho_cube, (i, j, k), in(int64_t, 3, x, own), inout(int64_t, 3, y, own));
SL_KERNEL_DECLARE(ho_blocked, (i, j), inout(int64_t, 2, y, own, layout(blocked)));
SL_KERNEL_DECLARE(ho_scalar, (i), inout(int64_t, 0, s));
SL_KERNEL_DECLARE(ho_pack, (i), in(int64_t, 1, x, own, pack(3)), inout(int64_t, 1, y, own));
SL_KERNEL_DECLARE(ho_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(ho_array, (i), scalar(int64_t, n), scalar(int64_t, fs), in(int64_t, 1, x, own),
                  reduce(int64_t, sum, s, array(n)));
SL_KERNEL_DECLARE(ho_multi, (i), scalar(int64_t, fs), in(int64_t, 1, x, own), multi_reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(ho_scatter, (i), scalar(int64_t, fs), in(int64_t, 1, x, own), scatter(int64_t, sum, 1, s));
SL_KERNEL_DECLARE(ho_mesh, (i), scalar(int64_t, fm), scalar(int64_t, fs), in(int32_t, 2, m, own(0, all), map),
                  scatter(int64_t, sum, 1, s));
SL_KERNEL_DECLARE(ho_scan, (i), in(int64_t, 1, x, own), inout(int64_t, 1, y, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(ho_team, (t), scalar(int64_t, n), inout(int64_t, 1, y, own));
SL_NEST_DECLARE(ho_nest, (i, j), lambdas(1), inout(int64_t, 2, y, own));

#endif
