/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starloop's side of the cases: loops over distributed views. What it sends the library counts.
 *
 * Functions return a status, which has been told where it is not #SL_SUCCESS. Each rank makes the same calls. */
#ifndef SCALE_SPREAD_H
#define SCALE_SPREAD_H

#include <starloop.h>

#include "heat.h"
#include "sweeps.h"

/** Starts the library on all ranks. @return as ranks_start() */
sl_status spread_start(void);
/** Ends it. @param[in] failed  whether this rank has */
sl_status spread_end(int failed);

/** As strip_count_pass(): the counts begin anew where the clock does, behind a wait of all. */
sl_status spread_count_pass(struct strip *s);
/** Waits, and stops the clock. Messages and bytes of the strip's `timed` are the library's counts; `in_mpi` is the time
 *  of the processor that StarPU-MPI's thread took, NAN where that is not known. */
sl_status spread_stop(struct strip *s);

/** Has a rank's own rows beside the edges of a view read: row s->first of the whole on. @param[out] block  to be ended
 * by spread_end_rows()
 *  @param[out] rows  NULL: the rank has none */
sl_status spread_rows(struct strip *s, sl_view *view, sl_view **block, const double **rows);
sl_status spread_end_rows(sl_view **block);

/** The cases, as scale_case has it: the problem is there, and the strip's rank and ranks. @return 0 or -1 */
int spread_sweeps(const struct scale_options *o, struct scale_run *run, const struct sweeps *w);
int spread_heat(const struct scale_options *o, struct scale_run *run, struct heat *h);

#endif
