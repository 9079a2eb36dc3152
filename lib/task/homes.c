/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/homes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "base/log.h"
#include "kernel/form.h"
#include "machine/machine.h"
#include "place/measured.h"
#include "task/measured.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/split_plan.h"

enum { TABLES = 16 }; /* numbers of parts; of more the portions stay alike */

const sl__homes_made_up *sl__homes_made_up_now;

static sl__paces paces;
static pthread_mutex_t homes_lock = PTHREAD_MUTEX_INITIALIZER;

/* The homes of views in so many parts. With the lock. */
static struct homes_table {
    sl__followed followed;
    int open;                  /* calls in a row that groups could have helped with */
    double seconds[SL__SIDES]; /* of a part of these, lately, the last ones more */
    int proven;                /* a group has run a part of the first call that has some for groups, in time */
    int late;                  /* or later */
} tables[TABLES];
static int tables_used;

void sl__homes_begin(void)
{
    memset(&paces, 0, sizeof paces);
    tables_used = 0;
}

/* ---- places ---------------------------------------------------------------------------------------------- */

static int homes_min(int a, int b)
{
    return a < b ? a : b;
}

static int devices_now(void)
{
    const sl__homes_made_up *made_up = sl__homes_made_up_now;
    return homes_min(made_up != NULL ? made_up->devices : sl__device_workers(), SL__PORTIONS_MOST);
}

/* With the groups beside them. */
static int places_now(void)
{
    const sl__homes_made_up *made_up = sl__homes_made_up_now;
    return homes_min(devices_now() + (made_up != NULL ? made_up->groups : sl__machine_groups()), SL__PORTIONS_MOST);
}

static int worker_of(int place)
{
    const int devices = devices_now();
    return sl__homes_made_up_now != NULL ? sl__homes_made_up_now->worker(place)
           : place < devices             ? sl__device_worker(place)
                                         : sl__machine_group(place - devices)->worker;
}

int sl__homes_due(const sl__task *task)
{
    if (task->stands_for != NULL)
        return task->stands_for->call->timed;
    return sl__times_due(&task->state->times, sl__times_class(&task->state->times, task->footprint, 0), SL__ON_DEVICE);
}

static struct homes_table *find_table(int cells)
{
    for (int t = 0; t < tables_used; t++)
        if (tables[t].followed.portions.cells == cells)
            return &tables[t];
    return NULL;
}

/* A group has run one of its parts beside devices. */
static void note_group(const sl__split_plan *plan, int place, double seconds)
{
    const sl__portions *homes = &plan->homes;
    const int parts = homes->begin[place + 1] - homes->begin[place];
    pthread_mutex_lock(&homes_lock);
    struct homes_table *table = find_table(homes->cells);
    if (seconds * parts > SL__PORTIONS_LATE * plan->alone)
        table->late = 1;
    else
        table->proven = 1;
    pthread_mutex_unlock(&homes_lock);
}

void sl__homes_note(const sl__task *task, int worker, double seconds)
{
    const int devices = devices_now(), places = places_now();
    int place = 0;
    while (place < places && worker_of(place) != worker)
        place++;
    const sl_index points = sl__task_points(task);
    if (sl__homes_made_up_now != NULL && place < places)
        seconds = sl__homes_made_up_now->seconds(place, (double)points);
    if (place < devices)
        sl__paces_note(&paces, devices, sl__ways_key(task->footprint, 0), place, points, seconds);
    else if (place < places && task->stands_for->call->plan.alone > 0)
        note_group(&task->stands_for->call->plan, place, seconds);
}

int sl__homes_differ(void)
{
    double pace[SL__PORTIONS_MOST];
    const int devices = devices_now();
    sl__paces_get(&paces, devices, pace);
    return devices > 1 && sl__paces_differ(pace, devices);
}

/* ---- homes ----------------------------------------------------------------------------------------------- */

