/* SPDX-License-Identifier: BSD-3-Clause */
/* A task is stuck when it conflicts with a view that the waiting thread has open, or with an earlier task that is
 * stuck. Tasks before the access have ended, or the thread would not have the view. Those that a device has not passed
 * yet may look as if they were queued: views with such are left out. So are parts: of a view that was ever split, tasks
 * need not conflict, and what one leaves stuck is not said to be. */
#include "task/epoch.h"
#include "task/stuck.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/progress.h"
#include "data/holders.h"

typedef struct look {
    const sl__awaited *awaited;
    const sl__held_view *held;
    int count;     /* of the views that are held */
    int64_t stuck; /* tasks */
    int found;     /* the wait would never end */
    char task[SL__TASK_LABEL], view[SL__VIEW_LABEL];
} look;

static uint64_t looks; /* guarded by the lock of the pool of tasks */

static int stuck_mark_of(const sl_view *view)
{
    return view->stuck.look == looks ? view->stuck.access : 0;
}

static void stuck_mark(sl_view *view, int access)
{
    view->stuck.access = stuck_mark_of(view) | access;
    view->stuck.look = looks;
}

static int conflict(int a, int b)
{
    return a != 0 && b != 0 && ((a | b) & SL_WRITE);
}

/* @return the use by which a task is stuck; NULL: it is not. */
static const sl__task_view *stuck_by(sl__task *task)
{
    const sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        if (conflict(stuck_mark_of(views[i].view), views[i].access))
            return &views[i];
    return NULL;
}

static int is_awaited(const sl__awaited *a, sl__task *task)
{
    const sl__task_view *views = sl__task_views(task);
    if (a->before != 0 && task->number >= a->before)
        return 0;
    if (a->view == NULL)
        return a->room == 0;
    int use = sl__task_find_view(views, task->views, a->view);
    return use >= 0 && (a->access == 0 || conflict(a->access, views[use].access));
}

/* The view that is open and that a stuck task needs first of all: of those, the one that is named. */
static void stuck_note(look *l, const sl__task *task, const sl_view *by)
{
    for (int h = 0; h < l->count; h++)
        if (l->view[0] == '\0' && l->held[h].view == by) {
            snprintf(l->task, sizeof l->task, "%s", task->label);
            snprintf(l->view, sizeof l->view, "%s", by->label);
        }
}

static void look_at(sl__task *const tasks[], size_t count, void *arg)
{
    look *l = arg;
    looks++;
    for (int h = 0; h < l->count; h++)
        if (atomic_load(&l->held[h].view->launched) == 0)
            stuck_mark(l->held[h].view, l->held[h].writes ? SL_RDWR : SL_READ);
    for (size_t i = 0; i < count && !l->found; i++) {
        const sl__task_view *by = stuck_by(tasks[i]);
        if (by == NULL || !sl__task_is_queued(tasks[i])) /* in this order: what has ended meanwhile was not stuck */
            continue;
        stuck_note(l, tasks[i], by->view);
        l->stuck++;
        l->found = is_awaited(l->awaited, tasks[i]) || (l->awaited->room > 0 && l->stuck >= l->awaited->room);
        sl__task_view *views = sl__task_views(tasks[i]);
        for (int v = 0; v < tasks[i]->views; v++)
            if (atomic_load(&views[v].view->splits) == NULL)
                stuck_mark(views[v].view, views[v].access);
    }
}

sl_status sl__stuck_check(const sl__awaited *awaited)
{
    look l = {.awaited = awaited};
    sl__held_view *held;
    l.count = sl__holder_views(&held);
    if (l.count == 0)
        return SL_SUCCESS;
    l.held = held;
    sl__progress_poll(); /* what a device has passed is no task any more */
    sl__tasks_look(look_at, &l);
    free(held);
    if (!l.found)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_BUSY,
                   "%s: expected that nothing it waits for needs a view that this thread has open, but \"%s\" is open, "
                   "and task \"%s\" needs it: call sl_host_end() first",
                   awaited->function, l.view, l.task);
}

sl_status sl__stuck_view(const sl_view *view, int access, const char *function)
{
    return sl__stuck_check(&(sl__awaited){.function = function, .view = view, .access = access});
}
