/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of loops, in workers: their beginning and their end. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/progress.h"
#include "kernel/reduce.h"
#include "kernel/kinds.h"
#include "machine/machine.h"
#include "task/arrows.h"
#include "task/measured.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/spans.h"
#include "task/split.h"
#include "task/split_joined.h"
#include "task/split_loop.h"
#include "task/split_part.h"
#include "task/split_plan.h"
#include "task/split_scan.h"
#include "task/split_worth.h"

/* ---- where parts are ----------------------------------------------------------------------------------- */

static _Atomic int *home(const sl__part *part, const sl__part_use *use)
{
    return &part->call->plan.view[use->slot].grid->part[use->part].home;
}

/* This worker's group has from now on in its caches what the part uses at its own indices: of all views, so that those
 * that are used in turns come together. Halos lie on both sides of a border. */
static void move_in(const sl__part *part)
{
    int worker = starpu_worker_get_id();
    worker = sl__machine_group_of_worker(worker) != NULL ? worker : -1;
    for (int u = 0; u < part->uses; u++)
        if (part->use[u].part >= 0 && part->use[u].own)
            atomic_store_explicit(home(part, &part->use[u]), worker, memory_order_relaxed);
}

/* The worker of the first view that has one, those that are written first. @return -1: none. */
static int home_of(const sl__part *part)
{
    for (int writes = 1; writes >= 0; writes--)
        for (int u = 0; u < part->uses; u++) {
            const sl__part_use *use = &part->use[u];
            int worker = -1;
            if (use->part >= 0 && use->own && use->writes == writes)
                worker = atomic_load_explicit(home(part, use), memory_order_relaxed);
            if (worker >= 0)
                return worker;
        }
    return -1;
}

/* Whether another worker's caches have the part, as far as is known. An architecture is a worker's for StarPU. */
static int is_cached_elsewhere(const sl__part *part, const struct starpu_task *task,
                               const struct starpu_perfmodel_arch *arch)
{
    int worker = home_of(part);
    return sl__machine_group_of_worker(worker) != NULL &&
           starpu_worker_get_perf_archtype(worker, task->sched_ctx) != arch;
}

/* ---- beginning ----------------------------------------------------------------------------------------- */

/* Whoever gives a waiting call up does it before its first part begins, or not at all. */
static sl__failure *given_up(sl__task *task)
{
    int phase = SL__TASK_QUEUED;
    if (!task->waited || atomic_compare_exchange_strong(&task->phase, &phase, SL__TASK_RUNNING) ||
        phase == SL__TASK_RUNNING)
        return NULL;
    return sl__failure_new(task->at, SL_ERR_STALLED, "task \"%s\" was given up: its caller met a stall", task->label);
}

/* The failure of a view, or a part of one, that the part reads, or of a view that nobody may touch. */
static sl__failure *poisoned(const sl__part *part)
{
    const sl__split_loop *call = part->call;
    for (int u = 0; u < part->uses; u++) {
        const sl__part_use *use = &part->use[u];
        const sl_view *view = call->task->view[use->slot].view;
        sl__failure *failure = NULL;
        if (use->part >= 0 && use->reads)
            failure = sl__part_poison(call->plan.view[use->slot].grid, use->part,
                                      call->plan.together ? SL__STRETCH_PART : use->stretch);
        if (failure == NULL && ((use->part < 0 && use->reads) || sl__view_is_gone(view)))
            failure = sl__view_poison(view);
        if (failure != NULL)
            return failure;
    }
    return NULL;
}

