/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views in bodies whose elements do not stand at sums of indices times strides: arguments with the modifier
 *  `layout(map)`. Part of starloop/kernel/emit.h.
 *
 * The map is one of
 *
 *     blocked(b0, b1, ...)  of a view of SL_LAYOUT_BLOCKED(b0, b1, ...): the extents are constants in the body
 *     blocked               of one with any extents of a block
 *     morton                of a view of SL_LAYOUT_MORTON
 *     name                  of a view of SL_LAYOUT_MAPPED(elements): a function of the kernel file,
 *                           SL_FN sl_index name(const sl_index *x, const sl_index *n), gives the place of the element
 *                           with the indices x [rank] in a view of extents n [rank], from 0 to elements - 1
 *
 * Each such argument has a function K__mapI_ that calls the map; a view in a body points to it, which compilers fold.
 */
#ifndef STARLOOP_KERNEL_MAP_H
#define STARLOOP_KERNEL_MAP_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/body.h>
#include <starloop/kernel/ranks.h>
#include <starloop/kernel/words.h>

/* clang-format off */
/* A view or slice of rank R_: dimension k is dimension d_[k] of the argument, in which its index 0 is from_. */
#define SL__MAPPED_VIEW(R_) \
    struct sl_rank##R_##_mapped_view { \
        sl_index n_[R_]; \
        int d_[R_]; \
        sl_index from_[SL_MAX_RANK], all_[SL_MAX_RANK], s_[SL_MAX_RANK]; /* of the argument; all_: extents */ \
        sl__map map_; \
        SL__CHECKED(sl_index most_; struct sl__track track_;) /* most_: places of a program's map; 0: it is another */ \
    };
SL__MAPPED_VIEW(1)
SL__MAPPED_VIEW(2)
SL__MAPPED_VIEW(3)
SL__MAPPED_VIEW(4)
SL__MAPPED_VIEW(5)
SL__MAPPED_VIEW(6)
/* clang-format on */

/** A view with a map, or a slice of one, as a parameter of an SL_FN helper, which is given SL_SUB(...) or
 * SL_PASS(view): SL_FN double trace(SL_PARAM_MAPPED(const double, 2, a)) { ... } */
#define SL_PARAM_MAPPED(T_, R_, N_) T_ *N_##__p_, struct sl_rank##R_##_mapped_view N_

/* ---- maps -------------------------------------------------------------------------------------------------- */

/* Blocks of b [rank] elements follow each other as the elements of a view of layout right do, and so do the elements of
 * a block. The last block along a dimension is whole. */
SL_FN sl_index sl__place_blocked(int sl__rank_, const sl_index *sl__x_, const sl_index *sl__n_, const sl_index *sl__b_)
{
    sl_index sl__block_ = 0, sl__inside_ = 0, sl__size_ = 1;
    for (int sl__d_ = 0; sl__d_ < sl__rank_; ++sl__d_) {
        /* Unsigned: a division by a power of two is a shift then. */
        const uint64_t sl__w_ = (uint64_t)sl__b_[sl__d_], sl__i_ = (uint64_t)sl__x_[sl__d_];
        const uint64_t sl__blocks_ = ((uint64_t)sl__n_[sl__d_] + sl__w_ - 1) / sl__w_;
        sl__block_ = sl__block_ * (sl_index)sl__blocks_ + (sl_index)(sl__i_ / sl__w_);
        sl__inside_ = sl__inside_ * (sl_index)sl__w_ + (sl_index)(sl__i_ % sl__w_);
        sl__size_ *= (sl_index)sl__w_;
    }
    return sl__block_ * sl__size_ + sl__inside_;
}

/* Index d has b[d] bits. The place has the lowest bits of all indices, the last index's first, then the next ones of
 * those that have more. */
SL_FN sl_index sl__place_morton(int sl__rank_, const sl_index *sl__x_, const sl_index *sl__b_)
{
    sl_index sl__place_ = 0;
    int sl__at_ = 0;
    for (int sl__k_ = 0, sl__more_ = 1; sl__more_; ++sl__k_) {
        sl__more_ = 0;
        for (int sl__d_ = sl__rank_ - 1; sl__d_ >= 0; --sl__d_)
            if (sl__k_ < sl__b_[sl__d_]) {
                sl__place_ |= (sl__x_[sl__d_] >> sl__k_ & 1) << sl__at_++;
                sl__more_ = 1;
            }
    }
    return sl__place_;
}

