/* SPDX-License-Identifier: BSD-3-Clause */
#include "problem.h"

void heat_problem_set(struct heat_problem *problem, const struct heat_deck *deck)
{
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
                                     .steps = heat_deck_steps(deck)};
}
