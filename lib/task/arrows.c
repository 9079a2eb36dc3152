/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrows of dependencies. StarPU orders the tasks of a view, so what a task waited for is known when it has run: who
 * wrote the view last, and who has read it since. */
#include <stdatomic.h>
#include <stdlib.h>

#include "task/arrows.h"
#include "task/spans.h"
#include "task/split.h"
#include "trace/dot.h"
#include "trace/parts.h"

enum { MARKS = 16 };

/* Where a task has ended. */
typedef struct mark {
    int row;
    int64_t at;
    uint64_t number; /* of the task */
} mark;

/* Some tasks; where there are too many, those that end last. */
typedef struct marks {
    int count;
    mark mark[MARKS];
} marks;

/* Of a view, or a part of one. */
struct sl__trace_view {
    marks writers; /* one, but after a switch to the whole those of all parts, also when parts follow again */
    marks readers; /* since then */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for all views: readers run side by side */
static _Atomic uint64_t numbers;

static mark end_of(const sl__span *span)
{
    return (mark){span->row, span->end > span->begin ? span->end - 1 : span->begin, span->number}; /* still in it */
}

/* Whoever reads the file goes through it by time. A span that begins at the same time may stand behind the arrow, in
 * what another thread has written. */
static int64_t begin_of(const sl__span *span)
{
    return span->end > span->begin + 1 ? span->begin + 1 : span->begin;
}

static void arrows_draw(mark from, const sl__span *to, const char *name)
{
    sl__event event = {.kind = SL__EVENT_ARROW,
                       .begin = from.at,
                       .end = begin_of(to),
                       .row = from.row,
                       .to_row = to->row,
                       .number = atomic_fetch_add_explicit(&numbers, 1, memory_order_relaxed) + 1};
    sl__event_add(&event, name, "");
}

void sl__trace_arrow(const sl__span *from, const sl__span *to, const char *name)
{
    if (sl__trace_on())
        arrows_draw(end_of(from), to, name);
}

static int is_in(const mark *all, int count, mark one)
{
    for (int i = 0; i < count; i++)
        if (all[i].row == one.row && all[i].at == one.at)
            return 1;
    return 0;
}

static void add(marks *to, mark end)
{
    int place = 0;
    if (is_in(to->mark, to->count, end))
        return;
    if (to->count < MARKS) {
        to->mark[to->count++] = end;
        return;
    }
    for (int i = 1; i < MARKS; i++)
        if (to->mark[i].at < to->mark[place].at)
            place = i;
    if (to->mark[place].at < end.at)
        to->mark[place] = end;
}

static void add_all(marks *to, const marks *from)
{
    for (int i = 0; i < from->count; i++)
        add(to, from->mark[i]);
}

/* One arrow from each task, though several views come from it. */
typedef struct known {
    const sl__trace_overlap *overlap; /* NULL: none was */
    mark from[MARKS * 4];
    int count;
} known;

static void draw_once(known *known, mark from, const sl__span *to, const char *name)
{
    if (is_in(known->from, known->count, from))
        return;
    if (known->count < (int)(sizeof known->from / sizeof known->from[0]))
        known->from[known->count++] = from;
    sl__span source, target;
    int found =
        known->overlap != NULL ? known->overlap->find(known->overlap, from.number, from.at, &source, &target) : -1;
    if (found < 0)
        arrows_draw(from, to, name);
    else if (found > 0)
        arrows_draw(end_of(&source), &target, name);
}

/* Writers stand among the readers from a switch until somebody has read the whole. */
static void drop_all(marks *from, const marks *which)
{
    int count = 0;
    for (int i = 0; i < from->count; i++)
        if (!is_in(which->mark, which->count, from->mark[i]))
            from->mark[count++] = from->mark[i];
    from->count = count;
}

static void draw_all(known *known, const marks *from, const sl__span *to, const char *name)
{
    for (int i = 0; i < from->count; i++)
        draw_once(known, from->mark[i], to, name);
}

static struct sl__trace_view *past_of(struct sl__trace_view **past)
{
    return *past != NULL ? *past : (*past = calloc(1, sizeof **past));
}

/* A span uses a view, or a part of one. */
static void arrows_depend(known *known, struct sl__trace_view *past, int writes, const char *name,
                          const sl__span *first, mark end)
{
    if (past == NULL)
        return;
    draw_all(known, writes && past->readers.count > 0 ? &past->readers : &past->writers, first, name);
    if (!writes) {
        drop_all(&past->readers, &past->writers);
        add(&past->readers, end);
        return;
    }
    past->readers.count = 0;
    past->writers.count = 0;
    add(&past->writers, end);
}

static void depend_part(known *known, const sl__part *part, const sl__span *first, mark end)
{
    for (int u = 0; u < part->uses; u++) {
        const sl__part_use *use = &part->use[u];
        sl_view *view = part->call->task->view[use->slot].view;
        sl__grid *grid = part->call->plan.view[use->slot].grid;
        struct sl__trace_view **past = use->part >= 0 ? &grid->part[use->part].stretch[use->stretch].past : &view->past;
        arrows_depend(known, past_of(past), use->writes, view->label, first, end);
    }
}

/* The views of a loop, or of that of which this is the first part. */
static void draw_uses(const sl__task *task)
{
    const sl__task *whole = task->stands_for != NULL ? task->stands_for->call->task : task;
    if (task->whole != NULL && task->part != 0)
        return;
    const sl__task_view *use = sl__task_uses(whole);
    const int ran = sl__dot_ran(whole->kernel != NULL ? whole->kernel->name : NULL, whole->label);
    for (int i = 0; i < whole->views; i++)
        sl__dot_use(ran, use[i].view->label, use[i].access);
}

void sl__trace_depends(const sl__task *task, const sl__span *first, const sl__span *last,
                       const sl__trace_overlap *overlap)
{
    const sl__task_view *views = task->many != NULL ? task->many : task->view;
    known known = {.overlap = overlap, .count = 0};
    if (sl__dot_on())
        draw_uses(task);
    if (!sl__trace_on())
        return;
    pthread_mutex_lock(&lock);
    if (task->stands_for != NULL)
        depend_part(&known, task->stands_for, first, end_of(last));
    for (int i = 0; i < task->views && task->stands_for == NULL; i++)
        arrows_depend(&known, past_of(&views[i].view->past), (views[i].access & SL_WRITE) != 0, views[i].view->label,
                      first, end_of(last));
    pthread_mutex_unlock(&lock);
}

/* A task that writes the whole waits for those that have read a part, and for those that have written one that nobody
 * has read since. */
static void switched(sl__grid *grid, int to_whole)
{
    if (!sl__trace_on())
        return;
    pthread_mutex_lock(&lock);
    struct sl__trace_view *whole = past_of(&grid->view->past);
    if (whole != NULL && to_whole)
        whole->writers.count = whole->readers.count = 0;
    for (int p = 0; p < grid->parts && whole != NULL; p++) {
        struct sl__trace_view *part = past_of(&grid->part[p].stretch[SL__STRETCH_PART].past);
        if (part != NULL && to_whole) {
            add_all(&whole->writers, &part->writers);
            add_all(&whole->readers, part->readers.count > 0 ? &part->readers : &part->writers);
        } else if (part != NULL) {
            *part = *whole;
        }
    }
    pthread_mutex_unlock(&lock);
}

void sl__trace_lost(sl_view *view)
{
    if (!sl__trace_on())
        return;
    pthread_mutex_lock(&lock);
    if (view->past != NULL)
        view->past->writers.count = view->past->readers.count = 0;
    pthread_mutex_unlock(&lock);
}

static void arrows_forget(struct sl__trace_view **past)
{
    free(*past);
    *past = NULL;
}

void sl__arrows_init(void)
{
    sl__watch.switched = switched;
    sl__watch.forget = arrows_forget;
}
