/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The melt, in which every loop is a Starloop call. */
#ifndef MINIMD_MELT_H
#define MINIMD_MELT_H

#include <starloop.h>

#include "minimd.h"

struct md_melt;

/** Makes the atoms, their first neighbour lists and forces.
 *
 *  @param[in]  layout   of positions, velocities, forces and neighbour lists
 *  @param[in]  phases   1: the time of each phase is taken, for which its end is waited for; 0: none is
 *  @param[out] melt     owned by the caller: md_melt_destroy()
 *  @return as sl_view_create() and sl_reduce(). Blocking. */
sl_status md_melt_create(const struct md_problem *problem, sl_layout layout, int phases, struct md_melt **melt);

/** Makes time steps. @return as sl_reduce() and sl_region_run(). Blocking. */
sl_status md_melt_run(struct md_melt *melt, long steps);

/** Adds up the state. @param[out] summary the state @return as sl_reduce(). Blocking. */
sl_status md_melt_measure(struct md_melt *melt, struct md_summary *summary);

/** @return what has been done so far. */
struct md_counts md_melt_counts(const struct md_melt *melt);

/** Drops the views and sets the handle to NULL; takes NULL in it. */
void md_melt_destroy(struct md_melt **melt);

#endif
