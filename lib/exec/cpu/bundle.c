/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/bundle.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/env.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/state.h"
#include "exec/cpu/bundle_plan.h"
#include "exec/cpu/chain_watch.h"
#include "exec/cpu/members.h"
#include "exec/cpu/run.h"
#include "kernel/blocks.h"
#include "trace/trace.h"

enum {
    SPINS = 2000, /* looks in vain at a barrier before the core is offered to others */
    TIMED = 16    /* one bundle in so many is timed */
};

/* A loop as it runs. Threads set up what they run by themselves, but for loops that reduce: these share their partial
 * results. */
typedef struct bundled {
    sl__loop_exec run; /* of one that reduces */
    sl__task *task;
    int lacks;                   /* an input is not there: it does nothing */
    uint64_t depends;            /* loops of the bundle whose failure is its own */
    _Atomic sl_index left;       /* units of one that reduces which have not run */
    _Atomic int pieces;          /* in how many it was cut */
    _Atomic int64_t nanoseconds; /* over all threads, where timed */
} bundled;

typedef struct bundle {
    sl__batch *batch;
    const sl__group *group;
    void **buffers;
    int first, worker, threads, timed;
    int fused;                             /* its loops are no tasks of their own */
    _Alignas(64) _Atomic unsigned arrived; /* threads at barriers, of all rounds so far */
    _Alignas(64) _Atomic uint64_t failed;  /* loops that have failed: bits */
    const sl__rounds *rounds;
    sl__parts parts; /* a thread each: for what is watched */
    sl__chain_watch watch;
    bundled loop[SL__BATCH_TASKS];
} bundle;

/* What a worker keeps. */
typedef struct kept_bundle {
    bundle bundle;
    sl__bundle_plans plans;
} kept_bundle;
static kept_bundle *kept_bundles[STARPU_NMAXWORKERS];

_Atomic int64_t sl__bundles_run, sl__bundles_rounds, sl__bundles_loops;

void sl__bundle_fini(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        free(kept_bundles[w]);
        kept_bundles[w] = NULL;
    }
}

/* ---- before ------------------------------------------------------------------------------------------- */

static size_t bundle_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Bytes that a loop needs that reduces: its arguments, and behind them its partial results. */
static size_t reducing_bytes(bundled *loop)
{
    const sl_space *space = &loop->task->space;
    sl_index extent[SL_MAX_RANK], grid[SL_MAX_RANK];
    sl__blocks_make(space, loop->task->state->ordered, extent, grid);
    loop->run.task = loop->task;
    loop->run.cut.units = sl_space_size(space) > 0;
    for (int d = 0; d < space->rank; d++)
        loop->run.cut.units *= grid[d];
    return bundle_rounded(loop->task->kernel->args_size) + bundle_rounded(sl__run_partial_bytes(&loop->run));
}

/* Sets it up there. @return what is behind them. */
static char *bundle_set_up(bundle *b, int l, char *memory)
{
    bundled *loop = &b->loop[l];
    sl__task *task = loop->task;
    void *own[SL__TASK_VIEWS];
    sl__batch_buffers(b->batch, b->first + l, b->buffers, own);
    sl__layouts layouts = sl__task_pack(task, own, (unsigned char *)memory);
    sl__run_make(&loop->run, task, b->group, memory, &layouts, 0, 1);
    loop->run.places = sl__task_places(task, own);
    sl__run_watch(&loop->run);
    memory += bundle_rounded(task->kernel->args_size);
    sl__run_partials(&loop->run, memory);
    atomic_init(&loop->left, loop->run.cut.units);
    return memory + bundle_rounded(sl__run_partial_bytes(&loop->run));
}

static int reduces(const bundled *loop)
{
    return loop->task->state->reductions > 0;
}

/* What trace and profile ask for: parts are threads here, and a loop waits for all of those that it conflicts with. */
static void bundle_describe(bundle *b)
{
    b->parts.count = b->rounds->loops;
    b->parts.parts = b->threads;
    for (int l = 0; l < b->rounds->loops && sl__watched(); l++) {
        const sl__task *task = b->loop[l].task;
        sl__link *link = &b->parts.link[l];
        *link = (sl__link){.uses = task->views};
        for (int v = 0; v < task->views; v++)
            link->use[v] =
                (sl__chain_use){.view = b->batch->place[b->first + l][v], .access = task->view[v].access, .dim = -1};
    }
}

/* Memory for loops that reduce, and for what is watched. @return 0 without. */
static int bundle_room(bundle *b)
{
    size_t bytes = 0;
    bundle_describe(b);
    for (int l = 0; l < b->rounds->loops; l++)
        bytes += reduces(&b->loop[l]) ? reducing_bytes(&b->loop[l]) : 0;
    const size_t watched = sl__watch_bytes(&b->parts);
    char *memory = bytes + watched > 0 ? sl__cpu_scratch(bytes + watched) : NULL;
    if (bytes + watched > 0 && memory == NULL)
        return 0;
    sl__watch_make(&b->watch, &b->parts, memory != NULL ? memory + bytes : NULL);
    for (int l = 0; l < b->rounds->loops; l++)
        if (reduces(&b->loop[l]))
            memory = bundle_set_up(b, l, memory);
    return 1;
}

