/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a region has recorded: loops and host functions as tasks that are never queued, cut into pieces that run
 *  as one task. */
#ifndef STARLOOP_LIB_TASK_RECORDING_H
#define STARLOOP_LIB_TASK_RECORDING_H

#include "base/error.h"
#include "task/batch.h"
#include "task/fused.h"
#include "task/graphs.h"
#include "task/place.h"

/** Loops that run as one StarPU task, in one place; or one host function. */
typedef struct sl__piece {
    int first, count; /**< its calls */
    int where;        /**< SL__SIDE_CPU, SL__SIDE_DEVICE or both or-ed */
    int views;
    sl__task_view *view; /**< [views] each once, with its first access and whether any call writes it */
    sl__piece_place place;
    sl__graphs graphs;
    sl__fusing fusing;
} sl__piece;

/** What has failed first while a region was recorded, and the words of that error. */
typedef struct sl__record_failure {
    sl_status status; /**< #SL_SUCCESS: nothing */
    char why[SL__ERROR_TEXT - 128];
} sl__record_failure;

struct sl__recording {
    _Atomic int references;
    int calls, room, pieces;
    sl__task **call;            /**< [calls] */
    sl__piece *piece;           /**< [pieces] */
    sl__record_failure failure; /**< by what, while it is made */
    struct {
        char label[SL__VIEW_LABEL]; /**< "": none */
        const char *made_at;
    } lost; /**< the wrapped view, destroyed since, for which it cannot run */
};

/** @return an empty recording, with one reference; NULL without memory. */
sl__recording *sl__recording_new(void);

/** A copy of a call, of what does not change from run to run. @return NULL without memory. */
sl__task *sl__recording_copy_call(const sl__task *call);
void sl__recording_free_call(sl__task *call);

/** Calls are others from now on: forgets the copies of them that pieces keep. With the region's lock. */
void sl__recording_changed(sl__recording *r);

/** Adds a copy of a task, and keeps its views. With the region's lock.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_DESTROYED. */
sl_status sl__recording_add(sl__recording *r, const sl__task *task, const char *function);

/** Gives a task of a host function with many uses those of a call. @return 0 without memory. */
int sl__recording_uses(sl__task *copy, const sl__task *call);

/** Has two views change places in all calls. With the region's lock; they have one shape.
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT where @p view is in no call; #SL_ERR_DESTROYED, #SL_ERR_MEMORY: nothing has
 *  changed. */
sl_status sl__recording_exchange(sl__recording *r, sl_view *view, sl_view *with, const char *function);

/** Lets go of a wrapped view, or of all of them (NULL). With the region's lock. @return whether there was one. */
int sl__recording_unwrap(sl__recording *r, const sl_view *view);
/** Lets go of the views that are left: of a recording that is in no region any more. */
void sl__recording_leave(sl__recording *r);

/** Cuts a recording that is complete.
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, also where views that must be on a GPU do not fit into its memory at once. */
sl_status sl__recording_cut(sl__recording *r);

/** Makes a recording that has another call in one place, and cuts it. With the region's lock.
 *  @param[in]  call  is copied  @param[out] with  also what there is of it after an error; NULL without memory
 *  @return as sl__recording_add() and sl__recording_cut(). */
sl_status sl__recording_with(const sl__recording *r, int number, const sl__task *call, sl__recording **with);

#endif
