/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/batch.h"
#include "task/cores.h"
#include "task/measured.h"
#include "task/place.h"
#include "task/seconds.h"

#include <math.h>
#include <string.h>

#include "base/starpu.h"

#include "kernel/blocks.h"
#include "base/env.h"
#include "base/state.h"
#include "data/split.h"
#include "backend/backend.h"
#include "machine/machine.h"
#include "place/choose.h"

double sl__place_in_caller_below;
static sl__route_limits limits;
static int chooses; /* the scheduler goes by costs; others are left to do as they please */
static unsigned nodes[STARPU_NMAXWORKERS];
static int devices;

void sl__place_begin(void)
{
    const struct starpu_sched_policy *policy = starpu_sched_ctx_get_sched_policy(0);
    chooses = policy && policy->policy_name && strncmp(policy->policy_name, "dm", 2) == 0;
    devices = sl__device_workers();
    limits.below = !sl__env_int(SL__ENV_INLINE)    ? 0
                   : sl__place_in_caller_below > 0 ? sl__place_in_caller_below
                                                   : SL__IN_CALLER_SECONDS;
    limits.groups = sl__machine_groups();
    limits.devices = devices;
    for (int i = 0; i < devices; i++)
        nodes[i] = starpu_worker_get_memory_node((unsigned)sl__device_worker(i));
    sl__seconds_begin(devices > 0 ? sl__device_worker(0) : -1);
}

/* ---- the calling thread ---------------------------------------------------------------------------------- */

sl__reason sl__place_route(const sl__kernel_state *state, const sl_policy *policy, sl_index points, int where,
                           int waits, int lends, double *seconds)
{
    const sl__route_facts facts = {.times = &state->times,
                                   .points = points,
                                   .sides = where,
                                   .waits = waits,
                                   .lends = lends,
                                   .one_block = state->reductions > 0 && points <= SL__BLOCK,
                                   .schedule = policy->schedule > SL_SIMD    ? 1
                                               : policy->schedule != SL_AUTO ? -1
                                                                             : 0,
                                   .scalars = state->scalars > SL__TASK_SCALARS,
                                   .split = sl__split_active && sl__split_asked(&policy->split),
                                   .in_task = sl__runtime_in_task(),
                                   .threads = sl__cpu_threads_override != 0};
    return sl__route_choose(&limits, &facts, seconds);
}

int sl__place_function_in_caller(const sl_policy *policy)
{
    return policy->where == SL_CALLER && limits.below > 0 && !sl__runtime_in_task();
}

/* About how long a loop takes in the calling thread; 0: it does not run there. */
static double in_caller(const sl__task *task)
{
    double seconds;
    (void)sl__place_route(task->state, task->policy, sl__task_points(task), SL__SIDE_CPU, SL__WAITS_NOT, 0, &seconds);
    return seconds;
}

/* ---- views ----------------------------------------------------------------------------------------------- */

/* Where a view will be when what is queued has run: SL__VIEW_* or-ed. */
static int planned(sl_view *view)
{
    const int now = atomic_load_explicit(&view->placement.planned, memory_order_relaxed);
    if (now != 0 && !atomic_load_explicit(&view->exposed, memory_order_acquire))
        return now;
    int there = starpu_data_is_on_node(view->handle, STARPU_MAIN_RAM) ? SL__VIEW_IN_MAIN : 0;
    for (int i = 0; i < devices; i++)
        there |= starpu_data_is_on_node(view->handle, nodes[i]) ? SL__VIEW_ON_GPU : 0;
    return there;
}

static int is_needed(const sl__task_view *use)
{
    return use->access != SL_WRITE || use->leaves_unwritten;
}

/* Tells where what uses the views so will run. */
static void plan(const sl__task_view use[], int views, int side)
{
    for (int i = 0; i < views; i++) {
        const int there = side == SL__ON_DEVICE ? SL__VIEW_ON_GPU : SL__VIEW_IN_MAIN;
        const int more = use[i].access & SL_WRITE ? 0 : planned(use[i].view);
        atomic_store_explicit(&use[i].view->placement.planned, there | more, memory_order_relaxed);
    }
}

/* What may run on one side only uses the views. */
static void use_on(const sl__task_view use[], int views, int side)
{
    pthread_mutex_lock(&sl__party_lock);
    for (int i = 0; i < views; i++)
        sl__choose_accessed(&use[i].view->placement.member, side, (use[i].access & SL_WRITE) != 0);
    pthread_mutex_unlock(&sl__party_lock);
    plan(use, views, side);
}

/* ---- choosing -------------------------------------------------------------------------------------------- */

/* Views that a choice is made for, after what the host has done with them. */
static void take_views(const sl__task_view use[], int views, sl__side_view taken[])
{
    for (int i = 0; i < views; i++) {
        sl_view *view = use[i].view;
        const int accessed = atomic_load_explicit(&view->placement.host_accessed, memory_order_relaxed)
                                 ? atomic_exchange_explicit(&view->placement.host_accessed, 0, memory_order_relaxed)
                                 : 0;
        if (accessed)
            sl__choose_accessed(&view->placement.member, SL__ON_CPU, accessed & SL_WRITE);
        const int now = planned(view);
        taken[i] = (sl__side_view){.member = &view->placement.member,
                                   .move = sl__seconds_move(view, 1),
                                   .on = {now & SL__VIEW_IN_MAIN, now & SL__VIEW_ON_GPU},
                                   .reads = is_needed(&use[i]),
                                   .writes = use[i].access & SL_WRITE};
    }
}

