/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrows of dependencies. StarPU orders the tasks of a view, so what a task waited for is known when it has run: who
 * wrote the view last, and who has read it since. */
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/parts.h"

enum { READERS = 16 }; /* that are kept; of more, those that end last */

/* Where a task has ended. */
typedef struct mark {
    int row;
    int64_t at;
} mark;

struct sl__trace_view {
    mark writer; /* row 0: none */
    int readers; /* since then */
    mark reader[READERS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for all views: readers run side by side */
static _Atomic uint64_t numbers;

static mark end_of(const sl__span *span)
{
    return (mark){span->row, span->end > span->begin ? span->end - 1 : span->begin}; /* still in the span */
}

static void draw(mark from, int row, int64_t at, const char *name)
{
    sl__event event = {.kind = SL__EVENT_ARROW,
                       .begin = from.at,
                       .end = at,
                       .row = from.row,
                       .to_row = row,
                       .number = atomic_fetch_add_explicit(&numbers, 1, memory_order_relaxed) + 1};
    sl__event_add(&event, name, "");
}

void sl__trace_arrow(const sl__span *from, const sl__span *to, const char *name)
{
    if (sl__trace_on())
        draw(end_of(from), to->row, to->begin, name);
}

static void add_reader(struct sl__trace_view *past, mark end)
{
    int place = 0;
    if (past->readers < READERS) {
        past->reader[past->readers++] = end;
        return;
    }
    for (int i = 1; i < READERS; i++)
        if (past->reader[i].at < past->reader[place].at)
            place = i;
    if (past->reader[place].at < end.at)
        past->reader[place] = end;
}

/* One arrow from each task, though several views come from it. */
typedef struct known {
    mark from[READERS * 4];
    int count;
} known;

static void draw_once(known *known, mark from, const sl__span *to, const char *name)
{
    for (int i = 0; i < known->count; i++)
        if (known->from[i].row == from.row && known->from[i].at == from.at)
            return;
    if (known->count < (int)(sizeof known->from / sizeof known->from[0]))
        known->from[known->count++] = from;
    draw(from, to->row, to->begin, name);
}

static void depend(known *known, const sl__task_view *use, const sl__span *first, mark end)
{
    struct sl__trace_view *past = use->view->past;
    if (past == NULL && (past = use->view->past = calloc(1, sizeof *past)) == NULL)
        return;
    if ((!(use->access & SL_WRITE) || past->readers == 0) && past->writer.row != 0) /* readers came after the writer */
        draw_once(known, past->writer, first, use->view->label);
    if (!(use->access & SL_WRITE)) {
        add_reader(past, end);
        return;
    }
    for (int i = 0; i < past->readers; i++)
        draw_once(known, past->reader[i], first, use->view->label);
    past->readers = 0;
    past->writer = end;
}

void sl__trace_depends(const sl__task *task, const sl__span *first, const sl__span *last)
{
    const sl__task_view *views = task->many != NULL ? task->many : task->view;
    known known = {.count = 0};
    if (!sl__trace_on() || task->whole != NULL) /* a part depends on parts, which are not kept apart here */
        return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < task->views; i++)
        depend(&known, &views[i], first, end_of(last));
    pthread_mutex_unlock(&lock);
}

void sl__trace_forget(sl_view *view)
{
    if (view == NULL)
        return;
    free(view->past);
    view->past = NULL;
}
