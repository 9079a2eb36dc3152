/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/workspace.h"
#include "exec/cpu/prepare.h"
#include "exec/cpu/results.h"
#include "exec/cpu/sequence.h"

#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/state.h"
#include "base/wait.h"
#include "kernel/blocks.h"
#include "task/fault.h"
#include "trace/trace.h"

/* ---- before ------------------------------------------------------------------------------------------- */

static size_t sequence_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

sl__sequence *sl__sequence_of(sl__batch *batch, int first, int count, void *buffers[], const sl__group *group)
{
    sl__sequence *s = sl__workspace(SL__WORKSPACE_SEQUENCE, sizeof *s, NULL);
    if (s == NULL)
        return NULL;
    s->batch = batch;
    s->group = group;
    s->buffers = buffers;
    s->first = first;
    s->worker = starpu_worker_get_id();
    s->fused = s->timed = s->fresh = 0;
    s->parts.count = count;
    for (int l = 0; l < count; l++) {
        sl__sequence_loop *loop = &s->loop[l];
        loop->task = loop->run.task = s->watch.task[l] = batch->task[first + l];
        loop->ready = loop->counted = loop->timed = loop->noted = loop->lacks = 0;
        loop->depends = 0;
        atomic_init(&loop->left, 0);
        atomic_init(&loop->over, 0);
        atomic_init(&loop->pieces, 0);
        atomic_init(&loop->nanoseconds, 0);
    }
    return s;
}

static int sequence_reduces(const sl__sequence_loop *loop)
{
    return loop->task->state->reductions > 0;
}

/* Bytes that a loop needs: its arguments, and behind them its partial results. */
static size_t sequence_bytes(const sl__sequence_loop *loop)
{
    const size_t packed = sequence_rounded(loop->task->kernel->args_size);
    if (!sequence_reduces(loop))
        return packed;
    sl__loop_exec run = {.task = loop->task};
    sl__blocks blocks;
    sl__blocks_make(&loop->task->space, loop->task->state->blocks, &blocks);
    run.cut.units = blocks.count;
    return packed + sequence_rounded(sl__run_partial_bytes(&run));
}

/* Packs a loop's arguments and cuts it. */
static void sequence_pack(const sl__sequence *s, int l, sl__loop_exec *run, unsigned char *packed, unsigned streams,
                          int large)
{
    sl__task *task = s->loop[l].task;
    void *own[SL__TASK_VIEWS];
    sl__batch_buffers(s->batch, s->first + l, s->buffers, own);
    sl__run_make(run, task, own, packed, s->group, streams, (sl__cores_use){.large = large, .way = SL__IN_SEQUENCE});
}

int sl__sequence_set_up(sl__sequence *s, int reducing, sl__sequence_streams streams)
{
    size_t bytes = 0;
    for (int l = 0; l < s->parts.count; l++)
        bytes += !reducing || sequence_reduces(&s->loop[l]) ? sequence_bytes(&s->loop[l]) : 0;
    char *memory = sl__workspace(SL__WORKSPACE_LOOPS, bytes, NULL);
    if (memory == NULL && bytes > 0)
        return 0;
    for (int l = 0; l < s->parts.count; l++) {
        sl__sequence_loop *loop = &s->loop[l];
        if (reducing && !sequence_reduces(loop))
            continue;
        sequence_pack(s, l, &loop->run, (unsigned char *)memory, streams != NULL ? streams(s, l) : 0,
                      streams == NULL || sl__cpu_is_large(loop->task));
        sl__run_watch(&loop->run);
        loop->ready = 1;
        memory += sequence_rounded(loop->task->kernel->args_size);
        if (sequence_reduces(loop)) {
            sl__run_partials(&loop->run, memory);
            memory += sequence_rounded(sl__run_partial_bytes(&loop->run));
        }
    }
    return 1;
}

/* Memory for the plan's marks, and for what is watched. */
static int room_of_run(sl__sequence *s, size_t marks)
{
    const size_t before = sequence_rounded(marks), bytes = before + sl__watch_bytes(&s->parts);
    char *memory = bytes > 0 ? sl__workspace(SL__WORKSPACE_LOOP, bytes, NULL) : NULL;
    if (bytes > 0 && memory == NULL)
        return 0;
    if (before > 0)
        memset(memory, 0, before);
    s->marks = memory;
    sl__watch_make(&s->watch, &s->parts, memory != NULL ? memory + before : NULL);
    return 1;
}

static int are_same_class(const sl__task *one, const sl__task *other)
{
    return one->state == other->state && one->footprint == other->footprint;
}

static int is_first(const sl__sequence *s, int l)
{
    int m = 0;
    while (!are_same_class(s->loop[m].task, s->loop[l].task))
        m++;
    return m == l;
}

/* Counts the loops as running, and finds those that lack an input from before: they do nothing, as do those that depend
 * on them. */
