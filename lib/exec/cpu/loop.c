/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/loop.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fp.h"
#include "base/state.h"
#include "base/stream.h"
#include "exec/cpu/deal.h"
#include "exec/cpu/workspace.h"
#include "exec/cpu/lanes.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/range_end.h"
#include "exec/cpu/results.h"
#include "kernel/blocks.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/reduce.h"
#include "kernel/space.h"
#include "task/put_off.h"
#include "task/spans.h"

enum { PARTIALS = 1024 }; /* bytes of partial results that need no allocation */

/* ---- one thread's share -------------------------------------------------------------------------------- */

static void run_slabs(sl__loop_exec *r, sl__share *s, int thread, int threads);

/* Where a block's lanes are, from @p room on. @return bytes of those of so many blocks */
static size_t share_set_lanes(const sl__loop_exec *r, struct sl__box *box, char *room, size_t blocks)
{
    size_t bytes = 0;
    for (int i = 0; i < r->task->kernel->nargs; i++) {
        box->lanes_[i] = room != NULL ? room + bytes : NULL;
        if (r->partial[i] != NULL)
            bytes += blocks * sl__reduce_lanes(&r->task->kernel->args[i], r->task->state->blocks);
    }
    return bytes;
}

/* What all boxes of a thread have in common. The box's bounds are set for each. */
static void share_begin(const sl__loop_exec *r, sl__share *s)
{
    struct sl__box *box = &s->box;
    s->args = r->args;
    s->lacks_memory = 0;
    s->done = 0;
    box->fault_ = &r->task->fault;
    memcpy(box->order_, r->cut.order, sizeof box->order_);
    box->first_ = box->last_ = 1;
    box->lane_ = 0;
    box->alone_ = r->threads == 1 && r->gang == NULL ? SL__ALONE_LOOP : 0;
    memcpy(box->places_, r->places, sizeof box->places_);
    box->shift_ = sl__space_shift(&r->task->space);
    if (r->task->state->reductions == 0 || !sl__form_of(r->task->kernel)->boxes)
        return;
    box->ahead_ = r->ahead;
    memcpy(box->identity_, r->identity, (size_t)r->task->kernel->nargs * sizeof *r->identity);
    memcpy(box->partial_, r->partial, (size_t)r->task->kernel->nargs * sizeof *r->partial);
    const size_t blocks = r->cut.together > 1 ? (size_t)r->cut.together : 1,
                 bytes = share_set_lanes(r, box, NULL, blocks);
    if (r->cut.rank == 1 || r->work == run_slabs || bytes == 0)
        return;
    char *room = sl__lanes_memory(r, bytes);
    s->lacks_memory = room == NULL;
    (void)share_set_lanes(r, box, room, blocks);
}

static void run_units(const sl__loop_exec *r, sl_index first, sl_index last, sl__share *s)
{
    sl__chunk_function function = r->task->kernel->cpu[r->cut.function];
    s->done += last - first;
    if (s->lacks_memory)
        return;
    if (r->cut.kind == SL__UNIT_LANES) {
        sl__lanes_run(r, first, last, s->args, &s->box);
        return;
    }
    if (r->colors != NULL) {
        sl__colors_run(r->colors, r->color, first, last, function, s->args, &s->box);
        return;
    }
    for (sl_index units; first < last; first += units) {
        units = sl__cut_box(&r->cut, first, last, &s->box);
        if (sl__range_end_clip(r, units, &s->box))
            sl__chunk_call(function, s->args, &s->box);
    }
}

void sl__loop_run_units(const sl__loop_exec *r, sl_index first, sl_index last)
{
    sl__share s;
    sl__fp_use(); /* another loop's body may have changed it */
    share_begin(r, &s);
    run_units(r, first, last, &s);
    if (r->cut.streams)
        sl__stream_end();
}

/* Of all units, or of those of all copies, what the schedule deals to one of so many. */
static void run_dealt(sl__loop_exec *r, sl__share *s, int schedule, int number, int count)
{
    struct sl__deal deal;
    sl__deal_make(&deal, schedule, r->chunk, 0, r->cut.units, number, count);
    while (sl__deal_take(&deal, &r->next, number, count))
        run_units(r, deal.first_, deal.last_, s);
}

