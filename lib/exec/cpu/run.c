/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of a worker group, or of all groups, take units of a cut loop, as the schedule says, and run the kernel's
 * chunk function over them. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "kernel/blocks.h"
#include "kernel/form.h"
#include "kernel/reduce.h"
#include "kernel/space.h"
#include "base/clock.h"
#include "base/env.h"
#include "base/fp.h"
#include "base/random.h"
#include "base/state.h"
#include "data/interface.h"
#include "exec/cpu/arrays.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/deal.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/kept.h"
#include "exec/cpu/lanes.h"
#include "exec/cpu/nest.h"
#include "exec/cpu/prepare.h"
#include "exec/cpu/range_end.h"
#include "exec/cpu/reads.h"
#include "exec/cpu/results.h"
#include "exec/cpu/run.h"
#include "exec/cpu/scan.h"
#include "exec/cpu/scatter.h"
#include "exec/cpu/streams.h"
#include "task/fault.h"
#include "task/spans.h"
#include "kernel/kinds.h"
#include "task/put_off.h"

enum {
    PACKED = 2048,   /* bytes of packed arguments that need no allocation */
    PARTIALS = 1024, /* bytes of partial results that need none */
    PIECE = 4096,    /* iterations that are worth taking from a share */
    SMALL_LOOP = 16  /* iterations of a loop that is not worth a plan */
};

typedef sl__loop_exec run;
typedef sl__share share;

/* What a loop takes of the cores. */
typedef struct effort {
    sl__cores_use use; /* how it is to use them if its schedule does not say */
    sl_index points;
    int timed, first; /* it is measured; and little is known of it */
    int threads;      /* on how many it ran */
    double work;      /* seconds that they have computed, together; of no meaning where it ran on one. Less than their
                         number times the loop's time: they sleep, and must be woken first */
    double begin, computed;
} effort;

void sl__cpu_init(void)
{
    sl__cpu_streams_init();
    sl__stream_init();
    sl__gang_init();
    sl__reads_active = sl__env_int(SL__ENV_CHECK_ACCESS) != 0;
}

void sl__cpu_fini(void)
{
    sl__gang_fini();
    sl__colors_fini();
    sl__kept_fini();
}

/* ---- one thread's share -------------------------------------------------------------------------------- */

static void run_slabs(run *r, share *s, int thread, int threads);

/* Where a block's lanes are, from @p room on. @return bytes of those of so many blocks */
static size_t share_set_lanes(const run *r, struct sl__box *box, char *room, size_t blocks)
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
static void share_begin(const run *r, share *s)
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
    box->places_ = r->places;
    box->shift_ = sl__space_shift(&r->task->space);
    if (r->task->state->reductions == 0 || sl__kernel_whole(r->task->kernel))
        return;
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

static void run_units(const run *r, sl_index first, sl_index last, share *s)
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

void sl__run_units(const sl__loop_exec *r, sl_index first, sl_index last)
{
    share s;
    sl__fp_use(); /* another loop's body may have changed it */
    share_begin(r, &s);
    run_units(r, first, last, &s);
    if (r->cut.streams)
        sl__stream_end();
}

/* Of all units, or of those of all copies, what the schedule deals to one of so many. */
static void run_dealt(run *r, share *s, int schedule, int number, int count)
{
    struct sl__deal deal;
    sl__deal_make(&deal, schedule, r->chunk, 0, r->cut.units, number, count);
    while (sl__deal_take(&deal, &r->next, number, count))
        run_units(r, deal.first_, deal.last_, s);
}

void sl__run_scheduled(run *r, share *s, int thread, int threads)
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

/* With copies of the views that the loop scatters into. */
static void run_copied(run *r, share *s, int thread, int threads)
{
    sl__copies *copies = r->copies;
    s->box.alone_ = SL__ALONE_SCATTER;
    for (int copy = thread; copy < copies->count; copy += copies->fixed ? threads : copies->count) {
        s->args = sl__copies_take(copies, copy);
        if (copies->fixed)
            run_dealt(r, s, SL__DEAL_STATIC, copy, copies->count);
        else
            sl__run_scheduled(r, s, thread, threads);
    }
}

