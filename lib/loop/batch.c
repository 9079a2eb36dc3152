/* SPDX-License-Identifier: BSD-3-Clause */
#include "loop/batch.h"

#include <stdlib.h>
#include <string.h>

#include "core/env.h"
#include "core/error.h"
#include "core/progress.h"
#include "device/device.h"
#include "machine/machine.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl__batch *idle;              /* under the lock, like all here */
static _Atomic(sl__batch *) pending; /* what is collected; looked at without the lock */
static int ahead[SL__DEVICES];       /* batches that were handed over and have not begun */
static int most[SL__DEVICES];        /* loops of a batch; below 2: nothing is collected */
static struct starpu_codelet codelet[SL__DEVICES];
static struct starpu_perfmodel model = {.type = STARPU_PER_ARCH, .symbol = "starloop_batch"};

/* StarPU asks what a batch costs, in microseconds. */
static double cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    const sl__batch *batch = starpu_task->cl_arg;
    (void)arch, (void)implementation;
    return 1e6 * batch->seconds;
}

static uint32_t footprint(struct starpu_task *starpu_task)
{
    const sl__batch *batch = starpu_task->cl_arg;
    uint32_t hash = 0;
    for (int i = 0; i < batch->count; i++)
        hash = starpu_hash_crc32c_be(batch->task[i]->footprint, hash);
    return hash;
}

static void make_codelet(struct starpu_codelet *made)
{
    starpu_codelet_init(made);
    made->nbuffers = STARPU_VARIABLE_NBUFFERS;
    made->name = "sl_batch";
    made->model = &model;
}

void sl__batch_init(void)
{
    int64_t wanted = sl__env_int(SL__ENV_BATCH);
    int limit = wanted > SL__BATCH_TASKS ? SL__BATCH_TASKS : (int)wanted;
    most[SL__ON_CUDA] = sl__device_workers() > 0 ? limit : 0;
    most[SL__ON_CPU] = sl__machine_groups() == 1 ? limit : 0;
    memset(ahead, 0, sizeof ahead);
    model.arch_cost_function = cost;
    model.footprint = footprint;
    make_codelet(&codelet[SL__ON_CPU]);
    make_codelet(&codelet[SL__ON_CUDA]);
    sl__task_batch_codelet(&codelet[SL__ON_CPU]);
    sl__device_batch_codelet(&codelet[SL__ON_CUDA]);
}

void sl__batch_fini(void)
{
    while (idle != NULL) {
        sl__batch *next = idle->next;
        free(idle);
        idle = next;
    }
}

static int place_of(const sl__task *task)
{
    return task->where == STARPU_CUDA ? SL__ON_CUDA : SL__ON_CPU;
}

int sl__batch_takes(const sl__task *task)
{
    if (most[place_of(task)] < 2 || (task->where != STARPU_CUDA && task->where != STARPU_CPU) || task->kernel == NULL)
        return 0;
    for (int i = 0; i < task->views; i++)
        if (sl__view_host_state(task->view[i].view) != 0 || sl__view_is_exposed(task->view[i].view))
            return 0;
    return 1;
}

/* ---- collecting: with the lock held -------------------------------------------------------------------- */

static int find(const sl__batch *batch, const sl_view *view)
{
    for (int i = 0; i < batch->views; i++)
        if (batch->view[i].view == view)
            return i;
    return -1;
}

/* Whether a device can hold the batch's views and the task's at once. */
static int has_room(const sl__batch *batch, const sl__task *task)
{
    size_t bytes[SL__BATCH_VIEWS + SL__TASK_VIEWS];
    int n = 0;
    for (int i = 0; i < batch->views; i++)
        bytes[n++] = batch->view[i].view->span;
    for (int i = 0; i < task->views; i++)
        if (find(batch, task->view[i].view) < 0)
            bytes[n++] = task->view[i].view->span;
    return n <= SL__BATCH_VIEWS && sl__device_fits(bytes, n);
}

static int shares_a_view(const sl__batch *batch, const sl__task *task)
{
    for (int i = 0; i < task->views; i++)
        if (find(batch, task->view[i].view) >= 0)
            return 1;
    return 0;
}

/* Whether a task may join. With several GPUs, loops that have nothing to do with each other go to different ones. */
static int fits(const sl__batch *batch, const sl__task *task, double seconds)
{
    if (batch->where != place_of(task) || batch->count == most[batch->where] ||
        batch->seconds + seconds > SL__BATCH_SECONDS || batch->views + task->views > SL__BATCH_VIEWS ||
        batch->task[0]->policy.priority != task->policy.priority)
        return 0;
    return batch->where == SL__ON_CPU ||
           (has_room(batch, task) && (sl__device_workers() == 1 || shares_a_view(batch, task)));
}

