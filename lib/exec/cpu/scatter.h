/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a loop on CPUs scatters: by atomics, or into copies. */
#ifndef STARLOOP_LIB_EXEC_CPU_SCATTER_H
#define STARLOOP_LIB_EXEC_CPU_SCATTER_H

#include "exec/cpu/copies.h"
#include "exec/cpu/run.h"

/** Makes the loop order of a policy that of the iterations, unless it says one: the views' layouts do not matter then.
 *  @return it */
const sl_policy *sl__scatter_policy(sl_policy *policy, int rank);

/** Decides for a loop that is about to run, and makes its copies if it is to have some. May take threads from it.
 *  @param[out] copies  room for what it needs  @return 0 without memory that it cannot do without */
int sl__scatter_begin(sl__loop_exec *r, sl__copies *copies, void *buffers[]);

/** The loop is over: notes its time, where that is wanted. */
void sl__scatter_end(sl__loop_exec *r, sl__copies *copies);

/** The clock by which strategies are timed, in seconds. A test may have another one, even for each strategy. */
extern double (*sl__scatter_clock)(sl_scatter way);

#endif
