/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of the heat solver: row k and column j of a cell run from 1. Cell (k, j) lies between the faces
   kx(k, j) and kx(k, j + 1), and between ky(k, j) and ky(k + 1, j). */
#include <math.h>

#include <starloop/kernel.h>

#include "problem.h"

/* --- the set-up ------------------------------------------------------------------------------------------------- */

/* Whether a state lies in cell (k, j). A rectangle fills the cells that it touches; it is drawn in by a hundredth of a
   cell, so that rounding cannot put an edge that lies on the edge of a cell into the next one. A point fills the cell
   that holds it, a circle those whose centres it holds. */
SL_FN int heat_lies_in(struct heat_problem p, struct heat_state s, sl_index k, sl_index j)
{
    const double left = p.xmin + p.dx * (double)(j - 1), right = p.xmin + p.dx * (double)j, x = s.xmin + p.dx / 100.0;
    const double low = p.ymin + p.dy * (double)(k - 1), high = p.ymin + p.dy * (double)k, y = s.ymin + p.dy / 100.0;
    if (s.geometry == HEAT_RECTANGLE)
        return right >= x && left < s.xmax - p.dx / 100.0 && high >= y && low < s.ymax - p.dy / 100.0;
    if (s.geometry == HEAT_POINT)
        return right > x && left <= x && high > y && low <= y;
    if (s.geometry == HEAT_CIRCLE) {
        const double across = p.xmin + p.dx * ((double)j - 0.5) - s.xmin;
        const double up = p.ymin + p.dy * ((double)k - 0.5) - s.ymin;
        return sqrt(across * across + up * up) <= s.radius;
    }
    return 1;
}

SL_KERNEL(heat_state, (k, j), scalar(struct heat_problem, problem), scalar(struct heat_state, state),
          inout(double, 2, density, own), inout(double, 2, u, own))
{
    if (heat_lies_in(problem, state, k, j)) {
        SL_AT(density, k, j) = state.density;
        SL_AT(u, k, j) = state.density * state.energy;
    }
}

/* Conductivity of the face between two cells of those densities. */
SL_FN double heat_face(double a, double b, int32_t reciprocal)
{
    double wa = reciprocal ? 1.0 / a : a, wb = reciprocal ? 1.0 / b : b;
    return (wa + wb) / (2.0 * wa * wb);
}

/* No heat leaves through the edge: a face there has coefficient 0, and what the ghost cells hold does not matter. */
SL_KERNEL(heat_faces, (k, j), scalar(struct heat_problem, p), scalar(int32_t, reciprocal),
          in(double, 2, density, halo(1, 1)), out(double, 2, kx, own), out(double, 2, ky, own))
{
    const double west = SL_AT(density, k, j - 1), south = SL_AT(density, k - 1, j), here = SL_AT(density, k, j);
    SL_AT(kx, k, j) = j > 1 && j <= p.nx && k <= p.ny ? p.rx * heat_face(west, here, reciprocal) : 0.0;
    SL_AT(ky, k, j) = k > 1 && k <= p.ny && j <= p.nx ? p.ry * heat_face(south, here, reciprocal) : 0.0;
}

/* --- the solvers ------------------------------------------------------------------------------------------------ */

/* (A v) in a cell, from the cell and its four neighbours, each with the face to it. */
SL_FN double heat_operator(double v, double west, double east, double south, double north, double kw, double ke,
                           double ks, double kn)
{
    return v + kw * (v - west) + ke * (v - east) + ks * (v - south) + kn * (v - north);
}

/* The same of view v at (k, j). */
#define HEAT_TIMES_A(v) \
    heat_operator(SL_AT(v, k, j), SL_AT(v, k, j - 1), SL_AT(v, k, j + 1), SL_AT(v, k - 1, j), SL_AT(v, k + 1, j), \
                  SL_AT(kx, k, j), SL_AT(kx, k, j + 1), SL_AT(ky, k, j), SL_AT(ky, k + 1, j))

/* The length of a step along p. Once |r|^2 is below `stop` it is 0: iterations that were queued before the host saw
   that the solve has converged change nothing. The division stands outside the choice, so that it leaves the loop. */
SL_FN double heat_alpha(double rr_old, double rz_old, double pw, double stop)
{
    const double positive = pw > 0.0, go = rr_old >= stop;
    return positive * go * (rz_old / (positive * pw + (1.0 - positive)));
}

SL_FN double heat_beta(double rz, double rz_old)
{
    const double positive = rz_old > 0.0;
    return positive * (rz / (positive * rz_old + (1.0 - positive)));
}

/* r = u - A u; rr = r.r */
SL_KERNEL(heat_start, (k, j), in(double, 2, u, halo(1, 1)), in(double, 2, kx, halo(0, 1)),
          in(double, 2, ky, halo(1, 0)), out(double, 2, r, own), reduce(double, sum, rr))
{
    double d = SL_AT(u, k, j) - HEAT_TIMES_A(u);
    SL_AT(r, k, j) = d;
    *rr += d * d;
}

