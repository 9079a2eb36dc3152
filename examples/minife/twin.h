/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The program's twin in plain C with OpenMP: what the tests compare with and the times stand beside. */
#ifndef MINIFE_TWIN_H
#define MINIFE_TWIN_H

#include "box.h"

struct twin;

/** Makes points and elements of the whole cube. @return NULL when memory is short */
struct twin *twin_mesh(const struct box *box);
/** Makes the structure of the matrix. @return 0; -1 when memory is short */
int twin_structure(struct twin *t);
/** Adds up the elements, by atomics. */
void twin_assemble(struct twin *t);
/** Takes known temperatures out of the equations. */
void twin_dirichlet(struct twin *t);
/** Conjugate gradients from x = 0, until |b - A x| is at most @p tolerance of what it was, or the iterations are made.
 *  @return how many were. @param[out] residual  |b - A x| */
long twin_solve(struct twin *t, long iterations, double tolerance, double *residual);
/** @return the solution, [points], valid as long as the twin */
const double *twin_solution(const struct twin *t);
/** Frees it; takes NULL. */
void twin_destroy(struct twin *t);

#endif
