/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The operators of reductions: one block each, from which the kernel language and the library are made.
 *
 * To add one, write its block and put it into the list and the sentence at the end. A block has
 *
 *     SL__IS_SL_OPERATOR_word         the probe by which SL_KERNEL knows the word
 *     SL__OP_SL_OPERATOR_word         its enumerator
 *     SL__IDENTITY_SL_OPERATOR_word   its identity, given the largest and the smallest value (or infinity) of a type
 *     SL__JOIN_SL_OPERATOR_word       joins a partial result B_ into A_
 *     SL__TAKES_SL_OPERATOR_word      whether it is defined for a type: SL__NUMBERS, SL__INTEGERS or SL__STRUCTS
 *
 * An operator of structs (starloop/location.h) has besides, and its identity is a statement,
 *
 *     SL__OF_STRUCTS_SL_OPERATOR_word the probe that tells
 *     SL__MEMBER_SL_OPERATOR_word     a member that has the type whose largest and smallest value the identity is given
 *     SL__MEMBERS_SL_OPERATOR_word    all of its members: X_(member, ...) of each
 *
 * A join is used on CPUs, on devices, and by the library, for every type that it is defined for; its order is that of
 * doc/spec/reductions.md. A NaN never replaces a minimum or maximum.
 */
#ifndef STARLOOP_KERNEL_OPERATORS_H
#define STARLOOP_KERNEL_OPERATORS_H

#include <starloop/types.h>

/* clang-format off */

/* Whether two types are the same. */
#ifdef __cplusplus
extern "C++" {
template <typename sl__a_, typename sl__b_> struct sl__same {
    enum { value_ = 0 };
};
template <typename sl__a_> struct sl__same<sl__a_, sl__a_> {
    enum { value_ = 1 };
};
}
#define SL__SAME(A_, B_) (sl__same<A_, B_>::value_)
#else
#define SL__SAME(A_, B_) _Generic((A_ *)0, B_ *: 1, default: 0)
#endif

/* The types of an operator: all built-in ones, the integers among them, others. */
#define SL__NUMBERS(T_) (SL__TYPE_CODE(T_) != 0)
#define SL__INTEGERS(T_) (SL__TYPE_CODE(T_) > SL_DOUBLE)
#define SL__STRUCTS(T_) (SL__TYPE_CODE(T_) == 0)

#define SL__IS_SL_OPERATOR_sum SL__PROBE
#define SL__OP_SL_OPERATOR_sum SL__SUM
#define SL__IDENTITY_SL_OPERATOR_sum(LARGEST_, SMALLEST_) 0
#define SL__JOIN_SL_OPERATOR_sum(A_, B_) (A_) += (B_)
#define SL__TAKES_SL_OPERATOR_sum SL__NUMBERS

#define SL__IS_SL_OPERATOR_min SL__PROBE
#define SL__OP_SL_OPERATOR_min SL__MIN
#define SL__IDENTITY_SL_OPERATOR_min(LARGEST_, SMALLEST_) LARGEST_
#define SL__JOIN_SL_OPERATOR_min(A_, B_) (A_) = (B_) < (A_) ? (B_) : (A_)
#define SL__TAKES_SL_OPERATOR_min SL__NUMBERS

#define SL__IS_SL_OPERATOR_max SL__PROBE
#define SL__OP_SL_OPERATOR_max SL__MAX
#define SL__IDENTITY_SL_OPERATOR_max(LARGEST_, SMALLEST_) SMALLEST_
#define SL__JOIN_SL_OPERATOR_max(A_, B_) (A_) = (B_) > (A_) ? (B_) : (A_)
#define SL__TAKES_SL_OPERATOR_max SL__NUMBERS

#define SL__IS_SL_OPERATOR_prod SL__PROBE
#define SL__OP_SL_OPERATOR_prod SL__PROD
#define SL__IDENTITY_SL_OPERATOR_prod(LARGEST_, SMALLEST_) 1
#define SL__JOIN_SL_OPERATOR_prod(A_, B_) (A_) *= (B_)
#define SL__TAKES_SL_OPERATOR_prod SL__NUMBERS

