/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Plain StarPU tasks on views for the tests of lib/data, counted as the loop part counts its own. */
#ifndef STARLOOP_TESTS_VIEWTASK_H
#define STARLOOP_TESTS_VIEWTASK_H

#include <stdatomic.h>
#include <time.h>

#include <starloop/starpu.h>

#include "base/progress.h"
#include "base/state.h"
#include "data/interface.h"
#include "data/reaper.h"
#include "data/view.h"

static _Atomic int viewtask_gate = 1; /* bodies wait until it is not 0 */
static _Atomic int viewtask_runs;

static inline double viewtask_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void viewtask_sleep(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* x = 2 x + 1 for every element of a dense view of doubles. */
static void viewtask_body(void *buffers[], void *arg)
{
    struct sl__interface *itf = buffers[0];
    (void)arg;
    sl__progress_started();
    sl__in_task = 1;
    while (!atomic_load(&viewtask_gate))
        viewtask_sleep(1e-4);
    for (int64_t i = 0; i < itf->count; i++)
        ((double *)itf->ptr)[i] = 2 * ((double *)itf->ptr)[i] + 1;
    atomic_fetch_add(&viewtask_runs, 1);
    sl__in_task = 0;
}

static void viewtask_read(void *buffers[], void *arg)
{
    (void)buffers;
    (void)arg;
    sl__progress_started();
    while (!atomic_load(&viewtask_gate))
        viewtask_sleep(1e-4);
    atomic_fetch_add(&viewtask_runs, 1);
}

static void viewtask_callback(void *arg)
{
    sl__view_task_done(arg);
    sl__progress_finished();
}

static struct starpu_codelet viewtask_writer = {.cpu_funcs = {viewtask_body}, .nbuffers = 1, .modes = {STARPU_RW}};
static struct starpu_codelet viewtask_reader = {.cpu_funcs = {viewtask_read}, .nbuffers = 1, .modes = {STARPU_R}};

/** Queues one task on a view, after @p before unless that is NULL. @return 1 for success. */
__attribute__((unused)) static int viewtask_queue(sl_view *v, struct starpu_codelet *codelet,
                                                  struct starpu_task *before)
{
    struct starpu_task *task = starpu_task_create();
    task->cl = codelet;
    task->handles[0] = v->handle;
    task->callback_func = viewtask_callback;
    task->callback_arg = v;
    if (before)
        starpu_task_declare_deps_array(task, 1, &before);
    sl__view_task_queued(v);
    sl__progress_submitted();
    return starpu_task_submit(task) == 0;
}

#endif
