/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reductions over structs: a program's own operators, SL_REDUCER and SL_JOIN, and what bodies say of minloc,
 *  maxloc, minmax and minmaxloc. Part of starloop/kernel/emit.h.
 *
 * A kernel with a reduction over a struct has, for each such argument, a struct sl__reducer, through which the library
 * writes the identity and combines the results of blocks.
 */
#ifndef STARLOOP_KERNEL_REDUCER_H
#define STARLOOP_KERNEL_REDUCER_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/body.h>
#include <starloop/kernel/words.h>

/* Infinity, or 0: a function, since a constant must not be converted to an integer type, even where nobody does. */
SL_FN double sl__infinity(int sl__is_)
{
    return sl__is_ ? __builtin_inf() : 0;
}

/* clang-format off */
/* The identity of an operator of numbers. */
#define SL__IDENTITY_OF(O_, T_) ((T_)(SL__IDENTITY_##O_(SL__LARGEST_OF(T_), SL__SMALLEST_OF(T_))))
#define SL__IS_REAL(T_) ((T_)0.5 != (T_)0)
#define SL__LARGEST_OF(T_) \
    (SL__IS_REAL(T_)   ? (T_)sl__infinity(SL__IS_REAL(T_)) \
     : (T_)-1 > (T_)0  ? (T_)-1 \
                       : (T_)(9223372036854775807 >> (64 - 8 * (int)sizeof(T_))))
#define SL__SMALLEST_OF(T_) \
    (SL__IS_REAL(T_)   ? (T_)-sl__infinity(SL__IS_REAL(T_)) \
     : (T_)-1 > (T_)0  ? (T_)0 \
                       : (T_)((-9223372036854775807 - 1) >> (64 - 8 * (int)sizeof(T_))))

/** Defines an operator for reductions of its kernel file, at file scope; a block follows that joins a later partial
 *  result into an earlier one:
 *
 *     SL_REDUCER(product, struct matrix, ({1, 0, 0, 1}), a, b) { *a = multiply(*a, *b); }
 *
 *  The operator must be associative; it need not be commutative: results are joined in the order of the iterations
 *  (rank 2 and up: lexicographic), always in the same pairs.
 *
 *  @param OP_        the operator's name, for reduce(type, name, ...) and SL_JOIN; not one of the built-in ones
 *  @param T_         the type, of at most 256 bytes, aligned to at most 16; copied byte by byte
 *  @param IDENTITY_  an expression, or an initializer in parentheses, ({1, 0}): joining it in changes nothing
 *  @param A_         name of the pointer to the earlier result, which the block changes, T_ *
 *  @param B_         name of the pointer to the later one, const T_ * */
#define SL_REDUCER(OP_, T_, IDENTITY_, A_, B_) SL__REDUCER_DEFINE(SL_OPERATOR_##OP_, T_, IDENTITY_, A_, B_)
#define SL__REDUCER_DEFINE(O_, T_, IDENTITY_, A_, B_) \
    SL__REDUCER_OF(SL_REDUCER, O_, T_, SL__ORDERED_EVERYWHERE) \
    SL_FN void O_##__identity_(T_ *sl__p_) \
    { \
        const T_ sl__v_ = SL__CAT(SL__WHOLE_, SL__IS_WHOLE(IDENTITY_))(IDENTITY_); \
        *sl__p_ = sl__v_; \
    } \
    SL_FN void O_##__get_(T_ *sl__v_, const T_ *sl__lanes_, SL__UNUSED int sl__count_, int sl__l_) \
    { \
        *sl__v_ = sl__lanes_[sl__l_]; \
    } \
    SL_FN void O_##__set_(const T_ *sl__v_, T_ *sl__lanes_, SL__UNUSED int sl__count_, int sl__l_) \
    { \
        sl__lanes_[sl__l_] = *sl__v_; \
    } \
    SL_FN void O_##__join_(T_ *A_, const T_ *B_)
