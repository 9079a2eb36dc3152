/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Tokens: SL_UNIQUE_TOKEN, a number in a body that no other iteration has at the same time.
 *
 * The numbers are the indices of a view of rank 1, whose elements say who is there: 0 where the number is free, 1 where
 * an iteration has it. One is taken by a compare-and-exchange, which acquires, and given back by a store, which
 * releases: what one holder has written the next one of that number sees. A thread begins to look where it is most
 * likely alone: on a CPU at the number that it had last, on a device at its own place among the threads that a device
 * can hold.
 *
 * A variable of the block gives the number back when the block is left, however that happens. The block itself stands
 * in the loop that tries: threads of a warp that found no number wait until the others have given theirs back.
 */
#ifndef STARLOOP_KERNEL_TOKEN_H
#define STARLOOP_KERNEL_TOKEN_H

#include <starloop/kernel/atomic.h>

SL_BEGIN_DECLS
/** No number was free in a whole round: lets other threads run, now and then. @param[in] rounds_  so far */
SL_API void sl__token_wait(sl_index rounds_);
SL_END_DECLS

enum { SL__TOKEN_WANTED = 0, SL__TOKEN_HELD, SL__TOKEN_DONE };
struct sl__token {
    sl__i32 *p_;
    struct sl_rank1_view view_;
    sl_index number_, misses_;
    int state_, seq_;
    SL__CHECKED(const void *outer_;)
};

#ifdef __CUDACC__
#define SL__TOKEN_SEEN(...)
#else
#define SL__TOKEN_SEEN(...) SL__CHECKED(__VA_ARGS__) /* races are looked for */
#endif
#ifdef __CUDACC__
#define SL__TOKEN_CELL(T_, K_) sl__element((T_)->p_, (T_)->view_, (K_))
#else
#define SL__TOKEN_CELL(T_, K_) (&(T_)->p_[sl_at_with_1_index((T_)->view_, (K_))])
#endif
#if !defined(__CUDACC__) && !defined(SL__LINT)
static __thread sl_index sl__token_last_ __attribute__((__unused__)); /* the thread's last number */
/* Where races are looked for, all have their turn. */
#define SL__TOKEN_KEEP(N_) ((void)(sl__token_last_ = (N_)SL__CHECKED(+1)))
#define SL__TOKEN_KEPT sl__token_last_
#else
#define SL__TOKEN_KEEP(N_) ((void)(N_))
#define SL__TOKEN_KEPT ((sl_index)0)
#endif

/* Views are `restrict`: the compiler takes it for granted that nobody else writes them, also where atomics order what
 * two threads do. Of this it must think that it may write anything. */
#define SL__TOKEN_ORDER __asm__ __volatile__("" : : : "memory")

/* Where to look first among so many. */
SL_FN sl_index sl__token_place(sl_index sl__n_)
{
#ifdef __CUDA_ARCH__
    unsigned sl__sm_, sl__warps_, sl__warp_, sl__lane_;
    __asm__ __volatile__("mov.u32 %0, %%smid;" : "=r"(sl__sm_));
    __asm__ __volatile__("mov.u32 %0, %%nwarpid;" : "=r"(sl__warps_));
    __asm__ __volatile__("mov.u32 %0, %%warpid;" : "=r"(sl__warp_));
    __asm__ __volatile__("mov.u32 %0, %%laneid;" : "=r"(sl__lane_));
    const unsigned sl__own_ = (sl__sm_ * sl__warps_ + sl__warp_) * 32u + sl__lane_;
    return sl__n_ > (sl_index)sl__own_ ? (sl_index)sl__own_ : (sl_index)(sl__own_ % (unsigned)sl__n_);
#else
    const sl_index sl__own_ = SL__TOKEN_KEPT;
    return sl__own_ < sl__n_ ? sl__own_ : sl__own_ % sl__n_;
#endif
}

/* Where to look next: on a device a warp on, and at the end at the next place of the first warp. Comes to all. */
SL_FN sl_index sl__token_after(sl_index sl__k_, sl_index sl__n_)
{
#ifdef __CUDA_ARCH__
    const sl_index sl__first_ = (sl__k_ + 1) % 32;
    return sl__k_ + 32 < sl__n_ ? sl__k_ + 32 : sl__first_ < sl__n_ ? sl__first_ : 0;
#else
    return sl__k_ + 1 < sl__n_ ? sl__k_ + 1 : 0;
#endif
}

