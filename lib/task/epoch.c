/* SPDX-License-Identifier: BSD-3-Clause */
/* The pool of tasks, and epochs: the tasks between two recorded events, with what these queue. Threads that submit
 * share one lock, held for some tens of nanoseconds; a worker gives a task back without it, so that it never waits for
 * a thread that submits. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/position.h"
#include "base/progress.h"
#include "task/epoch.h"
#include "task/task.h"

enum { SLAB = 64 };
#define EPOCH_OPEN (INT64_MAX / 2) /* in what an open epoch waits for */

typedef struct slab {
    struct slab *next;
    sl__task task[SLAB];
} slab;

_Thread_local const sl__task *sl__task_current;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static slab *slabs;
static sl__task *idle;               /* under the lock */
static _Atomic(sl__task *) returned; /* given back since idle was filled; taken all at once */
static uint64_t numbers;
static int64_t taken; /* tasks of the present epoch */
static sl__epoch *present;
static pthread_mutex_t epochs_lock = PTHREAD_MUTEX_INITIALIZER;
static sl__epoch *epochs; /* those that are not in use */

/* An open epoch, with the reference of the chain. */
static sl__epoch *epoch_new(void)
{
    pthread_mutex_lock(&epochs_lock);
    sl__epoch *epoch = epochs;
    if (epoch != NULL)
        epochs = epoch->next;
    pthread_mutex_unlock(&epochs_lock);
    if (epoch == NULL && (epoch = aligned_alloc(64, (sizeof *epoch + 63) / 64 * 64)) == NULL)
        return NULL;
    atomic_store(&epoch->left, EPOCH_OPEN);
    atomic_store(&epoch->over, 0);
    atomic_store(&epoch->references, 1);
    epoch->next = NULL;
    return epoch;
}

void sl__epoch_release(sl__epoch *epoch)
{
    if (epoch == NULL || atomic_fetch_sub(&epoch->references, 1) != 1)
        return;
    pthread_mutex_lock(&epochs_lock);
    epoch->next = epochs;
    epochs = epoch;
    pthread_mutex_unlock(&epochs_lock);
}

/* Takes n from what an epoch waits for. One change brings it to 0, and only the thread that made it may look at the
 * epoch again, which may be a new one meanwhile. The epoch after it waits for that. */
static void epoch_take(sl__epoch *epoch, int64_t n)
{
    while (epoch != NULL && atomic_fetch_sub(&epoch->left, n) == n) {
        sl__epoch *next = epoch->next;
        atomic_store(&epoch->over, 1);
        sl__epoch_release(epoch); /* the chain's */
        epoch = next;
        n = 1;
    }
}

sl__epoch *sl__epoch_close(void)
{
    sl__epoch *fresh = epoch_new();
    if (fresh == NULL)
        return NULL;
    pthread_mutex_lock(&lock);
    sl__epoch *closed = present;
    atomic_fetch_add(&closed->references, 1);
    closed->next = fresh;
    closed->end = numbers;
    present = fresh;
    int64_t all = taken + 1; /* its tasks, and the epoch before it */
    taken = 0;
    pthread_mutex_unlock(&lock);
    epoch_take(closed, EPOCH_OPEN - all);
    sl__progress_wake(); /* another thread may have closed and waited for the next one meanwhile */
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

/* Called with the lock held. What a task queues belongs to its epoch, which waits for that task, so is not over; that
 * may be closed. */
static void join_epoch(sl__task *task)
{
    const sl__task *by = sl__task_current;
    task->number = numbers++;
    task->root = by != NULL ? by->root : task->number;
    task->epoch = by != NULL ? by->epoch : present;
    if (task->epoch == present)
        taken++;
    else
        atomic_fetch_add(&task->epoch->left, 1);
}

sl__task *sl__task_take(void)
{
    pthread_mutex_lock(&lock);
    if (idle == NULL)
        idle = atomic_exchange_explicit(&returned, NULL, memory_order_acquire);
    if (idle == NULL && !pool_grow()) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    sl__task *task = idle;
    idle = task->next;
    join_epoch(task);
    if (idle != NULL)
        sl__task_prefetch(idle, 1); /* for the next call */
    pthread_mutex_unlock(&lock);
    sl__task_reset(task);
    return task;
}

void sl__task_reset(sl__task *task)
{
    task->part = task->parts = task->tool_notified = 0;
    task->stands_for = NULL;
    task->whole = NULL;
    task->carried = task->carries = NULL;
    task->views = 0;
    task->many = NULL;
    task->kernel = NULL;
    task->policy = &sl__policy_default;
    task->at = (sl__at){.call = sl__position};
    task->recorded = 0;
    task->state = NULL;
    task->scalars = task->small;
    task->fault.kind_ = task->fault.taken_ = 0;
    task->waited = 0;
    task->failure = NULL;
    task->windows = NULL;
    task->footprint = 0;
    task->placed = 0;
    task->copied = 0;
    task->renamed = 0;
    task->publishes = 0;
    atomic_store_explicit(&task->done, 0, memory_order_relaxed);
    atomic_store_explicit(&task->phase, SL__TASK_QUEUED, memory_order_relaxed);
}

uint64_t sl__task_number(void)
{
    pthread_mutex_lock(&lock);
    uint64_t number = numbers++;
    pthread_mutex_unlock(&lock);
    return number;
}

/* The uses of a host task that has many are not with its task, where whoever looks at all may look at any time. */
static void give_many(sl__task *task)
{
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&task->busy, 0, memory_order_relaxed);
    free(task->many);
    task->many = NULL;
    pthread_mutex_unlock(&lock);
}