/* clang-format off */
/* What stands in the parentheses of layout: 00 a program's map, 10 blocked, 11 blocked(...), 20 morton. In place of
 * strides a slot has the extents of a block, the numbers of bits, or first the number of places; of 11 they are
 * constants. */
#define SL__MAP_SORT(...) SL__CAT(SL__MAP_NAME(__VA_ARGS__), SL__CHECK(SL__MAP_PARENS_##__VA_ARGS__))
#define SL__MAP_NAME(...) SL__DIGIT_2(SL__MAP_NAME_##__VA_ARGS__, 0, ~)
#define SL__MAP_NAME_blocked ~, 1,
#define SL__MAP_NAME_morton ~, 2,
#define SL__MAP_PARENS_blocked(...) ~, 1,
#define SL__MAP_NUMBERS_blocked(...) __VA_ARGS__
#define SL__MAP_CALL(SORT_, R_, L_) SL__MAP_CALL2(SORT_, R_, SL__EXPAND L_)
#define SL__MAP_CALL2(SORT_, R_, ...) SL__CAT(SL__MAP_CALL_, SORT_)(R_, __VA_ARGS__)
#define SL__MAP_CALL_00(R_, NAME_) return NAME_(sl__x_, sl__n_);
#define SL__MAP_CALL_10(R_, ...) return sl__place_blocked(R_, sl__x_, sl__n_, sl__s_);
#define SL__MAP_CALL_11 SL__MAP_CALL_10
#define SL__MAP_CALL_20(R_, ...) return sl__place_morton(R_, sl__x_, sl__s_);
/* 1 for a map of the program's. */
#define SL__MAP_IS_OWN(L_) SL__CAT(SL__MAP_IS_OWN_, SL__MAP_SORT L_)
#define SL__MAP_IS_OWN_00 1
#define SL__MAP_IS_OWN_10 0
#define SL__MAP_IS_OWN_11 0
#define SL__MAP_IS_OWN_20 0

#define SL__MAPPING(K_, I_, W_) SL__BY_CLASS(SL__MAPPING_, K_, I_, W_)
#define SL__MAPPING_sl__value(...)
#define SL__MAPPING_sl__view(...)
#define SL__MAPPING_sl__pack(...)
#define SL__MAPPING_sl__result(...)
#define SL__MAPPING_sl__scatter(...)
#define SL__MAPPING_sl__array(...)
#define SL__MAPPING_sl__scratch(...)
#define SL__MAPPING_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) \
    SL_FN sl_index K_##__map##I_##_(const sl_index *sl__x_, const sl_index *sl__n_, const sl_index *sl__s_) \
    { \
        (void)sl__x_, (void)sl__n_, (void)sl__s_; \
        SL__MAP_CALL(SL__MAP_SORT L_, R_, L_) \
    }

#define SL__MAP_WORDS(R_, F_, L_) SL__MAP_WORDS2(SL__MAP_SORT L_, R_, F_, SL__EXPAND L_)
#define SL__MAP_WORDS2(SORT_, R_, F_, ...) SL__CAT(SL__MAP_WORDS_, SORT_)(R_, F_, __VA_ARGS__)
#define SL__MAP_WORDS_00(R_, F_, ...) SL__CAT(SL__COMMAS_, R_)(SL__MAPPED_S, F_)
#define SL__MAP_WORDS_10 SL__MAP_WORDS_00
#define SL__MAP_WORDS_20 SL__MAP_WORDS_00
#define SL__MAP_WORDS_11(R_, F_, ...) SL__MAP_NUMBERS_##__VA_ARGS__
#define SL__MAPPED_S(D_, F_) F_.s_[D_]
#define SL__MAPPED_D(D_, ...) D_
#define SL__MAPPED_POINTER_sl__r(T_) const T_ *
#define SL__MAPPED_POINTER_sl__w(T_) T_ *
#define SL__MAPPED_POINTER_sl__rw(T_) T_ *
#define SL__MAPPED_GEOMETRY(R_, F_, G_, M_, L_, MAP_) \
    {{SL__CAT(SL__COMMAS_, R_)(SL__N, F_)}, {SL__CAT(SL__COMMAS_, R_)(SL__MAPPED_D, ~)}, {0, 0, 0, 0, 0, 0}, \
     {SL__CAT(SL__COMMAS_, R_)(SL__N, F_) SL__CAT(SL__ZEROS_, R_)}, \
     {SL__MAP_WORDS(R_, F_, L_) SL__CAT(SL__ZEROS_, R_)}, MAP_ \
     SL__CHECKED(, SL__MAP_IS_OWN(L_) ? F_.s_[0] : 0, SL__TRACK_sl__n(R_, F_, G_, M_))}