SL_FN int sl__token_try(sl__i32 *sl__cell_)
{
#ifdef __CUDA_ARCH__
    if (atomicCAS((int *)sl__cell_, 0, 1) != 0)
        return 0;
    __threadfence();
    return 1;
#else
    sl__i32 sl__free_ = 0;
    return __atomic_load_n(sl__cell_, __ATOMIC_RELAXED) == 0 &&
           __atomic_compare_exchange_n(sl__cell_, &sl__free_, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
#endif
}

SL_FN void sl__token_pause(const struct sl__token *sl__t_)
{
    if (sl__t_->misses_ % sl__t_->view_.n_[0] != 0)
        return;
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 700
    __nanosleep(100);
#endif
#else
    sl__token_wait(sl__t_->misses_ / sl__t_->view_.n_[0]);
#endif
}

/* Alone, an iteration has the first number that is free: it would wait for ever for another one. */
SL_FN sl_index sl__token_first(const struct sl__token *sl__t_)
{
    sl_index sl__k_ = 0;
    while (sl__k_ < sl__t_->view_.n_[0] && *SL__TOKEN_CELL(sl__t_, sl__k_) != 0)
        sl__k_++;
    return sl__k_;
}

SL_FN void sl__token_begin(struct sl__token *sl__t_, void *sl__p_, struct sl_rank1_view sl__v_, int sl__seq_,
                           struct sl__fault *sl__f_, int sl__line_, sl_index sl__h0_, sl_index sl__h1_,
                           sl_index sl__h2_, sl_index sl__h3_, sl_index sl__h4_, sl_index sl__h5_)
{
    sl__t_->p_ = (sl__i32 *)sl__p_;
    sl__t_->view_ = sl__v_;
    sl__t_->misses_ = 0;
    sl__t_->state_ = SL__TOKEN_WANTED;
    sl__t_->seq_ = sl__seq_;
    const sl_index sl__n_ = sl__v_.n_[0];
    sl__t_->number_ = sl__n_ <= 0 ? 0 : sl__seq_ ? sl__token_first(sl__t_) : sl__token_place(sl__n_);
    if (__builtin_expect(sl__t_->number_ >= sl__n_, 0)) {
        sl__raise(sl__f_, SL__FAULT_TOKEN, (int)(sl__n_ < __INT_MAX__ ? sl__n_ : __INT_MAX__), sl__line_, sl__h0_,
                  sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_);
        sl__t_->state_ = SL__TOKEN_DONE;
    }
}

/* Tries once. @return the number, if the state is SL__TOKEN_HELD then. */
SL_FN sl_index sl__token_take(struct sl__token *sl__t_)
{
    const sl_index sl__k_ = sl__t_->number_;
    sl__i32 *const sl__cell_ = SL__TOKEN_CELL(sl__t_, sl__k_);
    if (sl__t_->seq_) {
        *sl__cell_ = 1;
    } else if (!sl__token_try(sl__cell_)) {
        sl__t_->number_ = sl__token_after(sl__k_, sl__t_->view_.n_[0]);
        sl__t_->misses_++;
        sl__token_pause(sl__t_);
        return sl__k_;
    }
    SL__TOKEN_ORDER;
    SL__TOKEN_KEEP(sl__k_);
    SL__TOKEN_SEEN(sl__t_->outer_ = sl__touch_held(sl__cell_, 1);)
    sl__t_->state_ = SL__TOKEN_HELD;
    return sl__k_;
}

/* Gives the number back, where there is one. */
SL_FN void sl__token_give(struct sl__token *sl__t_)
{
    if (sl__t_->state_ != SL__TOKEN_HELD)
        return;
    sl__i32 *const sl__cell_ = SL__TOKEN_CELL(sl__t_, sl__t_->number_);
    SL__TOKEN_SEEN((void)sl__touch_held(sl__t_->outer_, 0);)
    sl__t_->state_ = SL__TOKEN_DONE;
    SL__TOKEN_ORDER;
    if (sl__t_->seq_) {
        *sl__cell_ = 0;
        return;
    }
#ifdef __CUDA_ARCH__
    __threadfence();
    atomicExch((int *)sl__cell_, 0);
#else
    __atomic_store_n(sl__cell_, 0, __ATOMIC_RELEASE);
#endif
}

/* Whether to try: the block may have been left by a `break`. */
SL_FN int sl__token_wanted(struct sl__token *sl__t_)
{
    sl__token_give(sl__t_);
    return sl__t_->state_ == SL__TOKEN_WANTED;
}

/* clang-format off */
#define SL__TOKEN_ARGUMENTS(V_) \
    V_##__p_, V_, sl__sequential_, *sl__fault_, SL__RAISE_LINE, sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_
#define SL__TOKEN_EXPECTED "SL_UNIQUE_TOKEN: expected an argument inout(int, 1, name, atomic)"
#ifndef __cplusplus
SL_FN struct sl__token sl__token_of(void *sl__p_, struct sl_rank1_view sl__v_, int sl__seq_, struct sl__fault *sl__f_,
                                    int sl__line_, sl_index sl__h0_, sl_index sl__h1_, sl_index sl__h2_,
                                    sl_index sl__h3_, sl_index sl__h4_, sl_index sl__h5_)
{
    struct sl__token sl__t_;
    sl__token_begin(&sl__t_, sl__p_, sl__v_, sl__seq_, sl__f_, sl__line_, sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_,
                    sl__h5_);
    return sl__t_;
}
struct sl__token sl__token_of_another_view(const volatile void *, ...);
/* The right argument's function, or the other choice. */
#define SL__TOKEN_OF(V_, THIS_, OTHER_) \
    _Generic((V_##__p_), _Atomic(int) *: _Generic((V_), struct sl_rank1_view: THIS_, default: OTHER_), default: OTHER_)
#define SL__TOKEN(T_, V_) \
    struct sl__token T_ __attribute__((__cleanup__(sl__token_give))) = __extension__({ \
        _Static_assert(SL__TOKEN_OF(V_, 1, 0), SL__TOKEN_EXPECTED); \
        SL__TOKEN_OF(V_, sl__token_of, sl__token_of_another_view)(SL__TOKEN_ARGUMENTS(V_)); \
    })
#else
extern "C++" {
template <typename sl__p_, typename sl__v_> struct sl__token_takes {
    enum { value_ = 0 };
};
template <> struct sl__token_takes<sl__atomic_cell<int> *, struct sl_rank1_view> {
    enum { value_ = 1 };
};
struct sl__token_of : sl__token {
    template <typename sl__p_, typename sl__v_, typename... sl__more_>
    SL__ON_BOTH sl__token_of(sl__p_ sl__x_, sl__v_ sl__view_, sl__more_... sl__rest_)
    {
        static_assert(sl__token_takes<sl__p_, sl__v_>::value_ == 1, SL__TOKEN_EXPECTED);
        sl__token_begin(this, (void *)sl__x_, sl__view_, sl__rest_...);
    }
    SL__ON_BOTH ~sl__token_of()
    {
        sl__token_give(this);
    }
};
}
#define SL__TOKEN(T_, V_) sl__token_of T_(SL__TOKEN_ARGUMENTS(V_))
#endif

/** In a body, before a block: SL_UNIQUE_TOKEN(id, tokens) { SL_AT(work, id, k) = ...; } In the block `id` is an
 *  sl_index from 0 up to but not the extent of the view, which no other iteration has meanwhile. An iteration waits
 *  until one is free. Leaving the block gives it back: at its end, by `break` and `continue`, which leave the block
 *  alone, and by `return` and SL_RAISE, which leave the body.
 *
 *  @param ID_  the name of a constant of the block
 *  @param V_   an argument of the kernel, inout(int, 1, name, atomic), whose elements, counted from 0, are 0 before the
 *              loop, and after it. Another argument is an error of the compiler
 *
 *  An extent of 0 fails the task (#SL_ERR_BOUNDS), and the block is skipped. So does, under SL_SEQ, a view without a
 *  free element; elsewhere that is waited for. An iteration that wants several numbers of one view at once may wait for
 *  ever: views of their own help. Only in the body itself, not in an SL_FN; no other iteration may be waited for in the
 *  block. sl_concurrency() elements are enough for all iterations that run at once. */
#define SL_UNIQUE_TOKEN(ID_, V_) \
    for (SL__TOKEN(ID_##__t_, V_); sl__token_wanted(&ID_##__t_);) \
        for (SL__UNUSED const sl_index ID_ = sl__token_take(&ID_##__t_); ID_##__t_.state_ == SL__TOKEN_HELD; \
             sl__token_give(&ID_##__t_))
/* clang-format on */

#endif