SL_KERNEL(heat_dot, (k, j), in(double, 2, a, own), in(double, 2, b, own), reduce(double, sum, ab))
{
    *ab += SL_AT(a, k, j) * SL_AT(b, k, j);
}

/* Preconditioner jac_diag: z = r / diagonal of A */
SL_KERNEL(heat_diagonal, (k, j), in(double, 2, r, own), in(double, 2, kx, halo(0, 1)), in(double, 2, ky, halo(1, 0)),
          out(double, 2, z, own))
{
    SL_AT(z, k, j) =
        SL_AT(r, k, j) / (1.0 + SL_AT(kx, k, j) + SL_AT(kx, k, j + 1) + SL_AT(ky, k, j) + SL_AT(ky, k + 1, j));
}

/* Preconditioner jac_block, in block b of column j: of A only what couples the four cells of a block, which is a
   tridiagonal matrix, solved by elimination from the first row down and substitution back. The blocks may reach past
   the last row of cells, where all faces and r are 0. */
SL_KERNEL(heat_block, (b, j), in(double, 2, r), in(double, 2, kx), in(double, 2, ky), out(double, 2, z))
{
    enum { ROWS = HEAT_BLOCK_ROWS };
    double upper[ROWS], y[ROWS], from = 0.0, before = 0.0;
    for (int i = 0; i < ROWS; i++) {
        sl_index k = ROWS * b + 1 + i;
        double south = SL_AT(ky, k, j), north = SL_AT(ky, k + 1, j);
        double lower = i > 0 ? -south : 0.0;
        double d = 1.0 + SL_AT(kx, k, j) + SL_AT(kx, k, j + 1) + south + north - lower * from;
        from = upper[i] = -north / d;
        before = y[i] = (SL_AT(r, k, j) - lower * before) / d;
    }
    SL_AT(z, ROWS * b + ROWS, j) = before;
    for (int i = ROWS - 2; i >= 0; i--) {
        before = y[i] - upper[i] * before;
        SL_AT(z, ROWS * b + 1 + i, j) = before;
    }
}

/* Conjugate gradients: w = A p; pw = p.w */
SL_KERNEL(heat_apply, (k, j), in(double, 2, p, halo(1, 1)), in(double, 2, kx, halo(0, 1)),
          in(double, 2, ky, halo(1, 0)), out(double, 2, w, own), reduce(double, sum, pw))
{
    double a = HEAT_TIMES_A(p);
    SL_AT(w, k, j) = a;
    *pw += SL_AT(p, k, j) * a;
}

/* r -= alpha w; rr = r.r */
SL_KERNEL(heat_residual, (k, j), scalar(double, stop), in(double, 0, rr_old), in(double, 0, rz_old), in(double, 0, pw),
          in(double, 2, w, own), inout(double, 2, r, own), reduce(double, sum, rr))
{
    double alpha = heat_alpha(SL_AT0(rr_old), SL_AT0(rz_old), SL_AT0(pw), stop);
    double d = SL_AT(r, k, j) - alpha * SL_AT(w, k, j);
    SL_AT(r, k, j) = d;
    *rr += d * d;
}

/* u += alpha p, p = z + beta p */
SL_KERNEL(heat_advance, (k, j), scalar(double, stop), in(double, 0, rr_old), in(double, 0, rz_old), in(double, 0, pw),
          in(double, 0, rz), in(double, 2, z, own), inout(double, 2, u, own), inout(double, 2, p, own))
{
    double alpha = heat_alpha(SL_AT0(rr_old), SL_AT0(rz_old), SL_AT0(pw), stop);
    double beta = heat_beta(SL_AT0(rz), SL_AT0(rz_old));
    double v = SL_AT(p, k, j);
    SL_AT(u, k, j) += alpha * v;
    SL_AT(p, k, j) = SL_AT(z, k, j) + beta * v;
}

/* Jacobi, Chebyshev, and the polynomial of PPCG: p = a p + b z, u += p ... */
SL_KERNEL(heat_extend, (k, j), scalar(double, a), scalar(double, b), in(double, 2, z, own), inout(double, 2, p, own),
          inout(double, 2, u, own))
{
    double v = a * SL_AT(p, k, j) + b * SL_AT(z, k, j);
    SL_AT(p, k, j) = v;
    SL_AT(u, k, j) += v;
}

/* ... r -= A p */
SL_KERNEL(heat_subtract, (k, j), in(double, 2, p, halo(1, 1)), in(double, 2, kx, halo(0, 1)),
          in(double, 2, ky, halo(1, 0)), inout(double, 2, r, own))
{
    SL_AT(r, k, j) -= HEAT_TIMES_A(p);
}

/* The polynomial begins: s = r, z = 0 */
SL_KERNEL(heat_polynomial, (k, j), in(double, 2, r, own), out(double, 2, s, own), out(double, 2, z, own))
{
    SL_AT(s, k, j) = SL_AT(r, k, j);
    SL_AT(z, k, j) = 0.0;
}

