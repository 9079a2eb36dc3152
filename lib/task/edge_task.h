/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Tasks that copy an edge out of a part (data/edges.h), where the loop that wrote the part did not. */
#ifndef STARLOOP_LIB_TASK_EDGE_TASK_H
#define STARLOOP_LIB_TASK_EDGE_TASK_H

#include "data/edges.h"

/** An edge to be copied: the argument of such a task, whose buffers are the part and the edge. */
typedef struct sl__edge_save {
    sl__grid *grid;
    int part, stretch;
    sl__at at; /**< where in the program the call of the loop stands that reads it */
} sl__edge_save;

/** Before the first call. A back end adds its function, which makes the copy of sl__edge_save_copy() and ends it. */
extern struct starpu_codelet sl__edge_codelet;

/** Queues such a task, on the worker that is the part's home. With the lock of the view's record.
 *  @param[in] worker  StarPU's number  @param[in] at  where in the program the call stands, for failures
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_STARPU: nothing is queued. */
sl_status sl__edge_save_submit(sl__grid *grid, int part, int stretch, int worker, sl__at at, const char *function);

/** In its task. */
sl__edge_copy sl__edge_save_copy(const sl__edge_save *save, void *const buffers[]);

/** The edge is there, or poisoned, for whoever comes behind. @param[in] failure  as below */
void sl__edge_save_mark(const sl__edge_save *save, sl__failure *failure);

/** Ends it, when it is marked. */
void sl__edge_save_leave(sl__edge_save *save);

/** Both: the edge is poisoned as its part is. @param[in] failure  of the copy, a reference that is taken over; NULL
 */
void sl__edge_save_end(sl__edge_save *save, sl__failure *failure);

#endif
