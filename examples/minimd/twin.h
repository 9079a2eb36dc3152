/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The melt's twin in plain C with OpenMP: what the tests compare with and the program races. */
#ifndef MINIMD_TWIN_H
#define MINIMD_TWIN_H

#include "minimd.h"

struct md_twin;

/** Makes the atoms, their first lists and forces. @return NULL when memory is short. */
struct md_twin *md_twin_create(const struct md_problem *problem);
/** Makes time steps. @return 0, or -1 when memory is short. */
int md_twin_run(struct md_twin *twin, long steps);
/** Adds up the state. */
struct md_summary md_twin_measure(const struct md_twin *twin);
/** @return what has been done so far, with the time of each phase. */
struct md_counts md_twin_counts(const struct md_twin *twin);
/** Frees it; takes NULL. */
void md_twin_destroy(struct md_twin *twin);

#endif
