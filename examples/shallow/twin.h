/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The steps in plain C with OpenMP: what the program compares with and the times stand beside. */
#ifndef SHALLOW_TWIN_H
#define SHALLOW_TWIN_H

#include "basin.h"

/** Fills the basin and makes steps; each cell takes from its own edges.
 *  @param[out] u  [cells] the water  @param[out] seconds  that the steps took  @return 0; -1 without memory */
int twin_run(const struct basin *b, long steps, struct state *u, double *seconds);

#endif
