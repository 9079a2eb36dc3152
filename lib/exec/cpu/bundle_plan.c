/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/bundle_plan.h"

#include "base/env.h"
#include "exec/cpu/bundle.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/sequence.h"
#include "kernel/form.h"
#include "task/cores.h"
#include "task/measured.h"

_Atomic int sl__bundle_plans_made, sl__bundle_lists_made;

/* Whether a loop may share the threads with others: its iterations may run in any order, by any thread, in one cut,
 * which is known before the others have run. */
static int takes(const sl__task *task)
{
    const sl_policy *policy = task->policy;
    return sl__form_of(task->kernel)->boxes && task->kernel->args_size <= SL__SEQUENCE_PACKED &&
           (policy->schedule == SL_AUTO || policy->schedule == SL_STATIC) && policy->chunk == 0 &&
           policy->tile[0] == 0 && task->state->scatters == 0 && !task->kernel->bounds_checked &&
           !sl__task_awaits_ends(task) && !sl__lanes_pay(task) && sl__env_int(SL__ENV_CHECK_ACCESS) == 0;
}

static double expected(const sl__task *task)
{
    const sl_index points = sl_space_size(&task->space);
    const double known = sl__cores_one(&task->state->times, points);
    return (known > 0 ? known : SL__ITERATION * (double)points) + SL__BUNDLE_LOOP;
}

/* Whether loops are small, as far as is known, and there is enough of them. @param[out] seconds  [count] what each is
 * expected to take on one core */
static int are_small(const sl__batch *batch, int first, int count, int threads, double seconds[])
{
    double longest = 0, all = 0;
    for (int l = 0; l < count; l++) {
        if (sl__machine_groups() > 1 && sl__gang_pays(batch->task[first + l])) /* a bundle runs on one of them */
            return 0;
        seconds[l] = expected(batch->task[first + l]);
        longest = seconds[l] > longest ? seconds[l] : longest;
        all += seconds[l];
    }
    return sl__rounds_always || (longest < SL__BUNDLE_LONGEST * threads && all > SL__BUNDLE_LEAST);
}

/* Whether several of them may run at once. */
static int bundle_pays(const sl__rounds *rounds)
{
    int loops;
    double seconds;
    const int shared = sl__rounds_shared(rounds, &loops, &seconds);
    return sl__rounds_always || (seconds > SL__BUNDLE_LEAST && loops >= SL__BUNDLE_TOGETHER * shared);
}

/* So many calls from that on stand in the region one behind the other. */
static int in_a_row(const sl__batch *batch, int first)
{
    int n = 1;
    while (first + n < batch->count && batch->task[first + n]->recorded == batch->task[first]->recorded + (uint64_t)n)
        n++;
    return n;
}

/* Looks at the lists, unless they have changed soon after that too often. */
static void look_at_lists(sl__bundle_plan *plan, const sl__batch *batch, int first, void *buffers[])
{
    if (plan->runs > 0 && plan->runs - plan->listed < SL__BUNDLE_SOON)
        plan->list_changes++;
    plan->listed = plan->runs;
    if (plan->list_changes >= SL__BUNDLE_LIST_CHANGES) {
        plan->lists.count = 0;
        return;
    }
    sl__lists_make(&plan->lists, batch, first, plan->count, buffers);
    sl__bundle_lists_made += plan->lists.count > 0;
}

static void share_out(sl__bundle_plan *plan, const sl__batch *batch, int first, int threads)
{
    double seconds[SL__BATCH_TASKS];
    sl__bundle_plans_made++;
    plan->threads = threads;
    plan->pays = plan->count > 1 && are_small(batch, first, plan->count, threads, seconds);
    if (!plan->pays)
        return;
    sl__rounds_make(&plan->rounds, batch, first, plan->count, seconds,
                    plan->list_changes < SL__BUNDLE_LIST_CHANGES ? &plan->lists : NULL);
    plan->pays = bundle_pays(&plan->rounds);
}

static sl__bundle_plan *find_plan(sl__bundle_plans *plans, uint64_t number)
{
    sl__bundle_plan *oldest = &plans->plan[0];
    for (int k = 0; k < SL__BUNDLE_PLANS; k++) {
        if (plans->plan[k].number == number)
            return &plans->plan[k];
        if (plans->plan[k].used < oldest->used)
            oldest = &plans->plan[k];
    }
    oldest->number = 0;
    return oldest;
}

/* Runs after which it is made anew, since more is known: 1, 4, 16, 64. */
static int knows_more(unsigned runs)
{
    return runs == 1 || runs == 4 || runs == 16 || runs == 64;
}

sl__bundle_plan *sl__bundle_plan_get(sl__bundle_plans *plans, const sl__batch *batch, int first, int threads,
                                     void *buffers[])
{
    const uint64_t number = batch->task[first]->recorded;
    if (number == 0)
        return NULL;
    sl__bundle_plan *plan = find_plan(plans, number);
    const int row = in_a_row(batch, first), fresh = plan->number == 0 || plan->count > row;
    plan->used = ++plans->uses;
    if (fresh) {
        plan->number = number;
        plan->runs = 0;
        plan->list_changes = 0;
        for (plan->count = 0; plan->count < row && takes(batch->task[first + plan->count]);)
            plan->count++;
        plan->count += plan->count == 0;
    }
    const int other = plan->count > 1 && plan->list_changes < SL__BUNDLE_LIST_CHANGES &&
                      (fresh || !sl__lists_same(&plan->lists, batch, first, buffers));
    if (other)
        look_at_lists(plan, batch, first, buffers);
    if (fresh || other || plan->threads != threads || knows_more(plan->runs) || sl__rounds_always)
        share_out(plan, batch, first, threads);
    plan->runs += plan->runs < UINT32_MAX;
    return plan;
}