/* With the lock. @return NULL: there is no table left. */
static struct homes_table *table_of(int cells)
{
    struct homes_table *table = find_table(cells);
    if (table != NULL || tables_used == TABLES)
        return table;
    table = &tables[tables_used++];
    memset(table, 0, sizeof *table);
    sl__portions_begin(&table->followed, devices_now(), places_now(), cells);
    return table;
}

static void log_portions(const sl__portions *portions)
{
    char text[256] = "";
    size_t at = 0;
    for (int p = 0; p < portions->devices && at < sizeof text - 1; p++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%d", p > 0 ? ", " : "",
                               portions->begin[p + 1] - portions->begin[p]);
    SL_LOG(SL_LOG_INFO,
           "split views in %d parts: devices have %s of them from now on, worker groups %d, by their speed",
           portions->cells, text, sl__portions_beside(portions));
}

/* What a part of the loop takes on either side. @return whether both were measured */
static int seconds_of_part(const sl__task *task, const sl_space *box, double seconds[])
{
    const sl__homes_made_up *made_up = sl__homes_made_up_now;
    if (made_up != NULL) {
        const double points = (double)sl_space_size(box);
        seconds[SL__ON_CPU] = made_up->groups > 0 ? made_up->seconds(made_up->devices, points) : INFINITY;
        seconds[SL__ON_DEVICE] = 0;
        for (int p = 0; p < made_up->devices; p++)
            seconds[SL__ON_DEVICE] += made_up->seconds(p, points) / made_up->devices;
        return made_up->groups > 0;
    }
    sl__task part = *task;
    part.space = *box;
    part.footprint = sl__kernel_key(task->kernel, task->policy, box);
    const sl__loop_size size = sl__seconds_size(&part);
    seconds[SL__ON_CPU] = sl__place_seconds(&part, SL__ON_CPU) + SL__CPU_LAUNCH;
    seconds[SL__ON_DEVICE] = fmax(sl__place_seconds(&part, SL__ON_DEVICE), SL__DEVICE_LAUNCH);
    return sl__estimate_is_sure(&task->state->times, &size, SL__ON_CPU) &&
           sl__estimate_is_sure(&task->state->times, &size, SL__ON_DEVICE);
}

/* What it takes to move one part of each view of the loop. */
static double seconds_to_move(const sl__split_plan *plan)
{
    double seconds = 0;
    for (int s = 0; s < plan->task->views; s++)
        if (!plan->view[s].whole)
            seconds += sl__seconds_move(plan->task->view[s].view, plan->view[s].grid->parts);
    return seconds;
}

/* Whether worker groups may have parts of a loop that devices are to run. */
static int may_help(const sl__split_plan *plan)
{
    const sl__kernel_state *state = plan->task->state;
    const sl__form *form = sl__form_of(plan->task->kernel);
    if (sl__homes_made_up_now != NULL ? sl__homes_made_up_now->groups == 0 : plan->task->where != SL__SIDE_BOTH)
        return 0;
    return state->reductions + state->arrays + state->scatters == 0 && !form->scans && !form->nests && !form->teams &&
           !sl__split_has_halos(plan);
}

/* What groups take for a part, by what devices take. @return INFINITY: they have no part in this */
static double pace_of_groups(struct homes_table *table, const double seconds[], int known)
{
    if (!known || table->late) {
        table->open = 0;
        return INFINITY;
    }
    for (int s = 0; s < SL__SIDES; s++)
        table->seconds[s] =
            table->open == 0 ? seconds[s] : table->seconds[s] + SL__PACE_WEIGHT * (seconds[s] - table->seconds[s]);
    table->open += table->open < SL__PORTIONS_CALLS;
    return table->open < SL__PORTIONS_CALLS ? INFINITY : table->seconds[SL__ON_CPU] / table->seconds[SL__ON_DEVICE];
}

static void set_paces(const sl__portions *portions, double groups, double pace[])
{
    sl__paces_get(&paces, portions->devices, pace);
    for (int p = portions->devices; p < portions->places; p++)
        pace[p] = groups;
}

