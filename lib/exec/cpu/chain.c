/* SPDX-License-Identifier: BSD-3-Clause */
/* A plan by parts. */
#include "exec/cpu/chain.h"

#include <string.h>

#include "base/env.h"
#include "base/log.h"
#include "exec/cpu/chain_access.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/sequence.h"
#include "exec/cpu/streams.h"

/* ---- what the chain is --------------------------------------------------------------------------------- */

static void describe_views(const sl__batch *batch, sl__chain_view views[])
{
    for (int v = 0; v < batch->views; v++) {
        const sl_view *view = batch->view[v].view;
        views[v].bytes = view->span;
        memcpy(views[v].n, view->n, sizeof view->n);
    }
}

/* Writing past the caches is for what no later loop of the chain touches. */
static unsigned chain_streams(const sl__sequence *s, int l)
{
    const sl__task *task = s->loop[l].task;
    const unsigned char *place = s->batch->place[s->first + l];
    const unsigned when = sl__cpu_streams(task);
    if (when == 0)
        return 0;
    for (int v = 0; v < task->views; v++)
        for (int m = l + 1; m < s->parts.count && (task->view[v].access & SL_WRITE); m++)
            for (int w = 0; w < s->loop[m].task->views; w++)
                if (s->batch->place[s->first + m][w] == place[v])
                    return 0;
    return when;
}

/* Whether what a loop computes is noted: of one that is new in chains, or that one thread runs. */
static int is_noted(const sl__sequence_loop *loop)
{
    sl__times *times = &loop->task->state->times;
    const sl__size_times *size = sl__times_class(times, loop->task->footprint, 0);
    const int due = sl__times_due(times, size, SL__ON_CPU); /* counts the call, too */
    return due && (sl__size_is_new(size, SL__IN_CHAIN) || loop->run.alone);
}

/* Whether a chain has loops of which little is known. */
static int is_fresh(const sl__sequence *s)
{
    for (int l = 0; l < s->parts.count; l++) {
        const sl__task *task = s->loop[l].task;
        if (sl_space_size(&task->space) > 0 && sl__times_is_new(&task->state->times, task->footprint, SL__IN_CHAIN))
            return 1;
    }
    return 0;
}

/* What a chain's data may take of a core's level-2 cache. A guest's core may be one of two hardware threads that share
 * one, whatever it says, and other data passes through: doc/notes/chains.md. */
static size_t room_of_core(void)
{
    const sl__topology *topology = sl__machine_topology();
    size_t cache = topology && topology->l2 ? topology->l2 : 1u << 20;
    return cache / 8 * SL__CHAIN_CACHE_EIGHTHS;
}

/* Sets all loops up, and lays them along the parts. @return 0 without memory. */
static int chain_make(sl__sequence *s)
{
    sl__chain_view views[SL__BATCH_VIEWS];
    s->fresh = is_fresh(s);
    s->timed = s->runs++ % 16 == 0 || s->fresh;
    if (!sl__sequence_set_up(s, 0, chain_streams))
        return 0;
    s->threads = 1;
    for (int l = 0; l < s->parts.count; l++) {
        sl__sequence_loop *loop = &s->loop[l];
        loop->noted = is_noted(loop);
        loop->timed = loop->noted || s->timed;
        s->threads = loop->run.threads > s->threads ? loop->run.threads : s->threads;
        sl__link_make(&s->parts.link[l], &loop->run, s->batch->place[s->first + l]);
    }
    describe_views(s->batch, views);
    sl__parts_make(&s->parts, views, s->threads, room_of_core());
    for (int l = 0; l < s->parts.count; l++) {
        const sl__link *link = &s->parts.link[l];
        s->loop[l].width = link->alone ? 1 : s->threads;
        if (link->alone || link->counted || s->loop[l].task->state->reductions > 0)
            sl__sequence_count(s, l, link->alone ? 1 : s->parts.parts);
    }
    return 1;
}

/* ---- marks: how many loops are done with a part ---------------------------------------------------------- */

/* Bytes between the marks of neighbouring parts. */
static size_t mark_bytes(const sl__sequence *s)
{
    return s->parts.parts <= SL__CHAIN_FEW_PARTS * s->threads ? 64 : sizeof(_Atomic int);
}

static _Atomic int *mark_of(const sl__sequence *s, int p)
{
    return (_Atomic int *)(void *)(s->marks + (size_t)p * mark_bytes(s));
}

static int done_with(const sl__sequence *s, int p)
{
    return atomic_load_explicit(mark_of(s, p), memory_order_acquire);
}

/* Whether what loop l does in part p may begin. A loop that runs alone does nothing in the other parts. */
static int is_ready(const sl__sequence *s, int l, int p)
{
    const sl__link *link = &s->parts.link[l];
    if (link->alone && p > 0)
        return 1;
    if (p > 0 && link->below > 0 && done_with(s, p - 1) < link->below)
        return 0;
    if (p < s->parts.parts - 1 && link->above > 0 && done_with(s, p + 1) < link->above)
        return 0;
    for (uint64_t whole = link->whole; whole != 0; whole &= whole - 1)
        if (!sl__sequence_is_over(s, __builtin_ctzll(whole)))
            return 0;
    return 1;
}