void sl__loop_run_scheduled(sl__loop_exec *r, sl__share *s, int thread, int threads)
{
    sl_index first, last;
    const int schedule = r->schedule == SL_DYNAMIC  ? SL__DEAL_DYNAMIC
                         : r->schedule == SL_GUIDED ? SL__DEAL_GUIDED
                                                    : SL__DEAL_STATIC;
    if (r->gang == NULL && threads == 1)
        run_units(r, 0, r->cut.units, s);
    else if (r->gang == NULL || schedule != SL__DEAL_STATIC)
        run_dealt(r, s, schedule, thread, threads);
    else /* the thread's own share, then what others have left of theirs */
        for (int from = thread; sl__shares_take(&r->shares, thread, &from, &first, &last);)
            run_units(r, first, last, s);
}

/* The share of the iterations that a copy is for. */
static void run_share(sl__loop_exec *r, sl__share *s, int copy)
{
    const sl__copies *c = r->copies;
    struct sl__deal deal;
    sl__deal_make(&deal, SL__DEAL_STATIC, 0, -c->before, c->units - c->before, (int)c->first + copy, (int)c->shares);
    while (sl__deal_take(&deal, &r->next, (int)c->first + copy, (int)c->shares))
        run_units(r, deal.first_, deal.last_, s);
}

/* With copies of the views that the loop scatters into. */
static void run_copied(sl__loop_exec *r, sl__share *s, int thread, int threads)
{
    sl__copies *copies = r->copies;
    /* Beside arrays nobody has copies of what it scatters into. */
    s->box.alone_ = copies->arrays && threads > 1 ? 0 : SL__ALONE_SCATTER;
    for (int copy = thread; copy < copies->count; copy += copies->fixed ? threads : copies->count) {
        s->args = sl__copies_take(copies, copy);
        if (copies->fixed)
            run_share(r, s, copy);
        else
            sl__loop_run_scheduled(r, s, thread, threads);
    }
}

static void run_join(sl__loop_exec *r, sl__share *s, int thread, int threads)
{
    (void)s;
    sl__copies_join(r->copies, thread, threads);
}

/* @return units that it has run */
static sl_index run_thread(sl__loop_exec *r, int thread, int threads)
{
    const double begin = r->timed ? sl__clock_now() : 0;
    sl__share s;
    share_begin(r, &s);
    r->work(r, &s, thread, threads);
    if (r->shadows != NULL)
        sl__shadows_settle();
    if (r->gang)
        sl__gang_drain(r->gang);
    if (r->cut.streams)
        sl__stream_end();
    if (r->timed)
        atomic_fetch_add_explicit(&r->nanoseconds, (int64_t)(1e9 * (sl__clock_now() - begin)), memory_order_relaxed);
    return s.done;
}

/* ---- in sequence --------------------------------------------------------------------------------------- */

/* A reduction from rank 2 on in the order of the iterations: rows cross the blocks of a slab along dimension 0, so
 * the lanes of all of them are kept. */
