/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/hold.h"
#include "data/reaper.h"

#include "base/wait.h"
#include "data/split.h"

#define TASKS (SL__VIEW_READER - 1)           /* the bits that count tasks */
#define MOST_READERS (1024 * SL__VIEW_READER) /* more than threads hold a view at a time */

static int64_t unit(int writes)
{
    return writes ? SL__VIEW_WRITER : SL__VIEW_READER;
}

/* What those who are not counted have said. */
static int is_free(const sl_view *v, int writes)
{
    int host = atomic_load(&v->host.state);
    return host != 2 && !(host == 1 && writes) && !atomic_load(&v->exposed) && !v->is_block &&
           atomic_load(&v->magic) == SL__MAGIC_VIEW;
}

/* Whether a live view is not in parts, nor to be: a loop over one that is to be split is queued. Who splits it later
 * counts that in the view's word, and waits. Who is about to has the lock. */
static int is_whole(const sl_view *v)
{
    sl__splits *splits = sl__splits_of(v);
    if (splits == NULL || !sl__split_active)
        return 1;
    if (pthread_mutex_trylock(&splits->lock) != 0)
        return 0;
    int whole = splits->parts == NULL && !sl__split_asked(&splits->wish);
    pthread_mutex_unlock(&splits->lock);
    return whole;
}

/* Holds a view of whose tasks so many have finished, or may go on. */
static int hold(sl_view *v, int writes, int64_t finished)
{
    int64_t queued = atomic_load_explicit(&v->queued, memory_order_relaxed);
    do {
        /* What has finished is never more than what was queued, which is the same still if the exchange succeeds: so
         * nothing was under way then, and all that was is seen by who has read the count of it. */
        if ((queued & TASKS) != finished || queued >= (writes ? SL__VIEW_READER : MOST_READERS))
            return 0;
    } while (!atomic_compare_exchange_weak(&v->queued, &queued, queued + unit(writes)));
    if (is_free(v, writes) && is_whole(v)) /* in this order: the record of one that is not live may go */
        return 1;
    sl__view_let_go(v, writes);
    return 0;
}

int sl__view_hold(sl_view *v, int writes)
{
    return hold(v, writes, atomic_load_explicit(&v->finished, memory_order_acquire));
}

/* A launch is counted as such after it was queued, and as finished after it is not counted as such any more. So, with
 * the two read in this order, their sum is never more than what has finished or is launched when the exchange succeeds,
 * and less than what was queued if anything else was. */
int sl__view_hold_beside(sl_view *v, int writes, int64_t own)
{
    int64_t finished = atomic_load(&v->finished);
    return hold(v, writes, finished + atomic_load(&v->launched) + own);
}

void sl__view_let_go(sl_view *v, int writes)
{
    atomic_fetch_sub(&v->queued, unit(writes));
    if (atomic_load(&v->ending.released))
        sl__view_left(v);
}

void sl__view_await(const sl_view *v)
{
    for (sl__wait wait = {0}; atomic_load(&v->queued) >= SL__VIEW_READER;)
        sl__wait_again(&wait);
}
