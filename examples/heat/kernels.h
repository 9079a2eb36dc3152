/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of the heat solver, as their callers see them: kernels.c says what each does. */
#ifndef HEAT_KERNELS_H
#define HEAT_KERNELS_H

#include <starloop.h>

#include "problem.h"

SL_KERNEL_DECLARE(heat_state, (k, j), scalar(struct heat_problem, problem), scalar(struct heat_state, state),
                  inout(double, 2, density, own), inout(double, 2, u, own));
SL_KERNEL_DECLARE(heat_faces, (k, j), scalar(struct heat_problem, p), scalar(int32_t, reciprocal),
                  in(double, 2, density, halo(1, 1)), out(double, 2, kx, own), out(double, 2, ky, own));
SL_KERNEL_DECLARE(heat_start, (k, j), in(double, 2, u, halo(1, 1)), in(double, 2, kx, halo(0, 1)),
                  in(double, 2, ky, halo(1, 0)), out(double, 2, r, own), reduce(double, sum, rr));
SL_KERNEL_DECLARE(heat_dot, (k, j), in(double, 2, a, own), in(double, 2, b, own), reduce(double, sum, ab));
SL_KERNEL_DECLARE(heat_diagonal, (k, j), in(double, 2, r, own), in(double, 2, kx, halo(0, 1)),
                  in(double, 2, ky, halo(1, 0)), out(double, 2, z, own));
SL_KERNEL_DECLARE(heat_block, (b, j), in(double, 2, r), in(double, 2, kx), in(double, 2, ky), out(double, 2, z));
SL_KERNEL_DECLARE(heat_apply, (k, j), in(double, 2, p, halo(1, 1)), in(double, 2, kx, halo(0, 1)),
                  in(double, 2, ky, halo(1, 0)), out(double, 2, w, own), reduce(double, sum, pw));
SL_KERNEL_DECLARE(heat_residual, (k, j), scalar(double, stop), in(double, 0, rr_old), in(double, 0, rz_old),
                  in(double, 0, pw), in(double, 2, w, own), inout(double, 2, r, own), reduce(double, sum, rr));
SL_KERNEL_DECLARE(heat_advance, (k, j), scalar(double, stop), in(double, 0, rr_old), in(double, 0, rz_old),
                  in(double, 0, pw), in(double, 0, rz), in(double, 2, z, own), inout(double, 2, u, own),
                  inout(double, 2, p, own));
SL_KERNEL_DECLARE(heat_extend, (k, j), scalar(double, a), scalar(double, b), in(double, 2, z, own),
                  inout(double, 2, p, own), inout(double, 2, u, own));
SL_KERNEL_DECLARE(heat_subtract, (k, j), in(double, 2, p, halo(1, 1)), in(double, 2, kx, halo(0, 1)),
                  in(double, 2, ky, halo(1, 0)), inout(double, 2, r, own));
SL_KERNEL_DECLARE(heat_polynomial, (k, j), in(double, 2, r, own), out(double, 2, s, own), out(double, 2, z, own));
SL_KERNEL_DECLARE(heat_sums, (k, j), scalar(double, cell), in(double, 2, density, own), in(double, 2, u, own),
                  reduce(double, sum, volume), reduce(double, sum, mass), reduce(double, sum, energy),
                  reduce(double, sum, temperature));
SL_KERNEL_DECLARE(heat_apply_team, (team), scalar(int64_t, nx), in(double, 2, p), in(double, 2, kx), in(double, 2, ky),
                  inout(double, 2, w), reduce(double, sum, pw));
SL_KERNEL_DECLARE(heat_residual_team, (team), scalar(int64_t, nx), scalar(double, stop), in(double, 0, rr_old),
                  in(double, 0, pw), in(double, 2, w), inout(double, 2, r), reduce(double, sum, rr));
SL_KERNEL_DECLARE(heat_advance_team, (team), scalar(int64_t, nx), scalar(double, stop), in(double, 0, rr_old),
                  in(double, 0, pw), in(double, 0, rr), in(double, 2, r), inout(double, 2, u), inout(double, 2, p));
SL_NEST_DECLARE(heat_fused, (k, j), lambdas(5), local(double, pw), local(double, rr), local(double, alpha),
                local(double, beta), scalar(double, stop), in(double, 0, rr_old), in(double, 2, kx), in(double, 2, ky),
                inout(double, 2, w), inout(double, 2, r), inout(double, 2, u), inout(double, 2, p),
                inout(double, 0, rr_new, atomic));

#endif