sl__failure *sl__part_begin(sl__part *part)
{
    if (!part->call->plan.together)
        sl__progress_started();
    move_in(part);
    sl__failure *failure = given_up(part->call->task);
    if (failure == NULL && part->call->plan.along >= 0) /* of a part before it, which has handed nothing on */
        failure = sl__failure_retain(atomic_load(&part->call->failure));
    return failure != NULL ? failure : poisoned(part);
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* Where the whole view would begin. @param[in] buffer  of a part */
static uintptr_t seen_from(const sl__grid *grid, int part, const struct sl__interface *buffer)
{
    return buffer->ptr - (uintptr_t)grid->part[part].offset * grid->view->elem;
}

void sl__part_stand_in(const sl__part *part, const sl__part_piece *piece, void *const buffers[], sl__task *task,
                       struct sl__interface views[], void *pointers[])
{
    const sl__split_loop *call = part->call;
    sl_index end[SL_MAX_RANK];
    memcpy(task, call->task, offsetof(sl__task, small)); /* what every loop needs; scalars are where they are */
    memcpy(task->label, call->task->label, sizeof task->label);
    sl__split_places(&call->plan, part->number, task->before, end);
    if (piece != NULL) {
        task->before[piece->axis] = piece->first;
        end[piece->axis] = piece->end;
    }
    (void)sl__space_part(&call->task->space, call->plan.places, task->before, end, &task->space);
    task->footprint = sl__kernel_key(task->kernel, task->policy, &task->space);
    task->fault.kind_ = task->fault.taken_ = 0;
    task->waited = 0;
    task->many = NULL;
    task->function = NULL;
    task->number = call->task->number;
    task->part = part->number % call->plan.parts;
    task->parts = call->plan.parts;
    task->tool_notified = 0;
    task->stands_for = part;
    task->whole = &call->task->space;
    for (int q = 0; q < task->space.rank; q++)
        if (sl__space_view(&task->space, q) != NULL) {
            task->lists[q] = call->task->lists[q];
            task->list[q] = call->task->list[q];
            task->list[q].start_ += task->before[q] * task->list[q].step_;
        }
    const int is_head = call->plan.heads && part->number >= call->plan.parts;
    task->partial = is_head ? NULL : call->partial; /* a head leaves none */
    sl__split_scan_aim(part, buffers, task);
    for (int i = 0; i < task->kernel->nargs && call->plan.joined; i++)
        if (sl__joins_of(task->kernel->args[i].kind) != SL__JOINS_NOTHING) {
            const int slot = task->slot[i];
            views[slot] = sl__interface_of_box(task->view[slot].view, task->view[slot].view->n);
            views[slot].ptr = (uintptr_t)sl__split_joined_copy(part, i);
            views[slot].span = task->view[slot].view->span; /* of a layout without strides, too */
            pointers[slot] = &views[slot];
        }
    for (int u = 0; u < part->uses; u++) {
        const sl__part_use *use = &part->use[u];
        const sl_view *view = task->view[use->slot].view;
        const sl__grid *grid = call->plan.view[use->slot].grid;
        struct sl__interface *itf = &views[use->slot];
        if (use->stretch != SL__STRETCH_PART)
            continue;
        *itf = *(const struct sl__interface *)buffers[u];
        pointers[use->slot] = itf;
        if (use->part < 0)
            continue;
        itf->ptr = seen_from(grid, use->part, itf);
        itf->count = view->count;
        itf->span = view->span;
        memcpy(itf->n, view->n, sizeof itf->n);
    }
}

int sl__part_edge(const sl__part *part, int u, void *const buffers[], void *const pointers[], int saves,
                  sl__edge_copy *copy)
{
    const sl__part_use *use = &part->use[u];
    if (use->stretch == SL__STRETCH_PART || use->writes != saves)
        return 0;
    const sl__split_view *view = &part->call->plan.view[use->slot];
    const struct sl__interface *whole = pointers[use->slot];
    if (part->call->plan.together)
        *copy = sl__edge_copy_between(view->grid, use->part, use->stretch,
                                      use->stretch == SL__STRETCH_HIGH ? view->low : view->high,
                                      seen_from(view->grid, use->part, buffers[u]), whole->ptr);
    else
        *copy = sl__edge_copy_of(view->grid, use->part, use->stretch, buffers[u], whole->ptr, saves);
    return 1;
}

/* ---- ending -------------------------------------------------------------------------------------------- */

/* The first failure of a call is that of all its parts that fail. @return a reference to it in place of that one. */
static sl__failure *part_first_of(sl__split_loop *call, sl__failure *failure, int own)
{
    sl__failure *none = NULL;
    if (failure == NULL)
        return NULL;
    if (atomic_compare_exchange_strong(&call->failure, &none, failure)) {
        atomic_store(&call->own, own);
        return sl__failure_retain(failure);
    }
    sl__failure_release(failure);
    return sl__failure_retain(none);
}

sl__failure *sl__part_fault(const sl__task *task, int kind, sl__failure *(*make)(const sl__task *task, int kind))
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    sl__split_loop *call = task->stands_for->call;
    pthread_mutex_lock(&lock);
    sl__failure *failure = atomic_load(&call->failure);
    if (failure != NULL && atomic_load(&call->own))
        failure = sl__failure_retain(failure);
    else
        failure = part_first_of(call, make(task, kind), 1);
    pthread_mutex_unlock(&lock);
    return failure;
}

