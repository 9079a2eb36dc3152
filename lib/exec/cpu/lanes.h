/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops that reduce over few iterations, each of which takes long: threads share the lanes of a block.
 *
 * The result is that of whole blocks to the last bit: doc/spec/reductions.md. */
#ifndef STARLOOP_LIB_EXEC_CPU_LANES_H
#define STARLOOP_LIB_EXEC_CPU_LANES_H

#include "exec/cpu/loop.h"

/** Runs the lanes [first, last) of a loop that sl__cut_lanes() has cut.
 *  @param[in,out] box  what all boxes of the thread have in common; from rank 2 on with room for the lanes of a block
 */
void sl__lanes_run(const sl__loop_exec *r, sl_index first, sl_index last, const void *args, struct sl__box *box);

/** When all have run: makes of them the partial results of the blocks, which are the loop's units again. */
void sl__lanes_fold(sl__loop_exec *r);

/** @return blocks of a loop that reduces whose lanes a thread has room for. */
int sl__lanes_room(const sl__task *task);

/** A thread's memory for lanes: 128 KiB of it would not fit the stacks of all threads that call loops.
 *  @return NULL without it, which fails the loop */
char *sl__lanes_memory(const sl__loop_exec *r, size_t bytes);

#endif
