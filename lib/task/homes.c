/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/homes.h"

#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "base/log.h"
#include "place/measured.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/split_plan.h"

enum { TABLES = 16 }; /* numbers of parts; of more the portions stay alike */

const sl__homes_made_up *sl__homes_made_up_now;

static sl__paces paces;
static pthread_mutex_t homes_lock = PTHREAD_MUTEX_INITIALIZER;
static sl__followed tables[TABLES];
static int tables_used;

void sl__homes_begin(void)
{
    memset(&paces, 0, sizeof paces);
    tables_used = 0;
}

/* ---- places ---------------------------------------------------------------------------------------------- */

static int places_now(void)
{
    const int places = sl__homes_made_up_now != NULL ? sl__homes_made_up_now->count : sl__device_workers();
    return places < SL__PORTIONS_MOST ? places : SL__PORTIONS_MOST;
}

static int worker_of(int place)
{
    return sl__homes_made_up_now != NULL ? sl__homes_made_up_now->worker(place) : sl__device_worker(place);
}

int sl__homes_due(const sl__task *task)
{
    if (task->stands_for != NULL)
        return task->stands_for->call->timed;
    return sl__times_due(&task->state->times, sl__times_class(&task->state->times, task->footprint, 0), SL__ON_DEVICE);
}

void sl__homes_note(const sl__task *task, int worker, double seconds)
{
    const int places = places_now();
    int place = 0;
    while (place < places && worker_of(place) != worker)
        place++;
    if (place == places)
        return;
    const sl_index points = sl__task_points(task);
    if (sl__homes_made_up_now != NULL)
        seconds = sl__homes_made_up_now->seconds(place, (double)points);
    sl__paces_note(&paces, places, sl__ways_key(task->footprint, 0), place, points, seconds);
}

int sl__homes_differ(void)
{
    double pace[SL__PORTIONS_MOST];
    const int places = places_now();
    sl__paces_get(&paces, places, pace);
    return places > 1 && sl__paces_differ(pace, places);
}

/* ---- homes ----------------------------------------------------------------------------------------------- */

/* The portions of so many parts. With the lock. @return NULL: there is no table left for them. */
static sl__followed *table_of(int places, int cells)
{
    for (int t = 0; t < tables_used; t++)
        if (tables[t].portions.cells == cells)
            return &tables[t];
    if (tables_used == TABLES)
        return NULL;
    sl__portions_begin(&tables[tables_used], places, cells);
    return &tables[tables_used++];
}

static void log_portions(const sl__portions *portions)
{
    char text[256] = "";
    size_t at = 0;
    for (int p = 0; p < portions->places && at < sizeof text - 1; p++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%d", p > 0 ? ", " : "",
                               portions->begin[p + 1] - portions->begin[p]);
    SL_LOG(SL_LOG_INFO, "split views in %d parts: devices have %s of them from now on, by their speed", portions->cells,
           text);
}

/* What a part of the loop takes on a device. */
static double seconds_of_part(const sl__task *task, const sl_space *box)
{
    const sl__homes_made_up *made_up = sl__homes_made_up_now;
    double seconds = 0;
    for (int p = 0; made_up != NULL && p < made_up->count; p++)
        seconds += made_up->seconds(p, (double)sl_space_size(box)) / made_up->count;
    if (seconds > 0)
        return seconds;
    sl__task part = *task;
    part.space = *box;
    part.footprint = sl__kernel_key(task->kernel, task->policy, box);
    return sl__place_seconds(&part, SL__ON_DEVICE);
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

/* Lets the portions follow the devices' speed. With the lock. @return whether they have changed. */
static int follow(sl__followed *followed, const sl__split_plan *plan, const sl_space *box)
{
    double pace[SL__PORTIONS_MOST];
    sl__portions next;
    sl__paces_get(&paces, followed->portions.places, pace);
    const double gain = sl__portions_gain(followed, pace, &next);
    return gain > 0 &&
           sl__portions_change(followed, &next, gain, seconds_of_part(plan->task, box), seconds_to_move(plan)) > 0;
}

void sl__homes_find(sl__split_plan *plan, const sl_space *box)
{
    const int places = places_now();
    int cells, changed = 0;
    plan->homes.places = 0;
    if (!plan->apart || places == 0 || sl__task_gpu(plan->task) != 0 ||
        (plan->where != SL__SIDE_DEVICE && sl__homes_made_up_now == NULL))
        return;
    (void)sl__split_cell(plan, 0, &cells);
    pthread_mutex_lock(&homes_lock);
    sl__followed *followed = table_of(places, cells);
    if (followed != NULL) {
        changed = places > 1 && follow(followed, plan, box);
        plan->homes = followed->portions;
    } else {
        sl__portions_equal(&plan->homes, places, cells);
    }
    pthread_mutex_unlock(&homes_lock);
    if (changed)
        log_portions(&plan->homes);
}

int sl__homes_worker(const sl__split_plan *plan, int cell, int cells)
{
    const int gpu = sl__task_gpu(plan->task);
    if (gpu != 0)
        return sl__gpu_worker(gpu);
    if (plan->homes.places > 0)
        return worker_of(sl__portions_place(&plan->homes, (int)((int64_t)cell * plan->homes.cells / cells)));
    return plan->apart && sl__split_worker != NULL ? sl__split_worker(cell, cells) : -1;
}
