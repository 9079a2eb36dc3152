/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What SL_KERNEL emits when nvcc compiles a kernel file: a __global__ function a layout case, and their table.
 *
 * The unit-stride dimension lies along threadIdx.x. Where a grid does not cover its space, the threads stride over it.
 *
 * CUDA's own variables are used in functions alone: a program's macro named x must not reach threadIdx.x.
 */
#ifndef STARLOOP_KERNEL_DEVICE_H
#define STARLOOP_KERNEL_DEVICE_H

#include <starloop/kernel/emit.h>

#ifdef __CUDACC__

#define SL__DEVICE_FN static __device__ __forceinline__ __attribute__((__unused__))
#define SL__DEVICE_METHOD __device__ __forceinline__

/* A launch may begin while the one before it in the stream ends; from here on everything that was launched before has
 * ended, and what it wrote is seen. No function touches memory before. */
SL__DEVICE_FN void sl__device_begin(void)
{
#if __CUDA_ARCH__ >= 900
    __asm__ __volatile__("griddepcontrol.wait;" ::: "memory");
#endif
}

SL__DEVICE_FN int sl__device_thread(void)
{
    return (int)threadIdx.x;
}
SL__DEVICE_FN int sl__device_threads(void)
{
    return (int)blockDim.x;
}
SL__DEVICE_FN int sl__device_block(void)
{
    return (int)blockIdx.x;
}
SL__DEVICE_FN int sl__device_blocks(void)
{
    return (int)gridDim.x;
}

/* ---- places in the grid ------------------------------------------------------------------------------------ */

/* The axis of a dimension: a constant in the cases right and left. */
SL__DEVICE_FN int sl__device_axis(const sl__device_box *sl__b_, int sl__case_, int sl__d_, int sl__rank_)
{
    const int sl__place_ = sl__case_ == SL__CASE_LEFT ? sl__d_ : sl__rank_ - 1 - sl__d_;
    return sl__case_ == SL__CASE_ANY ? sl__b_->axis_[sl__d_] : sl__place_ < 2 ? sl__place_ : 2;
}
/* clang-format off */
/* One set of functions for 32 and one for 64 bits. */
#define SL__DEVICE_PLACES(INT_) \
    SL__DEVICE_FN INT_ sl__device_first(int sl__axis_, INT_) \
    { \
        return sl__axis_ == 0   ? (INT_)blockIdx.x * (INT_)blockDim.x + (INT_)threadIdx.x \
               : sl__axis_ == 1 ? (INT_)blockIdx.y * (INT_)blockDim.y + (INT_)threadIdx.y \
                                : (INT_)blockIdx.z * (INT_)blockDim.z + (INT_)threadIdx.z; \
    } \
    SL__DEVICE_FN INT_ sl__device_step(int sl__axis_, INT_) \
    { \
        return sl__axis_ == 0   ? (INT_)gridDim.x * (INT_)blockDim.x \
               : sl__axis_ == 1 ? (INT_)gridDim.y * (INT_)blockDim.y \
                                : (INT_)gridDim.z * (INT_)blockDim.z; \
    } \
    /* The index of dimension sl__d_ at a place of the axes. */ \
    SL__DEVICE_FN INT_ sl__device_index(const sl__device_box *sl__b_, int sl__case_, int sl__d_, int sl__rank_, \
        INT_ sl__cx_, INT_ sl__cy_, INT_ sl__cz_) \
    { \
        const int sl__axis_ = sl__device_axis(sl__b_, sl__case_, sl__d_, sl__rank_); \
        const INT_ sl__lo_ = (INT_)sl__b_->lo_[sl__d_]; \
        if (sl__axis_ == 0) \
            return sl__lo_ + sl__cx_; \
        if (sl__axis_ == 1) \
            return sl__lo_ + sl__cy_; \
        if (sl__rank_ == 3) \
            return sl__lo_ + sl__cz_; \
        return sl__lo_ + sl__cz_ / (INT_)sl__b_->divide_[sl__d_] % ((INT_)sl__b_->hi_[sl__d_] - sl__lo_); \
    }

