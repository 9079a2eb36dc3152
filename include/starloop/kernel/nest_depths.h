/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What reads the statements of a policy, once for each depth. Made by tools/make-nests.
 *
 * SL__NEST_ALL_0(M_, K_, P_, statements) is M_word(K_, P_, (its own), what its statements became) for each, or
 * M_word(K_, P_, (its own)) where it has none; from the innermost to the outermost, so that the macros of words need
 * no copies. K_ is the nest, P_ the policy; kernel/nest_words.h has the words.
 */
#ifndef STARLOOP_KERNEL_NEST_DEPTHS_H
#define STARLOOP_KERNEL_NEST_DEPTHS_H

#include <starloop/kernel/nest_words.h>

/* clang-format off */

/* 0: no statement; 1: one; 2: something follows it without a comma. */
#define SL__NEST_SORT(W_) SL__CAT(SL__NEST_SORT_, SL__IS_TUPLE(W_))(W_)
#define SL__NEST_SORT_0(W_) 0
#define SL__NEST_SORT_1(W_) SL__CAT(SL__NEST_REST_, SL__NOTHING(SL__EAT W_))
#define SL__NEST_REST_0 2
#define SL__NEST_REST_1 1
/* The statements, each as its tuple, with ends behind them. */
#define SL__NEST_SPLIT_1(W_, ...) W_, SL__NEST_SPLIT_2(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_2(W_, ...) W_, SL__NEST_SPLIT_3(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_3(W_, ...) W_, SL__NEST_SPLIT_4(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_4(W_, ...) W_, SL__NEST_SPLIT_5(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_5(W_, ...) W_, SL__NEST_SPLIT_6(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_6(W_, ...) W_, SL__NEST_SPLIT_7(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_7(W_, ...) W_, SL__NEST_SPLIT_8(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_8(W_, ...) W_, SL__NEST_SPLIT_9(SL_STATEMENT_##__VA_ARGS__)
#define SL__NEST_SPLIT_9(W_, ...) W_

