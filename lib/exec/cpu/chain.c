/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/chain.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/env.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/state.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/chain_access.h"
#include "exec/cpu/members.h"
#include "exec/cpu/parts.h"
#include "exec/cpu/run.h"
#include "exec/cpu/chain_watch.h"
#include "trace/trace.h"

enum {
    SPINS = 2000, /* looks in vain at parts that are not ready before the core is offered to others */
    FEW_PARTS = 8 /* so many a thread, and marks have cache lines of their own: each is somebody else's neighbour */
};

/* A loop as it runs. */
typedef struct loop {
    sl__loop_exec run;
    int number; /* in the batch */
    int reduces;
    int timed, noted; /* what it computes is; and is noted as that of a loop by itself, too */
    int first;        /* no loop before it in the chain is like it */
    int lacks;        /* an input is not there: it does nothing */
    uint64_t depends; /* loops of the chain whose failure is its own */
    void *buffers[SL__TASK_VIEWS];
    _Atomic int finished;        /* threads that are done with all their parts */
    _Atomic int over;            /* all are, and results are stored */
    _Atomic int64_t nanoseconds; /* over all threads, where timed */
} loop;

typedef struct chain {
    sl__batch *batch;
    const sl__group *group;
    int worker, threads;
    unsigned runs;           /* of chains by this worker */
    int timed;               /* it is its turn, */
    int fresh;               /* or it has loops of which little is known */
    _Atomic int64_t came;    /* where timed: when its last thread has come, */
    int64_t ended;           /* when all have ended, */
    _Atomic int64_t busiest; /* and nanoseconds that one has computed, at most */
    _Atomic uint64_t failed; /* loops that have failed: bits */
    sl__parts parts;
    sl__chain_view view[SL__BATCH_VIEWS];
    loop loop[SL__BATCH_TASKS];
    _Atomic int *done; /* for each part, loops that are done with it */
    size_t apart;      /* marks of neighbouring parts lie so many ints apart */
    sl__chain_watch watch;
    unsigned char *packed; /* arguments of all loops */
} chain;

/* What a worker keeps. */
static chain *kept[STARPU_NMAXWORKERS];

void sl__chain_fini(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        free(kept[w]);
        kept[w] = NULL;
    }
}

/* ---- what the chain is --------------------------------------------------------------------------------- */

static void describe_views(chain *c)
{
    for (int v = 0; v < c->batch->views; v++) {
        const sl_view *view = c->batch->view[v].view;
        c->view[v].bytes = view->span;
        memcpy(c->view[v].n, view->n, sizeof view->n);
    }
}

/* Writing past the caches is for what no later loop of the chain touches. */
static unsigned streams(const chain *c, int l)
{
    const sl__task *task = c->loop[l].run.task;
    const unsigned char *place = c->batch->place[c->loop[l].number];
    unsigned when = sl__cpu_streams(task);
    if (when == 0)
        return 0;
    for (int v = 0; v < task->views; v++)
        for (int m = l + 1; m < c->parts.count && (task->view[v].access & SL_WRITE); m++)
            for (int w = 0; w < c->loop[m].run.task->views; w++)
                if (c->batch->place[c->loop[m].number][w] == place[v])
                    return 0;
    return when;
}

static int is_new(const sl__task *task)
{
    return sl__times_is_new(&task->state->times, task->footprint, SL__IN_CHAIN);
}

/* Whether what a loop computes is noted. In a chain it finds its data in the cache: that is not what it takes by
 * itself, but better than to know nothing. */
static int is_noted(const loop *loop)
{
    const sl__task *task = loop->run.task;
    sl__times *times = &task->state->times;
    const sl__size_times *size = sl__times_class(times, task->footprint, 0);
    const int due = sl__times_due(times, size, SL__ON_CPU); /* counts the call, too */
    return due && (sl__size_is_new(size, SL__IN_CHAIN) || loop->run.alone);
}

/* Whether a chain has loops of which little is known. */
static int is_fresh(const chain *c)
{
    for (int l = 0; l < c->parts.count; l++)
        if (sl_space_size(&c->loop[l].run.task->space) > 0 && is_new(c->loop[l].run.task))
            return 1;
    return 0;
}