SL__DEVICE_PLACES(int)
SL__DEVICE_PLACES(sl_index)

/* ---- loops ------------------------------------------------------------------------------------------------- */

#define SL__DEVICE_X(D_, KR_) \
    const sl__int_ sl__x##D_##_ = sl__device_index(sl__b_, sl__case_, D_, KR_, sl__cx_, sl__cy_, sl__cz_);
#define SL__DEVICE_XS(KR_) SL__CAT(SL__DIMS_, KR_)(SL__DEVICE_X, KR_)

#define SL__DEVICE_AT(A_) sl__device_first(A_, (sl__int_)0)
#define SL__DEVICE_IN(A_, C_) C_ < (sl__int_)sl__b_->count_[A_]

/* Any grid. */
#define SL__DEVICE_AXIS(A_, C_) \
    _Pragma("unroll 1") for (sl__int_ C_ = SL__DEVICE_AT(A_); SL__DEVICE_IN(A_, C_); \
                             C_ += sl__device_step(A_, (sl__int_)0))
#define SL__DEVICE_STRIDE(KR_) SL__CAT(SL__DEVICE_STRIDE_, SL__CAT(SL__AXES_, KR_))
#define SL__DEVICE_STRIDE_1 \
    const sl__int_ sl__cy_ = 0, sl__cz_ = 0; \
    SL__DEVICE_AXIS(0, sl__cx_)
#define SL__DEVICE_STRIDE_2 \
    const sl__int_ sl__cz_ = 0; \
    SL__DEVICE_AXIS(1, sl__cy_) SL__DEVICE_AXIS(0, sl__cx_)
#define SL__DEVICE_STRIDE_3 SL__DEVICE_AXIS(2, sl__cz_) SL__DEVICE_AXIS(1, sl__cy_) SL__DEVICE_AXIS(0, sl__cx_)
/* clang-format on */

/* The arguments are a parameter of the function, unless they are so many that with the others they would not fit into
 * the 4096 bytes that any CUDA takes: then they are in device memory, and the parameter is a pointer. */
enum { SL__DEVICE_PARAMETERS = 4096 - (int)sizeof(sl__device_box) - (int)sizeof(sl__device_reduction) - 64 };
extern "C++" {
template <typename sl__type_, bool sl__fits_> struct sl__device_arguments {
    sl__type_ here_;
    SL__DEVICE_METHOD const sl__type_ *get_() const
    {
        return &here_;
    }
};
template <typename sl__type_> struct sl__device_arguments<sl__type_, false> {
    const sl__type_ *there_;
    SL__DEVICE_METHOD const sl__type_ *get_() const
    {
        return there_;
    }
};
}
#define SL__DEVICE_FITS(K_) (sizeof(struct K_##__args_) <= (size_t)SL__DEVICE_PARAMETERS)
#define SL__DEVICE_ARGUMENTS(K_) const sl__device_arguments<struct K_##__args_, SL__DEVICE_FITS(K_)> sl__p_

