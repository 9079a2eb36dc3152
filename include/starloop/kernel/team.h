/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the body of an SL_TEAM_KERNEL may use: its team's ranks, loops, reductions, scans, scratch memory.
 *
 *     SL_TEAM_KERNEL(spmv, (team), in(int, 1, row), in(int, 1, column), in(double, 1, value), in(double, 1, x),
 *                    out(double, 1, y, own))
 *     {
 *         const sl_index i = SL_LEAGUE_RANK(team);
 *         double sum;
 *         SL_TEAM_REDUCE(team, k, SL_AT(row, i), SL_AT(row, i + 1), double, sum, sum)
 *         {
 *             sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
 *         }
 *         SL_TEAM_SINGLE(team)
 *         {
 *             SL_AT(y, i) = sum;
 *         }
 *     }
 *
 * A body runs once for each member of the league, by a team of threads, each of which has vector lanes. On a CPU a team
 * is one thread with one lane, which vectorises its loops; on a GPU it is a CUDA block, a thread of the team lies along
 * y, its lanes along x. What all threads of a team must reach (a barrier, a reduction, a scan, a broadcast, scratch
 * memory) they reach together, or not at all: SL_RAISE, too, where one of these follows.
 */
#ifndef STARLOOP_KERNEL_TEAM_H
#define STARLOOP_KERNEL_TEAM_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/body.h>
#include <starloop/kernel/guards.h>
#include <starloop/kernel/operators.h>
#include <starloop/kernel/words.h>

/** What a body knows of its team; the name in parentheses of an SL_TEAM_KERNEL. By value: an SL_FN helper takes it as
 *  `sl_team team`. */
typedef struct sl_team {
    sl_index league_;    /**< #SL_LEAGUE_RANK */
    sl_index leagues_;   /**< #SL_LEAGUE_SIZE */
    sl_index extent_[3]; /**< #SL_LEAGUE_EXTENT */
    int own_;            /**< its threads have scratch arrays of their own; a constant where the kernel begins */
} sl_team;
/* clang-format off */
#define SL__TEAM_OF(X_, HEAD_, OWN_) \
    {X_, (HEAD_).leagues_, {(HEAD_).extent_[0], (HEAD_).extent_[1], (HEAD_).extent_[2]}, OWN_}
/* clang-format on */

/* With bounds checks an array in scratch memory has guards before and behind it, of memory beside .scratch_bytes: the
 * first so many arrays of a body. How long they are, and what they take in all, in bytes. */
#ifdef __CUDACC__
enum { SL__TEAM_ARRAYS = SL__TEAM_DEVICE_ARRAYS, SL__TEAM_GUARD = SL__TEAM_DEVICE_GUARD };
#else
enum { SL__TEAM_ARRAYS = 32, SL__TEAM_GUARD = 1024 };
#endif
enum { SL__TEAM_SPARE = 0 SL__GUARDED(+2 * SL__TEAM_ARRAYS * SL__TEAM_GUARD) };

/** What is left of a team's scratch memory. */
struct sl__team_room {
    char *next_;
    sl_index left_, all_; /* bytes */
    SL__GUARDED(int arrays_; struct sl__guarded array_[SL__TEAM_ARRAYS];)
};

/* On a CPU, where a team is one thread, all scratch memory is one; on a device there are several: sl__rooms_. */
/* clang-format off */
#ifdef __CUDACC__
#define SL__TEAM_ROOM(ROOM_) (ROOM_ == SL__ROOM_TEAM ? &sl__room_ : &sl__rooms_[ROOM_])
#else
#define SL__TEAM_ROOM(ROOM_) (&sl__room_)
#endif
/* clang-format on */
SL_FN sl_index sl__team_bytes(const struct sl__team_head *sl__h_)
{
    sl_index sl__all_ = 0;
    for (int sl__k_ = 0; sl__k_ < SL__ROOMS; ++sl__k_)
        sl__all_ += sl__h_->scratch_[sl__k_];
    return sl__all_;
}

