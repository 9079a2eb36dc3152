/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reductions into arrays in CUDA: part of starloop/kernel/forms.h.
 *
 * A lane has a copy of every array, and takes iterations of its block in ascending order, as many apart as the block
 * has lanes. The lanes of a block are joined in pairs, then the blocks, by the last one to end. How many lanes and
 * blocks there are depends on the space and the arrays alone (doc/spec/reductions.md).
 */
#ifndef STARLOOP_KERNEL_FORM_ARRAYS_DEVICE_H
#define STARLOOP_KERNEL_FORM_ARRAYS_DEVICE_H

#include <starloop/kernel/form_arrays.h>
#include <starloop/kernel/form_reduce_ordered_device.h>

#ifdef __CUDACC__

/* clang-format off */
/* Each of these acts on the arrays of a kernel only. */
#define SL__FOR_ARRAY(M_, K_, I_, W_) SL__FOR2(SL__FOR_ARRAY_, M_, K_, I_, SL__EXPAND W_)
#define SL__FOR_ARRAY_sl__value(...)
#define SL__FOR_ARRAY_sl__view(...)
#define SL__FOR_ARRAY_sl__scatter(...)
#define SL__FOR_ARRAY_sl__pack(...)
#define SL__FOR_ARRAY_sl__mapped(...)
#define SL__FOR_ARRAY_sl__result(...)
#define SL__FOR_ARRAY_sl__array(M_, ...) M_(__VA_ARGS__)

/* Where the copies of the first block begin, and their length. */
#define SL__ARRAYS_ROOM(K_, I_, W_) SL__FOR_ARRAY(SL__ARRAYS_ROOM_ARRAY, K_, I_, W_)
#define SL__ARRAYS_ROOM_ARRAY(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const N_##__all_ = (T_ *)sl__r_.partial_[I_]; \
    const sl_index N_##__len_ = sl__a_->N_##__f_.n_[0]; \
    const T_ N_##__i_ = *(const T_ *)&sl__r_.identity_[I_];
/* All threads of the block make its copies hold the identity. */
#define SL__ARRAYS_FILL(K_, I_, W_) SL__FOR_ARRAY(SL__ARRAYS_FILL_ARRAY, K_, I_, W_)
#define SL__ARRAYS_FILL_ARRAY(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    for (sl_index sl__k_ = sl__thread_; sl__k_ < sl__lanes_ * N_##__len_; sl__k_ += sl__threads_) \
        N_##__all_[sl__g_ * sl__lanes_ * N_##__len_ + sl__k_] = N_##__i_;
/* A lane's own copy takes the place of the view, from whose first index on elements count. */
#define SL__ARRAYS_OWN(K_, I_, W_) SL__FOR_ARRAY(SL__ARRAYS_OWN_ARRAY, K_, I_, W_)
#define SL__ARRAYS_OWN_ARRAY(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const __restrict__ N_##__p_ = \
        N_##__all_ + (sl__g_ * sl__lanes_ + sl__thread_) * N_##__len_ - (sl_index)sl__r_.smallest_[I_];
/* Joins COUNT_ copies, which are APART_ elements apart, in pairs; then the pairs' results, and so on. */
#define SL__ARRAYS_TREE(T_, O_, FROM_, COUNT_, APART_, LENGTH_) \
    for (sl_index sl__step_ = 1; sl__step_ < (COUNT_); sl__step_ *= 2) { \
        const sl_index sl__pairs_ = ((COUNT_) - sl__step_ + 2 * sl__step_ - 1) / (2 * sl__step_); \
        for (sl_index sl__k_ = sl__thread_; sl__k_ < sl__pairs_ * (LENGTH_); sl__k_ += sl__threads_) { \
            T_ *const sl__to_ = (FROM_) + sl__k_ / (LENGTH_) * 2 * sl__step_ * (APART_) + sl__k_ % (LENGTH_); \
            T_ sl__v_ = sl__device_get(sl__to_); \
            const T_ sl__o_ = sl__device_get(sl__to_ + sl__step_ * (APART_)); \
            SL__JOIN(O_, sl__v_, sl__o_); \
            sl__device_put(sl__to_, sl__v_); \
        } \
        __syncthreads(); \
    }