/* Adds one use of a view. A view that the batch writes first needs no contents, whoever reads it then. */
static void add_view(sl__batch *batch, int number, int i, sl__task_view use)
{
    int at = find(batch, use.view);
    if (at < 0) {
        at = batch->views++;
        batch->view[at] = use;
        batch->source[at] = 0;
    } else if (batch->view[at].access != SL_WRITE || batch->view[at].keeps) {
        batch->view[at].access = (short)(batch->view[at].access | use.access);
    }
    batch->place[number][i] = (unsigned char)at;
    if (use.access & SL_READ)
        batch->depends[number] |= batch->source[at];
}

static void join(sl__batch *batch, sl__task *task, double seconds)
{
    batch->seconds += seconds;
    int number = batch->count++;
    batch->task[number] = task;
    batch->depends[number] = 0;
    batch->flight[number] = NULL;
    batch->failure[number] = NULL;
    for (int i = 0; i < task->views; i++)
        add_view(batch, number, i, task->view[i]);
    for (int i = 0; i < task->views; i++)
        if (task->view[i].access & SL_WRITE)
            batch->source[batch->place[number][i]] = batch->depends[number] | UINT32_C(1) << number;
}

/* StarPU has not taken a batch: its loops fail. */
static void fail(sl__batch *batch, int error)
{
    for (int i = 0; i < batch->count; i++) {
        sl__task *task = batch->task[i];
        sl__failure *failure = sl__task_start(task);
        if (failure == NULL)
            failure = sl__failure_new(SL_ERR_STARPU, "task \"%s\": expected StarPU to take it, got %s", task->label,
                                      strerror(error));
        sl__task_end(task, failure, 1);
    }
    batch->next = idle;
    idle = batch;
}

static void send(void)
{
    sl__batch *batch = atomic_load_explicit(&pending, memory_order_relaxed);
    if (batch == NULL)
        return;
    struct starpu_task *starpu_task = batch->starpu;
    sl__task_set_views(starpu_task, batch->view, batch->views);
    starpu_task->cl = &codelet[batch->where];
    starpu_task->cl_arg = batch;
    starpu_task->name = batch->task[0]->label;
    starpu_task->priority = sl__task_priority(batch->task[0]);
    ahead[batch->where]++; /* before: from then on the batch may be anyone's */
    int where = batch->where, error = starpu_task_submit(starpu_task);
    atomic_store_explicit(&pending, NULL, memory_order_release); /* not before: see sl__batch_flush() */
    if (error == 0)
        return;
    ahead[where]--;
    sl__task_discard(starpu_task);
    fail(batch, -error);
}

/* Gets what a batch with so many views needs to be handed over, so that a loop that was taken will be.
 * Returns 0 without memory. */
static int prepare(sl__batch *batch, int views)
{
    return views <= STARPU_NMAXBUFS || sl__task_reserve_views(batch->starpu, SL__BATCH_VIEWS);
}

/* A batch that stands open for a first task; NULL without memory. */
static sl__batch *take(const sl__task *task)
{
    sl__batch *batch = idle;
    if (batch == NULL && (batch = malloc(sizeof *batch)) == NULL)
        return NULL;
    if (idle != NULL)
        idle = batch->next;
    batch->count = batch->views = 0;
    batch->where = place_of(task);
    batch->seconds = 0;
    batch->starpu = starpu_task_create();
    if (batch->starpu != NULL && prepare(batch, task->views))
        return batch;
    sl__task_discard(batch->starpu);
    batch->next = idle;
    idle = batch;
    return NULL;
}

sl_status sl__batch_add(sl__task *task, const char *function)
{
    int waited = task->waited;
    /* What never ran may be long, and a host access may have to wait for all of the batch. */
    double seconds = sl__model_share(task, place_of(task), SL__BATCH_SECONDS / 4);
    pthread_mutex_lock(&lock);
    sl__batch *batch = atomic_load_explicit(&pending, memory_order_relaxed);
    if (batch != NULL && (!fits(batch, task, seconds) || !prepare(batch, batch->views + task->views))) {
        send();
        batch = NULL;
    }
    if (batch == NULL && (batch = take(task)) == NULL) {
        pthread_mutex_unlock(&lock);
        sl__task_drop(task);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a batch of tasks, got none", function);
    }
    atomic_store_explicit(&pending, batch, memory_order_relaxed);
    sl__task_queued(task, function);
    join(batch, task, seconds);
    if (ahead[batch->where] == 0 || waited || batch->count == most[batch->where])
        send();
    pthread_mutex_unlock(&lock);
    return SL_SUCCESS;
}

/* Where nothing is pending, everything that was is StarPU's, and not just about to be. */
void sl__batch_flush(void)
{
    if (atomic_load_explicit(&pending, memory_order_acquire) == NULL)
        return;
    pthread_mutex_lock(&lock);
    send();
    pthread_mutex_unlock(&lock);
}

void sl__batch_begun(const sl__batch *batch)
{
    pthread_mutex_lock(&lock);
    ahead[batch->where]--;
    send();
    pthread_mutex_unlock(&lock);
}

void sl__batch_give(sl__batch *batch)
{
    pthread_mutex_lock(&lock);
    batch->next = idle;
    idle = batch;
    pthread_mutex_unlock(&lock);
}
