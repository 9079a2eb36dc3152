/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops of the body of an SL_TEAM_KERNEL, whose iterations threads and lanes share: plain ones, over boxes,
 *  with a result, with a running result. Part of starloop/kernel/team.h.
 */
#ifndef STARLOOP_KERNEL_TEAM_LOOPS_H
#define STARLOOP_KERNEL_TEAM_LOOPS_H

#include <starloop/kernel/reducer.h>
#include <starloop/kernel/team.h>

/* ---- identities -------------------------------------------------------------------------------------------- */

/* clang-format off */
#define SL__TEAM_TAKES(OP_, T_) \
    ((void)sizeof(char[SL__TAKES_##OP_(T_) ? 1 : -1])) /* the operator is none of that type */

/* A result begins as the identity of its operator, a number, a struct or an SL_REDUCER. ENDS_ are the largest and the
 * smallest value of what a struct has, of type SL__TEAM_END. */
#define SL__TEAM_OPERATOR(T_, OP_) SL__CAT(SL__OPERATOR_OF_, SL__CHECK(SL__COMPLEX_##T_))(OP_)
#define SL__TEAM_END(T_, OP_) SL__BY_OPERATOR(SL__TEAM_END_, OP_)(T_, OP_)
#define SL__TEAM_END_number(T_, OP_) char
#define SL__TEAM_END_struct(T_, OP_) __typeof__(((T_ *)0)->SL__MEMBER_##OP_)
#define SL__TEAM_END_own(T_, OP_) char
#define SL__TEAM_CLEAR(T_, OP_, TOTAL_, ENDS_) SL__BY_OPERATOR(SL__TEAM_CLEAR_, OP_)(T_, OP_, TOTAL_, ENDS_)
#define SL__TEAM_CLEAR_number(T_, OP_, TOTAL_, ENDS_) SL__TEAM_TAKES(OP_, T_), TOTAL_ = SL__IDENTITY_OF(OP_, T_)
#define SL__TEAM_CLEAR_struct(T_, OP_, TOTAL_, ENDS_) \
    SL__TEAM_TAKES(OP_, T_), (void)(SL__IDENTITY_##OP_(TOTAL_, &ENDS_[0], &ENDS_[1]))
#define SL__TEAM_CLEAR_own(T_, OP_, TOTAL_, ENDS_) \
    ((void)sizeof(char[SL__SAME(T_, OP_##__type_) ? 1 : -1])), OP_##__identity_(&TOTAL_)
/* clang-format on */

/* ---- loops ------------------------------------------------------------------------------------------------- */

/* Bounds of a loop over a box, by dimension, the last one innermost. */
struct sl__team_box {
    sl_index lo_[3], hi_[3];
};
/* The place in the box of iteration number q, or how many there are. */
SL_FN sl_index sl__team_divide(sl_index sl__q_, sl_index sl__by_)
{
    return ((uint64_t)sl__q_ | (uint64_t)sl__by_) >> 32 ? sl__q_ / sl__by_
                                                        : (sl_index)((uint32_t)sl__q_ / (uint32_t)sl__by_);
}
SL_FN sl_index sl__team_extent(const struct sl__team_box *sl__b_, int sl__d_)
{
    return sl__b_->lo_[sl__d_] < sl__b_->hi_[sl__d_] ? sl__b_->hi_[sl__d_] - sl__b_->lo_[sl__d_] : 0;
}
SL_FN sl_index sl__team_count(const struct sl__team_box *sl__b_, int sl__rank_)
{
    sl_index sl__n_ = 1;
    for (int sl__d_ = 0; sl__d_ < sl__rank_; ++sl__d_)
        sl__n_ *= sl__team_extent(sl__b_, sl__d_);
    return sl__n_;
}
SL_FN sl_index sl__team_at(const struct sl__team_box *sl__b_, int sl__rank_, int sl__d_, sl_index sl__q_)
{
    for (int sl__k_ = sl__rank_ - 1; sl__k_ > sl__d_; --sl__k_)
        sl__q_ = sl__team_divide(sl__q_, sl__team_extent(sl__b_, sl__k_));
    const sl_index sl__n_ = sl__team_extent(sl__b_, sl__d_);
    return sl__b_->lo_[sl__d_] + (sl__d_ == 0 ? sl__q_ : sl__q_ - sl__n_ * sl__team_divide(sl__q_, sl__n_));
}

/* The first iteration of a thread whose iterations are neighbours, so that results come in their order. end: behind
 * the last one of all, then of the thread */
SL_FN sl_index sl__team_first(sl_index sl__lo_, sl_index *sl__end_, sl_index sl__rank_, sl_index sl__size_)
{
    if (*sl__end_ <= sl__lo_)
        return *sl__end_;
    const sl_index sl__each_ = (*sl__end_ - sl__lo_ + sl__size_ - 1) / sl__size_;
    const sl_index sl__left_ = *sl__end_ - sl__lo_, sl__from_ = sl__rank_ * sl__each_;
    if (sl__from_ >= sl__left_)
        return *sl__end_;
    *sl__end_ = sl__lo_ + (sl__left_ - sl__from_ < sl__each_ ? sl__left_ : sl__from_ + sl__each_);
    return sl__lo_ + sl__from_;
}

/** The threads of a team in groups, for three levels of loops: what #SL_TEAM_GROUPS makes, by value. */
typedef struct sl_team_groups {
    sl_index count_; /**< groups */
    sl_index each_;  /**< threads of each; what is left over idles */
    sl_index group_; /**< of this thread */
    sl_index place_; /**< where it stands in that */
    int own_;        /**< as of the team */
} sl_team_groups;
SL_FN sl_team_groups sl__team_groups(sl_team sl__t_, sl_index sl__wanted_)
{
    const sl_index sl__threads_ = sl__team_size(), sl__rank_ = sl__team_rank();
    const sl_index sl__most_ = sl__wanted_ < sl__threads_ ? sl__wanted_ : sl__threads_;
    const sl_index sl__count_ = sl__most_ < 1 ? 1 : sl__most_, sl__each_ = sl__threads_ / sl__count_;
    const sl_team_groups sl__g_ = {sl__count_, sl__each_, sl__rank_ / sl__each_, sl__rank_ % sl__each_, sl__t_.own_};
    return sl__g_;
}

/* OpenMP's names of the operators. */
#define SL__TEAM_SIGN_SL_OPERATOR_sum +
#define SL__TEAM_SIGN_SL_OPERATOR_prod *
#define SL__TEAM_SIGN_SL_OPERATOR_min min
#define SL__TEAM_SIGN_SL_OPERATOR_max max
#define SL__TEAM_SIGN_SL_OPERATOR_land &&
#define SL__TEAM_SIGN_SL_OPERATOR_lor ||
#define SL__TEAM_SIGN_SL_OPERATOR_band &
#define SL__TEAM_SIGN_SL_OPERATOR_bor |
#define SL__TEAM_SIGN_SL_OPERATOR_bxor ^

/* clang-format off */
/* The iterations of a thread share its own scratch arrays, where it has some: there the compiler must not take them for
 * independent, as it may elsewhere. What stands behind the head of a loop that threads share. */
#ifdef __CUDACC__
#define SL__TEAM_ITERATION(LEVEL_, TEAM_)
#else
#define SL__TEAM_ITERATION(LEVEL_, TEAM_) \
    switch ((int)sl__##LEVEL_##_bit_ == (int)sl__team_bit_ && (TEAM_).own_ ? sl__team_in_order() : 0) \
    default:
SL_FN int sl__team_in_order(void)
{
    __asm__ __volatile__("" ::: "memory");
    return 0;
}
#endif
#ifdef __CUDACC__
#define SL__TEAM_BESIDE
#define SL__TEAM_JOINS(OP_, TOTAL_)
#define SL__TEAM_STEP(LEVEL_) sl__##LEVEL_##_size()
#define SL__TEAM_BEGIN(LEVEL_) + sl__##LEVEL_##_rank()
#else
#if defined(SL_BOUNDS_CHECK) || defined(__clang__)
#define SL__TEAM_BESIDE
#else
#define SL__TEAM_BESIDE _Pragma("GCC ivdep")
#endif
#ifdef SL_BOUNDS_CHECK
#define SL__TEAM_JOINS(OP_, TOTAL_)
#else
#define SL__TEAM_JOINS(OP_, TOTAL_) SL__BY_OPERATOR(SL__TEAM_JOINS_, OP_)(OP_, TOTAL_)
#define SL__TEAM_JOINS_number(OP_, TOTAL_) SL__TEAM_JOINS2(SL__TEAM_SIGN_##OP_, TOTAL_)
#define SL__TEAM_JOINS_struct(OP_, TOTAL_)
#define SL__TEAM_JOINS_own(OP_, TOTAL_)
#define SL__TEAM_JOINS2(SIGN_, TOTAL_) SL__OMP(simd reduction(SIGN_ : TOTAL_))
#endif
#define SL__TEAM_STEP(LEVEL_) 1
#define SL__TEAM_BEGIN(LEVEL_)
#endif
#define SL__TEAM_RUN(LEVEL_, J_, END_, LO_, HI_) \
    for (sl_index J_ = (LO_) SL__TEAM_BEGIN(LEVEL_), END_ = (HI_); J_ < END_; J_ += SL__TEAM_STEP(LEVEL_))
#define SL__TEAM_FOR(TEAM_, LEVEL_, J_, END_, LO_, HI_) \
    SL__TEAM_SHARES(LEVEL_) SL__TEAM_BESIDE SL__TEAM_RUN(LEVEL_, J_, END_, ((void)(TEAM_).league_, (LO_)), HI_) \
        SL__TEAM_ITERATION(LEVEL_, TEAM_)

/** In a body: a loop whose iterations J_, of [LO_, HI_), the threads of the team share; a statement or block follows.
 *  The iterations do not depend on each other, but for what the thread has in a scratch_thread array, and change no
 *  variable that was declared before the loop; nothing waits at its end, and no `break` ends it. Each lane of a thread
 *  runs the iterations of its thread. Kokkos' TeamThreadRange. */
#define SL_TEAM_FOR(TEAM_, J_, LO_, HI_) SL__TEAM_FOR(TEAM_, team, J_, J_##__e_, LO_, HI_)
/** The same by the lanes of a thread: Kokkos' ThreadVectorRange. */
#define SL_VECTOR_FOR(TEAM_, J_, LO_, HI_) SL__TEAM_FOR(TEAM_, vector, J_, J_##__e_, LO_, HI_)
/** The same by all lanes of all threads: Kokkos' TeamVectorRange. */
#define SL_TEAM_VECTOR_FOR(TEAM_, J_, LO_, HI_) SL__TEAM_FOR(TEAM_, both, J_, J_##__e_, LO_, HI_)

/** In a body: a loop as #SL_TEAM_FOR over a box of two or three dimensions, in any order; in memory neighbours along
 *  the last one are best neighbours. Kokkos' TeamThreadMDRange.
 *
 *  @param TEAM_  the team
 *  @param X_     the names of the indices, which the loop declares, in parentheses: (i, j) or (i, j, k)
 *  @param ...    of each index the first one, and what is behind the last one: lo0, hi0, lo1, hi1 */
#define SL_TEAM_FOR_BOX(TEAM_, X_, ...) SL__TEAM_FOR_BOX(TEAM_, team, X_, __VA_ARGS__)
/** The same by the lanes of a thread: ThreadVectorMDRange. */
#define SL_VECTOR_FOR_BOX(TEAM_, X_, ...) SL__TEAM_FOR_BOX(TEAM_, vector, X_, __VA_ARGS__)
/** The same by all lanes of all threads: TeamVectorMDRange. */
#define SL_TEAM_VECTOR_FOR_BOX(TEAM_, X_, ...) SL__TEAM_FOR_BOX(TEAM_, both, X_, __VA_ARGS__)
#define SL__TEAM_FOR_BOX(TEAM_, LEVEL_, X_, ...) \
    SL__TEAM_SHARES(LEVEL_) SL__TEAM_BOX(TEAM_, LEVEL_, SL__TEAM_RUN, SL__TEAM_BESIDE, SL__EXPAND X_, __VA_ARGS__)
/* By the number of indices: as many names and bounds, which are read once. The bounds' variable is named after the
 * first index. RUN_ is the loop over numbers of iterations on a device, PRE_ what stands before the innermost loop on
 * CPUs. */
#define SL__TEAM_BOX(...) SL__TEAM_BOX2(__VA_ARGS__)
#define SL__TEAM_BOX2(...) SL__CAT(SL__TEAM_BOX_OF_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__TEAM_BOX_OF_10(TEAM_, LEVEL_, RUN_, PRE_, I_, J_, A_, B_, C_, D_) \
    SL__TEAM_BOUNDS(TEAM_, I_, SL__EXPAND({{(A_), (C_), 0}, {(B_), (D_), 1}})) \
        SL__TEAM_PLACES(LEVEL_, RUN_, 2, PRE_, I_, I_, J_, ~) SL__TEAM_ITERATION(LEVEL_, TEAM_)
#define SL__TEAM_BOX_OF_13(TEAM_, LEVEL_, RUN_, PRE_, I_, J_, K_, A_, B_, C_, D_, E_, F_) \
    SL__TEAM_BOUNDS(TEAM_, I_, SL__EXPAND({{(A_), (C_), (E_)}, {(B_), (D_), (F_)}})) \
        SL__TEAM_PLACES(LEVEL_, RUN_, 3, PRE_, I_, I_, J_, K_) SL__TEAM_ITERATION(LEVEL_, TEAM_)
#define SL__TEAM_BOUNDS(TEAM_, I_, ...) \
    for (struct sl__team_box I_##__b_ = __VA_ARGS__, *I_##__p_ = ((void)(TEAM_).league_, &I_##__b_); I_##__p_ != 0; \
         I_##__p_ = 0)
#ifdef __CUDACC__
#define SL__TEAM_PLACES(LEVEL_, RUN_, R_, PRE_, B_, I_, J_, K_) \
    RUN_(LEVEL_, B_##__q_, B_##__n_, 0, sl__team_count(&B_##__b_, R_)) \
        for (sl_index B_##__t_ = 1, I_ = sl__team_at(&B_##__b_, R_, 0, B_##__q_), \
                      J_ = sl__team_at(&B_##__b_, R_, 1, B_##__q_) SL__TEAM_THIRD_##R_(K_, B_); \
             B_##__t_; B_##__t_ = 0)
#define SL__TEAM_THIRD_2(K_, B_)
#define SL__TEAM_THIRD_3(K_, B_) , K_ = sl__team_at(&B_##__b_, 3, 2, B_##__q_)
#else
#define SL__TEAM_PLACES(LEVEL_, RUN_, R_, PRE_, B_, I_, J_, K_) SL__TEAM_PLACES_##R_(PRE_, B_, I_, J_, K_)
#define SL__TEAM_ROW(X_, B_, D_) for (sl_index X_ = B_##__b_.lo_[D_]; X_ < B_##__b_.hi_[D_]; ++X_)
#define SL__TEAM_PLACES_2(PRE_, B_, I_, J_, K_) SL__TEAM_ROW(I_, B_, 0) PRE_ SL__TEAM_ROW(J_, B_, 1)
#define SL__TEAM_PLACES_3(PRE_, B_, I_, J_, K_) \
    SL__TEAM_ROW(I_, B_, 0) SL__TEAM_ROW(J_, B_, 1) PRE_ SL__TEAM_ROW(K_, B_, 2)
#endif

/** In a body: the threads of the team in COUNT_ groups of as many threads each, or in fewer groups where it has fewer
 *  threads: one on a CPU. A value of type ::sl_team_groups, for three levels of loops, where RAJA's launch has threads
 *  along x, y and z: `const sl_team_groups g = SL_TEAM_GROUPS(team, 4);` */
#define SL_TEAM_GROUPS(TEAM_, COUNT_) sl__team_groups(TEAM_, COUNT_)
/** A loop as #SL_TEAM_FOR whose iterations the groups share: each thread of a group, and each lane, runs what its group
 *  runs. The first argument is an ::sl_team_groups. */
#define SL_TEAM_GROUP_FOR(GROUPS_, J_, LO_, HI_) \
    SL__TEAM_SHARES(team) SL__TEAM_BESIDE SL__TEAM_SHARED( \
        J_, J_##__e_, LO_, HI_, (GROUPS_).group_ < (GROUPS_).count_, (GROUPS_).group_, (GROUPS_).count_) \
        SL__TEAM_ITERATION(team, GROUPS_)
/** In one of those: a loop whose iterations the threads of the group share. In it stands #SL_VECTOR_FOR. */
#define SL_GROUP_FOR(GROUPS_, J_, LO_, HI_) \
    SL__TEAM_SHARES(team) SL__TEAM_BESIDE SL__TEAM_SHARED( \
        J_, J_##__e_, LO_, HI_, 1, (GROUPS_).place_, (GROUPS_).each_) \
        SL__TEAM_ITERATION(team, GROUPS_)
#ifdef __CUDACC__
#define SL__TEAM_SHARED(J_, END_, LO_, HI_, HAS_, RANK_, SIZE_) \
    for (sl_index J_ = (LO_) + (RANK_), END_ = (HI_); (HAS_) && J_ < END_; J_ += (SIZE_))
#else
#define SL__TEAM_SHARED(J_, END_, LO_, HI_, HAS_, RANK_, SIZE_) \
    for (sl_index J_ = (LO_) + (RANK_), END_ = (HI_); J_ < END_; ++J_)
#endif

/* Around the loop: ENDS_, by which a result of a struct begins as its identity; behind it all have the whole result. */
#define SL__TEAM_ENDS(T_, OP_, ENDS_) \
    SL__TEAM_END(T_, OP_) ENDS_[2] = {SL__LARGEST_OF(SL__TEAM_END(T_, OP_)), SL__SMALLEST_OF(SL__TEAM_END(T_, OP_))}
#define SL__TEAM_RESULT(TEAM_, LEVEL_, ONCE_, ENDS_, T_, OP_, TOTAL_) \
    for (SL__TEAM_ENDS(T_, OP_, ENDS_), \
             *ONCE_ = (SL__TEAM_MEETS(LEVEL_), (void)(TEAM_).league_, SL__TEAM_CLEAR(T_, OP_, TOTAL_, ENDS_), ENDS_); \
         ONCE_ != 0; ONCE_ = 0, TOTAL_ = SL__TEAM_ALL(LEVEL_, T_, OP_, TOTAL_)) \
        SL__TEAM_SHARES(LEVEL_)
#define SL__TEAM_REDUCE(TEAM_, LEVEL_, J_, END_, ONCE_, ENDS_, LO_, HI_, T_, OP_, TOTAL_) \
    SL__TEAM_RESULT(TEAM_, LEVEL_, ONCE_, ENDS_, T_, OP_, TOTAL_) \
        SL__TEAM_JOINS(OP_, TOTAL_) SL__BY_OPERATOR(SL__TEAM_RUN_, OP_)(LEVEL_, J_, END_, LO_, HI_) \
            SL__TEAM_ITERATION(LEVEL_, TEAM_)
#ifdef __CUDACC__
#define SL__TEAM_RUN_number SL__TEAM_RUN
#define SL__TEAM_RUN_own(LEVEL_, J_, END_, LO_, HI_) \
    for (sl_index END_ = (HI_), J_ = sl__team_first((LO_), &END_, sl__##LEVEL_##_rank(), sl__##LEVEL_##_size()); \
         J_ < END_; ++J_)
#define SL__TEAM_JOIN(OP_, T_) [](T_ &sl__x_, const T_ &sl__y_) { SL__JOIN(OP_, sl__x_, sl__y_); }
#define SL__TEAM_ALL(LEVEL_, T_, OP_, TOTAL_) sl__team_all_##LEVEL_<T_>(TOTAL_, SL__TEAM_JOIN(OP_, T_))
#else /* OpenMP's loops have one variable */
#define SL__TEAM_RUN_number(LEVEL_, J_, END_, LO_, HI_) for (sl_index J_ = (LO_); J_ < (sl_index)(HI_); ++J_)
#define SL__TEAM_RUN_own SL__TEAM_RUN
#define SL__TEAM_ALL(LEVEL_, T_, OP_, TOTAL_) TOTAL_
#endif
#define SL__TEAM_RUN_struct SL__TEAM_RUN

/** In a body: a loop as #SL_TEAM_FOR whose iterations also join something into TOTAL_, a variable of type T_ that was
 *  declared before: `total += x`, or for min `total = x < total ? x : total`; for minloc `sl_minloc(&total, x, k)`, and
 *  by an #SL_REDUCER `SL_JOIN(name, &total, &x)`. It begins as the operator's identity; behind the loop every thread of
 *  the team has the result of all iterations.
 *
 *  @param TEAM_   the team
 *  @param J_      the name of the iteration's index, which the loop declares
 *  @param LO_     the first iteration
 *  @param HI_     behind the last one
 *  @param T_      the type of an operator's result, as of `reduce`: a built-in number, SL_LOC(double), sl_complex, ...
 *  @param OP_     sum, prod, min, max, land, lor, of integers band, bor, bxor; minloc, maxloc, minmax, minmaxloc; sum
 *                 and prod of complex numbers; or the name of an #SL_REDUCER
 *  @param TOTAL_  the variable's name
 *
 *  All threads of the team reach it. On a CPU SL_RAISE must not stand in it. The order in which numbers are joined is
 *  the device's own, and the same in each run; by an #SL_REDUCER it is that of the iterations. Kokkos' parallel_reduce
 *  over TeamThreadRange. */
#define SL_TEAM_REDUCE(TEAM_, J_, LO_, HI_, T_, OP_, TOTAL_) \
    SL__TEAM_REDUCE(TEAM_, team, J_, J_##__e_, J_##__o_, J_##__n_, LO_, HI_, T_, \
                    SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), TOTAL_)
/** The same by the lanes of a thread, each of which has the thread's result: ThreadVectorRange. */
#define SL_VECTOR_REDUCE(TEAM_, J_, LO_, HI_, T_, OP_, TOTAL_) \
    SL__TEAM_REDUCE(TEAM_, vector, J_, J_##__e_, J_##__o_, J_##__n_, LO_, HI_, T_, \
                    SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), TOTAL_)
/** The same by all lanes of all threads, each of which has the team's result: TeamVectorRange. */
#define SL_TEAM_VECTOR_REDUCE(TEAM_, J_, LO_, HI_, T_, OP_, TOTAL_) \
    SL__TEAM_REDUCE(TEAM_, both, J_, J_##__e_, J_##__o_, J_##__n_, LO_, HI_, T_, \
                    SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), TOTAL_)

/** In a body: #SL_TEAM_REDUCE over a box of two or three dimensions. Of numbers iterations go by in any order; by an
 *  #SL_REDUCER they are joined in their order, in which the last index runs fastest. Kokkos' parallel_reduce over
 *  TeamThreadMDRange.
 *
 *  @param TEAM_  the team
 *  @param X_     the names of the indices, which the loop declares, in parentheses: (i, j) or (i, j, k)
 *  @param ...    of each index the first one, and what is behind the last one: lo0, hi0, lo1, hi1; then type, operator
 *                and variable of the result, as of #SL_TEAM_REDUCE */
#define SL_TEAM_REDUCE_BOX(TEAM_, X_, ...) SL__TEAM_REDUCE_BOX(TEAM_, team, SL__EXPAND X_, __VA_ARGS__)
/** The same by the lanes of a thread, each of which has the thread's result: ThreadVectorMDRange. */
#define SL_VECTOR_REDUCE_BOX(TEAM_, X_, ...) SL__TEAM_REDUCE_BOX(TEAM_, vector, SL__EXPAND X_, __VA_ARGS__)
/** The same by all lanes of all threads, each of which has the team's result: TeamVectorMDRange. */
#define SL_TEAM_VECTOR_REDUCE_BOX(TEAM_, X_, ...) SL__TEAM_REDUCE_BOX(TEAM_, both, SL__EXPAND X_, __VA_ARGS__)
#define SL__TEAM_REDUCE_BOX(...) SL__TEAM_REDUCE_BOX2(__VA_ARGS__)
#define SL__TEAM_REDUCE_BOX2(...) SL__CAT(SL__TEAM_REDUCE_BOX_OF_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__TEAM_REDUCE_BOX_OF_11(TEAM_, LEVEL_, I_, J_, A_, B_, C_, D_, T_, OP_, TOTAL_) \
    SL__TEAM_BOX_RESULT(TEAM_, LEVEL_, I_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), TOTAL_, \
                        I_, J_, A_, B_, C_, D_)
#define SL__TEAM_REDUCE_BOX_OF_14(TEAM_, LEVEL_, I_, J_, K_, A_, B_, C_, D_, E_, F_, T_, OP_, TOTAL_) \
    SL__TEAM_BOX_RESULT(TEAM_, LEVEL_, I_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), TOTAL_, \
                        I_, J_, K_, A_, B_, C_, D_, E_, F_)
#define SL__TEAM_BOX_RESULT(TEAM_, LEVEL_, N_, T_, OP_, TOTAL_, ...) \
    SL__TEAM_RESULT(TEAM_, LEVEL_, N_##__o_, N_##__m_, T_, OP_, TOTAL_) \
        SL__TEAM_BOX(TEAM_, LEVEL_, SL__BY_OPERATOR(SL__TEAM_RUN_, OP_), SL__TEAM_JOINS(OP_, TOTAL_), __VA_ARGS__)

/** In a body: a loop as #SL_TEAM_FOR with a running result. BEFORE_, a variable that the loop declares, is what the
 *  values of all smaller iterations have been joined to, at first the operator's identity.
 *
 *  @param TEAM_    the team
 *  @param J_       the name of the iteration's index, which the loop declares
 *  @param LO_      the first iteration
 *  @param HI_      behind the last one
 *  @param T_       the type of the operator's result, as of #SL_TEAM_REDUCE
 *  @param OP_      an operator, as there; by an #SL_REDUCER values are joined in their order
 *  @param BEFORE_  the name of the running result
 *  @param ...      what iteration J_ joins: an expression of that type, evaluated once for each; and, or not, the name
 *                  of a variable of type T_ that was declared before: behind the loop it is the join of all values, in
 *                  every thread
 *
 *  All threads of the team reach it. Kokkos' parallel_scan over TeamThreadRange. */
#define SL_TEAM_SCAN(TEAM_, J_, LO_, HI_, T_, OP_, BEFORE_, ...) \
    SL__TEAM_SCAN(TEAM_, team, 0, J_, J_##__s_, LO_, HI_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), BEFORE_, \
                  __VA_ARGS__, ~)
/** The same by the lanes of a thread, all of which reach it, and each of which has the thread's total:
 *  ThreadVectorRange. */
#define SL_VECTOR_SCAN(TEAM_, J_, LO_, HI_, T_, OP_, BEFORE_, ...) \
    SL__TEAM_SCAN(TEAM_, vector, 0, J_, J_##__s_, LO_, HI_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), BEFORE_, \
                  __VA_ARGS__, ~)
/** The same by all lanes of all threads, all of which reach it: TeamVectorRange. */
#define SL_TEAM_VECTOR_SCAN(TEAM_, J_, LO_, HI_, T_, OP_, BEFORE_, ...) \
    SL__TEAM_SCAN(TEAM_, both, 0, J_, J_##__s_, LO_, HI_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), BEFORE_, \
                  __VA_ARGS__, ~)
/** #SL_TEAM_SCAN, but the running result has the iteration's own value, too. */
#define SL_TEAM_SCAN_INCLUSIVE(TEAM_, J_, LO_, HI_, T_, OP_, UPTO_, ...) \
    SL__TEAM_SCAN(TEAM_, team, 1, J_, J_##__s_, LO_, HI_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), UPTO_, \
                  __VA_ARGS__, ~)
/** #SL_VECTOR_SCAN, but the running result has the iteration's own value, too. */
#define SL_VECTOR_SCAN_INCLUSIVE(TEAM_, J_, LO_, HI_, T_, OP_, UPTO_, ...) \
    SL__TEAM_SCAN(TEAM_, vector, 1, J_, J_##__s_, LO_, HI_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), UPTO_, \
                  __VA_ARGS__, ~)
/** #SL_TEAM_VECTOR_SCAN, but the running result has the iteration's own value, too. */
#define SL_TEAM_VECTOR_SCAN_INCLUSIVE(TEAM_, J_, LO_, HI_, T_, OP_, UPTO_, ...) \
    SL__TEAM_SCAN(TEAM_, both, 1, J_, J_##__s_, LO_, HI_, T_, SL__TEAM_OPERATOR(T_, SL_OPERATOR_##OP_), UPTO_, \
                  __VA_ARGS__, ~)
/* SUM_[0] is the join of all that came before, [1] the running result, [2] the identity. What follows the value: the
 * total's name and ~, or ~ alone. */
#define SL__TEAM_SCAN(TEAM_, LEVEL_, INCLUSIVE_, J_, SUM_, LO_, HI_, T_, OP_, BEFORE_, VALUE_, ...) \
    for (SL__TEAM_ENDS(T_, OP_, SUM_##__m_), *SUM_##__p_ = SUM_##__m_; SUM_##__p_ != 0; SUM_##__p_ = 0) \
        for (T_ SUM_[3], *SUM_##__o_ = (SL__TEAM_CLEAR(T_, OP_, SUM_[2], SUM_##__m_), SUM_[0] = SUM_[1] = SUM_[2], \
                                        SL__TEAM_MEETS(LEVEL_), (void)(TEAM_).league_, SUM_); \
             SUM_##__o_ != 0; SUM_##__o_ = 0 SL__CAT(SL__TEAM_TOTAL_, SL__NARG(__VA_ARGS__))(SUM_[0], __VA_ARGS__)) \
            SL__TEAM_TURNS(LEVEL_, INCLUSIVE_, J_, SUM_, LO_, HI_, T_, OP_, BEFORE_, VALUE_)
/* A number is converted; other values are of the type. */
#define SL__TEAM_VALUE_number(T_, VALUE_) (T_)(VALUE_)
#define SL__TEAM_VALUE_struct(T_, VALUE_) (VALUE_)
#define SL__TEAM_VALUE_own(T_, VALUE_) (VALUE_)
#define SL__TEAM_TOTAL_1(SUM_, ...)
#define SL__TEAM_TOTAL_2(SUM_, TOTAL_, ...) , TOTAL_ = SUM_
#ifdef __CUDACC__
/* All threads go through as many turns, each with an iteration of its own, if there is one left for it. */
#define SL__TEAM_TURNS(LEVEL_, INCLUSIVE_, J_, SUM_, LO_, HI_, T_, OP_, BEFORE_, VALUE_) \
    for (sl_index SUM_##__k_ = (LO_), SUM_##__e_ = (HI_); SUM_##__k_ < SUM_##__e_; \
         SUM_##__k_ += sl__##LEVEL_##_size()) \
        for (sl_index J_ = SUM_##__k_ + sl__##LEVEL_##_rank(), SUM_##__t_ = 1; \
             SUM_##__t_ && (SUM_[1] = sl__team_scan_##LEVEL_<T_>( \
                                J_ < SUM_##__e_ ? SL__BY_OPERATOR(SL__TEAM_VALUE_, OP_)(T_, VALUE_) : SUM_[2], \
                                SUM_, SUM_[2], INCLUSIVE_, SL__TEAM_JOIN(OP_, T_)), J_ < SUM_##__e_); \
             SUM_##__t_ = 0) \
            for (SL__UNUSED const T_ BEFORE_ = SUM_[1]; SUM_##__t_; SUM_##__t_ = 0)
#else
#define SL__TEAM_TURNS(LEVEL_, INCLUSIVE_, J_, SUM_, LO_, HI_, T_, OP_, BEFORE_, VALUE_) \
    SL__TEAM_SHARES(LEVEL_) for (sl_index J_ = (LO_), SUM_##__e_ = (HI_), SUM_##__t_ = 1; J_ < SUM_##__e_; \
                                 ++J_, SUM_##__t_ = 1) \
        for (T_ SUM_##__v_ = SL__BY_OPERATOR(SL__TEAM_VALUE_, OP_)(T_, VALUE_), \
                BEFORE_ = __extension__({ \
                    SUM_[1] = SUM_[0]; \
                    SL__JOIN(OP_, SUM_[0], SUM_##__v_); \
                    SUM_[INCLUSIVE_ ? 0 : 1]; \
                }); \
             SUM_##__t_; SUM_##__t_ = 0, (void)BEFORE_)
#endif
/* clang-format on */

#endif
