/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Plain loops in CUDA: part of starloop/kernel/forms.h. */
#ifndef STARLOOP_KERNEL_FORM_LOOP_DEVICE_H
#define STARLOOP_KERNEL_FORM_LOOP_DEVICE_H

#include <starloop/kernel/device.h>

#ifdef __CUDACC__

/* ---- several iterations of a thread together --------------------------------------------------------------- */

/* What a body writes of an `own` view is put there for all of them in the end, and fetched for all of them first where
 * it is read, too; the body finds it in a view of one element. Otherwise no load could begin before the store of the
 * turn before, which may be to the same place for all that the assembler knows. */
#ifdef SL_BOUNDS_CHECK
#define SL__DEVICE_IS_OWN(T_, R_, M_) 0
#else
/* clang-format off */
#define SL__DEVICE_IS_OWN(T_, R_, M_) \
    ((int)sl__turns_ > 1 && ((M_) & SL_MODIFIER_own) != 0 && R_ == (int)sl__rank_ && \
     sizeof(T_) <= SL__DEVICE_OWN_MOST)
/* clang-format on */
#endif
enum { SL__DEVICE_OWN_MOST = 16 }; /* bytes of an element: of a larger one the body may want a part */
extern "C++" {
/* A view whose elements are all one. */
template <typename sl__view_> SL__DEVICE_FN sl__view_ sl__device_still(sl__view_ sl__v_)
{
    _Pragma("unroll") for (unsigned sl__d_ = 0; sl__d_ < sizeof sl__v_.s_ / sizeof *sl__v_.s_; ++sl__d_)
        sl__v_.s_[sl__d_] = 0;
    sl__v_.o_ = 0;
    sl__v_.unit_ = -1;
    sl__v_.case_ = SL__CASE_ANY;
    return sl__v_;
}
SL__DEVICE_FN struct sl_rank0_view sl__device_still(struct sl_rank0_view sl__v_)
{
    return sl__v_;
}
/* clang-format off */
/* The element at a loop's indices, of a view of any rank. */
#define SL__DEVICE_ELEMENT(R_, ...) \
    template <typename T> \
    SL__DEVICE_FN T *sl__device_element(T *sl__p_, struct sl_rank##R_##_view sl__v_, sl_index sl__x0_, \
        sl_index sl__x1_, sl_index sl__x2_, sl_index sl__x3_, sl_index sl__x4_, sl_index sl__x5_) \
    { \
        (void)sl__v_, (void)sl__x0_, (void)sl__x1_, (void)sl__x2_, (void)sl__x3_, (void)sl__x4_, (void)sl__x5_; \
        return __VA_ARGS__; \
    }
SL__DEVICE_ELEMENT(0, sl__p_)
SL__DEVICE_ELEMENT(1, sl__element(sl__p_, sl__v_, sl__x0_))
SL__DEVICE_ELEMENT(2, sl__element(sl__p_, sl__v_, sl__x0_, sl__x1_))
SL__DEVICE_ELEMENT(3, sl__element(sl__p_, sl__v_, sl__x0_, sl__x1_, sl__x2_))
SL__DEVICE_ELEMENT(4, sl__element(sl__p_, sl__v_, sl__x0_, sl__x1_, sl__x2_, sl__x3_))
SL__DEVICE_ELEMENT(5, sl__element(sl__p_, sl__v_, sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_))
SL__DEVICE_ELEMENT(6, sl__element(sl__p_, sl__v_, sl__x0_, sl__x1_, sl__x2_, sl__x3_, sl__x4_, sl__x5_))
/* clang-format on */
}
/* clang-format off */
#define SL__DEVICE_INDICES(KR_) SL__CAT(SL__COMMAS_, KR_)(SL__X, ~) SL__CAT(SL__ZEROS_, KR_)
#define SL__DEVICE_OWN(K_, I_, W_) SL__FOR_VIEW(SL__DEVICE_OWN_VIEW, K_, I_, W_)
#define SL__DEVICE_OWN_sl__atomic(...)
#define SL__DEVICE_OWN_VIEW(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_OWN_##A_(T_, R_, N_)
#define SL__DEVICE_OWN_sl__r(...)
#define SL__DEVICE_OWN_sl__w SL__DEVICE_OWN_sl__rw
#define SL__DEVICE_OWN_sl__rw(T_, R_, N_) \
    T_ N_##__o_[sl__some_]; \
    const struct sl_rank##R_##_view N_##__z_ = sl__device_still(N_);
