/* SPDX-License-Identifier: BSD-3-Clause */
/* What StarPU's CPU workers run: tasks, batches of them, parts of loops over split views. */
#include "exec/worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fp.h"
#include "base/progress.h"
#include "base/state.h"
#include "data/interface.h"
#include "exec/cpu/bundle.h"
#include "exec/cpu/chain.h"
#include "exec/cpu/cpu.h"
#include "exec/function.h"
#include "kernel/kinds.h"
#include "machine/machine.h"
#include "task/batch.h"
#include "task/cores.h"
#include "task/epoch.h"
#include "task/fused.h"
#include "task/homes.h"
#include "task/spans.h"
#include "task/split.h"
#include "task/split_joined.h"
#include "task/split_part.h"
#include "task/split_together.h"

enum { FEW_VIEWS = 8 };

/* ---- a task -------------------------------------------------------------------------------------------- */

/* What the thread looks like while a task runs, and what a tool, the trace and the profile are told of it.
 * @param[in] as  by which calls in bodies know where they are; NULL: where this thread is */
static sl__failure *worker_run(sl__task *task, const sl__task *as, void *buffers[], const sl__group *group)
{
    const sl__task *before = sl__task_inside(as);
    const int64_t begin = sl__trace_begin(task);
    sl__failure *failure = task->kernel ? sl__cpu_run(task, buffers, group) : sl__function_run(task, buffers, NULL);
    sl__trace_end(task, SL__ON_CPU, begin);
    sl__task_outside(before);
    return failure;
}

static const sl__group *worker_group(void)
{
    return sl__machine_group_of_worker(starpu_worker_get_id());
}

sl__failure *sl__worker_run_call(sl__task *call, const sl__task *by, void *buffers[], const sl__group *group)
{
    sl__failure *const unread = sl__task_poisoned(call);
    sl__failure *const failure = unread != NULL ? unread : worker_run(call, NULL, buffers, group);
    sl__task_mark_outputs(call, failure);
    if (failure == NULL || call->waited)
        return failure;
    const uint64_t number = by != NULL ? by->number : sl__task_number();
    const uint64_t root = by != NULL ? by->root : sl__task_current != NULL ? sl__task_current->root : number;
    if (unread == NULL)
        sl__failure_report(failure, root);
    else
        sl__failure_report_again(failure, number, root);
    return failure;
}

/* Ends the task here and not in a StarPU callback, which costs more and comes later; StarPU orders what follows by the
 * data all the same. */