/* Gives a call the portions. @param[in] trial  it is to use none of groups' */
static void take_portions(const sl__portions *now, int trial, double seconds, sl__split_plan *plan)
{
    double pace[SL__PORTIONS_MOST];
    sl__portions alone;
    plan->homes = *now;
    if (sl__portions_beside(now) == 0)
        return;
    set_paces(now, INFINITY, pace);
    sl__portions_cut(&alone, now->devices, now->places, now->cells, pace);
    if (trial)
        plan->homes = alone;
    else
        plan->alone = sl__portions_longest(&alone, pace) * seconds;
}

/* Finds the portions of a call, which follow the places' speed. With the lock. The first call that has parts for groups
 * is a trial: others that are queued before it is known what came of it are for devices alone. So what moves to groups
 * moves four times: there, back, there again, and back one day.
 * @return whether the portions have changed. */
static int follow(struct homes_table *table, sl__split_plan *plan, const sl_space *box)
{
    double pace[SL__PORTIONS_MOST], seconds[SL__SIDES] = {0};
    sl__followed *followed = &table->followed;
    sl__portions next, *now = &followed->portions;
    const int helped = may_help(plan), known = helped && seconds_of_part(plan->task, box, seconds),
              trial = sl__portions_beside(now) > 0 && !table->proven;
    double groups = pace_of_groups(table, seconds, known);
    if (trial && ++followed->calls > followed->pause) /* nothing came of it */
        groups = INFINITY;
    set_paces(now, groups, pace);
    if (isinf(groups) && sl__portions_leave(followed, pace) > 0) {
        take_portions(now, 0, 0, plan);
        return 1;
    }
    table->late = 0;
    const double gain = trial ? 0 : sl__portions_gain(followed, pace, &next);
    if (gain > 0 && !helped)
        (void)seconds_of_part(plan->task, box, seconds);
    table->proven &= sl__portions_beside(now) > 0;
    const int changed = gain > 0 && sl__portions_change(followed, &next, gain, seconds[SL__ON_DEVICE],
                                                        (helped ? 4 : 1) * seconds_to_move(plan)) > 0;
    take_portions(now, trial, seconds[SL__ON_DEVICE], plan);
    return changed;
}

/* Of distributed views a rank shares out its own blocks. @return the place of a part among those that are here
 *  @param[in,out] cells  of how many */
static int place_here(const sl__split_plan *plan, int cell, int *cells)
{
    if (plan->spread == NULL)
        return cell;
    *cells = plan->spread->own;
    return cell / plan->spread->ranks;
}

void sl__homes_find(sl__split_plan *plan, const sl_space *box)
{
    const int devices = devices_now();
    int cells, changed = 0;
    plan->homes.places = 0;
    plan->alone = 0;
    if (!plan->apart || devices == 0 || sl__task_gpu(plan->task) != 0 ||
        (plan->where != SL__SIDE_DEVICE && sl__homes_made_up_now == NULL))
        return;
    (void)place_here(plan, sl__split_cell(plan, 0, &cells), &cells);
    pthread_mutex_lock(&homes_lock);
    struct homes_table *table = table_of(cells);
    if (table != NULL)
        changed = follow(table, plan, box);
    else
        sl__portions_equal(&plan->homes, devices, devices, cells);
    pthread_mutex_unlock(&homes_lock);
    if (plan->alone > 0 && plan->where == SL__SIDE_DEVICE)
        plan->where = SL__SIDE_BOTH;
    if (changed)
        log_portions(&plan->homes);
}

int sl__homes_worker(const sl__split_plan *plan, int cell, int cells)
{
    const int gpu = sl__task_gpu(plan->task);
    if (gpu != 0)
        return sl__gpu_worker(gpu);
    cell = place_here(plan, cell, &cells);
    if (plan->homes.places > 0)
        return worker_of(sl__portions_place(&plan->homes, (int)((int64_t)cell * plan->homes.cells / cells)));
    return plan->apart && sl__split_worker != NULL ? sl__split_worker(cell, cells) : -1;
}