#define SL__REDUCER_OF(WORD_, O_, T_, ORDERED_) \
    SL__STATIC_ASSERT(!SL__CHECK(SL__IS_##O_), #WORD_ " " #O_ ": an operator of that name is built in"); \
    typedef T_ O_##__type_; \
    enum { O_##_needs_SL_REDUCER = 1, O_##__ordered_ = ORDERED_ }; \
    SL__STATIC_ASSERT(sizeof(T_) <= SL__REDUCER_BYTES, #WORD_ " " #O_ ": the type has more than 256 bytes"); \
    SL__STATIC_ASSERT(SL__ALIGNOF(T_) <= 16, #WORD_ " " #O_ ": the type is aligned to more than 16 bytes");
/* Whether all of it is in one pair of parentheses, which then are taken off. */
#define SL__IS_WHOLE(X_) SL__CAT(SL__IS_WHOLE_, SL__IS_TUPLE(X_))(X_)
#define SL__IS_WHOLE_0(X_) 0
#define SL__IS_WHOLE_1(X_) SL__IS_TUPLE(SL__EAT X_ ())
#define SL__WHOLE_0(X_) X_
#define SL__WHOLE_1(X_) SL__EXPAND X_

/** Defines an operator over a struct of numbers, each of which has a built-in operator of its own; no block follows:
 *
 *     SL_REDUCER_MEMBERS(statistics, struct statistics, (sum, total), (min, low), (max, high));
 *
 *  Its identity and its join are those of each member. Unlike loops with an SL_REDUCER, those with it are vectorised on
 *  CPUs, and a member's result has the bits there that a reduction of its own would have. A body has
 *  `s->total += v;`, or SL_JOIN(min, &s->low, &v).
 *
 *  @param OP_  the operator's name, as of SL_REDUCER
 *  @param T_   the type, a struct of 1 to 16 numbers
 *  @param ...  (operator, member) of all members, in their order: sum, min, max, prod, land, lor; of integers also
 *              band, bor, bxor */
#define SL_REDUCER_MEMBERS(OP_, T_, ...) SL__REDUCER_MEMBERS(SL_OPERATOR_##OP_, T_, __VA_ARGS__)
#define SL__REDUCER_MEMBERS(O_, T_, ...) \
    SL__REDUCER_OF(SL_REDUCER_MEMBERS, O_, T_, SL__ORDERED_ON_DEVICES) \
    struct O_##__same_ { \
        SL__PAIRS(SL__PAIR_MEMBER, O_, T_, __VA_ARGS__) \
    }; \
    SL__PAIRS(SL__PAIR_CHECK, O_, T_, __VA_ARGS__) \
    SL_FN void O_##__identity_(T_ *sl__p_) \
    { \
        SL__PAIRS(SL__PAIR_IDENTITY, O_, T_, __VA_ARGS__) \
    } \
    SL_FN void O_##__get_(T_ *sl__v_, const T_ *sl__lanes_, int sl__count_, int sl__l_) \
    { \
        SL__PAIRS(SL__PAIR_GET, O_, T_, __VA_ARGS__) \
    } \
    SL_FN void O_##__set_(const T_ *sl__v_, T_ *sl__lanes_, int sl__count_, int sl__l_) \
    { \
        SL__PAIRS(SL__PAIR_SET, O_, T_, __VA_ARGS__) \
    } \
    SL_FN void O_##__join_(T_ *sl__p_, const T_ *sl__q_) \
    { \
        SL__PAIRS(SL__PAIR_JOIN, O_, T_, __VA_ARGS__) \
    } \
    SL__STATIC_ASSERT(sizeof(struct O_##__same_) == sizeof(T_), "SL_REDUCER_MEMBERS " #O_ ": expected (operator, " \
                      "member) of all members, in their order")
/* M_(O_, T_, operator, member) of each pair. */
#define SL__PAIRS(M_, O_, T_, ...) SL__CAT(SL__PAIRS_, SL__NARG(__VA_ARGS__))(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_1(M_, O_, T_, P_) SL__PAIR(M_, O_, T_, SL__EXPAND P_)
#define SL__PAIRS_2(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_1(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_3(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_2(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_4(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_3(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_5(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_4(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_6(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_5(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_7(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_6(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_8(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_7(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_9(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_8(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_10(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_9(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_11(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_10(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_12(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_11(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_13(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_12(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_14(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_13(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_15(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_14(M_, O_, T_, __VA_ARGS__)
#define SL__PAIRS_16(M_, O_, T_, P_, ...) SL__PAIRS_1(M_, O_, T_, P_) SL__PAIRS_15(M_, O_, T_, __VA_ARGS__)
#define SL__PAIR(M_, O_, T_, ...) SL__PAIR2(M_, O_, T_, __VA_ARGS__)
#define SL__PAIR2(M_, O_, T_, OP_, N_) M_(O_, T_, SL_OPERATOR_##OP_, N_)
#define SL__PAIR_TYPE(T_, N_) __typeof__(((T_ *)0)->N_)
#define SL__PAIR_MEMBER(O_, T_, OP_, N_) SL__PAIR_TYPE(T_, N_) N_;
#define SL__PAIR_CHECK(O_, T_, OP_, N_) \
    SL__STATIC_ASSERT(SL__CAT(SL__PAIR_TAKES_, SL__CHECK(SL__IS_##OP_))(OP_, SL__PAIR_TYPE(T_, N_)), \
                      "SL_REDUCER_MEMBERS " #O_ ": " #OP_ " is no operator of numbers of the type that member " #N_ \
                      " has"); \
    SL__STATIC_ASSERT(offsetof(T_, N_) == offsetof(struct O_##__same_, N_), "SL_REDUCER_MEMBERS " #O_ ", member " #N_ \
                      ": expected (operator, member) of all members, in their order");
#define SL__PAIR_TAKES_0(OP_, T_) 0
#define SL__PAIR_TAKES_1(OP_, T_) SL__TAKES_##OP_(T_) && SL__NUMBERS(T_)
#define SL__PAIR_IDENTITY(O_, T_, OP_, N_) \
    sl__p_->N_ = SL__BY_OPERATOR(SL__PAIR_IDENTITY_, OP_)(OP_, SL__PAIR_TYPE(T_, N_));
#define SL__PAIR_IDENTITY_number SL__IDENTITY_OF
#define SL__PAIR_IDENTITY_struct(OP_, T_) 0 /* SL__PAIR_CHECK has said it */
#define SL__PAIR_IDENTITY_own SL__PAIR_IDENTITY_struct
#define SL__PAIR_GET(O_, T_, OP_, N_) SL__MEMBER_GET(N_, T_, *sl__v_, sl__lanes_, sl__count_, sl__l_)
#define SL__PAIR_SET(O_, T_, OP_, N_) SL__MEMBER_SET(N_, T_, *sl__v_, sl__lanes_, sl__count_, sl__l_)
#define SL__PAIR_JOIN(O_, T_, OP_, N_) SL__JOIN_##OP_(sl__p_->N_, sl__q_->N_);
/* A member in an array of so many lanes: those of one member lie side by side. */
#define SL__MEMBER_LANE(M_, T_, LANES_, COUNT_) \
    ((SL__PAIR_TYPE(T_, M_) *)((char *)(LANES_) + (COUNT_) * (int)offsetof(T_, M_)))
#define SL__MEMBER_GET(M_, T_, V_, LANES_, COUNT_, L_) (V_).M_ = SL__MEMBER_LANE(M_, T_, LANES_, COUNT_)[L_];
#define SL__MEMBER_SET(M_, T_, V_, LANES_, COUNT_, L_) SL__MEMBER_LANE(M_, T_, LANES_, COUNT_)[L_] = (V_).M_;

/** In a body: joins a value into a running result.
 *  @param OP_  the operator of the reduction  @param P_  its name  @param V_  pointer to the value */
#define SL_JOIN(OP_, P_, V_) SL__JOIN_POINTERS(SL_OPERATOR_##OP_, P_, V_)
#define SL__JOIN_POINTERS(O_, P_, V_) \
    do { \
        SL__JOIN(O_, *(P_), *(V_)); \
    } while (0)
/* Joins B_ into A_, lvalues, by any operator. */
#define SL__JOIN(O_, A_, B_) SL__CAT(SL__JOIN_BY_, SL__CHECK(SL__IS_##O_))(O_, A_, B_)
#define SL__JOIN_BY_1(O_, A_, B_) SL__JOIN_##O_(A_, B_)
#define SL__JOIN_BY_0(O_, A_, B_) O_##__join_(&(A_), &(B_))

/** In a body: offers a value and its index to `reduce(SL_LOC(type), minloc, p)`. Of equal values that of the smallest
 *  index stays; a NaN is never taken. @param P_  the reduction's name  @param V_  the value  @param I_  its index */
#define sl_minloc(P_, V_, I_) SL__OFFER(P_, minloc, V_, I_)
/** The same to `reduce(SL_LOC(type), maxloc, p)`. */
#define sl_maxloc(P_, V_, I_) SL__OFFER(P_, maxloc, V_, I_)
#define SL__OFFER(P_, OP_, V_, I_) \
    do { \
        __typeof__(*(P_)) sl__offer_; \
        sl__offer_.value = (V_); \
        sl__offer_.index = (I_); \
        SL__JOIN_SL_OPERATOR_##OP_(*(P_), sl__offer_); \
    } while (0)
/** In a body: offers a value to `reduce(SL_MINMAX(type), minmax, p)`. */
#define sl_minmax(P_, V_) \
    do { \
        __typeof__(*(P_)) sl__offer_; \
        sl__offer_.lo = sl__offer_.hi = (V_); \
        SL__JOIN_SL_OPERATOR_minmax(*(P_), sl__offer_); \
    } while (0)
/** In a body: offers a value and its index to `reduce(SL_MINMAXLOC(type), minmaxloc, p)`. */
#define sl_minmaxloc(P_, V_, I_) \
    do { \
        __typeof__(*(P_)) sl__offer_; \
        sl__offer_.lo = sl__offer_.hi = (V_); \
        sl__offer_.lo_index = sl__offer_.hi_index = (I_); \
        SL__JOIN_SL_OPERATOR_minmaxloc(*(P_), sl__offer_); \
    } while (0)

/* What a reduction over a struct must be: of the operator's type, which is known in the kernel file only. */
#define SL__REDUCER_TYPE(K_, I_, W_) SL__FOR_RESULT(SL__REDUCER_TYPE_RESULT, K_, I_, W_)
#define SL__REDUCER_TYPE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__BY_OPERATOR(SL__REDUCER_TYPE_, O_)(K_, T_, O_, N_)
#define SL__REDUCER_TYPE_number(...)
#define SL__REDUCER_TYPE_struct(...)
#define SL__REDUCER_TYPE_own(K_, T_, O_, N_) \
    enum { K_##__##N_##_ordered_ = O_##_needs_SL_REDUCER }; \
    SL__STATIC_ASSERT(SL__SAME(T_, O_##__type_), "kernel " #K_ ", argument " #N_ ": reduce needs the type of its " \
                      "SL_REDUCER, not " #T_);

/* Whether a kernel's results come in order: one lane for each block. */
#define SL__ORDERED(K_, I_, W_) SL__FOR_RESULT(SL__ORDERED_RESULT, K_, I_, W_)
#define SL__ORDERED_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__BY_OPERATOR(SL__ORDERED_, O_)(O_)
#define SL__ORDERED_number(O_)
#define SL__ORDERED_struct(O_)
#define SL__ORDERED_own(O_) +((int)O_##__ordered_ == (int)SL__ORDERED_EVERYWHERE)

/* The reducer of an argument, and a pointer to it in its row of the table. */
#define SL__REDUCER(K_, I_, W_) SL__FOR_RESULT(SL__REDUCER_RESULT, K_, I_, W_)
#define SL__REDUCER_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__BY_OPERATOR(SL__REDUCER_, O_)(K_, I_, T_, O_)
#define SL__REDUCER_number(...)
#define SL__REDUCER_struct(K_, I_, T_, O_) \
    static void K_##__identity##I_##_(void *sl__p_, SL__UNUSED const void *sl__largest_, \
                                      SL__UNUSED const void *sl__smallest_) \
    { \
        T_ sl__v_; \
        SL__IDENTITY_##O_(sl__v_, sl__largest_, sl__smallest_); \
        memcpy(sl__p_, &sl__v_, sizeof sl__v_); \
    } \
    SL__REDUCER_COMBINES(K_, I_, T_, O_, SL__ORDERED_NOWHERE, SL__TYPE_CODE(__typeof__(((T_ *)0)->SL__MEMBER_##O_)))
#define SL__REDUCER_own(K_, I_, T_, O_) \
    static void K_##__identity##I_##_(void *sl__p_, SL__UNUSED const void *sl__largest_, \
                                      SL__UNUSED const void *sl__smallest_) \
    { \
        T_ sl__v_; \
        O_##__identity_(&sl__v_); \
        memcpy(sl__p_, &sl__v_, sizeof sl__v_); \
    } \
    SL__REDUCER_COMBINES(K_, I_, T_, O_, (int)O_##__ordered_, 0)
#define SL__REDUCER_COMBINES(K_, I_, T_, O_, ORDERED_, TYPE_) \
    static void K_##__combine##I_##_(void *sl__p_, sl_index sl__count_) \
    { \
        T_ *const sl__v_ = (T_ *)sl__p_; \
        for (sl_index sl__n_ = sl__count_; sl__n_ > 1; sl__n_ = (sl__n_ + 1) / 2) { \
            for (sl_index sl__i_ = 0; sl__i_ < sl__n_ / 2; ++sl__i_) { \
                SL__JOIN(O_, sl__v_[2 * sl__i_], sl__v_[2 * sl__i_ + 1]); \
                sl__v_[sl__i_] = sl__v_[2 * sl__i_]; \
            } \
            if (sl__n_ % 2 != 0) \
                sl__v_[sl__n_ / 2] = sl__v_[sl__n_ - 1]; \
        } \
    } \
    static const struct sl__reducer K_##__reducer##I_##_ = {ORDERED_, TYPE_, K_##__identity##I_##_, \
                                                             K_##__combine##I_##_};
#define SL__REDUCER_ROW(K_, I_, O_) SL__BY_OPERATOR(SL__REDUCER_ROW_, O_)(K_, I_)
#define SL__REDUCER_ROW_number(K_, I_) 0
#define SL__REDUCER_ROW_struct(K_, I_) &K_##__reducer##I_##_
#define SL__REDUCER_ROW_own(K_, I_) &K_##__reducer##I_##_
/* clang-format on */

#endif
