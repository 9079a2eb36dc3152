/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP */
#endif
#include "task/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "backend/backend.h"
#include "data/host.h"
#include "data/reaper.h"
#include "data/starpu.h"
#include "task/awaited.h"
#include "task/cores.h"
#include "task/epoch.h"
#include "task/publish.h"
#include "task/spans.h"
#include "machine/machine.h"
#include "task/place.h"
#include "task/seconds.h"
#include "machine/lend.h"
#include "task/measured.h"

/* Who wants it spins first: StarPU takes a batch, with the lock held, in less time than a thread needs to fall asleep
 * and to be woken. A program that did so took 2 to 5 us a queued call in place of 0.45. */
static pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static sl__batch *idle;             /* under the lock, like all here */
static sl__batch *pending;          /* what is collected */
static sl__batch *over;             /* launched here and ended, and to be given back by who lets go of the lock */
static _Atomic int collecting;      /* something is, or is about to be; looked at without the lock */
static int ahead[SL__SIDES + 1];    /* batches that were handed over and have not run, or not been launched */
static int most[SL__SIDES];         /* loops of a batch; below 2: nothing is collected */
static _Atomic int in_a_row;        /* loops that the calling thread has launched since the last look */
static _Atomic unsigned host_syncs; /* at results: waits, and views that were opened; counted loosely */
static int only_device;             /* StarPU's number of the only worker that is a device; -1 */
static struct starpu_codelet codelet[SL__SIDES + 1];
static struct starpu_perfmodel model = {.type = STARPU_PER_ARCH, .symbol = "starloop_batch"};

/* StarPU asks what a batch costs, in microseconds. */
static double batch_cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    const sl__batch *batch = starpu_task->cl_arg;
    const int side = sl__place_side(arch);
    double seconds = 0;
    (void)implementation;
    if (batch->where != SL__SIDES)
        return 1e6 * batch->seconds;
    for (int i = 0; i < batch->count; i++)
        seconds += sl__place_seconds(batch->task[i], side);
    return 1e6 * seconds;
}

static uint32_t batch_footprint(struct starpu_task *starpu_task)
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
    most[SL__ON_DEVICE] = sl__device_workers() == 0 ? 0 : limit;
    most[SL__ON_CPU] = sl__machine_groups() == 1 ? limit : 0;
    only_device = sl__device_only_worker();
    memset(ahead, 0, sizeof ahead);
    atomic_store_explicit(&in_a_row, 0, memory_order_relaxed);
    model.arch_cost_function = batch_cost;
    model.footprint = batch_footprint;
    make_codelet(&codelet[SL__ON_CPU]);
    make_codelet(&codelet[SL__ON_DEVICE]);
    make_codelet(&codelet[SL__SIDES]);
    sl__task_batch_codelet(&codelet[SL__ON_CPU]);
    sl__task_batch_codelet(&codelet[SL__SIDES]);
    sl__device_batch_codelet(&codelet[SL__ON_DEVICE]);
    sl__device_batch_codelet(&codelet[SL__SIDES]);
}

void sl__batch_fini(void)
{
    while (idle != NULL) {
        sl__batch *next = idle->next;
        free(idle);
        idle = next;
    }
}

static int batch_place_of(const sl__task *task)
{
    return task->where == SL__SIDE_DEVICE ? SL__ON_DEVICE : SL__ON_CPU;
}

int sl__batch_takes_on(const sl__task *task, int side)
{
    return most[side] >= 2 && task->kernel != NULL && task->policy->priority == 0 &&
           (side == SL__ON_CPU || !sl__task_awaits_ends(task)); /* the host reads these between launches */
}

int sl__batch_takes(const sl__task *task)
{
    return (task->where == SL__SIDE_DEVICE || task->where == SL__SIDE_CPU) &&
           sl__batch_takes_on(task, batch_place_of(task));
}

/* ---- collecting: with the lock held -------------------------------------------------------------------- */

static int batch_find(const sl__batch *batch, const sl_view *view)
{
    return sl__task_find_view(batch->view, batch->views, view);
}

/* Whether a device can hold the batch's views and the task's at once. */
static int batch_has_room(const sl__batch *batch, const sl__task *task)
{
    size_t bytes[SL__BATCH_VIEWS + SL__TASK_VIEWS];
    int n = 0;
    for (int i = 0; i < batch->views; i++)
        bytes[n++] = batch->view[i].view->span;
    for (int i = 0; i < task->views; i++)
        if (batch_find(batch, task->view[i].view) < 0)
            bytes[n++] = task->view[i].view->span;
    return n <= SL__BATCH_VIEWS && sl__device_fits(bytes, n);
}

