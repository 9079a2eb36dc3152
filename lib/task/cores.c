/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/cores.h"

#include "base/env.h"
#include "kernel/form.h"
#include "machine/machine.h"
#include "task/measured.h"
#include "task/split.h"

int sl__cpu_threads_override;
int sl__gang_always;
int sl__lanes_always;

static int has_many(sl_index points)
{
    return points > sl__env_int(SL__ENV_SERIAL_BELOW);
}

int sl__cpu_is_large(const sl__task *task)
{
    const sl_index points = sl__task_points(task);
    return sl__cores_large(&task->state->times, points, has_many(points));
}

sl__cores_use sl__cpu_use(const sl__task *task)
{
    const sl_index points = sl__task_points(task);
    return sl__cores_use_of(&task->state->times, points, task->reason == SL__BECAUSE_LENT || has_many(points));
}

static int rounds_of_calls(int groups)
{
    int rounds = 0;
    while (1 << rounds < groups)
        rounds++;
    return rounds;
}

/* Whether it is a part of a loop, and the others keep half of the groups busy. */
static int is_one_of_many(const sl__task *task, int groups)
{
    const sl__part *part = task->stands_for;
    return part != NULL && part->call->plan.along < 0 && 2 * part->call->started > groups;
}

int sl__gang_pays(const sl__task *task)
{
    const sl_schedule schedule = task->policy->schedule;
    const int groups = sl__machine_groups();
    if (groups < 2 || schedule == SL_SEQ || schedule == SL_SIMD || is_one_of_many(task, groups))
        return 0;
    double each = sl__times_per_point(&task->state->times), cores = (double)sl__machine_plan()->cores / groups;
    double seconds = (each > 0 ? each : SL__ITERATION) * (double)sl__task_points(task) / cores;
    return sl__gang_always || seconds > SL__GANG_BEGIN + rounds_of_calls(groups) * SL__GANG_CALL;
}

int sl__lanes_pay(const sl__task *task)
{
    const sl_schedule schedule = task->policy->schedule;
    const sl_index cores = sl__cpu_threads_override > 0 ? sl__cpu_threads_override : sl__machine_plan()->cores;
    if (task->state->reductions == 0 || task->state->blocks || task->space.kind != SL_SPACE_BOX ||
        !sl__form_of(task->kernel)->boxes || schedule == SL_SEQ || schedule == SL_SIMD)
        return 0;
    return sl__lanes_always || (cores > 1 && sl__times_per_point(&task->state->times) > SL__LANE_ITERATION &&
                                sl__task_points(task) / SL__BLOCK < SL__LANE_BLOCKS * cores);
}

int sl__chain_takes(const sl__task *task)
{
    const sl_policy *policy = task->policy;
    return sl__form_of(task->kernel)->boxes && (policy->schedule == SL_AUTO || policy->schedule == SL_STATIC) &&
           policy->chunk == 0 && sl__env_int(SL__ENV_CHECK_ACCESS) == 0 && /* which looks before and after each loop */
           task->space.kind == SL_SPACE_BOX &&
           !task->kernel->bounds_checked /* whose views are looked at before and after it */
           && task->state->scatters == 0 /* where threads may have copies of them */
           && !sl__lanes_pay(task);
}