/* clang-format on */

/* ---- elements ---------------------------------------------------------------------------------------------- */

#if defined(SL_BOUNDS_CHECK) && !defined(SL__LINT)
/* A place that a program's map gave, or 0 where there is none of that number. */
SL__CHECK_FN sl_index sl__checked_place(const struct sl__track *sl__t_, sl_index sl__place_, sl_index sl__most_)
{
    if (__builtin_expect(sl__most_ == 0 || (uint64_t)sl__place_ < (uint64_t)sl__most_, 1))
        return sl__place_;
    SL__OUT_OF_BOUNDS(sl__t_->guard_, sl__t_->iteration_, SL__FAULT_NO_PLACE, sl__place_, 0, sl__most_);
    return 0;
}
#define SL__MAPPED_PLACE(V_, Y_) sl__checked_place(&(V_).track_, (V_).map_(Y_, (V_).all_, (V_).s_), (V_).most_)
#elif defined(SL__LINT) /* of a pointer it would say that a GPU has another address: the device's code takes its own \
                         */
#define SL__MAPPED_PLACE(V_, Y_) (Y_)[0]
#else
#define SL__MAPPED_PLACE(V_, Y_) (V_).map_(Y_, (V_).all_, (V_).s_)
#endif

/* clang-format off */
#define SL__MAPPED_ADD(D_, ...) sl__y_[sl__v_.d_[D_]] += sl__x##D_##_;
#define SL__MAPPED_FROM {sl__v_.from_[0], sl__v_.from_[1], sl__v_.from_[2], sl__v_.from_[3], sl__v_.from_[4], \
                         sl__v_.from_[5]}
#define SL__MAPPED_AT(R_, NAME_) \
    SL_FN sl_index NAME_(struct sl_rank##R_##_mapped_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        sl_index sl__y_[SL_MAX_RANK] = SL__MAPPED_FROM; \
        SL__PLACES(R_) \
        SL__CAT(SL__DIMS_, R_)(SL__MAPPED_ADD, ~) \
        const sl_index sl__at_ = SL__MAPPED_PLACE(sl__v_, sl__y_); \
        SL__CHECKED(sl__touched(&sl__v_.track_, sl__at_);) \
        return sl__at_; \
    }
SL__MAPPED_AT(1, sl_at_mapped_with_1_index)
SL__MAPPED_AT(2, sl_at_mapped_with_2_indices)
SL__MAPPED_AT(3, sl_at_mapped_with_3_indices)
SL__MAPPED_AT(4, sl_at_mapped_with_4_indices)
SL__MAPPED_AT(5, sl_at_mapped_with_5_indices)
SL__MAPPED_AT(6, sl_at_mapped_with_6_indices)

/* ---- slices ------------------------------------------------------------------------------------------------ */

