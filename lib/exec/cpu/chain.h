/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Running the loops of a batch together on the cores of a worker group, part by part. */
#ifndef STARLOOP_LIB_EXEC_CPU_CHAIN_H
#define STARLOOP_LIB_EXEC_CPU_CHAIN_H

#include "task/batch.h"
#include "machine/machine.h"

/** Runs loops of a batch as a chain, one after another as far as their data can tell, and ends them.
 *  @param[in] first, count  which of the batch's: those that sl__chain_takes()
 *  @param[in] buffers       [views of the batch] struct sl__interface each
 *  @return 1; 0 when it would not pay, or there is no memory: nothing was done. */
int sl__chain_run(sl__batch *batch, int first, int count, void *buffers[], const sl__group *group);

#endif
