/* SPDX-License-Identifier: BSD-3-Clause */
/* What the views of a loop and its policy ask for. */
#include <string.h>

#include "task/split.h"
#include "task/split_ask.h"
#include "task/split_joined.h"
#include "task/split_plan.h"
#include "task/split_worth.h"
#include "kernel/kinds.h"
#include "task/measured.h"

/* Whether the loop's indices, or an end of them, are in a view: each of its parts reads that as a whole. */
static int has_indices(const sl__task *task, int slot)
{
    for (int q = 0; q < task->space.rank; q++)
        if (sl__space_view(&task->space, q) != NULL && task->lists[q] == slot)
            return 1;
    return 0;
}

int sl__split_argument(const sl__task *task, int slot)
{
    int found = -1;
    if (has_indices(task, slot))
        return -1;
    for (int i = 0; i < task->kernel->nargs; i++) {
        int kind = task->kernel->args[i].kind;
        if (sl__is_value(kind) || (sl__is_result(kind) && task->host[i] != NULL) || task->slot[i] != slot)
            continue;
        if (sl__is_result(kind) || sl__joins_of(kind) != SL__JOINS_NOTHING ||
            task->state->parameter[i].reach.kind == SL__REACH_ANY)
            return -1;
        if (found < 0)
            found = i;
    }
    return found;
}

const sl__reach *sl__split_reach(const sl__task *task, int slot)
{
    return &task->state->parameter[sl__split_argument(task, slot)].reach;
}

int sl__split_possible(const sl__task *task)
{
    if (task->kernel == NULL || task->many != NULL || task->windows != NULL || task->policy->schedule == SL_SEQ ||
        sl_space_size(&task->space) == 0)
        return 0;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const int kind = task->kernel->args[i].kind;
        if (sl__writes_view(kind) && sl__joins_of(kind) == SL__JOINS_NOTHING &&
            task->state->parameter[i].reach.kind != SL__REACH_OWN)
            return 0;
    }
    return sl__split_joined(task) != SL__JOINED_BOTH;
}

int sl__split_has_target(const sl__task *task, int slot)
{
    for (int i = 0; i < task->kernel->nargs; i++) {
        const int kind = task->kernel->args[i].kind;
        if ((sl__is_result(kind) || sl__joins_of(kind) != SL__JOINS_NOTHING) && task->host[i] == NULL &&
            task->slot[i] == slot)
            return 1;
    }
    return 0;
}

static int explicit(const sl_split *split)
{
    return sl__split_asked(split) && split->n[0] != SL__SPLIT_AUTO;
}

/* Counts along the loop's dimensions as counts along a view's. Of dimensions that follow one index the first has them:
 * a diagonal in n parts needs no n x n. */
static void along_view(const sl__task *task, int slot, const sl_split *loop, int count[])
{
    const sl_view *view = task->view[slot].view;
    const sl__reach *reach = sl__split_reach(task, slot);
    sl_split split = {{0}}, left = *loop;
    for (int d = 0; d < view->rank; d++) {
        if (reach->index[d] == SL__FREE) {
            split.n[d] = 1;
            continue;
        }
        split.n[d] = left.n[reach->index[d]];
        if (view->n[d] > 1)
            left.n[reach->index[d]] = 1;
    }
    sl__grid_counts(&split, view->rank, view->n, count);
}

/* The other way round. */
static void along_loop(const sl__task *task, int slot, const int count[], sl_split *loop)
{
    const sl__reach *reach = sl__split_reach(task, slot);
    *loop = (sl_split){{0}};
    for (int d = 0; d < task->view[slot].view->rank; d++)
        if (count[d] > 1 && reach->index[d] != SL__FREE && loop->n[reach->index[d]] == 0)
            loop->n[reach->index[d]] = count[d];
}

