/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Waits of a thread for itself: what it waits for needs, by whatever way, a view that it has open. */
#ifndef STARLOOP_LIB_TASK_STUCK_H
#define STARLOOP_LIB_TASK_STUCK_H

#include "task/task.h"

/** What a thread is about to wait for; zero: all tasks. */
typedef struct sl__awaited {
    const char *function; /**< who waits, for the message */
    const sl_view *view;  /**< only tasks that use it; NULL: all */
    int access;           /**< only those that conflict with this access; 0: all that use the view */
    uint64_t before;      /**< only tasks with smaller numbers; 0: all */
    int64_t room;         /**< until fewer tasks than so many are queued; 0: until none is */
} sl__awaited;

/** Refuses to wait where tasks among these can never run, as long as the calling thread has a view open that they need,
 *  or that others need whose results they need. What may run, but was not seen to, is left to the stall detector.
 *  Costs nothing where the thread has no view open, else a look at all queued tasks.
 *  @return #SL_SUCCESS; #SL_ERR_BUSY, with the names of view and task. */
sl_status sl__stuck_check(const sl__awaited *awaited);

/** The same for a view, as sl__data_hooks wants it. */
sl_status sl__stuck_view(const sl_view *view, int access, const char *function);

#endif
