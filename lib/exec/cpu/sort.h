/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A sort of a view, with values or without, on the threads of a worker group, or of all groups.
 *
 * Keys become codes, whose order is that of their bits. The first digit, of 8 bits, cuts all of them into ranges: the
 * digits of blocks are counted, it follows where each block's codes of a digit go, and the blocks move them there, in
 * order. Then a thread has a range at a time, which mostly fits into its cache, and sorts it by the other digits, from
 * the last one on, or by cutting it once more. A range that is too much for one thread is cut by all. Whatever is moved
 * keeps its order, so the sort is stable, and its result has nothing to do with blocks and threads. */
#ifndef STARLOOP_LIB_EXEC_CPU_SORT_H
#define STARLOOP_LIB_EXEC_CPU_SORT_H

#include "exec/cpu/loop.h"

/** Cuts a sort into units: one where a thread is to sort alone. @param[in] args, streams  not looked at */
void sl__sort_cut(const sl__task *task, const void *args, unsigned streams, sl__cut *cut);

/** Runs a sort. @param[in] buffers  not looked at  @return 0 without memory. */
int sl__sort_run(sl__loop_exec *r, void *buffers[]);

#endif
