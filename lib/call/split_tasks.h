/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a call in parts is made of: its parts with their homes, the edges that they read, and their StarPU
 * tasks. With the views held. */
#ifndef STARLOOP_LIB_CALL_SPLIT_TASKS_H
#define STARLOOP_LIB_CALL_SPLIT_TASKS_H

#include "task/split.h"

/** Before the first call. */
void sl__split_tasks_init(void);

/** Whether a part reads edges. They lie beside a part's copy, and so not in main memory. */
int sl__split_reads_edges(const sl__split_plan *plan);

/** Whether the device of the first part may join the results of all of them, where one task launches them: they go to
 *  views, which are mostly read there by what comes next. */
int sl__split_device_joins(const sl__split_plan *plan);

/** Room for the edges that the loop reads, and handles, unless it reads them where they lie. @return 0 without memory.
 */
int sl__split_reserve_edges(sl__split_plan *plan);

/** Saves the edges that the loop reads and that have not been saved since their parts were written. */
sl_status sl__split_save_edges(const sl__split_loop *call, const char *function);

/** What is known of edges behind the loop. */
void sl__split_note_edges(const sl__split_loop *call);

/** Memory for a call, with its parts and what they use. @param[in] parts, uses  that are not empty; of all of them
 *  @return NULL without memory. */
sl__split_loop *sl__split_call_make(sl__task *task, const sl__split_plan *plan, int parts, size_t uses);

/** Makes call->starpu[], the last of which stores what was reduced into views, if there are such.
 *  @return how many tasks there are; 0 without memory. */
int sl__split_tasks_make(sl__split_loop *call);

#endif
