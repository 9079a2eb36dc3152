/* SPDX-License-Identifier: BSD-3-Clause */
/* Before a loop runs: its cut, its schedule, its threads. */
#include <omp.h>
#include <stddef.h>
#include <string.h>

#include "exec/cpu/arrays.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/lanes.h"
#include "exec/cpu/prepare.h"
#include "exec/cpu/loop.h"
#include "exec/cpu/range_end.h"
#include "exec/cpu/scatter.h"
#include "exec/cpu/streams.h"
#include "exec/cpu/tiles.h"
#include "exec/form.h"
#include "exec/nest_auto.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "task/spans.h"

void sl__runtime_schedule(sl_schedule *schedule, sl_index *chunk)
{
    omp_sched_t kind;
    int said;
    omp_get_schedule(&kind, &said);
    switch ((int)(kind & ~omp_sched_monotonic)) {
    case omp_sched_dynamic: *schedule = SL_DYNAMIC; break;
    case omp_sched_guided: *schedule = SL_GUIDED; break;
    default: *schedule = SL_STATIC;
    }
    if (*chunk == 0 && said > 0)
        *chunk = said;
}

/* By itself a loop may gain nothing by several threads. In a sequence it would: that shares a fork. What is timed to be
 * compared runs as it will. */
static int is_spared(const sl__loop_exec *r, sl__cores_use use)
{
    return r->schedule == SL_AUTO && sl__cpu_threads_override == 0 &&
           (!use.large || (use.way == SL__ONE_CORE && !r->tiles.timed && !r->nests.timed));
}

/* Schedule and threads for the units that the cut has. */
static void choose_threads(sl__loop_exec *r, sl__cores_use use)
{
    const sl_policy *policy = r->task->policy;
    int all = sl__cpu_threads_override > 0 ? sl__cpu_threads_override : r->group ? r->group->size : 1;
    r->schedule = policy->schedule;
    r->chunk = r->cut.kind == SL__UNIT_LANES ? 0 : policy->chunk;
    if (r->schedule == SL_RUNTIME)
        sl__runtime_schedule(&r->schedule, &r->chunk);
    if (r->cut.kind == SL__UNIT_BLOCKS && r->cut.rank == 1 && r->chunk > 0)
        r->chunk = (r->chunk - 1) / r->cut.extent[0] + 1;
    if (r->chunk > r->cut.units)
        r->chunk = r->cut.units; /* so that no sum of chunks wraps */
    r->alone = r->schedule == SL_SEQ || r->schedule == SL_SIMD || r->cut.units < 2 || is_spared(r, use) ||
               sl__form_of(r->by)->alone;
    r->threads = r->alone ? 1 : all;
    r->gang = !r->alone && r->group && sl__gang_pays(r->task) ? sl__gang_of(r->group) : NULL;
}

/* Where the views have no unit stride in common, or the loops are not in the order of it. */
static int run_is_slow(int function)
{
    return function == SL__CASE_ANY || (function >= SL__CASE_MIXED && function < SL__CASE_MIXED + SL__LAYOUTS) ||
           (function >= SL__CASE_MIXED_STREAM && function < SL__CASE_MIXED_STREAM + SL__LAYOUTS);
}

/* The kernel whose functions run: the task's own, or that of the policy by which a nest does. */
static const sl_kernel *nest_policy(const sl__task *task, sl__fastest *f)
{
    const sl__nest_auto *nest = sl__nest_auto_run(task);
    *f = (sl__fastest){0};
    if (nest == NULL)
        return task->kernel;
    return nest->set.policy[sl__fastest_choose(SL__FASTEST_POLICY, task, 0, sl__nest_set_ways(&nest->set), f) - 1]
        ->kernel_;
}

void sl__run_make(sl__loop_exec *r, sl__task *task, void *buffers[], unsigned char *packed, const sl__group *group,
                  unsigned streams, sl__cores_use use)
{
    const sl__layouts layouts = sl__task_pack(task, buffers, packed);
    const sl__form_exec *const form = sl__form_exec_of(task->kernel);
    memset(&r->next, 0, offsetof(sl__loop_exec, identity) - offsetof(sl__loop_exec, next));
    r->task = task;
    r->group = group;
    r->args = packed;
    sl__task_places(task, buffers, r->places);
    sl_space known;
    const sl_space *const space = sl__range_ends(task, r->places, &known);
    r->work = sl__loop_run_scheduled;
    int reduces = task->state->reductions == 0 ? SL__REDUCES_NOT : SL__REDUCES + task->state->blocks;
    int part = reduces && task->whole != NULL;
    sl_policy lexical, tiled;
    const sl_policy *policy = task->policy;
    if (task->state->arrays > 0) {
        lexical = *policy;
        policy = sl__arrays_policy(&lexical, task->space.rank);
    } else if (task->state->scatters > 0 && policy->reproducible != SL_NO && !reduces) {
        lexical = *policy;
        policy = sl__scatter_policy(&lexical, task->space.rank);
    }
    policy = sl__tiles_choose(task, policy, &tiled, &r->tiles);
    sl__cut_make(task->kernel, policy, part ? task->whole : space, &layouts, reduces, streams, &r->cut);
    if (part)
        sl__cut_restrict(&r->cut, &task->space);
    if (reduces)
        sl__cut_together(&r->cut, sl__lanes_room(task));
    if (form->cut != NULL)
        form->cut(task, packed, streams, &r->cut);
    r->ahead = reduces && r->cut.rank == 1 && sl__cpu_asks_ahead(task);
    r->by = nest_policy(task, &r->nests);
    if (use.way != SL__IN_SEQUENCE && r->cut.kind == SL__UNIT_BLOCKS && sl__lanes_pay(task) &&
        (group != NULL || sl__cpu_threads_override > 0))
        sl__cut_lanes(&r->cut);
    choose_threads(r, use);
}

void sl__run_watch(const sl__loop_exec *r)
{
    if (sl__watched() && run_is_slow(r->cut.function))
        sl__profile_slow(r->task, SL__ON_CPU);
}
