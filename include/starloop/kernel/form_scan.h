/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The form of kernels that scan: SL_SCAN_KERNEL. Part of starloop/kernel/forms.h.
 *
 *     SL_SCAN_KERNEL(offsets, (i), in(int64_t, 1, count, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s))
 *     {
 *         if (SL_FINAL)
 *             SL_AT(first, i) = *s;
 *         *s += SL_AT(count, i);
 *     }
 *
 * The one argument of kind reduce is the running result: the body joins its contribution to it, and may look at it
 * where SL_FINAL is not 0. Iterations are cut into blocks of SL__BLOCK. The body runs twice for each of a block, in
 * their order: first from the identity on, for what the block comes to, then, with SL_FINAL, from what came before the
 * block. The target gets what all have come to. A chunk function runs one block of one of these turns.
 */
#ifndef STARLOOP_KERNEL_FORM_SCAN_H
#define STARLOOP_KERNEL_FORM_SCAN_H

#include <starloop/kernel/emit.h>

/* clang-format off */
#undef SL_SCAN_KERNEL
/** Defines a kernel that scans, of rank 1; its body follows as a plain brace block. Called by sl_forall and sl_reduce,
 *  as a reduction is.
 *
 *  @param K_  the kernel's name
 *  @param X_  its index in parentheses: (i)
 *  @param ... arguments as of #SL_KERNEL, of which exactly one is a reduce(type, operator, name). An operator of
 *             #SL_REDUCER need not be commutative */
#define SL_SCAN_KERNEL(K_, X_, ...) SL__WORDS(SL__SCAN_KERNEL, K_, X_, SL_WORD_##__VA_ARGS__, end, end)
/** In the body of an #SL_SCAN_KERNEL: 0 while contributions are joined only; 1 when the running result is that of all
 *  iterations before, and the body is to write. In other bodies, and in an SL_FN, an error of the compiler. */
#define SL_FINAL (SL_FINAL_is_for_the_body_of_an_SL_SCAN_KERNEL)
#define SL__FINAL_1 SL_FINAL_is_for_the_body_of_an_SL_SCAN_KERNEL

#define SL__SCAN_KERNEL(E_, K_, X_, ...) SL__CAT(SL__SCAN_KERNEL_, SL__INDICES(X_))(E_, K_, X_, __VA_ARGS__)
#define SL__SCAN_KERNEL_0(E_, K_, X_, ...) SL__WITHOUT_INDICES(K_, X_)
#define SL__SCAN_KERNEL_1(E_, K_, X_, ...) SL__SCAN_KERNEL2(E_, K_, X_, SL__NARG X_, __VA_ARGS__)
#define SL__SCAN_KERNEL2(E_, K_, X_, KR_, ...) SL__SCAN_KERNEL3(E_, K_, X_, KR_, __VA_ARGS__)
#define SL__SCAN_KERNEL3(E_, K_, X_, KR_, ...) \
    E_(SL__DIAGNOSE, K_, __VA_ARGS__) E_(SL__REDUCER_TYPE, K_, __VA_ARGS__) \
    SL__STATIC_ASSERT(KR_ == 1, "kernel " #K_ ": a scan has one index"); \
    SL__STATIC_ASSERT(0 E_(SL__SCAN_COUNT, K_, __VA_ARGS__) == 1, \
                      "kernel " #K_ ": a scan has exactly one argument of kind reduce, without array"); \
    SL__KERNEL_OF(sl__scan, E_, K_, X_, KR_, __VA_ARGS__)
#define SL__SCAN_COUNT(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_COUNT_RESULT, K_, I_, W_)
#define SL__SCAN_COUNT_RESULT(...) +1

#define SL__SCANS_sl__scan SL__PROBE

#define SL__SCAN_TAKE(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_TAKE_RESULT, K_, I_, W_)
#define SL__SCAN_TAKE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) T_ N_##__v_ = *(T_ *)sl__b_->partial_[I_];
#define SL__SCAN_PUT(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_PUT_RESULT, K_, I_, W_)
#define SL__SCAN_PUT_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) *(T_ *)sl__b_->partial_[I_] = N_##__v_;
#define SL__SCAN_TURN(FINAL_, E_, K_, KR_, ...) \
    { \
        enum { sl__final_ = FINAL_ }; \
        for (sl_index sl__x0_ = sl__b_->lo_[0]; sl__x0_ < sl__end_; ++sl__x0_) { \
            SL__K(0) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
    }
#define SL__LOOPS_SCAN(E_, K_, KR_, ...) \
    const sl_index sl__end_ = sl__b_->hi_[0]; \
    E_(SL__SCAN_TAKE, K_, __VA_ARGS__) \
    if (sl__b_->final_) \
        SL__SCAN_TURN(1, E_, K_, KR_, __VA_ARGS__) \
    else \
        SL__SCAN_TURN(0, E_, K_, KR_, __VA_ARGS__) \
    E_(SL__SCAN_PUT, K_, __VA_ARGS__)

#define SL__CHUNKS_sl__scan(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__SCAN_CHUNK, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__any_, SL__CASE_ANY, SL__CASE_ANY, SL__LOOPS_SCAN, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__seq_, SL__CASE_SEQ, SL__CASE_SEQ, SL__LOOPS_SCAN, E_, K_, KR_, __VA_ARGS__)
#define SL__SCAN_CHUNK(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__CHUNK(K_##__##NAME_##_, SL__CASE_##CASE_, SL__CASE_##CASE_, SL__LOOPS_SCAN, E_, K_, KR_, __VA_ARGS__)
#define SL__CHUNK_TABLE_sl__scan(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME, K_) SL__CHUNK_TABLE_UNMIXED(K_) 0, 0,
/* clang-format on */

#endif