/* Of any value that is not zero, NaN as well, the result is 1. */
#define SL__IS_SL_OPERATOR_land SL__PROBE
#define SL__OP_SL_OPERATOR_land SL__LAND
#define SL__IDENTITY_SL_OPERATOR_land(LARGEST_, SMALLEST_) 1
#define SL__JOIN_SL_OPERATOR_land(A_, B_) (A_) = (A_) != 0 && (B_) != 0
#define SL__TAKES_SL_OPERATOR_land SL__NUMBERS

#define SL__IS_SL_OPERATOR_lor SL__PROBE
#define SL__OP_SL_OPERATOR_lor SL__LOR
#define SL__IDENTITY_SL_OPERATOR_lor(LARGEST_, SMALLEST_) 0
#define SL__JOIN_SL_OPERATOR_lor(A_, B_) (A_) = (A_) != 0 || (B_) != 0
#define SL__TAKES_SL_OPERATOR_lor SL__NUMBERS

/* All bits: of unsigned types the largest value has them, of signed ones both together. */
#define SL__IS_SL_OPERATOR_band SL__PROBE
#define SL__OP_SL_OPERATOR_band SL__BAND
#define SL__IDENTITY_SL_OPERATOR_band(LARGEST_, SMALLEST_) (LARGEST_) | (SMALLEST_)
#define SL__JOIN_SL_OPERATOR_band(A_, B_) (A_) &= (B_)
#define SL__TAKES_SL_OPERATOR_band SL__INTEGERS

#define SL__IS_SL_OPERATOR_bor SL__PROBE
#define SL__OP_SL_OPERATOR_bor SL__BOR
#define SL__IDENTITY_SL_OPERATOR_bor(LARGEST_, SMALLEST_) 0
#define SL__JOIN_SL_OPERATOR_bor(A_, B_) (A_) |= (B_)
#define SL__TAKES_SL_OPERATOR_bor SL__INTEGERS

#define SL__IS_SL_OPERATOR_bxor SL__PROBE
#define SL__OP_SL_OPERATOR_bxor SL__BXOR
#define SL__IDENTITY_SL_OPERATOR_bxor(LARGEST_, SMALLEST_) 0
#define SL__JOIN_SL_OPERATOR_bxor(A_, B_) (A_) ^= (B_)
#define SL__TAKES_SL_OPERATOR_bxor SL__INTEGERS

/* Of two values with their places: the one that lies beyond the other, of equal ones that of the smallest index.
 * Selects without a branch, so that loops over lanes are vectorised. */
#define SL__JOIN_EXTREME(BEYOND_, V_, I_, W_, J_) \
    do { \
        const int sl__takes_ = ((W_) BEYOND_ (V_)) | (((W_) == (V_)) & ((J_) < (I_))); \
        (V_) = sl__takes_ ? (W_) : (V_); \
        (I_) = sl__takes_ ? (J_) : (I_); \
    } while (0)

#define SL__IS_SL_OPERATOR_minmax SL__PROBE
#define SL__OF_STRUCTS_SL_OPERATOR_minmax SL__PROBE
#define SL__OP_SL_OPERATOR_minmax SL__MINMAX
#define SL__MEMBER_SL_OPERATOR_minmax lo
#define SL__MEMBERS_SL_OPERATOR_minmax(X_, ...) X_(lo, __VA_ARGS__) X_(hi, __VA_ARGS__)
#define SL__IDENTITY_SL_OPERATOR_minmax(P_, LARGEST_, SMALLEST_) \
    memcpy(&(P_).lo, LARGEST_, sizeof (P_).lo), memcpy(&(P_).hi, SMALLEST_, sizeof (P_).hi)
#define SL__JOIN_SL_OPERATOR_minmax(A_, B_) \
    ((A_).lo = (B_).lo < (A_).lo ? (B_).lo : (A_).lo, (A_).hi = (B_).hi > (A_).hi ? (B_).hi : (A_).hi)
