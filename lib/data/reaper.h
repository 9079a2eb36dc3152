/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The end of views: when the last user reference and the last task have gone, and of those that are given up.
 */
#ifndef STARLOOP_LIB_DATA_REAPER_H
#define STARLOOP_LIB_DATA_REAPER_H

#include "data/view.h"

/** Not 0 where StarPU may not be waited for: in task bodies and in callbacks on StarPU's threads. */
int sl__view_in_starpu(void);

/** Something that kept the view has gone: it goes on the reaper's list if that was the last. */
void sl__view_left(sl_view *v);

/** The last user reference has gone: the view goes on the reaper's list now, or when the last task has finished. */
void sl__view_release(sl_view *v);

/** Unregisters and frees one view that nothing uses. Outside tasks. */
void sl__view_free(sl_view *v);

/** Takes a wrapped view's memory from it though tasks that use it are queued: when their turn comes they do nothing,
 *  and what they would have written is poisoned. Outside tasks; waits for tasks that run. */
void sl__view_give_up(sl_view *v, const char *function);

/** Undoes sl__view_task_queued(): from the task's callback, in any thread, before sl__progress_finished(). May put the
 *  view on the reaper's list; never blocks. */
void sl__view_task_done(sl_view *v);

/** Waits until nothing uses the wrapped views that were destroyed where nothing may wait: though their tasks are done,
 *  who ran these may have to let go yet. @return #SL_SUCCESS; #SL_ERR_STALLED. */
sl_status sl__view_wait_released(const char *function);

/** Unregisters and frees the views on the reaper's list. From outside tasks and callbacks; cheap when there is none. */
void sl__view_reap(void);

/** After starpu_init(), and before starpu_shutdown() when all tasks are done. */
sl_status sl__data_init(void);

void sl__data_fini(void);

#endif