static int are_alike(const sl__task *one, const sl__task *other)
{
    return one->state == other->state && one->footprint == other->footprint;
}

static int is_first(const chain *c, int l)
{
    int m = 0;
    while (!are_alike(c->loop[m].run.task, c->loop[l].run.task))
        m++;
    return m == l;
}

/* Packs a loop's arguments at @p packed and cuts it. */
static void make_loop(chain *c, int l, void *buffers[], unsigned char *packed)
{
    loop *loop = &c->loop[l];
    sl__task *task = loop->run.task;
    sl__batch_buffers(c->batch, loop->number, buffers, loop->buffers);
    sl__layouts layouts = sl__task_pack(task, loop->buffers, packed);
    sl__run_make(&loop->run, task, c->group, packed, &layouts, streams(c, l), sl__cpu_is_large(task));
    sl__run_watch(&loop->run);
    loop->reduces = task->state->reductions > 0;
    atomic_init(&loop->finished, 0);
    atomic_init(&loop->over, 0);
    atomic_init(&loop->nanoseconds, 0);
    loop->noted = is_noted(loop);
    loop->timed = loop->noted || c->timed;
    loop->first = c->timed && is_first(c, l);
}

static size_t chain_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* What a chain's data may take of a core's level-2 cache. A guest's core may be one of two hardware threads that share
 * one, whatever it says, and other data passes through: doc/notes/chains.md. */
static size_t room_of_core(void)
{
    const sl__topology *topology = sl__machine_topology();
    size_t cache = topology && topology->l2 ? topology->l2 : 1u << 20;
    return cache / 8 * 3;
}

/* Packs and cuts all loops, and lays them along the parts. @return 0 without memory. */
static int chain_make(chain *c, void *buffers[])
{
    size_t bytes = 0;
    int count = c->parts.count;
    for (int l = 0; l < count; l++)
        bytes += chain_rounded(c->loop[l].run.task->kernel->args_size);
    unsigned char *packed = c->packed = aligned_alloc(64, bytes > 0 ? bytes : 64);
    if (packed == NULL)
        return 0;
    c->threads = 1;
    c->fresh = is_fresh(c);
    c->timed = c->runs++ % 16 == 0 || c->fresh;
    for (int l = 0; l < count; l++) {
        make_loop(c, l, buffers, packed);
        packed += chain_rounded(c->loop[l].run.task->kernel->args_size);
        if (c->loop[l].run.threads > c->threads)
            c->threads = c->loop[l].run.threads;
    }
    describe_views(c);
    for (int l = 0; l < count; l++)
        sl__link_make(&c->parts.link[l], &c->loop[l].run, c->batch->place[c->loop[l].number]);
    sl__parts_make(&c->parts, c->view, c->threads, room_of_core());
    return 1;
}

/* Memory for what the loops reduce, for the marks of the parts, and for what is watched. @return 0 without. */
static int make_room(chain *c)
{
    c->apart = c->parts.parts <= FEW_PARTS * c->threads ? 64 / sizeof *c->done : 1;
    size_t marks = chain_rounded((size_t)c->parts.parts * c->apart * sizeof *c->done), bytes = marks;
    for (int l = 0; l < c->parts.count; l++)
        bytes += c->loop[l].reduces ? chain_rounded(sl__run_partial_bytes(&c->loop[l].run)) : 0;
    char *memory = sl__cpu_scratch(bytes + sl__watch_bytes(&c->parts));
    if (memory == NULL)
        return 0;
    c->done = (_Atomic int *)memory;
    for (int p = 0; p < c->parts.parts; p++)
        atomic_init(&c->done[(size_t)p * c->apart], 0);
    memory += marks;
    for (int l = 0; l < c->parts.count; l++)
        if (c->loop[l].reduces) {
            sl__run_partials(&c->loop[l].run, memory);
            memory += chain_rounded(sl__run_partial_bytes(&c->loop[l].run));
        }
    sl__watch_make(&c->watch, &c->parts, memory);
    return 1;
}