/* The summary */
SL_KERNEL(heat_sums, (k, j), scalar(double, cell), in(double, 2, density, own), in(double, 2, u, own),
          reduce(double, sum, volume), reduce(double, sum, mass), reduce(double, sum, energy),
          reduce(double, sum, temperature))
{
    double m = cell * SL_AT(density, k, j);
    *volume += cell;
    *mass += m;
    *energy += m * (SL_AT(u, k, j) / SL_AT(density, k, j));
    *temperature += m * SL_AT(u, k, j);
}

/* --- CG in other forms, to compare with: without a preconditioner, z is r and rz is rr --------------------------- */

/* By teams, a row of cells each. */
SL_TEAM_KERNEL(heat_apply_team, (team), scalar(int64_t, nx), in(double, 2, p), in(double, 2, kx), in(double, 2, ky),
               inout(double, 2, w), reduce(double, sum, pw))
{
    const sl_index k = SL_LEAGUE_RANK(team) + 1;
    double row;
    SL_TEAM_VECTOR_REDUCE(team, j, 1, nx + 1, double, sum, row)
    {
        double a = HEAT_TIMES_A(p);
        SL_AT(w, k, j) = a;
        row += SL_AT(p, k, j) * a;
    }
    SL_TEAM_SINGLE(team)
    *pw += row;
}

SL_TEAM_KERNEL(heat_residual_team, (team), scalar(int64_t, nx), scalar(double, stop), in(double, 0, rr_old),
               in(double, 0, pw), in(double, 2, w), inout(double, 2, r), reduce(double, sum, rr))
{
    const sl_index k = SL_LEAGUE_RANK(team) + 1;
    const double alpha = heat_alpha(SL_AT0(rr_old), SL_AT0(rr_old), SL_AT0(pw), stop);
    double row;
    SL_TEAM_VECTOR_REDUCE(team, j, 1, nx + 1, double, sum, row)
    {
        double d = SL_AT(r, k, j) - alpha * SL_AT(w, k, j);
        SL_AT(r, k, j) = d;
        row += d * d;
    }
    SL_TEAM_SINGLE(team)
    *rr += row;
}

SL_TEAM_KERNEL(heat_advance_team, (team), scalar(int64_t, nx), scalar(double, stop), in(double, 0, rr_old),
               in(double, 0, pw), in(double, 0, rr), in(double, 2, r), inout(double, 2, u), inout(double, 2, p))
{
    const sl_index k = SL_LEAGUE_RANK(team) + 1;
    const double alpha = heat_alpha(SL_AT0(rr_old), SL_AT0(rr_old), SL_AT0(pw), stop);
    const double beta = heat_beta(SL_AT0(rr), SL_AT0(rr_old));
    SL_TEAM_VECTOR_FOR(team, j, 1, nx + 1)
    {
        double v = SL_AT(p, k, j);
        SL_AT(u, k, j) += alpha * v;
        SL_AT(p, k, j) = SL_AT(r, k, j) + beta * v;
    }
}

/* The whole iteration as one nest of loops, for CPUs: the threads join p.w, and then r.r, between its loops. */
SL_NEST(heat_fused, (k, j), lambdas(5), local(double, pw), local(double, rr), local(double, alpha), local(double, beta),
        scalar(double, stop), in(double, 0, rr_old), in(double, 2, kx), in(double, 2, ky), inout(double, 2, w),
        inout(double, 2, r), inout(double, 2, u), inout(double, 2, p), inout(double, 0, rr_new, atomic))
{
    SL_LAMBDA(0)
    {
        double a = HEAT_TIMES_A(p);
        SL_AT(w, k, j) = a;
        *pw += SL_AT(p, k, j) * a;
    }
    SL_LAMBDA(1)
    {
        *alpha = heat_alpha(SL_AT0(rr_old), SL_AT0(rr_old), *pw, stop);
    }
    SL_LAMBDA(2)
    {
        double d = SL_AT(r, k, j) - *alpha * SL_AT(w, k, j);
        SL_AT(r, k, j) = d;
        *rr += d * d;
    }
    SL_LAMBDA(3)
    {
        SL_AT0(rr_new) = *rr;
        *beta = heat_beta(*rr, SL_AT0(rr_old));
    }
    SL_LAMBDA(4)
    {
        double v = SL_AT(p, k, j);
        SL_AT(u, k, j) += *alpha * v;
        SL_AT(p, k, j) = SL_AT(r, k, j) + *beta * v;
    }
}
SL_NEST_POLICY(heat_fused, rows, FOR(0, omp, FOR(1, simd_sum(pw), DO(0))), REDUCE(omp, sum, pw, DO(1)),
               FOR(0, omp, FOR(1, simd_sum(rr), DO(2))), REDUCE(omp, sum, rr, DO(3)), FOR(0, omp, FOR(1, simd, DO(4))))
