/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/deal.h"

void sl__deal_make(struct sl__deal *s, int schedule, sl_index chunk, sl_index from, sl_index to, int thread,
                   int threads)
{
    const sl_index count = to > from ? to - from : 0;
    s->schedule_ = threads > 1 || schedule == SL__DEAL_NOWAIT ? schedule : SL__DEAL_STATIC;
    s->chunk_ = threads > 1 ? chunk < count ? chunk : count : 0; /* so that no sum of chunks wraps */
    s->from_ = from;
    s->to_ = from + count;
    s->next_ = from + s->chunk_ * thread;
}

/* Equal shares: one each. */
static int take_equal(struct sl__deal *s, int thread, int threads)
{
    const sl_index count = s->to_ - s->from_, each = count / threads, more = count % threads;
    s->first_ = s->from_ + thread * each + (thread < more ? thread : more);
    s->last_ = s->first_ + each + (thread < more);
    s->chunk_ = -1;
    return s->first_ < s->last_;
}

static int take_round_robin(struct sl__deal *s, int threads)
{
    if (s->next_ >= s->to_)
        return 0;
    const sl_index step = s->chunk_ * threads, left = s->to_ - s->next_;
    s->first_ = s->next_;
    s->last_ = left < s->chunk_ ? s->to_ : s->first_ + s->chunk_;
    s->next_ = left > step ? s->first_ + step : s->to_; /* not past what sl_index can count */
    return 1;
}

static int take_some(struct sl__deal *s, _Atomic sl_index *all, int threads)
{
    const sl_index count = s->to_ - s->from_, least = s->chunk_ > 0 ? s->chunk_ : 1;
    sl_index taken, some = least;
    if (s->schedule_ == SL__DEAL_DYNAMIC) {
        taken = atomic_fetch_add_explicit(all, least, memory_order_relaxed);
    } else {
        taken = atomic_load_explicit(all, memory_order_relaxed);
        do {
            if (taken >= count)
                return 0;
            some = (count - taken) / threads > least ? (count - taken) / threads : least;
        } while (!atomic_compare_exchange_weak_explicit(all, &taken, taken + some, memory_order_relaxed,
                                                        memory_order_relaxed));
    }
    s->first_ = s->from_ + taken;
    s->last_ = some < count - taken ? s->first_ + some : s->to_;
    return taken < count;
}

int sl__deal_take(struct sl__deal *s, _Atomic sl_index *taken, int thread, int threads)
{
    if (sl__deal_counts(s))
        return take_some(s, taken, threads);
    return s->chunk_ < 0 ? 0 : s->chunk_ == 0 ? take_equal(s, thread, threads) : take_round_robin(s, threads);
}
