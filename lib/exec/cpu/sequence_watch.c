/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/sequence_watch.h"
#include "task/arrows.h"

#include <string.h>

#include "task/spans.h"

size_t sl__watch_bytes(const sl__parts *parts)
{
    return sl__watched() ? (size_t)parts->count * (size_t)parts->parts * sizeof(sl__stretch) : 0;
}

void sl__watch_make(sl__sequence_watch *watch, const sl__parts *parts, void *memory)
{
    size_t bytes = sl__watch_bytes(parts);
    watch->parts = parts;
    watch->stretch = bytes > 0 ? memory : NULL;
    if (bytes > 0)
        memset(memory, 0, bytes);
}

static sl__stretch *watch_stretch_of(const sl__sequence_watch *watch, int l, int p)
{
    return &watch->stretch[(size_t)l * (size_t)watch->parts->parts + (size_t)p];
}

void sl__watch_part(sl__sequence_watch *watch, int l, int p, int row, double share, int64_t begin)
{
    sl__span span = sl__trace_span_of(watch->task[l], SL__ON_CPU, begin);
    span.row = row;
    span.part = watch->parts->link[l].alone ? -1 : p;
    span.calls = 0;
    span.cores = 1;
    span.points = (sl_index)(share * (double)span.points);
    span.bytes *= share;
    sl__trace_span(&span);
    *watch_stretch_of(watch, l, p) = (sl__stretch){.begin = span.begin, .end = span.end, .row = row};
}

/* ---- what waited for what ------------------------------------------------------------------------------ */

static const sl__stretch *watch_first_of(const sl__sequence_watch *watch, int l)
{
    const sl__stretch *first = NULL;
    for (int p = 0; p < watch->parts->parts; p++) {
        const sl__stretch *s = watch_stretch_of(watch, l, p);
        if (s->end != 0 && (first == NULL || s->begin < first->begin))
            first = s;
    }
    return first;
}

/* Of the parts [low, high], as far as there are such. */
static const sl__stretch *last_of(const sl__sequence_watch *watch, int l, int low, int high)
{
    const sl__stretch *last = NULL;
    for (int p = low > 0 ? low : 0; p <= high && p < watch->parts->parts; p++) {
        const sl__stretch *s = watch_stretch_of(watch, l, p);
        if (s->end != 0 && (last == NULL || s->end > last->end))
            last = s;
    }
    return last;
}

/* Where loop l began first of the parts that had to wait for loop j, and where that ended last of what they needed.
 * @return 0: they have nothing in common */
static int find_wait(const sl__sequence_watch *watch, int l, int j, sl__span *from, sl__span *to)
{
    const int parts = watch->parts->parts, what = sl__parts_need(watch->parts, l, j);
    const sl__stretch *producer = NULL, *consumer = NULL;
    if (what & SL__NEEDS_ALL) {
        producer = last_of(watch, j, 0, parts - 1);
        consumer = watch_first_of(watch, l);
    }
    for (int p = 0; p < parts && !(what & SL__NEEDS_ALL); p++) {
        const sl__stretch *s = watch_stretch_of(watch, l, p), *needed;
        if (s->end == 0 || (consumer != NULL && s->begin >= consumer->begin))
            continue;
        needed = last_of(watch, j, what & SL__NEEDS_BELOW ? p - 1 : p, what & SL__NEEDS_ABOVE ? p + 1 : p);
        if (needed != NULL) {
            producer = needed;
            consumer = s;
        }
    }
    if (producer == NULL || consumer == NULL)
        return 0;
    *from = (sl__span){.row = producer->row, .begin = producer->begin, .end = producer->end};
    *to = (sl__span){.row = consumer->row, .begin = consumer->begin, .end = consumer->end};
    return 1;
}

/* A loop of the sequence that asks about those before it. */
typedef struct asking {
    sl__trace_overlap overlap; /* first */
    const sl__sequence_watch *watch;
    int l;
} asking;

static int watch_find(const sl__trace_overlap *overlap, uint64_t number, int64_t at, sl__span *from, sl__span *to)
{
    const asking *a = (const asking *)overlap;
    int j = a->l - 1;
    while (j >= 0 && a->watch->task[j]->number != number)
        j--;
    const sl__stretch *first = j >= 0 ? watch_first_of(a->watch, j) : NULL;
    return first != NULL && at >= first->begin ? find_wait(a->watch, a->l, j, from, to) : -1;
}

void sl__watch_end(const sl__sequence_watch *watch, int l)
{
    const sl__task *task = watch->task[l];
    const sl__stretch *first = watch->stretch ? watch_first_of(watch, l) : NULL;
    if (first == NULL) /* nothing is on, or it did not run */
        return;
    const sl__stretch *last = last_of(watch, l, 0, watch->parts->parts - 1);
    const sl__span begins = {.number = task->number, .row = first->row, .begin = first->begin, .end = first->end};
    const sl__span ends = {.number = task->number, .row = last->row, .begin = last->begin, .end = last->end};
    const asking a = {.overlap = {watch_find}, .watch = watch, .l = l};
    sl__profile_call(task, SL__ON_CPU);
    sl__trace_depends(task, &begins, &ends, &a.overlap);
}
