/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What is said of a run, and whether it is right. */
#ifndef MINIFE_CHECK_H
#define MINIFE_CHECK_H

#include "program.h"

/** Prints times and outcome, compares with the twin and draws the picture, as the options want.
 *  @param[in] box  the whole cube  @param[in] x  [points] the solution  @return the exit status */
int report_run(const struct options *o, const struct box *box, const struct outcome *outcome, const double *x);

/** Runs the twin alone, and prints its times. @param[in] box  the whole cube  @return the exit status */
int run_plain(const struct options *o, const struct box *box);

#endif