/* ---- ranks ------------------------------------------------------------------------------------------------- */

/* clang-format off */
#ifdef __CUDA_ARCH__
#define SL__TEAM_IS(DEVICE_, HOST_) DEVICE_
#else
#define SL__TEAM_IS(DEVICE_, HOST_) HOST_
#endif
/* clang-format on */
SL_FN sl_index sl__team_rank(void)
{
    return SL__TEAM_IS((sl_index)threadIdx.y, 0);
}
SL_FN sl_index sl__team_size(void)
{
    return SL__TEAM_IS((sl_index)blockDim.y, 1);
}
SL_FN sl_index sl__vector_rank(void)
{
    return SL__TEAM_IS((sl_index)threadIdx.x, 0);
}
SL_FN sl_index sl__vector_size(void)
{
    return SL__TEAM_IS((sl_index)blockDim.x, 1);
}
SL_FN sl_index sl__both_rank(void)
{
    return sl__team_rank() * sl__vector_size() + sl__vector_rank();
}
SL_FN sl_index sl__both_size(void)
{
    return sl__team_size() * sl__vector_size();
}
SL_FN sl_index sl__league_index(sl_team sl__t_, int sl__d_)
{
    sl_index sl__inner_ = 1;
    for (int sl__k_ = 2; sl__k_ > sl__d_; --sl__k_)
        sl__inner_ *= sl__t_.extent_[sl__k_];
    return sl__t_.league_ / sl__inner_ % sl__t_.extent_[sl__d_];
}
/** The member of the league that the body runs for, 0 and up: the loop's own index of `own` and `halo`. */
#define SL_LEAGUE_RANK(TEAM_) ((TEAM_).league_)
/** The number of members of the league. */
#define SL_LEAGUE_SIZE(TEAM_) ((TEAM_).leagues_)
/** Index D_, 0 to 2, of the member in a league of several indices (.leagues of the policy), 0 and up; the last one runs
 *  fastest. Of a league of fewer indices the others are 0. */
#define SL_LEAGUE_INDEX(TEAM_, D_) ((void)(TEAM_).league_, sl__league_index(TEAM_, D_))
/** How many there are of that index; 1 of those that the league has not. */
#define SL_LEAGUE_EXTENT(TEAM_, D_) ((TEAM_).extent_[D_])
/** The number of this thread in its team, 0 and up. */
#define SL_TEAM_RANK(TEAM_) ((void)(TEAM_).league_, sl__team_rank())
/** The number of threads of a team: 1 on a CPU. */
#define SL_TEAM_SIZE(TEAM_) ((void)(TEAM_).league_, sl__team_size())
/** The number of this lane in its thread, 0 and up. */
#define SL_VECTOR_RANK(TEAM_) ((void)(TEAM_).league_, sl__vector_rank())
/** The number of lanes of a thread: 1 on a CPU. */
#define SL_VECTOR_SIZE(TEAM_) ((void)(TEAM_).league_, sl__vector_size())

SL_FN void sl__team_barrier(void)
{
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
}

SL_FN void sl__vector_barrier(void)
{
#ifdef __CUDA_ARCH__
    const unsigned sl__lanes_ = blockDim.x, sl__first_ = threadIdx.y * sl__lanes_ % SL__TEAM_WARP;
    __syncwarp(sl__lanes_ == SL__TEAM_WARP ? ~0u : ((1u << sl__lanes_) - 1) << sl__first_);
#endif
}

/* ---- where all threads of a team come together ---------------------------------------------------------------- */

/* With bounds checks a CPU looks whether what all threads of a team must reach, or all lanes of a thread, stands where
 * they share out iterations, or where one of them is alone: there a GPU would hang. A team of one thread would not
 * notice. */
