/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernel language: SL_KERNEL and what it emits.
 *
 *     SL_KERNEL(daxpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
 *     {
 *         SL_AT(y, i) += a * SL_AT(x, i);
 *     }
 *
 * emits, for a kernel k: struct k__args_ (the packed arguments), k__info_ (the metadata table), k__body_ (the body,
 * always inlined), one chunk function a layout case, k__kernel (the ::sl_kernel) and k__submit (the typed function
 * behind sl_forall and sl_reduce). Nothing in here starts a thread: an `omp parallel` would hide the constant stride
 * from the compiler, since gcc outlines it before it inlines the body.
 */
#ifndef STARLOOP_KERNEL_EMIT_H
#define STARLOOP_KERNEL_EMIT_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/atomic.h>
#include <starloop/kernel/body.h>
#include <starloop/kernel/describe.h>
#include <starloop/kernel/map.h>
#include <starloop/kernel/ranks.h>
#include <starloop/kernel/reducer.h>
#include <starloop/kernel/scatter.h>
#include <starloop/kernel/scratch_words.h>
#include <starloop/kernel/team.h>
#include <starloop/kernel/token.h>
#include <starloop/kernel/words.h>

#define SL__NO_SIMD
#define SL__UNUSED __attribute__((__unused__))
/* Whether the memory of scatter arguments is the calling thread's own; whether no operation in the body itself need be
 * atomic: the function in sequence also runs the lanes of reductions, side by side. */
#ifdef __CUDACC__
#define SL__SCATTERS_PLAINLY 0
#define SL__IN_SEQUENCE 0
#else
#define SL__SCATTERS_PLAINLY sl__plainly_
#define SL__IN_SEQUENCE ((int)sl__case_ == (int)SL__CASE_SEQ && sl__b_->alone_ == (int)SL__ALONE_LOOP)
#endif
/* The CUDA half of a kernel may be missing. Hidden: it is in the same program or library as the kernel. */
#define SL__WEAK __attribute__((__weak__, __visibility__("hidden")))

#ifndef __CUDACC__
/* The linker makes these where anything is in the section. */
SL__EXTERN_C const struct sl__raise_mark __start_sl__raises[] SL__WEAK;
SL__EXTERN_C const struct sl__raise_mark __stop_sl__raises[] SL__WEAK;
#endif

/* clang-format off */
/* Of a layout case: whether its loops run from the last dimension to the first; which dimension of a view of a rank has
 * stride 1, -1: none is known; the case whose map a view of a rank has, where @p sl__case_ does not say so. */
#define SL__CASE_DESCENDS(NAME_, CASE_, ORDER_, ...) \
    if (sl__case_ == SL__CASE_##CASE_) \
        return SL__DESCENDS_##ORDER_;
#define SL__DESCENDS_sl__ascending 0
#define SL__DESCENDS_sl__descending 1
#define SL__CASE_UNIT(NAME_, CASE_, ORDER_, MAP_, ...) \
    if (sl__case_ == SL__CASE_##CASE_) \
        return SL__IS_TUPLE(MAP_) ? -1 : SL__INNERMOST_##ORDER_(sl__rank_);
#define SL__INNERMOST_sl__ascending(R_) ((R_) - 1)
#define SL__INNERMOST_sl__descending(R_) 0
#define SL__CASE_MAPPED(NAME_, CASE_, ORDER_, MAP_, TAKES_, ...) \
    SL__CAT(SL__CASE_MAPPED_, SL__IS_TUPLE(MAP_))(SL__CASE_##CASE_, TAKES_)
#define SL__CASE_MAPPED_0(...)
#define SL__CASE_MAPPED_1(CASE_, TAKES_) \
    if (sl__case_ >= SL__LAYOUTS && (TAKES_)) \
        return CASE_;
SL_FN int sl__case_descends(int sl__case_)
{
    SL__LAYOUT_CASES(SL__CASE_DESCENDS, ~)
    return 0;
}
SL_FN int sl__case_unit(int sl__case_, int sl__rank_)
{
    SL__LAYOUT_CASES(SL__CASE_UNIT, ~)
    return -1;
}
SL_FN int sl__case_of(int sl__case_, SL__UNUSED int sl__rank_, SL__UNUSED const sl_index *sl__n_,
                      SL__UNUSED const sl_index *sl__s_)
{
    SL__LAYOUT_CASES(SL__CASE_MAPPED, ~)
    return sl__case_;
}
#define SL__IX(I_) SL__UNUSED sl_index I_
#define SL__IX_1(I0_) SL__IX(I0_)
#define SL__IX_2(I0_, I1_) SL__IX(I0_), SL__IX(I1_)
#define SL__IX_3(I0_, I1_, I2_) SL__IX(I0_), SL__IX(I1_), SL__IX(I2_)
#define SL__IX_4(I0_, I1_, I2_, I3_) SL__IX(I0_), SL__IX(I1_), SL__IX(I2_), SL__IX(I3_)
#define SL__IX_5(I0_, I1_, I2_, I3_, I4_) \
    SL__IX(I0_), SL__IX(I1_), SL__IX(I2_), SL__IX(I3_), SL__IX(I4_)
#define SL__IX_6(I0_, I1_, I2_, I3_, I4_, I5_) \
    SL__IX(I0_), SL__IX(I1_), SL__IX(I2_), SL__IX(I3_), SL__IX(I4_), SL__IX(I5_)
/* The loop's indices: six of them, with zeros, and those that the kernel has. */
#define SL__X(D_, ...) sl__x##D_##_
#define SL__XS(KR_) \
    SL__CAT(SL__COMMAS_, KR_)(SL__X, ~) SL__CAT(SL__ZEROS_, KR_), SL__CAT(SL__COMMAS_, KR_)(SL__X, ~)

/* Per argument: a field of the packed struct, a row of the table, a parameter of the body, an element of sl_arg[]. */
#define SL__FIELD(K_, I_, W_) SL__BY_CLASS(SL__FIELD_, K_, I_, W_)
#define SL__FIELD_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) T_ N_##__f_;
#define SL__FIELD_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) struct sl__slot##R_ N_##__f_;
#define SL__FIELD_sl__scatter SL__FIELD_sl__view
#define SL__FIELD_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) struct sl__slot1 N_##__f_;
#define SL__FIELD_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) struct sl__slot##R_ N_##__f_[C_];
#define SL__FIELD_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) struct sl__slot##R_ N_##__f_;
#define SL__FIELD_sl__result(...)
#define SL__FIELD_sl__scratch(...)

#define SL__INFO(K_, I_, W_) SL__BY_CLASS(SL__INFO_, K_, I_, W_)
#define SL__INFO_ROW(KIND_, T_, R_, O_, N_, S_, OFFSET_, REDUCER_) \
    {#N_, KIND_, SL__TYPE_CODE(T_), #T_, sizeof(T_), SL__ALIGNOF(T_), R_, O_, S_, OFFSET_, REDUCER_},
#define SL__INFO_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__INFO_ROW(KIND_, T_, R_, 0, N_, S_, offsetof(struct K_##__args_, N_##__f_), 0)
#define SL__INFO_sl__view SL__INFO_sl__value
#define SL__INFO_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    SL__INFO_ROW(KIND_, T_, R_, 0, N_, S_, offsetof(struct K_##__args_, N_##__f_), 0)
#define SL__INFO_sl__mapped SL__INFO_sl__pack
#define SL__INFO_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    SL__INFO_ROW(KIND_, T_, R_, SL__JOINS(O_, X_), N_, SL__MODIFIERS_TEXT_IN(X_), \
                 offsetof(struct K_##__args_, N_##__f_), 0)
#define SL__INFO_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__INFO_ROW(KIND_, T_, 1, SL__OP(O_), N_, S_, offsetof(struct K_##__args_, N_##__f_), 0)
#define SL__INFO_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__INFO_ROW(KIND_, T_, 0, SL__OP(O_), N_, S_, 0, SL__REDUCER_ROW(K_, I_, O_))
#define SL__INFO_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) SL__INFO_ROW(0, T_, R_, ROOM_, N_, "", 0, 0)

/* The modifiers as an enumerator: a word that is none stops the compiler here, with its name. */
#define SL__MODIFIER(K_, I_, W_) SL__FOR_VIEW(SL__MODIFIER_VIEW, K_, I_, W_)
#define SL__MODIFIER_VIEW(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) K_##__mods##I_##_ = (M_),

#define SL__BODY(K_, I_, W_) SL__BY_CLASS(SL__BODY_, K_, I_, W_)
#define SL__BODY_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , SL__UNUSED T_ N_
#define SL__BODY_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    , SL__UNUSED SL__POINTER_##A_(T_) N_##__p_, SL__UNUSED struct sl_rank##R_##_view N_
#define SL__BODY_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) , SL_PARAM_SCATTER(T_, R_, N_)
#define SL__BODY_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    , SL__UNUSED SL__POINTER_##A_(T_) N_##__p_, SL__UNUSED struct sl_rank1_view N_
#define SL__BODY_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    , SL__UNUSED SL__MEMBER_OF_##A_(T_) N_##__p_, SL__UNUSED struct sl_pack##R_##_view N_
#define SL__BODY_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) \
    , SL__UNUSED SL__POINTER_##A_(T_) N_##__p_, SL__UNUSED struct sl_rank##R_##_mapped_view N_
#define SL__BODY_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) , SL__UNUSED T_ *__restrict__ N_
#define SL__BODY_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) \
    , SL__UNUSED T_ *N_##__p_, SL__UNUSED struct sl_rank##R_##_view N_ /* other threads write there meanwhile */
#define SL__POINTER_sl__r(T_) const T_ *__restrict__
#define SL__POINTER_sl__w(T_) T_ *__restrict__
#define SL__POINTER_sl__rw(T_) T_ *__restrict__
#define SL__POINTER_sl__atomic(T_) SL__ATOMIC_CELL(T_) * /* others write there meanwhile */

#define SL__PASS(K_, I_, W_) SL__BY_CLASS(SL__PASS_, K_, I_, W_)
#define SL__PASS_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , N_
#define SL__PASS_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , N_##__p_, N_
#define SL__PASS_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) , N_##__p_, N_
#define SL__PASS_sl__mapped SL__PASS_sl__pack
#define SL__PASS_sl__scatter SL__PASS_sl__view
#define SL__PASS_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) , N_##__p_, N_
#define SL__PASS_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) , &N_##__v_
#define SL__PASS_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) , N_##__p_, N_

#define SL__ARG(K_, I_, W_) SL__BY_CLASS(SL__ARG_, K_, I_, W_)
#define SL__ARG_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    {SL_ARG_SCALAR, 0, (void *)&N_, 0, {0, 0, 0, 0, 0, 0}},
#define SL__ARG_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) {SL_ARG_VIEW, N_, 0, 0, {0, 0, 0, 0, 0, 0}},
#define SL__ARG_sl__scatter SL__ARG_sl__view
#define SL__ARG_sl__array SL__ARG_sl__view
#define SL__ARG_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) {SL_ARG_VIEW, N_, 0, 0, {0, 0, 0, 0, 0, 0}},
#define SL__ARG_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    {SL_ARG_PACK, 0, (void *)(uintptr_t)N_, C_, {0, 0, 0, 0, 0, 0}},
#define SL__ARG_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) sl__target(N_),
#define SL__ARG_sl__scratch(...)

/* Unpacking in a chunk function. The case is an enumerator of the enclosing function, so that the unit stride is a
 * constant; the mixed cases know it of the written views only. A read-only view of rank 0 is read once, so that what
 * is computed from it leaves the loop. */
#define SL__S(D_, F_, R_, C_) (D_ == sl__case_unit((int)C_, R_) ? 1 : F_.s_[D_])
#define SL__N(D_, F_) F_.n_[D_]
#define SL__TAIL(R_, F_, G_, M_, C_) \
    , SL__CAT(SL__CASE_OF_, SL__CAT(SL__SOME_, R_))(R_, F_, C_), 0 \
    SL__ON_DEVICE(, sl__case_unit((int)C_, R_)) \
    SL__CHECKED(, SL__CAT(SL__TRACK_, SL__CAT(SL__SOME_, R_))(R_, F_, G_, M_))
#define SL__CASE_OF_0(R_, F_, C_) SL__CASE_ANY
#define SL__CASE_OF_sl__n(R_, F_, C_) sl__case_of((int)C_, R_, F_.n_, F_.s_)
/* With bounds checks: the track of a whole view. What the modifiers' bits tell of its reach is a constant. */
#define SL__W(D_, F_, M_) \
    (((M_) & SL_MODIFIER_own) != 0                                    ? 0 \
     : ((M_) & (SL_MODIFIER_halo() | (int)SL__MODIFIERS_FREE)) != 0 ? F_.w_[D_] \
     : ((M_) & SL_MODIFIER_own()) != 0                              ? 0 \
                                                                    : -1)
#define SL__F(D_, F_, M_) (((M_) & SL_MODIFIER_own()) != 0 ? F_.f_[D_] : D_)
#define SL__B(D_, F_) F_.b_[D_]
#define SL__TRACK_0(R_, F_, G_, M_) {&G_, sl__iteration_, {0}, {0}, {0}, {0}, {0}}
#define SL__TRACK_sl__n(R_, F_, G_, M_) \
    {&G_, sl__iteration_, {0, 0, 0, 0, 0, 0}, {SL__CAT(SL__COMMAS_, R_)(SL__B, F_)}, \
     {SL__CAT(SL__COMMAS_, R_)(SL__W, F_, M_)}, {SL__CAT(SL__COMMAS_, R_)(SL__F, F_, M_)}, {0, 1, 2, 3, 4, 5}}
#define SL__GEOMETRY(R_, F_, G_, M_, C_) SL__CAT(SL__GEOMETRY_, SL__CAT(SL__SOME_, R_))(R_, F_, G_, M_, C_)
#define SL__GEOMETRY_0(R_, F_, G_, M_, C_) {0 SL__TAIL(R_, F_, G_, M_, C_)}
#define SL__GEOMETRY_sl__n(R_, F_, G_, M_, C_) \
    {0, {SL__CAT(SL__COMMAS_, R_)(SL__S, F_, R_, C_)}, {SL__CAT(SL__COMMAS_, R_)(SL__N, F_)} \
     SL__TAIL(R_, F_, G_, M_, C_)}
#define SL__UNPACK(K_, I_, W_) SL__BY_CLASS(SL__UNPACK_, K_, I_, W_)
#define SL__UNPACK_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__UNUSED const T_ N_ = sl__a_->N_##__f_;
#define SL__UNPACK_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__UNPACK_##A_(I_, T_, R_, N_, M_)
#define SL__UNPACK_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    SL__UNUSED T_ (*const N_##__p_)[] = (T_ (*)[])sl__a_->N_##__f_.p_; \
    SL__GUARD(R_, N_, I_, sl__a_->N_##__f_.h_, 0) \
    SL__UNUSED struct sl_rank##R_##_view N_ = \
        SL__GEOMETRY(R_, sl__a_->N_##__f_, N_##__c_, SL__MODIFIERS_IN(X_), sl__case_); \
    N_.joins_ = SL__JOINS(O_, X_) | (SL__SCATTERS_PLAINLY ? SL__JOINS_PLAINLY : 0);
/* A block's own results, without gaps. */
#define SL__UNPACK_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__UNUSED T_ *const __restrict__ N_##__p_ = (T_ *)sl__a_->N_##__f_.p_; \
    SL__UNPACK_GEOMETRY(1, N_, I_, 0, SL__CASE_RIGHT)
#define SL__UNPACK_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    SL__UNUSED SL__MEMBER_OF_##A_(T_) const N_##__p_ = SL__MEMBERS_FROM(T_, sl__a_->N_##__f_[0].p_); \
    SL__UNUSED const struct sl_pack##R_##_view N_ = {sl__a_->N_##__f_, sizeof(T_), (int)SL__MEMBERS_CASE_##A_, C_ \
        SL__CHECKED(, I_, M_, sl__b_->fault_, sl__iteration_) SL__CAT(SL__MEMBERS_N_, SL__CAT(SL__SOME_, R_))(R_, N_)};
#define SL__UNPACK_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) \
    SL__UNUSED SL__POINTER_##A_(T_) const N_##__p_ = (SL__MAPPED_POINTER_##A_(T_))sl__a_->N_##__f_.p_; \
    SL__GUARD(R_, N_, I_, sl__a_->N_##__f_.h_, K_##__map##I_##_) \
    SL__UNUSED const struct sl_rank##R_##_mapped_view N_ = \
        SL__MAPPED_GEOMETRY(R_, sl__a_->N_##__f_, N_##__c_, M_, L_, K_##__map##I_##_);
#define SL__UNPACK_sl__result(...)
#define SL__UNPACK_sl__scratch(...) /* SL__TEAM_TAKE */
#define SL__UNPACK_sl__r(I_, T_, R_, N_, M_) \
    SL__CAT(SL__UNPACK_READ_, SL__CAT(SL__SOME_, R_))(T_, N_) SL__UNPACK_GEOMETRY(R_, N_, I_, M_, sl__read_)
#define SL__UNPACK_sl__w(I_, T_, R_, N_, M_) \
    SL__UNUSED T_ *const __restrict__ N_##__p_ = (T_ *)sl__a_->N_##__f_.p_; \
    SL__UNPACK_SHADOWED(R_, N_, I_, M_, sl__case_, sl__a_->N_##__f_.h_)
#define SL__UNPACK_sl__rw SL__UNPACK_sl__w
#define SL__UNPACK_sl__atomic(I_, T_, R_, N_, M_) \
    SL__UNUSED SL__ATOMIC_CELL(T_) *const N_##__p_ = (SL__ATOMIC_CELL(T_) *)sl__a_->N_##__f_.p_; \
    SL__UNPACK_GEOMETRY(R_, N_, I_, M_, sl__case_) /* no race, so no shadow */
#define SL__UNPACK_GEOMETRY(R_, N_, I_, M_, C_) SL__UNPACK_SHADOWED(R_, N_, I_, M_, C_, 0)
#define SL__UNPACK_SHADOWED(R_, N_, I_, M_, C_, H_) \
    SL__GUARD(R_, N_, I_, H_, 0) \
    SL__UNUSED const struct sl_rank##R_##_view N_ = SL__GEOMETRY(R_, sl__a_->N_##__f_, N_##__c_, M_, C_);
#define SL__UNPACK_READ_0(T_, N_) \
    const T_ N_##__v_ = *(const T_ *)sl__a_->N_##__f_.p_; \
    SL__UNUSED const T_ *const N_##__p_ = &N_##__v_;
#define SL__UNPACK_READ_sl__n(T_, N_) \
    SL__UNUSED const T_ *const __restrict__ N_##__p_ = (const T_ *)sl__a_->N_##__f_.p_;
/* With bounds checks: what an argument's indices are checked against. H_ is its shadow, MAP_ its map or 0. */
#define SL__GUARD(R_, N_, I_, H_, MAP_) SL__CHECKED(SL__CAT(SL__GUARD_, SL__CAT(SL__SOME_, R_))(N_, I_, H_, MAP_))
#define SL__GUARD_0(N_, I_, H_, MAP_) \
    SL__UNUSED const struct sl__guard N_##__c_ = {sl__b_->fault_, I_, 0, 0, H_, MAP_};
#define SL__GUARD_sl__n(N_, I_, H_, MAP_) \
    SL__UNUSED const struct sl__guard N_##__c_ = {sl__b_->fault_, I_, sl__a_->N_##__f_.n_, sl__a_->N_##__f_.b_, \
                                                           H_, MAP_};
#define SL__ITERATION_INDICES SL__CHECKED(SL__UNUSED sl_index sl__iteration_[SL_MAX_RANK] = {0, 0, 0, 0, 0, 0};)

/* Whether the body of a scan is to write; the functions that call it say so where it is. */
enum { sl__final_ = 0 };

/* The position of an iteration of rank 1, which is at place sl__k0_: a parameter of the body. SL__K is where places are
 * indices. Only differences of positions and places count: they may wrap around. */
#define SL__K(D_) SL__UNUSED const sl_index sl__k##D_##_ = sl__x##D_##_;
#define SL__POSITION_IN(KR_) SL__CAT(SL__POSITION_IN_, SL__CAT(SL__MANY_, KR_))
#define SL__POSITION_IN_1 , SL__UNUSED const sl_index sl__position_
#define SL__POSITION_IN_sl__n
#define SL__POSITION(KR_) SL__CAT(SL__POSITION_, SL__CAT(SL__MANY_, KR_))
#define SL__POSITION_1 , (sl_index)((uint64_t)sl__k0_ + (uint64_t)sl__b_->shift_)
#define SL__POSITION_sl__n

/* One iteration, at sl__x0_, sl__x1_, ... */
#define SL__CALL_BODY(E_, K_, KR_, ...) \
    SL__CHECKED(SL__SET_ITERATION(SL__XS(KR_)) SL__BE_AT(KR_),) \
    K_##__body_((SL__FAULT_TYPE())sl__b_->fault_, SL__IN_SEQUENCE, (int)sl__final_, \
                SL__XS(KR_) SL__POSITION(KR_) E_(SL__PASS, K_, __VA_ARGS__))

/* Where an iteration of rank 1 is in its space: a list may have an index twice. */
#define SL__BE_AT(KR_) SL__CAT(SL__BE_AT_, SL__CAT(SL__MANY_, KR_))
#define SL__BE_AT_1 , sl__iteration_[1] = (sl_index)((uint64_t)sl__k0_ + (uint64_t)sl__b_->shift_)
#define SL__BE_AT_sl__n
#define SL__SET_ITERATION(...) SL__SET_ITERATION2(__VA_ARGS__)
#define SL__SET_ITERATION2(H0_, H1_, H2_, H3_, H4_, H5_, ...) \
    (sl__iteration_[0] = H0_, sl__iteration_[1] = H1_, sl__iteration_[2] = H2_, sl__iteration_[3] = H3_, \
     sl__iteration_[4] = H4_, \
     sl__iteration_[5] = H5_)

/* Loops over a box: one plain loop a dimension; the innermost one is vectorised. */
#define SL__FOR(D_, ...) for (sl_index sl__x##D_##_ = sl__b_->lo_[D_]; sl__x##D_##_ < sl__b_->hi_[D_]; ++sl__x##D_##_)
#define SL__FOR_sl__ascending(KR_) SL__OUTER(SL__DIMS_, KR_)(SL__FOR, ~)
#define SL__FOR_sl__descending(KR_) SL__CAT(SL__BACK_INNER_, KR_)(SL__FOR, ~)

/* The index at a place of a dimension. */
SL_FN sl_index sl__placed(const struct sl__places *sl__s_, sl_index sl__k_)
{
    if (sl__s_->step_ == 0)
        return sl__k_;
    const sl_index sl__i_ = (sl_index)((uint64_t)sl__s_->start_ + (uint64_t)sl__k_ * (uint64_t)sl__s_->step_);
    return !sl__s_->list_  ? sl__i_
           : sl__s_->wide_ ? ((const int64_t *)sl__s_->list_)[sl__i_]
                           : ((const int32_t *)sl__s_->list_)[sl__i_];
}

/* A chunk function. The forms (kernel/forms.h) say which a kernel has, and what loops are in them. With a `scatter`
 * these are there twice: so the compiler knows in each whether values are joined by atomics, and treats plain ones as
 * if they had been written by hand. */
#define SL__CHUNK(F_, CASE_, READ_, LOOPS_, E_, K_, KR_, ...) \
    static void F_(const void *sl__p_, const struct sl__box *sl__b_) SL__NOEXCEPT \
    { \
        enum { sl__case_ = CASE_, sl__read_ = READ_ }; \
        SL__UNUSED const struct K_##__args_ *const sl__a_ = (const struct K_##__args_ *)sl__p_; \
        SL__ITERATION_INDICES \
        SL__BY_SCATTER(SL__CHUNK_SCATTERS_, E_, K_, __VA_ARGS__)(LOOPS_, E_, K_, KR_, __VA_ARGS__) \
    }
#define SL__CHUNK_SCATTERS_0(LOOPS_, E_, K_, KR_, ...) E_(SL__UNPACK, K_, __VA_ARGS__) LOOPS_(E_, K_, KR_, __VA_ARGS__)
#define SL__CHUNK_SCATTERS_1(...) \
    if (sl__b_->alone_ != 0) { \
        enum { sl__plainly_ = 1 }; \
        SL__CHUNK_SCATTERS_0(__VA_ARGS__) \
    } else { \
        enum { sl__plainly_ = 0 }; \
        SL__CHUNK_SCATTERS_0(__VA_ARGS__) \
    }
#define SL__BY_SCATTER(M_, E_, K_, ...) SL__CAT(M_, SL__CHECK(E_(SL__SCATTER_THERE, K_, __VA_ARGS__)))
#define SL__SCATTER_THERE(K_, I_, W_) SL__CAT(SL__SCRATCH_THERE_, SL__IS_SCATTER(W_))
#define SL__IS_SCATTER(W_) SL__CHECK(SL__IS_SCATTER_PROBE W_)
#define SL__IS_SCATTER_PROBE(C_, ...) SL__CAT(SL__IS_SCATTER_, C_)
#define SL__IS_SCATTER_sl__scatter SL__PROBE
/* Those of the indexed case with layout right, which kernels of rank 1 have; in the list of functions, too. */
#define SL__CHUNK_INDEXED(KR_) SL__CAT(SL__CHUNK_INDEXED_, SL__CAT(SL__MANY_, KR_))
#define SL__CHUNK_INDEXED_1(F_, CASE_, LOOPS_, E_, K_, KR_, ...) \
    SL__CHUNK(F_, CASE_, CASE_, LOOPS_, E_, K_, KR_, __VA_ARGS__)
#define SL__CHUNK_INDEXED_sl__n(...)
#define SL__CHUNK_NAME_INDEXED(KR_) SL__CAT(SL__CHUNK_NAME_INDEXED_, SL__CAT(SL__MANY_, KR_))
#define SL__CHUNK_NAME_INDEXED_1(F_) F_,
#define SL__CHUNK_NAME_INDEXED_sl__n(F_) 0,
/* In the list of functions by their numbers, once for each layout: a function, or none. */
#define SL__CHUNK_NAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_) K_##__##NAME_##_,
#define SL__CHUNK_NAME_NONE(...) 0,
/* Whether a kernel of rank 1 has views of one dimension only: what is right is left then, and the functions of the
 * first row are those of all rows whose elements lie by strides. The compiler drops theirs. */
#define SL__IS_FLAT(E_, K_, KR_, ...) enum { K_##__flat_ = (KR_ == 1) E_(SL__FLAT, K_, __VA_ARGS__) };
#define SL__FLAT(K_, I_, W_) SL__BY_CLASS(SL__FLAT_, K_, I_, W_)
#define SL__FLAT_sl__value(...)
#define SL__FLAT_sl__result(...)
#define SL__FLAT_sl__scratch(...)
#define SL__FLAT_sl__array(...)
#define SL__FLAT_sl__view(K_, I_, KIND_, A_, T_, R_, ...) &&(R_ <= 1)
#define SL__FLAT_sl__scatter SL__FLAT_sl__view
#define SL__FLAT_sl__pack SL__FLAT_sl__view
#define SL__FLAT_sl__mapped SL__FLAT_sl__view
#define SL__CHUNK_NAME_FLAT(NAME_, CASE_, ORDER_, MAP_, TAKES_, FLAT_, K_) \
    (FLAT_ && !SL__IS_TUPLE(MAP_)) ? K_##right_ : K_##NAME_##_,

/* The extents of scratch arrays, by their slots, from the values of scalars, by theirs: 0 where there is no array. */
#define SL__BY_SCRATCH(M_, E_, K_, ...) SL__CAT(M_, SL__CHECK(E_(SL__SCRATCH_THERE, K_, __VA_ARGS__)))
#define SL__SCRATCH_THERE(K_, I_, W_) SL__CAT(SL__SCRATCH_THERE_, SL__IS_SCRATCH(W_))
#define SL__SCRATCH_THERE_0
#define SL__SCRATCH_THERE_1 ~, 1,
#define SL__SCRATCH_FUNCTION_0(...)
#define SL__SCRATCH_FUNCTION_1(E_, K_, ...) \
    static void K_##__scratch_(SL__UNUSED const void *const *sl__value_, sl_index (*sl__n_)[SL_MAX_RANK]) SL__NOEXCEPT \
    { \
        E_(SL__SCRATCH_EXTENTS, K_, __VA_ARGS__) \
    }
#define SL__SCRATCH_NAME_0(K_) 0
#define SL__SCRATCH_NAME_1(K_) K_##__scratch_
#define SL__SCRATCH_EXTENTS(K_, I_, W_) SL__BY_CLASS(SL__SCRATCH_EXTENTS_, K_, I_, W_)
#define SL__SCRATCH_EXTENTS_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__UNUSED T_ N_; \
    __builtin_memcpy((void *)&N_, sl__value_[I_], sizeof(T_));
#define SL__SCRATCH_EXTENTS_sl__view(...)
#define SL__SCRATCH_EXTENTS_sl__scatter(...)
#define SL__SCRATCH_EXTENTS_sl__array(...)
#define SL__SCRATCH_EXTENTS_sl__pack(...)
#define SL__SCRATCH_EXTENTS_sl__mapped(...)
#define SL__SCRATCH_EXTENTS_sl__result(...)
#define SL__SCRATCH_EXTENTS_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) \
    { \
        const sl_index sl__e_[] = {SL__SCRATCH_LIST_##R_ X_}; \
        __builtin_memcpy(sl__n_[I_], sl__e_, sizeof sl__e_); \
    }
/* clang-format on */

#ifdef SL_BOUNDS_CHECK
#define SL__BOUNDS_CHECKED 1
#else
#define SL__BOUNDS_CHECKED 0
#endif

/* clang-format off */
#undef SL_KERNEL
/** Defines a kernel; its body follows as a plain brace block.
 *
 *  @param K_  the kernel's name
 *  @param X_  its indices in parentheses, 1 to 6 of them: (i, j)
 *  @param ... 0 to 32 arguments: scalar(type, name), in / out / inout(type, rank, name [, own | own(dimension, ...) |
 *             halo(width, ...) | fixed(extent, ...) | random | atomic | map | pack(views) | layout(map)]),
 *             table(type, name),
 *             scatter(type, sum | prod | min | max | band | bor | bxor, rank, name [, own | own(...) | halo(...)]),
 *             multi_reduce(type, operator, name), of structs of numbers both with of(type of the numbers) behind the
 *             name,
 *             reduce(type, sum | min | max | prod | land | lor | band | bor | bxor, name), and of the types of
 *             starloop/location.h with minmax | minloc | maxloc | minmaxloc, of others with an operator of SL_REDUCER;
 *             reduce(type, operator of numbers, name, array(length)), whose elements SL_AT(name, c) a body joins into
 *
 *  `own` promises that a body touches a view at the loop's own indices only, `halo` that it looks no farther than so
 *  many elements from them (at the edges of the view it may look to one side only), and `out(..., own)` that it writes
 *  every own element without reading it. In `own(...)` and `halo(...)` the word `all` stands for a dimension that is
 *  free: of `own(0, all)` the own elements are a whole row. `own(...)` may stand beside `halo(...)`. `atomic`, of `out`
 *  and `inout`, makes +=, -=, ++ and -- of its elements atomic (kernel/atomic.h), so that iterations may write the same
 *  ones, or a view of rank 0. `map`, beside own(0, all) of an `in` of rank 2 and integers, says that an iteration
 *  scatters only into what its row names (#SL_SCATTER_COLOR). `pack(k)` makes an array of k views of one shape of the
 *  argument (kernel/pack.h); `layout(map)` takes a view of a layout that strides do not describe (kernel/map.h). With
 *  -DSL_BOUNDS_CHECK a body that touches another element fails its task with #SL_ERR_REACH; on CPUs iterations that
 *  race fail it with #SL_ERR_RACE, own elements that are not written with #SL_ERR_UNWRITTEN. */
#define SL_KERNEL(K_, X_, ...) SL__WORDS(SL__KERNEL, K_, X_, SL_WORD_##__VA_ARGS__, end, end)
#define SL__KERNEL(E_, K_, X_, ...) SL__CAT(SL__KERNEL_, SL__INDICES(X_))(E_, K_, X_, __VA_ARGS__)
#define SL__KERNEL_0(E_, K_, X_, ...) SL__WITHOUT_INDICES(K_, X_)
#define SL__KERNEL_1(E_, K_, X_, ...) SL__KERNEL2(E_, K_, X_, SL__NARG X_, __VA_ARGS__)
#define SL__KERNEL2(E_, K_, X_, KR_, ...) \
    SL__BOUNDS(SL__BOUNDS_CHECK, K_) \
    E_(SL__DIAGNOSE, K_, __VA_ARGS__) E_(SL__REDUCER_TYPE, K_, __VA_ARGS__) \
    SL__KERNEL_OF(SL__FORM(E_, __VA_ARGS__), E_, K_, X_, KR_, __VA_ARGS__)
/* A kernel of a form; its body follows. */
#define SL__KERNEL_OF(FORM_, E_, K_, X_, KR_, ...) \
    SL__SCRATCH_CHECK(SL__CHECK(SL__CAT(SL__TEAMS_, FORM_)), E_, K_, __VA_ARGS__) \
    SL__KERNEL5(FORM_, E_, K_, X_, KR_, __VA_ARGS__)
#define SL__BODY_HEAD(FORM_, E_, K_, X_, KR_, ...) \
    SL_FN void K_##__body_(SL__UNUSED SL__FAULT_TYPE(sl__fault_), SL__UNUSED const int sl__sequential_, \
                           SL__UNUSED const int SL__FINAL(FORM_), \
                           SL__IX_6(sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_), \
                           SL__BODY_AT(FORM_)(X_, KR_) E_(SL__BODY, K_, __VA_ARGS__))
/* What a body is told of its iteration: its indices and position; of a team kernel its team. And what is packed before
 * the arguments. */
#define SL__FINAL(FORM_) SL__CAT(SL__FINAL_, SL__CHECK(SL__CAT(SL__SCANS_, FORM_)))
#define SL__FINAL_0 sl__no_scan_
#define SL__BODY_AT(FORM_) SL__CAT(SL__BODY_AT_, SL__CHECK(SL__CAT(SL__TEAMS_, FORM_)))
#define SL__BODY_AT_0(X_, KR_) SL__IX_##KR_ X_ SL__POSITION_IN(KR_)
#define SL__BODY_AT_1(X_, KR_) SL__UNUSED const sl_team SL__EXPAND X_, SL__UNUSED struct sl__team_room *const sl__room_
#define SL__FORM_OF(FORM_) \
    (SL__CHECK(SL__CAT(SL__SCANS_, FORM_)) ? (int)SL__FORM_SCAN \
     : SL__CHECK(SL__CAT(SL__TEAMS_, FORM_)) ? (int)SL__FORM_TEAM \
                                           : (int)SL__FORM_LOOP)
#define SL__PACKED_FIRST(FORM_) SL__CAT(SL__PACKED_FIRST_, SL__CHECK(SL__CAT(SL__TEAMS_, FORM_)))
#define SL__PACKED_FIRST_0 int sl__none_;
#define SL__PACKED_FIRST_1 struct sl__team_head sl__head_;
/* clang-format on */
#ifdef SL__LINT /* the body is enough: tools/lint */
#define SL__KERNEL5(FORM_, E_, K_, X_, KR_, ...) SL__BODY_HEAD(FORM_, E_, K_, X_, KR_, __VA_ARGS__)
#elif !defined(__CUDACC__) /* kernel/device.h has nvcc's */
/* clang-format off */
#define SL__KERNEL5(FORM_, E_, K_, X_, KR_, ...) \
    SL__DESCRIBED(FORM_, E_, K_, X_, KR_, __VA_ARGS__) \
    enum { K_##__no_mods_ = 0, E_(SL__MODIFIER, K_, __VA_ARGS__) }; \
    struct K_##__args_ { \
        SL__PACKED_FIRST(FORM_) \
        E_(SL__FIELD, K_, __VA_ARGS__) \
    }; \
    E_(SL__REDUCER, K_, __VA_ARGS__) \
    E_(SL__MAPPING, K_, __VA_ARGS__) \
    static const sl__arg_info K_##__info_[] = { \
        E_(SL__INFO, K_, __VA_ARGS__){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}; \
    SL__BODY_HEAD(FORM_, E_, K_, X_, KR_, __VA_ARGS__); \
    SL__CHUNKS_##FORM_(E_, K_, KR_, __VA_ARGS__) \
    SL__BY_SCRATCH(SL__SCRATCH_FUNCTION_, E_, K_, __VA_ARGS__)(E_, K_, __VA_ARGS__) \
    static struct sl__kernel_state *K_##__state_; \
    SL__EXTERN_C const sl__device_code K_##__cuda SL__WEAK; \
    SL__EXTERN_C const sl_kernel K_##__kernel; \
    const sl_kernel K_##__kernel = { \
        SL__ABI_FILE, #K_, __FILE__, __LINE__, KR_, 0 E_(SL__ONE_ARG, K_, __VA_ARGS__), SL__BOUNDS_CHECKED, \
        K_##__info_, sizeof(struct K_##__args_), \
        {SL__CHUNK_TABLE_##FORM_(E_, K_, KR_, __VA_ARGS__)}, \
        &K_##__cuda, __start_sl__raises, __stop_sl__raises, SL__FORM_OF(FORM_), &K_##__state_, 0, \
        SL__BY_SCRATCH(SL__SCRATCH_NAME_, E_, K_, __VA_ARGS__)(K_), 0}; \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__); \
    SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__) \
    { \
        if (sl__call_.signature_ != sizeof(K_##__signature_)) /* then the arguments are others than these, too */ \
            return sl__declared_otherwise(&sl__call_, &K_##__kernel); \
        const sl_arg sl__args_[] = {E_(SL__ARG, K_, __VA_ARGS__){SL_ARG_SCALAR, 0, 0, 0, {0, 0, 0, 0, 0, 0}}}; \
        return sl__submit(&sl__call_, &K_##__kernel, sl__policy_, &sl__space_, sl__args_, \
                          (int)(sizeof sl__args_ / sizeof *sl__args_) - 1); \
    } \
    SL__BODY_HEAD(FORM_, E_, K_, X_, KR_, __VA_ARGS__)
/* clang-format on */
#endif

#endif
