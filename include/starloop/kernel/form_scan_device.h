/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that scan in CUDA: part of starloop/kernel/forms.h.
 *
 * A thread has neighbouring iterations, a CUDA block a tile; kernel/scan_device.h says how tiles are joined. Iterations
 * of a thread and tiles depend on the space alone, so the result is bitwise the same for any grid and layout.
 * Neighbours are joined, so that an operator need not commute.
 */
#ifndef STARLOOP_KERNEL_FORM_SCAN_DEVICE_H
#define STARLOOP_KERNEL_FORM_SCAN_DEVICE_H

#include <starloop/kernel/form_reduce_ordered_device.h>
#include <starloop/kernel/form_scan.h>
#include <starloop/kernel/scan_device.h>

#ifdef __CUDACC__

/* clang-format off */
/* The operator as a type. */
#define SL__SCAN_JOINS(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_JOINS_RESULT, K_, I_, W_)
#define SL__SCAN_JOINS_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    struct K_##__joiner_ { \
        static SL__DEVICE_METHOD void join_(T_ &sl__a_, const T_ &sl__b_) \
        { \
            SL__JOIN(O_, sl__a_, sl__b_); \
        } \
    };
#define SL__SCAN_ROOM(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_ROOM_RESULT, K_, I_, W_)
#define SL__SCAN_ROOM_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    __shared__ T_ N_##__w_[SL__SCAN_WARPS], N_##__c_; \
    SL__DEVICE_IDENTITY(T_, O_, I_, N_)
#define SL__SCAN_START(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_START_RESULT, K_, I_, W_)
#define SL__SCAN_START_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) T_ N_##__v_ = N_##__i_;
#define SL__SCAN_MEET(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_MEET_RESULT, K_, I_, W_)
#define SL__SCAN_MEET_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    { \
        T_ sl__all_; \
        const T_ sl__prefix_before_ = sl__scan_block<K_##__joiner_>(N_##__v_, N_##__i_, N_##__w_, &sl__all_); \
        if (sl__thread_ < SL__SCAN_WARP) { \
            const T_ *const sl__recalled_ = (const T_ *)sl__r_.scan_.before_; \
            const T_ sl__before_ = sl__scan_of_part<K_##__joiner_>( \
                sl__r_.scan_, sl__r_.scan_.links_, sl__r_.tiles_, sl__tile_, sl__all_, N_##__i_, \
                sl__recalled_ ? *sl__recalled_ : N_##__i_, sl__recalled_, (T_ *)sl__r_.scan_.behind_, true); \
            if (sl__thread_ == 0) \
                N_##__c_ = sl__before_; \
        } \
        __syncthreads(); \
        N_##__v_ = N_##__c_; \
        K_##__joiner_::join_(N_##__v_, sl__prefix_before_); \
    }
#define SL__SCAN_RESULT(K_, I_, W_) SL__FOR_RESULT(SL__SCAN_RESULT_RESULT, K_, I_, W_)
#define SL__SCAN_RESULT_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    { \
        *(T_ *)sl__r_.result_[I_] = N_##__v_; \
        if (sizeof(T_) <= sizeof(uint64_t) && sl__r_.mailbox_[I_]) \
            sl__device_publish(&sl__r_, sl__r_.mailbox_[I_], &N_##__v_, sizeof N_##__v_); \
    }
#define SL__SCAN_ITEM(E_, K_, KR_, ...) \
    { \
        const sl__int_ sl__x0_ = (sl__int_)sl__b_->lo_[0] + sl__k_; \
        SL__K(0) \
        SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
    }
