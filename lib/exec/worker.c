/* SPDX-License-Identifier: BSD-3-Clause */
/* What StarPU's CPU workers run: tasks, batches of them, parts of loops over split views. */
#include "exec/worker.h"

#include <stdlib.h>

#include "machine/crew.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/fp.h"
#include "base/state.h"
#include "data/interface.h"
#include "exec/cpu/bundle.h"
#include "exec/cpu/chain.h"
#include "exec/cpu/cpu.h"
#include "exec/function.h"
#include "machine/machine.h"
#include "task/batch.h"
#include "task/cores.h"
#include "task/fault.h"
#include "task/fused.h"
#include "task/spans.h"
#include "task/split.h"
#include "task/split_part.h"

enum { FEW_VIEWS = 8 };

/* ---- a task -------------------------------------------------------------------------------------------- */

sl__failure *sl__worker_run_kernel(sl__task *task, void *buffers[], const sl__group *group)
{
    sl__times *times = &task->state->times;
    const sl_index points = sl__task_points(task);
    const sl__size_times *size = sl__times_class(times, task->footprint, 0);
    sl__cpu_effort effort = {.use = sl__cpu_use(task)};
    effort.timed = sl__times_due(times, size, SL__ON_CPU) || effort.use.timed;
    const int first = effort.timed && sl__size_is_new(size, SL__BY_ITSELF);
    const double begin = effort.timed ? sl__clock_now() : 0, computed = first ? sl__clock_busy() : 0;
    sl__failure *failure = sl__cpu_run(task, buffers, group, &effort);
    if (failure == NULL)
        failure = sl__task_fault(task);
    if (failure != NULL || !effort.timed)
        return failure;
    if (effort.threads > 1 && sl__crew_woken(group) == 1)
        return NULL; /* the next one finds them awake, or loops come that far apart */
    const double seconds = sl__clock_now() - begin;
    const double work = effort.threads > 1 ? effort.work : first ? sl__clock_busy() - computed : seconds;
    sl__times_note(times, task->footprint, SL__BY_ITSELF, points, seconds, work / effort.threads);
    sl__cores_note(times, effort.threads > 1 ? SL__ALL_CORES : SL__ONE_CORE, points, seconds, work);
    return NULL;
}

static sl__failure *worker_run_kernel(sl__task *task, void *buffers[])
{
    return sl__worker_run_kernel(task, buffers, sl__machine_group_of_worker(starpu_worker_get_id()));
}

/* Ends the task here and not in a StarPU callback, which costs more and comes later; StarPU orders what follows by the
 * data all the same. */
static void worker_run_task(void *buffers[], sl__task *task)
{
    if (!sl__task_begin(task))
        return;
    sl__fp_use();
    const sl__task *before = sl__task_inside(task);
    int64_t begin = sl__trace_begin(task);
    sl__failure *failure = task->kernel ? worker_run_kernel(task, buffers) : sl__function_run(task, buffers, NULL);
    sl__trace_end(task, SL__ON_CPU, begin);
    sl__task_outside(before);
    sl__task_end(task, failure, 1);
}

static void worker_task_run(void *buffers[], void *arg)
{
    SL__RUN();
    worker_run_task(buffers, arg);
}

/* One loop of a batch. It ends before the next begins, so a failure goes along the data as it does between tasks. */
static void worker_run_member(sl__batch *batch, int i, void *buffers[])
{
    void *own[SL__TASK_VIEWS];
    sl__batch_buffers(batch, i, buffers, own);
    worker_run_task(own, batch->task[i]);
}

/* The loops of a batch: together, where that pays, else one after another, as a tool is to see them. */
static void worker_batch_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__batch *batch = arg;
    const sl__group *group = sl__machine_group_of_worker(starpu_worker_get_id());
    sl__fp_use();
    for (int i = 0, n, looked = sl__tools_on() ? batch->count : 0; i < batch->count; i += n) {
        if (i >= looked) {
            if (sl__bundle_run(batch, i, &n, buffers, group))
                continue;
            looked = i + n;
        }
        for (n = 0; i + n < batch->count && sl__chain_takes(batch->task[i + n]); n++)
            ;
        if (n > 1 && !sl__tools_on() && sl__chain_run(batch, i, n, buffers, group))
            continue;
        n = n > 1 ? n : 1;
        sl__trace_batch(1);
        for (int j = i; j < i + n; j++)
            worker_run_member(batch, j, buffers);
        sl__trace_batch(0);
    }
    sl__batch_passed(batch);
    sl__batch_give(batch);
}