static int shares_a_view(const sl__batch *batch, const sl__task *task)
{
    for (int i = 0; i < task->views; i++)
        if (batch_find(batch, task->view[i].view) >= 0)
            return 1;
    return 0;
}

/* How long a batch may be with this task. */
static double longest(const sl__batch *batch, const sl__task *task)
{
    return batch->where == SL__ON_CPU && sl__env_int(SL__ENV_CHAIN) && sl__chain_takes(task) &&
                   shares_a_view(batch, task)
               ? SL__CHAIN_SECONDS
               : SL__BATCH_SECONDS;
}

/* Whether a task may join. With several GPUs, loops that have nothing to do with each other go to different ones. */
static int fits(const sl__batch *batch, const sl__task *task, double seconds)
{
    const int device = batch->where == SL__ON_DEVICE;
    if (batch->where != batch_place_of(task) || sl__task_gpu(batch->task[0]) != sl__task_gpu(task) ||
        batch->count >= most[batch->where] || batch->runs > 0 ||
        (device && batch->count >= SL__FAILING_ON_DEVICE && (batch->may_fail || sl__task_may_fail(task))) ||
        batch->seconds + seconds > longest(batch, task) || batch->views + task->views > SL__BATCH_VIEWS)
        return 0;
    return !device || (batch_has_room(batch, task) && (sl__device_workers() == 1 || shares_a_view(batch, task)));
}

/* Adds one use of a view. A view that the batch writes first needs no contents, whoever reads it then. */
static void add_view(sl__batch *batch, int number, int i, sl__task_view use)
{
    int at = batch_find(batch, use.view);
    if (at < 0) {
        at = batch->views++;
        batch->view[at] = use;
        batch->source[at] = 0;
    } else if (batch->view[at].access != SL_WRITE || batch->view[at].leaves_unwritten) {
        batch->view[at].access = (short)(batch->view[at].access | use.access);
    }
    batch->place[number][i] = (unsigned char)at;
    if (use.access & SL_READ)
        batch->depends[number] |= batch->source[at];
}

void sl__batch_describe(sl__batch *batch, sl__task *task)
{
    int number = batch->count++;
    batch->task[number] = task;
    batch->may_fail |= sl__task_may_fail(task);
    batch->depends[number] = 0;
    batch->flight[number] = NULL;
    batch->failure[number] = NULL;
    for (int i = 0; i < task->views; i++)
        add_view(batch, number, i, task->view[i]);
    for (int i = 0; i < task->views; i++) {
        uint64_t *source = &batch->source[batch->place[number][i]];
        if (task->view[i].access & SL_WRITE)
            *source =
                (sl__task_overwrites(&task->view[i]) ? 0 : *source) | batch->depends[number] | UINT64_C(1) << number;
    }
}

static void batch_join(sl__batch *batch, sl__task *task, double seconds)
{
    const int before = batch->views;
    batch->seconds += seconds;
    sl__batch_describe(batch, task);
    for (int v = before; v < batch->views; v++)
        sl__view_task_queued(batch->view[v].view); /* the batch's own use: StarPU has the handle until all its loops
                                                      have run */
}

/* What a device publishes of a task, if it does. @param[in] number  of a run of a region; 0: it is alone */
static void batch_publish(sl__task *task, int publishes, uint64_t number)
{
    if (publishes)
        sl__publish(task, number != 0 ? number : sl__publish_number());
    else
        sl__publish_nothing(sl__task_views(task), task->views);
}

int sl__batch_lacks_input(const sl__batch *batch, int i, const unsigned char missing[])
{
    const sl__task *task = batch->task[i];
    for (int v = 0; v < task->views; v++)
        if ((task->view[v].access & SL_READ) && missing[batch->place[i][v]])
            return 1;
    return 0;
}

void sl__batch_mark_outputs(const sl__batch *batch, int i, unsigned char missing[], int lacks)
{
    const sl__task *task = batch->task[i];
    for (int v = 0; v < task->views; v++)
        if (lacks ? task->view[v].access & SL_WRITE : sl__task_overwrites(&task->view[v]))
            missing[batch->place[i][v]] = (unsigned char)lacks;
}

static void leave_views(sl__batch *batch)
{
    for (int i = 0; i < batch->views; i++)
        sl__view_task_done(batch->view[i].view);
    sl__progress_wake();
}