/* ---- one part of one loop ------------------------------------------------------------------------------ */

/* A thread and its parts: those from low on below high. */
typedef struct member {
    chain *c;
    int thread;
    int low, high;
    int members;               /* threads that have parts */
    int left[SL__BATCH_TASKS]; /* parts of each loop that are not done */
    int64_t busy;              /* nanoseconds that it has computed, where timed */
} member;

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int done_with(const chain *c, int p)
{
    return atomic_load_explicit(&c->done[(size_t)p * c->apart], memory_order_acquire);
}

/* Whether what loop l does in part p may begin. A loop that runs alone does nothing in the other parts. */
static int is_ready(const chain *c, int l, int p)
{
    const sl__link *link = &c->parts.link[l];
    if (link->alone && p > 0)
        return 1;
    if (p > 0 && link->below > 0 && done_with(c, p - 1) < link->below)
        return 0;
    if (p < c->parts.parts - 1 && link->above > 0 && done_with(c, p + 1) < link->above)
        return 0;
    for (uint64_t whole = link->whole; whole != 0; whole &= whole - 1)
        if (!atomic_load_explicit(&c->loop[__builtin_ctzll(whole)].over, memory_order_acquire))
            return 0;
    return 1;
}

/* Whether a loop has not what it reads. What failed before it in the parts that it reads is seen here. */
static int is_void(const chain *c, const loop *loop)
{
    return loop->lacks || (atomic_load_explicit(&c->failed, memory_order_relaxed) & loop->depends) != 0;
}

/* All parts of a loop are done. A failed loop has no result. */
static void end_loop(chain *c, int l)
{
    loop *loop = &c->loop[l];
    if (loop->reduces && !is_void(c, loop) && !sl__member_has_fault(loop->run.task))
        sl__run_store(&loop->run, loop->buffers);
    atomic_store_explicit(&loop->over, 1, memory_order_release);
}

static void chain_run_part(member *m, int l, int p)
{
    chain *c = m->c;
    loop *loop = &c->loop[l];
    sl_index first = sl__parts_first(&c->parts, l, p), last = sl__parts_first(&c->parts, l, p + 1);
    if (first < last && !is_void(c, loop)) {
        int64_t begin = loop->timed ? now() : 0, watched = c->watch.stretch != NULL ? sl__trace_now() : 0;
        sl__run_units(&loop->run, first, last);
        if (watched)
            sl__watch_part(&c->watch, l, p, sl__trace_row(c->worker, m->thread),
                           (double)(last - first) / (double)loop->run.cut.units, watched);
        if (loop->timed) {
            const int64_t taken = now() - begin;
            atomic_fetch_add_explicit(&loop->nanoseconds, taken, memory_order_relaxed);
            m->busy += taken;
        }
        if (sl__member_has_fault(loop->run.task))
            atomic_fetch_or(&c->failed, UINT64_C(1) << l);
    }
    atomic_store_explicit(&c->done[(size_t)p * c->apart], l + 1, memory_order_release);
    const sl__link *link = &c->parts.link[l];
    if (link->alone) {
        if (p == 0)
            end_loop(c, l);
    } else if (--m->left[l] == 0 && (link->counted || loop->reduces) &&
               atomic_fetch_add_explicit(&loop->finished, 1, memory_order_acq_rel) + 1 == m->members) {
        end_loop(c, l);
    }
}

/* ---- one thread's way through its parts ---------------------------------------------------------------- */

/* Runs loops over a part, as many as may, below the limit. @return 0 when none may. */
static int advance(member *m, int p, int limit)
{
    int l = done_with(m->c, p), begin = l;
    for (; l < limit && is_ready(m->c, l, p); l++)
        chain_run_part(m, l, p);
    return l > begin;
}

/* Goes once through the parts [first, last). Behind a part that has come further, those that have waited for it may,
 * too: what they need is in the cache still. */
