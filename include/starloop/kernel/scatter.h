/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scatter in bodies: SL_SCATTER, which joins a value into an element of a `scatter` argument.
 *
 * Iterations may do so to the same elements. How is the library's choice (sl_policy::scatter): by atomics on the view,
 * or by plain instructions on a copy that the thread has to itself, which the library joins into the view in the end.
 * A chunk function is told of each argument whether its memory is the thread's own.
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
#define SL__SCATTER_FUNCTION(S_) \
    SL_FN void sl__scatter_##S_(void *sl__p_, S_ sl__v_, int sl__op_, int sl__plain_) \
    { \
        if (sl__op_ == SL__SUM) \
            sl__atomic_add_##S_(sl__p_, sl__v_, sl__plain_); \
        else if (sl__op_ == SL__PROD) \
            sl__atomic_mul_##S_(sl__p_, sl__v_, sl__plain_); \
        else if (sl__op_ == SL__MIN) \
            sl__atomic_min_##S_(sl__p_, sl__v_, sl__plain_); \
        else \
            sl__atomic_max_##S_(sl__p_, sl__v_, sl__plain_); \
        SL__SCATTER_STAYS((S_ *)sl__p_); \
    }
SL__SCATTER_FUNCTION(sl__i8)
SL__SCATTER_FUNCTION(sl__u8)
SL__SCATTER_FUNCTION(sl__i16)
SL__SCATTER_FUNCTION(sl__u16)
SL__SCATTER_FUNCTION(sl__i32)
SL__SCATTER_FUNCTION(sl__u32)
SL__SCATTER_FUNCTION(sl__i64)
SL__SCATTER_FUNCTION(sl__u64)
SL__SCATTER_FUNCTION(sl__f32)
SL__SCATTER_FUNCTION(sl__f64)

#ifndef __cplusplus
#define SL__SCATTER_CASE(T_, S_, ...) SL__SCATTER_CASE2(T_, S_)
#define SL__SCATTER_CASE2(T_, S_) T_ *: sl__scatter_##S_,
#define SL__SCATTER_TO(P_, V_, OP_, PLAIN_) \
    _Generic((P_), SL__ATOMIC_NUMBERS(SL__SCATTER_CASE, ~) default: sl__atomic_of_another_type) \
    ((void *)(P_), V_, OP_, PLAIN_)
#else
extern "C++" {
#define SL__SCATTER_OVERLOAD(T_, S_, ...) SL__SCATTER_OVERLOAD2(T_, S_)
#define SL__SCATTER_OVERLOAD2(T_, S_) \
    SL_FN void sl__scatter_to(T_ *sl__p_, T_ sl__v_, int sl__op_, int sl__plain_) \
    { \
        sl__scatter_##S_(sl__p_, sl__v_, sl__op_, sl__plain_); \
    }
SL__ATOMIC_NUMBERS(SL__SCATTER_OVERLOAD, ~)
}
#define SL__SCATTER_TO(P_, V_, OP_, PLAIN_) sl__scatter_to(P_, V_, OP_, PLAIN_)
#endif

/* The address of an element; V_##__q_ has no SL_AT. */
#ifdef __CUDACC__
#define SL__SCATTER_AT(V_, ...) sl__element(V_##__q_, V_, __VA_ARGS__)
#else
#define SL__SCATTER_AT(V_, ...) (V_##__q_ + SL__CAT(SL__AT_, SL__NARG(__VA_ARGS__))(V_, SL__LINED(__VA_ARGS__)))
#endif
#define SL__SCATTER_1(V_, X_) SL__SCATTER_OF(V_, V_##__q_ + SL__LINE_THEN(sl__at_rank0(V_)), X_)
#define SL__SCATTER_2(V_, A0_, X_) SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_), X_)
#define SL__SCATTER_3(V_, A0_, A1_, X_) SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_), X_)
#define SL__SCATTER_4(V_, A0_, A1_, A2_, X_) SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_), X_)
#define SL__SCATTER_5(V_, A0_, A1_, A2_, A3_, X_) \
    SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_, A3_), X_)
#define SL__SCATTER_6(V_, A0_, A1_, A2_, A3_, A4_, X_) \
    SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_, A3_, A4_), X_)
#define SL__SCATTER_7(V_, A0_, A1_, A2_, A3_, A4_, A5_, X_) \
    SL__SCATTER_OF(V_, SL__SCATTER_AT(V_, A0_, A1_, A2_, A3_, A4_, A5_), X_)
#define SL__SCATTER_OF(V_, P_, X_) SL__SCATTER_TO(P_, X_, V_##__op_, V_##__plain_)

/** Joins a value into an element of a `scatter` or `multi_reduce` argument by its operator: SL_SCATTER(h, b, 1), with
 *  as many indices as the view has dimensions. It gives no value, and the element cannot be read meanwhile. Arguments
 *  are evaluated once. Only in the body itself, not in an SL_FN. */
#define SL_SCATTER(V_, ...) SL__CAT(SL__SCATTER_, SL__NARG(__VA_ARGS__))(V_, __VA_ARGS__)
/* clang-format on */

#endif