static void begin_members(sl__sequence *s)
{
    sl__batch *batch = s->batch;
    unsigned char missing[SL__BATCH_VIEWS];
    for (int v = 0; v < batch->views; v++)
        missing[v] = (unsigned char)sl__view_is_poisoned(batch->view[v].view);
    for (int l = 0, i = s->first; l < s->parts.count; l++, i++) {
        const int unread = sl__batch_lacks_input(batch, i, missing);
        batch->failure[i] = sl__task_start(batch->task[i]);
        s->loop[l].lacks = unread || batch->failure[i] != NULL;
        s->loop[l].depends = batch->depends[i] >> s->first;
        sl__batch_mark_outputs(batch, i, missing, s->loop[l].lacks);
    }
}

static void sequence_begin(sl__sequence *s)
{
    for (int l = 0; l < s->parts.count; l++)
        s->loop[l].first = s->timed && is_first(s, l);
    if (!s->fused)
        begin_members(s);
    atomic_init(&s->arrived, 0);
    atomic_init(&s->failed, 0);
    atomic_init(&s->came, 0);
    atomic_init(&s->busiest, 0);
}

/* ---- one thread ---------------------------------------------------------------------------------------- */

/* Whether a loop has not what it reads. What failed before it where it reads is seen here. */
static int sequence_is_void(const sl__sequence *s, const sl__sequence_loop *loop)
{
    return loop->lacks || (atomic_load_explicit(&s->failed, memory_order_relaxed) & loop->depends) != 0;
}

/* Whether a body of the loop has recorded a fault so far. */
static int sequence_has_fault(const sl__sequence_loop *loop)
{
    return __atomic_load_n(&loop->task->fault.kind_, __ATOMIC_RELAXED) != 0;
}

/* So much of a loop that is counted is done. Who ends it stores its results; a failed loop has none. */
static void sequence_less(sl__sequence *s, int l, sl_index done)
{
    sl__sequence_loop *loop = &s->loop[l];
    if (done == 0 || atomic_fetch_sub_explicit(&loop->left, done, memory_order_acq_rel) > done)
        return;
    if (sequence_reduces(loop) && !sequence_is_void(s, loop)) {
        void *own[SL__TASK_VIEWS];
        sl__batch_buffers(s->batch, s->first + l, s->buffers, own);
        sl__run_results(&loop->run, own);
    }
    atomic_store_explicit(&loop->over, 1, memory_order_release);
}

/* Runs a piece of a loop that is set up. @return its share of the loop */
static double sequence_run_units(const sl__sequence *s, const sl__piece_of_loop *piece, const sl__loop_exec *run)
{
    sl_index unit[2];
    s->plan->units(s, piece, run, unit);
    if (unit[0] >= unit[1])
        return 0;
    sl__loop_run_units(run, unit[0], unit[1]);
    return (double)(unit[1] - unit[0]) / (double)run->cut.units;
}

static double sequence_run_own(const sl__sequence *s, const sl__piece_of_loop *piece)
{
    _Alignas(64) unsigned char packed[SL__SEQUENCE_PACKED];
    sl__loop_exec run;
    sequence_pack(s, piece->loop, &run, packed, 0, 1);
    if (piece->begin <= 0)
        sl__run_watch(&run);
    return sequence_run_units(s, piece, &run);
}

static void sequence_run_piece(sl__sequence *s, sl__steps *steps, const sl__piece_of_loop *piece)
{
    sl__sequence_loop *loop = &s->loop[piece->loop];
    const int64_t seen = s->watch.stretch != NULL ? sl__trace_now() : 0;
    const int64_t begin = loop->timed ? sl__wait_now_ns() : 0;
    const double share = loop->ready ? sequence_run_units(s, piece, &loop->run) : sequence_run_own(s, piece);
    if (loop->timed && share > 0) {
        const int64_t taken = sl__wait_now_ns() - begin;
        atomic_fetch_add_explicit(&loop->nanoseconds, taken, memory_order_relaxed);
        atomic_fetch_add_explicit(&loop->pieces, 1, memory_order_relaxed);
        steps->busy += taken;
    }
    if (seen != 0 && share > 0)
        sl__watch_part(&s->watch, piece->loop, piece->part, sl__trace_row(s->worker, steps->thread), share, seen);
    if (sequence_has_fault(loop))
        atomic_fetch_or_explicit(&s->failed, UINT64_C(1) << piece->loop, memory_order_relaxed);
}