#define SL__DEVICE_THERE(N_) \
    *sl__device_element(N_##__p_, N_, sl__at_[0], sl__at_[1], sl__at_[2], sl__at_[3], sl__at_[4], sl__at_[5])
#define SL__DEVICE_FETCH(K_, I_, W_) SL__FOR_VIEW(SL__DEVICE_FETCH_VIEW, K_, I_, W_)
#define SL__DEVICE_FETCH_VIEW(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_FETCH_##A_(T_, R_, N_, M_)
#define SL__DEVICE_FETCH_sl__r(...)
#define SL__DEVICE_FETCH_sl__w(...)
#define SL__DEVICE_FETCH_sl__atomic(...)
#define SL__DEVICE_FETCH_sl__rw(T_, R_, N_, M_) \
    if (SL__DEVICE_IS_OWN(T_, R_, M_)) \
        N_##__o_[sl__u_] = SL__DEVICE_THERE(N_);
#define SL__DEVICE_PUT(K_, I_, W_) SL__FOR_VIEW(SL__DEVICE_PUT_VIEW, K_, I_, W_)
#define SL__DEVICE_PUT_VIEW(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_PUT_##A_(T_, R_, N_, M_)
#define SL__DEVICE_PUT_sl__r(...)
#define SL__DEVICE_PUT_sl__atomic(...)
#define SL__DEVICE_PUT_sl__w SL__DEVICE_PUT_sl__rw
#define SL__DEVICE_PUT_sl__rw(T_, R_, N_, M_) \
    if (SL__DEVICE_IS_OWN(T_, R_, M_)) \
        SL__DEVICE_THERE(N_) = N_##__o_[sl__u_];
#define SL__DEVICE_PASS(K_, I_, W_) SL__BY_CLASS(SL__DEVICE_PASS_, K_, I_, W_)
#define SL__DEVICE_PASS_sl__value SL__PASS_sl__value
#define SL__DEVICE_PASS_sl__result SL__PASS_sl__result
#define SL__DEVICE_PASS_sl__scatter SL__PASS_sl__scatter
#define SL__DEVICE_PASS_sl__pack SL__PASS_sl__pack
#define SL__DEVICE_PASS_sl__mapped SL__PASS_sl__mapped
#define SL__DEVICE_PASS_sl__array SL__PASS_sl__array
#define SL__DEVICE_PASS_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_PASS_##A_(T_, R_, N_, M_)
#define SL__DEVICE_PASS_sl__r(T_, R_, N_, M_) , N_##__p_, N_
#define SL__DEVICE_PASS_sl__atomic SL__DEVICE_PASS_sl__r
#define SL__DEVICE_PASS_sl__w SL__DEVICE_PASS_sl__rw
#define SL__DEVICE_PASS_sl__rw(T_, R_, N_, M_) \
    , SL__DEVICE_IS_OWN(T_, R_, M_) ? &N_##__o_[sl__u_] : N_##__p_, SL__DEVICE_IS_OWN(T_, R_, M_) ? N_##__z_ : N_
#define SL__DEVICE_CALL(E_, K_, KR_, ...) \
    SL__CHECKED(SL__SET_ITERATION(SL__XS(KR_)),) \
    K_##__body_((SL__FAULT_TYPE())sl__b_->fault_, 0, (int)sl__final_, SL__XS(KR_) SL__POSITION(KR_) \
                E_(SL__DEVICE_PASS, K_, __VA_ARGS__))

#define SL__DEVICE_EACH_OF(SOME_) _Pragma("unroll") for (int sl__u_ = 0; sl__u_ < SOME_; ++sl__u_)

/* Whether a kernel looks at what lies about the loop's own indices only, and writes at those what a register holds:
 * && 1 for each of its arguments. */
#define SL__DEVICE_NEAR(KR_, I_, W_) SL__FOR_VIEW(SL__DEVICE_NEAR_VIEW, KR_, I_, W_)
#define SL__DEVICE_NEAR_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_NEAR_##A_(KR_, T_, R_, M_)
#define SL__DEVICE_NEAR_sl__r(KR_, T_, R_, M_) \
    &&(R_ == 0 || (((M_) & SL__DEVICE_REACHES) != 0 && ((M_) & (int)SL__MODIFIERS_FREE) == 0))
#define SL__DEVICE_NEAR_sl__w SL__DEVICE_NEAR_sl__rw
#define SL__DEVICE_NEAR_sl__atomic(...) &&0
#define SL__DEVICE_NEAR_sl__rw(KR_, T_, R_, M_) \
    &&((M_) & SL_MODIFIER_own) != 0 && R_ == KR_ && sizeof(T_) <= SL__DEVICE_OWN_MOST
/* clang-format on */
enum { SL__DEVICE_REACHES = SL_MODIFIER_own | SL_MODIFIER_own() | SL_MODIFIER_halo() };

/* As many registers as a body can use. Left to itself the compiler takes few, for as many threads on a multiprocessor
 * as there may be, and puts each load of a body's own loops right before its use, where several could be under way. A
 * block of more threads than that leaves has the function for any space. */
#if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 4)
#define SL__DEVICE_REGISTERS __maxnreg__(255)
#else
#define SL__DEVICE_REGISTERS
#endif

/* clang-format off */
/* ---- loops that a grid covers ------------------------------------------------------------------------------ */

/* A thread has one iteration, or SL__DEVICE_TURNS along x, a CUDA block apart, if there are as many: a copy takes a
 * tenth less so, a stencil an eighth. Loops over the grid cost a stencil 6 %, so they are functions of their own. */