static void bundle_begin(bundle *b)
{
    unsigned char lacks[SL__BATCH_TASKS] = {0};
    if (!b->fused)
        sl__members_begin(b->batch, b->first, b->rounds->loops, lacks);
    for (int l = 0; l < b->rounds->loops; l++) {
        bundled *loop = &b->loop[l];
        loop->lacks = lacks[l];
        loop->depends = b->fused ? 0 : b->batch->depends[b->first + l] >> b->first;
        atomic_init(&loop->nanoseconds, 0);
        atomic_init(&loop->pieces, 0);
    }
    atomic_init(&b->failed, 0);
    atomic_init(&b->arrived, 0);
}

/* ---- one thread ---------------------------------------------------------------------------------------- */

/* Whether a loop has not what it reads. What failed in the rounds before is seen here. */
static int bundled_is_void(const bundle *b, const bundled *loop)
{
    return loop->lacks || (atomic_load_explicit(&b->failed, memory_order_relaxed) & loop->depends) != 0;
}

/* The first unit behind so much of a loop: the same in both threads at a border. */
static sl_index unit_at(const sl__loop_exec *run, double part)
{
    return part >= 1 ? run->cut.units : (sl_index)(part * (double)run->cut.units);
}

/* A piece of a loop that reduces. Who ends it stores its results. A failed loop has none. */
static void run_reducing(bundle *b, int l, const double piece[2])
{
    bundled *loop = &b->loop[l];
    sl__loop_exec *run = &loop->run;
    const sl_index begin = unit_at(run, piece[0]), end = unit_at(run, piece[1]);
    if (begin < end)
        sl__run_units(run, begin, end);
    const int last =
        run->cut.units == 0
            ? piece[1] >= 1
            : begin < end && atomic_fetch_sub_explicit(&loop->left, end - begin, memory_order_acq_rel) == end - begin;
    void *own[SL__TASK_VIEWS];
    if (!last || sl__member_has_fault(loop->task))
        return;
    sl__batch_buffers(b->batch, b->first + l, b->buffers, own);
    sl__run_store(run, own);
}

/* A piece of any other. */
static void run_piece(bundle *b, int l, const double piece[2])
{
    _Alignas(64) unsigned char packed[SL__BUNDLE_PACKED];
    sl__task *task = b->loop[l].task;
    sl__loop_exec run;
    void *own[SL__TASK_VIEWS];
    sl__batch_buffers(b->batch, b->first + l, b->buffers, own);
    sl__layouts layouts = sl__task_pack(task, own, packed);
    sl__run_make(&run, task, b->group, packed, &layouts, 0, 1);
    run.places = sl__task_places(task, own);
    if (piece[0] <= 0)
        sl__run_watch(&run);
    const sl_index begin = unit_at(&run, piece[0]), end = unit_at(&run, piece[1]);
    if (begin < end)
        sl__run_units(&run, begin, end);
}

static void run_timed(bundle *b, int l, const double piece[2], int thread)
{
    bundled *loop = &b->loop[l];
    const int watched = b->watch.stretch != NULL;
    const int64_t seen = watched ? sl__trace_now() : 0;
    const double begin = b->timed ? sl__clock_now() : 0;
    if (reduces(loop))
        run_reducing(b, l, piece);
    else
        run_piece(b, l, piece);
    if (b->timed) {
        atomic_fetch_add_explicit(&loop->nanoseconds, (int64_t)(1e9 * (sl__clock_now() - begin)), memory_order_relaxed);
        atomic_fetch_add_explicit(&loop->pieces, 1, memory_order_relaxed);
    }
    if (watched)
        sl__watch_part(&b->watch, l, thread, sl__trace_row(b->worker, thread), piece[1] - piece[0], seen);
    if (sl__member_has_fault(loop->task))
        atomic_fetch_or_explicit(&b->failed, UINT64_C(1) << l, memory_order_relaxed);
}

/* All threads have come this often: what they have written is seen. */
static void bundle_meet(bundle *b, unsigned all)
{
    atomic_fetch_add_explicit(&b->arrived, 1, memory_order_acq_rel);
    for (int idle = 0; atomic_load_explicit(&b->arrived, memory_order_acquire) < all;) {
        sl__progress_relax();
        if (++idle % SPINS == 0)
            sched_yield();
    }
}