static void worker_run_task(void *buffers[], sl__task *task)
{
    if (!sl__task_begin(task))
        return;
    sl__fp_use();
    sl__task_end(task, worker_run(task, task, buffers, worker_group()), 1);
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

/* Loops of a batch, from one on: together, where that pays, else one after another, as a tool is to see them.
 * @param[in,out] no_bundle_before  it is known not to pay as a bundle for those before this one  @return how many */
static int worker_run_some(sl__batch *batch, int i, int *no_bundle_before, void *buffers[], const sl__group *group)
{
    int n;
    if (i >= *no_bundle_before) {
        if (sl__bundle_run(batch, i, &n, 0, buffers, group))
            return n;
        *no_bundle_before = i + n;
    }
    for (n = 0; i + n < batch->count && sl__chain_takes(batch->task[i + n]); n++)
        ;
    if (n > 1 && !sl__tools_on() && sl__chain_run(batch, i, n, buffers, group))
        return n;
    n = n > 1 ? n : 1;
    for (int j = i; j < i + n; j++)
        worker_run_member(batch, j, buffers);
    return n;
}

static void worker_batch_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__batch *batch = arg;
    sl__fp_use();
    for (int i = 0, no_bundle_before = sl__tools_on() ? batch->count : 0; i < batch->count;) {
        sl__trace_batch(1);
        i += worker_run_some(batch, i, &no_bundle_before, buffers, worker_group());
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
static void worker_run_one_by_one(const sl__task *task, const sl__task *by, const sl__batch *loops, void *buffers[],
                                  const sl__group *group)
{
    for (int i = 0; i < loops->count; i++) {
        loops->task[i]->at.run = task->at.run;
        void *own[SL__TASK_VIEWS];
        sl__batch_buffers(loops, i, buffers, own);
        sl__failure_release(sl__worker_run_call(loops->task[i], by, own, group));
    }
}

void sl__worker_run_fused(sl__task *task, const sl__task *by, void *buffers[], const sl__group *group)
{
    sl__fused *fused = task->arg;
    const sl__task *before = sl__task_inside(by);
    const int poisoned = has_poison(&fused->loops);
    int count;
    if (!poisoned && sl__bundle_run(&fused->loops, 0, &count, 1, buffers, group)) {
        sl__task_mark_outputs(task, NULL);
    } else {
        atomic_store_explicit(&fused->not_shared, !poisoned, memory_order_relaxed);
        worker_run_one_by_one(task, by, &fused->loops, buffers, group);
    }
    sl__task_outside(before);
}

static void worker_fused_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__task *task = arg;
    sl__fused *fused = task->arg;
    (void)sl__task_start(task); /* nobody waits for it, who might have given it up */
    sl__fp_use();
    sl__worker_run_fused(task, task, buffers, worker_group());
    sl__task_close(task, NULL, 0);
    sl__fused_release(fused);
}

/* ---- a part -------------------------------------------------------------------------------------------- */

/* Only where a test has CPU workers stand for devices. */
static void worker_copy_edges(const sl__part *part, void *const buffers[], void *const pointers[], int saves)
{
    sl__edge_copy copy;
    for (int u = 0; u < part->uses; u++)
        if (sl__part_edge(part, u, buffers, pointers, saves, &copy))
            memcpy(copy.to, copy.from, copy.bytes);
}

static sl__failure *worker_run_stand_in(sl__part *part, const sl__part_piece *piece, void *buffers[],
                                        struct sl__interface views[])
{
    sl__task task;
    void *pointers[SL__TASK_VIEWS];
    sl__part_stand_in(part, piece, buffers, &task, views, pointers);
    if (!part->call->plan.together) /* or they are there */
        worker_copy_edges(part, buffers, pointers, 0);
    const int has_home = part->call->plan.homes.places > 0; /* beside devices, or where a test has it stand for one */
    const double begin = has_home ? sl__clock_now() : 0;
    for (int i = 0; i < task.kernel->nargs && part->call->plan.joined == SL__JOINED_COPIES; i++)
        if (sl__joins_of(task.kernel->args[i].kind) == SL__JOINS_VALUES)
            sl__split_joined_fill(&task, i, sl__split_joined_copy(part, i));
    sl__failure *const failure = worker_run(&task, part->call->task, pointers, worker_group());
    worker_copy_edges(part, buffers, pointers, 1);
    if (has_home)
        sl__homes_note(&task, starpu_worker_get_id(), sl__clock_now() - begin);
    return failure;
}

static sl__failure *no_memory_for_part(const sl__part *part)
{
    return sl__failure_new(part->call->task->at, SL_ERR_MEMORY, "task \"%s\": expected memory for a part, got none",
                           part->call->task->label);
}

/* What most loops touch needs no memory besides; room for all that they may would be the largest frame of a call. */
static sl__failure *worker_run_part(sl__part *part, const sl__part_piece *piece, void *buffers[])
{
    struct sl__interface few[FEW_VIEWS];
    const int count = part->call->task->views;
    if (count <= FEW_VIEWS)
        return worker_run_stand_in(part, piece, buffers, few);
    struct sl__interface *const views = malloc((size_t)count * sizeof *views);
    if (views == NULL)
        return no_memory_for_part(part);
    sl__failure *const failure = worker_run_stand_in(part, piece, buffers, views);
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
        failure = worker_run_part(part, NULL, buffers);
    sl__part_end(part, failure, own);
}

/* ---- all parts, where a test has workers stand for devices ----------------------------------------------- */

static void own_buffers(const sl__part *part, void *buffers[], void *own[])
{
    for (int u = 0; u < part->uses; u++)
        own[u] = buffers[part->use[u].buffer];
}

/* @return why the part cannot run, or NULL. */
static sl__failure *worker_read_edges(sl__part *part, void *buffers[])
{
    sl__task task;
    void *own[SL__TOGETHER_USES], *pointers[SL__TASK_VIEWS];
    struct sl__interface *const views = malloc((size_t)part->call->task->views * sizeof *views);
    if (views == NULL)
        return no_memory_for_part(part);
    own_buffers(part, buffers, own);
    sl__part_stand_in(part, NULL, own, &task, views, pointers);
    worker_copy_edges(part, own, pointers, 0);
    free(views);
    return NULL;
}

static sl__failure *run_pieces(sl__part *part, void *buffers[])
{
    sl__part_piece piece[SL__PART_PIECES];
    void *own[SL__TOGETHER_USES];
    sl__failure *failure = NULL;
    const int pieces = sl__split_pieces(part, piece);
    own_buffers(part, buffers, own);
    if (pieces == 0)
        failure = worker_run_part(part, NULL, own);
    for (int k = 0; k < pieces && failure == NULL; k++)
        failure = worker_run_part(part, &piece[k], own);
    return failure;
}

/* Edges come before all else, as a body may change what others read. */
static void worker_together_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__split_loop *call = arg;
    sl__progress_started();
    sl__fp_use();
    for (int p = 0; p < call->started; p++) {
        sl__part *part = &call->part[p];
        part->flight = sl__part_begin(part); /* why it does not run */
        if (part->flight == NULL)
            part->flight = worker_read_edges(part, buffers);
    }
    for (int p = 0; p < call->started; p++) {
        sl__part *part = &call->part[p];
        const int runs = part->flight == NULL;
        sl__part_over(part, runs ? run_pieces(part, buffers) : part->flight, runs);
    }
    sl__split_loop_leave(call, NULL, 0, NULL);
}

void sl__worker_init(void)
{
    const struct sl__task_functions functions = {.task = worker_task_run,
                                                 .batch = worker_batch_run,
                                                 .fused = worker_fused_run,
                                                 .part = worker_part_run,
                                                 .together = worker_together_run};
    sl__task_set_functions(&functions);
}
