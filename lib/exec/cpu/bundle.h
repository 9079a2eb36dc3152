/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Running many small loops of a region together on the cores of a worker group: doc/notes/bundles.md. */
#ifndef STARLOOP_LIB_EXEC_CPU_BUNDLE_H
#define STARLOOP_LIB_EXEC_CPU_BUNDLE_H

#include "task/batch.h"
#include "machine/machine.h"

/** Runs calls of a region, from one on, with one fork, and a barrier only where their data demand one, and ends them.
 *  @param[in]  first    which of the batch's loops is the first one
 *  @param[out] count    for how many loops that was looked at, 1 at least
 *  @param[in]  fused    the batch is no task of its own: all of its loops or none, which are not begun and ended
 *  @param[in]  buffers  [views of the batch] struct sl__interface each
 *  @return 1; 0 when it would not pay, or there is no memory: nothing was done. */
int sl__bundle_run(sl__batch *batch, int first, int *count, int fused, void *buffers[], const sl__group *group);

/** How many bundles have run, each with one fork; how many rounds and loops they had. For tests. */
extern _Atomic int64_t sl__bundles_run, sl__bundles_rounds, sl__bundles_loops;

#endif
