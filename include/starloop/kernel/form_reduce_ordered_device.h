/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reductions in CUDA by a program's own operators, in the order of the iterations: part of
 *  starloop/kernel/forms.h.
 *
 * A lane has a run of neighbouring iterations, lanes and tiles follow one another, and neighbours are joined: the order
 * is that of the space, lexicographic from rank 2 on, and depends on the space alone (doc/spec/reductions.md).
 */
#ifndef STARLOOP_KERNEL_FORM_REDUCE_ORDERED_DEVICE_H
#define STARLOOP_KERNEL_FORM_REDUCE_ORDERED_DEVICE_H

#include <starloop/kernel/form_reduce_device.h>

#ifdef __CUDACC__

enum { SL__ORDER_WARPS = SL__DEVICE_LANES / SL__DEVICE_WARP };

/* clang-format off */
/* Whether a kernel has an operator of the program's own: of a reduction only. */
#define SL__IN_ORDER(K_, I_, W_) SL__FOR_RESULT(SL__IN_ORDER_RESULT, K_, I_, W_)
#define SL__IN_ORDER_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__BY_OPERATOR(SL__IN_ORDER_, O_)
#define SL__IN_ORDER_number
#define SL__IN_ORDER_struct
#define SL__IN_ORDER_own ~, 1,

#define SL__DEVICE_IDENTITY_own(T_, O_, I_, N_) \
    T_ N_##__i_; \
    O_##__identity_(&N_##__i_);

/* The reductions have the shared memory of a tile's warps in turn. */
#define SL__ORDER_ROOM(K_, I_, W_) SL__FOR_RESULT(SL__ORDER_ROOM_RESULT, K_, I_, W_)
#define SL__ORDER_ROOM_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const N_##__w_ = (T_ *)sl__turns_room_; \
    __shared__ T_ N_##__c_[1]; \
    SL__DEVICE_IDENTITY(T_, O_, I_, N_)

