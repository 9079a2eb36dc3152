/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The form of kernels that reduce into arrays: part of starloop/kernel/forms.h.
 *
 * Loops are in lexicographic order, whatever the layouts are, and not said to be SIMD, for two iterations may join into
 * one element. The library cuts the space into blocks and gives each of them results of its own: exec/cpu/arrays.c.
 */
#ifndef STARLOOP_KERNEL_FORM_ARRAYS_H
#define STARLOOP_KERNEL_FORM_ARRAYS_H

#include <starloop/kernel/form_loop.h>

/* clang-format off */
#define SL__LOOPS_LEXICAL(E_, K_, KR_, ...) \
    SL__CAT(SL__DIMS_, KR_)(SL__FOR, ~) \
    { \
        SL__K(0) \
        SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
    }
/* A layout whose loops descend has no function of its own. */
#define SL__CHUNKS_sl__arrays(E_, K_, KR_, ...) \
    E_(SL__ARRAYS_ALONE, K_, __VA_ARGS__) \
    SL__LAYOUT_CASES(SL__ARRAYS_CHUNK, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__any_, SL__CASE_ANY, SL__CASE_ANY, SL__LOOPS_SEQ, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__indexed_, SL__CASE_INDEXED, SL__CASE_INDEXED, SL__LOOPS_INDEXED, E_, K_, KR_, __VA_ARGS__)
#define SL__ARRAYS_CHUNK(NAME_, CASE_, ORDER_, ...) SL__ARRAYS_CHUNK_##ORDER_(NAME_, CASE_, ORDER_, __VA_ARGS__)
#define SL__ARRAYS_CHUNK_sl__ascending(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__CHUNK(K_##__##NAME_##_, SL__CASE_##CASE_, SL__CASE_##CASE_, SL__LOOPS_LEXICAL, E_, K_, KR_, __VA_ARGS__)
#define SL__ARRAYS_CHUNK_sl__descending(...)
#define SL__CHUNK_TABLE_sl__arrays(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__ARRAYS_NAME, K_) K_##__any_, K_##__any_, \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    K_##__indexed_, 0,
#define SL__ARRAYS_NAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_) SL__ARRAYS_NAME_##ORDER_(NAME_, K_)
#define SL__ARRAYS_NAME_sl__ascending(NAME_, K_) K_##__##NAME_##_,
#define SL__ARRAYS_NAME_sl__descending(NAME_, K_) K_##__any_,
#define SL__ARRAYS_ALONE(K_, I_, W_) SL__FOR_RESULT(SL__ARRAYS_ALONE_RESULT, K_, I_, W_)
#define SL__ARRAYS_ALONE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " #N_ ": beside a reduction into an array one into a single " \
                      "value is written as array(1)");
/* clang-format on */

#endif