static void run_join(run *r, share *s, int thread, int threads)
{
    (void)s;
    sl__copies_join(r->copies, thread, threads);
}

/* @return units that it has run */
static sl_index run_thread(run *r, int thread, int threads)
{
    const double begin = r->timed ? sl__clock_now() : 0;
    share s;
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
static void run_slabs(run *r, share *s, int thread, int threads)
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
                sl_index place = d == last ? c : (x[d] - cut->lo[d]) / cut->extent[d];
                sl_index base = cut->lo[d] + place * cut->extent[d];
                sl_index end = cut->hi[d] - base > cut->extent[d] ? base + cut->extent[d] : cut->hi[d];
                box->block_ = box->block_ * cut->grid[d] + place;
                box->base_[d] = base;
                box->lo_[d] = d == last ? base : x[d];
                box->hi_[d] = d == last ? end : x[d] + 1;
                box->first_ &= d == last || x[d] == base;
                box->last_ &= d == last || x[d] == end - 1;
            }
            (void)share_set_lanes(r, box, memory + (size_t)(box->block_ % blocks) * room, 1);
            sl__chunk_call(r->task->kernel->cpu[SL__CASE_SEQ], s->args, box);
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
    const sl__task *here;
} forked;

static void run_forked(void *arg, int thread, int threads)
{
    const forked *f = arg;
    sl__put_off *const put_off = sl__put_off_here;
    const sl__task *const before = sl__task_inside(f->here); /* in it a body's blocking call is refused */
    sl__put_off_here = f->put_off;
    sl__fp_use();
    f->work(f->arg, thread, threads);
    sl__put_off_here = put_off;
    sl__task_outside(before);
}

void sl__run_fork(const sl__group *group, int threads, sl__crew_work work, void *arg)
{
    if (threads < 2) {
        work(arg, 0, 1);
        return;
    }
    forked f = {work, arg, sl__put_off_here, sl__task_here};
    sl__crew_run(group, threads, run_forked, &f);
}

