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
#include <starloop/kernel/body.h>
#include <starloop/kernel/words.h>

#ifdef SL_BOUNDS_CHECK /* iterations tell the checks where they are */
#define SL__SIMD
#else
#define SL__SIMD _Pragma("omp simd")
#endif
#define SL__NO_SIMD
#define SL__UNUSED __attribute__((unused))
/* The CUDA half of a kernel may be missing. Hidden: it is in the same program or library as the kernel. */
#define SL__WEAK __attribute__((weak, visibility("hidden")))

#ifndef __CUDACC__
/* The linker makes these where anything is in the section. */
SL__EXTERN_C const struct sl__raise_mark __start_sl__raises[] SL__WEAK;
SL__EXTERN_C const struct sl__raise_mark __stop_sl__raises[] SL__WEAK;
#endif

#define SL__IX(I_) SL__UNUSED sl_index I_
#define SL__IX_1(I0_) SL__IX(I0_)
#define SL__IX_2(I0_, I1_) SL__IX(I0_), SL__IX(I1_)
#define SL__IX_3(I0_, I1_, I2_) SL__IX(I0_), SL__IX(I1_), SL__IX(I2_)
#define SL__IX_4(I0_, I1_, I2_, I3_) SL__IX(I0_), SL__IX(I1_), SL__IX(I2_), SL__IX(I3_)
#define SL__IX_5(I0_, I1_, I2_, I3_, I4_) \
    SL__IX(I0_), SL__IX(I1_), SL__IX(I2_), SL__IX(I3_), SL__IX(I4_)
#define SL__IX_6(I0_, I1_, I2_, I3_, I4_, I5_) \
    SL__IX(I0_), SL__IX(I1_), SL__IX(I2_), SL__IX(I3_), SL__IX(I4_), SL__IX(I5_)
#define SL__XS_1 sl__x0_, 0, 0, 0, 0, 0, sl__x0_
#define SL__XS_2 sl__x0_, sl__x1_, 0, 0, 0, 0, sl__x0_, sl__x1_
#define SL__XS_3 sl__x0_, sl__x1_, sl__x2_, 0, 0, 0, sl__x0_, sl__x1_, sl__x2_
#define SL__XS_4 sl__x0_, sl__x1_, sl__x2_, sl__x3_, 0, 0, sl__x0_, sl__x1_, sl__x2_, sl__x3_
#define SL__XS_5 sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_, 0, sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_
#define SL__XS_6 sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_, sl__x5_, sl__x0_, sl__x1_, sl__x2_, sl__x3_, \
    sl__x4_, sl__x5_

/* Per argument: a field of the packed struct, a row of the table, a parameter of the body, an element of sl_arg[]. */
#define SL__FIELD(K_, I_, W_) SL__BY_KIND(SL__FIELD_, K_, I_, W_)
#define SL__FIELD_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) T_ N_##__f_;
#define SL__FIELD_kin(K_, I_, KK_, T_, R_, N_, S_, M_) struct sl__slot##R_ N_##__f_;
#define SL__FIELD_kout SL__FIELD_kin
#define SL__FIELD_kio SL__FIELD_kin
#define SL__FIELD_kred(...)
#define SL__FIELD_kend(...)

