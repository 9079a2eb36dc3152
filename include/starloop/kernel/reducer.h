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

/* clang-format off */
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
    SL__STATIC_ASSERT(!SL__CHECK(SL__IS_##O_), "SL_REDUCER " #O_ ": an operator of that name is built in"); \
    typedef T_ O_##__type_; \
    enum { O_##_needs_SL_REDUCER = 1 }; \
    SL__STATIC_ASSERT(sizeof(T_) <= SL__REDUCER_BYTES, "SL_REDUCER " #O_ ": the type has more than 256 bytes"); \
    SL__STATIC_ASSERT(SL__ALIGNOF(T_) <= 16, "SL_REDUCER " #O_ ": the type is aligned to more than 16 bytes"); \
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
/* Whether all of it is in one pair of parentheses, which then are taken off. */
#define SL__IS_WHOLE(X_) SL__CAT(SL__IS_WHOLE_, SL__IS_TUPLE(X_))(X_)
#define SL__IS_WHOLE_0(X_) 0
#define SL__IS_WHOLE_1(X_) SL__IS_TUPLE(SL__EAT X_ ())
#define SL__WHOLE_0(X_) X_
#define SL__WHOLE_1(X_) SL__EXPAND X_

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
#define SL__ORDERED_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__BY_OPERATOR(SL__ORDERED_, O_)
#define SL__ORDERED_number
#define SL__ORDERED_struct
#define SL__ORDERED_own +1

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
    SL__REDUCER_COMBINES(K_, I_, T_, O_, 0, SL__TYPE_CODE(__typeof__(((T_ *)0)->SL__MEMBER_##O_)))
#define SL__REDUCER_own(K_, I_, T_, O_) \
    static void K_##__identity##I_##_(void *sl__p_, SL__UNUSED const void *sl__largest_, \
                                      SL__UNUSED const void *sl__smallest_) \
    { \
        T_ sl__v_; \
        O_##__identity_(&sl__v_); \
        memcpy(sl__p_, &sl__v_, sizeof sl__v_); \
    } \
    SL__REDUCER_COMBINES(K_, I_, T_, O_, 1, 0)
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
