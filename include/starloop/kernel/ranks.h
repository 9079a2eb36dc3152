/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Lists over the dimensions of a rank, of which everything that depends on a rank is made.
 *
 * A list applies M_(dimension, the other arguments) to some dimensions, in order. None may stand within another of its
 * own name: macros do not call themselves. SL__CAT(SL__DIMS_, R_)(M_, x) with R_ 3 is M_(0, x) M_(1, x) M_(2, x).
 */
#ifndef STARLOOP_KERNEL_RANKS_H
#define STARLOOP_KERNEL_RANKS_H

/* clang-format off */

/* All of them. */
#define SL__DIMS_0(M_, ...)
#define SL__DIMS_1(M_, ...) M_(0, __VA_ARGS__)
#define SL__DIMS_2(M_, ...) M_(0, __VA_ARGS__) M_(1, __VA_ARGS__)
#define SL__DIMS_3(M_, ...) M_(0, __VA_ARGS__) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__)
#define SL__DIMS_4(M_, ...) M_(0, __VA_ARGS__) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__)
#define SL__DIMS_5(M_, ...) \
    M_(0, __VA_ARGS__) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__)
#define SL__DIMS_6(M_, ...) \
    M_(0, __VA_ARGS__) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__) \
    M_(5, __VA_ARGS__)

/* The same, with commas between. */
#define SL__COMMAS_0(M_, ...)
#define SL__COMMAS_1(M_, ...) M_(0, __VA_ARGS__)
#define SL__COMMAS_2(M_, ...) M_(0, __VA_ARGS__), M_(1, __VA_ARGS__)
#define SL__COMMAS_3(M_, ...) M_(0, __VA_ARGS__), M_(1, __VA_ARGS__), M_(2, __VA_ARGS__)
#define SL__COMMAS_4(M_, ...) M_(0, __VA_ARGS__), M_(1, __VA_ARGS__), M_(2, __VA_ARGS__), M_(3, __VA_ARGS__)
#define SL__COMMAS_5(M_, ...) \
    M_(0, __VA_ARGS__), M_(1, __VA_ARGS__), M_(2, __VA_ARGS__), M_(3, __VA_ARGS__), M_(4, __VA_ARGS__)
#define SL__COMMAS_6(M_, ...) \
    M_(0, __VA_ARGS__), M_(1, __VA_ARGS__), M_(2, __VA_ARGS__), M_(3, __VA_ARGS__), M_(4, __VA_ARGS__), \
    M_(5, __VA_ARGS__)

/* From the last to the first. */
#define SL__BACK_0(M_, ...)
#define SL__BACK_1(M_, ...) M_(0, __VA_ARGS__)
#define SL__BACK_2(M_, ...) M_(1, __VA_ARGS__) M_(0, __VA_ARGS__)
#define SL__BACK_3(M_, ...) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__) M_(0, __VA_ARGS__)
#define SL__BACK_4(M_, ...) M_(3, __VA_ARGS__) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__) M_(0, __VA_ARGS__)
#define SL__BACK_5(M_, ...) \
    M_(4, __VA_ARGS__) M_(3, __VA_ARGS__) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__) M_(0, __VA_ARGS__)
#define SL__BACK_6(M_, ...) \
    M_(5, __VA_ARGS__) M_(4, __VA_ARGS__) M_(3, __VA_ARGS__) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__) \
    M_(0, __VA_ARGS__)

/* All but the first. */
#define SL__INNER_0(M_, ...)
#define SL__INNER_1(M_, ...)
#define SL__INNER_2(M_, ...) M_(1, __VA_ARGS__)
#define SL__INNER_3(M_, ...) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__)
#define SL__INNER_4(M_, ...) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__)
#define SL__INNER_5(M_, ...) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__)
#define SL__INNER_6(M_, ...) \
    M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__) M_(5, __VA_ARGS__)

/* From the last to the second. */
#define SL__BACK_INNER_0(M_, ...)
#define SL__BACK_INNER_1(M_, ...)
#define SL__BACK_INNER_2(M_, ...) M_(1, __VA_ARGS__)
#define SL__BACK_INNER_3(M_, ...) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__)
#define SL__BACK_INNER_4(M_, ...) M_(3, __VA_ARGS__) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__)
#define SL__BACK_INNER_5(M_, ...) M_(4, __VA_ARGS__) M_(3, __VA_ARGS__) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__)
#define SL__BACK_INNER_6(M_, ...) \
    M_(5, __VA_ARGS__) M_(4, __VA_ARGS__) M_(3, __VA_ARGS__) M_(2, __VA_ARGS__) M_(1, __VA_ARGS__)

/* Those that a rank lacks. */
#define SL__REST_0(M_, ...) \
    M_(0, __VA_ARGS__) M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__) \
    M_(5, __VA_ARGS__)
#define SL__REST_1(M_, ...) \
    M_(1, __VA_ARGS__) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__) M_(5, __VA_ARGS__)
#define SL__REST_2(M_, ...) M_(2, __VA_ARGS__) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__) M_(5, __VA_ARGS__)
#define SL__REST_3(M_, ...) M_(3, __VA_ARGS__) M_(4, __VA_ARGS__) M_(5, __VA_ARGS__)
#define SL__REST_4(M_, ...) M_(4, __VA_ARGS__) M_(5, __VA_ARGS__)
#define SL__REST_5(M_, ...) M_(5, __VA_ARGS__)
#define SL__REST_6(M_, ...)

/* The last dimension, which is also the rank without it. */
#define SL__LAST_1 0
#define SL__LAST_2 1
#define SL__LAST_3 2
#define SL__LAST_4 3
#define SL__LAST_5 4
#define SL__LAST_6 5

/* Zeros up to six numbers, each behind a comma. */
#define SL__ZEROS_0 , 0, 0, 0, 0, 0, 0
#define SL__ZEROS_1 , 0, 0, 0, 0, 0
#define SL__ZEROS_2 , 0, 0, 0, 0
#define SL__ZEROS_3 , 0, 0, 0
#define SL__ZEROS_4 , 0, 0
#define SL__ZEROS_5 , 0
#define SL__ZEROS_6

/* 0 for rank 0, sl__n for others. */
#define SL__SOME_0 0
#define SL__SOME_1 sl__n
#define SL__SOME_2 sl__n
#define SL__SOME_3 sl__n
#define SL__SOME_4 sl__n
#define SL__SOME_5 sl__n
#define SL__SOME_6 sl__n

/* 1 for rank 1, sl__n for others. */
#define SL__MANY_1 1
#define SL__MANY_2 sl__n
#define SL__MANY_3 sl__n
#define SL__MANY_4 sl__n
#define SL__MANY_5 sl__n
#define SL__MANY_6 sl__n

/* 1, 2, sl__n for others. */
#define SL__FEW_1 1
#define SL__FEW_2 2
#define SL__FEW_3 sl__n
#define SL__FEW_4 sl__n
#define SL__FEW_5 sl__n
#define SL__FEW_6 sl__n

/* How many of CUDA's axes a rank takes. */
#define SL__AXES_1 1
#define SL__AXES_2 2
#define SL__AXES_3 3
#define SL__AXES_4 3
#define SL__AXES_5 3
#define SL__AXES_6 3

/* A list over the dimensions but the last. */
#define SL__OUTER(L_, R_) SL__CAT(L_, SL__CAT(SL__LAST_, R_))

/* clang-format on */

#endif