#define SL__MAPPED_TAKE(D_, ...) \
    sl__y_.from_[sl__v_.d_[D_]] += sl__q##D_##_.select_ == 2 ? 0 : sl__q##D_##_.lo_; \
    if (sl__q##D_##_.select_) { \
        sl__y_.n_[sl__k_] = sl__q##D_##_.select_ == 2 ? sl__v_.n_[D_] : sl__q##D_##_.hi_ - sl__q##D_##_.lo_; \
        sl__y_.d_[sl__k_] = sl__v_.d_[D_]; \
        SL__CHECKED(sl__y_.track_.from_[sl__k_] = \
                        sl__v_.track_.from_[D_] + (sl__q##D_##_.select_ == 2 ? 0 : sl__q##D_##_.lo_); \
                    sl__y_.track_.b_[sl__k_] = 0; \
                    sl__y_.track_.w_[sl__k_] = sl__v_.track_.w_[D_]; \
                    sl__y_.track_.f_[sl__k_] = sl__v_.track_.f_[D_]; \
                    sl__y_.track_.d_[sl__k_] = sl__v_.track_.d_[D_];) \
        sl__k_++; \
    }
#define SL__MAPPED_ALL(A_) {sl__v_.A_[0], sl__v_.A_[1], sl__v_.A_[2], sl__v_.A_[3], sl__v_.A_[4], sl__v_.A_[5]}
#define SL__MAPPED_REST \
    SL__MAPPED_ALL(from_), SL__MAPPED_ALL(all_), SL__MAPPED_ALL(s_), sl__v_.map_ \
    SL__CHECKED(, sl__v_.most_, sl__v_.track_)
#define SL__MAPPED_SUB_OF(R_) \
    SL_FN struct sl_rank6_mapped_view sl__mapped_sub_of_##R_(struct sl_rank##R_##_mapped_view sl__v_, \
                                                             SL__CAT(SL__COMMAS_, R_)(SL__Q, ~)) \
    { \
        struct sl_rank6_mapped_view sl__y_ = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, SL__MAPPED_REST}; \
        SL__CAT(SL__DIMS_, R_)(SL__VET, ~) \
        SL__CAT(SL__DIMS_, R_)(SL__VET_REACH, ~) \
        int sl__k_ = 0; \
        SL__CAT(SL__DIMS_, R_)(SL__MAPPED_TAKE, ~) \
        (void)sl__k_; \
        return sl__y_; \
    }
SL__MAPPED_SUB_OF(1)
SL__MAPPED_SUB_OF(2)
SL__MAPPED_SUB_OF(3)
SL__MAPPED_SUB_OF(4)
SL__MAPPED_SUB_OF(5)
SL__MAPPED_SUB_OF(6)
/* clang-format on */

/* A slice with no dimension left is at its element. */
SL_FN struct sl_rank0_view sl__mapped_as_0(struct sl_rank6_mapped_view sl__v_)
{
    const sl_index sl__y_[SL_MAX_RANK] = SL__MAPPED_FROM;
    struct sl_rank0_view sl__e_ = {SL__MAPPED_PLACE(sl__v_, sl__y_), SL__CASE_ANY,
                                   0 SL__ON_DEVICE(, -1) SL__CHECKED(, sl__v_.track_)};
    return sl__e_;
}
/* clang-format off */
#define SL__V_D(D_, ...) sl__v_.d_[D_]
#define SL__MAPPED_AS(R_) \
    SL_FN struct sl_rank##R_##_mapped_view sl__mapped_as_##R_(struct sl_rank6_mapped_view sl__v_) \
    { \
        struct sl_rank##R_##_mapped_view sl__y_ = {{SL__CAT(SL__COMMAS_, R_)(SL__V_N, ~)}, \
                                                   {SL__CAT(SL__COMMAS_, R_)(SL__V_D, ~)}, SL__MAPPED_REST}; \
        return sl__y_; \
    }
SL__MAPPED_AS(1)
SL__MAPPED_AS(2)
SL__MAPPED_AS(3)
SL__MAPPED_AS(4)
SL__MAPPED_AS(5)
SL__MAPPED_AS(6)

/* ---- blocks ------------------------------------------------------------------------------------------------ */

/** A block of a whole view of layout(blocked(...)) or layout(blocked), for an SL_PARAM or SL_LET: the number of the
 *  block along each dimension. It is a slice with strides, whose indices count from 0, and the last of its dimensions
 *  has stride 1. Each number is evaluated once. */
#define SL_BLOCK(V_, ...) \
    V_##__p_, SL__CAT(sl__block_of_rank, SL__NARG(__VA_ARGS__))(V_, SL__LINED(__VA_ARGS__))