static void run_slabs(sl__loop_exec *r, sl__share *s, int thread, int threads)
{
    const sl__cut *cut = &r->cut;
    struct sl__box *const box = &s->box;
    const int last = cut->rank - 1;
    const sl_index blocks = cut->units / cut->grid[0];
    const size_t room = share_set_lanes(r, box, NULL, 1);
    char *memory = aligned_alloc(64, (size_t)blocks * room);
    (void)thread, (void)threads;
    r->lacks = memory == NULL;
    sl_index x[SL_MAX_RANK];
    memcpy(x, cut->lo, sizeof x);
    for (sl_index rows = memory != NULL ? cut->points / (cut->hi[last] - cut->lo[last]) : 0; rows > 0; rows--) {
        for (sl_index c = 0; c < cut->grid[last]; c++) {
            box->block_ = 0;
            box->first_ = box->last_ = 1;
            for (int d = 0; d <= last; d++) {
                sl_index shift = d == 0 ? cut->shift : 0;
                sl_index place = d == last ? c : sl__block_of(cut->extent[d], shift, x[d] - cut->lo[d]);
                sl_index base = cut->lo[d] + sl__cut_begin(cut, d, place);
                sl_index most = sl__cut_begin(cut, d, place + 1) - (base - cut->lo[d]);
                sl_index end = cut->hi[d] - base > most ? base + most : cut->hi[d];
                box->block_ = box->block_ * cut->grid[d] + place;
                box->base_[d] = base;
                box->lo_[d] = d == last ? base : x[d];
                box->hi_[d] = d == last ? end : x[d] + 1;
                box->first_ &= d == last || x[d] == base;
                box->last_ &= d == last || x[d] == end - 1;
            }
            (void)share_set_lanes(r, box, memory + (size_t)(box->block_ % blocks) * room, 1);
            sl__chunk_call(r->task->kernel->cpu[cut->function], s->args, box);
        }
        for (int d = last - 1; d >= 0 && ++x[d] >= cut->hi[d]; d--)
            x[d] = cut->lo[d];
    }
    free(memory);
}

/* ---- the whole loop ------------------------------------------------------------------------------------ */

/* What threads run, what their leader puts off, and the task that it runs. */
typedef struct forked {
    sl__crew_work work;
    void *arg;
    sl__put_off *put_off;
    const sl__task *task;
} forked;

static void run_forked(void *arg, int thread, int threads)
{
    const forked *f = arg;
    sl__put_off *const put_off = sl__put_off_current;
    const sl__task *const before = sl__task_inside(f->task); /* in it a body's blocking call is refused */
    sl__put_off_current = f->put_off;
    sl__fp_use();
    f->work(f->arg, thread, threads);
    sl__put_off_current = put_off;
    sl__task_outside(before);
}

void sl__loop_fork(const sl__group *group, int threads, sl__crew_work work, void *arg)
{
    if (threads < 2) {
        work(arg, 0, 1);
        return;
    }
    forked f = {work, arg, sl__put_off_current, sl__task_current};
    sl__crew_run(group, threads, run_forked, &f);
}

/* What the threads of a group share. */
typedef struct fork_of_run {
    sl__loop_exec *run;
    int first, all;        /* in a gang: the group's first thread among those of all groups, and their number; else 0 */
    _Atomic sl_index done; /* units that a group in a gang has run, where anybody wants to know */
} fork_of_run;

static void run_member(void *arg, int thread, int threads)
{
    fork_of_run *f = arg;
    const sl_index units = run_thread(f->run, f->first + thread, f->all > 0 ? f->all : threads);
    if (f->all > 0 && sl__watched())
        atomic_fetch_add_explicit(&f->done, units, memory_order_relaxed);
}

/* The threads of one group. @return units that they have run */
static sl_index run_group(sl__loop_exec *r, const sl__group *group)
{
    fork_of_run f = {.run = r};
    int threads = r->threads;
    if (r->gang != NULL) {
        threads = sl__gang_threads(group);
        f.first = sl__gang_first(group);
        f.all = r->shares.count;
    }
    sl__loop_fork(group, threads, run_member, &f);
    return atomic_load_explicit(&f.done, memory_order_relaxed);
}

/* A group that joins a gang. The call, its time and what it touches are those of the bracket, whose span is drawn by
 * whoever runs the task. */
static void join_gang(void *arg, const sl__group *group)
{
    sl__loop_exec *r = arg;
    const int64_t begin = sl__watched() ? sl__trace_now() : 0;
    const sl_index done = run_group(r, group);
    if (begin == 0)
        return;
    sl__span span = sl__trace_span_of(r->task, SL__ON_CPU, begin);
    span.calls = 0;
    span.joins = 1;
    span.points = (sl_index)((double)done / (double)r->cut.units * (double)span.points);
    span.bytes = 0;
    sl__trace_span(&span);
}