enum { sl__team_bit_ = 1, sl__vector_bit_ = 2, sl__both_bit_ = 3 };
#if defined(SL_BOUNDS_CHECK) && !defined(__CUDACC__) && !defined(SL__LINT)
static __thread struct sl__team_place {
    struct sl__fault *fault_;
    sl_index league_;
    int shared_[2]; /* how many times, among the threads of the team, among the lanes of a thread */
} sl__team_place_ __attribute__((__unused__));

SL_FN void sl__team_member(struct sl__fault *sl__f_, sl_index sl__league_)
{
    const struct sl__team_place sl__begin_ = {sl__f_, sl__league_, {0, 0}};
    sl__team_place_ = sl__begin_;
}
/* @return whether the loop is entered */
SL_FN int sl__team_share(int sl__bits_, int sl__by_)
{
    sl__team_place_.shared_[0] += sl__bits_ & sl__team_bit_ ? sl__by_ : 0;
    sl__team_place_.shared_[1] += sl__bits_ & sl__vector_bit_ ? sl__by_ : 0;
    return sl__by_ > 0;
}
/* Lanes meet where threads share something out, but not the other way round. */
SL_FN void sl__team_meets(int sl__bits_, int sl__line_)
{
    const struct sl__team_place *const sl__p_ = &sl__team_place_;
    if (sl__p_->shared_[1] == 0 && ((sl__bits_ & sl__team_bit_) == 0 || sl__p_->shared_[0] == 0))
        return;
    if (!sl__fault_take(sl__p_->fault_))
        return;
    sl__p_->fault_->line_ = sl__line_;
    sl__p_->fault_->at_[0] = sl__p_->league_;
    sl__fault_set(sl__p_->fault_, SL__FAULT_APART);
}
/* clang-format off */
#define SL__TEAM_MEMBER(FAULT_, LEAGUE_) sl__team_member(FAULT_, LEAGUE_);
#define SL__TEAM_MEETS(LEVEL_) sl__team_meets((int)sl__##LEVEL_##_bit_, __LINE__)
#define SL__TEAM_SHARES(LEVEL_) \
    for (int sl__##LEVEL_##_in_ = sl__team_share((int)sl__##LEVEL_##_bit_, 1); sl__##LEVEL_##_in_; \
         sl__##LEVEL_##_in_ = sl__team_share((int)sl__##LEVEL_##_bit_, -1))
/* clang-format on */
#else
#define SL__TEAM_MEMBER(FAULT_, LEAGUE_)
#define SL__TEAM_MEETS(LEVEL_) ((void)0)
#define SL__TEAM_SHARES(LEVEL_)
#endif

/* clang-format off */
/* ---- the team together ------------------------------------------------------------------------------------- */

/** In a body: all threads of the team wait for each other, and see what each has written. */
#define SL_TEAM_BARRIER(TEAM_) ((void)(TEAM_).league_, SL__TEAM_MEETS(team), sl__team_barrier())
/** In a body: the lanes of a thread wait for each other, and see what each has written: what one of them has put into
 *  scratch memory of the thread. All lanes of the thread reach it. */
#define SL_VECTOR_BARRIER(TEAM_) ((void)(TEAM_).league_, SL__TEAM_MEETS(vector), sl__vector_barrier())
/** In a body: one lane of one thread of the team runs the statement or block that follows; nobody waits for it. Kokkos'
 *  single(PerTeam). */
#define SL_TEAM_SINGLE(TEAM_) if ((void)(TEAM_).league_, sl__both_rank() != 0) {} else SL__TEAM_SHARES(both)
/** The same by one lane of each thread: single(PerThread). */
#define SL_VECTOR_SINGLE(TEAM_) if ((void)(TEAM_).league_, sl__vector_rank() != 0) {} else SL__TEAM_SHARES(vector)
/** In a body: the value of X_, of the built-in number type T_, in thread RANK_ of the team: less than SL_TEAM_SIZE. All
 *  threads of the team reach it. */
#define SL_TEAM_BROADCAST(TEAM_, T_, X_, RANK_) SL__TEAM_BROADCAST(TEAM_, T_, X_, RANK_)
#ifdef __CUDACC__
#define SL__TEAM_BROADCAST(TEAM_, T_, X_, RANK_) ((void)(TEAM_).league_, sl__team_from<T_>((X_), (int)(RANK_)))
#else
#define SL__TEAM_BROADCAST(TEAM_, T_, X_, RANK_) ((void)(TEAM_).league_, SL__TEAM_MEETS(team), (void)(RANK_), (T_)(X_))
#endif
/* clang-format on */

/* ---- scratch memory ---------------------------------------------------------------------------------------- */

/* @return memory for so many elements, or NULL: there is not so much left. */
SL_FN void *sl__team_take(struct sl__team_room *sl__r_, sl_index sl__count_, sl_index sl__size_)
{
    const sl_index sl__most_ = sl__r_->left_ / sl__size_;
    if (sl__count_ < 0 || sl__count_ > sl__most_)
        return 0;
    SL__GUARDED(sl__r_->next_ += sl__r_->arrays_ < SL__TEAM_ARRAYS ? SL__TEAM_GUARD : 0;)
    char *const sl__at_ = sl__r_->next_;
    const sl_index sl__bytes_ = (sl__count_ * sl__size_ + SL__TEAM_ALIGN - 1) / SL__TEAM_ALIGN * SL__TEAM_ALIGN;
    sl__r_->next_ += sl__bytes_;
    sl__r_->left_ -= sl__bytes_;
    return sl__at_;
}

SL_FN void sl__team_note(struct sl__fault *sl__f_, const struct sl__team_room *sl__r_, sl_index sl__count_,
                         sl_index sl__size_, int sl__line_)
{
    if (!sl__fault_take(sl__f_))
        return;
    sl__f_->line_ = sl__line_;
    sl__f_->index_ = sl__count_;
    sl__f_->extent_ = sl__r_->all_;
    sl__f_->at_[0] = sl__r_->all_ - sl__r_->left_;
    sl__f_->at_[1] = sl__size_;
    sl__fault_set(sl__f_, SL__FAULT_SCRATCH);
}
static SL__ON_BOTH __attribute__((__noinline__, __cold__, __unused__)) void
sl__team_lacks(struct sl__fault *sl__f_, const struct sl__team_room *sl__r_, sl_index sl__count_, sl_index sl__size_,
               int sl__line_)
{
    sl__team_note(sl__f_, sl__r_, sl__count_, sl__size_, sl__line_);
}

#if defined(SL_BOUNDS_CHECK) && !defined(SL__LINT)
/* An array that was taken gets its guards. All threads of a team come here. */
SL_FN void sl__team_guard(struct sl__team_room *sl__r_, const char *sl__name_, void *sl__at_, sl_index sl__count_,
                          sl_index sl__size_, int sl__line_)
{
    if (sl__r_->arrays_ == SL__TEAM_ARRAYS)
        return;
    const struct sl__guarded sl__a_ = {sl__name_, (char *)sl__at_, sl__count_, sl__size_, sl__line_};
    if (sl__both_rank() == 0)
        sl__guards_fill(&sl__a_, (int)SL__TEAM_GUARD);
    sl__team_barrier();
    sl__r_->next_ = sl__a_.at_ + (sl__count_ * sl__size_ + SL__TEAM_ALIGN - 1) / SL__TEAM_ALIGN * SL__TEAM_ALIGN;
    sl__r_->next_ += SL__TEAM_GUARD;
    sl__r_->array_[sl__r_->arrays_++] = sl__a_;
}
/* A member of the league has ended: are the guards as they were? */
static SL__ON_BOTH __attribute__((__noinline__, __unused__)) void
sl__team_look(struct sl__fault *sl__f_, const struct sl__team_room *sl__r_, sl_index sl__league_)
{
    const sl_index sl__iteration_[SL_MAX_RANK] = {sl__league_, 0, 0, 0, 0, 0};
    for (int sl__k_ = 0; sl__k_ < sl__r_->arrays_; ++sl__k_)
        sl__guards_look(sl__f_, &sl__r_->array_[sl__k_], (int)SL__TEAM_GUARD, 0, -1, sl__iteration_);
}
#endif

/* A scratch array among the words of a kernel, of layout right. One of no elements has room for one, to which a bad
 * index leads in checked bodies. What SL_TEAM_SCRATCH says of the memory's bytes leaves these out. */
SL_FN void *sl__team_array(struct sl__team_room *sl__r_, __attribute__((__unused__)) const char *sl__name_,
                           __attribute__((__unused__)) int sl__line_, int sl__rank_, const sl_index *sl__e_,
                           sl_index *sl__n_, sl_index *sl__s_, sl_index sl__size_)
{
    sl_index sl__count_ = 1;
    for (int sl__d_ = sl__rank_ - 1; sl__d_ >= 0; --sl__d_) {
        sl__n_[sl__d_] = sl__e_[sl__d_];
        sl__s_[sl__d_] = sl__count_;
        sl__count_ *= sl__e_[sl__d_];
    }
    sl__count_ = sl__count_ > 0 ? sl__count_ : 1;
    void *const sl__at_ = sl__team_take(sl__r_, sl__count_, sl__size_);
    SL__GUARDED(sl__team_guard(sl__r_, sl__name_, sl__at_, sl__count_, sl__size_, sl__line_);)
    sl__r_->all_ = sl__r_->left_;
    return sl__at_;
}

/* clang-format off */
/** In a body: an array in the scratch memory of the team, which all its threads have in common: on a GPU shared memory
 *  of the CUDA block, on a CPU memory of the thread. SL_TEAM_SCRATCH(double, x, n) declares `double *x`, of n elements;
 *  SL_TEAM_SCRATCH(double, tile, n, 17) `double (*tile)[17]`, used as tile[i][j]; up to three extents, of which all but
 *  the first are constants.
 *
 *  Undefined at first, and gone when the body ends. The memory is that of the policy's .scratch_bytes, of which each
 *  array takes its size, rounded up to 16 bytes; the task fails with #SL_ERR_MEMORY where it is too little. The extents
 *  are the same in all threads of the team. Only in the body itself, not in an SL_FN.
 *
 *  With -DSL_BOUNDS_CHECK CPUs find what is written up to 1 KiB before or behind an array, and GPUs up to 64 bytes of
 *  the first 8 arrays, at the end of the body: the task fails with #SL_ERR_BOUNDS. That takes nothing from
 *  .scratch_bytes. */
#define SL_TEAM_SCRATCH(T_, N_, ...) SL__CAT(SL__TEAM_SCRATCH_, SL__NARG(__VA_ARGS__))(T_, N_, __VA_ARGS__)
#define SL__TEAM_SCRATCH_1(T_, N_, A_) SL__TEAM_ARRAY(T_, N_, A_, )
#define SL__TEAM_SCRATCH_2(T_, N_, A_, B_) SL__TEAM_ARRAY(T_, N_, A_, [B_])
#define SL__TEAM_SCRATCH_3(T_, N_, A_, B_, C_) SL__TEAM_ARRAY(T_, N_, A_, [B_][C_])
#define SL__TEAM_ARRAY(T_, N_, COUNT_, INNER_) \
    typedef T_ N_##__row_ INNER_; \
    const sl_index N_##__count_ = (COUNT_); \
    N_##__row_ *const N_ = (N_##__row_ *)sl__team_take(sl__room_, N_##__count_, (sl_index)sizeof(N_##__row_)); \
    if (N_ == 0) { \
        SL__RAISE_MARK \
        sl__team_lacks(*sl__fault_, sl__room_, N_##__count_, (sl_index)sizeof(N_##__row_), __LINE__); \
        return; \
    } \
    SL__GUARDED(sl__team_guard(sl__room_, #N_, N_, N_##__count_, (sl_index)sizeof(N_##__row_), __LINE__);)
/* clang-format on */

#endif
