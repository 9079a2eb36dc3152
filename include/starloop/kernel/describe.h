/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What `starloop-cc --fortran` reads of a kernel. Part of starloop/kernel/emit.h.
 *
 * With SL__FORTRAN defined a file of assembly language, which nobody assembles, has for each kernel a line
 *
 *     .ascii "sl__kernel form rank signature line name"
 *
 * and for each of its arguments a line
 *
 *     .ascii "sl__argument kind type name type as written"
 *
 * where the kind is a class of kernel/kinds.h, and the type a number of #SL_TYPE_TABLE or one of those below. The
 * compiler computes the numbers, so a name that is typedef'd counts as what it stands for.
 */
#ifndef STARLOOP_KERNEL_DESCRIBE_H
#define STARLOOP_KERNEL_DESCRIBE_H

#if defined(SL__FORTRAN) && !defined(__cplusplus)
#include <starloop/complex.h>
#include <starloop/kernel/words.h>

/* Beside the built-in types, of which 0 is none. */
enum { SL__DESCRIBED_COMPLEX = 21, SL__DESCRIBED_COMPLEXF, SL__DESCRIBED_BOOL };

/* clang-format off */
#define SL__DESCRIBED_TYPE(T_) \
    (__builtin_types_compatible_p(T_, sl_complex)    ? (int)SL__DESCRIBED_COMPLEX \
     : __builtin_types_compatible_p(T_, sl_complexf) ? (int)SL__DESCRIBED_COMPLEXF \
     : __builtin_types_compatible_p(T_, _Bool)       ? (int)SL__DESCRIBED_BOOL \
                                                     : (int)SL__TYPE_CODE(T_))
/* A function that is called by nobody; SL__SIGNATURE may be repeated. */
#define SL__DESCRIBED(FORM_, E_, K_, X_, KR_, ...) \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__); \
    __attribute__((__used__)) static void K_##__described_(void) \
    { \
        __asm__ volatile(".ascii \"sl__kernel " #FORM_ " %c0 %c1 %c2 " #K_ "\"" \
                         : : "i"(KR_), "i"(sizeof(K_##__signature_)), "i"(__LINE__)); \
        E_(SL__DESCRIBE, K_, __VA_ARGS__) \
    }
#define SL__DESCRIBE(K_, I_, W_) SL__BY_CLASS(SL__DESCRIBE_, K_, I_, W_)
#define SL__DESCRIBE_AS(CLASS_, T_, N_) \
    __asm__ volatile(".ascii \"sl__argument " CLASS_ " %c0 " #N_ " " #T_ "\"" : : "i"(SL__DESCRIBED_TYPE(T_)));
#define SL__DESCRIBE_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DESCRIBE_AS("value", T_, N_)
#define SL__DESCRIBE_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DESCRIBE_AS("view", T_, N_)
#define SL__DESCRIBE_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) SL__DESCRIBE_AS("view", T_, N_)
#define SL__DESCRIBE_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__DESCRIBE_AS("view", T_, N_)
#define SL__DESCRIBE_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) SL__DESCRIBE_AS("view", T_, N_)
#define SL__DESCRIBE_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) SL__DESCRIBE_AS("pack", T_, N_)
#define SL__DESCRIBE_sl__scratch(...)
#define SL__DESCRIBE_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__DESCRIBE_AS("result", T_, N_)
/* clang-format on */
#else
#define SL__DESCRIBED(...)
#endif

#endif