#define SL__ARRAYS_FOLD(K_, I_, W_) SL__FOR_ARRAY(SL__ARRAYS_FOLD_ARRAY, K_, I_, W_)
#define SL__ARRAYS_FOLD_ARRAY(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__ARRAYS_TREE(T_, O_, N_##__all_ + sl__g_ * sl__lanes_ * N_##__len_, sl__lanes_, N_##__len_, N_##__len_)
/* The blocks' results, as one, into the view; with .combine of nothing this stays as it is. */
#define SL__ARRAYS_ALL(K_, I_, W_) SL__FOR_ARRAY(SL__ARRAYS_ALL_ARRAY, K_, I_, W_)
#define SL__ARRAYS_ALL_ARRAY(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__ARRAYS_TREE(T_, O_, N_##__all_, sl__r_.groups_, sl__lanes_ * N_##__len_, N_##__len_) \
    for (sl_index sl__k_ = sl__thread_; sl__k_ < N_##__len_; sl__k_ += sl__threads_) { \
        T_ *const sl__to_ = (T_ *)sl__a_->N_##__f_.p_ + \
                            ((sl_index)sl__r_.smallest_[I_] + sl__k_) * sl__a_->N_##__f_.s_[0]; \
        const T_ sl__o_ = sl__device_get(N_##__all_ + sl__k_); \
        if (sl__r_.combines_ >> I_ & 1) { \
            if (sl__points_ > 0) \
                SL__JOIN(O_, *sl__to_, sl__o_); \
        } else { \
            *sl__to_ = sl__o_; \
        } \
    }

#define SL__ARRAYS_RUN(E_, K_, KR_, ...) \
    if (sl__thread_ < sl__lanes_) { \
        const sl_index sl__begin_ = sl__g_ * sl__r_.turns_[0]; \
        const sl_index sl__end_ = sl__points_ - sl__begin_ < sl__r_.turns_[0] ? sl__points_ \
                                                                              : sl__begin_ + sl__r_.turns_[0]; \
        E_(SL__ARRAYS_OWN, K_, __VA_ARGS__) \
        for (sl_index sl__n_ = sl__begin_ + sl__thread_; sl__n_ < sl__end_; sl__n_ += sl__lanes_) { \
            sl_index sl__place_[KR_], sl__rest_ = sl__n_; \
            _Pragma("unroll") for (int sl__d_ = KR_ - 1; sl__d_ >= 0; --sl__d_) { \
                const sl_index sl__of_ = sl__b_->hi_[sl__d_] - sl__b_->lo_[sl__d_]; \
                sl__place_[sl__d_] = sl__b_->lo_[sl__d_] + (sl__d_ > 0 ? sl__rest_ % sl__of_ : sl__rest_); \
                sl__rest_ = sl__d_ > 0 ? sl__rest_ / sl__of_ : 0; \
            } \
            SL__CAT(SL__DIMS_, KR_)(SL__ORDER_X, KR_) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
    }

#define SL__ARRAYS_EXTENT(D_, ...) sl__points_ *= sl__device_hi(sl__b_, D_, sl__until_) - sl__b_->lo_[D_];
#define SL__DEVICE_ARRAYS(F_, E_, K_, KR_, ...) \
    static __global__ void __launch_bounds__(SL__DEVICE_LANES) \
    F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_, const sl__device_reduction sl__r_) \
    { \
        SL__DEVICE_UNPACK(E_, K_, SL__CASE_ANY, sl_index, __VA_ARGS__) \
        const int sl__thread_ = (int)threadIdx.x, sl__threads_ = (int)blockDim.x, sl__lanes_ = sl__r_.lanes_; \
        sl_index sl__points_ = 1; \
        SL__CAT(SL__DIMS_, KR_)(SL__ARRAYS_EXTENT, ~) \
        E_(SL__ARRAYS_ROOM, K_, __VA_ARGS__) \
        for (sl_index sl__g_ = blockIdx.x; sl__g_ < sl__r_.groups_; sl__g_ += gridDim.x) { \
            E_(SL__ARRAYS_FILL, K_, __VA_ARGS__) \
            __syncthreads(); \
            SL__ARRAYS_RUN(E_, K_, KR_, __VA_ARGS__) \
            __syncthreads(); \
            E_(SL__ARRAYS_FOLD, K_, __VA_ARGS__) \
        } \
        __threadfence(); \
        __syncthreads(); \
        if (sl__r_.ticket_ == NULL || !sl__device_last(sl__r_.ticket_)) /* of a part: others have blocks, too */ \
            return; \
        __threadfence(); \
        E_(SL__ARRAYS_ALL, K_, __VA_ARGS__) \
    }
/* One for all layouts. */
#define SL__DEVICE_ARRAYS_SAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_) \
    static constexpr auto K_##__##NAME_##_cuda_ = K_##__any_cuda_;
#define SL__DEVICE_TURNS_sl__arrays(...) 1
#define SL__DEVICE_COPIES_sl__arrays(...) 0
#define SL__DEVICE_JOINS_sl__arrays(...) 0
#define SL__DEVICE_FUNCTIONS_sl__arrays(E_, K_, KR_, ...) \
    E_(SL__ARRAYS_ALONE, K_, __VA_ARGS__) \
    SL__DEVICE_ARRAYS(K_##__any_cuda_, E_, K_, KR_, __VA_ARGS__) \
    static constexpr auto K_##__wide_cuda_ = K_##__any_cuda_; \
    SL__LAYOUT_CASES(SL__DEVICE_ARRAYS_SAME, K_)
/* clang-format on */

#endif
#endif