static void bundle_run_thread(void *arg, int thread, int threads)
{
    bundle *b = arg;
    for (int r = 0; r < b->rounds->count; r++) {
        const sl__round *round = &b->rounds->round[r];
        for (int l = round->first; l < round->last; l++) {
            double piece[2];
            if (sl__rounds_piece(b->rounds, r, l, thread, threads, piece) && !bundled_is_void(b, &b->loop[l]))
                run_timed(b, l, piece, thread);
        }
        if (r + 1 < b->rounds->count)
            bundle_meet(b, (unsigned)(r + 1) * (unsigned)threads);
    }
}

/* ---- after --------------------------------------------------------------------------------------------- */

static double bundled_work(const bundle *b, int l)
{
    return 1e-9 * (double)atomic_load(&b->loop[l].nanoseconds);
}

/* A loop's share of what the bundle took, and what it takes by itself on one core. */
static void bundle_note(const bundle *b, int l, double seconds)
{
    const bundled *loop = &b->loop[l];
    const sl__task *task = loop->task;
    const sl_index points = sl_space_size(&task->space);
    const double work = bundled_work(b, l);
    const int pieces = atomic_load(&loop->pieces);
    sl__times_note(&task->state->times, task->footprint, SL__IN_CHAIN, points, seconds, work / b->threads);
    sl__cores_note(&task->state->times, pieces > 1 ? SL__WORK : SL__ONE_CORE, points, work, work);
}

/* In order: those before a loop have marked what they have spoilt. */
static void bundle_end(bundle *b, double seconds)
{
    double all = 0;
    for (int l = 0; l < b->rounds->loops; l++)
        all += b->timed ? bundled_work(b, l) : 0;
    for (int l = 0; l < b->rounds->loops; l++) {
        sl__task *task = b->loop[l].task;
        int own;
        sl__watch_end(&b->watch, l);
        sl__failure *failure = b->fused ? NULL : sl__member_failure(b->batch, b->first + l, &own);
        if (failure == NULL && all > 0 && atomic_load(&b->failed) == 0)
            bundle_note(b, l, seconds * bundled_work(b, l) / all);
        if (!b->fused)
            sl__task_end(task, failure, own);
    }
}

static kept_bundle *kept_of(int worker)
{
    if (kept_bundles[worker] == NULL) {
        kept_bundles[worker] = aligned_alloc(64, bundle_rounded(sizeof(kept_bundle)));
        if (kept_bundles[worker] != NULL)
            memset(kept_bundles[worker], 0, sizeof(kept_bundle));
    }
    return kept_bundles[worker];
}

/* Loops as they are to run. @return 0 without memory. */
static int bundle_make(bundle *b, int count)
{
    for (int l = 0; l < count; l++)
        b->loop[l].task = b->watch.task[l] = b->batch->task[b->first + l];
    return bundle_room(b);
}

static void bundle_run_planned(bundle *b)
{
    const double start = sl__clock_now();
    bundle_begin(b);
    sl__trace_batch(1);
    const sl__task *before = sl__task_inside(b->loop[0].task);
    sl__run_fork(b->group, b->threads, bundle_run_thread, b);
    sl__task_outside(before);
    bundle_end(b, sl__clock_now() - start);
    sl__trace_batch(0);
    sl__bundles_run++;
    sl__bundles_rounds += b->rounds->count;
    sl__bundles_loops += b->rounds->loops;
}

/* @param[in] fused  all loops of the batch, or none; @param[out] count  see bundle.h */
static int bundle_try(sl__batch *batch, int first, int *count, int fused, void *buffers[], const sl__group *group)
{
    const int threads = sl__cpu_threads_override > 0 ? sl__cpu_threads_override : group->size;
    *count = 1;
    if (threads < 2 || batch->task[first]->recorded == 0 || !sl__env_int(SL__ENV_CHAIN))
        return 0;
    const int worker = starpu_worker_get_id();
    kept_bundle *kept = kept_of(worker);
    if (kept == NULL)
        return 0;
    const sl__bundle_plan *plan = sl__bundle_plan_get(&kept->plans, batch, first, threads, buffers);
    *count = plan->count;
    if (!plan->pays || (fused && plan->count < batch->count))
        return 0;
    bundle *b = &kept->bundle;
    b->batch = batch;
    b->group = group;
    b->buffers = buffers;
    b->first = first;
    b->worker = worker;
    b->threads = threads;
    b->fused = fused;
    b->rounds = &plan->rounds;
    b->timed = plan->runs <= 2 || plan->runs % TIMED == 0;
    if (!bundle_make(b, plan->count))
        return 0;
    SL_LOG(SL_LOG_DEBUG, "%d loops from \"%s\" on share %d threads, in %d rounds", plan->count,
           batch->task[first]->label, threads, plan->rounds.count);
    bundle_run_planned(b);
    return 1;
}

int sl__bundle_run(sl__batch *batch, int first, int *count, void *buffers[], const sl__group *group)
{
    return bundle_try(batch, first, count, 0, buffers, group);
}

int sl__bundle_run_fused(sl__batch *batch, void *buffers[], const sl__group *group)
{
    int count;
    return bundle_try(batch, 0, &count, 1, buffers, group);
}