#define SL__TAKES_SL_OPERATOR_minmax SL__STRUCTS

#define SL__IS_SL_OPERATOR_minloc SL__PROBE
#define SL__OF_STRUCTS_SL_OPERATOR_minloc SL__PROBE
#define SL__OP_SL_OPERATOR_minloc SL__MINLOC
#define SL__MEMBER_SL_OPERATOR_minloc value
#define SL__MEMBERS_SL_OPERATOR_minloc(X_, ...) X_(value, __VA_ARGS__) X_(index, __VA_ARGS__)
#define SL__IDENTITY_SL_OPERATOR_minloc(P_, LARGEST_, SMALLEST_) \
    memcpy(&(P_).value, LARGEST_, sizeof (P_).value), (P_).index = INT64_MAX
#define SL__JOIN_SL_OPERATOR_minloc(A_, B_) \
    SL__JOIN_EXTREME(<, (A_).value, (A_).index, (B_).value, (B_).index)
#define SL__TAKES_SL_OPERATOR_minloc SL__STRUCTS

#define SL__IS_SL_OPERATOR_maxloc SL__PROBE
#define SL__OF_STRUCTS_SL_OPERATOR_maxloc SL__PROBE
#define SL__OP_SL_OPERATOR_maxloc SL__MAXLOC
#define SL__MEMBER_SL_OPERATOR_maxloc value
#define SL__MEMBERS_SL_OPERATOR_maxloc(X_, ...) X_(value, __VA_ARGS__) X_(index, __VA_ARGS__)
#define SL__IDENTITY_SL_OPERATOR_maxloc(P_, LARGEST_, SMALLEST_) \
    memcpy(&(P_).value, SMALLEST_, sizeof (P_).value), (P_).index = INT64_MAX
#define SL__JOIN_SL_OPERATOR_maxloc(A_, B_) \
    SL__JOIN_EXTREME(>, (A_).value, (A_).index, (B_).value, (B_).index)
#define SL__TAKES_SL_OPERATOR_maxloc SL__STRUCTS

#define SL__IS_SL_OPERATOR_minmaxloc SL__PROBE
#define SL__OF_STRUCTS_SL_OPERATOR_minmaxloc SL__PROBE
#define SL__OP_SL_OPERATOR_minmaxloc SL__MINMAXLOC
#define SL__MEMBER_SL_OPERATOR_minmaxloc lo
#define SL__MEMBERS_SL_OPERATOR_minmaxloc(X_, ...) \
    X_(lo, __VA_ARGS__) X_(hi, __VA_ARGS__) X_(lo_index, __VA_ARGS__) X_(hi_index, __VA_ARGS__)
#define SL__IDENTITY_SL_OPERATOR_minmaxloc(P_, LARGEST_, SMALLEST_) \
    memcpy(&(P_).lo, LARGEST_, sizeof (P_).lo), memcpy(&(P_).hi, SMALLEST_, sizeof (P_).hi), \
        (P_).lo_index = (P_).hi_index = INT64_MAX
#define SL__JOIN_SL_OPERATOR_minmaxloc(A_, B_) \
    do { \
        SL__JOIN_EXTREME(<, (A_).lo, (A_).lo_index, (B_).lo, (B_).lo_index); \
        SL__JOIN_EXTREME(>, (A_).hi, (A_).hi_index, (B_).hi, (B_).hi_index); \
    } while (0)
#define SL__TAKES_SL_OPERATOR_minmaxloc SL__STRUCTS

/* Of complex numbers; `reduce(sl_complex, sum, s)` is read as sum_complex. */
#define SL__COMPLEXES_SL_OPERATOR_sum SL__PROBE
#define SL__COMPLEXES_SL_OPERATOR_prod SL__PROBE