/* Chooses a side for calls of which it is known what they cost besides what their loops take. */
static int place_choose(sl__task *const call[], int count, const sl__task_view use[], int views,
                        sl__side_choice *choice)
{
    sl__side_view view[SL__BATCH_VIEWS];
    sl__size_times *known[SL__BATCH_TASKS];
    for (int i = 0; i < count; i++) {
        const sl__loop_size size = sl__seconds_size(call[i]);
        known[i] = sl__times_class(&call[i]->state->times, call[i]->footprint, 1);
        for (int s = 0; s < SL__SIDES; s++) {
            choice->since[s] += atomic_load_explicit(&known[i]->since[s], memory_order_relaxed);
            choice->sure[s] &= sl__estimate_is_sure(&call[i]->state->times, &size, s);
        }
    }
    pthread_mutex_lock(&sl__party_lock);
    take_views(use, views, view);
    const int side = sl__choose(choice, view, views);
    pthread_mutex_unlock(&sl__party_lock);
    for (int i = 0; i < count; i++) {
        atomic_store_explicit(&known[i]->since[side], 0, memory_order_relaxed);
        sl__add_loosely(&known[i]->since[!side], choice->calls * choice->run[side] / count);
    }
    plan(use, views, side);
    return side;
}

/* Of the sides where a task may run the one; and the one of such bits, of which devices come first. */
static int bits_of(int where, int side)
{
    return where & 1 << side;
}

static int side_of(int where)
{
    return bits_of(where, SL__ON_DEVICE) ? SL__ON_DEVICE : SL__ON_CPU;
}

static int has_both(int where)
{
    return (where & SL__SIDE_CPU) && side_of(where) == SL__ON_DEVICE;
}

void sl__place(sl__task *task)
{
    if (task->kernel == NULL || !has_both(task->where)) {
        if (!task->placed)
            use_on(sl__task_views(task), task->views, side_of(task->where));
        return;
    }
    if (!chooses)
        return;
    const double caller = in_caller(task);
    const double cpu = sl__place_seconds(task, SL__ON_CPU), device = sl__place_seconds(task, SL__ON_DEVICE);
    sl__side_choice choice = {.run = {cpu + SL__CPU_CALL, fmax(device, SL__DEVICE_QUEUED)}, .sure = {1, 1}, .calls = 1};
    if (task->waited) {
        choice.run[SL__ON_CPU] = caller > 0 ? fmin(caller, cpu + SL__WAIT) : cpu + SL__WAIT;
        choice.run[SL__ON_DEVICE] = device + SL__DEVICE_CALL + SL__WAIT;
    }
    task->where = bits_of(task->where, place_choose(&task, 1, task->view, task->views, &choice));
}

int sl__place_parts(const sl__task *task, const sl_space *box, int parts)
{
    if (!has_both(task->where) || !chooses || devices == 0)
        return task->where;
    sl__task part = *task, *call = &part;
    part.space = *box;
    part.footprint = sl__kernel_key(task->kernel, task->policy, box);
    const double workers = fmin(parts, devices), groups = fmax(1, fmin(parts, sl__machine_groups()));
    const double cpu = parts / groups * (sl__place_seconds(&part, SL__ON_CPU) + SL__CPU_LAUNCH);
    const double device = parts / workers * fmax(sl__place_seconds(&part, SL__ON_DEVICE), SL__DEVICE_LAUNCH);
    sl__side_choice choice = {.run = {cpu, device}, .sure = {1, 1}, .calls = 1};
    return bits_of(task->where, place_choose(&call, 1, task->view, task->views, &choice));
}

/* ---- regions --------------------------------------------------------------------------------------------- */

/* Whether a view would have to be fetched for the place that was chosen: others have use for it elsewhere. */
static int is_away(int where, const sl__task_view view[], int views)
{
    const int other = side_of(where) == SL__ON_CPU ? SL__VIEW_ON_GPU : SL__VIEW_IN_MAIN;
    for (int i = 0; i < views; i++)
        if (is_needed(&view[i]) && planned(view[i].view) == other)
            return 1;
    return 0;
}

static void choose_piece(sl__task *const call[], int count, const sl__task_view view[], int views, int both,
                         sl__piece_place *place)
{
    double caller = 0;
    sl__side_choice choice = {
        .run = {0, SL__DEVICE_RUN + (place->where == 0 ? SL__DEVICE_GRAPH : 0)}, .sure = {1, 1}, .calls = place->since};
    for (int i = 0; i < count; i++) {
        const sl__task *t = call[i];
        const double alone = in_caller(t);
        caller += alone > 0 ? alone : INFINITY;
        for (int s = 0; s < SL__SIDES; s++)
            choice.run[s] += sl__place_seconds(t, s) + (s == SL__ON_CPU ? SL__CPU_CALL : 0);
    }
    choice.run[SL__ON_CPU] = fmin(choice.run[SL__ON_CPU], caller);
    const int where = bits_of(both, place_choose(call, count, view, views, &choice));
    const int settled = where == place->where && choice.sure[SL__ON_CPU] && choice.sure[SL__ON_DEVICE];
    place->due = settled ? (2 * place->due < SL__PIECE_RUNS ? 2 * place->due + 1 : SL__PIECE_RUNS) : 1;
    place->where = where;
    place->since = 0;
}

int sl__place_piece(sl__task *const call[], int count, const sl__task_view view[], int views, int where,
                    sl__piece_place *place)
{
    if (!chooses || devices == 0)
        return where;
    if (!has_both(where)) {
        use_on(view, views, side_of(where));
        return where;
    }
    place->since++;
    if (place->since >= place->due || is_away(place->where, view, views))
        choose_piece(call, count, view, views, where, place);
    else
        plan(view, views, side_of(place->where));
    return place->where;
}