/* ---- a piece of a region that is one task ---------------------------------------------------------------- */

static int has_poison(const sl__batch *loops)
{
    for (int v = 0; v < loops->views; v++)
        if (sl__view_is_poisoned(loops->view[v].view))
            return 1;
    return 0;
}

/* Where loops do not run together, or some have nothing to read. */
static void worker_run_one_by_one(const sl__task *task, const sl__batch *loops, void *buffers[])
{
    for (int i = 0; i < loops->count; i++) {
        sl__task *call = loops->task[i];
        call->at.run = task->at.run;
        void *own[SL__TASK_VIEWS];
        sl__batch_buffers(loops, i, buffers, own);
        sl__failure *unread = sl__task_poisoned(call), *failure = unread;
        if (unread == NULL)
            failure = worker_run_kernel(call, own);
        sl__task_mark_outputs(call, failure);
        if (failure != NULL && unread == NULL)
            sl__failure_report(failure, task->root);
        else if (failure != NULL)
            sl__failure_report_again(failure, task->number, task->root);
        sl__failure_release(failure);
    }
}

static void worker_fused_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__task *task = arg;
    sl__fused *fused = task->arg;
    (void)sl__task_start(task); /* nobody waits for it, who might have given it up */
    sl__fp_use();
    const sl__task *before = sl__task_inside(task);
    const int spoilt = has_poison(&fused->loops);
    if (!spoilt && sl__bundle_run_fused(&fused->loops, buffers, sl__machine_group_of_worker(starpu_worker_get_id()))) {
        sl__task_mark_outputs(task, NULL);
    } else {
        atomic_store_explicit(&fused->vain, !spoilt, memory_order_relaxed);
        worker_run_one_by_one(task, &fused->loops, buffers);
    }
    sl__task_outside(before);
    sl__task_close(task, NULL, 0);
    sl__fused_release(fused);
}

/* ---- a part -------------------------------------------------------------------------------------------- */

static sl__failure *worker_run_stand_in(sl__part *part, void *buffers[], struct sl__interface views[])
{
    sl__task task;
    void *pointers[SL__TASK_VIEWS];
    sl__part_stand_in(part, buffers, &task, views, pointers);
    const sl__task *before = sl__task_inside(part->call->task);
    int64_t begin = sl__trace_begin(&task);
    sl__failure *failure = worker_run_kernel(&task, pointers);
    sl__trace_end(&task, SL__ON_CPU, begin);
    sl__task_outside(before);
    return failure;
}

/* What most loops touch needs no memory besides; room for all that they may would be the largest frame of a call. */
static sl__failure *worker_run_part(sl__part *part, void *buffers[])
{
    struct sl__interface few[FEW_VIEWS];
    const int count = part->call->task->views;
    if (count <= FEW_VIEWS)
        return worker_run_stand_in(part, buffers, few);
    struct sl__interface *const views = malloc((size_t)count * sizeof *views);
    if (views == NULL)
        return sl__failure_new(part->call->task->at, SL_ERR_MEMORY, "task \"%s\": expected memory for a part, got none",
                               part->call->task->label);
    sl__failure *const failure = worker_run_stand_in(part, buffers, views);
    free(views);
    return failure;
}

static void worker_part_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__part *part = arg;
    sl__fp_use();
    sl__failure *failure = sl__part_begin(part);
    int own = failure == NULL;
    if (failure == NULL)
        failure = worker_run_part(part, buffers);
    sl__part_end(part, failure, own);
}

void sl__worker_init(void)
{
    const struct sl__task_functions functions = {.task = worker_task_run, .batch = worker_batch_run};
    sl__task_set_functions(&functions);
    sl__fused_init(worker_fused_run);
    sl__part_codelet.cpu_funcs[0] = worker_part_run;
    sl__part_in_main_codelet.cpu_funcs[0] = worker_part_run;
}
