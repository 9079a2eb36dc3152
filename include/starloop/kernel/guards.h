/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief With bounds checks: memory before and behind an array of a body's, which nobody is to write.
 *
 * Scratch arrays of teams have it, and local arrays of nests on CPUs. Who makes an array fills its guards; they are
 * looked at when the member of the league, or the lambda, has ended.
 */
#ifndef STARLOOP_KERNEL_GUARDS_H
#define STARLOOP_KERNEL_GUARDS_H

#include <starloop/kernel/body.h>

#if defined(SL_BOUNDS_CHECK) && !defined(SL__LINT)
#define SL__GUARDED(...) __VA_ARGS__
#ifdef __CUDACC__
#define SL__NEST_GUARDED(...)
#else
#define SL__NEST_GUARDED(...) __VA_ARGS__
#endif
enum { SL__GUARD_FILL = 0xe7, SL__NEST_GUARD = 256 /* bytes on either side of a local array */ };

/* An array: its name in the body, the line, its begin, its elements, and the bytes of an element. */
struct sl__guarded {
    const char *name_;
    char *at_;
    sl_index count_, size_;
    int line_;
};

static SL__ON_BOTH __attribute__((__noinline__, __unused__)) void sl__guards_fill(const struct sl__guarded *sl__a_,
                                                                                  int sl__guard_)
{
    char *const sl__end_ = sl__a_->at_ + sl__a_->count_ * sl__a_->size_;
    for (int sl__b_ = 0; sl__b_ < sl__guard_; ++sl__b_) {
        sl__a_->at_[-1 - sl__b_] = (char)SL__GUARD_FILL;
        sl__end_[sl__b_] = (char)SL__GUARD_FILL;
    }
}

/* Byte sl__byte_ of an array, behind its end or before its begin, was written. A device keeps its names to itself: the
 * record has the letters, behind the first index. */
static SL__ON_BOTH __attribute__((__noinline__, __unused__)) void
sl__guards_left(struct sl__fault *sl__f_, const struct sl__guarded *sl__a_, sl_index sl__byte_, const char *sl__where_,
                int sl__lambda_, const sl_index *sl__iteration_)
{
    if (!sl__fault_take(sl__f_))
        return;
    sl__f_->line_ = sl__a_->line_;
    sl__f_->index_ = (sl__byte_ < 0 ? sl__byte_ - sl__a_->size_ + 1 : sl__byte_) / sl__a_->size_;
    sl__f_->extent_ = sl__a_->count_;
    sl__f_->code_ = sl__lambda_;
    sl__f_->where_[0] = sl__where_;
#ifdef __CUDA_ARCH__
    char *const sl__to_ = (char *)&sl__f_->at_[1];
    int sl__k_ = 0;
    for (; sl__k_ < SL__GUARD_NAME - 1 && sl__a_->name_[sl__k_] != 0; ++sl__k_)
        sl__to_[sl__k_] = sl__a_->name_[sl__k_];
    sl__to_[sl__k_] = 0;
    sl__f_->at_[0] = sl__iteration_[0];
    sl__f_->name_ = 0;
#else
    sl__f_->name_ = sl__a_->name_;
    for (int sl__d_ = 0; sl__d_ < SL_MAX_RANK; ++sl__d_)
        sl__f_->at_[sl__d_] = sl__iteration_[sl__d_];
#endif
    sl__fault_set(sl__f_, SL__FAULT_GUARD);
}

/* Are the guards of an array as they were? sl__iteration_[SL_MAX_RANK]: the loop's indices. */
static SL__ON_BOTH __attribute__((__noinline__, __unused__)) void
sl__guards_look(struct sl__fault *sl__f_, const struct sl__guarded *sl__a_, int sl__guard_, const char *sl__where_,
                int sl__lambda_, const sl_index *sl__iteration_)
{
    const sl_index sl__end_ = sl__a_->count_ * sl__a_->size_;
    for (int sl__b_ = 0; sl__b_ < sl__guard_; ++sl__b_) {
        if (sl__a_->at_[sl__end_ + sl__b_] != (char)SL__GUARD_FILL)
            sl__guards_left(sl__f_, sl__a_, sl__end_ + sl__b_, sl__where_, sl__lambda_, sl__iteration_);
        if (sl__a_->at_[-1 - sl__b_] != (char)SL__GUARD_FILL)
            sl__guards_left(sl__f_, sl__a_, -1 - sl__b_, sl__where_, sl__lambda_, sl__iteration_);
    }
}
#else
#define SL__GUARDED(...)
#define SL__NEST_GUARDED(...)
#endif

#endif