/* The counts that the view has or wants, whatever the loop. @return 0: none, or the library is to choose. */
static int own_counts(const sl__task *task, int slot, int count[])
{
    const sl_view *view = task->view[slot].view;
    const sl__splits *splits = sl__splits_of(view);
    if (explicit(&splits->wish)) {
        sl__grid_counts(&splits->wish, view->rank, view->n, count);
        return 1;
    }
    if (explicit(&task->policy->split)) {
        along_view(task, slot, &task->policy->split, count);
        return 1;
    }
    if (splits->parts != NULL)
        memcpy(count, splits->parts->count, sizeof splits->parts->count);
    return splits->parts != NULL;
}

static int wants_parts(const sl__task *task, int slot)
{
    const sl_view *view = task->view[slot].view;
    const sl__splits *splits = sl__splits_of(view);
    return splits != NULL && view->rank > 0 && view->count > 0 && sl__split_argument(task, slot) >= 0 &&
           (splits->parts != NULL || sl__split_asked(&splits->wish) || sl__split_asked(&task->policy->split)) &&
           sl__split_may(view);
}

/* Whether nobody has said how many parts the view, or this loop, is to have. */
static int is_automatic(const sl__task *task, int slot)
{
    const sl__splits *splits = sl__splits_of(task->view[slot].view);
    if (explicit(&splits->wish) || explicit(&task->policy->split))
        return 0;
    return splits->parts == NULL || splits->automatic || sl__split_asked(&splits->wish) ||
           sl__split_asked(&task->policy->split);
}

/* Parts that were made for a loop which was worth few of them are made anew for one that is worth many, once: they are
 * never made fewer, for then loops that differ would do so in turns. On devices views of one loop need as many each.
 * @return how many are to be made; 0: none */
static int more_parts(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    int most = 0, least = SL__PARTS_MOST;
    if (!sl__split_adapts(plan))
        return 0;
    for (int s = 0; s < task->views; s++) {
        const sl__grid *parts = plan->view[s].whole ? NULL : sl__splits_of(task->view[s].view)->parts;
        if (parts == NULL)
            continue;
        most = parts->parts > most ? parts->parts : most;
        least = parts->parts < least ? parts->parts : least;
    }
    const int worth = most > 0 ? sl__split_worth(task) : 0;
    return worth >= SL__PARTS_GROW * most ? worth : (task->where & SL__SIDE_DEVICE) && least < most ? most : 0;
}

/* Cuts the loop in so many parts along the dimension in which elements of its first view that is to be split are
 * farthest apart, among those that follow an index. */
static void choose_counts(const sl__task *task, int slot, int parts, sl_split *loop)
{
    const sl_view *view = task->view[slot].view;
    const sl__reach *reach = sl__split_reach(task, slot);
    int far = 0;
    while (reach->index[far] == SL__FREE)
        far++;
    for (int d = far + 1; d < view->rank; d++)
        if (reach->index[d] != SL__FREE && view->n[d] > 1 && (view->n[far] <= 1 || view->s[d] > view->s[far]))
            far = d;
    *loop = (sl_split){{0}};
    loop->n[reach->index[far]] = parts;
}

void sl__split_ask(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    sl_split loop = {{0}};
    int chosen = 0, first = -1;
    for (int s = 0; s < task->views; s++) {
        sl__split_view *use = &plan->view[s];
        use->target = sl__split_has_target(task, s);
        use->whole = use->target || !wants_parts(task, s);
        if (use->whole)
            continue;
        use->automatic = is_automatic(task, s);
        if (!own_counts(task, s, use->count))
            use->count[0] = 0;
        else if (!chosen++)
            along_loop(task, s, use->count, &loop);
        first = first < 0 ? s : first;
    }
    int anew = first < 0 ? 0 : chosen ? more_parts(plan) : sl__split_worth(task);
    if (anew > 0)
        choose_counts(task, first, anew, &loop);
    for (int s = 0; s < task->views; s++) {
        sl__split_view *use = &plan->view[s];
        if (use->whole)
            continue;
        if (anew || use->count[0] == 0)
            along_view(task, s, &loop, use->count);
        int parts = 1;
        for (int d = 0; d < task->view[s].view->rank; d++)
            parts *= use->count[d];
        use->whole = parts == 1;
    }
}
