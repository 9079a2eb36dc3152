/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What both sides of heat have in common. */
#ifndef SCALE_HEAT_H
#define SCALE_HEAT_H

#include "../../examples/heat/problem.h"
#include "cases.h"

struct heat {
    struct heat_deck deck;
    struct heat_problem problem; /**< the whole */
    struct twin_heat own;        /**< of this rank, of the plain side */
    long unfinished;             /**< time steps that did not converge */
};

/** Judges by the sums of all temperatures before and after. */
void heat_judge(struct scale_run *run, const struct heat *h, double before, double after);

/** Whether the temperatures are to be compared, which costs every rank the serial twin's run. */
int heat_compares(const struct scale_options *o, const struct scale_run *run);
/** Compares with the serial twin's. @param[in] u  column 0 of this rank's first row, others nx + 2 elements apart
 *  @return 0; -1: no memory */
int heat_compare(struct scale_run *run, const struct heat *h, const double *u);

#endif