/* What the threads of a group share. */
typedef struct fork_of_run {
    run *run;
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
static sl_index run_group(run *r, const sl__group *group)
{
    fork_of_run f = {.run = r};
    int threads = r->threads;
    if (r->gang != NULL) {
        threads = sl__gang_threads(group);
        f.first = sl__gang_first(group);
        f.all = r->shares.count;
    }
    sl__run_fork(group, threads, run_member, &f);
    return atomic_load_explicit(&f.done, memory_order_relaxed);
}

/* A group that joins a gang. The call, its time and what it touches are those of the bracket, whose span is drawn by
 * whoever runs the task. */
static void join_gang(void *arg, const sl__group *group)
{
    run *r = arg;
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
static void run_gang(run *r)
{
    sl_index least = r->cut.kind == SL__UNIT_LANES ? 1 : r->cut.units / (r->cut.points / PIECE + 1);
    sl__shares_make(&r->shares, r->gang->cursor, sl__gang_shares(), r->cut.units, r->chunk, least > 0 ? least : 1);
    sl__gang_open(r->gang, join_gang, r);
    run_group(r, r->group);
    r->threads += sl__gang_close(r->gang);
}

static void run_iterations(run *r)
{
    if (r->cut.units > 0 && r->gang != NULL)
        run_gang(r);
    else if (r->cut.units > 0)
        (void)run_group(r, r->group);
}

/* Joins the copies, by the threads of the task's group. */
static void join_copies(run *r)
{
    const int threads = r->threads;
    r->threads = r->gang != NULL ? r->group->size : threads;
    r->gang = NULL;
    r->timed = 0;
    r->work = run_join;
    (void)run_group(r, r->group);
    r->threads = threads;
}

/* One colour after another: its units are those of the loop meanwhile. A colour of one unit wakes no threads: where all
 * share a target, there are as many colours as iterations. */
static void run_colors(run *r)
{
    const sl_index units = r->cut.units, points = r->cut.points;
    const int threads = r->threads;
    sl__gang *const gang = r->gang;
    for (r->color = 0; r->color < r->colors->count; r->color++) {
        r->cut.units = r->colors->begin[r->color + 1] - r->colors->begin[r->color];
        r->cut.points = r->cut.units * r->colors->block;
        r->threads = r->cut.units > 1 ? threads : 1;
        r->gang = r->cut.units > 1 ? gang : NULL;
        atomic_store_explicit(&r->next, 0, memory_order_relaxed);
        run_iterations(r);
    }
    r->cut.units = units;
    r->cut.points = points;
}

static int run_all(run *r)
{
    if (r->copies != NULL)
        r->work = run_copied;
    if (r->colors != NULL)
        run_colors(r);
    else
        run_iterations(r);
    if (r->copies != NULL)
        join_copies(r);
    if (r->shadows != NULL) {
        sl__shadows_settle();
        sl__shadows_look(r->shadows);
    }
    return !r->lacks;
}

/* ---- arguments and results ----------------------------------------------------------------------------- */

/* Runs a loop that reduces: partial results, and their combination. */
static int run_reduction(run *r, void *buffers[])
{
    _Alignas(64) char few[PARTIALS];
    const size_t bytes = sl__run_partial_bytes(r);
    void *own = NULL;
    char *memory = bytes <= sizeof few ? few : sl__kept(SL__KEPT_LOOP, bytes, &own);
    if (memory == NULL)
        return 0;
    sl__run_partials(r, memory);
    if (r->cut.kind == SL__UNIT_BLOCKS && r->cut.rank > 1 && r->schedule == SL_SEQ)
        r->work = run_slabs;
    const int done = run_all(r);
    if (done)
        sl__run_results(r, buffers);
    free(own);
    return done;
}

/* The shortest way for the shortest loops, of which graphs of scalars are made: one box, no plan. @return 0: it is none
 */
static int run_small(sl__task *task, void *buffers[], unsigned char *packed, int large)
{
    const sl_policy *policy = &task->policy;
    struct sl__box box;
    if (task->space.rank != 1 || task->space.kind != SL_SPACE_BOX || sl__kernel_reduces(task->state) ||
        sl__kernel_whole(task->kernel) || task->kernel->bounds_checked || large || policy->schedule != SL_AUTO ||
        policy->tile[0] != 0)
        return 0;
    sl__space_places(&task->space, 0, &box.lo_[0], &box.hi_[0]);
    if (box.hi_[0] - box.lo_[0] > SMALL_LOOP)
        return 0;
    const unsigned layouts = sl__task_pack(task, buffers, packed).all;
    const int function = layouts != 0 ? __builtin_ctz(layouts) : SL__CASE_ANY; /* a line has one order */
    box.fault_ = &task->fault;
    box.order_[0] = 0;
    box.alone_ = SL__ALONE_LOOP;
    box.shift_ = sl__space_shift(&task->space);
    if (sl__watched() && function == SL__CASE_ANY)
        sl__profile_slow(task, SL__ON_CPU);
    sl__chunk_call(task->kernel->cpu[function], packed, &box);
    return 1;
}

static int run_form(run *r, void *buffers[])
{
    return sl__kernel_scans(r->task->kernel)   ? sl__scan_run(r, buffers, run_all)
           : sl__kernel_nests(r->task->kernel) ? sl__nest_run(r, run_all)
           : r->task->state->reductions > 0    ? run_reduction(r, buffers)
                                               : run_all(r);
}

static sl__failure *run_planned(sl__task *task, void *buffers[], const sl__group *group, unsigned char *packed,
                                effort *e)
{
    run r;
    sl__run_make(&r, task, buffers, packed, group, sl__cpu_streams(task), e->use);
    sl__run_watch(&r);
    if (task->kernel->bounds_checked && (r.shadows = sl__shadows_begin(task, buffers, packed)) == NULL)
        return sl__task_lacks(task, "memory to check the views that it writes");
    r.timed = e->timed && (r.threads > 1 || r.gang != NULL);
    int done = task->state->scatters == 0 && run_form(&r, buffers);
    sl__failure *failure = task->state->scatters > 0 ? sl__scatter_run(&r, buffers, run_form, &done) : NULL;
    if (r.shadows != NULL)
        sl__shadows_free(r.shadows);
    if (failure != NULL)
        return failure;
    sl__fastest_end(task, &r.tiles);
    sl__fastest_end(task, &r.nests);
    e->threads = r.threads;
    e->work = 1e-9 * (double)atomic_load_explicit(&r.nanoseconds, memory_order_relaxed);
    return done ? NULL : sl__task_lacks(task, "memory for partial results");
}

static sl__failure *run_allocated(sl__task *task, void *buffers[], const sl__group *group, effort *e)
{
    _Alignas(64) unsigned char small[PACKED];
    size_t size = (task->kernel->args_size + 63) / 64 * 64;
    unsigned char *packed = size <= sizeof small ? small : aligned_alloc(64, size);
    if (packed == NULL)
        return sl__task_lacks(task, "memory for its arguments");
    sl__reads reads;
    if (sl__reads_active)
        sl__reads_note(&reads, task, buffers);
    sl__failure *failure = NULL;
    if (!run_small(task, buffers, packed, e->use.large))
        failure = run_planned(task, buffers, group, packed, e);
    if (sl__reads_active && failure == NULL)
        failure = sl__reads_look(&reads, task, buffers);
    if (packed != small)
        free(packed);
    return failure;
}

/* ---- from its begin to its end ------------------------------------------------------------------------- */

/* Whether to time a call in the program's own thread: one in 16, but not every 16th, which may be the same kernel's
 * always. */
static int caller_is_due(void)
{
    static _Thread_local uint32_t number;
    return sl__random(&number) >> 28 == 0;
}

static void effort_begin(effort *e, sl__task *task, const sl__group *group)
{
    sl__times *times = &task->state->times;
    e->use = (sl__cores_use){.way = SL__ONE_CORE};
    e->points = sl__task_points(task);
    e->threads = 1;
    e->first = 0;
    if (group == NULL) {
        e->timed = caller_is_due() || sl__cores_timed(times, SL__IN_CALLER, e->points);
    } else {
        const sl__size_times *size = sl__times_class(times, task->footprint, 0);
        e->use = sl__cpu_use(task);
        e->timed = sl__times_due(times, size, SL__ON_CPU) || e->use.timed;
        e->first = e->timed && sl__size_is_new(size, SL__BY_ITSELF);
    }
    e->begin = e->timed ? sl__clock_now() : 0;
    e->computed = e->first ? sl__clock_busy() : 0;
}

/* Where threads had to be woken just once, the next loop finds them awake, or loops come that far apart. */
static void effort_note(const effort *e, const sl__task *task, const sl__group *group)
{
    sl__times *times = &task->state->times;
    const int threads = group != NULL ? e->threads : 1;
    const int way = group == NULL ? SL__IN_CALLER : threads > 1 ? SL__ALL_CORES : SL__ONE_CORE;
    if (threads > 1 && sl__crew_woken(group) == 1)
        return;
    const double seconds = sl__clock_now() - e->begin;
    const double work = threads > 1 ? e->work : e->first ? sl__clock_busy() - e->computed : seconds;
    const uint32_t key = group != NULL ? task->footprint : sl__kernel_key(task->kernel, &task->policy, &task->space);
    sl__times_note(times, key, SL__BY_ITSELF, e->points, seconds, work / threads);
    sl__cores_note(times, way, e->points, seconds, work);
}

sl__failure *sl__cpu_run(sl__task *task, void *buffers[], const sl__group *group)
{
    effort e;
    effort_begin(&e, task, group);
    sl__failure *failure = run_allocated(task, buffers, group, &e);
    if (failure == NULL)
        failure = sl__task_fault(task);
    if (failure == NULL && e.timed)
        effort_note(&e, task, group);
    return failure;
}
