/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scatter in bodies: SL_SCATTER, which joins a value into an element of a `scatter` argument.
 *
 * Iterations may do so to the same elements. How is the library's choice (sl_policy::scatter): by atomics on the view,
 * or by plain instructions on a copy that the thread has to itself, which the library joins into the view in the end.
 * A chunk function is told of each argument whether its memory is the thread's own. Elements are numbers, or consist of
 * numbers of one type, each of which is joined by itself, but for products of complex numbers.
 */
#ifndef STARLOOP_KERNEL_SCATTER_H
#define STARLOOP_KERNEL_SCATTER_H

#include <starloop/kernel/atomic.h>
#include <starloop/kernel/operators.h>

/* clang-format off */
/* Two iterations may hit one element, of which a loop that is said to be SIMD must not know: it may not keep the
 * element in a register, nor run vectorised. */
#ifdef __CUDA_ARCH__
#define SL__SCATTER_STAYS(P_)
#else
#define SL__SCATTER_STAYS(P_) __asm__ __volatile__("" : "+m"(*(P_)))
#endif
#define SL__SCATTER_FUNCTION(S_, MORE_) \
    SL_FN void sl__scatter_##S_(void *sl__p_, const void *sl__at_, int sl__op_, int sl__plain_) \
    { \
        S_ sl__v_; \
        memcpy(&sl__v_, sl__at_, sizeof sl__v_); \
        if (sl__op_ == SL__SUM) \
            sl__atomic_add_##S_(sl__p_, sl__v_, sl__plain_); \
        else if (sl__op_ == SL__PROD) \
            sl__atomic_mul_##S_(sl__p_, sl__v_, sl__plain_); \
        else if (sl__op_ == SL__MIN) \
            sl__atomic_min_##S_(sl__p_, sl__v_, sl__plain_); \
        else if (sl__op_ == SL__MAX) \
            sl__atomic_max_##S_(sl__p_, sl__v_, sl__plain_); \
        MORE_(S_) \
        SL__SCATTER_STAYS((S_ *)sl__p_); \
    }
#define SL__SCATTER_NO_BITS(S_)
#define SL__SCATTER_BITS(S_) \
    else if (sl__op_ == SL__BAND) \
        sl__atomic_band_##S_(sl__p_, sl__v_, sl__plain_); \
    else if (sl__op_ == SL__BOR) \
        sl__atomic_bor_##S_(sl__p_, sl__v_, sl__plain_); \
    else if (sl__op_ == SL__BXOR) \
        sl__atomic_bxor_##S_(sl__p_, sl__v_, sl__plain_);
SL__SCATTER_FUNCTION(sl__i8, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__u8, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__i16, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__u16, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__i32, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__u32, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__i64, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__u64, SL__SCATTER_BITS)
SL__SCATTER_FUNCTION(sl__f32, SL__SCATTER_NO_BITS)
SL__SCATTER_FUNCTION(sl__f64, SL__SCATTER_NO_BITS)

#define SL__SCATTER_COMPLEX(S_) \
    SL_FN void sl__scatter_##S_(void *sl__p_, const void *sl__at_, int sl__plain_) \
    { \
        S_ sl__v_; \
        memcpy(&sl__v_, sl__at_, sizeof sl__v_); \
        sl__atomic_mul_##S_(sl__p_, sl__v_, sl__plain_); \
        SL__SCATTER_STAYS((S_ *)sl__p_); \
    }
SL__SCATTER_COMPLEX(sl_complex)
SL__SCATTER_COMPLEX(sl_complexf)

