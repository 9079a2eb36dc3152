/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The form of team kernels: SL_TEAM_KERNEL. Part of starloop/kernel/forms.h.
 *
 * A team kernel is a loop of rank 1 over the members of a league. Its body gets its team, in place of an index, and the
 * scratch memory that is left. On CPUs a thread runs member after member, each as a team of one thread. What it reduces
 * has blocks of members, as kernels of rank 1 that reduce in order have of iterations.
 */
#ifndef STARLOOP_KERNEL_FORM_TEAM_H
#define STARLOOP_KERNEL_FORM_TEAM_H

#include <starloop/kernel/emit.h>
#include <starloop/kernel/form_reduce.h>
#include <starloop/kernel/team.h>
#include <starloop/kernel/team_loops.h>

/* clang-format off */
#undef SL_TEAM_KERNEL
/** Defines a team kernel; its body follows as a plain brace block. sl_launch() calls it.
 *
 *  @param K_  the kernel's name
 *  @param T_  the name of the team in parentheses: (team)
 *  @param ... arguments as of #SL_KERNEL: `own` and `halo` speak of the league rank. Into a reduce() each lane of each
 *             thread joins what it has, so what the team has in common is for one of them (#SL_TEAM_SINGLE); and behind
 *             these scratch(type, name, extent, ...), arrays of 1 to 6 extents in the scratch memory of the team, which
 *             all its threads have in common, and scratch_thread(type, name, extent, ...), of which each thread of the
 *             team has its own and all its lanes the same; scratch_global and scratch_global_thread are their like that
 *             on a GPU lie in its memory, for arrays that are too large for the shared memory of a CUDA block. All are
 *             undefined at first, in the body views of layout right. An extent, in elements, is an expression of
 *             constants and of scalars of the kernel. They are no arguments of the call, which counts their bytes,
 *             beside the policy's .scratch_bytes: #SL_ERR_EXTENT for an extent below 0, #SL_ERR_ARGUMENT for more than
 *             1 TiB, #SL_ERR_MEMORY for more than a device has that it must run on
 *
 *  What a body may use besides is in starloop/kernel/team.h. In another file SL_KERNEL_DECLARE declares it. */
#define SL_TEAM_KERNEL(K_, T_, ...) SL__WORDS(SL__TEAM_KERNEL, K_, T_, SL_WORD_##__VA_ARGS__, end, end)
#define SL__TEAM_KERNEL(E_, K_, T_, ...) SL__CAT(SL__TEAM_KERNEL_, SL__INDICES(T_))(E_, K_, T_, __VA_ARGS__)
#define SL__TEAM_KERNEL_0(E_, K_, T_, ...) SL__WITHOUT_INDICES(K_, T_)
#define SL__TEAM_KERNEL_1(E_, K_, T_, ...) \
    SL__BOUNDS(SL__BOUNDS_CHECK, K_) \
    E_(SL__DIAGNOSE, K_, __VA_ARGS__) \
    SL__STATIC_ASSERT(SL__NARG T_ == 1, "kernel " #K_ ": a team kernel has one name in parentheses, its team's"); \
    SL__STATIC_ASSERT((0 E_(SL__TEAM_ARRAYS_OF, K_, __VA_ARGS__)) == 0, \
                      "kernel " #K_ ": a team kernel has no argument of kind reduce that is an array: " \
                      "scatter(type, operator, rank, name) joins what teams have"); \
    E_(SL__REDUCER_TYPE, K_, __VA_ARGS__) \
    SL__KERNEL_OF(sl__teams, E_, K_, T_, 1, __VA_ARGS__)
#define SL__TEAM_ARRAYS_OF(K_, I_, W_) SL__BY_CLASS(SL__TEAM_ARRAYS_, K_, I_, W_)
#define SL__TEAM_ARRAYS_sl__value(...)
#define SL__TEAM_ARRAYS_sl__view(...)
#define SL__TEAM_ARRAYS_sl__scatter(...)
#define SL__TEAM_ARRAYS_sl__pack(...)
#define SL__TEAM_ARRAYS_sl__mapped(...)
#define SL__TEAM_ARRAYS_sl__array(...) +1
#define SL__TEAM_ARRAYS_sl__result(...)
#define SL__TEAM_ARRAYS_sl__scratch(...)
/* M_##1 for a kernel that reduces, else M_##0. */
#define SL__TEAM_BY_RESULTS(M_, E_, K_, ...) SL__CAT(M_, SL__CHECK(E_(SL__TEAM_RESULTS, K_, __VA_ARGS__)))
#define SL__TEAM_RESULTS(K_, I_, W_) SL__FOR_RESULT(SL__TEAM_RESULTS_RESULT, K_, I_, W_)
#define SL__TEAM_RESULTS_RESULT(...) ~, 1,

#define SL__TEAMS_sl__teams SL__PROBE

/* One member of the league, at sl__x0_. */
#define SL__TEAM_CALL(E_, K_, ...) \
    SL__CHECKED(SL__SET_ITERATION(sl__x0_, 0, 0, 0, 0, 0, 0);) \
    E_(SL__TEAM_TAKE, K_, __VA_ARGS__) \
    K_##__body_((SL__FAULT_TYPE())sl__b_->fault_, SL__IN_SEQUENCE, (int)sl__final_, \
                sl__x0_, 0, 0, 0, 0, 0, sl__team_, &sl__room_ E_(SL__PASS, K_, __VA_ARGS__))