#define SL__DEVICE_UNPACK(E_, K_, CASE_, INT_, ...) \
    enum { sl__case_ = CASE_, sl__read_ = CASE_ }; \
    typedef INT_ sl__int_; \
    sl__device_begin(); \
    SL__UNUSED const struct K_##__args_ *const sl__a_ = sl__p_.get_(); \
    const sl__device_box *const sl__b_ = &sl__q_; \
    if (sl__b_->failed_ && (*sl__b_->failed_ & sl__b_->depends_)) /* what it would read is not there */ \
        return; \
    SL__HERE \
    E_(SL__UNPACK, K_, __VA_ARGS__)

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
    return sl__v_;
}
SL__DEVICE_FN struct sl_rank0_view sl__device_still(struct sl_rank0_view sl__v_)
{
    return sl__v_;
}
/* clang-format off */
/* The element at a loop's indices, of a view of any rank. */
#define SL__DEVICE_ELEMENT(R_, ...) \
    template <typename T_> \
    SL__DEVICE_FN T_ *sl__device_element(T_ *sl__p_, struct sl_rank##R_##_view sl__v_, sl_index sl__x0_, \
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
#define SL__DEVICE_HERE(KR_) SL__CAT(SL__COMMAS_, KR_)(SL__X, ~) SL__CAT(SL__ZEROS_, KR_)
#define SL__DEVICE_OWN(K_, I_, W_) SL__FOR_VIEW(SL__DEVICE_OWN_VIEW, K_, I_, W_)
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
#define SL__DEVICE_FETCH_sl__rw(T_, R_, N_, M_) \
    if (SL__DEVICE_IS_OWN(T_, R_, M_)) \
        N_##__o_[sl__u_] = SL__DEVICE_THERE(N_);
#define SL__DEVICE_PUT(K_, I_, W_) SL__FOR_VIEW(SL__DEVICE_PUT_VIEW, K_, I_, W_)
#define SL__DEVICE_PUT_VIEW(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_PUT_##A_(T_, R_, N_, M_)
#define SL__DEVICE_PUT_sl__r(...)
#define SL__DEVICE_PUT_sl__w SL__DEVICE_PUT_sl__rw
#define SL__DEVICE_PUT_sl__rw(T_, R_, N_, M_) \
    if (SL__DEVICE_IS_OWN(T_, R_, M_)) \
        SL__DEVICE_THERE(N_) = N_##__o_[sl__u_];
#define SL__DEVICE_PASS(K_, I_, W_) SL__BY_CLASS(SL__DEVICE_PASS_, K_, I_, W_)
#define SL__DEVICE_PASS_sl__value SL__PASS_sl__value
#define SL__DEVICE_PASS_sl__result SL__PASS_sl__result
#define SL__DEVICE_PASS_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_PASS_##A_(T_, R_, N_, M_)
#define SL__DEVICE_PASS_sl__r(T_, R_, N_, M_) , N_##__p_, N_
#define SL__DEVICE_PASS_sl__w SL__DEVICE_PASS_sl__rw
#define SL__DEVICE_PASS_sl__rw(T_, R_, N_, M_) \
    , SL__DEVICE_IS_OWN(T_, R_, M_) ? &N_##__o_[sl__u_] : N_##__p_, SL__DEVICE_IS_OWN(T_, R_, M_) ? N_##__z_ : N_
#define SL__DEVICE_CALL(E_, K_, KR_, ...) \
    SL__CHECKED(SL__BE_HERE(SL__XS(KR_)),) \
    K_##__body_((SL__FAULT_TYPE())sl__b_->fault_, SL__XS(KR_) E_(SL__DEVICE_PASS, K_, __VA_ARGS__))

#define SL__DEVICE_EACH_OF(SOME_) _Pragma("unroll") for (int sl__u_ = 0; sl__u_ < SOME_; ++sl__u_)

/* Whether a kernel looks at what lies about the loop's own indices only, and writes at those what a register holds:
 * && 1 for each of its arguments. */
#define SL__DEVICE_NEAR(KR_, I_, W_) SL__FOR_VIEW(SL__DEVICE_NEAR_VIEW, KR_, I_, W_)
#define SL__DEVICE_NEAR_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DEVICE_NEAR_##A_(KR_, T_, R_, M_)
#define SL__DEVICE_NEAR_sl__r(KR_, T_, R_, M_) &&(R_ == 0 || ((M_) & SL__DEVICE_REACHES) != 0)
#define SL__DEVICE_NEAR_sl__w SL__DEVICE_NEAR_sl__rw
#define SL__DEVICE_NEAR_sl__rw(KR_, T_, R_, M_) \
    &&((M_) & SL_MODIFIER_own) != 0 && R_ == KR_ && sizeof(T_) <= SL__DEVICE_OWN_MOST
/* clang-format on */
enum { SL__DEVICE_REACHES = SL_MODIFIER_own | SL_MODIFIER_own() | SL_MODIFIER_halo() };

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
    const sl_index sl__at_[SL_MAX_RANK] = {SL__DEVICE_HERE(KR_)}; \
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
#define SL__DEVICE_COVER(NAME_, CASE_, E_, K_, KR_, ...) \
    static __global__ void K_##__##NAME_##_cuda_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        enum { sl__rank_ = KR_, sl__turns_ = SL__DEVICE_TURNS_0(E_, KR_, __VA_ARGS__) }; \
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
#define SL__DEVICE_TURNS_0(E_, KR_, ...) 1
#else
#define SL__DEVICE_TURNS_0(E_, KR_, ...) ((1 E_(SL__DEVICE_NEAR, KR_, __VA_ARGS__)) ? (int)SL__DEVICE_TURNS : 1)
#endif
#define SL__DEVICE_TURNS_1(...) 1

#define SL__DEVICE_LOOP(NAME_, CASE_, INT_, AXES_, E_, K_, KR_, ...) \
    static __global__ void K_##__##NAME_##_cuda_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        SL__DEVICE_UNPACK(E_, K_, CASE_, INT_, __VA_ARGS__) \
        AXES_ \
        { \
            SL__DEVICE_XS(KR_) \
            SL__CALL(E_, K_, KR_, __VA_ARGS__); \
        } \
    }