static void leave_recordings(sl__batch *batch)
{
    for (int r = 0; r < batch->runs; r++)
        sl__recording_release(batch->run[r].recording);
}

/* StarPU has not taken a batch: its loops fail. */
static void batch_fail(sl__batch *batch, int error)
{
    for (int i = 0; i < batch->count; i++) {
        sl__task *task = batch->task[i];
        sl__failure *failure = sl__task_start(task);
        if (failure == NULL)
            failure = sl__failure_new(task->at, error == ENOMEM ? SL_ERR_MEMORY : SL_ERR_STARPU,
                                      "task \"%s\": expected StarPU to take it, got %s", task->label, strerror(error));
        sl__task_end(task, failure, 1);
    }
    leave_recordings(batch);
    leave_views(batch);
    batch->next = idle;
    idle = batch;
}

/* StarPU ends the program where it has no memory for a task. */
static int batch_to_starpu(struct starpu_task *starpu_task)
{
    return sl__reserve_use(SL__RESERVE_TASK) ? starpu_task_submit(starpu_task) : -ENOMEM;
}

/* Hands a batch to StarPU. @return 0, or why not; it is the caller's again then. */
static int hand_over(sl__batch *batch)
{
    struct starpu_task *starpu_task = batch->starpu;
    sl__task_set_views(starpu_task, batch->view, batch->views);
    starpu_task->cl = &codelet[batch->where];
    starpu_task->cl_arg = batch;
    starpu_task->name = batch->task[0]->label;
    starpu_task->priority = sl__task_priority(batch->task[0]); /* a region's */
    const int gpu = sl__task_gpu(batch->task[0]);
    if (batch->where == SL__ON_DEVICE) /* the only one: the scheduler would take microseconds to find it */
        sl__task_pin(starpu_task, gpu != 0 ? sl__gpu_worker(gpu) : only_device);
    for (int i = 0; i < batch->count && sl__watched(); i++)
        sl__profile_routed(batch->task[i], batch->task[i]->reason);
    ahead[batch->where]++; /* before: from then on the batch may be anyone's */
    int where = batch->where, error = batch_to_starpu(starpu_task);
    sl__lend_back();
    if (error == 0)
        return 0;
    ahead[where]--;
    sl__task_discard(starpu_task);
    return -error;
}

/* Launches what is collected in the calling thread, if a device can take it at once. */
static int launch_in_caller(void)
{
    sl__batch *batch = pending;
    if (batch->where != SL__ON_DEVICE || ahead[SL__ON_DEVICE] > 0 ||
        (batch->runs == 0 && sl__batch_in_a_row() >= SL__IN_A_ROW_MOST))
        return 0;
    const int loops = batch->runs == 0 ? batch->count : 0; /* it may be gone then */
    struct starpu_task *unused = batch->starpu;
    const int how = sl__device_runs_inline(batch);
    if (how == SL__INLINE_NOT)
        return 0;
    sl__task_discard(unused);
    atomic_fetch_add_explicit(&in_a_row, loops, memory_order_relaxed);
    if (how == SL__INLINE_ENDED) {
        batch->next = over;
        over = batch;
    }
    return 1;
}

static void send(void)
{
    if (pending == NULL)
        return;
    int error = launch_in_caller() ? 0 : hand_over(pending);
    if (error != 0)
        batch_fail(pending, error);
    pending = NULL;
}

static void batch_unlock(void)
{
    sl__batch *batch = over;
    over = NULL;
    if (pending == NULL)
        atomic_store_explicit(&collecting, 0, memory_order_release);
    pthread_mutex_unlock(&lock);
    while (batch != NULL) {
        sl__batch *next = batch->next;
        sl__batch_give(batch);
        batch = next;
    }
}

/* Gets what a batch with so many views needs to be handed over, so that a loop that was taken will be.
 * Returns 0 without memory. */
static int prepare(sl__batch *batch, int views)
{
    return views <= STARPU_NMAXBUFS || sl__task_reserve_views(batch->starpu, SL__BATCH_VIEWS);
}

/* A batch with nothing in it and room for so many views; NULL without memory. */
static sl__batch *batch_take(int where, int views)
{
    sl__batch *batch = idle;
    if (batch == NULL && (batch = malloc(sizeof *batch)) == NULL)
        return NULL;
    if (idle != NULL)
        idle = batch->next;
    batch->count = batch->views = batch->runs = batch->may_fail = 0;
    batch->where = where;
    batch->seconds = 0;
    batch->starpu = sl__reserve_ask(SL__RESERVE_TASK) ? starpu_task_create() : NULL;
    if (batch->starpu != NULL && prepare(batch, views))
        return batch;
    sl__task_discard(batch->starpu);
    batch->next = idle;
    idle = batch;
    return NULL;
}

