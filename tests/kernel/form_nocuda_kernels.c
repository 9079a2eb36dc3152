/* SPDX-License-Identifier: BSD-3-Clause */
/* A form of kernels of the test's own: a header's worth of macros, as starloop/kernel/forms.h says. Its loops of rank 1
 * run from the last index to the first. */
#include <starloop/kernel.h>

/* clang-format off */
#define BACKWARDS_LOOP(E_, K_, KR_, ...) \
    for (sl_index sl__x0_ = sl__b_->hi_[0]; sl__x0_-- > sl__b_->lo_[0];) { \
        SL__K(0) \
        SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
    }
#define SL__CHUNKS_sl__backwards(E_, K_, KR_, ...) \
    SL__CHUNK(K_##__back_, SL__CASE_ANY, SL__CASE_ANY, BACKWARDS_LOOP, E_, K_, KR_, __VA_ARGS__)
#define BACKWARDS_NAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_) K_##__back_,
#define SL__CHUNK_TABLE_sl__backwards(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(BACKWARDS_NAME, K_) K_##__back_, K_##__back_, \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) 0
#define BACKWARDS(K_, X_, ...) SL__WORDS(BACKWARDS_OF, K_, X_, SL_WORD_##__VA_ARGS__, end, end)
#define BACKWARDS_OF(E_, K_, X_, ...) SL__KERNEL_OF(sl__backwards, E_, K_, X_, SL__NARG X_, __VA_ARGS__)
/* clang-format on */

BACKWARDS(form_back, (i), scalar(double, a), inout(double, 1, turn), out(double, 1, y, own))
{
    SL_AT(y, i) = a * SL_AT(turn, 0);
    SL_AT(turn, 0) += 1;
}

SL_KERNEL(form_forth, (i), scalar(double, a), inout(double, 1, turn), out(double, 1, y, own))
{
    SL_AT(y, i) = a * SL_AT(turn, 0);
    SL_AT(turn, 0) += 1;
}