/* The first lane's result becomes that of its tile. */
#define SL__ORDER_TILE(K_, I_, W_) SL__FOR_RESULT(SL__ORDER_TILE_RESULT, K_, I_, W_)
#define SL__ORDER_TILE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__DEVICE_PAIRS(T_, O_, N_##__v_, SL__DEVICE_WARP, SL__DEVICE_WARP) \
    __syncthreads(); \
    if (sl__lane_ == 0) \
        N_##__w_[sl__warp_] = N_##__v_; \
    __syncthreads(); \
    if (sl__thread_ % SL__DEVICE_LANES == 0) \
        for (int sl__k_ = 1; sl__k_ < SL__ORDER_WARPS; ++sl__k_) \
            SL__JOIN(O_, N_##__v_, N_##__w_[sl__warp_ + sl__k_]);

/* The iterations of a lane. */
#define SL__ORDER_EXTENT(D_, ...) \
    sl__all_ *= sl__b_->hi_[D_] - sl__b_->lo_[D_]; \
    sl__some_ *= sl__device_hi(sl__b_, D_, sl__until_) - sl__b_->lo_[D_];
#define SL__ORDER_X(D_, KR_) \
    SL__UNUSED const sl__int_ sl__k##D_##_ = (sl__int_)sl__place_[D_]; \
    const sl__int_ sl__x##D_##_ = sl__device_at(sl__b_, D_, sl__k##D_##_);
#define SL__ORDER_RUN(E_, K_, KR_, ...) \
    { \
        sl_index sl__all_ = 1, sl__some_ = 1, sl__place_[KR_]; \
        SL__CAT(SL__DIMS_, KR_)(SL__ORDER_EXTENT, ~) \
        const sl_index sl__lanes_ = sl__r_.tiles_ * SL__DEVICE_LANES; \
        const sl_index sl__each_ = (sl__all_ + sl__lanes_ - 1) / sl__lanes_; \
        const sl_index sl__from_ = (sl__block_ * SL__DEVICE_LANES + sl__thread_ % SL__DEVICE_LANES) * sl__each_; \
        const sl_index sl__left_ = sl__some_ - sl__from_ < sl__each_ ? sl__some_ - sl__from_ : sl__each_; \
        sl_index sl__rest_ = sl__from_; \
        for (int sl__d_ = KR_ - 1; sl__d_ >= 0 && sl__left_ > 0; --sl__d_) { \
            const sl_index sl__n_ = sl__b_->hi_[sl__d_] - sl__b_->lo_[sl__d_]; \
            sl__place_[sl__d_] = sl__b_->lo_[sl__d_] + sl__rest_ % sl__n_; \
            sl__rest_ /= sl__n_; \
        } \
        for (sl_index sl__k_ = 0; sl__k_ < sl__left_; ++sl__k_) { \
            SL__CAT(SL__DIMS_, KR_)(SL__ORDER_X, KR_) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
            for (int sl__d_ = KR_ - 1; ++sl__place_[sl__d_] == sl__b_->hi_[sl__d_] && sl__d_ > 0; --sl__d_) \
                sl__place_[sl__d_] = sl__b_->lo_[sl__d_]; \
        } \
    }

#define SL__DEVICE_ORDER(F_, INT_, E_, K_, KR_, ...) \
    static __global__ void \
    __launch_bounds__(2 * SL__DEVICE_LANES) \
    F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_, const sl__device_reduction sl__r_) \
    { \
        SL__DEVICE_UNPACK(E_, K_, SL__CASE_ANY, INT_, __VA_ARGS__) \
        enum { sl__width_ = 0 E_(SL__WIDTH, K_, __VA_ARGS__) }; /* words of the widest, or some more */ \
        __shared__ __align__(16) uint64_t sl__turns_room_[2 * SL__ORDER_WARPS * sl__width_]; \
        E_(SL__ORDER_ROOM, K_, __VA_ARGS__) \
        const int sl__thread_ = sl__device_thread(), sl__lane_ = sl__thread_ % SL__DEVICE_WARP; \
        const int sl__warp_ = sl__thread_ / SL__DEVICE_WARP, sl__warps_ = sl__device_threads() / SL__DEVICE_WARP; \
        const int sl__subs_ = sl__device_threads() / SL__DEVICE_LANES; \
        for (sl_index sl__g_ = sl__device_block(); sl__g_ < sl__r_.groups_; sl__g_ += sl__device_blocks()) { \
            const sl_index sl__block_ = sl__g_ * sl__subs_ + sl__thread_ / SL__DEVICE_LANES; \
            E_(SL__DEVICE_BEGIN, K_, __VA_ARGS__) \
            SL__ORDER_RUN(E_, K_, KR_, __VA_ARGS__) \
            E_(SL__ORDER_TILE, K_, __VA_ARGS__) \
            if (sl__subs_ > 1) { \
                E_(SL__DEVICE_LEAVE, K_, __VA_ARGS__) \
                __syncthreads(); \
            } \
            E_(SL__DEVICE_PART, K_, __VA_ARGS__) \
            if (sl__g_ + sl__device_blocks() < sl__r_.groups_) \
                __syncthreads(); \
        } \
        if (!sl__device_last(sl__r_.ticket_)) \
            return; \
        E_(SL__DEVICE_ALL_IN_TURN, K_, __VA_ARGS__) \
        if (sl__r_.advances_ && sl__thread_ == 0) \
            *sl__r_.run_ += SL__PUBLISH_RUN; \
    }
/* One for all layouts: what takes time is the joining. */
#define SL__DEVICE_ORDER_SAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_) \
    static constexpr auto K_##__##NAME_##_cuda_ = K_##__any_cuda_;
#define SL__DEVICE_REDUCES_1(E_, K_, KR_, ...) \
    SL__DEVICE_ORDER(K_##__any_cuda_, int, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_ORDER(K_##__wide_cuda_, sl_index, E_, K_, KR_, __VA_ARGS__) \
    SL__LAYOUT_CASES(SL__DEVICE_ORDER_SAME, K_)
/* clang-format on */

#endif
#endif