/* Takes the lock to collect something. @return whether nothing may be collected, but goes on alone: the host has a view
 * open, or the program has a handle. */
static int begin_collecting(void)
{
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(&collecting, memory_order_relaxed))
        atomic_store(&collecting, 1); /* before the look at what is open: sl__batch_flush() */
    return sl__data_open_accesses() > 0 || sl__data_exposed() > 0;
}

_Thread_local sl__kernel_state *sl__awaited_last;
_Thread_local double sl__awaited_since;

void sl__batch_host_synced(void)
{
    sl__awaited_host_synced();
    atomic_store_explicit(&in_a_row, 0, memory_order_relaxed);
    atomic_store_explicit(&host_syncs, sl__batch_host_syncs() + 1, memory_order_relaxed);
}

unsigned sl__batch_host_syncs(void)
{
    return atomic_load_explicit(&host_syncs, memory_order_relaxed);
}

int sl__batch_in_a_row(void)
{
    return atomic_load_explicit(&in_a_row, memory_order_relaxed);
}

sl_status sl__batch_add(sl__task *task, const char *function)
{
    int waited = task->waited;
    /* What never ran may be long, and a host access may have to wait for all of the batch. */
    double seconds = sl__place_seconds_or(task, batch_place_of(task), SL__BATCH_SECONDS / 4);
    if (batch_place_of(task) == SL__ON_CPU)
        sl__progress_expect(seconds);
    int alone = begin_collecting();
    if (pending != NULL && (alone || !fits(pending, task, seconds) || !prepare(pending, pending->views + task->views)))
        send();
    if (pending == NULL && (pending = batch_take(batch_place_of(task), task->views)) == NULL) {
        batch_unlock();
        sl__task_drop(task);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a batch of tasks, got none", function);
    }
    sl__task_queued(task, function);
    batch_join(pending, task, seconds);
    batch_publish(task, pending->where == SL__ON_DEVICE, 0);
    if (alone || waited || ahead[pending->where] == 0 || pending->count == most[pending->where])
        send();
    batch_unlock();
    return SL_SUCCESS;
}

/* Whether several tasks may join at once. */
static int fits_all(const sl__batch *batch, sl__task *const task[], int count, double seconds)
{
    size_t bytes[SL__BATCH_VIEWS];
    const sl_view *fresh[SL__BATCH_VIEWS];
    int views = batch->views, more = 0, shared = 0, device = batch->where == SL__ON_DEVICE;
    double longest = device ? SL__BATCH_SECONDS : SL__CHAIN_SECONDS;
    if (batch->where != batch_place_of(task[0]) || sl__task_gpu(batch->task[0]) != sl__task_gpu(task[0]) ||
        batch->count + count > most[batch->where] || (device && (batch->runs == 0 || batch->runs == SL__BATCH_RUNS)) ||
        batch->seconds + seconds > longest)
        return 0;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < task[i]->views; v++) {
            const sl_view *view = task[i]->view[v].view;
            int known = batch_find(batch, view) >= 0;
            shared |= known;
            for (int k = 0; k < more && !known; k++)
                known = fresh[k] == view;
            if (!known && views + more == SL__BATCH_VIEWS)
                return 0;
            if (!known)
                fresh[more++] = view;
        }
    for (int i = 0; i < views + more; i++)
        bytes[i] = i < views ? batch->view[i].view->span : fresh[i - views]->span;
    return (!device || (sl__device_fits(bytes, views + more) && (shared || sl__device_workers() == 1))) &&
           prepare((sl__batch *)(uintptr_t)batch, SL__BATCH_VIEWS);
}

/* Loops of a region on a device join others only where none may fail in its body: devices know failures by 32 bits. */
static int takes_all(sl__task *const task[], int count, double *seconds)
{
    const int place = batch_place_of(task[0]);
    *seconds = 0;
    for (int i = 0; i < count; i++) {
        if (!sl__batch_takes(task[i]) || task[i]->where != task[0]->where ||
            (place == SL__ON_DEVICE && sl__task_may_fail(task[i])))
            return 0;
        *seconds += sl__place_seconds(task[i], place);
    }
    return count <= most[place] && (place == SL__ON_CPU || *seconds <= SL__BATCH_SECONDS);
}