static uint64_t next_number(void)
{
    pthread_mutex_lock(&lock);
    uint64_t number = numbers;
    pthread_mutex_unlock(&lock);
    return number;
}

void sl__task_give(sl__task *task)
{
    sl__epoch *epoch = task->epoch;
    if (task->many != NULL)
        give_many(task);
    atomic_store_explicit(&task->busy, 0, memory_order_relaxed);
    sl__task_free_room(task);
    if (task->windows != NULL)
        sl__windows_release(task->windows);
    task->next = atomic_load_explicit(&returned, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&returned, &task->next, task, memory_order_release,
                                                  memory_order_relaxed))
        ;
    epoch_take(epoch, 1);
}

void sl__task_drop(sl__task *task)
{
    sl__task_give(task);
    sl__progress_wake();
}

static int by_number(const void *a, const void *b)
{
    const sl__task *left = *(sl__task *const *)a, *right = *(sl__task *const *)b;
    return left->number < right->number ? -1 : left->number > right->number;
}

/* Called with the lock held: of so many tasks at most. @return how many are queued. */
static size_t list_queued(sl__task *tasks[], size_t most)
{
    size_t count = 0;
    for (slab *s = slabs; s != NULL; s = s->next)
        for (int i = 0; i < SLAB; i++)
            if (sl__task_is_queued(&s->task[i])) {
                if (count < most)
                    tasks[count] = &s->task[i];
                count++;
            }
    return count;
}

void sl__tasks_look(void (*look)(sl__task *const tasks[], size_t count, void *arg), void *arg)
{
    pthread_mutex_lock(&lock);
    size_t most = list_queued(NULL, 0), count = 0;
    sl__task **tasks = most > 0 ? malloc(most * sizeof(sl__task *)) : NULL;
    if (tasks != NULL) {
        count = list_queued(tasks, most); /* no more are queued that were not counted but by who has filled them in */
        count = count < most ? count : most;
        qsort(tasks, count, sizeof(sl__task *), by_number);
        look(tasks, count, arg);
    }
    pthread_mutex_unlock(&lock);
    free(tasks);
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
    present = epoch_new();
    if (present == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: expected %zu bytes for the queue, got none", sizeof(sl__epoch));
    atomic_fetch_sub(&present->left, 1); /* there is none before it */
    taken = 0;
    sl__progress_set_namer(name_first);
    sl__failure_set_numbers(next_number);
    return SL_SUCCESS;
}

void sl__task_fini(void)
{
    sl__progress_set_namer(NULL);
    sl__failure_set_numbers(NULL);
    pthread_mutex_lock(&lock);
    while (slabs != NULL) {
        slab *next = slabs->next;
        free(slabs);
        slabs = next;
    }
    idle = NULL;
    atomic_store(&returned, NULL);
    sl__epoch_release(present);
    present = NULL;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&epochs_lock);
    while (epochs != NULL) { /* events that outlive this keep theirs */
        sl__epoch *next = epochs->next;
        free(epochs);
        epochs = next;
    }
    pthread_mutex_unlock(&epochs_lock);
}