static int pass(member *m, int first, int last, int step, int limit)
{
    int moved = 0;
    for (int n = last - first, p = step > 0 ? first : last - 1; n > 0; n--, p += step) {
        if (!advance(m, p, limit))
            continue;
        moved = 1;
        for (int q = p - step; q >= first && q < last && advance(m, q, limit); q -= step)
            ;
    }
    return moved;
}

/* Brings all parts as far as the limit. With halos the first pass leaves two wedges, at the borders to the neighbours'
 * parts, which both sides fill in turns. */
static void bring(member *m, int *step, int limit)
{
    int first = m->low, last = m->high;
    for (int idle = 0; first < last;) {
        if (pass(m, first, last, *step, limit)) {
            *step = -*step;
            idle = 0;
        } else {
            sl__progress_relax();
            if (++idle % SPINS == 0)
                sched_yield();
        }
        while (first < last && done_with(m->c, first) >= limit)
            first++;
        while (first < last && done_with(m->c, last - 1) >= limit)
            last--;
    }
}

/* Up and down in turn: what was touched last is touched first then. Were the wedges left to the chain_end, they would
 * grow until they meet, and nothing would come out of the cache any more. */
static void chain_run_member(member *m)
{
    const sl__parts *parts = &m->c->parts;
    int step = 1;
    for (int limit = 0; limit < parts->count;) {
        limit = limit + parts->depth < parts->count ? limit + parts->depth : parts->count;
        bring(m, &step, limit);
    }
}

