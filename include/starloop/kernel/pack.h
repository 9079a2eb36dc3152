/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Packs in bodies: an argument with the modifier `pack(k)` is an array of k views of one shape.
 *
 * Of a pack x the body has x, a struct sl_packr_view, which leads to the views where they are packed, and x__p_, which
 * has their type. SL_AT(x, c, i) finds view c there; what it takes of it leaves a loop in which c does not change.
 */
#ifndef STARLOOP_KERNEL_PACK_H
#define STARLOOP_KERNEL_PACK_H

#include <starloop/kernel/body.h>
#include <starloop/kernel/emit.h>

#ifdef __cplusplus
extern "C++" {
/* The type of a pack's elements. The functions below give addresses. */
template <typename T_> struct sl__members {
    T_ *first_;
#ifndef __CUDACC__
    T_ &operator[](void *at_) const
    {
        return *(T_ *)at_;
    }
#endif
};
}
#define SL__MEMBER_OF_sl__r(T_) sl__members<const T_>
#define SL__MEMBER_OF_sl__w(T_) sl__members<T_>
#define SL__MEMBER_OF_sl__rw(T_) sl__members<T_>
#define SL__MEMBER_OF_sl__atomic(T_) sl__members<SL__ATOMIC_CELL(T_)>
#define SL__MEMBERS_FROM(T_, P_) \
    { \
        0 \
    }
#else
#define SL__MEMBER_OF_sl__r(T_) const T_ *
#define SL__MEMBER_OF_sl__w(T_) T_ *
#define SL__MEMBER_OF_sl__rw(T_) T_ *
#define SL__MEMBER_OF_sl__atomic(T_) SL__ATOMIC_CELL(T_) *
#define SL__MEMBERS_FROM(T_, P_) P_
#endif

/* clang-format off */
#define SL__MEMBERS_CASE_sl__r sl__read_
#define SL__MEMBERS_CASE_sl__w sl__case_
#define SL__MEMBERS_CASE_sl__rw sl__case_
#define SL__MEMBERS_CASE_sl__atomic sl__case_
#define SL__MEMBERS_N_0(R_, N_)
#define SL__MEMBERS_N_sl__n(R_, N_) , {SL__CAT(SL__COMMAS_, R_)(SL__N, sl__a_->N_##__f_[0])}

#ifdef SL_BOUNDS_CHECK
/* The number of a view, or 0 where it is none. */
SL__CHECK_FN sl_index sl__checked_member(struct sl__fault *sl__f_, const sl_index *sl__iteration_, int sl__argument_,
                                         sl_index sl__c_, int sl__count_)
{
    if (__builtin_expect((uint64_t)sl__c_ < (uint64_t)sl__count_, 1))
        return sl__c_;
    const struct sl__guard sl__g_ = {sl__f_, sl__argument_, 0, 0, 0, 0};
    SL__OUT_OF_BOUNDS(&sl__g_, sl__iteration_, SL__FAULT_NO_MEMBER, sl__c_, 0, sl__count_);
    return 0;
}
#define SL__MEMBER_GUARD \
    sl__c_ = sl__checked_member(sl__v_.fault_, sl__v_.iteration_, sl__v_.argument_, sl__c_, sl__v_.count_);
#define SL__MEMBER_GUARD_0 \
    const sl_index *const sl__iteration_ = sl__v_.iteration_; \
    const struct sl__guard sl__g_ = {sl__v_.fault_, sl__v_.argument_ + (int)sl__c_ * SL_MAX_ARGS, 0, 0, sl__f_->h_, 0};
#define SL__MEMBER_GUARD_sl__n \
    const sl_index *const sl__iteration_ = sl__v_.iteration_; \
    const struct sl__guard sl__g_ = {sl__v_.fault_, sl__v_.argument_ + (int)sl__c_ * SL_MAX_ARGS, sl__f_->n_, \
                                     sl__f_->b_, sl__f_->h_, 0};
#else
#define SL__MEMBER_GUARD
#define SL__MEMBER_GUARD_0
#define SL__MEMBER_GUARD_sl__n
#endif

/* View sl__c_ of a pack: sl__f_, where it is packed, and its geometry. */
#define SL__MEMBER(R_) \
    SL__MEMBER_GUARD \
    const struct sl__slot##R_ *const sl__f_ = &sl__v_.f_[sl__c_]; \
    SL__CAT(SL__MEMBER_GUARD_, SL__CAT(SL__SOME_, R_)) \
    const struct sl_rank##R_##_view sl__m_ = SL__GEOMETRY(R_, (*sl__f_), sl__g_, sl__v_.mods_, sl__v_.case_);
#define SL__MEMBER_I(D_, ...) , sl_index sl__i##D_##_
#define SL__MEMBER_X(D_, ...) , sl__i##D_##_

#ifdef __CUDACC__
#define SL__IN_PACK(R_, AT_, NAME_) \
    template <typename T_> \
    SL_FN T_ *sl__element(sl__members<T_>, struct sl_pack##R_##_view sl__v_, sl_index sl__c_ \
                          SL__CAT(SL__DIMS_, R_)(SL__MEMBER_I, ~)) \
    { \
        SL__MEMBER(R_) \
        return sl__element((T_ *)sl__f_->p_, sl__m_ SL__CAT(SL__DIMS_, R_)(SL__MEMBER_X, ~)); \
    }
extern "C++" {
template <typename T_> SL_FN T_ *sl__element(T_ *sl__p_, struct sl_rank0_view sl__v_)
{
    return sl__p_ + sl__v_.o_;
}
#else
#define SL__IN_PACK(R_, AT_, NAME_) \
    SL_FN void *NAME_(struct sl_pack##R_##_view sl__v_, sl_index sl__c_ SL__CAT(SL__DIMS_, R_)(SL__MEMBER_I, ~)) \
    { \
        SL__MEMBER(R_) \
        return (char *)sl__f_->p_ + \
               (sl_index)sl__v_.size_ * AT_(sl__m_ SL__CAT(SL__DIMS_, R_)(SL__MEMBER_X, ~)); \
    }
#ifdef __cplusplus
extern "C++" {
#endif
#endif
#ifdef __cplusplus /* SL_AT finds the function by its arguments */
#define SL__IN_PACK_OF(R_, AT_, NAME_) SL__IN_PACK(R_, AT_, NAME_)
#else
#define SL__IN_PACK_OF(R_, AT_, NAME_) SL__IN_PACK(R_, AT_, sl_at_in_pack_of_rank##R_)
#endif
SL__IN_PACK_OF(0, sl__at_rank0, sl_at_with_1_index)
SL__IN_PACK_OF(1, sl_at_with_1_index, sl_at_with_2_indices)
SL__IN_PACK_OF(2, sl_at_with_2_indices, sl_at_with_3_indices)
SL__IN_PACK_OF(3, sl_at_with_3_indices, sl_at_with_4_indices)
SL__IN_PACK_OF(4, sl_at_with_4_indices, sl_at_with_5_indices)
SL__IN_PACK_OF(5, sl_at_with_5_indices, sl_at_with_6_indices)
#ifdef __cplusplus
}
#endif
/* clang-format on */

#endif