/* What is joined is read for all iterations of a thread at a time. In the end a body writes, too. */
#define SL__SCAN_FIRST_PASS(E_, K_, KR_, ...) \
    { \
        enum { sl__final_ = 0 }; \
        if (sl__to_ - sl__from_ == SL__SCAN_BODY_ITEMS) { \
            _Pragma("unroll") for (int sl__u_ = 0; sl__u_ < SL__SCAN_BODY_ITEMS; ++sl__u_) { \
                const sl__int_ sl__k_ = sl__from_ + sl__u_; \
                SL__SCAN_ITEM(E_, K_, KR_, __VA_ARGS__) \
            } \
        } else { \
            for (sl__int_ sl__k_ = sl__from_; sl__k_ < sl__to_; ++sl__k_) \
                SL__SCAN_ITEM(E_, K_, KR_, __VA_ARGS__) \
        } \
    }
#define SL__SCAN_LAST_PASS(E_, K_, KR_, ...) \
    { \
        enum { sl__final_ = 1 }; \
        for (sl__int_ sl__k_ = sl__from_; sl__k_ < sl__to_; ++sl__k_) \
            SL__SCAN_ITEM(E_, K_, KR_, __VA_ARGS__) \
    }
#define SL__DEVICE_SCAN(F_, CASE_, INT_, E_, K_, KR_, ...) \
    static __global__ void __launch_bounds__(SL__DEVICE_SCAN_THREADS, 4) \
    F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_, const sl__device_reduction sl__r_) \
    { \
        SL__DEVICE_UNPACK(E_, K_, CASE_, INT_, __VA_ARGS__) \
        E_(SL__SCAN_ROOM, K_, __VA_ARGS__) \
        const int sl__thread_ = sl__device_thread(); \
        const sl__int_ sl__count_ = (sl__int_)(sl__b_->hi_[0] - sl__b_->lo_[0]); \
        for (sl_index sl__tile_; (sl__tile_ = sl__scan_take(&sl__r_.scan_)) < sl__r_.tiles_;) { \
            const sl_index sl__place_ = (sl__tile_ * SL__DEVICE_SCAN_THREADS + sl__thread_) * SL__SCAN_BODY_ITEMS; \
            const sl__int_ sl__from_ = sl__place_ < sl__count_ ? (sl__int_)sl__place_ : sl__count_; \
            const sl__int_ sl__left_ = sl__count_ - sl__from_; \
            const sl__int_ sl__to_ = sl__from_ + (sl__left_ < SL__SCAN_BODY_ITEMS ? sl__left_ : SL__SCAN_BODY_ITEMS); \
            E_(SL__SCAN_START, K_, __VA_ARGS__) \
            SL__SCAN_FIRST_PASS(E_, K_, KR_, __VA_ARGS__) \
            E_(SL__SCAN_MEET, K_, __VA_ARGS__) \
            SL__SCAN_LAST_PASS(E_, K_, KR_, __VA_ARGS__) \
            if (sl__tile_ == sl__r_.tiles_ - 1 && sl__thread_ == SL__DEVICE_SCAN_THREADS - 1) { \
                E_(SL__SCAN_RESULT, K_, __VA_ARGS__) \
                if (sl__r_.advances_) \
                    *sl__r_.run_ += SL__PUBLISH_RUN; \
            } \
        } \
        sl__scan_leave(&sl__r_.scan_, sl__r_.ticket_); \
    }
#define SL__DEVICE_SCAN_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__DEVICE_SCAN(K_##__##NAME_##_cuda_, SL__CASE_##CASE_, int, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_TURNS_sl__scan(...) 1
#define SL__DEVICE_COPIES_sl__scan(...) 0
#define SL__DEVICE_JOINS_sl__scan(...) 0
#define SL__DEVICE_FUNCTIONS_sl__scan(E_, K_, KR_, ...) \
    E_(SL__SCAN_JOINS, K_, __VA_ARGS__) \
    SL__LAYOUT_CASES(SL__DEVICE_SCAN_OF, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_SCAN(K_##__any_cuda_, SL__CASE_ANY, int, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_SCAN(K_##__wide_cuda_, SL__CASE_ANY, sl_index, E_, K_, KR_, __VA_ARGS__)
/* clang-format on */

#endif
#endif
