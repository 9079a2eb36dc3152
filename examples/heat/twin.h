/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The solver's twin in plain C with OpenMP: what the tests compare with and the benchmark races.
 *
 * The same loops over the same arrays, one parallel region a loop. CG and PPCG test for convergence in every iteration,
 * Jacobi and Chebyshev in every tenth one.
 */
#ifndef HEAT_TWIN_H
#define HEAT_TWIN_H

#include "problem.h"

struct heat_twin;

/** Fields that heat_twin_field() gives. */
enum heat_array { HEAT_DENSITY, HEAT_ENERGY, HEAT_U, HEAT_KX, HEAT_KY };

/** Allocates the fields and applies the states. @return NULL when memory is short. */
struct heat_twin *heat_twin_create(const struct heat_problem *problem);
/** Makes one time step. */
struct heat_solve heat_twin_step(struct heat_twin *twin);
/** Sums over the fields as they are. */
struct heat_summary heat_twin_summary(const struct heat_twin *twin);
/** @return a field, [ny + 2, nx + 2], valid as long as the twin: for a solver elsewhere that starts from this set-up
 *  and leaves its answer here. */
double *heat_twin_field(struct heat_twin *twin, enum heat_array field);
/** @return the temperature u, [ny + 2, nx + 2], valid as long as the twin. */
const double *heat_twin_temperature(const struct heat_twin *twin);
/** Frees it; takes NULL. */
void heat_twin_destroy(struct heat_twin *twin);

#endif