#define SL__DEVICE_FUNCTIONS_0(E_, K_, KR_, ...) \
    SL__DEVICE_COVER(right, SL__CASE_RIGHT, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_COVER(left, SL__CASE_LEFT, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_COVER(any, SL__CASE_ANY, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_LOOP(wide, SL__CASE_ANY, sl_index, SL__DEVICE_STRIDE(KR_), E_, K_, KR_, __VA_ARGS__)

#include <starloop/kernel/device_reduce.h>

/* clang-format off */
/* ---- what SL_KERNEL becomes -------------------------------------------------------------------------------- */

#define SL__DEVICE_BODY(E_, K_, X_, KR_, ...) \
    static __device__ __forceinline__ void K_##__body_(SL__UNUSED SL__FAULT_TYPE(sl__fault_), \
        SL__IX_6(sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_), SL__IX_##KR_ X_ \
        E_(SL__BODY, K_, __VA_ARGS__))
#define SL__KERNEL5(E_, K_, X_, KR_, RED_, ...) \
    struct K_##__args_ { \
        int sl__none_; \
        E_(SL__FIELD, K_, __VA_ARGS__) \
    }; \
    SL__DEVICE_BODY(E_, K_, X_, KR_, __VA_ARGS__); \
    SL__DEVICE_FUNCTIONS_##RED_(E_, K_, KR_, __VA_ARGS__) \
    SL__EXTERN_C const sl_kernel K_##__kernel; /* calls of it may stand in its file */ \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    extern "C" const sl__device_code K_##__cuda; \
    const sl__device_code K_##__cuda = {SL__ABI, SL__BOUNDS_CHECKED, SL__DEVICE_TURNS_##RED_(E_, KR_, __VA_ARGS__), \
        !SL__DEVICE_FITS(K_), \
        {(const void *)K_##__right_cuda_, (const void *)K_##__left_cuda_, (const void *)K_##__any_cuda_, \
         (const void *)K_##__wide_cuda_}}; \
    SL__DEVICE_BODY(E_, K_, X_, KR_, __VA_ARGS__)
/* clang-format on */

#else
#include <starloop/kernel/device_reduce.h> /* empty here; so that a Makefile knows of it, which asks the C compiler */
#endif
#endif