/* All groups, those that come in time. */
static void run_gang(sl__loop_exec *r)
{
    sl_index least = r->cut.kind == SL__UNIT_LANES ? 1 : r->cut.units / (r->cut.points / SL__SHARE_PIECE + 1);
    sl__shares_make(&r->shares, r->gang->cursor, sl__gang_shares(), r->cut.units, r->chunk, least > 0 ? least : 1);
    sl__gang_open(r->gang, join_gang, r);
    run_group(r, r->group);
    r->threads += sl__gang_close(r->gang);
}

static void run_threads(sl__loop_exec *r)
{
    if (r->gang != NULL)
        run_gang(r);
    else
        (void)run_group(r, r->group);
}

/* ---- rounds -------------------------------------------------------------------------------------------- */

/* What a loop has as a whole; a round may have less of it. */
typedef struct whole_loop {
    sl_index units, points;
    int threads;
    sl__gang *gang;
} whole_loop;

/* The iterations of a colour are the loop's meanwhile. A colour of one unit wakes no threads: where all share a target,
 * there are as many colours as iterations. */
static void set_color(sl__loop_exec *r, const whole_loop *whole, int color)
{
    r->color = color;
    r->cut.units = r->colors->begin[color + 1] - r->colors->begin[color];
    r->cut.points = r->cut.units * r->colors->block;
    r->threads = r->cut.units > 1 ? whole->threads : 1;
    r->gang = r->cut.units > 1 ? whole->gang : NULL;
    atomic_store_explicit(&r->next, 0, memory_order_relaxed);
}

/* The threads of the task's group join the copies. */
static void set_joining(sl__loop_exec *r, const whole_loop *whole)
{
    r->threads = whole->gang != NULL ? r->group->size : whole->threads;
    r->gang = NULL;
    r->timed = 0;
    r->work = run_join;
}

/* Prepares a round: the loop; or its colours, one after another; and then, if it has copies, their joining.
 * @return 0: all have run */
static int set_round(sl__loop_exec *r, const whole_loop *whole, int round)
{
    const int colors = r->colors != NULL ? r->colors->count : 1;
    if (round < colors && r->colors != NULL)
        set_color(r, whole, round);
    else if (round == colors && r->copies != NULL)
        set_joining(r, whole);
    else if (round >= colors)
        return 0;
    return 1;
}

int sl__loop_run_all(sl__loop_exec *r)
{
    const whole_loop whole = {r->cut.units, r->cut.points, r->threads, r->gang};
    int most = 0;
    if (r->copies != NULL && r->work == sl__loop_run_scheduled) /* the threads of a nest take theirs themselves */
        r->work = run_copied;
    for (int round = 0; set_round(r, &whole, round); round++) {
        if (r->cut.units > 0 || r->work == run_join)
            run_threads(r);
        most = r->threads > most ? r->threads : most;
    }
    r->cut.units = whole.units;
    r->cut.points = whole.points;
    r->threads = most;
    if (r->shadows != NULL) {
        sl__shadows_settle();
        sl__shadows_look(r->shadows);
    }
    return !r->lacks;
}

/* ---- reductions ---------------------------------------------------------------------------------------- */

/* Runs a loop that reduces: partial results, and their combination. */
static int run_reduction(sl__loop_exec *r, void *buffers[])
{
    _Alignas(64) char few[PARTIALS];
    const size_t bytes = sl__run_partial_bytes(r);
    sl__block own = {.data = NULL};
    char *memory = bytes <= sizeof few ? few : sl__workspace(SL__WORKSPACE_LOOP, bytes, &own);
    if (memory == NULL)
        return 0;
    sl__run_partials(r, memory);
    if (r->cut.kind == SL__UNIT_BLOCKS && r->cut.rank > 1 && r->schedule == SL_SEQ)
        r->work = run_slabs;
    const int done = sl__loop_run_all(r);
    if (done)
        sl__run_results(r, buffers);
    sl__memory_put(&own);
    return done;
}

int sl__loop_run(sl__loop_exec *r, void *buffers[])
{
    return r->task->state->reductions > 0 ? run_reduction(r, buffers) : sl__loop_run_all(r);
}
