/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Failures of tasks, which surface at a later wait.
 *
 *  A failure is made (and logged) where a task fails, shared by the views that it poisons, and reported to the
 *  program by exactly one wait: that of a poisoned view, or the next sl_wait(); and once more for loops that are
 *  submitted after that, and skipped because of it. */
#ifndef STARLOOP_LIB_BASE_FAILURE_H
#define STARLOOP_LIB_BASE_FAILURE_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/error.h"
#include "base/position.h"

typedef struct sl__failure {
    _Atomic int references;
    _Atomic int reported; /**< a wait has reported it to the program */
    sl_status status;
    uint64_t root;            /**< of the task, in order of submission; under the list's lock */
    uint64_t reported_at;     /**< reported: tasks of lower numbers were submitted before that; likewise */
    struct sl__failure *next; /**< in the list of those that no wait has reported; under its lock */
    char text[SL__ERROR_TEXT];
} sl__failure;

/** Makes a failure with one reference and logs it once. Never NULL: without memory for it, a static one that
 *  says so. `sl__failure_new(task->at, SL_ERR_RAISED, "kernel %s: ...", name)`
 *  @param at  of the program's call that is behind it, for the end of the text */
#define sl__failure_new(at, status, ...) sl__failure_make((at), (status), __FILE__, __LINE__, __VA_ARGS__)
sl__failure *sl__failure_make(sl__at at, sl_status status, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/** Takes one more reference. NULL is allowed. @return @p failure. */
sl__failure *sl__failure_retain(sl__failure *failure);

/** Gives a reference back; the last one frees. NULL is allowed. */
void sl__failure_release(sl__failure *failure);

/** Keeps the failure for the next sl_wait(), with a reference of its own. Any thread; never blocks for long.
 *  Reporting the same failure again does nothing. @param root  by which who waits knows the task that failed, or the
 *  one which has queued it; 0 for what belongs to none */
void sl__failure_report(sl__failure *failure, uint64_t root);

/** Keeps a failure that a wait has reported for the next one, where a task was skipped because of it that was submitted
 *  after that. @param number  of the task that was skipped  @param root  as above */
void sl__failure_report_again(sl__failure *failure, uint64_t number, uint64_t root);

/** Says what gives the number of the next task; NULL: there are none. Not while others report. */
void sl__failure_set_numbers(uint64_t (*next)(void));

/** Tells the calling program of this failure: marks it reported, removes it from those kept for sl_wait(), and
 *  records it as the caller's last error. For the wait of a poisoned view. @return its status. */
sl_status sl__failure_raise(sl__failure *failure);

/** Takes the first failure of a task with a root below @p root that no wait has reported, records it as the
 * caller's last error, and forgets the others of such tasks. @return its status, #SL_SUCCESS when there is none. */
sl_status sl__failure_take_before(uint64_t root);

/** The same of all failures. */
sl_status sl__failure_take(void);

#endif