/* Whole views that were written; those of parts are marked. */
static void mark_views(const sl__split_loop *call, sl__failure *failure)
{
    const sl__task *task = call->task;
    for (int s = 0; s < task->views; s++) {
        if (call->plan.view[s].whole && (task->view[s].access & SL_WRITE))
            sl__view_changed(task->view[s].view, 1);
        if (call->plan.view[s].whole &&
            (failure != NULL ? task->view[s].access & SL_WRITE : sl__task_overwrites(&task->view[s])))
            sl__view_set_poison(task->view[s].view, failure);
    }
}

void *sl__split_loop_target(const sl__split_loop *call, int i, void *const targets[])
{
    const sl__task *task = call->task;
    return sl__interface_element(targets[task->slot[i]], task->into[i], task->kernel->args[i].size);
}

static void part_store_results(sl__split_loop *call, void *const targets[])
{
    const sl__task *task = call->task;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__arg_info *info = &task->kernel->args[i];
        if (!sl__is_result(info->kind))
            continue;
        void *to = task->host[i] != NULL ? task->host[i] : sl__split_loop_target(call, i, targets);
        sl__reduce_end(info, call->partial[i], call->blocks, task->policy->combine, to);
    }
    if (call->plan.joined)
        sl__split_joined_end(call, targets);
}

/* A target of which one element is written must be there itself. */
static sl__failure *poisoned_target(const sl__split_loop *call)
{
    const sl__task *task = call->task;
    for (int s = 0; s < task->views; s++)
        if (call->plan.view[s].target && ((task->view[s].access & SL_READ) || sl__view_is_gone(task->view[s].view))) {
            sl__failure *failure = sl__view_poison(task->view[s].view);
            if (failure != NULL)
                return failure;
        }
    return NULL;
}

sl__failure *sl__split_loop_failure(const sl__split_loop *call, int *own)
{
    sl__failure *failure = atomic_load(&call->failure);
    *own = failure != NULL && atomic_load(&call->own);
    return failure != NULL ? sl__failure_retain(failure) : poisoned_target(call);
}

void sl__split_loop_mark(const sl__split_loop *call)
{
    mark_views(call, NULL);
}

static void part_end(sl__split_loop *call, void *targets[])
{
    sl__task *task = call->task;
    sl__failure *failure = atomic_load(&call->failure);
    int own = atomic_load(&call->own);
    if (failure == NULL && targets != NULL && (failure = poisoned_target(call)) != NULL)
        own = 0;
    if (failure == NULL && !call->joins && call->plan.partial == NULL)
        part_store_results(call, targets);
    if (!call->stored)
        mark_views(call, failure);
    sl__split_loop_give(call);
    sl__task_close(task, failure, own);
}

void sl__split_loop_leave(sl__split_loop *call, sl__failure *failure, int own, void *targets[])
{
    sl__failure_release(part_first_of(call, failure, own));
    if (atomic_fetch_sub(&call->left, 1) == 1)
        part_end(call, targets);
    else
        sl__progress_finished();
}

void sl__part_mark(const sl__part *part, sl__failure *failure)
{
    const sl__split_loop *call = part->call;
    for (int u = 0; u < part->uses; u++) {
        const sl__part_use *use = &part->use[u];
        if (use->part >= 0 && use->writes && use->stretch == SL__STRETCH_PART) {
            const sl__grid *grid = call->plan.view[use->slot].grid;
            sl_view *const block = grid->part[use->part].block;
            sl__view_changed(block != NULL ? block : grid->view, 1);
        }
        if (use->part >= 0 && (failure != NULL ? use->writes : use->overwrites))
            sl__part_set_poison(call->plan.view[use->slot].grid, use->part, use->stretch, failure);
    }
}

void sl__part_over(sl__part *part, sl__failure *failure, int own)
{
    failure = part_first_of(part->call, failure, own);
    sl__part_mark(part, failure);
    sl__failure_release(failure);
}

void sl__part_end(sl__part *part, sl__failure *failure, int own)
{
    sl__part_over(part, failure, own);
    sl__split_loop_leave(part->call, NULL, 0, NULL);
}

void sl__parts_end(sl__split_loop *call, sl__failure *failure, int own)
{
    for (int p = 0; p < call->started; p++)
        sl__part_over(&call->part[p], sl__failure_retain(failure), own);
    sl__split_loop_leave(call, failure, own, NULL);
}