#define SL__DEVICE_INSIDE_1
#define SL__DEVICE_INSIDE_2 if (SL__DEVICE_IN(1, sl__cy_))
#define SL__DEVICE_INSIDE_3 if (SL__DEVICE_IN(1, sl__cy_) && SL__DEVICE_IN(2, sl__cz_))
#define SL__DEVICE_SPOT(KR_) \
    const sl__int_ sl__cx_ = sl__from_ + sl__u_ * sl__b_->apart_; \
    SL__DEVICE_XS(KR_) \
    const sl_index sl__at_[SL_MAX_RANK] = {SL__DEVICE_INDICES(KR_)}; \
    (void)sl__at_;
/* SPOT_ is a turn's place: the indices of turn sl__u_, and sl__at_. */
#define SL__DEVICE_TOGETHER(SOME_, SPOT_, E_, K_, KR_, ...) \
    { \
        enum { sl__some_ = SOME_ }; \
        E_(SL__DEVICE_OWN, K_, __VA_ARGS__) \
        SL__DEVICE_EACH_OF(SOME_) \
        { \
            SPOT_ \
            E_(SL__DEVICE_FETCH, K_, __VA_ARGS__) \
        } \
        SL__DEVICE_EACH_OF(SOME_) \
        { \
            SPOT_ \
            SL__DEVICE_CALL(E_, K_, KR_, __VA_ARGS__); \
        } \
        SL__DEVICE_EACH_OF(SOME_) \
        { \
            SPOT_ \
            E_(SL__DEVICE_PUT, K_, __VA_ARGS__) \
        } \
    }
#define SL__DEVICE_BOUNDS(THREADS_, BLOCKS_, ...) __launch_bounds__(THREADS_, BLOCKS_)
#define SL__DEVICE_COVER(F_, CASE_, E_, K_, KR_, ...) \
    static __global__ void SL__BOUNDS(SL__DEVICE_BOUNDS, ~) SL__UNBOUND(SL__DEVICE_REGISTERS) \
    F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        enum { sl__rank_ = KR_, sl__turns_ = SL__DEVICE_TURNS_sl__loop(E_, KR_, __VA_ARGS__) }; \
        SL__DEVICE_UNPACK(E_, K_, CASE_, int, __VA_ARGS__) \
        const sl__int_ sl__from_ = sl__device_block() * (sl__turns_ > 1 ? sl__b_->span_ : sl__device_threads()) + \
                                   sl__device_thread(); \
        const sl__int_ sl__cy_ = KR_ > 1 ? SL__DEVICE_AT(1) : 0, sl__cz_ = KR_ > 2 ? SL__DEVICE_AT(2) : 0; \
        const unsigned sl__count_ = (unsigned)sl__b_->count_[0]; \
        SL__CAT(SL__DEVICE_INSIDE_, SL__CAT(SL__AXES_, KR_)) \
        { \
            if (sl__turns_ > 1 && (unsigned)sl__from_ + (sl__turns_ - 1) * (unsigned)sl__b_->apart_ < sl__count_) \
                SL__DEVICE_TOGETHER(sl__turns_, SL__DEVICE_SPOT(KR_), E_, K_, KR_, __VA_ARGS__) \
            else if ((unsigned)sl__from_ < sl__count_) \
                SL__DEVICE_TOGETHER(1, SL__DEVICE_SPOT(KR_), E_, K_, KR_, __VA_ARGS__) \
        } \
    }
/* clang-format on */
#ifdef SL_BOUNDS_CHECK
#define SL__DEVICE_TURNS_sl__loop(E_, KR_, ...) 1
#else
#define SL__DEVICE_TURNS_sl__loop(E_, KR_, ...) ((1 E_(SL__DEVICE_NEAR, KR_, __VA_ARGS__)) ? (int)SL__DEVICE_TURNS : 1)
#endif
#define SL__DEVICE_LOOP(F_, CASE_, INT_, AXES_, E_, K_, KR_, ...) \
    static __global__ void SL__BOUNDS(SL__DEVICE_BOUNDS, ~) F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        SL__DEVICE_UNPACK_ONE_OF(E_, K_, CASE_, INT_, __VA_ARGS__) \
        AXES_ \
        { \
            SL__DEVICE_XS(KR_) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
    }
#define SL__DEVICE_COVER_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__DEVICE_COVER(K_##__##NAME_##_cuda_, SL__CASE_##CASE_, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_FUNCTIONS_sl__loop(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__DEVICE_COVER_OF, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_COVER(K_##__any_cuda_, SL__CASE_ANY, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_LOOP(K_##__wide_cuda_, SL__CASE_ANY, sl_index, SL__DEVICE_STRIDE(KR_), E_, K_, KR_, __VA_ARGS__) \
    SL__CAT(SL__DEVICE_SCATTER_, SL__SCATTERS(E_, __VA_ARGS__))(E_, K_, KR_, __VA_ARGS__)
/* clang-format on */

#endif
#endif