#define SL__IS_SL_OPERATOR_sum_complex SL__PROBE
#define SL__OF_STRUCTS_SL_OPERATOR_sum_complex SL__PROBE
#define SL__OP_SL_OPERATOR_sum_complex SL__SUM_COMPLEX
#define SL__MEMBER_SL_OPERATOR_sum_complex re
#define SL__MEMBERS_SL_OPERATOR_sum_complex(X_, ...) X_(re, __VA_ARGS__) X_(im, __VA_ARGS__)
#define SL__IDENTITY_SL_OPERATOR_sum_complex(P_, LARGEST_, SMALLEST_) (P_).re = (P_).im = 0
#define SL__JOIN_SL_OPERATOR_sum_complex(A_, B_) ((A_).re += (B_).re, (A_).im += (B_).im)
#define SL__TAKES_SL_OPERATOR_sum_complex SL__STRUCTS

#define SL__IS_SL_OPERATOR_prod_complex SL__PROBE
#define SL__OF_STRUCTS_SL_OPERATOR_prod_complex SL__PROBE
#define SL__OP_SL_OPERATOR_prod_complex SL__PROD_COMPLEX
#define SL__MEMBER_SL_OPERATOR_prod_complex re
#define SL__MEMBERS_SL_OPERATOR_prod_complex(X_, ...) X_(re, __VA_ARGS__) X_(im, __VA_ARGS__)
#define SL__IDENTITY_SL_OPERATOR_prod_complex(P_, LARGEST_, SMALLEST_) (P_).re = 1, (P_).im = 0
#define SL__JOIN_SL_OPERATOR_prod_complex(A_, B_) \
    do { \
        const __typeof__((A_).re + 0) sl__re_ = (A_).re * (B_).re - (A_).im * (B_).im; \
        (A_).im = (A_).re * (B_).im + (A_).im * (B_).re; \
        (A_).re = sl__re_; \
    } while (0)
#define SL__TAKES_SL_OPERATOR_prod_complex SL__STRUCTS

/* The operators that scatter knows, too. */
#define SL__SCATTERS_SL_OPERATOR_sum SL__PROBE
#define SL__SCATTERS_SL_OPERATOR_prod SL__PROBE
#define SL__SCATTERS_SL_OPERATOR_min SL__PROBE
#define SL__SCATTERS_SL_OPERATOR_max SL__PROBE
#define SL__SCATTERS_SL_OPERATOR_band SL__PROBE
#define SL__SCATTERS_SL_OPERATOR_bor SL__PROBE
#define SL__SCATTERS_SL_OPERATOR_bxor SL__PROBE

/* How a scatter joins values: the operator, the type of the numbers (0: both parts of a complex number together), and
 * whether by plain instructions. */
#define SL__JOINS(O_, X_) SL__JOINS_OF(SL__OP_##O_, SL__TYPE_CODE(SL__NUMBERS_IN(X_)))
#define SL__JOINS_OF(OP_, TYPE_) ((int)(OP_) | (int)(TYPE_) << 8)
#define SL__JOINS_OP(JOINS_) ((JOINS_) & 255)
#define SL__JOINS_TYPE(JOINS_) ((JOINS_) >> 8 & 255)

/* All of them, by their types: X_(word). The order of the enumerators is what compiled kernels hold: a new one comes
 * last. */
#define SL__OPERATORS_OF_NUMBERS(X_) X_(sum) X_(min) X_(max) X_(prod) X_(land) X_(lor)
#define SL__OPERATORS_OF_INTEGERS(X_) X_(band) X_(bor) X_(bxor)
enum {
    SL__SUM = 1,
    SL__MIN,
    SL__MAX,
    SL__PROD,
    SL__LAND,
    SL__LOR,
    SL__BAND,
    SL__BOR,
    SL__BXOR,
    SL__MINMAX,
    SL__MINLOC,
    SL__MAXLOC,
    SL__MINMAXLOC,
    SL__SUM_COMPLEX,
    SL__PROD_COMPLEX,
    SL__OPERATORS_END
};
enum { SL__JOINS_PLAINLY = 1 << 16 };

/* clang-format on */

#endif
