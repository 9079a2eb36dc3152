/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Running many small loops of a batch together on the cores of a worker group: doc/notes/bundles.md. */
#ifndef STARLOOP_LIB_EXEC_CPU_BUNDLE_H
#define STARLOOP_LIB_EXEC_CPU_BUNDLE_H

#include "task/batch.h"
#include "machine/machine.h"

/** Runs loops of a batch with one fork, and a barrier only where their data demand one, and ends them.
 *  @param[in] first, count  which of the batch's: those that sl__chain_takes()
 *  @param[in] buffers       [views of the batch] struct sl__interface each
 *  @return 1; 0 when it would not pay, or there is no memory: nothing was done. */
int sl__bundle_run(sl__batch *batch, int first, int count, void *buffers[], const sl__group *group);

#endif
