/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/nest.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/order.h"
#include "base/wait.h"
#include "exec/cpu/deal.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/prepare.h"
#include "machine/crew.h"
#include "task/split_nest.h"

/* How long the first group waits for the others, in seconds: some wake up, some are busy and do not come. */
static double time_limit(const sl__loop_exec *r)
{
    const double known = sl__times_of(&r->task->state->times, r->task->footprint, SL__BY_ITSELF, r->cut.units) / 16;
    return known < SL__NEST_WAITS_LEAST  ? SL__NEST_WAITS_LEAST
           : known > SL__NEST_WAITS_MOST ? SL__NEST_WAITS_MOST
                                         : known;
}

/* Room for what the threads show. Without memory few of them run the nest. @return what is to be freed */
static void *nest_room(sl__nest *nest, const sl__loop_exec *r)
{
    const int all = r->gang != NULL ? sl__gang_shares() : r->threads;
    const int threads = all < SL__NEST_THREADS ? all : SL__NEST_THREADS;
    const void **const more = threads > SL__NEST_FEW ? malloc((size_t)threads * sizeof *more) : NULL;
    nest->of = more != NULL ? more : nest->few;
    nest->room = more != NULL ? threads : SL__NEST_FEW;
    return more;
}

/* Puts the threads of a group on the list; for those of the first group there is always room.
 * @return the number of the first thread; -1: it is closed, or there is no room. */
static int nest_enlist(sl__nest *nest, int size, int bracket)
{
    const int room = bracket ? SL__NEST_CLOSED : nest->room - sl__gang_threads(nest->run->group);
    int listed = atomic_load_explicit(&nest->listed, memory_order_relaxed);
    do {
        if (listed >= SL__NEST_CLOSED || listed + size > room)
            return -1;
    } while (!atomic_compare_exchange_weak_explicit(&nest->listed, &listed, listed + size, memory_order_acq_rel,
                                                    memory_order_relaxed));
    return listed;
}

/* The bracket's group waits for the others, and closes the list. */
static void close_list(sl__nest *nest)
{
    sl__wait wait = {0};
    while (atomic_load_explicit(&nest->listed, memory_order_acquire) < nest->expected && sl__clock_now() < nest->until)
        sl__wait_again(&wait);
    atomic_fetch_or_explicit(&nest->listed, SL__NEST_CLOSED, memory_order_acq_rel);
    sl__gang_drain(nest->run->gang);
}

/* A thread of a group of several: its number among those that take part. @return 0: it does not. */
static int take_part(sl__nest *nest, int *thread, int *threads)
{
    const int own = sl__crew_thread(), bracket = *thread - own == sl__gang_first(nest->run->group);
    const int first = sl__crew_share(own == 0 ? nest_enlist(nest, sl__crew_threads(), bracket) : 0);
    sl__wait wait = {0};
    int listed;
    if (first < 0)
        return 0;
    if (bracket && own == 0)
        close_list(nest);
    while ((listed = atomic_load_explicit(&nest->listed, memory_order_acquire)) < SL__NEST_CLOSED)
        sl__wait_again(&wait);
    *thread = first + own;
    *threads = listed - SL__NEST_CLOSED;
    return 1;
}

/* A thread's part; with a gang that of a thread of one of its groups, all of which call it. What it returns in
 * s->done are iterations, by which a trace divides the work. */
static void nest_thread(sl__loop_exec *r, sl__share *s, int thread, int threads)
{
    sl__nest *nest = r->of_form;
    if (nest->expected > 0 && !take_part(nest, &thread, &threads))
        return;
    struct sl__sharer sharer = {.thread_ = thread, .threads_ = threads, .shared_ = nest};
    memset(s->box.lo_, 0, sizeof s->box.lo_);
    memset(s->box.hi_, 0, sizeof s->box.hi_);
    memcpy(s->box.lo_, r->cut.lo, (size_t)r->cut.rank * sizeof *r->cut.lo);
    memcpy(s->box.hi_, r->cut.hi, (size_t)r->cut.rank * sizeof *r->cut.hi);
    s->box.sharer_ = &sharer;
    s->box.shift_ = sl__split_nest_before(r->task);
    if (r->shadows != NULL)
        sl__shadows_phase(1);
    if (r->copies != NULL)
        s->args = sl__copies_take(r->copies, thread);
    sl__chunk_call(r->by->cpu[r->cut.function], s->args, &s->box);
    s->done = r->cut.units / threads;
}

void sl__nest_cut(const sl__task *task, const void *args, unsigned streams, sl__cut *cut)
{
    (void)args, (void)streams;
    cut->units = sl__task_points(task);
}

