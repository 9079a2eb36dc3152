/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Failures of tasks, and the list of those that no wait has reported. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/failure.h"
#include "base/log.h"
#include "base/position.h"

/* The program hears of one failure per sl_wait(), so a long list would serve nobody. */
#define MOST_LISTED 256

/* Shared when there is no memory for a failure of its own; never in the list twice, never freed. */
static sl__failure no_memory = {
    .references = 1, .status = SL_ERR_MEMORY, .text = "a task failed, and there is no memory to say how"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl__failure *first, **end = &first;
static int listed;
static uint64_t (*next_number)(void);

void sl__failure_set_numbers(uint64_t (*next)(void))
{
    next_number = next;
}

/* Asked for before the lock is taken, inside of which none is. */
static uint64_t next_task_number(void)
{
    return next_number != NULL ? next_number() : 0;
}

sl__failure *sl__failure_make(sl__at at, sl_status status, const char *file, int line, const char *format, ...)
{
    sl__failure *failure = malloc(sizeof *failure);
    va_list list;

    if (failure) {
        atomic_init(&failure->references, 1);
        atomic_init(&failure->reported, 0);
        failure->status = status;
        failure->next = NULL;
        failure->reported_at = 0;
        va_start(list, format);
        vsnprintf(failure->text, sizeof failure->text, format, list);
        va_end(list);
        sl__position_append(failure->text, sizeof failure->text, at);
    } else {
        failure = &no_memory;
        atomic_store(&failure->reported, 0);
    }
    if (sl__log_enabled(SL_LOG_ERROR))
        sl__log_text(SL_LOG_ERROR, file, line, failure->text);
    return failure;
}

sl__failure *sl__failure_retain(sl__failure *failure)
{
    if (failure && failure != &no_memory)
        atomic_fetch_add_explicit(&failure->references, 1, memory_order_relaxed);
    return failure;
}

void sl__failure_release(sl__failure *failure)
{
    if (failure && failure != &no_memory &&
        atomic_fetch_sub_explicit(&failure->references, 1, memory_order_acq_rel) == 1)
        free(failure);
}

/* Takes the failure out of the list if it is there; the list's reference goes to the caller. */
static int unlink_failure(sl__failure *failure)
{
    for (sl__failure **at = &first; *at; at = &(*at)->next) {
        if (*at == failure) {
            *at = failure->next;
            if (end == &failure->next)
                end = at;
            failure->next = NULL;
            listed--;
            return 1;
        }
    }
    return 0;
}

/* Puts a failure into the list, unless it is there. */
static void list_failure(sl__failure *failure, uint64_t root)
{
    if (failure->next != NULL || end == &failure->next || listed >= MOST_LISTED)
        return;
    sl__failure_retain(failure);
    failure->root = root;
    *end = failure;
    end = &failure->next;
    listed++;
}

void sl__failure_report(sl__failure *failure, uint64_t root)
{
    if (!failure)
        return;
    pthread_mutex_lock(&lock);
    if (!atomic_load(&failure->reported))
        list_failure(failure, root);
    pthread_mutex_unlock(&lock);
}

void sl__failure_report_again(sl__failure *failure, uint64_t number, uint64_t root)
{
    if (!atomic_load(&failure->reported))
        return;
    pthread_mutex_lock(&lock);
    if (number >= failure->reported_at)
        list_failure(failure, root);
    pthread_mutex_unlock(&lock);
}

sl_status sl__failure_raise(sl__failure *failure)
{
    int was_listed;
    sl_status status;

    if (!failure)
        return SL_SUCCESS;
    uint64_t now = next_task_number();
    pthread_mutex_lock(&lock);
    atomic_store(&failure->reported, 1);
    failure->reported_at = now;
    was_listed = unlink_failure(failure);
    pthread_mutex_unlock(&lock);
    status = sl__fail_again(failure->status, failure->text);
    if (was_listed)
        sl__failure_release(failure);
    return status;
}

sl_status sl__failure_take_before(uint64_t root)
{
    sl__failure *taken = NULL, **last = &taken, *next;
    sl_status status = SL_SUCCESS;
    uint64_t now = next_task_number();

    pthread_mutex_lock(&lock);
    for (sl__failure **at = &first; *at;) {
        sl__failure *f = *at;
        if (f->root >= root) {
            at = &f->next;
            continue;
        }
        atomic_store(&f->reported, 1);
        f->reported_at = now;
        *at = f->next;
        if (end == &f->next)
            end = at;
        f->next = NULL;
        *last = f;
        last = &f->next;
        listed--;
    }
    pthread_mutex_unlock(&lock);
    if (taken)
        status = sl__fail_again(taken->status, taken->text);
    for (; taken; taken = next) {
        next = taken->next;
        taken->next = NULL;
        sl__failure_release(taken);
    }
    return status;
}

sl_status sl__failure_take(void)
{
    return sl__failure_take_before(UINT64_MAX);
}