#define SL__INFO(K_, I_, W_) SL__BY_KIND(SL__INFO_, K_, I_, W_)
#define SL__INFO_ROW(K_, KIND_, T_, R_, O_, N_, S_, OFFSET_) \
    {#N_, KIND_, SL__TYPE_CODE(T_), #T_, sizeof(T_), SL__ALIGNOF(T_), R_, O_, S_, OFFSET_},
#define SL__INFO_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) \
    SL__INFO_ROW(K_, SL__SCALAR, T_, 0, 0, N_, S_, offsetof(struct K_##__args_, N_##__f_))
#define SL__INFO_kin(K_, I_, KK_, T_, R_, N_, S_, M_) \
    SL__INFO_ROW(K_, SL__IN, T_, R_, 0, N_, S_, offsetof(struct K_##__args_, N_##__f_))
#define SL__INFO_kout(K_, I_, KK_, T_, R_, N_, S_, M_) \
    SL__INFO_ROW(K_, SL__OUT, T_, R_, 0, N_, S_, offsetof(struct K_##__args_, N_##__f_))
#define SL__INFO_kio(K_, I_, KK_, T_, R_, N_, S_, M_) \
    SL__INFO_ROW(K_, SL__INOUT, T_, R_, 0, N_, S_, offsetof(struct K_##__args_, N_##__f_))
#define SL__INFO_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    SL__INFO_ROW(K_, SL__REDUCTION, T_, 0, SL__OP_##O_, N_, S_, 0)
#define SL__INFO_kend(...)

/* The modifiers as an enumerator: a word that is none stops the compiler here, with its name. */
#define SL__MODIFIER(K_, I_, W_) SL__BY_KIND(SL__MODIFIER_, K_, I_, W_)
#define SL__MODIFIER_ksc(...)
#define SL__MODIFIER_kin(K_, I_, KK_, T_, R_, N_, S_, M_) K_##__mods##I_##_ = (M_),
#define SL__MODIFIER_kout SL__MODIFIER_kin
#define SL__MODIFIER_kio SL__MODIFIER_kin
#define SL__MODIFIER_kred(...)
#define SL__MODIFIER_kend(...)

#define SL__BODY(K_, I_, W_) SL__BY_KIND(SL__BODY_, K_, I_, W_)
#define SL__BODY_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) , SL__UNUSED T_ N_
#define SL__BODY_kin(K_, I_, KK_, T_, R_, N_, S_, M_) \
    , SL__UNUSED const T_ *__restrict__ N_##__p_, SL__UNUSED struct sl_rank##R_##_view N_
#define SL__BODY_kout(K_, I_, KK_, T_, R_, N_, S_, M_) \
    , SL__UNUSED T_ *__restrict__ N_##__p_, SL__UNUSED struct sl_rank##R_##_view N_
#define SL__BODY_kio SL__BODY_kout
#define SL__BODY_kred(K_, I_, KK_, T_, O_, N_, S_, M_) , SL__UNUSED T_ *__restrict__ N_
#define SL__BODY_kend(...)

#define SL__PASS(K_, I_, W_) SL__BY_KIND(SL__PASS_, K_, I_, W_)
#define SL__PASS_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) , N_
#define SL__PASS_kin(K_, I_, KK_, T_, R_, N_, S_, M_) , N_##__p_, N_
#define SL__PASS_kout SL__PASS_kin
#define SL__PASS_kio SL__PASS_kin
#define SL__PASS_kred(K_, I_, KK_, T_, O_, N_, S_, M_) , &N_##__v_
#define SL__PASS_kend(...)

#define SL__ARG(K_, I_, W_) SL__BY_KIND(SL__ARG_, K_, I_, W_)
#define SL__ARG_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) {SL_ARG_SCALAR, 0, (void *)&N_, 0, {0, 0, 0, 0, 0, 0}},
#define SL__ARG_kin(K_, I_, KK_, T_, R_, N_, S_, M_) {SL_ARG_VIEW, N_, 0, 0, {0, 0, 0, 0, 0, 0}},
#define SL__ARG_kout SL__ARG_kin
#define SL__ARG_kio SL__ARG_kin
#define SL__ARG_kred(K_, I_, KK_, T_, O_, N_, S_, M_) sl__target(N_),
#define SL__ARG_kend(...)

/* Unpacking in a chunk function. The case is an enumerator of the enclosing function, so that the unit stride is a
 * constant; the mixed cases know it of the written views only. A read-only view of rank 0 is read once, so that what
 * is computed from it leaves the loop. */
#define SL__S(F_, D_, R_, C_) \
    ((((int)C_ == SL__CASE_RIGHT && D_ == R_ - 1) || ((int)C_ == SL__CASE_LEFT && D_ == 0)) \
         ? 1 \
         : F_.s_[D_])
#define SL__TAIL(R_, F_, G_, M_, C_) \
    SL__ON_DEVICE(, (int)C_ == SL__CASE_RIGHT ? R_ - 1 : (int)C_ == SL__CASE_LEFT ? 0 : -1) \
    SL__CHECKED(, SL__TRACK_##R_(F_, G_, M_))
/* With bounds checks: the track of a whole view. What the modifiers' bits tell of its reach is a constant. */
#define SL__TRACK(G_, W_, ...) \
    {&G_, sl__here_, {0, 0, 0, 0, 0, 0}, {SL__EXPAND W_}, {__VA_ARGS__}, {0, 1, 2, 3, 4, 5}}
#define SL__W(F_, M_, D_) \
    (((M_) & (SL_MODIFIER_own | SL_MODIFIER_own())) != 0 ? 0 : ((M_) & SL_MODIFIER_halo()) != 0 ? F_.w_[D_] : -1)
#define SL__F(F_, M_, D_) (((M_) & SL_MODIFIER_own()) != 0 ? F_.f_[D_] : D_)
#define SL__TRACK_0(F_, G_, M_) {0, 0, {0}, {0}, {0}, {0}}
#define SL__TRACK_1(F_, G_, M_) \
    SL__TRACK(G_, (SL__W(F_, M_, 0)), \
              SL__F(F_, M_, 0))
#define SL__TRACK_2(F_, G_, M_) \
    SL__TRACK(G_, (SL__W(F_, M_, 0), SL__W(F_, M_, 1)), \
              SL__F(F_, M_, 0), SL__F(F_, M_, 1))
#define SL__TRACK_3(F_, G_, M_) \
    SL__TRACK(G_, (SL__W(F_, M_, 0), SL__W(F_, M_, 1), SL__W(F_, M_, 2)), \
              SL__F(F_, M_, 0), SL__F(F_, M_, 1), SL__F(F_, M_, 2))
#define SL__TRACK_4(F_, G_, M_) \
    SL__TRACK(G_, (SL__W(F_, M_, 0), SL__W(F_, M_, 1), SL__W(F_, M_, 2), SL__W(F_, M_, 3)), \
              SL__F(F_, M_, 0), SL__F(F_, M_, 1), SL__F(F_, M_, 2), SL__F(F_, M_, 3))
#define SL__TRACK_5(F_, G_, M_) \
    SL__TRACK(G_, (SL__W(F_, M_, 0), SL__W(F_, M_, 1), SL__W(F_, M_, 2), SL__W(F_, M_, 3), SL__W(F_, M_, 4)), \
              SL__F(F_, M_, 0), SL__F(F_, M_, 1), SL__F(F_, M_, 2), SL__F(F_, M_, 3), SL__F(F_, M_, 4))
#define SL__TRACK_6(F_, G_, M_) \
    SL__TRACK(G_, (SL__W(F_, M_, 0), SL__W(F_, M_, 1), SL__W(F_, M_, 2), SL__W(F_, M_, 3), \
                   SL__W(F_, M_, 4), SL__W(F_, M_, 5)), \
              SL__F(F_, M_, 0), SL__F(F_, M_, 1), SL__F(F_, M_, 2), SL__F(F_, M_, 3), \
              SL__F(F_, M_, 4), SL__F(F_, M_, 5))
#define SL__GEOMETRY_0(F_, G_, M_, C_) {0 SL__TAIL(0, F_, G_, M_, C_)}
#define SL__GEOMETRY_1(F_, G_, M_, C_) \
    {0, {SL__S(F_, 0, 1, C_)}, \
     {F_.n_[0]} SL__TAIL(1, F_, G_, M_, C_)}
#define SL__GEOMETRY_2(F_, G_, M_, C_) \
    {0, {SL__S(F_, 0, 2, C_), SL__S(F_, 1, 2, C_)}, \
     {F_.n_[0], F_.n_[1]} SL__TAIL(2, F_, G_, M_, C_)}
#define SL__GEOMETRY_3(F_, G_, M_, C_) \
    {0, {SL__S(F_, 0, 3, C_), SL__S(F_, 1, 3, C_), SL__S(F_, 2, 3, C_)}, \
     {F_.n_[0], F_.n_[1], F_.n_[2]} SL__TAIL(3, F_, G_, M_, C_)}
#define SL__GEOMETRY_4(F_, G_, M_, C_) \
    {0, {SL__S(F_, 0, 4, C_), SL__S(F_, 1, 4, C_), SL__S(F_, 2, 4, C_), \
         SL__S(F_, 3, 4, C_)}, \
     {F_.n_[0], F_.n_[1], F_.n_[2], F_.n_[3]} SL__TAIL(4, F_, G_, M_, C_)}
#define SL__GEOMETRY_5(F_, G_, M_, C_) \
    {0, {SL__S(F_, 0, 5, C_), SL__S(F_, 1, 5, C_), SL__S(F_, 2, 5, C_), \
         SL__S(F_, 3, 5, C_), SL__S(F_, 4, 5, C_)}, \
     {F_.n_[0], F_.n_[1], F_.n_[2], F_.n_[3], F_.n_[4]} SL__TAIL(5, F_, G_, M_, C_)}
#define SL__GEOMETRY_6(F_, G_, M_, C_) \
    {0, {SL__S(F_, 0, 6, C_), SL__S(F_, 1, 6, C_), SL__S(F_, 2, 6, C_), \
         SL__S(F_, 3, 6, C_), SL__S(F_, 4, 6, C_), SL__S(F_, 5, 6, C_)}, \
     {F_.n_[0], F_.n_[1], F_.n_[2], F_.n_[3], F_.n_[4], F_.n_[5]} SL__TAIL(6, F_, G_, M_, C_)}
#define SL__UNPACK(K_, I_, W_) SL__BY_KIND(SL__UNPACK_, K_, I_, W_)
#define SL__UNPACK_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) SL__UNUSED const T_ N_ = sl__a_->N_##__f_;
#define SL__UNPACK_kin(K_, I_, KK_, T_, R_, N_, S_, M_) \
    SL__CAT(SL__UNPACK_IN_, R_)(T_, N_) SL__UNPACK_VIEW(R_, N_, I_, M_, sl__read_)
#define SL__UNPACK_kout(K_, I_, KK_, T_, R_, N_, S_, M_) \
    SL__UNUSED T_ *const __restrict__ N_##__p_ = (T_ *)sl__a_->N_##__f_.p_; \
    SL__UNPACK_VIEW(R_, N_, I_, M_, sl__case_)
#define SL__UNPACK_kio SL__UNPACK_kout
#define SL__UNPACK_kred(...)
#define SL__UNPACK_kend(...)
#define SL__UNPACK_VIEW(R_, N_, I_, M_, C_) \
    SL__GUARD(R_, N_, I_) \
    SL__UNUSED const struct sl_rank##R_##_view N_ = \
        SL__CAT(SL__GEOMETRY_, R_)(sl__a_->N_##__f_, N_##__c_, M_, C_);
/* With bounds checks: what an argument's indices are checked against. */
#define SL__GUARD(R_, N_, I_) SL__CHECKED(SL__CAT(SL__GUARD_, R_)(N_, I_))
#define SL__GUARD_0(N_, I_)
#define SL__GUARD_N(N_, I_) \
    SL__UNUSED const struct sl__guard N_##__c_ = {sl__b_->fault_, I_, sl__a_->N_##__f_.n_};
#define SL__GUARD_1 SL__GUARD_N
#define SL__GUARD_2 SL__GUARD_N
#define SL__GUARD_3 SL__GUARD_N
#define SL__GUARD_4 SL__GUARD_N
#define SL__GUARD_5 SL__GUARD_N
#define SL__GUARD_6 SL__GUARD_N
#define SL__HERE SL__CHECKED(SL__UNUSED sl_index sl__here_[SL_MAX_RANK] = {0, 0, 0, 0, 0, 0};)
#define SL__UNPACK_IN_0(T_, N_) \
    const T_ N_##__v_ = *(const T_ *)sl__a_->N_##__f_.p_; \
    SL__UNUSED const T_ *const N_##__p_ = &N_##__v_;
#define SL__UNPACK_IN_N(T_, N_) \
    SL__UNUSED const T_ *const __restrict__ N_##__p_ = (const T_ *)sl__a_->N_##__f_.p_;
#define SL__UNPACK_IN_1 SL__UNPACK_IN_N
#define SL__UNPACK_IN_2 SL__UNPACK_IN_N
#define SL__UNPACK_IN_3 SL__UNPACK_IN_N
#define SL__UNPACK_IN_4 SL__UNPACK_IN_N
#define SL__UNPACK_IN_5 SL__UNPACK_IN_N
#define SL__UNPACK_IN_6 SL__UNPACK_IN_N

/* One iteration, at sl__x0_, sl__x1_, ... */
#define SL__CALL(K_, KR_, ...) \
    SL__CHECKED(SL__BE_HERE(SL__CAT(SL__XS_, KR_)),) \
    K_##__body_((SL__FAULT_TYPE())sl__b_->fault_, SL__CAT(SL__XS_, KR_) SL__EACH(SL__PASS, K_, __VA_ARGS__))

#define SL__BE_HERE(...) SL__BE_HERE2(__VA_ARGS__)
#define SL__BE_HERE2(H0_, H1_, H2_, H3_, H4_, H5_, ...) \
    (sl__here_[0] = H0_, sl__here_[1] = H1_, sl__here_[2] = H2_, sl__here_[3] = H3_, sl__here_[4] = H4_, \
     sl__here_[5] = H5_)

/* Loops over a box: one plain loop a dimension; the innermost one is vectorised. */
#define SL__FOR(D_) for (sl_index sl__x##D_##_ = sl__b_->lo_[D_]; sl__x##D_##_ < sl__b_->hi_[D_]; ++sl__x##D_##_)
#define SL__OUTER_RIGHT_1
#define SL__OUTER_LEFT_1
#define SL__LAST_1 0
#define SL__OUTER_RIGHT_2 SL__FOR(0)
#define SL__OUTER_LEFT_2 SL__FOR(1)
#define SL__LAST_2 1
#define SL__OUTER_RIGHT_3 SL__FOR(0) SL__FOR(1)
#define SL__OUTER_LEFT_3 SL__FOR(2) SL__FOR(1)
#define SL__LAST_3 2
#define SL__OUTER_RIGHT_4 SL__FOR(0) SL__FOR(1) SL__FOR(2)
#define SL__OUTER_LEFT_4 SL__FOR(3) SL__FOR(2) SL__FOR(1)
#define SL__LAST_4 3
#define SL__OUTER_RIGHT_5 SL__FOR(0) SL__FOR(1) SL__FOR(2) SL__FOR(3)
#define SL__OUTER_LEFT_5 SL__FOR(4) SL__FOR(3) SL__FOR(2) SL__FOR(1)
#define SL__LAST_5 4
#define SL__OUTER_RIGHT_6 SL__FOR(0) SL__FOR(1) SL__FOR(2) SL__FOR(3) SL__FOR(4)
#define SL__OUTER_LEFT_6 SL__FOR(5) SL__FOR(4) SL__FOR(3) SL__FOR(2) SL__FOR(1)
#define SL__LAST_6 5

/* Of a box in the order of the memory: inner dimension D_. */
#define SL__ROW(D_, K_, KR_, ...) SL__ROW2(D_, K_, KR_, __VA_ARGS__)
#define SL__ROW2(D_, K_, KR_, ...) \
    { \
        const sl_index sl__e_ = sl__b_->hi_[D_]; \
        SL__SIMD for (sl_index sl__x##D_##_ = sl__b_->lo_[D_]; sl__x##D_##_ < sl__e_; ++sl__x##D_##_) \
            SL__CALL(K_, KR_, __VA_ARGS__); \
    }
#define SL__LOOPS_RIGHT(K_, KR_, ...) \
    SL__CAT(SL__OUTER_RIGHT_, KR_) SL__ROW(SL__CAT(SL__LAST_, KR_), K_, KR_, __VA_ARGS__)
#define SL__LOOPS_LEFT(K_, KR_, ...) SL__CAT(SL__OUTER_LEFT_, KR_) SL__ROW(0, K_, KR_, __VA_ARGS__)

/* Of a box in any order of its dimensions: an odometer turns the outer ones. */
SL_FN int sl__turn(const struct sl__box *sl__b_, int sl__rank_, sl_index *sl__y_)
{
    for (int sl__l_ = sl__rank_ - 2; sl__l_ >= 0; --sl__l_) {
        const int sl__d_ = sl__b_->order_[sl__l_];
        if (++sl__y_[sl__d_] < sl__b_->hi_[sl__d_])
            return 1;
        sl__y_[sl__d_] = sl__b_->lo_[sl__d_];
    }
    return 0;
}
#define SL__Y(D_) const sl_index sl__x##D_##_ = sl__y_[D_];
#define SL__FIXED_1
#define SL__FIXED_2 SL__Y(0)
#define SL__FIXED_3 SL__Y(0) SL__Y(1)
#define SL__FIXED_4 SL__Y(0) SL__Y(1) SL__Y(2)
#define SL__FIXED_5 SL__Y(0) SL__Y(1) SL__Y(2) SL__Y(3)
#define SL__FIXED_6 SL__Y(0) SL__Y(1) SL__Y(2) SL__Y(3) SL__Y(4)
#define SL__FIXED_FIRST_2 SL__Y(1)
#define SL__FIXED_FIRST_3 SL__Y(1) SL__Y(2)
#define SL__FIXED_FIRST_4 SL__Y(1) SL__Y(2) SL__Y(3)
#define SL__FIXED_FIRST_5 SL__Y(1) SL__Y(2) SL__Y(3) SL__Y(4)
#define SL__FIXED_FIRST_6 SL__Y(1) SL__Y(2) SL__Y(3) SL__Y(4) SL__Y(5)
#define SL__MOVING_1 \
    const sl_index sl__x0_ = sl__y_[0] + sl__q_ * sl__m_[0];
#define SL__MOVING_2 \
    const sl_index sl__x0_ = sl__y_[0] + sl__q_ * sl__m_[0]; \
    const sl_index sl__x1_ = sl__y_[1] + sl__q_ * sl__m_[1];
#define SL__MOVING_3 \
    const sl_index sl__x0_ = sl__y_[0] + sl__q_ * sl__m_[0]; \
    const sl_index sl__x1_ = sl__y_[1] + sl__q_ * sl__m_[1]; \
    const sl_index sl__x2_ = sl__y_[2] + sl__q_ * sl__m_[2];
#define SL__MOVING_4 \
    const sl_index sl__x0_ = sl__y_[0] + sl__q_ * sl__m_[0]; \
    const sl_index sl__x1_ = sl__y_[1] + sl__q_ * sl__m_[1]; \
    const sl_index sl__x2_ = sl__y_[2] + sl__q_ * sl__m_[2]; \
    const sl_index sl__x3_ = sl__y_[3] + sl__q_ * sl__m_[3];
#define SL__MOVING_5 \
    const sl_index sl__x0_ = sl__y_[0] + sl__q_ * sl__m_[0]; \
    const sl_index sl__x1_ = sl__y_[1] + sl__q_ * sl__m_[1]; \
    const sl_index sl__x2_ = sl__y_[2] + sl__q_ * sl__m_[2]; \
    const sl_index sl__x3_ = sl__y_[3] + sl__q_ * sl__m_[3]; \
    const sl_index sl__x4_ = sl__y_[4] + sl__q_ * sl__m_[4];
#define SL__MOVING_6 \
    const sl_index sl__x0_ = sl__y_[0] + sl__q_ * sl__m_[0]; \
    const sl_index sl__x1_ = sl__y_[1] + sl__q_ * sl__m_[1]; \
    const sl_index sl__x2_ = sl__y_[2] + sl__q_ * sl__m_[2]; \
    const sl_index sl__x3_ = sl__y_[3] + sl__q_ * sl__m_[3]; \
    const sl_index sl__x4_ = sl__y_[4] + sl__q_ * sl__m_[4]; \
    const sl_index sl__x5_ = sl__y_[5] + sl__q_ * sl__m_[5];
#define SL__LOOPS_TURNED(PRAGMA_, K_, KR_, ...) \
    SL__LOOPS_TURNED2(PRAGMA_, SL__CAT(SL__LAST_, KR_), K_, KR_, __VA_ARGS__)
#define SL__LOOPS_TURNED2(PRAGMA_, D_, K_, KR_, ...) SL__LOOPS_TURNED3(PRAGMA_, D_, K_, KR_, __VA_ARGS__)
#define SL__TURNED_ROW(PRAGMA_, D_, FIXED_, K_, KR_, ...) \
    { \
        const sl_index sl__e_ = sl__b_->hi_[D_]; \
        FIXED_ \
        PRAGMA_ for (sl_index sl__x##D_##_ = sl__b_->lo_[D_]; sl__x##D_##_ < sl__e_; ++sl__x##D_##_) \
            SL__CALL(K_, KR_, __VA_ARGS__); \
    }
/* The last and the first dimension innermost have loops of their own, which gcc versions for unit strides. */
#define SL__LOOPS_TURNED3(PRAGMA_, D_, K_, KR_, ...) \
    { \
        const int sl__inner_ = sl__b_->order_[D_]; \
        sl_index sl__y_[KR_]; \
        for (int sl__d_ = 0; sl__d_ < KR_; ++sl__d_) \
            sl__y_[sl__d_] = sl__b_->lo_[sl__d_]; \
        do { \
            if (sl__inner_ == D_) \
                SL__TURNED_ROW(PRAGMA_, D_, SL__CAT(SL__FIXED_, KR_), K_, KR_, __VA_ARGS__) \
            SL__CAT(SL__TURNED_FIRST_, KR_)(PRAGMA_, K_, KR_, __VA_ARGS__) \
            SL__CAT(SL__TURNED_MIDDLE_, KR_)(PRAGMA_, K_, KR_, __VA_ARGS__) \
        } while (sl__turn(sl__b_, KR_, sl__y_)); \
    }
#define SL__TURNED_FIRST_1(...)
#define SL__TURNED_FIRST_N(PRAGMA_, K_, KR_, ...) \
    else if (sl__inner_ == 0) SL__TURNED_ROW(PRAGMA_, 0, SL__CAT(SL__FIXED_FIRST_, KR_), K_, KR_, __VA_ARGS__)
#define SL__TURNED_MIDDLE_1(...)
#define SL__TURNED_MIDDLE_2(...)
#define SL__TURNED_MIDDLE_N(PRAGMA_, K_, KR_, ...) \
    else { \
        const sl_index sl__e_ = sl__b_->hi_[sl__inner_] - sl__b_->lo_[sl__inner_]; \
        sl_index sl__m_[KR_]; \
        for (int sl__d_ = 0; sl__d_ < KR_; ++sl__d_) \
            sl__m_[sl__d_] = sl__d_ == sl__inner_; \
        PRAGMA_ for (sl_index sl__q_ = 0; sl__q_ < sl__e_; ++sl__q_) \
        { \
            SL__CAT(SL__MOVING_, KR_) \
            SL__CALL(K_, KR_, __VA_ARGS__); \
        } \
    }

#define SL__TURNED_FIRST_2 SL__TURNED_FIRST_N
#define SL__TURNED_FIRST_3 SL__TURNED_FIRST_N
#define SL__TURNED_FIRST_4 SL__TURNED_FIRST_N
#define SL__TURNED_FIRST_5 SL__TURNED_FIRST_N
#define SL__TURNED_FIRST_6 SL__TURNED_FIRST_N
#define SL__TURNED_MIDDLE_3 SL__TURNED_MIDDLE_N
#define SL__TURNED_MIDDLE_4 SL__TURNED_MIDDLE_N
#define SL__TURNED_MIDDLE_5 SL__TURNED_MIDDLE_N
#define SL__TURNED_MIDDLE_6 SL__TURNED_MIDDLE_N
#define SL__LOOPS_ANY(K_, KR_, ...) SL__LOOPS_TURNED(SL__SIMD, K_, KR_, __VA_ARGS__)
#define SL__LOOPS_SEQ(K_, KR_, ...) SL__LOOPS_TURNED(SL__NO_SIMD, K_, KR_, __VA_ARGS__)

/* Stream cases: `out(..., own)` views of the kernel's own rank are written to a small buffer that stays in the
 * first-level cache, which is then copied past the caches. The pointer is moved so that the body's own index lands in
 * the buffer. */
#define SL__STREAMS(KR_, I_, W_) SL__BY_KIND(SL__STREAMS_, KR_, I_, W_)
#define SL__STREAMS_ksc(...)
#define SL__STREAMS_kin(...)
#define SL__STREAMS_kio(...)
#define SL__STREAMS_kred(...)
#define SL__STREAMS_kend(...)
#define SL__STREAMS_kout(KR_, I_, KK_, T_, R_, N_, S_, M_) +SL__STREAMED(KR_, T_, R_, M_)
#define SL__STREAMED(KR_, T_, R_, M_) \
    (((M_) & SL_MODIFIER_own) != 0 && R_ == KR_ && (int)sizeof(T_) <= (int)SL__STREAM_MOST)
#define SL__STREAM_UNPACK(KR_, I_, W_) SL__BY_KIND(SL__STREAM_UNPACK_, KR_, I_, W_)
#define SL__STREAM_UNPACK_ksc SL__UNPACK_ksc
#define SL__STREAM_UNPACK_kin SL__UNPACK_kin
#define SL__STREAM_UNPACK_kio SL__UNPACK_kio
#define SL__STREAM_UNPACK_kred SL__UNPACK_kred
#define SL__STREAM_UNPACK_kend SL__UNPACK_kend
#define SL__STREAM_UNPACK_kout(KR_, I_, KK_, T_, R_, N_, S_, M_) \
    enum { N_##__own_ = SL__STREAMED(KR_, T_, R_, M_) }; \
    SL__UNUSED T_ *const N_##__r_ = (T_ *)sl__a_->N_##__f_.p_; \
    SL__GUARD(R_, N_, I_) \
    SL__UNUSED const struct sl_rank##R_##_view N_##__g_ = \
        SL__CAT(SL__GEOMETRY_, R_)(sl__a_->N_##__f_, N_##__c_, M_, sl__case_); \
    T_ N_##__b_[N_##__own_ ? SL__STREAM_ELEMENTS : 1] __attribute__((aligned(64))); \
    T_ *N_##__p_ = N_##__r_; \
    SL__UNUSED struct sl_rank##R_##_view N_ = N_##__g_; \
    if (N_##__own_) { \
        SL__CAT(SL__STREAM_STRIDES_, R_)(N_) \
    }
#define SL__Z(N_, D_) N_.s_[D_] = ((int)sl__inner_ == D_);
#define SL__STREAM_STRIDES_0(N_)
#define SL__STREAM_STRIDES_1(N_) SL__Z(N_, 0)
#define SL__STREAM_STRIDES_2(N_) SL__Z(N_, 0) SL__Z(N_, 1)
#define SL__STREAM_STRIDES_3(N_) SL__Z(N_, 0) SL__Z(N_, 1) SL__Z(N_, 2)
#define SL__STREAM_STRIDES_4(N_) SL__Z(N_, 0) SL__Z(N_, 1) SL__Z(N_, 2) SL__Z(N_, 3)
#define SL__STREAM_STRIDES_5(N_) SL__Z(N_, 0) SL__Z(N_, 1) SL__Z(N_, 2) SL__Z(N_, 3) SL__Z(N_, 4)
#define SL__STREAM_STRIDES_6(N_) SL__Z(N_, 0) SL__Z(N_, 1) SL__Z(N_, 2) SL__Z(N_, 3) SL__Z(N_, 4) SL__Z(N_, 5)
#define SL__STREAM_AIM(KR_, I_, W_) SL__BY_KIND(SL__STREAM_AIM_, KR_, I_, W_)
#define SL__STREAM_AIM_ksc(...)
#define SL__STREAM_AIM_kin(...)
#define SL__STREAM_AIM_kio(...)
#define SL__STREAM_AIM_kred(...)
#define SL__STREAM_AIM_kend(...)
#define SL__STREAM_AIM_kout(KR_, I_, KK_, T_, R_, N_, S_, M_) \
    if (N_##__own_) \
        N_##__p_ = (T_ *)((uintptr_t)N_##__b_ - (uintptr_t)sl__q_ * sizeof(T_));
#define SL__STREAM_FLUSH(KR_, I_, W_) SL__BY_KIND(SL__STREAM_FLUSH_, KR_, I_, W_)
#define SL__STREAM_FLUSH_ksc(...)
#define SL__STREAM_FLUSH_kin(...)
#define SL__STREAM_FLUSH_kio(...)
#define SL__STREAM_FLUSH_kred(...)
#define SL__STREAM_FLUSH_kend(...)
#define SL__STREAM_FLUSH_kout(KR_, I_, KK_, T_, R_, N_, S_, M_) \
    if (N_##__own_) \
        sl__stream(N_##__r_ + SL__CAT(SL__STREAM_AT_, R_)(N_##__g_), N_##__b_, \
                   (size_t)(sl__e_ - sl__q_) * sizeof(T_));
/* The first buffer of a row is shorter where the row begins within a cache line, so that the others are whole lines: a
 * line that two buffers share goes through the caches. With several views, for the last one. */
#define SL__STREAM_OVER(KR_, I_, W_) SL__BY_KIND(SL__STREAM_OVER_, KR_, I_, W_)
#define SL__STREAM_OVER_ksc(...)
#define SL__STREAM_OVER_kin(...)
#define SL__STREAM_OVER_kio(...)
#define SL__STREAM_OVER_kred(...)
#define SL__STREAM_OVER_kend(...)
#define SL__STREAM_OVER_kout(KR_, I_, KK_, T_, R_, N_, S_, M_) \
    if (N_##__own_) \
        sl__over_ = (sl_index)(((uintptr_t)(N_##__r_ + SL__CAT(SL__STREAM_AT_, R_)(N_##__g_)) & 63) / sizeof(T_));
#define SL__O(G_, D_) sl__o##D_##_ * G_.s_[D_]
#define SL__STREAM_AT_0(G_) 0
#define SL__STREAM_AT_1(G_) (SL__O(G_, 0))
#define SL__STREAM_AT_2(G_) (SL__O(G_, 0) + SL__O(G_, 1))
#define SL__STREAM_AT_3(G_) (SL__O(G_, 0) + SL__O(G_, 1) + SL__O(G_, 2))
#define SL__STREAM_AT_4(G_) (SL__O(G_, 0) + SL__O(G_, 1) + SL__O(G_, 2) + SL__O(G_, 3))
#define SL__STREAM_AT_5(G_) (SL__O(G_, 0) + SL__O(G_, 1) + SL__O(G_, 2) + SL__O(G_, 3) + SL__O(G_, 4))
#define SL__STREAM_AT_6(G_) (SL__O(G_, 0) + SL__O(G_, 1) + SL__O(G_, 2) + SL__O(G_, 3) + SL__O(G_, 4) + SL__O(G_, 5))

/* The indices of a buffer's first element: sl__o0_, ...; those that the kernel lacks are 0. */
#define SL__ORIGIN(D_, X_) SL__UNUSED const sl_index sl__o##D_##_ = X_;
#define SL__ORIGIN_RIGHT_1 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, 0) SL__ORIGIN(2, 0) \
    SL__ORIGIN(3, 0) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_LEFT_1 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, 0) SL__ORIGIN(2, 0) \
    SL__ORIGIN(3, 0) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_RIGHT_2 \
    SL__ORIGIN(0, sl__x0_) SL__ORIGIN(1, sl__q_) SL__ORIGIN(2, 0) \
    SL__ORIGIN(3, 0) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_LEFT_2 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, 0) \
    SL__ORIGIN(3, 0) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_RIGHT_3 \
    SL__ORIGIN(0, sl__x0_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__q_) \
    SL__ORIGIN(3, 0) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_LEFT_3 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, 0) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_RIGHT_4 \
    SL__ORIGIN(0, sl__x0_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, sl__q_) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_LEFT_4 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, sl__x3_) SL__ORIGIN(4, 0) SL__ORIGIN(5, 0)
#define SL__ORIGIN_RIGHT_5 \
    SL__ORIGIN(0, sl__x0_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, sl__x3_) SL__ORIGIN(4, sl__q_) SL__ORIGIN(5, 0)
#define SL__ORIGIN_LEFT_5 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, sl__x3_) SL__ORIGIN(4, sl__x4_) SL__ORIGIN(5, 0)
#define SL__ORIGIN_RIGHT_6 \
    SL__ORIGIN(0, sl__x0_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, sl__x3_) SL__ORIGIN(4, sl__x4_) SL__ORIGIN(5, sl__q_)
#define SL__ORIGIN_LEFT_6 \
    SL__ORIGIN(0, sl__q_) SL__ORIGIN(1, sl__x1_) SL__ORIGIN(2, sl__x2_) \
    SL__ORIGIN(3, sl__x3_) SL__ORIGIN(4, sl__x4_) SL__ORIGIN(5, sl__x5_)

#define SL__STREAM_ROW(D_, ORIGIN_, K_, KR_, ...) SL__STREAM_ROW2(D_, ORIGIN_, K_, KR_, __VA_ARGS__)
#define SL__STREAM_ROW2(D_, ORIGIN_, K_, KR_, ...) \
    for (sl_index sl__q_ = sl__b_->lo_[D_], sl__e_ = sl__q_; sl__q_ < sl__b_->hi_[D_]; sl__q_ = sl__e_) { \
        sl_index sl__over_ = 0; \
        ORIGIN_ \
        SL__EACH(SL__STREAM_OVER, KR_, __VA_ARGS__) \
        const sl_index sl__left_ = sl__b_->hi_[D_] - sl__q_, sl__most_ = SL__STREAM_ELEMENTS - sl__over_; \
        sl__e_ = sl__q_ + (sl__left_ < sl__most_ ? sl__left_ : sl__most_); \
        SL__EACH(SL__STREAM_AIM, KR_, __VA_ARGS__) \
        SL__SIMD for (sl_index sl__x##D_##_ = sl__q_; sl__x##D_##_ < sl__e_; ++sl__x##D_##_) \
            SL__CALL(K_, KR_, __VA_ARGS__); \
        SL__EACH(SL__STREAM_FLUSH, KR_, __VA_ARGS__) \
    }
#define SL__LOOPS_STREAM_RIGHT(K_, KR_, ...) \
    SL__CAT(SL__OUTER_RIGHT_, KR_) \
    SL__STREAM_ROW(SL__CAT(SL__LAST_, KR_), SL__CAT(SL__ORIGIN_RIGHT_, KR_), K_, KR_, __VA_ARGS__)
#define SL__LOOPS_STREAM_LEFT(K_, KR_, ...) \
    SL__CAT(SL__OUTER_LEFT_, KR_) SL__STREAM_ROW(0, SL__CAT(SL__ORIGIN_LEFT_, KR_), K_, KR_, __VA_ARGS__)

/* A chunk function. */
#define SL__CHUNK(NAME_, CASE_, READ_, LOOPS_, K_, KR_, ...) \
    static void K_##__##NAME_##_(const void *sl__p_, const struct sl__box *sl__b_) \
    { \
        enum { sl__case_ = CASE_, sl__read_ = READ_ }; \
        SL__UNUSED const struct K_##__args_ *const sl__a_ = (const struct K_##__args_ *)sl__p_; \
        SL__HERE \
        SL__EACH(SL__UNPACK, K_, __VA_ARGS__) \
        LOOPS_(K_, KR_, __VA_ARGS__) \
    }
#define SL__CHUNK_STREAM(NAME_, CASE_, READ_, INNER_, LOOPS_, K_, KR_, ...) \
    SL__UNUSED static void K_##__##NAME_##_(const void *sl__p_, const struct sl__box *sl__b_) \
    { \
        enum { sl__case_ = CASE_, sl__read_ = READ_, sl__inner_ = INNER_, \
               sl__streams_ = 0 SL__EACH(SL__STREAMS, KR_, __VA_ARGS__) }; \
        if (sl__streams_ > 0) { \
            SL__UNUSED const struct K_##__args_ *const sl__a_ = (const struct K_##__args_ *)sl__p_; \
            SL__HERE \
            SL__EACH(SL__STREAM_UNPACK, KR_, __VA_ARGS__) \
            LOOPS_(K_, KR_, __VA_ARGS__) \
        } \
    }

#define SL__CHUNKS_0(K_, KR_, ...) \
    SL__CHUNK(right, SL__CASE_RIGHT, SL__CASE_RIGHT, SL__LOOPS_RIGHT, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(left, SL__CASE_LEFT, SL__CASE_LEFT, SL__LOOPS_LEFT, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(any, SL__CASE_ANY, SL__CASE_ANY, SL__LOOPS_ANY, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(seq, SL__CASE_SEQ, SL__CASE_SEQ, SL__LOOPS_SEQ, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(mixed_right, SL__CASE_RIGHT, SL__CASE_ANY, SL__LOOPS_RIGHT, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(mixed_left, SL__CASE_LEFT, SL__CASE_ANY, SL__LOOPS_LEFT, K_, KR_, __VA_ARGS__) \
    SL__CHUNK_STREAM(stream_right, SL__CASE_RIGHT, SL__CASE_RIGHT, KR_ - 1, SL__LOOPS_STREAM_RIGHT, K_, KR_, \
                     __VA_ARGS__) \
    SL__CHUNK_STREAM(stream_left, SL__CASE_LEFT, SL__CASE_LEFT, 0, SL__LOOPS_STREAM_LEFT, K_, KR_, __VA_ARGS__) \
    SL__CHUNK_STREAM(mixed_stream_right, SL__CASE_RIGHT, SL__CASE_ANY, KR_ - 1, SL__LOOPS_STREAM_RIGHT, K_, KR_, \
                     __VA_ARGS__) \
    SL__CHUNK_STREAM(mixed_stream_left, SL__CASE_LEFT, SL__CASE_ANY, 0, SL__LOOPS_STREAM_LEFT, K_, KR_, __VA_ARGS__)
#define SL__CHUNKS_1(K_, KR_, ...) \
    SL__CHUNK(right, SL__CASE_RIGHT, SL__CASE_RIGHT, SL__CAT(SL__REDUCE_RIGHT_, KR_), K_, KR_, __VA_ARGS__) \
    SL__CHUNK(left, SL__CASE_LEFT, SL__CASE_LEFT, SL__CAT(SL__REDUCE_LEFT_, KR_), K_, KR_, __VA_ARGS__) \
    SL__CHUNK(any, SL__CASE_ANY, SL__CASE_ANY, SL__CAT(SL__REDUCE_RIGHT_, KR_), K_, KR_, __VA_ARGS__) \
    SL__CHUNK(seq, SL__CASE_SEQ, SL__CASE_SEQ, SL__CAT(SL__REDUCE_SEQ_, KR_), K_, KR_, __VA_ARGS__)
#define SL__MORE_FUNCTIONS_0(K_, KR_, ...) \
    K_##__mixed_right_, K_##__mixed_left_, \
    (0 SL__EACH(SL__STREAMS, KR_, __VA_ARGS__)) ? K_##__stream_right_ : 0, \
    (0 SL__EACH(SL__STREAMS, KR_, __VA_ARGS__)) ? K_##__stream_left_ : 0, \
    (0 SL__EACH(SL__STREAMS, KR_, __VA_ARGS__)) ? K_##__mixed_stream_right_ : 0, \
    (0 SL__EACH(SL__STREAMS, KR_, __VA_ARGS__)) ? K_##__mixed_stream_left_ : 0
#define SL__MORE_FUNCTIONS_1(K_, KR_, ...) 0, 0, 0, 0, 0, 0

/* Whether a kernel reduces: 1 or 0. */
#define SL__REDUCES(...) SL__CHECK(SL__EACH(SL__REDUCES_, ~, __VA_ARGS__))
#define SL__REDUCES_(K_, I_, W_) SL__BY_KIND(SL__REDUCES_, K_, I_, W_)
#define SL__REDUCES_ksc(...)
#define SL__REDUCES_kin(...)
#define SL__REDUCES_kout(...)
#define SL__REDUCES_kio(...)
#define SL__REDUCES_kred(...) ~, 1,
#define SL__REDUCES_kend(...)

#define SL__ONE(...) +1
#define SL__ONE_ARG(K_, I_, W_) SL__BY_KIND(SL__ONE_, K_, I_, W_)
#define SL__ONE_ksc SL__ONE
#define SL__ONE_kin SL__ONE
#define SL__ONE_kout SL__ONE
#define SL__ONE_kio SL__ONE
#define SL__ONE_kred SL__ONE
#define SL__ONE_kend(...)

#ifdef SL_BOUNDS_CHECK
#define SL__BOUNDS_CHECKED 1
#else
#define SL__BOUNDS_CHECKED 0
#endif

/** Defines a kernel; its body follows as a plain brace block.
 *
 *  @param K_  the kernel's name
 *  @param X_  its indices in parentheses, 1 to 6 of them: (i, j)
 *  @param ... 0 to 16 arguments: scalar(type, name), in / out / inout(type, rank, name [, own | own(dimension, ...) |
 *             halo(width, ...) | fixed(extent, ...) | random]), reduce(type, sum | min | max | prod, name)
 *
 *  `own` promises that a body touches a view at the loop's own indices only, `halo` that it looks no farther than so
 *  many elements from them (at the edges of the view it may look to one side only), and `out(..., own)` that it writes
 *  every own element without reading it. With -DSL_BOUNDS_CHECK a body that touches another element fails its task with
 *  #SL_ERR_REACH. */
#define SL_KERNEL(K_, X_, ...) \
    SL__WORDS_1(SL__KERNEL, K_, X_, SL_WORD_##__VA_ARGS__, end, end, end, end, end, end, end, end, end, end, end, end, \
                end, end, end, end, end)
#define SL__KERNEL(K_, X_, ...) SL__KERNEL2(K_, X_, SL__NARG X_, __VA_ARGS__)
#define SL__KERNEL2(K_, X_, KR_, ...) SL__KERNEL3(K_, X_, KR_, __VA_ARGS__)
#define SL__KERNEL3(K_, X_, KR_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_) \
    SL__EACH(SL__DIAGNOSE, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_) \
    SL__DIAGNOSE_COUNT(K_, W17_) \
    SL__KERNEL4(K_, X_, KR_, SL__REDUCES(W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, \
        W14_, W15_, W16_), \
                W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_)
#define SL__KERNEL4(K_, X_, KR_, RED_, ...) SL__KERNEL5(K_, X_, KR_, RED_, __VA_ARGS__)
#define SL__BODY_HEAD(K_, X_, KR_, ...) \
    SL_FN void K_##__body_(SL__UNUSED SL__FAULT_TYPE(sl__fault_), SL__IX_6(sl__h0_, sl__h1_, sl__h2_, sl__h3_, \
                           sl__h4_, sl__h5_), SL__IX_##KR_ X_ SL__EACH(SL__BODY, K_, __VA_ARGS__))
#ifndef __CUDACC__ /* kernel/device.h has nvcc's */
#define SL__KERNEL5(K_, X_, KR_, RED_, ...) \
    enum { K_##__no_mods_ = 0, SL__EACH(SL__MODIFIER, K_, __VA_ARGS__) }; \
    struct K_##__args_ { \
        int sl__none_; \
        SL__EACH(SL__FIELD, K_, __VA_ARGS__) \
    }; \
    static const sl__arg_info K_##__info_[] = { \
        SL__EACH(SL__INFO, K_, __VA_ARGS__){0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}; \
    SL__BODY_HEAD(K_, X_, KR_, __VA_ARGS__); \
    SL__CHUNKS_##RED_(K_, KR_, __VA_ARGS__) \
    static struct sl__kernel_state *K_##__state_; \
    SL__EXTERN_C const sl__device_code K_##__cuda SL__WEAK; \
    SL__EXTERN_C const sl_kernel K_##__kernel; \
    const sl_kernel K_##__kernel = { \
        SL__ABI, #K_, __FILE__, __LINE__, KR_, 0 SL__EACH(SL__ONE_ARG, K_, __VA_ARGS__), SL__BOUNDS_CHECKED, \
        K_##__info_, sizeof(struct K_##__args_), \
        {K_##__right_, K_##__left_, K_##__any_, K_##__seq_, SL__MORE_FUNCTIONS_##RED_(K_, KR_, __VA_ARGS__)}, \
        &K_##__cuda, __start_sl__raises, __stop_sl__raises, &K_##__state_}; \
    SL__EXTERN_C SL__SUBMIT_HEAD(K_, __VA_ARGS__); \
    SL__SUBMIT_HEAD(K_, __VA_ARGS__) \
    { \
        const sl_arg sl__args_[] = {SL__EACH(SL__ARG, K_, __VA_ARGS__){SL_ARG_SCALAR, 0, 0, 0, {0, 0, 0, 0, 0, 0}}}; \
        return sl__submit(sl__call_, &K_##__kernel, &sl__policy_, &sl__space_, sl__args_, \
                          (int)(sizeof sl__args_ / sizeof *sl__args_) - 1); \
    } \
    SL__BODY_HEAD(K_, X_, KR_, __VA_ARGS__)
#endif

#endif
