/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Counting tasks, and the one primitive with which the library waits for them. */
#ifndef STARLOOP_LIB_BASE_PROGRESS_H
#define STARLOOP_LIB_BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

#include <starloop/status.h>

#include "base/part.h"

/** A task was handed to StarPU. Call it before starpu_task_submit(). */
void sl__progress_submitted(void);

/** Whether the calling thread has submitted so many tasks since this was last so. */
int sl__progress_submitted_many(unsigned many);

/** A task that sl__progress_submitted() counted was refused after all: takes the count back. */
void sl__progress_withdrawn(void);

/** A task's body begins to run. */
void sl__progress_started(void);

/** A task that has started is done, and all that waits may look at is written. */
void sl__progress_finished(void);

/** Something else that a wait may look at has changed. */
void sl__progress_wake(void);

/** A loop has run in the calling thread, uncounted, or a message of the library's own is over. What waits may look at
 * was written before, as atomic_store() does.
 */
SL__PART void sl__progress_passed(void);

/** @return how many there were; less where several threads had some at once. */
int64_t sl__progress_passes(void);

/** @return tasks submitted and not finished. */
SL__PART int64_t sl__progress_pending(void);

/** @return tasks that have begun and not finished, or more. When it is 0, every task that begins later sees what the
 *  caller has written before, if it was written as atomic_store() does. */
int64_t sl__progress_running(void);

/** Whether a wait is over. Called by the waiting thread and, while that sleeps, by threads that call
 *  sl__progress_finished() or sl__progress_wake(), under a lock: it must be quick, read atomically what others
 *  write, and call no function of this file but sl__progress_pending() and sl__progress_running(). */
typedef int (*sl__done_fn)(void *arg);

/** The calling thread has queued what takes about so many seconds on CPUs, all together with what it said before: its
 *  next wait makes use of that. */
void sl__progress_expect(double seconds);

/** Whether there is a core for a thread that waits: neither loops nor workers use it. At first there is none. */
void sl__progress_set_spare(int spare);

/** @return nanoseconds for which a wait polls before it sleeps. @param[in] expected  seconds, at most; 0: not known */
int64_t sl__progress_polls(double expected, int spare);

/** Waits until @p done(@p arg): polls for sl__progress_polls(), then sleeps.
 *  @param[in] function  who waits, for the message: "sl_wait"
 *  @param[in] what      for what: "all tasks", "view \"u\""
 *  @return #SL_SUCCESS; #SL_ERR_STALLED when tasks are queued, none runs, and nothing has happened for
 *  STARLOOP_STALL_SECONDS. #SL_ERR_MPI when nothing moves here and a rank is silent, or none moves:
 *  sl__progress_set_ranks(). */
sl_status sl__progress_wait(sl__done_fn done, void *arg, const char *function, const char *what);

/** Sets a function that waits call: it ends tasks that nobody else ends, at most so many of what it ends at a time, and
 *  returns how many are left. NULL: none. */
void sl__progress_set_poll(int (*function)(int most));

/** Calls it once. */
void sl__progress_poll(void);
/** The same, for one who looks for something else in between. */
void sl__progress_poll_one(void);
/** Calls it until nothing is left. */
void sl__progress_drain(void);

/** There is something for it: has those that sleep call it, and go on doing so while it says that more is left. */
SL__PART void sl__progress_poll_needed(void);

/** Other ranks are watched, NULL: no more. What tasks wait for may come from them: nothing counts as stalled here but
 *  what the host may hold up, and whether all ranks are is asked by the one who watches.
 *  @param[in] alive  returns #SL_SUCCESS, or #SL_ERR_MPI when a rank is silent or all wait for each other, recorded as
 *                    an error of @p function unless that is NULL. Called in any thread that waits */
SL__PART void sl__progress_set_ranks(sl_status (*alive)(const char *function));
/** For that one, in one thread. @param[in] waits  whether a thread waits that is not in sl__progress_wait()
 *  @return whether a thread waits, nothing runs, and nothing has moved since this was called last. */
SL__PART int sl__progress_still(int waits);
/** Writes the name of the first queued task, or that it is not known. */
SL__PART void sl__progress_first(char *text, size_t size);

/** Sets the function that writes the name of the first queued task for that message; NULL for none. */
void sl__progress_set_namer(void (*function)(char *text, size_t size));
/** The same for the names of what the host holds: it writes nothing where that is nothing. */
void sl__progress_set_holders(void (*function)(char *text, size_t size));

#endif
