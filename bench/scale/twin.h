/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops of a rank in plain C with OpenMP, over some of its rows. They call no MPI.
 *
 * A rank has rows 1 to `rows` of a field along dimension 0; rows 0 and `rows` + 1 are its neighbours', or the edge.
 */
#ifndef SCALE_TWIN_H
#define SCALE_TWIN_H

#include <stdint.h>

/** Which rows a loop takes: first, first + step and so on, up to last. */
struct twin_rows {
    int64_t first, last, step;
    void (*meanwhile)(void *with); /**< called now and then by the thread that called the loop; NULL: nothing is */
    void *with;
};

/** One step of a 7-point stencil, as in examples/stencil3d.
 *  @param[in]  n     [2] points along dimensions 1 and 2, faces included
 *  @param[in]  u     [rows + 2, n[0], n[1]]
 *  @param[out] next  likewise, without its faces */
void twin_stencil3d(const struct twin_rows *rows, const int64_t n[2], const double *u, double *next);

/** One sweep of Jacobi's method for 5 points. @param[in] n columns, edges included  @param[in] u [rows + 2, n]
 *  @param[out] next likewise, without its edges */
void twin_jacobi2d(const struct twin_rows *rows, int64_t n, const double *u, double *next);

/** The fields of TeaLeaf's problem, [rows + 2, nx + 2] each: columns 1 to nx are cells. */
struct twin_heat {
    int64_t rows, nx;
    double *density, *energy, *u; /**< of the cells */
    double *kx, *ky;              /**< of the faces to the cells before, along a row and from row to row */
    double *p, *r, *w;            /**< of conjugate gradients: direction, residual, A p */
};

/** r = u - A u. @return r.r over the rows */
double twin_heat_residual(const struct twin_rows *rows, const struct twin_heat *h);
/** w = A p. @return p.w over the rows */
double twin_heat_apply(const struct twin_rows *rows, const struct twin_heat *h);
/** r -= alpha w, in all rows. @return r.r */
double twin_heat_shorten(const struct twin_heat *h, double alpha);
/** u += alpha p, then p = r + beta p, in all rows. */
void twin_heat_advance(const struct twin_heat *h, double alpha, double beta);
/** energy = u / density, in all rows. */
void twin_heat_store(const struct twin_heat *h);

#endif
