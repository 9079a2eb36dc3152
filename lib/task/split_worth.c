/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/split_worth.h"

#include "backend/backend.h"
#include "machine/machine.h"
#include "task/cores.h"
#include "task/homes.h"
#include "task/measured.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/task.h"

int sl__split_always;

/* ---- how many ------------------------------------------------------------------------------------------ */

double sl__split_group_seconds(const sl__task *task)
{
    const sl__plan *plan = sl__machine_plan();
    double each = sl__times_per_point(&task->state->times), groups = plan ? plan->groups : 1;
    if (each > 0)
        return each * (double)sl__task_points(task) * groups / (plan ? plan->cores : 1);
    return sl__place_roofline(task) * (sl__gang_pays(task) ? groups : 1);
}

/* Bytes of the views that the loop touches. A loop that only sets a view is followed by others that use more. */
static double bytes_of(const sl__task *task)
{
    double points = (double)sl__task_points(task), bytes = 0, largest = 0;
    for (int s = 0; s < task->views; s++) {
        double count = (double)task->view[s].view->count;
        double once = (double)task->view[s].view->elem * (count < points ? count : points);
        bytes += once;
        largest = once > largest ? once : largest;
    }
    return bytes > SL__PART_VIEWS * largest ? bytes : SL__PART_VIEWS * largest;
}

/* What a part takes at least on its group. */
static double least_seconds(void)
{
    double submitting = 2 * SL__PART_SUBMIT * sl__machine_groups();
    return submitting > SL__PART_LEAST ? submitting : SL__PART_LEAST;
}

/* What a part may have in the caches of a group: three quarters of the second level. */
static double cache_of_group(const sl__plan *plan, const sl__topology *topology)
{
    return (topology->l2 ? (double)topology->l2 : 1 << 20) * SL__PART_CACHE_SHARE * plan->cores / plan->groups;
}

/* Whether devices are expected to be faster, or the loop has to run there. */
static int is_for_devices(const sl__task *task)
{
    return (task->where & SL__SIDE_DEVICE) && sl__device_workers() > 0 &&
           (!(task->where & SL__SIDE_CPU) ||
            sl__place_seconds(task, SL__ON_DEVICE) <= sl__place_seconds(task, SL__ON_CPU));
}

/* A part for each device: more would be more launches, and more edges. Of devices that differ the faster are to have
 * more. */
static int worth_on_devices(const sl__task *task)
{
    return sl__portions_parts(sl__device_workers(), sl__homes_differ(), sl__place_seconds(task, SL__ON_DEVICE),
                              SL__PARTS_ON_DEVICES);
}

int sl__split_worth(const sl__task *task)
{
    const sl__plan *plan = sl__machine_plan();
    const sl__topology *topology = sl__machine_topology();
    if (sl__split_always > 0)
        return sl__split_always;
    if (is_for_devices(task))
        return worth_on_devices(task);
    if (plan == NULL || topology == NULL || plan->groups < 1)
        return 1;
    const int workers = plan->groups;
    double seconds = sl__split_group_seconds(task), most = seconds / least_seconds();
    double wanted = bytes_of(task) / cache_of_group(plan, topology);
    if (workers < 2 || most < SL__PARTS_EACH_WORKER * workers)
        return 1;
    if (wanted > most)
        wanted = most;
    if (wanted < SL__PARTS_EACH_WORKER * workers)
        wanted = SL__PARTS_EACH_WORKER * workers;
    if (wanted > SL__PARTS_MOST)
        wanted = SL__PARTS_MOST;
    return wanted < workers ? (int)wanted : (int)(wanted / workers) * workers;
}

/* ---- tasks that pay ------------------------------------------------------------------------------------ */

/* As many tasks as take so long that they pay; or one for each group. */
static int most_tasks(const sl__task *task)
{
    double seconds = sl__split_group_seconds(task), most = seconds / least_seconds();
    if (most < sl__machine_groups())
        most = seconds / SL__PART_LEAST < sl__machine_groups() ? seconds / SL__PART_LEAST : sl__machine_groups();
    if (sl__split_always > 0)
        return sl__split_always;
    return most < 1 ? 1 : most > SL__PARTS_MOST ? SL__PARTS_MOST : (int)most;
}

/* For all views in parts the library has chosen how many they have. */
static int is_chosen(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++)
        if (!plan->view[s].whole && !plan->view[s].automatic)
            return 0;
    return 1;
}

int sl__split_adapts(const sl__split_plan *plan)
{
    return is_chosen(plan) &&
           (!(plan->task->where & SL__SIDE_DEVICE) || (sl__homes_differ() && is_for_devices(plan->task)));
}

/* The loop's part gets so many neighbouring parts of its views along an axis. */
static void set_step(sl__split_plan *plan, sl__split_axis *axis, int step)
{
    int others = plan->parts / axis->parts;
    axis->step = step;
    axis->parts = (axis->cells - 1) / step + 1;
    plan->parts = others * axis->parts;
}

void sl__split_merge(sl__split_plan *plan)
{
    int most = most_tasks(plan->task), long_axis = 0;
    if (plan->parts <= most || (plan->task->where & SL__SIDE_DEVICE) || !is_chosen(plan))
        return;
    for (int q = 1; q < plan->task->space.rank; q++)
        if (plan->axis[q].cells > plan->axis[long_axis].cells)
            long_axis = q;
    sl__split_axis *axis = &plan->axis[long_axis];
    int step = (plan->parts - 1) / most + 1;
    set_step(plan, axis, step < axis->cells ? step : axis->cells);
}

int sl__split_is_merged(const sl__split_plan *plan)
{
    for (int q = 0; q < plan->task->space.rank; q++)
        if (plan->axis[q].step > 1)
            return 1;
    return 0;
}

int sl__split_halve(sl__split_plan *plan)
{
    for (int q = 0; q < plan->task->space.rank; q++)
        if (plan->axis[q].step > 1) {
            set_step(plan, &plan->axis[q], plan->axis[q].step / 2);
            return 1;
        }
    return 0;
}
