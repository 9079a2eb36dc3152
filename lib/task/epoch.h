/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The life of tasks: taken, given back, counted in epochs for sl_wait(). */
#ifndef STARLOOP_LIB_TASK_EPOCH_H
#define STARLOOP_LIB_TASK_EPOCH_H

#include "task/task.h"

/** Gives a reference back. */
void sl__epoch_release(sl__epoch *epoch);

/** Closes the present epoch: it stands for everything that was submitted. @return it, with a reference; NULL without
 *  memory. */
sl__epoch *sl__epoch_close(void);

/** Takes a task from the pool, counted in the present epoch; where a task queues it, in that one's: who waits for a
 * task waits for what it queues. @return NULL without memory. */
sl__task *sl__task_take(void);

/** Empties a task, as sl__task_take() does: for one that is not from the pool. */
void sl__task_reset(sl__task *task);

/** @return a number in the order of submission, for a task that is not from the pool. */
uint64_t sl__task_number(void);

/** Gives back a task that is done, in its worker, before sl__progress_finished(), which wakes who waits for the epoch.
 *  */
void sl__task_give(sl__task *task);

/** The same anywhere else, or of a task that was not submitted: wakes them itself. */
void sl__task_drop(sl__task *task);

/** Shows all queued tasks, by their numbers. A task may end meanwhile; its place is not used again before @p look has
 *  returned. Calls nothing without memory, or where there is none. */
void sl__tasks_look(void (*look)(sl__task *const tasks[], size_t count, void *arg), void *arg);

/** The pool's and the epochs' beginning and end. */
sl_status sl__task_init(void);
void sl__task_fini(void);

#endif