/* ---- one thread's way through its parts ---------------------------------------------------------------- */

/* Where a thread is in the parts that are its own: those from `first` on below `last` are not at the limit yet. It goes
 * up and down in turn: what was touched last is touched first then. */
typedef struct way {
    int first, last;
    int limit; /* all its parts are brought so far: more loops than fit the cache would not find their data there */
    int down;  /* it goes down now */
    int at;    /* in this part, */
    int next;  /* and this one comes when all behind it have gone on as far as they may */
    int moved, ran; /* something was run on this way through the parts; and at this part */
} way;
_Static_assert(sizeof(way) <= sizeof((sl__steps *)0)->at, "a thread's steps have room");

/* Begins another way through the parts that are not at the limit. Were the wedges that halos leave at the borders to
 * the neighbours' parts left to the end, they would grow until they meet, and nothing would come out of the cache any
 * more: so there is a limit. @return whether there are any */
static int way_begin(const sl__sequence *s, way *w, int low, int high)
{
    for (;;) {
        while (w->first < w->last && done_with(s, w->first) >= w->limit)
            w->first++;
        while (w->first < w->last && done_with(s, w->last - 1) >= w->limit)
            w->last--;
        if (w->first < w->last)
            break;
        if (w->limit == s->parts.count || low >= high)
            return 0;
        w->limit = w->limit + s->parts.depth < s->parts.count ? w->limit + s->parts.depth : s->parts.count;
        w->first = low;
        w->last = high;
    }
    w->at = w->next = w->down ? w->last - 1 : w->first;
    w->moved = w->ran = 0;
    return 1;
}

/* From a part that cannot go on. Behind one that has come further, those that have waited for it may, too: what they
 * need is in the cache still. */
static void way_on(way *w)
{
    const int step = w->down ? -1 : 1, behind = w->at - step;
    if (w->ran && behind >= w->first && behind < w->last) {
        w->at = behind;
    } else {
        w->next += step;
        w->at = w->next;
    }
    w->moved |= w->ran;
    w->ran = 0;
}

static int chain_next(sl__sequence *s, sl__steps *steps, sl__piece_of_loop *piece)
{
    way *const w = (way *)(void *)steps->at;
    const int low = (int)((int64_t)steps->thread * s->parts.parts / steps->threads);
    const int high = (int)((int64_t)(steps->thread + 1) * s->parts.parts / steps->threads);
    for (int more = w->limit > 0 || way_begin(s, w, low, high); more; more = way_begin(s, w, low, high)) {
        for (; w->at >= w->first && w->at < w->last; way_on(w)) {
            const int l = done_with(s, w->at);
            if (l < w->limit && is_ready(s, l, w->at)) {
                *piece = (sl__piece_of_loop){.loop = l, .part = w->at};
                w->ran = 1;
                return SL__STEP_RUN;
            }
        }
        if (!w->moved)
            return way_begin(s, w, low, high) ? SL__STEP_WAIT : SL__STEP_END;
        w->down = !w->down;
    }
    return SL__STEP_END;
}

static void chain_units(const sl__sequence *s, const sl__piece_of_loop *piece, const sl__loop_exec *run,
                        sl_index unit[2])
{
    (void)run;
    unit[0] = sl__parts_first(&s->parts, piece->loop, piece->part);
    unit[1] = sl__parts_first(&s->parts, piece->loop, piece->part + 1);
}

static sl_index chain_done(sl__sequence *s, const sl__piece_of_loop *piece)
{
    atomic_store_explicit(mark_of(s, piece->part), piece->loop + 1, memory_order_release);
    return !s->parts.link[piece->loop].alone || piece->part == 0;
}

static const sl__sequence_plan by_parts = {.next = chain_next, .units = chain_units, .done = chain_done};

/* ---- the whole chain ----------------------------------------------------------------------------------- */

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
static int chain_pays(const sl__batch *batch, int first, int count)
{
    int large = 0;
    for (int i = first; i < first + count && large < 2; i++)
        large += sl__cpu_is_large(batch->task[i]);
    return large == 2 && sl__env_int(SL__ENV_CHAIN) && !is_for_all(batch, first, count);
}

int sl__chain_run(sl__batch *batch, int first, int count, void *buffers[], const sl__group *group)
{
    sl__sequence *s = chain_pays(batch, first, count) ? sl__sequence_of(batch, first, count, buffers, group) : NULL;
    if (s == NULL || !chain_make(s))
        return 0;
    s->plan = &by_parts;
    SL_LOG(SL_LOG_DEBUG, "a chain of %d loops from \"%s\" on: %d parts, depth %d, %d threads", count,
           batch->task[first]->label, s->parts.parts, s->parts.depth, s->threads);
    return sl__sequence_run(s, (size_t)s->parts.parts * mark_bytes(s));
}