#ifdef SL_BOUNDS_CHECK
/* The number of a block, or 0 where there is none. */
SL__CHECK_FN sl_index sl__checked_block(const struct sl__track *sl__t_, int sl__k_, sl_index sl__i_, sl_index sl__n_,
                                        sl_index sl__w_)
{
    if (__builtin_expect((uint64_t)sl__i_ < (uint64_t)((sl__n_ + sl__w_ - 1) / sl__w_), 1))
        return sl__i_;
    SL__OUT_OF_BOUNDS(sl__t_->guard_, sl__t_->iteration_, sl__k_, sl__i_ * sl__w_, 0, sl__n_);
    return 0;
}
#endif
#define SL__BLOCK_PLACE(D_, ...) \
    SL__CHECKED(sl__i##D_##_ = sl__checked_block(&sl__v_.track_, D_, sl__i##D_##_, sl__v_.n_[D_], sl__v_.s_[D_]);) \
    sl__x_[D_] = sl__i##D_##_ * sl__v_.s_[D_];
#define SL__BLOCK_TAKE(D_, ...) \
    sl__y_.s_[D_] = 1; \
    for (int sl__e_ = 0; sl__e_ < D_; ++sl__e_) \
        sl__y_.s_[sl__e_] *= sl__v_.s_[D_]; \
    sl__y_.n_[D_] = sl__v_.n_[D_] - sl__x_[D_] < sl__v_.s_[D_] ? sl__v_.n_[D_] - sl__x_[D_] : sl__v_.s_[D_]; \
    SL__CHECKED(sl__y_.track_.from_[D_] = sl__x_[D_];)
#define SL__BLOCK_ZERO(D_, ...) 0
#define SL__BLOCK_OF(R_) \
    SL_FN struct sl_rank##R_##_view sl__block_of_rank##R_(struct sl_rank##R_##_mapped_view sl__v_, \
                                                          SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        sl_index sl__x_[R_]; \
        struct sl_rank##R_##_view sl__y_ = {0, {SL__CAT(SL__COMMAS_, R_)(SL__BLOCK_ZERO, ~)}, \
                                            {SL__CAT(SL__COMMAS_, R_)(SL__BLOCK_ZERO, ~)}, SL__CASE_ANY, 0 \
                                            SL__ON_DEVICE(, R_ - 1) SL__CHECKED(, sl__v_.track_)}; \
        SL__CAT(SL__DIMS_, R_)(SL__BLOCK_PLACE, ~) \
        SL__CAT(SL__DIMS_, R_)(SL__BLOCK_TAKE, ~) \
        sl__y_.o_ = sl__place_blocked(R_, sl__x_, sl__v_.all_, sl__v_.s_); \
        return sl__y_; \
    }
SL__BLOCK_OF(1)
SL__BLOCK_OF(2)
SL__BLOCK_OF(3)
SL__BLOCK_OF(4)
SL__BLOCK_OF(5)
SL__BLOCK_OF(6)

#ifdef __cplusplus /* C++ finds these by their arguments */
extern "C++" {
inline SL__ON_BOTH struct sl_rank0_view sl__sub_as<0>::of_(struct sl_rank6_mapped_view v_)
{
    return sl__mapped_as_0(v_);
}
#define SL__MAPPED_CXX(R_, NAME_) \
    inline SL__ON_BOTH struct sl_rank##R_##_mapped_view sl__sub_as<R_>::of_(struct sl_rank6_mapped_view v_) \
    { \
        return sl__mapped_as_##R_(v_); \
    } \
    SL_FN struct sl_rank6_mapped_view sl__sub_of_##R_(struct sl_rank##R_##_mapped_view sl__v_, \
                                                      SL__CAT(SL__COMMAS_, R_)(SL__Q, ~)) \
    { \
        return sl__mapped_sub_of_##R_(sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__MAPPED_Q, ~)); \
    } \
    SL__MAPPED_CXX_AT(R_, NAME_)
#define SL__MAPPED_Q(D_, ...) sl__q##D_##_
#define SL__MAPPED_I(D_, ...) sl__i##D_##_
#ifdef __CUDACC__
#define SL__MAPPED_CXX_AT(R_, NAME_) \
    template <typename T_> \
    SL_FN T_ *sl__element(T_ *sl__p_, struct sl_rank##R_##_mapped_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        return sl__p_ + sl_at_mapped_with_##NAME_(sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__MAPPED_I, ~)); \
    }
#else
#define SL__MAPPED_CXX_AT(R_, NAME_) \
    SL_FN sl_index sl_at_with_##NAME_(struct sl_rank##R_##_mapped_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        return sl_at_mapped_with_##NAME_(sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__MAPPED_I, ~)); \
    }
#endif
SL__MAPPED_CXX(1, 1_index)
SL__MAPPED_CXX(2, 2_indices)
SL__MAPPED_CXX(3, 3_indices)
SL__MAPPED_CXX(4, 4_indices)
SL__MAPPED_CXX(5, 5_indices)
SL__MAPPED_CXX(6, 6_indices)
}
#endif
/* clang-format on */

#endif