static void raise_to(_Atomic int64_t *most, int64_t value)
{
    int64_t before = atomic_load_explicit(most, memory_order_relaxed);
    while (before < value &&
           !atomic_compare_exchange_weak_explicit(most, &before, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

static void chain_run_thread(void *arg, int thread, int threads)
{
    chain *c = arg;
    member m;
    m.c = c;
    m.thread = thread;
    m.low = (int)((int64_t)thread * c->parts.parts / threads);
    m.high = (int)((int64_t)(thread + 1) * c->parts.parts / threads);
    m.members = threads < c->parts.parts ? threads : c->parts.parts;
    for (int l = 0; l < c->parts.count; l++)
        m.left[l] = m.high - m.low;
    m.busy = 0;
    if (c->timed)
        raise_to(&c->came, now());
    chain_run_member(&m);
    if (c->timed)
        raise_to(&c->busiest, m.busy);
}

static void chain_run_all(chain *c)
{
    if (c->threads == 1)
        chain_run_thread(c, 0, 1);
    else
        sl__run_fork(c->group, c->threads, chain_run_thread, c);
}

/* ---- the whole chain ----------------------------------------------------------------------------------- */

static void begin(chain *c, int first)
{
    unsigned char lacks[SL__BATCH_TASKS];
    sl__members_begin(c->batch, first, c->parts.count, lacks);
    for (int l = 0; l < c->parts.count; l++) {
        c->loop[l].lacks = lacks[l];
        c->loop[l].depends = c->batch->depends[first + l] >> first;
    }
    atomic_store(&c->failed, 0);
}

/* What a loop has taken of the time of all threads. */
static double work_of(const chain *c, int l)
{
    return 1e-9 * (double)atomic_load(&c->loop[l].nanoseconds);
}

static int threads_of(const chain *c, int l)
{
    return c->parts.link[l].alone ? 1 : c->threads;
}

/* What counts of a chain of which it is to be known what its loops would take in many of them, one behind the other:
 * from when the last thread has come. In those that follow at once no thread has to be woken; and what one that comes
 * late has left to do takes it as long as all would have taken together. */
static double seconds_of_many(const chain *c)
{
    const int64_t together = c->ended - atomic_load_explicit(&c->came, memory_order_relaxed);
    const int64_t busiest = atomic_load_explicit(&c->busiest, memory_order_relaxed);
    return 1e-9 * (double)(together > busiest ? together : busiest);
}

/* How many times as long as its loops have computed the chain has taken: threads are called, and wait for each other.
 * 0 where that was not timed, or is not known since some have not run. */
static double chain_stretch_of(const chain *c, double seconds)
{
    double all = 0;
    for (int l = 0; l < c->parts.count; l++) {
        if (!c->timed || c->loop[l].lacks || atomic_load(&c->failed) != 0)
            return 0;
        all += work_of(c, l) / threads_of(c, l);
    }
    SL_LOG(SL_LOG_DEBUG, "the chain took %.1f us, %.1f as one of many", 1e6 * seconds, 1e6 * seconds_of_many(c));
    return all > 0 ? (c->fresh ? seconds_of_many(c) : seconds) / all : 0;
}

/* A chain is one sample, whatever the number of its loops that are alike: what has happened once, to the chain, has
 * happened to all of them. @param[in] seconds  the loop's share of the chain's time; 0: that was not timed */
static void chain_note(const chain *c, int l, double seconds)
{
    const sl__task *task = c->loop[l].run.task;
    const sl_index points = sl_space_size(&task->space);
    const double work = work_of(c, l);
    if (seconds > 0 && c->loop[l].first)
        sl__times_note(&task->state->times, task->footprint, SL__IN_CHAIN, points, seconds, work / threads_of(c, l));
    if (c->loop[l].noted)
        sl__cores_note(&task->state->times, threads_of(c, l) > 1 ? SL__WORK : SL__ONE_CORE, points, work, work);
}

/* In order: those before a loop have marked what they have spoilt. */
static void chain_end(chain *c, int first, double seconds)
{
    const double stretch = chain_stretch_of(c, seconds);
    for (int l = 0; l < c->parts.count; l++) {
        sl__task *task = c->batch->task[first + l];
        sl__watch_end(&c->watch, l);
        int own;
        sl__failure *failure = sl__member_failure(c->batch, first + l, &own);
        const int threads = threads_of(c, l);
        if (failure == NULL && c->loop[l].timed)
            chain_note(c, l, stretch * work_of(c, l) / threads);
        sl__task_end(task, failure, own);
    }
}

/* Whether a loop is for all worker groups: a chain runs on one. */
static int is_for_all(const sl__batch *batch, int first, int count)
{
    if (sl__machine_groups() < 2)
        return 0;
    for (int i = first; i < first + count; i++)
        if (sl__gang_pays(batch->task[i]))
            return 1;
    return 0;
}

/* A chain pays where data is passed on in a cache, or several loops share one fork: from two large loops on. */
static int pays(const sl__batch *batch, int first, int count)
{
    int large = 0;
    for (int i = first; i < first + count && large < 2; i++)
        large += sl__cpu_is_large(batch->task[i]);
    return large == 2 && sl__env_int(SL__ENV_CHAIN) && !is_for_all(batch, first, count);
}

int sl__chain_run(sl__batch *batch, int first, int count, void *buffers[], const sl__group *group)
{
    int worker = starpu_worker_get_id();
    if (!pays(batch, first, count))
        return 0;
    if (kept[worker] == NULL && (kept[worker] = calloc(1, sizeof(chain))) == NULL)
        return 0;
    const double start = sl__clock_now();
    chain *c = kept[worker];
    c->worker = worker;
    c->batch = batch;
    c->group = group;
    c->parts.count = count;
    for (int l = 0; l < count; l++) {
        c->loop[l].run.task = c->watch.task[l] = batch->task[first + l];
        c->loop[l].number = first + l;
    }
    int made = chain_make(c, buffers) && make_room(c);
    if (made) {
        SL_LOG(SL_LOG_DEBUG, "a chain of %d loops from \"%s\" on: %d parts, depth %d, %d threads", count,
               batch->task[first]->label, c->parts.parts, c->parts.depth, c->threads);
        begin(c, first);
        sl__trace_batch(1);
        const sl__task *before = sl__task_inside(batch->task[first]);
        atomic_store_explicit(&c->came, 0, memory_order_relaxed);
        atomic_store_explicit(&c->busiest, 0, memory_order_relaxed);
        chain_run_all(c);
        c->ended = c->timed ? now() : 0;
        sl__task_outside(before);
        chain_end(c, first, sl__clock_now() - start);
        sl__trace_batch(0);
    }
    free(c->packed);
    return made;
}
