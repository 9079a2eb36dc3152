/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/fused.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/position.h"
#include "base/progress.h"
#include "data/split.h"
#include "machine/machine.h"
#include "task/cores.h"
#include "task/epoch.h"
#include "task/measured.h"
#include "task/place.h"
#include "task/recording.h"
#include "task/seconds.h"
#include "trace/trace.h"

_Atomic int64_t sl__fused_queued;

static double fused_cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    const sl__task *task = starpu_task->cl_arg;
    const sl__fused *fused = task->arg;
    (void)arch, (void)implementation;
    return 1e6 * fused->seconds;
}

static uint32_t fused_footprint(struct starpu_task *starpu_task)
{
    const sl__task *task = starpu_task->cl_arg;
    return task->footprint;
}

static struct starpu_perfmodel model = {.type = STARPU_PER_ARCH,
                                        .symbol = "starloop_fused",
                                        .arch_cost_function = fused_cost,
                                        .footprint = fused_footprint};
static struct starpu_codelet codelet;

void sl__fused_init(void)
{
    starpu_codelet_init(&codelet);
    codelet.where = STARPU_CPU;
    codelet.cpu_funcs[0] = sl__task_functions.fused;
    codelet.nbuffers = STARPU_VARIABLE_NBUFFERS;
    codelet.name = "sl_fused";
    codelet.model = &model;
}

/* ---- making it ----------------------------------------------------------------------------------------- */

void sl__fused_release(sl__fused *fused)
{
    if (fused == NULL || atomic_fetch_sub(&fused->references, 1) > 1)
        return;
    for (int i = 0; i < fused->loops.count; i++)
        sl__recording_free_call(fused->loops.task[i]);
    free(fused);
}

void sl__fused_forget(sl__fusing *fusing)
{
    sl__fused_release(fusing->fused);
    fusing->fused = NULL;
}

/* Whether two calls use a view that one of them writes. */
static int have_written_view(const sl__task *one, const sl__task *other)
{
    for (int v = 0; v < one->views; v++) {
        const int w = sl__task_find_view(other->view, other->views, one->view[v].view);
        if (w >= 0 && ((one->view[v].access | other->view[w].access) & SL_WRITE))
            return 1;
    }
    return 0;
}

/* Whether calls are such as can be one task, and may well share the threads: of each two in a row half have nothing to
 * do with each other at least. */
static int may_fuse(sl__task *const call[], int count)
{
    int apart = 0;
    for (int i = 0; i < count; i++) {
        if (!sl__batch_takes_on(call[i], SL__ON_CPU) || sl__task_may_fail(call[i]) || call[i]->kernel->bounds_checked)
            return 0;
        apart += i > 0 && !have_written_view(call[i - 1], call[i]);
    }
    return 2 * apart >= count - 1;
}

static sl__fused *fused_make(sl__task *const call[], int count)
{
    sl__fused *fused = calloc(1, sizeof *fused);
    if (fused == NULL)
        return NULL;
    atomic_init(&fused->references, 1);
    fused->loops.where = SL__ON_CPU;
    for (int i = 0; i < count; i++) {
        sl__task *copy = sl__recording_copy_call(call[i]);
        if (copy == NULL) {
            sl__fused_release(fused);
            return NULL;
        }
        sl__batch_describe(&fused->loops, copy);
    }
    return fused;
}

/* Finds it, or makes it. @return NULL where it is not to be */
static sl__fused *fused_of(sl__fusing *fusing, sl__task *const call[], int count)
{
    if (fusing->at > 0) {
        fusing->at--;
        return NULL;
    }
    if (fusing->fused != NULL && atomic_load_explicit(&fusing->fused->not_shared, memory_order_relaxed)) {
        sl__fused_forget(fusing);
        fusing->at = (int64_t)SL__FUSED_AGAIN << 4 * (fusing->not_shared < 8 ? fusing->not_shared++ : 8);
        return NULL;
    }
    if (fusing->fused != NULL)
        return fusing->fused;
    if (fusing->made >= SL__FUSED_MADE || !may_fuse(call, count)) {
        fusing->at = INT64_MAX;
        return NULL;
    }
    fusing->made += fusing->not_shared == 0;
    fusing->fused = fused_make(call, count);
    return fusing->fused;
}

/* ---- queuing it ---------------------------------------------------------------------------------------- */

/* All but the uses, and its policy. */
static void fill_in_fused(sl__fused *fused, sl__task *task)
{
    task->views = fused->loops.views;
    task->where = SL__SIDE_CPU;
    task->placed = 1;
    task->windows = NULL;
    task->footprint = fused->loops.task[0]->footprint;
    task->function = NULL;
    task->renamed = 0;
    task->arg = fused;
    task->at = (sl__at){.call = fused->loops.task[0]->at.call, .run = sl__position_keep(sl__position)};
    sl__task_set_label(task, fused->loops.task[0]->label);
}

static sl__task *fused_task(sl__fused *fused)
{
    sl__task *task = sl__task_take();
    if (task == NULL)
        return NULL;
    const size_t bytes = (size_t)fused->loops.views * sizeof *task->many;
    task->many = malloc(bytes);
    if (task->many == NULL) {
        sl__task_drop(task);
        return NULL;
    }
    memcpy(task->many, fused->loops.view, bytes);
    sl__task_set_policy(task, fused->loops.task[0]->policy);
    fill_in_fused(fused, task);
    return task;
}

static void expect(sl__fused *fused, sl__task *const call[], int count)
{
    double seconds = 0;
    for (int i = 0; i < count; i++)
        seconds += sl__place_seconds(call[i], SL__ON_CPU);
    fused->seconds = seconds;
}

/* Whether bundles can run at all: on one group of several cores, with nobody who looks at loops. */
static int can_fuse(int count, int where)
{
    const sl__group *group = sl__machine_groups() == 1 ? sl__machine_group(0) : NULL;
    return count > 1 && where == SL__SIDE_CPU && group != NULL && (group->size > 1 || sl__cpu_threads_override > 1) &&
           sl__env_int(SL__ENV_CHAIN) && !sl__watched() && !sl__split_active;
}

int sl__fused_queue(sl__fusing *fusing, sl__task *const call[], int count, int where)
{
    sl__fused *fused = can_fuse(count, where) ? fused_of(fusing, call, count) : NULL;
    sl__task *task = fused != NULL ? fused_task(fused) : NULL;
    if (task == NULL)
        return 0;
    if (fused->runs++ % SL__FUSED_EXPECT == 0)
        expect(fused, call, count);
    sl__progress_expect(fused->seconds);
    atomic_fetch_add_explicit(&fused->references, 1, memory_order_relaxed);
    if (sl__task_to_starpu(task, &codelet, "sl_region_run") != SL_SUCCESS) {
        sl__fused_release(fused);
        return 0;
    }
    sl__fused_queued++;
    return 1;
}

int sl__fused_fill(sl__fusing *fusing, sl__task *const call[], int count, int where, sl__task *task)
{
    sl__fused *fused = can_fuse(count, where) ? fused_of(fusing, call, count) : NULL;
    if (fused == NULL)
        return 0;
    task->policy = fused->loops.task[0]->policy;
    task->many = fused->loops.view;
    fill_in_fused(fused, task);
    return 1;
}