#ifdef __CUDACC__
#define SL__SCATTER_UNROLLED _Pragma("unroll")
#else
#define SL__SCATTER_UNROLLED
#endif
/* Each number of a value into that of an element. */
SL_FN void sl__scatter_value(void *sl__to_, const void *sl__from_, size_t sl__n_, int sl__joins_)
{
    const int sl__of_ = SL__JOINS_TYPE(sl__joins_), sl__op_ = SL__JOINS_OP(sl__joins_);
    const int sl__plain_ = sl__joins_ >= SL__JOINS_PLAINLY;
    if (sl__op_ == SL__PROD_COMPLEX) {
        if (sl__n_ == sizeof(sl_complex))
            sl__scatter_sl_complex(sl__to_, sl__from_, sl__plain_);
        else
            sl__scatter_sl_complexf(sl__to_, sl__from_, sl__plain_);
        return;
    }
    const size_t sl__size_ = sl__of_ == SL_INT8 || sl__of_ == SL_UINT8                           ? 1
                             : sl__of_ == SL_INT16 || sl__of_ == SL_UINT16                       ? 2
                             : sl__of_ == SL_FLOAT || sl__of_ == SL_INT32 || sl__of_ == SL_UINT32 ? 4
                                                                                                  : 8;
    SL__SCATTER_UNROLLED for (size_t sl__k_ = 0; sl__k_ < sl__n_; sl__k_ += sl__size_)
    {
        void *const sl__p_ = (char *)sl__to_ + sl__k_;
        const void *const sl__v_ = (const char *)sl__from_ + sl__k_;
        if (sl__of_ == SL_FLOAT)
            sl__scatter_sl__f32(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_DOUBLE)
            sl__scatter_sl__f64(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_INT32)
            sl__scatter_sl__i32(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_UINT32)
            sl__scatter_sl__u32(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_INT64)
            sl__scatter_sl__i64(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_UINT64)
            sl__scatter_sl__u64(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_INT8)
            sl__scatter_sl__i8(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_UINT8)
            sl__scatter_sl__u8(sl__p_, sl__v_, sl__op_, sl__plain_);
        else if (sl__of_ == SL_INT16)
            sl__scatter_sl__i16(sl__p_, sl__v_, sl__op_, sl__plain_);
        else
            sl__scatter_sl__u16(sl__p_, sl__v_, sl__op_, sl__plain_);
    }
}

/* An argument's pointer is one to an array of no length, so that it has no SL_AT; V_ is its view. */
#ifndef __cplusplus
#define SL__SCATTER_OF(V_, P_, X_) \
    __extension__({ \
        __typeof__((*V_##__p_)[0]) sl__x_ = (X_); \
        sl__scatter_value((P_), &sl__x_, sizeof sl__x_, (V_).joins_); \
    })
#else
extern "C++" {
template <typename sl__t_>
SL_FN void sl__scatter_to(sl__t_ (*)[], sl__t_ *sl__p_, typename sl__atomic_same<sl__t_>::type sl__v_, int sl__joins_)
{
    sl__scatter_value(sl__p_, &sl__v_, sizeof sl__v_, sl__joins_);
}
}
#define SL__SCATTER_OF(V_, P_, X_) sl__scatter_to(V_##__p_, P_, X_, (V_).joins_)
#endif

/* The address of an element. */
#ifdef __CUDACC__
#define SL__SCATTER_AT(V_, ...) sl__element(&(*V_##__p_)[0], V_, __VA_ARGS__)
#else
#define SL__SCATTER_AT(V_, ...) (&(*V_##__p_)[SL__CAT(SL__AT_, SL__NARG(__VA_ARGS__))(V_, SL__LINED(__VA_ARGS__))])
#endif
#define SL__SCATTER_1(V_, X_) SL__SCATTER_OF(V_, &(*V_##__p_)[SL__LINE_THEN(sl__at_rank0(V_))], X_)
#define SL__SCATTER_2(V_, A0_, X_) SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_), X_)
#define SL__SCATTER_3(V_, A0_, A1_, X_) SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_), X_)
#define SL__SCATTER_4(V_, A0_, A1_, A2_, X_) SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_), X_)
#define SL__SCATTER_5(V_, A0_, A1_, A2_, A3_, X_) \
    SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_, A3_), X_)
#define SL__SCATTER_6(V_, A0_, A1_, A2_, A3_, A4_, X_) \
    SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_, A3_, A4_), X_)
#define SL__SCATTER_7(V_, A0_, A1_, A2_, A3_, A4_, A5_, X_) \
    SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_, A3_, A4_, A5_), X_)

/** Joins a value into an element of a `scatter` or `multi_reduce` argument by its operator: SL_SCATTER(h, b, 1), with
 *  as many indices as the view has dimensions. It gives no value, and the element cannot be read meanwhile. Arguments
 *  are evaluated once. Also of an SL_LET of an SL_SUB of the argument, and in an SL_FN, of an SL_PARAM_SCATTER. */
#define SL_SCATTER(V_, ...) SL__CAT(SL__SCATTER_, SL__NARG(__VA_ARGS__))(V_, __VA_ARGS__)
/** A scatter argument as a parameter of an SL_FN helper, which is given SL_PASS(name) or SL_SUB(name, ...):
 *  SL_FN void push(SL_PARAM_SCATTER(double, 1, f), sl_index i) { SL_SCATTER(f, i, 0.5); } The operator comes along. */
#define SL_PARAM_SCATTER(T_, R_, N_) SL__UNUSED T_ (*N_##__p_)[], SL__UNUSED struct sl_rank##R_##_view N_
/* clang-format on */

#endif