static void raise_to(_Atomic int64_t *most, int64_t value)
{
    int64_t before = atomic_load_explicit(most, memory_order_relaxed);
    while (before < value &&
           !atomic_compare_exchange_weak_explicit(most, &before, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

static void sequence_run_thread(void *arg, int thread, int threads)
{
    sl__sequence *s = arg;
    sl__steps steps = {.thread = thread, .threads = threads};
    sl__piece_of_loop piece = {.loop = 0};
    if (s->timed)
        raise_to(&s->came, sl__wait_now_ns());
    sl__wait wait = {0};
    for (int step; (step = s->plan->next(s, &steps, &piece)) != SL__STEP_END;) {
        if (step == SL__STEP_WAIT) {
            sl__wait_again(&wait);
            continue;
        }
        wait = (sl__wait){0};
        sl__sequence_loop *loop = &s->loop[piece.loop];
        if (!sequence_is_void(s, loop))
            sequence_run_piece(s, &steps, &piece);
        const sl_index done = s->plan->done(s, &piece);
        if (loop->counted)
            sequence_less(s, piece.loop, done);
    }
    if (s->timed)
        raise_to(&s->busiest, steps.busy);
}

/* ---- after --------------------------------------------------------------------------------------------- */

/* What a loop has taken of the time of all threads. */
static double sequence_work(const sl__sequence_loop *loop)
{
    return 1e-9 * (double)atomic_load(&loop->nanoseconds);
}

/* What counts of loops of which it is to be known what they would take in many such, one behind the other: from when
 * the last thread has come. In those that follow at once no thread has to be woken; and what one that comes late has
 * left to do takes it as long as all would have taken together. */
static double seconds_of_many(const sl__sequence *s)
{
    const int64_t together = s->ended - atomic_load_explicit(&s->came, memory_order_relaxed);
    const int64_t busiest = atomic_load_explicit(&s->busiest, memory_order_relaxed);
    return 1e-9 * (double)(together > busiest ? together : busiest);
}

/* How many times as long as its loops have computed the sequence has taken: threads are called, and wait for each
 * other. 0 where that was not timed, or is not known since some have not run. */
static double sequence_stretch(const sl__sequence *s, double seconds)
{
    double all = 0;
    for (int l = 0; l < s->parts.count; l++) {
        if (!s->timed || s->loop[l].lacks || atomic_load(&s->failed) != 0)
            return 0;
        all += sequence_work(&s->loop[l]) / s->loop[l].width;
    }
    SL_LOG(SL_LOG_DEBUG, "together they took %.1f us, %.1f as one of many", 1e6 * seconds, 1e6 * seconds_of_many(s));
    return all > 0 ? (s->fresh ? seconds_of_many(s) : seconds) / all : 0;
}

/* A sequence is one sample, whatever the number of its loops that are alike: what has happened once, to the sequence,
 * has happened to all of them. In it a loop may find its data in the cache: that is not what it takes by itself, but
 * better than to know nothing. @param[in] seconds  its share of the sequence's time; 0: that was not timed */
static void sequence_note(const sl__sequence *s, int l, double seconds)
{
    const sl__sequence_loop *loop = &s->loop[l];
    const sl__task *task = loop->task;
    const sl_index points = sl_space_size(&task->space);
    const double work = sequence_work(loop);
    const int shared = s->threads > 1 && atomic_load(&loop->pieces) > 1;
    if (seconds > 0 && loop->first)
        sl__times_note(&task->state->times, task->footprint, SL__IN_CHAIN, points, seconds, work / loop->width);
    if (loop->noted && work > 0)
        sl__cores_note(&task->state->times, shared ? SL__WORK : SL__ONE_CORE, points, work, work);
}

/* Why a loop has failed, when all have run; in order, since those before it have marked what they have poisoned.
 * @param[out] own  it is not that of an input  @return a reference; NULL: it has not */
static sl__failure *sequence_failure(const sl__sequence *s, int l, int *own)
{
    sl__failure *failure = s->batch->failure[s->first + l];
    *own = failure != NULL;
    if (failure == NULL)
        failure = sl__task_poisoned(s->loop[l].task);
    if (failure == NULL && (failure = sl__task_fault(s->loop[l].task)) != NULL)
        *own = 1;
    return failure;
}

/* In order: those before a loop have marked what they have poisoned. */
static void sequence_end(const sl__sequence *s, double seconds)
{
    const double stretch = sequence_stretch(s, seconds);
    for (int l = 0; l < s->parts.count; l++) {
        const sl__sequence_loop *loop = &s->loop[l];
        int own = 0;
        sl__watch_end(&s->watch, l);
        sl__failure *failure = s->fused ? NULL : sequence_failure(s, l, &own);
        if (failure == NULL && loop->timed)
            sequence_note(s, l, stretch * sequence_work(loop) / loop->width);
        if (!s->fused)
            sl__task_end(loop->task, failure, own);
    }
}

int sl__sequence_run(sl__sequence *s, size_t marks)
{
    if (!room_of_run(s, marks))
        return 0;
    const double start = sl__clock_now();
    sequence_begin(s);
    const sl__task *before = sl__task_inside(s->loop[0].task);
    sl__loop_fork(s->group, s->threads, sequence_run_thread, s);
    s->ended = s->timed ? sl__wait_now_ns() : 0;
    sl__task_outside(before);
    sequence_end(s, sl__clock_now() - start);
    return 1;
}