int sl__nest_run(sl__loop_exec *r, void *buffers[])
{
    (void)buffers; /* what it reduces into are arrays, which have copies */
    sl__nest nest; /* written when it is used */
    void *const more = nest_room(&nest, r);
    nest.run = r;
    r->gang = r->threads <= nest.room ? r->gang : NULL;
    nest.expected = r->gang != NULL ? sl__gang_shares() : 0;
    nest.until = r->gang != NULL ? sl__clock_now() + time_limit(r) : 0;
    atomic_init(&nest.listed, 0);
    atomic_init(&nest.waiting, 0);
    atomic_init(&nest.met, 0);
    atomic_init(&nest.next[0], 0);
    atomic_init(&nest.next[1], 0);
    sl_schedule schedule;
    nest.chunk = 0;
    sl__runtime_schedule(&schedule, &nest.chunk);
    nest.schedule = schedule == SL_DYNAMIC  ? SL__DEAL_DYNAMIC
                    : schedule == SL_GUIDED ? SL__DEAL_GUIDED
                                            : SL__DEAL_STATIC;
    r->work = nest_thread;
    r->of_form = &nest;
    r->threads = r->threads < nest.room ? r->threads : nest.room;
    const int done = sl__loop_run_all(r);
    free(more);
    return done;
}

/* All threads of the nest meet here. */
static void meet(const struct sl__sharer *sharer)
{
    sl__nest *nest = sharer->shared_;
    if (nest->run->shadows != NULL)
        sl__shadows_phase(0);
    if (sharer->threads_ < 2)
        return;
    const int met = atomic_load_explicit(&nest->met, memory_order_relaxed);
    sl__wait wait = {0};
    sl__order_end();
    if (atomic_fetch_add_explicit(&nest->waiting, 1, memory_order_acq_rel) + 1 == sharer->threads_) {
        atomic_store_explicit(&nest->waiting, 0, memory_order_relaxed);
        sl__order_begin();
        atomic_store_explicit(&nest->met, met + 1, memory_order_release);
        return;
    }
    while (atomic_load_explicit(&nest->met, memory_order_acquire) == met)
        sl__wait_again(&wait);
    sl__order_begin();
}

/* The counter of a level that is dealt in chunks. It is 0 when the level begins: each is used by every second one. */
static _Atomic sl_index *counter(const struct sl__deal *s)
{
    sl__nest *nest = s->sharer_->shared_;
    return &nest->next[s->round_ % 2];
}

void sl__deal_begin(struct sl__deal *s, struct sl__sharer *sharer, int schedule, sl_index chunk, sl_index from,
                    sl_index to)
{
    const sl__nest *nest = sharer->shared_;
    s->sharer_ = sharer;
    if (schedule == SL__DEAL_RUNTIME) {
        schedule = nest->schedule;
        chunk = nest->chunk;
    }
    sl__deal_make(s, schedule, chunk, from, to, sharer->thread_, sharer->threads_);
    s->round_ = sl__deal_counts(s) ? sharer->round_++ : 0;
}

int sl__deal_next(struct sl__deal *s)
{
    return sl__deal_take(s, counter(s), s->sharer_->thread_, s->sharer_->threads_);
}

void sl__deal_end(struct sl__deal *s)
{
    sl__nest *nest = s->sharer_->shared_;
    if (nest->run->shadows != NULL)
        sl__shadows_alone();
    if (s->schedule_ == SL__DEAL_NOWAIT)
        return;
    meet(s->sharer_);
    /* Who comes to use it again has met the others in between. */
    if (sl__deal_counts(s) && s->sharer_->thread_ == 0)
        atomic_store_explicit(counter(s), 0, memory_order_relaxed);
}

void sl__sharer_meet(struct sl__sharer *sharer)
{
    meet(sharer);
}

const void *const *sl__sharer_collect(struct sl__sharer *sharer, const void *mine)
{
    sl__nest *nest = sharer->shared_;
    nest->of[sharer->thread_] = mine;
    meet(sharer);
    return nest->of;
}

void sl__sharer_agree(struct sl__sharer *sharer, void *locals, size_t bytes)
{
    sl__nest *nest = sharer->shared_;
    if (sharer->threads_ == 1) {
        meet(sharer);
        return;
    }
    if (sharer->thread_ == 0)
        nest->locals = locals;
    meet(sharer);
    if (sharer->thread_ != 0)
        memcpy(locals, nest->locals, bytes);
    meet(sharer);
}