static void join_run(sl__batch *batch, sl__task *const task[], const sl__batch_run *run)
{
    uint64_t number = 0;
    if (run->graphs != NULL && batch->where != SL__ON_CPU) {
        sl__batch_run *added = &batch->run[batch->runs++];
        *added = *run;
        added->first = batch->count;
        number = sl__publish_run(run->graphs, &added->word);
    }
    for (int i = 0; i < run->count; i++) {
        batch_join(batch, task[i], 0);
        batch_publish(task[i], batch->where == SL__ON_DEVICE, number + (uint64_t)i);
    }
}

int sl__batch_add_all(sl__task *const task[], const sl__batch_run *run, const char *function)
{
    const int count = run->count;
    double seconds;
    if (!takes_all(task, count, &seconds))
        return 0;
    const int place = batch_place_of(task[0]);
    if (place == SL__ON_CPU)
        sl__progress_expect(seconds);
    int alone = begin_collecting();
    if (pending != NULL && (alone || !fits_all(pending, task, count, seconds)))
        send();
    if (pending == NULL && (pending = batch_take(place, SL__BATCH_VIEWS)) == NULL) {
        batch_unlock();
        return 0;
    }
    for (int i = 0; i < count; i++)
        sl__task_queued(task[i], function);
    join_run(pending, task, run);
    pending->seconds += seconds;
    if (alone || ahead[place] == 0 || pending->count == most[place])
        send();
    batch_unlock();
    return 1;
}

sl__batch *sl__batch_open(int where)
{
    pthread_mutex_lock(&lock);
    sl__batch *batch = batch_take(where == SL__SIDE_CPU      ? SL__ON_CPU
                                  : where == SL__SIDE_DEVICE ? SL__ON_DEVICE
                                                             : SL__SIDES,
                                  SL__BATCH_VIEWS);
    pthread_mutex_unlock(&lock);
    return batch;
}

void sl__batch_send_all(sl__batch *batch, sl__task *const task[], const sl__batch_run *run, const char *function)
{
    for (int i = 0; i < run->count; i++) {
        sl__task_queued(task[i], function);
        batch->seconds += batch->where == SL__SIDES ? 0 : sl__place_seconds(task[i], batch->where);
    }
    pthread_mutex_lock(&lock);
    send(); /* what was collected comes before */
    join_run(batch, task, run);
    int error = hand_over(batch);
    if (error != 0)
        batch_fail(batch, error);
    batch_unlock();
}

/* Who opens a view counts that first and then calls this; who collects says so first and then looks at the count: one
 * of them sees the other. Where nothing is collected, everything that was is StarPU's, or has failed, and is not just
 * about to. */
void sl__batch_flush(void)
{
    if (!atomic_load(&collecting))
        return;
    pthread_mutex_lock(&lock);
    send();
    batch_unlock();
}

int sl__batch_submit(struct starpu_task *starpu_task, sl__task *task, int publishes)
{
    if (starpu_task->nbuffers < 2 && sl__device_workers() == 0) { /* nothing to come between */
        sl__batch_flush();
        sl__publish_nothing(sl__task_views(task), task->views);
        const int error = batch_to_starpu(starpu_task);
        sl__lend_back();
        return error;
    }
    pthread_mutex_lock(&lock);
    send();
    batch_publish(task, publishes, 0);
    int error = batch_to_starpu(starpu_task);
    sl__lend_back();
    batch_unlock();
    return error;
}

static int enough(const sl__batch *batch)
{
    const int devices = batch->where == SL__ON_DEVICE ? sl__device_workers() : 1;
    return SL__BATCH_ENOUGH * (devices > 1 ? devices : 1);
}

void sl__batch_passed(const sl__batch *batch)
{
    pthread_mutex_lock(&lock);
    ahead[batch->where]--;
    if (pending != NULL && ahead[pending->where] < enough(pending))
        send();
    batch_unlock();
}

void sl__batch_launched(const sl__batch *batch, int i, int by)
{
    const sl__task_view *view = i < batch->count ? batch->task[i]->view : batch->view;
    const int views = i < batch->count ? batch->task[i]->views : batch->views;
    for (int v = 0; v < views; v++)
        atomic_fetch_add(&view[v].view->launched, by);
}

void sl__batch_give(sl__batch *batch)
{
    leave_recordings(batch);
    leave_views(batch);
    pthread_mutex_lock(&lock);
    batch->next = idle;
    idle = batch;
    pthread_mutex_unlock(&lock);
}