/* A scratch array as a view. Its bytes were counted when the kernel was called: there is room. */
#define SL__TEAM_TAKE(K_, I_, W_) SL__CAT(SL__TEAM_TAKE_, SL__IS_SCRATCH(W_))(K_, I_, W_)
#define SL__TEAM_TAKE_0(...)
#define SL__TEAM_TAKE_1(K_, I_, W_) SL__BY_CLASS(SL__TEAM_TAKE_, K_, I_, W_)
#define SL__TEAM_TAKE_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) \
    struct sl__slot##R_ N_##__t_; \
    { \
        const sl_index sl__e_[] = {SL__SCRATCH_LIST_##R_ X_}; \
        N_##__t_.p_ = sl__team_array(SL__TEAM_ROOM(ROOM_), #N_, __LINE__, R_, sl__e_, N_##__t_.n_, N_##__t_.s_, \
                                     (sl_index)sizeof(T_)); \
        SL__CHECKED(for (int sl__d_ = 0; sl__d_ < R_; ++sl__d_) N_##__t_.b_[sl__d_] = 0;) \
    } \
    T_ *const N_##__p_ = (T_ *)N_##__t_.p_; \
    SL__CHECKED(const struct sl__guard N_##__c_ = {sl__b_->fault_, I_, N_##__t_.n_, N_##__t_.b_, 0, 0};) \
    const struct sl_rank##R_##_view N_ = SL__GEOMETRY(R_, N_##__t_, N_##__c_, 0, SL__CASE_RIGHT);
/* The same with what belongs to a member on a CPU. */
#define SL__TEAM_ONE(E_, K_, KR_, ...) \
    { \
        const sl_team sl__team_ = SL__TEAM_OF(sl__x0_, sl__a_->sl__head_, (int)K_##__own_); \
        struct sl__team_room sl__room_ = sl__all_; \
        SL__TEAM_MEMBER(sl__b_->fault_, sl__x0_) \
        SL__TEAM_CALL(E_, K_, __VA_ARGS__); \
        SL__GUARDED(sl__team_look(sl__b_->fault_, &sl__room_, sl__x0_);) \
    }
#define SL__LOOPS_TEAM(E_, K_, KR_, ...) \
    const sl_index sl__bytes_ = sl__team_bytes(&sl__a_->sl__head_); \
    struct sl__team_room sl__all_ = {0, sl__bytes_, sl__bytes_ SL__GUARDED(, 0, {})}; \
    sl__all_.next_ = sl__bytes_ + SL__TEAM_SPARE > 0 ? (char *)sl__team_memory(sl__bytes_ + SL__TEAM_SPARE) \
                                                     : (char *)&sl__all_; \
    if (sl__all_.next_ == 0) { \
        sl__all_.all_ = -1; \
        sl__team_lacks(sl__b_->fault_, &sl__all_, 0, 0, 0); \
        return; \
    } \
    SL__TEAM_BY_RESULTS(SL__TEAM_LOOPS_, E_, K_, __VA_ARGS__)(E_, K_, KR_, __VA_ARGS__)
#define SL__TEAM_LOOPS_0(E_, K_, KR_, ...) \
    const sl_index sl__e_ = sl__b_->hi_[0]; \
    for (sl_index sl__x0_ = sl__b_->lo_[0]; sl__x0_ < sl__e_; ++sl__x0_) \
        SL__TEAM_ONE(E_, K_, KR_, __VA_ARGS__)
#define SL__TEAM_LOOPS_1(E_, K_, KR_, ...) \
    enum { sl__ordered_ = 1, sl__lanes_ = 1, sl__among_ = 1, sl__from_ = 0 }; /* a block is a run of members */ \
    SL__REDUCE_LANES_BY(SL__TEAM_ONE, E_, K_, KR_, __VA_ARGS__)

/* Whether threads have arrays of their own. */
#define SL__TEAM_OWN(K_, I_, W_) SL__CAT(SL__TEAM_OWN_, SL__IS_SCRATCH(W_))(K_, I_, W_)
#define SL__TEAM_OWN_0(...)
#define SL__TEAM_OWN_1(K_, I_, W_) SL__BY_CLASS(SL__TEAM_OWN_, K_, I_, W_)
#define SL__TEAM_OWN_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) \
    || ROOM_ == SL__ROOM_THREAD || ROOM_ == SL__ROOM_GLOBAL_THREAD
#define SL__CHUNKS_sl__teams(E_, K_, KR_, ...) \
    enum { K_##__own_ = 0 E_(SL__TEAM_OWN, K_, __VA_ARGS__) }; \
    SL__LAYOUT_CASES(SL__TEAM_CHUNK, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__any_, SL__CASE_ANY, SL__CASE_ANY, SL__LOOPS_TEAM, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__seq_, SL__CASE_SEQ, SL__CASE_SEQ, SL__LOOPS_TEAM, E_, K_, KR_, __VA_ARGS__) \
    SL__IS_FLAT(E_, K_, KR_, __VA_ARGS__)
#define SL__TEAM_CHUNK(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__CHUNK(K_##__##NAME_##_, SL__CASE_##CASE_, SL__CASE_##CASE_, SL__LOOPS_TEAM, E_, K_, KR_, __VA_ARGS__)
#define SL__CHUNK_TABLE_sl__teams(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_FLAT, K_##__flat_, K_##__) SL__CHUNK_TABLE_UNMIXED(K_) 0, 0,
/* clang-format on */

#endif