enum starpu_data_access_mode sl__part_mode(const sl__part_use *use)
{
    if (!use->writes)
        return use->lays ? STARPU_RW : STARPU_R;
    return use->reads || !use->overwrites ? STARPU_RW : STARPU_W;
}

int sl__part_writes_whole(const sl__part *part)
{
    for (int u = 0; u < part->uses; u++)
        if (part->use[u].part < 0 && part->use[u].writes)
            return 1;
    return 0;
}

void sl__combine_begin(const sl__split_loop *call, void *buffers[], void *targets[])
{
    int n = 0;
    sl__progress_started();
    for (int s = 0; s < call->task->views; s++) {
        targets[s] = call->plan.view[s].target ? buffers[n++] : NULL;
        if (targets[s] != NULL)
            sl__trace_lost(call->task->view[s].view);
    }
}

static void combine_run(void *buffers[], void *arg)
{
    SL__RUN();
    void *targets[SL__TASK_VIEWS];
    sl__combine_begin(arg, buffers, targets);
    sl__split_loop_leave(arg, NULL, 0, targets);
}

/* ---- for StarPU ---------------------------------------------------------------------------------------- */

/* A part that was not measured takes its share of the time of the whole. @param[out] share  of the loop's points */
static double part_seconds(const sl__part *part, int side, double *share)
{
    const sl__task *task = part->call->task;
    sl_space box;
    (void)sl__split_box(&part->call->plan, part->number, &box);
    *share = (double)sl_space_size(&box) / (double)sl_space_size(&task->space);
    const double known = sl__times_of(&task->state->times, sl__kernel_key(task->kernel, task->policy, &box),
                                      side == SL__ON_DEVICE ? SL__BY_DEVICE : SL__BY_ITSELF, sl_space_size(&box));
    if (known > 0)
        return known;
    return *share * (side == SL__ON_DEVICE ? sl__place_seconds(task, side) : sl__split_group_seconds(task));
}

double sl__part_device_seconds(const sl__part *part)
{
    double share;
    return part_seconds(part, SL__ON_DEVICE, &share);
}

/* On another group than that which has it in its caches a part takes twice as long, and what its bytes take from
 * memory. The former is more than a prediction is wrong by, so that a part does not leave its group because of that;
 * but it leaves one that has more than a part before it. StarPU asks in microseconds. */
static double part_cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    const sl__part *part = starpu_task->cl_arg;
    const int side = sl__place_side(arch);
    double share, known = part_seconds(part, side, &share);
    (void)implementation;
    if (side == SL__ON_CPU && is_cached_elsewhere(part, starpu_task, arch))
        known += known + sl__place_fetch(share * sl__task_bytes(part->call->task));
    return 1e6 * (known + (side == SL__ON_DEVICE ? SL__DEVICE_LAUNCH : SL__CPU_LAUNCH));
}

static uint32_t part_footprint(struct starpu_task *starpu_task)
{
    const sl__part *part = starpu_task->cl_arg;
    sl_space box;
    (void)sl__split_box(&part->call->plan, part->number, &box);
    return sl__kernel_key(part->call->task->kernel, part->call->task->policy, &box);
}

static struct starpu_perfmodel model = {
    .type = STARPU_PER_ARCH, .symbol = "starloop_part", .arch_cost_function = part_cost, .footprint = part_footprint};

struct starpu_codelet sl__part_codelet = {
    .where = STARPU_CPU, .nbuffers = STARPU_VARIABLE_NBUFFERS, .name = "sl_part", .model = &model};

_Static_assert((int)SL__PART_USES <= (int)SL__SPLIT_MOST, "sl__in_main_memory has a node for each of them");
struct starpu_codelet sl__part_in_main_codelet = {.where = STARPU_CPU,
                                                  .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                                  .specific_nodes = 1,
                                                  .dyn_nodes = sl__in_main_memory,
                                                  .name = "sl_part",
                                                  .model = &model};

void sl__part_init(void)
{
    sl__part_codelet.cpu_funcs[0] = sl__part_in_main_codelet.cpu_funcs[0] = sl__task_functions.part;
}

struct starpu_codelet sl__combine_codelet = {.where = STARPU_CPU,
                                             .cpu_funcs = {combine_run},
                                             .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                             .name = "sl_combine",
                                             .model = &sl__split_brief};
