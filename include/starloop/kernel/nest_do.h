/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief DO: calls of lambdas, with what it chooses for them. Part of starloop/kernel/form_nest.h.
 *
 * DO(0, 1) calls lambdas with the indices of the loops around. DO(0, segs(1, 0), params(dot, other), values(3)) calls
 * one with others: sl__y<n>_ is what index n of the nest is in the lambda, sl__o<n>_ its offset, sl__g_ where its
 * locals and arrays are, sl__v<n>_ its constants. Errors, and what is `own`, go by the loops' indices sl__z<d>_.
 */
#ifndef STARLOOP_KERNEL_NEST_DO_H
#define STARLOOP_KERNEL_NEST_DO_H

#include <starloop/kernel/emit.h>
#include <starloop/kernel/nest_words.h>

/* clang-format off */
#define SL__NEST_C_sl__do(K_, P_, A_) SL__CAT(SL__NEST_DO_, SL__NEST_CHOOSES A_)(K_, P_, A_)
#define SL__NEST_CHOOSES(...) SL__NEST_CHOOSES2(__VA_ARGS__, 0, ~)
#define SL__NEST_CHOOSES2(I_, A_, ...) SL__IS_TUPLE(SL__CHOICE_##A_)

/* Lambdas by their numbers. */
#define SL__NEST_DO_0(K_, P_, A_) SL__CAT(SL__NEST_LAMBDAS_, SL__NARG A_)(K_, P_, SL__EXPAND A_)
#define SL__NEST_LAMBDAS_9 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_10 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_11 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_12 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_13 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_14 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_15 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_16 SL__NEST_LAMBDAS_MANY
#define SL__NEST_LAMBDAS_MANY(K_, P_, ...) SL__NEST_SAYS(K_, P_, 0, "DO takes up to 8 lambdas")
#define SL__NEST_LAMBDAS_1(...) SL__NEST_LAMBDA(__VA_ARGS__)
#define SL__NEST_LAMBDAS_2(...) SL__NEST_LAMBDAS2_2(__VA_ARGS__)
#define SL__NEST_LAMBDAS_3(...) SL__NEST_LAMBDAS2_3(__VA_ARGS__)
#define SL__NEST_LAMBDAS_4(...) SL__NEST_LAMBDAS2_4(__VA_ARGS__)
#define SL__NEST_LAMBDAS_5(...) SL__NEST_LAMBDAS2_5(__VA_ARGS__)
#define SL__NEST_LAMBDAS_6(...) SL__NEST_LAMBDAS2_6(__VA_ARGS__)
#define SL__NEST_LAMBDAS_7(...) SL__NEST_LAMBDAS2_7(__VA_ARGS__)
#define SL__NEST_LAMBDAS_8(...) SL__NEST_LAMBDAS2_8(__VA_ARGS__)
#define SL__NEST_LAMBDAS2_1(K_, P_, I_) SL__CAT(SL__NEST_LAMBDA_, SL__IS_TUPLE(SL__CHOICE_##I_))(K_, P_, I_)
#define SL__NEST_LAMBDAS2_2(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_1(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDAS2_3(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_2(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDAS2_4(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_3(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDAS2_5(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_4(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDAS2_6(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_5(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDAS2_7(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_6(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDAS2_8(K_, P_, I_, ...) SL__NEST_LAMBDA(K_, P_, I_) SL__NEST_LAMBDAS2_7(K_, P_, __VA_ARGS__)
#define SL__NEST_LAMBDA_0 SL__NEST_LAMBDA
#define SL__NEST_LAMBDA_1(K_, P_, I_) \
    SL__NEST_SAYS(K_, P_, 0, "DO: '" #I_ "' stands behind several lambdas; DO chooses for one")
#define SL__NEST_IS_LAMBDA(K_, P_, I_) \
    SL__NEST_SAYS(K_, P_, (I_) >= 0 && (I_) < (int)K_##__lambdas_, "DO(" #I_ "): the nest has no such lambda")
#define SL__NEST_LAMBDA(K_, P_, I_) \
    SL__NEST_IS_LAMBDA(K_, P_, I_) \
    { \
        SL__DIMS_6(SL__NEST_INDEX, ~) \
        SL__NEST_RUN(K_, P_, K_##__do_(I_, &sl__c_, sl__own_, sl__z0_, sl__z1_, sl__z2_, sl__z3_, sl__z4_, sl__z5_, \
                                       sl__z0_, sl__z1_, sl__z2_, sl__z3_, sl__z4_, sl__z5_, sl__x0_ - sl__from0_, \
                                       sl__x1_ - sl__from1_, sl__x2_ - sl__from2_, sl__x3_ - sl__from3_, \
                                       sl__x4_ - sl__from4_, sl__x5_ - sl__from5_, 0, 0, 0, 0)) \
    }
/* Loops run by places sl__x_ of the space; of one that is no box lambdas get the indices there. */
#define SL__NEST_INDEX(D_, ...) \
    SL__UNUSED const sl_index sl__z##D_##_ = \
        (int)sl__mapped_ ? SL__NEST_PLACED(D_, (sl_index)sl__x##D_##_) : (sl_index)sl__x##D_##_;
#ifdef __CUDACC__
#define SL__NEST_PLACED(D_, K_) sl__device_at(sl__b_, D_, K_)
#else
#define SL__NEST_PLACED(D_, K_) sl__placed(&sl__b_->places_[D_], K_)
#endif

/* One with what it is given: first the indices, and with them their offsets; then the rest. */
#define SL__NEST_DO_1(K_, P_, A_) \
    SL__NEST_CHOSEN(K_, P_, SL__EXPAND A_, sl__none, sl__none, sl__none, sl__none, sl__none, ~)
#define SL__NEST_CHOSEN(...) SL__NEST_CHOSEN2(__VA_ARGS__)
#define SL__NEST_CHOSEN2(K_, P_, I_, A_, B_, C_, D_, E_, ...) \
    SL__NEST_IS_LAMBDA(K_, P_, I_) \
    SL__NEST_CHOICE(SL__NEST_BOUND_, K_, P_, E_, SL__CHOICE_##E_) \
    { \
        SL__DIMS_6(SL__NEST_INDEX, ~) \
        SL__DIMS_6(SL__NEST_CHOOSE_INDEX, ~) \
        SL__UNUSED sl_index sl__v0_ = 0, sl__v1_ = 0, sl__v2_ = 0, sl__v3_ = 0; \
        struct K_##__given_ sl__g_ = sl__own_; \
        SL__NEST_CHOICE(SL__NEST_FIRST_, K_, P_, A_, SL__CHOICE_##A_) \
        SL__NEST_CHOICE(SL__NEST_FIRST_, K_, P_, B_, SL__CHOICE_##B_) \
        SL__NEST_CHOICE(SL__NEST_FIRST_, K_, P_, C_, SL__CHOICE_##C_) \
        SL__NEST_CHOICE(SL__NEST_FIRST_, K_, P_, D_, SL__CHOICE_##D_) \
        SL__NEST_CHOICE(SL__NEST_THEN_, K_, P_, A_, SL__CHOICE_##A_) \
        SL__NEST_CHOICE(SL__NEST_THEN_, K_, P_, B_, SL__CHOICE_##B_) \
        SL__NEST_CHOICE(SL__NEST_THEN_, K_, P_, C_, SL__CHOICE_##C_) \
        SL__NEST_CHOICE(SL__NEST_THEN_, K_, P_, D_, SL__CHOICE_##D_) \
        SL__NEST_RUN(K_, P_, K_##__do_(I_, &sl__c_, sl__g_, sl__z0_, sl__z1_, sl__z2_, sl__z3_, sl__z4_, sl__z5_, \
                                       sl__y0_, sl__y1_, sl__y2_, sl__y3_, sl__y4_, sl__y5_, sl__o0_, sl__o1_, \
                                       sl__o2_, sl__o3_, sl__o4_, sl__o5_, sl__v0_, sl__v1_, sl__v2_, sl__v3_)) \
    }
#define SL__NEST_CHOOSE_INDEX(D_, ...) \
    SL__UNUSED sl_index sl__y##D_##_ = sl__z##D_##_, sl__o##D_##_ = sl__x##D_##_ - sl__from##D_##_;
#define SL__NEST_CHOICE(M_, K_, P_, A_, T_) SL__CAT(SL__NEST_CHOICE_IS_, SL__IS_TUPLE(T_))(M_, K_, P_, A_, T_)
#define SL__NEST_CHOICE_IS_0(M_, K_, P_, A_, T_) M_##sl__unknown(K_, P_, #A_)
#define SL__NEST_CHOICE_IS_1(M_, K_, P_, A_, T_) SL__NEST_CHOICE2(M_, K_, P_, SL__EXPAND T_)
#define SL__NEST_CHOICE2(...) SL__NEST_CHOICE3(__VA_ARGS__)
#define SL__NEST_CHOICE3(M_, K_, P_, C_, ...) M_##C_(K_, P_, __VA_ARGS__)
#define SL__NEST_CHOICES "segs(dimensions), offsets(dimensions), params(local, other, ...) or values(constants)"

#define SL__NEST_BOUND_sl__none(...)
#define SL__NEST_BOUND_sl__unknown(K_, P_, A_) \
    SL__NEST_SAYS(K_, P_, 0, "DO chooses up to four times: " SL__NEST_CHOICES)
#define SL__NEST_BOUND_sl__segs(K_, P_, ...) SL__NEST_BOUND_sl__unknown(K_, P_, ~)
#define SL__NEST_BOUND_sl__offsets SL__NEST_BOUND_sl__segs
#define SL__NEST_BOUND_sl__params SL__NEST_BOUND_sl__segs
#define SL__NEST_BOUND_sl__values SL__NEST_BOUND_sl__segs

#define SL__NEST_FIRST_sl__none(...)
#define SL__NEST_FIRST_sl__unknown(K_, P_, A_) \
    SL__NEST_SAYS(K_, P_, 0, "DO: unknown word in '" A_ "'; use " SL__NEST_CHOICES)
#define SL__NEST_FIRST_sl__segs(K_, P_, ...) \
    SL__CAT(SL__NEST_IN_TURN_, SL__NARG(__VA_ARGS__))(SL__NEST_SEGMENT, "segs", K_, P_, __VA_ARGS__)
#define SL__NEST_FIRST_sl__offsets(...)
#define SL__NEST_FIRST_sl__params(...)
#define SL__NEST_FIRST_sl__values(...)

#define SL__NEST_THEN_sl__none(...)
#define SL__NEST_THEN_sl__unknown(...)
#define SL__NEST_THEN_sl__segs(...)
#define SL__NEST_THEN_sl__offsets(K_, P_, ...) \
    SL__CAT(SL__NEST_IN_TURN_, SL__NARG(__VA_ARGS__))(SL__NEST_OFFSET_OF, "offsets", K_, P_, __VA_ARGS__)
#define SL__NEST_THEN_sl__params(K_, P_, ...) \
    SL__CAT(SL__NEST_PAIRS_, SL__NARG(__VA_ARGS__))(K_, P_, __VA_ARGS__)
#define SL__NEST_THEN_sl__values(K_, P_, ...) \
    SL__CAT(SL__NEST_VALUES_, SL__NARG(__VA_ARGS__))(K_, P_, __VA_ARGS__)

/* M_(its word, K_, P_, place, dimension) for each. */
#define SL__NEST_IN_TURN_1(M_, W_, K_, P_, A_) M_(W_, K_, P_, 0, A_)
#define SL__NEST_IN_TURN_2(M_, W_, K_, P_, A_, B_) SL__NEST_IN_TURN_1(M_, W_, K_, P_, A_) M_(W_, K_, P_, 1, B_)
#define SL__NEST_IN_TURN_3(M_, W_, K_, P_, A_, B_, C_) \
    SL__NEST_IN_TURN_2(M_, W_, K_, P_, A_, B_) M_(W_, K_, P_, 2, C_)
#define SL__NEST_IN_TURN_4(M_, W_, K_, P_, A_, B_, C_, D_) \
    SL__NEST_IN_TURN_3(M_, W_, K_, P_, A_, B_, C_) M_(W_, K_, P_, 3, D_)
#define SL__NEST_IN_TURN_5(M_, W_, K_, P_, A_, B_, C_, D_, E_) \
    SL__NEST_IN_TURN_4(M_, W_, K_, P_, A_, B_, C_, D_) M_(W_, K_, P_, 4, E_)
#define SL__NEST_IN_TURN_6(M_, W_, K_, P_, A_, B_, C_, D_, E_, F_) \
    SL__NEST_IN_TURN_5(M_, W_, K_, P_, A_, B_, C_, D_, E_) M_(W_, K_, P_, 5, F_)
#define SL__NEST_CHOSEN_DIMENSION(W_, K_, P_, N_, D_) \
    SL__NEST_SAYS(K_, P_, (N_) < (int)K_##__rank_, "DO: " W_ " has more dimensions than the nest has indices") \
    SL__NEST_SAYS(K_, P_, (D_) < (int)K_##__rank_, "DO: " W_ ": the nest has no dimension " #D_)
#define SL__NEST_SEGMENT(W_, K_, P_, N_, D_) \
    SL__NEST_CHOSEN_DIMENSION(W_, K_, P_, N_, D_) \
    sl__y##N_##_ = sl__z##D_##_; \
    sl__o##N_##_ = sl__x##D_##_ - sl__from##D_##_;
#define SL__NEST_OFFSET_OF(W_, K_, P_, N_, D_) \
    SL__NEST_CHOSEN_DIMENSION(W_, K_, P_, N_, D_) \
    sl__o##N_##_ = sl__x##D_##_ - sl__from##D_##_;

/* The lambda's local A_ is B_. */
#define SL__NEST_PAIRS_1(K_, P_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "DO: params needs pairs: (local of the lambda, what it is, ...)")
#define SL__NEST_PAIRS_3 SL__NEST_PAIRS_1
#define SL__NEST_PAIRS_5 SL__NEST_PAIRS_1
#define SL__NEST_PAIRS_7 SL__NEST_PAIRS_1
#define SL__NEST_PAIRS_2(K_, P_, A_, B_) \
    SL__NEST_SAYS(K_, P_, SL__NEST_SAME_TYPE(K_##__##A_##__type_, K_##__##B_##__type_), \
                  "DO: params(" #A_ ", " #B_ "): they are of different types") \
    sl__g_.A_##__g_ = sl__own_.B_##__g_;
#define SL__NEST_PAIRS_4(K_, P_, A_, B_, ...) SL__NEST_PAIRS_2(K_, P_, A_, B_) SL__NEST_PAIRS_2(K_, P_, __VA_ARGS__)
#define SL__NEST_PAIRS_6(K_, P_, A_, B_, ...) SL__NEST_PAIRS_2(K_, P_, A_, B_) SL__NEST_PAIRS_4(K_, P_, __VA_ARGS__)
#define SL__NEST_PAIRS_8(K_, P_, A_, B_, ...) SL__NEST_PAIRS_2(K_, P_, A_, B_) SL__NEST_PAIRS_6(K_, P_, __VA_ARGS__)
#ifdef __cplusplus
#define SL__NEST_SAME_TYPE(T_, U_) 1 /* an assignment tells */
#else
#define SL__NEST_SAME_TYPE(T_, U_) _Generic((T_ *)0, U_ *: 1, default: 0)
#endif

#define SL__NEST_VALUES_1(K_, P_, A_) SL__NEST_VALUE(K_, P_, 0, A_)
#define SL__NEST_VALUES_2(K_, P_, A_, B_) SL__NEST_VALUES_1(K_, P_, A_) SL__NEST_VALUE(K_, P_, 1, B_)
#define SL__NEST_VALUES_3(K_, P_, A_, B_, C_) SL__NEST_VALUES_2(K_, P_, A_, B_) SL__NEST_VALUE(K_, P_, 2, C_)
#define SL__NEST_VALUES_4(K_, P_, A_, B_, C_, D_) SL__NEST_VALUES_3(K_, P_, A_, B_, C_) SL__NEST_VALUE(K_, P_, 3, D_)
#define SL__NEST_VALUES_5(K_, P_, ...) SL__NEST_SAYS(K_, P_, 0, "DO: values takes up to 4 constants")
#define SL__NEST_VALUES_6 SL__NEST_VALUES_5
#define SL__NEST_VALUES_7 SL__NEST_VALUES_5
#define SL__NEST_VALUES_8 SL__NEST_VALUES_5
#define SL__NEST_VALUE(K_, P_, N_, V_) \
    SL__NEST_SAYS(K_, P_, ((V_) & 0) == 0, "DO: values are integer constants") \
    sl__v##N_##_ = (V_);
/* clang-format on */

#endif
