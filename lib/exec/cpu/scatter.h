/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a loop on CPUs scatters: by atomics, or into copies. */
#ifndef STARLOOP_LIB_EXEC_CPU_SCATTER_H
#define STARLOOP_LIB_EXEC_CPU_SCATTER_H

#include "exec/cpu/copies.h"
#include "exec/cpu/loop.h"

/** Makes the loop order of a policy that of the iterations, unless it says one: the views' layouts do not matter then.
 *  @return it */
const sl_policy *sl__scatter_policy(sl_policy *policy, int rank);

/** Runs a loop that scatters, with copies if it is to have some; may take threads from it. What it needs for that is
 *  some kilobytes of stack, which other loops do not step over.
 *  @param[out] done  what its form's run returns
 *  @return NULL; the failure where memory is missing that it cannot do without */
sl__failure *sl__scatter_run(sl__loop_exec *r, void *buffers[], int *done);

#endif
