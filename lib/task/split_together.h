/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops all of whose parts one StarPU task launches: on devices, where parts have homes.
 *
 * The task is that of one device's worker, which puts work into the streams of all of them. Its buffers are all parts
 * that the loop uses, each on the memory node of its home, so StarPU orders it and brings the data as ever. What a part
 * reads of its neighbours is copied from their copies, in the order of the streams. So loops that follow each other on
 * several devices need no host between them: tasks of two workers would hand over to each other. */
#ifndef STARLOOP_LIB_TASK_SPLIT_TOGETHER_H
#define STARLOOP_LIB_TASK_SPLIT_TOGETHER_H

#include "task/split_part.h"

/** Tests only: where CPU workers stand for devices (data/split.h) one of them runs all parts; parts of any length that
 * read from afar are in pieces. Set before a call. */
extern int sl__split_together_here;

/** Before the first call, after sl__task_set_functions(). */
void sl__split_together_init(void);

/** The task's codelet, but for the memory nodes of its buffers. */
extern struct starpu_codelet sl__together_codelet;

/** Whether one task can launch all parts of a loop whose homes are known: these have room for them and reach each
 *  other's memory, its body cannot fail, and what it reads whole is small. @param[in] joins  a device joins what it
 * reduces into views */
int sl__split_goes_together(const sl__split_plan *plan, int joins);

/** Finds call->buffer[], and in it those of all parts' uses. @return 0: two homes would need the same one. */
int sl__split_find_buffers(sl__split_loop *call);

/** @return the task, which is not submitted; NULL without memory. */
struct starpu_task *sl__split_make_together(sl__split_loop *call, int priority);

/** Whether a loop writes a view of which it reads rows beside its parts. */
int sl__split_writes_around(const sl__split_plan *plan);

enum {
    SL__PART_PIECES = 3,
    SL__TOGETHER_USES = 3 * SL__TASK_VIEWS /* a part of each view, and the edges of its neighbours */
};

/** The pieces of a part that reads edges from other devices: its inside, which needs none, and the rows before and
 *  behind it. So the inside can run while the edges travel.
 *  @return how many there are; 0: it is better off in one. */
int sl__split_pieces(const sl__part *part, sl__part_piece pieces[]);

/** After the last call. */
void sl__split_together_fini(void);

#endif
