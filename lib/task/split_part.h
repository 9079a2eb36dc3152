/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The beginning and the end of a part. */
#ifndef STARLOOP_LIB_TASK_SPLIT_PART_H
#define STARLOOP_LIB_TASK_SPLIT_PART_H

#include "data/edges.h"
#include "task/split.h"

/** Codelets of parts, of those that need the whole view around them, and of the task behind them. */
extern struct starpu_codelet sl__part_codelet, sl__part_in_main_codelet, sl__combine_codelet;
/** Before the first call, after sl__task_set_functions(). */
void sl__part_init(void);

/** How StarPU is told of a use. */
enum starpu_data_access_mode sl__part_mode(const sl__part_use *use);

/** What a part's task begins with. @param[in] part  the argument of the StarPU task
 *  @return NULL: it is to run; otherwise it has ended when sl__part_end() has got this. */
sl__failure *sl__part_begin(sl__part *part);

/** A piece of a part, along one dimension of the space, in places. */
typedef struct sl__part_piece {
    int axis;
    sl_index first, end;
} sl__part_piece;

/** Fills in a task that stands for a part, and for each of its views what a kernel is to be told: as if the whole view
 *  were here.
 *  @param[in] piece  it stands for this piece of it; NULL: for all
 *  @param[out] views  [views of the task]
 *  @param[out] pointers  [views of the task] to them */
void sl__part_stand_in(const sl__part *part, const sl__part_piece *piece, void *const buffers[], sl__task *task,
                       struct sl__interface views[], void *pointers[]);

/** The copy that a part's task makes of an edge: beside its own part before the body runs, or out of it behind that.
 *  @param[in] u  which use  @param[in] pointers  as above  @param[in] saves  1: behind it
 *  @param[out] copy  on the memory node of the task  @return 0: the use has none. */
int sl__part_edge(const sl__part *part, int u, void *const buffers[], void *const pointers[], int saves,
                  sl__edge_copy *copy);

/** What the body of a part recorded, of a task that stands in for it: the failure of the first one of its call. Only
 *  that one is made, and logged. @param[in] make  does so  @return a reference */
sl__failure *sl__part_fault(const sl__task *task, int kind, sl__failure *(*make)(const sl__task *task, int kind));

/** What the part writes is there, or poisoned, for whoever comes behind. @param[in] failure  NULL: it is there */
void sl__part_mark(const sl__part *part, sl__failure *failure);

/** Whether it writes a view that is whole. */
int sl__part_writes_whole(const sl__part *part);

/** @return how long it is expected to take on a device, in seconds. */
double sl__part_device_seconds(const sl__part *part);

/** Ends a part, which is marked then. @param[in] failure  a reference that is taken over; NULL  @param[in] own  as in
 * sl__task_end() */
void sl__part_end(sl__part *part, sl__failure *failure, int own);

/** A part of those that one task has launched has ended, and is marked. */
void sl__part_over(sl__part *part, sl__failure *failure, int own);
/** All of them have failed. @param[in] failure, own  as above */
void sl__parts_end(sl__split_loop *call, sl__failure *failure, int own);

/** What the task behind the parts begins with.
 *  @param[out] targets  [views of the task] those of its buffers, struct sl__interface each; of other views NULL */
void sl__combine_begin(const sl__split_loop *call, void *buffers[], void *targets[]);

/** Why the call has no results, when its parts have ended. @return NULL: it has; or a reference
 *  @param[out] own  as above */
sl__failure *sl__split_loop_failure(const sl__split_loop *call, int *own);

/** @return where the result of an argument goes. @param[in] targets  as below */
void *sl__split_loop_target(const sl__split_loop *call, int i, void *const targets[]);

/** The views that results go to are there, for whoever comes behind. */
void sl__split_loop_mark(const sl__split_loop *call);

/** One of a call's StarPU tasks has ended. @param[in] failure, own  as above
 *  @param[in] targets  of the last one, [views of the task] struct sl__interface each: where to store what goes to
 *                         views; NULL of those that are no targets */
void sl__split_loop_leave(sl__split_loop *call, sl__failure *failure, int own, void *targets[]);

#endif
