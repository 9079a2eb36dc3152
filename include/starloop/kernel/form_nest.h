/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The form of nests of loops: SL_NEST and SL_NEST_POLICY. Part of starloop/kernel/forms.h.
 *
 *     SL_NEST(matmul, (row, col, k), lambdas(3), local(double, dot), in(double, 2, a), in(double, 2, b),
 *             out(double, 2, c))
 *     {
 *         SL_LAMBDA(0) { *dot = 0; }
 *         SL_LAMBDA(1) { *dot += SL_AT(a, row, k) * SL_AT(b, k, col); }
 *         SL_LAMBDA(2) { SL_AT(c, row, col) = *dot; }
 *     }
 *     SL_NEST_POLICY(matmul, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
 *
 * For a nest k SL_NEST emits k__body_ with all lambdas, of which a constant number leaves one; k__context_, the
 * unpacked arguments; k__do_, which calls the body with them; k__kernel, which stands for the nest and has no
 * functions; and k__submit. A policy p emits a kernel of its own, k__p__kernel_, and a pointer in the section
 * sl__nests, by which a call finds the policies of its nest. So each has times of its own in the placement, and a line
 * in the profile.
 */
#ifndef STARLOOP_KERNEL_FORM_NEST_H
#define STARLOOP_KERNEL_FORM_NEST_H

#include <starloop/kernel/nest_cpu.h>
#include <starloop/kernel/nest_cuda.h>
#include <starloop/kernel/nest_cut.h>
#include <starloop/nest.h>

#ifdef __CUDACC__
#define SL__NEST_FN SL__DEVICE_FN
#else
#define SL__NEST_FN SL_FN
/* The linker makes these where anything is in the section. */
SL__EXTERN_C const struct sl__nest_policy *__start_sl__nests[] SL__WEAK;
SL__EXTERN_C const struct sl__nest_policy *__stop_sl__nests[] SL__WEAK;
#endif

/* clang-format off */
#undef SL_NEST
/** Defines a nest of loops; its lambdas follow in a brace block: { SL_LAMBDA(0) { ... } SL_LAMBDA(1) { ... } }. Which
 *  loops there are, and where lambdas run in them, say its policies (#SL_NEST_POLICY), in the same file. sl_nest()
 *  calls it.
 *
 *  @param K_  the nest's name
 *  @param X_  its indices in parentheses, 1 to 6 of them: (row, col, k)
 *  @param L_  lambdas(number)
 *  @param ... arguments of the kinds scalar, in, out, inout, table, scatter and multi_reduce as of #SL_KERNEL, packs
 *             too, reduce(type, operator, name, array(length)), and local(type, name), local_array(type, name,
 *             extent, ...)
 *
 *  Results by reduce are each thread's own until the nest ends, when they are joined; such a nest runs on CPUs.
 *  A local is each thread's own, and no argument of the call; in lambdas its name is a pointer: *dot += x. It is zero
 *  at first. A local array is used as one: tile[i][j]; INIT_LOCAL_MEM makes fresh ones. With `own` a lambda touches a
 *  view at the nest's own indices only. */
#define SL_NEST(K_, X_, L_, ...) SL__WORDS(SL__NEST, K_, (X_, L_), SL_WORD_##__VA_ARGS__, end, end)
/** In the body of an #SL_NEST: the lambda of that number, 0 and up; its statement or block follows. */
#define SL_LAMBDA(I_) \
    SL__STATIC_ASSERT((I_) >= 0 && (I_) < (int)sizeof *sl__lambdas_, \
                      "SL_LAMBDA(" #I_ "): the nest has fewer lambdas; lambdas(number) says how many"); \
    if (sl__lambda_ == (I_)SL__NEST_GUARDED(&&(sl__in_lambda_ = SL__LINE_TEXT, 1)))
/** In a lambda: how far an index of the nest is from the begin of its tile, or of the space where it has none. */
#define SL_OFFSET(X_) (X_##__o_)
/** In a lambda: the constant number I_, 0 to 3, that DO gives it by values(...); 0 where it gives none. An sl_index. */
#define SL_VALUE(I_) (sl__v##I_##_)

#define SL__NEST(E_, K_, XL_, ...) SL__NEST2(E_, K_, SL__EXPAND XL_, __VA_ARGS__)
#define SL__NEST2(...) SL__NEST3(__VA_ARGS__)
#define SL__NEST3(E_, K_, X_, L_, ...) SL__CAT(SL__NEST_X_, SL__INDICES(X_))(E_, K_, X_, L_, __VA_ARGS__)
#define SL__NEST_X_0(E_, K_, X_, L_, ...) SL__WITHOUT_INDICES(K_, X_)
#define SL__NEST_X_1(E_, K_, X_, L_, ...) SL__NEST4(E_, K_, X_, SL__NARG X_, SL__LAMBDAS(L_), __VA_ARGS__)
#define SL__NEST4(...) SL__NEST5(__VA_ARGS__)
#define SL__NEST5(E_, K_, X_, KR_, L_, ...) \
    E_(SL__NEST_DIAGNOSE, K_, __VA_ARGS__) \
    SL__STATIC_ASSERT((L_) > 0, "nest " #K_ ": lambdas(number), 1 or more, follows the indices"); \
    SL__NEST6(E_, K_, X_, KR_, ((L_) > 0 ? (L_) : 1), __VA_ARGS__)

/* Per argument. Locals are none of the call's. */
#define SL__FIELD_sl__local(...)
#define SL__FIELD_sl__local_array(...)
#define SL__INFO_sl__local(...)
#define SL__INFO_sl__local_array(...)
#define SL__ARG_sl__local(...)
#define SL__ARG_sl__local_array(...)
#define SL__NEST_NUMBER(K_, I_, W_) SL__BY_CLASS(SL__NEST_NUMBER_, K_, I_, W_)
#define SL__NEST_NUMBER_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) K_##__##N_##__number_,
#define SL__NEST_NUMBER_sl__view SL__NEST_NUMBER_sl__value
#define SL__NEST_NUMBER_sl__scatter SL__NEST_NUMBER_sl__value
#define SL__NEST_NUMBER_sl__array SL__NEST_NUMBER_sl__value
#define SL__NEST_NUMBER_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) K_##__##N_##__number_,
#define SL__NEST_NUMBER_sl__local(...)
#define SL__NEST_NUMBER_sl__local_array(...)

/* +1 for each reduce argument. */
#define SL__NEST_RESULTS(K_, I_, W_) SL__BY_CLASS(SL__NEST_RESULTS_, K_, I_, W_)
#define SL__NEST_RESULTS_sl__value(...)
#define SL__NEST_RESULTS_sl__pack(...)
#define SL__NEST_RESULTS_sl__scatter(...)
#define SL__NEST_RESULTS_sl__array(...) +1
#define SL__NEST_RESULTS_sl__view(...)
#define SL__NEST_RESULTS_sl__local(...)
#define SL__NEST_RESULTS_sl__local_array(...)
#define SL__NEST_BODY(K_, I_, W_) SL__BY_CLASS(SL__NEST_BODY_, K_, I_, W_)
#define SL__NEST_BODY_sl__value SL__BODY_sl__value
#define SL__NEST_BODY_sl__pack SL__BODY_sl__pack
#define SL__NEST_BODY_sl__scatter SL__BODY_sl__scatter
#define SL__NEST_BODY_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__NEST_BODY_sl__view(K_, I_, KIND_, A_, T_, 1, N_, S_, 0)
#ifdef SL__NEST_HELD /* of views that do not overlap the policy's function tells the compiler: nest_cpu.h */
#define SL__NEST_BODY_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    , SL__UNUSED SL__NEST_PLAIN_##A_(T_) N_##__p_, SL__UNUSED struct sl_rank##R_##_view N_
#define SL__NEST_BODY_sl__local(K_, I_, T_, N_) , SL__UNUSED T_ *N_
#else
#define SL__NEST_BODY_sl__view SL__BODY_sl__view
#define SL__NEST_BODY_sl__local(K_, I_, T_, N_) , SL__UNUSED T_ *__restrict__ N_
#endif
#define SL__NEST_PLAIN_sl__r(T_) const T_ *
#define SL__NEST_PLAIN_sl__w(T_) T_ *
#define SL__NEST_PLAIN_sl__rw(T_) T_ *
#define SL__NEST_PLAIN_sl__atomic(T_) SL__ATOMIC_CELL(T_) *
#define SL__NEST_BODY_sl__local_array(K_, I_, T_, N_, DIMS_) , SL__UNUSED T_ N_ DIMS_
#define SL__NEST_PASS(K_, I_, W_) SL__BY_CLASS(SL__NEST_PASS_, K_, I_, W_)
#define SL__NEST_PASS_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , sl__c_->N_##__s_
#define SL__NEST_PASS_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , sl__c_->N_##__p_, sl__c_->N_##__g_
#define SL__NEST_PASS_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) , sl__c_->N_##__p_, sl__c_->N_##__g_
#define SL__NEST_PASS_sl__scatter SL__NEST_PASS_sl__view
#define SL__NEST_PASS_sl__array SL__NEST_PASS_sl__view
#define SL__NEST_PASS_sl__local(K_, I_, T_, N_) , sl__g_.N_##__g_
#define SL__NEST_PASS_sl__local_array(K_, I_, T_, N_, DIMS_) , *sl__g_.N_##__g_

/* What lambdas get: the arguments, unpacked; locals; where arrays are, and room for them. */
#define SL__NEST_MEMBER(K_, I_, W_) SL__BY_CLASS(SL__NEST_MEMBER_, K_, I_, W_)
#define SL__NEST_MEMBER_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) T_ N_##__s_;
#define SL__NEST_MEMBER_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__POINTER_##A_(T_) N_##__p_; \
    struct sl_rank##R_##_view N_##__g_; \
    SL__CHECKED(struct sl__guard N_##__c_;)
#define SL__NEST_MEMBER_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    SL__MEMBER_OF_##A_(T_) N_##__p_; \
    struct sl_pack##R_##_view N_##__g_;
#define SL__NEST_MEMBER_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    T_ (*N_##__p_)[]; \
    struct sl_rank##R_##_view N_##__g_; \
    SL__CHECKED(struct sl__guard N_##__c_;)
#define SL__NEST_MEMBER_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__NEST_MEMBER_sl__view(K_, I_, KIND_, A_, T_, 1, N_, S_, 0)
#define SL__NEST_MEMBER_sl__local(...)
#define SL__NEST_MEMBER_sl__local_array(...)
#define SL__NEST_TYPE(K_, I_, W_) SL__BY_CLASS(SL__NEST_TYPE_, K_, I_, W_)
#define SL__NEST_TYPE_sl__value(...)
#define SL__NEST_TYPE_sl__pack(...)
#define SL__NEST_TYPE_sl__scatter(...)
#define SL__NEST_TYPE_sl__array(...)
#define SL__NEST_TYPE_sl__view(...)
#define SL__NEST_TYPE_sl__local(K_, I_, T_, N_) typedef T_ K_##__##N_##__type_;
#define SL__NEST_TYPE_sl__local_array(K_, I_, T_, N_, DIMS_) typedef T_ K_##__##N_##__type_ DIMS_;
#define SL__NEST_LOCAL(K_, I_, W_) SL__BY_CLASS(SL__NEST_LOCAL_, K_, I_, W_)
#define SL__NEST_LOCAL_sl__value(...)
#define SL__NEST_LOCAL_sl__pack(...)
#define SL__NEST_LOCAL_sl__scatter(...)
#define SL__NEST_LOCAL_sl__array(...)
#define SL__NEST_LOCAL_sl__view(...)
#define SL__NEST_LOCAL_sl__local(K_, I_, T_, N_) T_ N_##__l_;
#define SL__NEST_LOCAL_sl__local_array(...)
#define SL__NEST_ARRAY(K_, I_, W_) SL__BY_CLASS(SL__NEST_ARRAY_, K_, I_, W_)
#define SL__NEST_ARRAY_sl__value(...)
#define SL__NEST_ARRAY_sl__pack(...)
#define SL__NEST_ARRAY_sl__scatter(...)
#define SL__NEST_ARRAY_sl__array(...)
#define SL__NEST_ARRAY_sl__view(...)
#define SL__NEST_ARRAY_sl__local(...)
#define SL__NEST_ARRAY_sl__local_array(K_, I_, T_, N_, DIMS_) K_##__##N_##__type_ *N_##__a_;
/* Which locals and arrays a lambda has: its own, unless DO chooses others. */
#define SL__NEST_GIVEN(K_, I_, W_) SL__BY_CLASS(SL__NEST_GIVEN_, K_, I_, W_)
#define SL__NEST_GIVEN_sl__value(...)
#define SL__NEST_GIVEN_sl__pack(...)
#define SL__NEST_GIVEN_sl__scatter(...)
#define SL__NEST_GIVEN_sl__array(...)
#define SL__NEST_GIVEN_sl__view(...)
#define SL__NEST_GIVEN_sl__local(K_, I_, T_, N_) K_##__##N_##__type_ *N_##__g_;
#define SL__NEST_GIVEN_sl__local_array(K_, I_, T_, N_, DIMS_) K_##__##N_##__type_ *N_##__g_;
#define SL__NEST_GIVE(K_, I_, W_) SL__BY_CLASS(SL__NEST_GIVE_, K_, I_, W_)
#define SL__NEST_GIVE_sl__value(...)
#define SL__NEST_GIVE_sl__pack(...)
#define SL__NEST_GIVE_sl__scatter(...)
#define SL__NEST_GIVE_sl__array(...)
#define SL__NEST_GIVE_sl__view(...)
#define SL__NEST_GIVE_sl__local(K_, I_, T_, N_) sl__g_.N_##__g_ = &sl__l_->N_##__l_;
#define SL__NEST_GIVE_sl__local_array(K_, I_, T_, N_, DIMS_) sl__g_.N_##__g_ = sl__m_->N_##__a_;
#define SL__NEST_SPACE(K_, I_, W_) SL__BY_CLASS(SL__NEST_SPACE_, K_, I_, W_)
#define SL__NEST_SPACE_sl__value(...)
#define SL__NEST_SPACE_sl__pack(...)
#define SL__NEST_SPACE_sl__scatter(...)
#define SL__NEST_SPACE_sl__array(...)
#define SL__NEST_SPACE_sl__view(...)
#define SL__NEST_SPACE_sl__local(...)
#define SL__NEST_SPACE_sl__local_array(K_, I_, T_, N_, DIMS_) \
    SL__NEST_GUARDED(char N_##__before_[SL__NEST_GUARD];) \
    K_##__##N_##__type_ N_##__a_; \
    SL__NEST_GUARDED(char N_##__behind_[SL__NEST_GUARD];)
#define SL__NEST_PLACE(K_, I_, W_) SL__BY_CLASS(SL__NEST_PLACE_, K_, I_, W_)
#define SL__NEST_PLACE_sl__value(...)
#define SL__NEST_PLACE_sl__pack(...)
#define SL__NEST_PLACE_sl__scatter(...)
#define SL__NEST_PLACE_sl__array(...)
#define SL__NEST_PLACE_sl__view(...)
#define SL__NEST_PLACE_sl__local(...)
#define SL__NEST_PLACE_sl__local_array(K_, I_, T_, N_, DIMS_) \
    sl__m_->N_##__a_ = &sl__r_->N_##__a_; \
    SL__NEST_GUARDED(sl__nest_fill(sl__m_->N_##__a_, (sl_index)sizeof *sl__m_->N_##__a_);)
/* With bounds checks: has a lambda written beside one of its arrays? */
#define SL__NEST_LOOK(K_, I_, W_) SL__BY_CLASS(SL__NEST_LOOK_, K_, I_, W_)
#define SL__NEST_LOOK_sl__value(...)
#define SL__NEST_LOOK_sl__pack(...)
#define SL__NEST_LOOK_sl__scatter(...)
#define SL__NEST_LOOK_sl__array(...)
#define SL__NEST_LOOK_sl__view(...)
#define SL__NEST_LOOK_sl__local(...)
#define SL__NEST_LOOK_sl__local_array(K_, I_, T_, N_, DIMS_) \
    sl__nest_look(sl__c_->fault_, #N_, sl__g_.N_##__g_, (sl_index)sizeof *sl__g_.N_##__g_, (sl_index)sizeof(T_), \
                  (int)K_##__line_, sl__lambda_, sl__iteration_);

#define SL__NEST_OPEN(K_, I_, W_) SL__BY_CLASS(SL__NEST_OPEN_, K_, I_, W_)
#define SL__NEST_OPEN_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) sl__c_->N_##__s_ = sl__a_->N_##__f_;
#define SL__NEST_OPEN_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__NEST_OPEN_VIEW(K_, A_, T_, R_, N_, M_, sl__case_)
#define SL__NEST_OPEN_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) /* the thread's own results, without gaps */ \
    SL__NEST_OPEN_VIEW(K_, A_, T_, 1, N_, 0, SL__CASE_RIGHT)
#define SL__NEST_OPEN_VIEW(K_, A_, T_, R_, N_, M_, C_) \
    sl__c_->N_##__p_ = SL__NEST_POINTER_##A_(T_) sl__a_->N_##__f_.p_; \
    SL__CHECKED(SL__CAT(SL__NEST_GUARD_, SL__CAT(SL__SOME_, R_))(K_, N_)) \
    { \
        const struct sl_rank##R_##_view sl__v_ = SL__GEOMETRY(R_, sl__a_->N_##__f_, sl__c_->N_##__c_, M_, C_); \
        sl__c_->N_##__g_ = sl__v_; \
    }
#define SL__NEST_OPEN_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) /* threads join by atomics */ \
    sl__c_->N_##__p_ = (T_ (*)[])sl__a_->N_##__f_.p_; \
    SL__CHECKED(SL__CAT(SL__NEST_GUARD_, SL__CAT(SL__SOME_, R_))(K_, N_)) \
    { \
        struct sl_rank##R_##_view sl__v_ = \
            SL__GEOMETRY(R_, sl__a_->N_##__f_, sl__c_->N_##__c_, SL__MODIFIERS_IN(X_), sl__case_); \
        sl__v_.joins_ = SL__JOINS(O_, X_); \
        sl__c_->N_##__g_ = sl__v_; \
    }
#define SL__NEST_OPEN_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    { \
        SL__MEMBER_OF_##A_(T_) const sl__w_ = \
            SL__MEMBERS_FROM(T_, SL__NEST_POINTER_##A_(T_) sl__a_->N_##__f_[0].p_); \
        const struct sl_pack##R_##_view sl__v_ = { \
            sl__a_->N_##__f_, sizeof(T_), sl__case_, C_ \
            SL__CHECKED(, K_##__##N_##__number_, M_, sl__fault_, sl__iteration_) \
            SL__CAT(SL__MEMBERS_N_, SL__CAT(SL__SOME_, R_))(R_, N_)}; \
        sl__c_->N_##__p_ = sl__w_; \
        sl__c_->N_##__g_ = sl__v_; \
    }
#define SL__NEST_OPEN_sl__local(...)
#define SL__NEST_OPEN_sl__local_array(...)
#define SL__NEST_POINTER_sl__r(T_) (const T_ *)
#define SL__NEST_POINTER_sl__w(T_) (T_ *)
#define SL__NEST_POINTER_sl__rw(T_) (T_ *)
#define SL__NEST_POINTER_sl__atomic(T_) (SL__ATOMIC_CELL(T_) *)
/* Where the views are, by the numbers of arguments; and what a policy's function makes of that. */
#define SL__NEST_FIND(K_, I_, W_) SL__BY_CLASS(SL__NEST_FIND_, K_, I_, W_)
#define SL__NEST_FIND_sl__value(...)
#define SL__NEST_FIND_sl__pack(...)
#define SL__NEST_FIND_sl__scatter(...)
#define SL__NEST_FIND_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    if (sl__i_ == (int)K_##__##N_##__number_) \
        return sl__a_->N_##__f_.p_;
#define SL__NEST_FIND_sl__array SL__NEST_FIND_sl__view
#define SL__NEST_FIND_sl__local(...)
#define SL__NEST_FIND_sl__local_array(...)
#define SL__NEST_HOLD(K_, I_, W_) SL__BY_CLASS(SL__NEST_HOLD_, K_, I_, W_)
#define SL__NEST_HOLD_sl__value(...)
#define SL__NEST_HOLD_sl__pack(...)
#define SL__NEST_HOLD_sl__scatter(...)
#define SL__NEST_HOLD_sl__array SL__NEST_HOLD_sl__view
#define SL__NEST_HOLD_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__NEST_HOLD_BY_##A_(SL__NEST_POINTER_##A_(T_), K_##__##N_##__number_, sl__c_->N_##__p_)
#define SL__NEST_HOLD_BY_sl__r(CAST_, NUMBER_, P_) \
    if ((int)(NUMBER_) < (int)SL__NEST_HELD) \
        P_ = CAST_ sl__nest_held((int)(NUMBER_), SL__NEST_HELD_ARGUMENTS);
#define SL__NEST_HOLD_BY_sl__w SL__NEST_HOLD_BY_sl__r
#define SL__NEST_HOLD_BY_sl__rw SL__NEST_HOLD_BY_sl__r
#define SL__NEST_HOLD_BY_sl__atomic(...) /* others write there meanwhile */
#define SL__NEST_HOLD_sl__local(...)
#define SL__NEST_HOLD_sl__local_array(...)
#ifdef SL__NEST_HELD
#define SL__NEST_HOLDERS(E_, K_, ...) \
    SL__NEST_FN void *K_##__find_(SL__UNUSED const struct K_##__args_ *sl__a_, SL__UNUSED const int sl__i_) \
    { \
        E_(SL__NEST_FIND, K_, __VA_ARGS__) \
        return 0; \
    } \
    SL__NEST_FN void K_##__hold_(SL__UNUSED struct K_##__context_ *sl__c_, SL__NEST_HELD_PARAMETERS()) \
    { \
        E_(SL__NEST_HOLD, K_, __VA_ARGS__) \
    }
#else
#define SL__NEST_HOLDERS(E_, K_, ...)
#endif
#define SL__NEST_GUARD_0(K_, N_) \
    { \
        const struct sl__guard sl__g_ = {sl__fault_, K_##__##N_##__number_, 0, 0, sl__a_->N_##__f_.h_, 0}; \
        sl__c_->N_##__c_ = sl__g_; \
    }
#define SL__NEST_GUARD_sl__n(K_, N_) \
    { \
        const struct sl__guard sl__g_ = {sl__fault_, K_##__##N_##__number_, sl__a_->N_##__f_.n_, sl__a_->N_##__f_.b_, \
                                         sl__a_->N_##__f_.h_, 0}; \
        sl__c_->N_##__c_ = sl__g_; \
    }

/* Of the indices how far they are from the begin of their tiles. */
#define SL__OX(I_) , SL__UNUSED sl_index I_##__o_
#define SL__OX_1(A_) SL__OX(A_)
#define SL__OX_2(A_, B_) SL__OX(A_) SL__OX(B_)
#define SL__OX_3(A_, B_, C_) SL__OX(A_) SL__OX(B_) SL__OX(C_)
#define SL__OX_4(A_, B_, C_, D_) SL__OX(A_) SL__OX(B_) SL__OX(C_) SL__OX(D_)
#define SL__OX_5(A_, B_, C_, D_, E_) SL__OX(A_) SL__OX(B_) SL__OX(C_) SL__OX(D_) SL__OX(E_)
#define SL__OX_6(A_, B_, C_, D_, E_, F_) SL__OX(A_) SL__OX(B_) SL__OX(C_) SL__OX(D_) SL__OX(E_) SL__OX(F_)
#define SL__NEST_HEAD(E_, K_, X_, KR_, L_, ...) \
    SL__NEST_FN void K_##__body_(const int sl__lambda_, SL__UNUSED const char (*sl__lambdas_)[L_], \
                                 SL__UNUSED SL__FAULT_TYPE(sl__fault_), SL__UNUSED const int sl__sequential_, \
                                 SL__UNUSED const int sl__no_scan_, \
                                 SL__IX_6(sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_), SL__IX_##KR_ X_ \
                                 SL__OX_##KR_ X_ , SL__IX_4(sl__v0_, sl__v1_, sl__v2_, sl__v3_) \
                                 E_(SL__NEST_BODY, K_, __VA_ARGS__))
#define SL__NEST_X(D_, ...) sl__y##D_##_
#define SL__NEST_O(D_, ...) , sl__o##D_##_
/* clang-format on */

/* What both compilers make of a nest: its arguments, and the functions that unpack them and call lambdas. */
/* clang-format off */
#define SL__NEST_PARTS(E_, K_, X_, KR_, L_, ...) \
    enum { E_(SL__NEST_NUMBER, K_, __VA_ARGS__) K_##__nargs_ }; \
    enum { K_##__lambdas_ = L_, K_##__rank_ = KR_, K_##__line_ = __LINE__ }; \
    enum { K_##__results_ = 0 E_(SL__NEST_RESULTS, K_, __VA_ARGS__) }; \
    struct K_##__args_ { \
        int sl__none_; \
        E_(SL__FIELD, K_, __VA_ARGS__) \
    }; \
    E_(SL__NEST_TYPE, K_, __VA_ARGS__) \
    struct K_##__locals_ { \
        int sl__none_; \
        E_(SL__NEST_LOCAL, K_, __VA_ARGS__) \
    }; \
    struct K_##__arrays_ { \
        int sl__none_; \
        E_(SL__NEST_ARRAY, K_, __VA_ARGS__) \
    }; \
    struct K_##__given_ { \
        int sl__none_; \
        E_(SL__NEST_GIVEN, K_, __VA_ARGS__) \
    }; \
    struct K_##__room_ { \
        int sl__none_; \
        E_(SL__NEST_SPACE, K_, __VA_ARGS__) \
    }; \
    struct K_##__context_ { \
        struct sl__fault *fault_; \
        SL__CHECKED(sl_index iteration_[SL_MAX_RANK];) \
        E_(SL__NEST_MEMBER, K_, __VA_ARGS__) \
    }; \
    SL__NEST_HEAD(E_, K_, X_, KR_, L_, __VA_ARGS__); \
    SL__NEST_FN void K_##__open_(struct K_##__context_ *sl__c_, SL__UNUSED const struct K_##__args_ *sl__a_, \
                                 struct sl__fault *sl__fault_, SL__UNUSED const int sl__case_) \
    { \
        SL__CHECKED(sl_index *const sl__iteration_ = sl__c_->iteration_;) \
        sl__c_->fault_ = sl__fault_; \
        E_(SL__NEST_OPEN, K_, __VA_ARGS__) \
    } \
    SL__NEST_HOLDERS(E_, K_, __VA_ARGS__) \
    SL__NEST_FN void K_##__place_(struct K_##__arrays_ *sl__m_, SL__UNUSED struct K_##__room_ *sl__r_) \
    { \
        sl__m_->sl__none_ = 0; \
        E_(SL__NEST_PLACE, K_, __VA_ARGS__) \
    } \
    SL__NEST_FN struct K_##__given_ K_##__give_(SL__UNUSED struct K_##__locals_ *sl__l_, \
                                                SL__UNUSED const struct K_##__arrays_ *sl__m_) \
    { \
        struct K_##__given_ sl__g_; \
        sl__g_.sl__none_ = 0; \
        E_(SL__NEST_GIVE, K_, __VA_ARGS__) \
        return sl__g_; \
    } \
    SL__NEST_FN void K_##__do_(const int sl__lambda_, struct K_##__context_ *sl__c_, \
                               SL__UNUSED const struct K_##__given_ sl__g_, \
                               SL__IX_6(sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_, sl__x5_), \
                               SL__IX_6(sl__y0_, sl__y1_, sl__y2_, sl__y3_, sl__y4_, sl__y5_), \
                               SL__IX_6(sl__o0_, sl__o1_, sl__o2_, sl__o3_, sl__o4_, sl__o5_), \
                               SL__IX_4(sl__v0_, sl__v1_, sl__v2_, sl__v3_)) \
    { \
        SL__CHECKED(sl_index *const sl__iteration_ = sl__c_->iteration_; \
                    SL__SET_ITERATION(sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_, sl__x5_, ~);) \
        K_##__body_(sl__lambda_, (const char (*)[L_])0, (SL__FAULT_TYPE())sl__c_->fault_, 0, 0, sl__x0_, sl__x1_, \
                    sl__x2_, sl__x3_, sl__x4_, sl__x5_, SL__CAT(SL__COMMAS_, KR_)(SL__NEST_X, ~) \
                    SL__CAT(SL__DIMS_, KR_)(SL__NEST_O, ~), sl__v0_, sl__v1_, sl__v2_, sl__v3_ \
                    E_(SL__NEST_PASS, K_, __VA_ARGS__)); \
        SL__NEST_GUARDED(E_(SL__NEST_LOOK, K_, __VA_ARGS__)) \
    }
/* clang-format on */

#ifdef SL__LINT /* the body is enough: tools/lint */
#define SL__NEST6(E_, K_, X_, KR_, L_, ...) SL__NEST_HEAD(E_, K_, X_, KR_, L_, __VA_ARGS__)
#define SL_NEST_POLICY(K_, P_, ...)
#define SL_NEST_POLICY_CUDA(K_, P_, ...)
#elif defined(__CUDACC__)
/* clang-format off */
#define SL__NEST6(E_, K_, X_, KR_, L_, ...) \
    SL__NEST_PARTS(E_, K_, X_, KR_, L_, __VA_ARGS__) \
    SL__EXTERN_C const sl_kernel K_##__kernel; \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__); \
    SL__NEST_HEAD(E_, K_, X_, KR_, L_, __VA_ARGS__)
#define SL_NEST_POLICY(K_, P_, ...) struct K_##__##P_##__policy_;
/* clang-format on */
#else
/* clang-format off */
#define SL__NEST6(E_, K_, X_, KR_, L_, ...) \
    SL__DESCRIBED(sl__nest, E_, K_, X_, KR_, __VA_ARGS__) \
    enum { K_##__no_mods_ = 0, E_(SL__MODIFIER, K_, __VA_ARGS__) }; \
    SL__NEST_PARTS(E_, K_, X_, KR_, L_, __VA_ARGS__) \
    static const sl__arg_info K_##__info_[] = { \
        E_(SL__INFO, K_, __VA_ARGS__){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}; \
    static struct sl__kernel_state *K_##__state_; \
    SL__EXTERN_C const sl_kernel K_##__kernel; \
    const sl_kernel K_##__kernel = { \
        SL__ABI_FILE, #K_, __FILE__, __LINE__, KR_, K_##__nargs_, SL__BOUNDS_CHECKED, K_##__info_, \
        sizeof(struct K_##__args_), {SL__NEST_NO_FUNCTIONS}, 0, __start_sl__raises, __stop_sl__raises, SL__FORM_NEST, \
        &K_##__state_, 0, 0, 0}; \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__); \
    SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__) \
    { \
        if (sl__call_.signature_ != sizeof(K_##__signature_)) /* then the arguments are others than these, too */ \
            return sl__declared_otherwise(&sl__call_, &K_##__kernel); \
        const sl_arg sl__args_[] = {E_(SL__ARG, K_, __VA_ARGS__){SL_ARG_SCALAR, 0, 0, 0, {0, 0, 0, 0, 0, 0}}}; \
        return sl__nest_submit(&K_##__kernel, __start_sl__nests, __stop_sl__nests, sl__policy_, &sl__space_, \
                               sl__args_, (int)(sizeof sl__args_ / sizeof *sl__args_) - 1, &sl__call_); \
    } \
    SL__NEST_HEAD(E_, K_, X_, KR_, L_, __VA_ARGS__)

/** Composes the loops of a nest: SL_NEST_POLICY(matmul, rows, FOR(0, omp, FOR(1, seq, DO(0), ...))). It follows the
 *  nest in its file; sl_nest() runs the first one, `.nest = "rows"` names another, `.nest = "auto"` finds the fastest.
 *
 *  @param K_  the nest
 *  @param P_  the policy's name, a word, but not auto
 *  @param ... up to 8 statements, which run one after another; in them others, up to 14 deep:
 *
 *  - DO(lambda, ...): up to 8 lambdas, by their numbers
 *  - DO(lambda, segs(dimension, ...), offsets(dimension, ...), params(local, other, ...), values(constant, ...)): one,
 *    whose indices, SL_OFFSET, locals and SL_VALUE are these; each word may be missing
 *  - FOR(dimension, level, statements): a loop over a dimension of the space or of its tile
 *  - FOR_ICOUNT(dimension, local, level, statements): and its count, from 0, in a local
 *  - COLLAPSE(level, (dimension, dimension [, dimension]), statements): one loop over two or three
 *  - TILE(dimension, fixed(number) | dynamic(scalar), level, statements): a loop over tiles of a dimension
 *  - TILE_TCOUNT(dimension, local, size, level, statements): and the number of the tile in a local
 *  - HYPERPLANE(dimension, (dimension [, dimension]), level, statements): planes of equal sums of the indices, one
 *    after another, each by loops of that level
 *  - IF(scalar(name) | local(name) | no(...), statements)
 *  - REDUCE(omp, operator, local, statements): joins what each thread had in a local when its last omp level ended;
 *    thread 0 runs the statements. REDUCE(seq, ...): the thread that is there runs them
 *  - SYNC_THREADS: all threads wait for each other
 *  - INIT_LOCAL_MEM(stack | thread, (array, ...), statements): local arrays for what is in it
 *
 *  Levels are seq, simd (vectorised; its iterations do not depend on each other), simd_sum(local) (the same, but that
 *  they add to a local), omp, omp_static(chunk), omp_dynamic(chunk), omp_guided(chunk) (the threads share the
 *  iterations and wait for each other in the end), omp_runtime (as OMP_SCHEDULE says) and omp_nowait,
 *  omp_nowait(chunk) (they do not wait). Each iteration of an omp level may run at the same time as the others, with a
 *  copy of the locals that its thread made when the level began; what it leaves in them is lost. Outside of these
 *  levels one thread runs what there is to DO. */
#define SL_NEST_POLICY(K_, P_, ...) \
    SL__NEST_SAYS(K_, P_, !SL__CHECK(SL__NEST_TAKEN_##P_), "the name stands for a choice by measurement") \
    enum { K_##__##P_##__omp_ = 0 SL__NEST_ALL_0(SL__NEST_O_, K_, P_, __VA_ARGS__) }; \
    SL__NEST_FUNCTION(K_##__##P_##__any_, SL__CASE_ANY, K_, SL__NEST_ALL_0(SL__NEST_C_, K_, P_, __VA_ARGS__)) \
    SL__LAYOUT_CASES(SL__NEST_FUNCTION_OF, K_, P_, SL__NEST_ALL_0(SL__NEST_C_, K_, P_, __VA_ARGS__)) \
    SL__NEST_FUNCTION(K_##__##P_##__indexed_, SL__CASE_INDEXED, K_, \
                      SL__NEST_ALL_0(SL__NEST_C_, K_, P_, __VA_ARGS__)) \
    static struct sl__kernel_state *K_##__##P_##__state_; \
    static const sl_kernel K_##__##P_##__kernel_ = { \
        SL__ABI_FILE, #K_ "." #P_, __FILE__, K_##__line_, K_##__rank_, K_##__nargs_, SL__BOUNDS_CHECKED, K_##__info_, \
        sizeof(struct K_##__args_), \
        {SL__LAYOUT_CASES(SL__NEST_NAME, K_, P_) K_##__##P_##__any_, K_##__##P_##__any_, \
         SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
         SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) K_##__##P_##__indexed_}, \
        0, __start_sl__raises, __stop_sl__raises, \
        (int)K_##__##P_##__omp_ != 0 ? SL__FORM_NEST : SL__FORM_NEST_ALONE, &K_##__##P_##__state_, 0, 0, \
        (int)K_##__##P_##__omp_ == 0 || (0 SL__NEST_ALL_0(SL__NEST_S_, K_, P_, __VA_ARGS__)) != 0 \
            ? 0 : (sl_index)1 SL__NEST_ALL_0(SL__NEST_Z_, K_, P_, __VA_ARGS__)}; \
    static const struct sl__nest_policy K_##__##P_##__policy_ = { \
        &K_##__kernel, #P_, &K_##__##P_##__kernel_, 0, __COUNTER__, \
        "" SL__NEST_ALL_0(SL__NEST_T_, K_, P_, __VA_ARGS__)}; \
    static const struct sl__nest_policy *K_##__##P_##__entry_ __attribute__((__section__("sl__nests"), __used__)) = \
        &K_##__##P_##__policy_;
#define SL__NEST_TAKEN_auto SL__PROBE
#define SL__NEST_FUNCTION_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_, P_, ...) \
    SL__NEST_FUNCTION(K_##__##P_##__##NAME_##_, SL__CASE_##CASE_, K_, __VA_ARGS__)
#define SL__NEST_NAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_, P_) K_##__##P_##__##NAME_##_,
#define SL__NEST_NO_FUNCTIONS 0
/* clang-format on */
#endif

#endif
