/* SPDX-License-Identifier: BSD-3-Clause */
#include "problem.h"

#include <math.h>

void heat_problem_set(struct heat_problem *problem, const struct heat_deck *deck)
{
    /* A hair less than a step short of the end counts as there: 10 steps of 0.1 reach 1.0. */
    const double steps = ceil(deck->end_time / deck->initial_timestep - 1e-6);
    const int diagonal = deck->solver == HEAT_JACOBI && deck->preconditioner == HEAT_NO_PRECONDITIONER;
    double dx = (deck->xmax - deck->xmin) / (double)deck->x_cells;
    double dy = (deck->ymax - deck->ymin) / (double)deck->y_cells;
    *problem = (struct heat_problem){.deck = deck,
                                     .nx = deck->x_cells,
                                     .ny = deck->y_cells,
                                     .xmin = deck->xmin,
                                     .ymin = deck->ymin,
                                     .dx = dx,
                                     .dy = dy,
                                     .rx = deck->initial_timestep / (dx * dx),
                                     .ry = deck->initial_timestep / (dy * dy),
                                     .eps = deck->eps,
                                     .max_iters = deck->max_iters,
                                     .steps = steps < (double)deck->end_step ? (long)steps : deck->end_step,
                                     .preconditioner = diagonal ? HEAT_JAC_DIAG : deck->preconditioner};
}
