/* SPDX-License-Identifier: BSD-3-Clause */
/* The pool of tasks, and epochs: the tasks between two recorded events. One lock guards both, and is held for some
 * tens of nanoseconds. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/progress.h"
#include "loop/task.h"

enum { SLAB = 64 };

typedef struct slab {
    struct slab *next;
    sl__task task[SLAB];
} slab;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static slab *slabs;
static sl__task *idle;
static uint64_t numbers;
static sl__epoch *present;

static sl__epoch *epoch_new(int64_t pending)
{
    sl__epoch *epoch = calloc(1, sizeof *epoch);
    if (epoch == NULL)
        return NULL;
    atomic_store(&epoch->pending, pending);
    atomic_store(&epoch->references, 1);
    return epoch;
}

void sl__epoch_release(sl__epoch *epoch)
{
    if (epoch != NULL && atomic_fetch_sub(&epoch->references, 1) == 1)
        free(epoch);
}

/* One thing less that the epoch waits for; an epoch that is done lets go of the one after it. */
static void epoch_leave(sl__epoch *epoch)
{
    while (epoch != NULL && atomic_fetch_sub(&epoch->pending, 1) == 1) {
        sl__epoch *next = epoch->next;
        sl__epoch_release(epoch); /* the present one is never done: this is the reference of the chain */
        epoch = next;
    }
}

sl__epoch *sl__epoch_close(void)
{
    sl__epoch *fresh = epoch_new(2);
    if (fresh == NULL)
        return NULL;
    pthread_mutex_lock(&lock);
    sl__epoch *closed = present;
    atomic_fetch_add(&closed->references, 1);
    closed->next = fresh;
    present = fresh;
    pthread_mutex_unlock(&lock);
    epoch_leave(closed);
    return closed;
}

/* Called with the lock held. */
static int pool_grow(void)
{
    slab *fresh = aligned_alloc(64, (sizeof *fresh + 63) / 64 * 64);
    if (fresh == NULL)
        return 0;
    memset(fresh, 0, sizeof *fresh);
    fresh->next = slabs;
    slabs = fresh;
    for (int i = 0; i < SLAB; i++) {
        fresh->task[i].next = idle;
        idle = &fresh->task[i];
    }
    return 1;
}

sl__task *sl__task_take(void)
{
    pthread_mutex_lock(&lock);
    if (idle == NULL && !pool_grow()) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    sl__task *task = idle;
    idle = task->next;
    task->number = numbers++;
    task->epoch = present;
    atomic_fetch_add_explicit(&present->pending, 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    task->views = 0;
    task->many = NULL;
    task->kernel = NULL;
    task->state = NULL;
    task->scalars = task->small;
    task->fault.kind_ = task->fault.taken_ = 0;
    task->waited = 0;
    task->failure = NULL;
    task->footprint = 0;
    atomic_store_explicit(&task->done, 0, memory_order_relaxed);
    atomic_store_explicit(&task->phase, SL__TASK_QUEUED, memory_order_relaxed);
    return task;
}

void sl__task_give(sl__task *task)
{
    sl__epoch *epoch = task->epoch;
    atomic_store_explicit(&task->busy, 0, memory_order_relaxed);
    if (task->scalars != task->small)
        free(task->scalars);
    free(task->many);
    pthread_mutex_lock(&lock);
    task->next = idle;
    idle = task;
    pthread_mutex_unlock(&lock);
    epoch_leave(epoch);
}

/* Names the oldest queued task, for the message about a stall. */
static void name_first(char *text, size_t size)
{
    const sl__task *first = NULL;
    pthread_mutex_lock(&lock);
    for (const slab *s = slabs; s != NULL; s = s->next)
        for (int i = 0; i < SLAB; i++)
            if (atomic_load(&s->task[i].busy) && (first == NULL || s->task[i].number < first->number))
                first = &s->task[i];
    if (first != NULL)
        snprintf(text, size, "%s", first->label);
    else
        snprintf(text, size, "a task that is not Starloop's");
    pthread_mutex_unlock(&lock);
}

sl_status sl__task_init(void)
{
    if (present == NULL)
        present = epoch_new(1);
    if (present == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: expected %zu bytes for the queue, got none", sizeof(sl__epoch));
    sl__progress_set_namer(name_first);
    return SL_SUCCESS;
}

void sl__task_fini(void)
{
    sl__progress_set_namer(NULL);
    pthread_mutex_lock(&lock);
    while (slabs != NULL) {
        slab *next = slabs->next;
        free(slabs);
        slabs = next;
    }
    idle = NULL;
    sl__epoch_release(present);
    present = NULL;
    pthread_mutex_unlock(&lock);
}