#define SL__NEST_ALL_0(M_, K_, P_, ...) \
    SL__NEST_EACH_0(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_0(...) SL__NEST_EACH2_0(__VA_ARGS__)
#define SL__NEST_EACH2_0(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_0(M_, K_, P_, W1_) SL__NEST_AT_0(M_, K_, P_, W2_) SL__NEST_AT_0(M_, K_, P_, W3_) \
    SL__NEST_AT_0(M_, K_, P_, W4_) SL__NEST_AT_0(M_, K_, P_, W5_) SL__NEST_AT_0(M_, K_, P_, W6_) \
    SL__NEST_AT_0(M_, K_, P_, W7_) SL__NEST_AT_0(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_0(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_0_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_0_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_0_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_0_1(M_, K_, P_, W_) SL__NEST_GO_0(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_0(...) SL__NEST_GO2_0(__VA_ARGS__)
#define SL__NEST_GO2_0(M_, K_, P_, T_, ...) SL__NEST_##T_##_0(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_0(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_0(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_1(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_1(M_, K_, P_, ...) \
    SL__NEST_EACH_1(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_1(...) SL__NEST_EACH2_1(__VA_ARGS__)
#define SL__NEST_EACH2_1(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_1(M_, K_, P_, W1_) SL__NEST_AT_1(M_, K_, P_, W2_) SL__NEST_AT_1(M_, K_, P_, W3_) \
    SL__NEST_AT_1(M_, K_, P_, W4_) SL__NEST_AT_1(M_, K_, P_, W5_) SL__NEST_AT_1(M_, K_, P_, W6_) \
    SL__NEST_AT_1(M_, K_, P_, W7_) SL__NEST_AT_1(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_1(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_1_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_1_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_1_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_1_1(M_, K_, P_, W_) SL__NEST_GO_1(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_1(...) SL__NEST_GO2_1(__VA_ARGS__)
#define SL__NEST_GO2_1(M_, K_, P_, T_, ...) SL__NEST_##T_##_1(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_1(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_1(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_2(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_2(M_, K_, P_, ...) \
    SL__NEST_EACH_2(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_2(...) SL__NEST_EACH2_2(__VA_ARGS__)
#define SL__NEST_EACH2_2(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_2(M_, K_, P_, W1_) SL__NEST_AT_2(M_, K_, P_, W2_) SL__NEST_AT_2(M_, K_, P_, W3_) \
    SL__NEST_AT_2(M_, K_, P_, W4_) SL__NEST_AT_2(M_, K_, P_, W5_) SL__NEST_AT_2(M_, K_, P_, W6_) \
    SL__NEST_AT_2(M_, K_, P_, W7_) SL__NEST_AT_2(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_2(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_2_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_2_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_2_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_2_1(M_, K_, P_, W_) SL__NEST_GO_2(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_2(...) SL__NEST_GO2_2(__VA_ARGS__)
#define SL__NEST_GO2_2(M_, K_, P_, T_, ...) SL__NEST_##T_##_2(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_2(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_2(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_3(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_3(M_, K_, P_, ...) \
    SL__NEST_EACH_3(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_3(...) SL__NEST_EACH2_3(__VA_ARGS__)
#define SL__NEST_EACH2_3(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_3(M_, K_, P_, W1_) SL__NEST_AT_3(M_, K_, P_, W2_) SL__NEST_AT_3(M_, K_, P_, W3_) \
    SL__NEST_AT_3(M_, K_, P_, W4_) SL__NEST_AT_3(M_, K_, P_, W5_) SL__NEST_AT_3(M_, K_, P_, W6_) \
    SL__NEST_AT_3(M_, K_, P_, W7_) SL__NEST_AT_3(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_3(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_3_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_3_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_3_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_3_1(M_, K_, P_, W_) SL__NEST_GO_3(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_3(...) SL__NEST_GO2_3(__VA_ARGS__)
#define SL__NEST_GO2_3(M_, K_, P_, T_, ...) SL__NEST_##T_##_3(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_3(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_3(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_4(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_4(M_, K_, P_, ...) \
    SL__NEST_EACH_4(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_4(...) SL__NEST_EACH2_4(__VA_ARGS__)
#define SL__NEST_EACH2_4(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_4(M_, K_, P_, W1_) SL__NEST_AT_4(M_, K_, P_, W2_) SL__NEST_AT_4(M_, K_, P_, W3_) \
    SL__NEST_AT_4(M_, K_, P_, W4_) SL__NEST_AT_4(M_, K_, P_, W5_) SL__NEST_AT_4(M_, K_, P_, W6_) \
    SL__NEST_AT_4(M_, K_, P_, W7_) SL__NEST_AT_4(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_4(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_4_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_4_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_4_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_4_1(M_, K_, P_, W_) SL__NEST_GO_4(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_4(...) SL__NEST_GO2_4(__VA_ARGS__)
#define SL__NEST_GO2_4(M_, K_, P_, T_, ...) SL__NEST_##T_##_4(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_4(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_4(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_5(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_5(M_, K_, P_, ...) \
    SL__NEST_EACH_5(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_5(...) SL__NEST_EACH2_5(__VA_ARGS__)
#define SL__NEST_EACH2_5(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_5(M_, K_, P_, W1_) SL__NEST_AT_5(M_, K_, P_, W2_) SL__NEST_AT_5(M_, K_, P_, W3_) \
    SL__NEST_AT_5(M_, K_, P_, W4_) SL__NEST_AT_5(M_, K_, P_, W5_) SL__NEST_AT_5(M_, K_, P_, W6_) \
    SL__NEST_AT_5(M_, K_, P_, W7_) SL__NEST_AT_5(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_5(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_5_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_5_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_5_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_5_1(M_, K_, P_, W_) SL__NEST_GO_5(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_5(...) SL__NEST_GO2_5(__VA_ARGS__)
#define SL__NEST_GO2_5(M_, K_, P_, T_, ...) SL__NEST_##T_##_5(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_5(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_5(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_6(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_6(M_, K_, P_, ...) \
    SL__NEST_EACH_6(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_6(...) SL__NEST_EACH2_6(__VA_ARGS__)
#define SL__NEST_EACH2_6(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_6(M_, K_, P_, W1_) SL__NEST_AT_6(M_, K_, P_, W2_) SL__NEST_AT_6(M_, K_, P_, W3_) \
    SL__NEST_AT_6(M_, K_, P_, W4_) SL__NEST_AT_6(M_, K_, P_, W5_) SL__NEST_AT_6(M_, K_, P_, W6_) \
    SL__NEST_AT_6(M_, K_, P_, W7_) SL__NEST_AT_6(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_6(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_6_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_6_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_6_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_6_1(M_, K_, P_, W_) SL__NEST_GO_6(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_6(...) SL__NEST_GO2_6(__VA_ARGS__)
#define SL__NEST_GO2_6(M_, K_, P_, T_, ...) SL__NEST_##T_##_6(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_6(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_6(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_7(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_7(M_, K_, P_, ...) \
    SL__NEST_EACH_7(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_7(...) SL__NEST_EACH2_7(__VA_ARGS__)
#define SL__NEST_EACH2_7(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_7(M_, K_, P_, W1_) SL__NEST_AT_7(M_, K_, P_, W2_) SL__NEST_AT_7(M_, K_, P_, W3_) \
    SL__NEST_AT_7(M_, K_, P_, W4_) SL__NEST_AT_7(M_, K_, P_, W5_) SL__NEST_AT_7(M_, K_, P_, W6_) \
    SL__NEST_AT_7(M_, K_, P_, W7_) SL__NEST_AT_7(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_7(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_7_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_7_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_7_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_7_1(M_, K_, P_, W_) SL__NEST_GO_7(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_7(...) SL__NEST_GO2_7(__VA_ARGS__)
#define SL__NEST_GO2_7(M_, K_, P_, T_, ...) SL__NEST_##T_##_7(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_7(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_7(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_8(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_8(M_, K_, P_, ...) \
    SL__NEST_EACH_8(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_8(...) SL__NEST_EACH2_8(__VA_ARGS__)
#define SL__NEST_EACH2_8(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_8(M_, K_, P_, W1_) SL__NEST_AT_8(M_, K_, P_, W2_) SL__NEST_AT_8(M_, K_, P_, W3_) \
    SL__NEST_AT_8(M_, K_, P_, W4_) SL__NEST_AT_8(M_, K_, P_, W5_) SL__NEST_AT_8(M_, K_, P_, W6_) \
    SL__NEST_AT_8(M_, K_, P_, W7_) SL__NEST_AT_8(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_8(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_8_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_8_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_8_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_8_1(M_, K_, P_, W_) SL__NEST_GO_8(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_8(...) SL__NEST_GO2_8(__VA_ARGS__)
#define SL__NEST_GO2_8(M_, K_, P_, T_, ...) SL__NEST_##T_##_8(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_8(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_8(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_9(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_9(M_, K_, P_, ...) \
    SL__NEST_EACH_9(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_9(...) SL__NEST_EACH2_9(__VA_ARGS__)
#define SL__NEST_EACH2_9(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_9(M_, K_, P_, W1_) SL__NEST_AT_9(M_, K_, P_, W2_) SL__NEST_AT_9(M_, K_, P_, W3_) \
    SL__NEST_AT_9(M_, K_, P_, W4_) SL__NEST_AT_9(M_, K_, P_, W5_) SL__NEST_AT_9(M_, K_, P_, W6_) \
    SL__NEST_AT_9(M_, K_, P_, W7_) SL__NEST_AT_9(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_9(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_9_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_9_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_9_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_9_1(M_, K_, P_, W_) SL__NEST_GO_9(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_9(...) SL__NEST_GO2_9(__VA_ARGS__)
#define SL__NEST_GO2_9(M_, K_, P_, T_, ...) SL__NEST_##T_##_9(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_9(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_9(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_10(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_10(M_, K_, P_, ...) \
    SL__NEST_EACH_10(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_10(...) SL__NEST_EACH2_10(__VA_ARGS__)
#define SL__NEST_EACH2_10(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_10(M_, K_, P_, W1_) SL__NEST_AT_10(M_, K_, P_, W2_) SL__NEST_AT_10(M_, K_, P_, W3_) \
    SL__NEST_AT_10(M_, K_, P_, W4_) SL__NEST_AT_10(M_, K_, P_, W5_) SL__NEST_AT_10(M_, K_, P_, W6_) \
    SL__NEST_AT_10(M_, K_, P_, W7_) SL__NEST_AT_10(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_10(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_10_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_10_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_10_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_10_1(M_, K_, P_, W_) SL__NEST_GO_10(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_10(...) SL__NEST_GO2_10(__VA_ARGS__)
#define SL__NEST_GO2_10(M_, K_, P_, T_, ...) SL__NEST_##T_##_10(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_10(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_10(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_11(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_11(M_, K_, P_, ...) \
    SL__NEST_EACH_11(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_11(...) SL__NEST_EACH2_11(__VA_ARGS__)
#define SL__NEST_EACH2_11(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_11(M_, K_, P_, W1_) SL__NEST_AT_11(M_, K_, P_, W2_) SL__NEST_AT_11(M_, K_, P_, W3_) \
    SL__NEST_AT_11(M_, K_, P_, W4_) SL__NEST_AT_11(M_, K_, P_, W5_) SL__NEST_AT_11(M_, K_, P_, W6_) \
    SL__NEST_AT_11(M_, K_, P_, W7_) SL__NEST_AT_11(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_11(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_11_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_11_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_11_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_11_1(M_, K_, P_, W_) SL__NEST_GO_11(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_11(...) SL__NEST_GO2_11(__VA_ARGS__)
#define SL__NEST_GO2_11(M_, K_, P_, T_, ...) SL__NEST_##T_##_11(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_11(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_11(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_12(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_12(M_, K_, P_, ...) \
    SL__NEST_EACH_12(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_12(...) SL__NEST_EACH2_12(__VA_ARGS__)
#define SL__NEST_EACH2_12(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_12(M_, K_, P_, W1_) SL__NEST_AT_12(M_, K_, P_, W2_) SL__NEST_AT_12(M_, K_, P_, W3_) \
    SL__NEST_AT_12(M_, K_, P_, W4_) SL__NEST_AT_12(M_, K_, P_, W5_) SL__NEST_AT_12(M_, K_, P_, W6_) \
    SL__NEST_AT_12(M_, K_, P_, W7_) SL__NEST_AT_12(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_12(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_12_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_12_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_12_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_12_1(M_, K_, P_, W_) SL__NEST_GO_12(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_12(...) SL__NEST_GO2_12(__VA_ARGS__)
#define SL__NEST_GO2_12(M_, K_, P_, T_, ...) SL__NEST_##T_##_12(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_12(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_12(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_13(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_13(M_, K_, P_, ...) \
    SL__NEST_EACH_13(M_, K_, P_, SL__NEST_SPLIT_1(SL_STATEMENT_##__VA_ARGS__, \
        sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end, sl__end))
#define SL__NEST_EACH_13(...) SL__NEST_EACH2_13(__VA_ARGS__)
#define SL__NEST_EACH2_13(M_, K_, P_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, MORE_) \
    SL__NEST_AT_13(M_, K_, P_, W1_) SL__NEST_AT_13(M_, K_, P_, W2_) SL__NEST_AT_13(M_, K_, P_, W3_) \
    SL__NEST_AT_13(M_, K_, P_, W4_) SL__NEST_AT_13(M_, K_, P_, W5_) SL__NEST_AT_13(M_, K_, P_, W6_) \
    SL__NEST_AT_13(M_, K_, P_, W7_) SL__NEST_AT_13(M_, K_, P_, W8_) \
    M_##sl__more(K_, P_, MORE_)
#define SL__NEST_AT_13(M_, K_, P_, W_) SL__CAT(SL__NEST_IS_13_, SL__NEST_SORT(W_))(M_, K_, P_, W_)
#define SL__NEST_IS_13_0(M_, K_, P_, W_) M_##sl__unknown(K_, P_, #W_)
#define SL__NEST_IS_13_2(M_, K_, P_, W_) M_##sl__comma(K_, P_, #W_)
#define SL__NEST_IS_13_1(M_, K_, P_, W_) SL__NEST_GO_13(M_, K_, P_, SL__EXPAND W_)
#define SL__NEST_GO_13(...) SL__NEST_GO2_13(__VA_ARGS__)
#define SL__NEST_GO2_13(M_, K_, P_, T_, ...) SL__NEST_##T_##_13(M_, K_, P_, __VA_ARGS__)
#define SL__NEST_sl__leaf_13(M_, K_, P_, S_, ...) M_##S_(K_, P_, __VA_ARGS__)
#define SL__NEST_sl__list_13(M_, K_, P_, S_, A_, ...) \
    M_##S_(K_, P_, A_, SL__NEST_ALL_14(M_, K_, P_, __VA_ARGS__))

#define SL__NEST_ALL_14(M_, K_, P_, ...) M_##sl__deep(K_, P_, 14)

/* clang-format on */

#endif
