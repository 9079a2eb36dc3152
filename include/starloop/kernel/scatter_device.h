/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scatter in CUDA into copies: a CUDA block has one in shared memory of each view that its loop scatters into.
 *
 * A loop that scatters has one function more, which runs on any grid: the threads of a block fill the copies with what
 * changes nothing, scatter into them by atomics, and join what was scattered into the views by atomics. Part of
 * starloop/kernel/forms.h.
 */
#ifndef STARLOOP_KERNEL_SCATTER_DEVICE_H
#define STARLOOP_KERNEL_SCATTER_DEVICE_H

#include <starloop/kernel/form_loop_device.h>

#ifdef __CUDACC__

extern "C++" {
/* The block's memory for copies, as much as the launch says. */
SL__DEVICE_FN char *sl__device_room(void)
{
    extern __shared__ __align__(16) char sl__room_[];
    return sl__room_;
}
/* The thread's number in its block, and how many there are. */
SL__DEVICE_FN int sl__device_member(void)
{
    return (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}
SL__DEVICE_FN int sl__device_members(void)
{
    return (int)(blockDim.x * blockDim.y * blockDim.z);
}
SL__DEVICE_FN void sl__device_rendezvous(void)
{
    __syncthreads();
}

/* What changes no element that it is joined into: -0 for sums, NaN for minimum and maximum of floating-point numbers.
 * Of products of complex numbers it is 1, which is not joined: an infinite element would become a NaN. */
template <typename T> SL__DEVICE_FN T sl__scatter_nothing(int sl__op_)
{
    T sl__v_;
    if constexpr (SL__TYPE_CODE(T) == 0) {
        sl__v_.re = 1;
        sl__v_.im = 0;
    } else {
        const bool sl__real_ = (T)0.5 != (T)0, sl__signed_ = (T)-1 < (T)0;
        const uint64_t sl__ones_ = ~(uint64_t)0 >> (64 - 8 * sizeof(T));
        const T sl__most_ = (T)(sl__signed_ ? sl__ones_ >> 1 : sl__ones_);
        memcpy(&sl__v_, &sl__ones_, sizeof sl__v_); /* all bits, a NaN */
        if (sl__op_ == SL__SUM)
            sl__v_ = (T)-0.0;
        else if (sl__op_ == SL__PROD)
            sl__v_ = (T)1;
        else if (sl__op_ == SL__BOR || sl__op_ == SL__BXOR)
            sl__v_ = (T)0;
        else if (!sl__real_ && sl__op_ != SL__BAND)
            sl__v_ = sl__op_ == SL__MIN ? sl__most_ : sl__signed_ ? (T)(-sl__most_ - 1) : (T)0;
    }
    return sl__v_;
}
template <typename T> SL__DEVICE_FN bool sl__scatter_same(T sl__one_, T sl__other_)
{
    uint64_t sl__a_[2] = {0, 0}, sl__b_[2] = {0, 0};
    memcpy(sl__a_, &sl__one_, sizeof sl__one_);
    memcpy(sl__b_, &sl__other_, sizeof sl__other_);
    return sl__a_[0] == sl__b_[0] && sl__a_[1] == sl__b_[1];
}

/* The view of a copy: its elements without gaps, the last index fastest. */
template <typename sl__view_> SL__DEVICE_FN sl__view_ sl__device_close(sl__view_ sl__v_)
{
    enum { sl__rank_ = sizeof sl__v_.s_ / sizeof *sl__v_.s_ };
    sl_index sl__stride_ = 1;
    _Pragma("unroll") for (int sl__d_ = sl__rank_ - 1; sl__d_ >= 0; --sl__d_)
    {
        sl__v_.s_[sl__d_] = sl__stride_;
        sl__stride_ *= sl__v_.n_[sl__d_];
    }
    sl__v_.unit_ = sl__rank_ - 1;
    sl__v_.case_ = SL__CASE_ANY;
    return sl__v_;
}
SL__DEVICE_FN struct sl_rank0_view sl__device_close(struct sl_rank0_view sl__v_)
{
    return sl__v_;
}
template <typename sl__view_> SL__DEVICE_FN sl_index sl__device_elements(const sl__view_ &sl__v_)
{
    sl_index sl__count_ = 1;
    _Pragma("unroll") for (unsigned sl__d_ = 0; sl__d_ < sizeof sl__v_.n_ / sizeof *sl__v_.n_; ++sl__d_) sl__count_ *=
        sl__v_.n_[sl__d_];
    return sl__count_;
}
SL__DEVICE_FN sl_index sl__device_elements(const struct sl_rank0_view &)
{
    return 1;
}
/* The indices of element sl__k_ of a copy. */
template <typename sl__view_>
SL__DEVICE_FN void sl__device_indices(const sl__view_ &sl__v_, sl_index sl__k_, sl_index sl__x_[SL_MAX_RANK])
{
    _Pragma("unroll") for (int sl__d_ = (int)(sizeof sl__v_.n_ / sizeof *sl__v_.n_) - 1; sl__d_ > 0; --sl__d_)
    {
        sl__x_[sl__d_] = sl__k_ % sl__v_.n_[sl__d_];
        sl__k_ /= sl__v_.n_[sl__d_];
    }
    sl__x_[0] = sl__k_;
}
SL__DEVICE_FN void sl__device_indices(const struct sl_rank0_view &, sl_index, sl_index *)
{
}
}

/* clang-format off */
/* Each of these acts on the arguments that a kernel scatters into only. */
#define SL__FOR_SCATTER(M_, K_, I_, W_) SL__FOR2(SL__FOR_SCATTER_, M_, K_, I_, SL__EXPAND W_)
#define SL__FOR_SCATTER_sl__value(...)
#define SL__FOR_SCATTER_sl__view(...)
#define SL__FOR_SCATTER_sl__result(...)
#define SL__FOR_SCATTER_sl__array(...)
#define SL__FOR_SCATTER_sl__pack(...)
#define SL__FOR_SCATTER_sl__mapped(...)
#define SL__FOR_SCATTER_sl__scatter(M_, ...) M_(__VA_ARGS__)

/* Whether there is one: 1 or 0. */
#define SL__SCATTERS(E_, ...) SL__SCATTERS2(E_(SL__SCATTERS_ONE, ~, __VA_ARGS__) , 0, ~)
#define SL__SCATTERS2(...) SL__SECOND(__VA_ARGS__)
#define SL__SCATTERS_ONE(K_, I_, W_) SL__FOR_SCATTER(SL__SCATTERS_IT, K_, I_, W_)
#define SL__SCATTERS_IT(...) ~, 1,

/* Copies follow one another, each from a multiple of 8 bytes on, as the library counts them. */
#define SL__COPY_MAKE(K_, I_, W_) SL__FOR_SCATTER(SL__COPY_MAKE_IT, K_, I_, W_)
#define SL__COPY_MAKE_IT(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    typedef SL__NUMBERS_IN(X_) N_##__number_; \
    const sl_index N_##__count_ = sl__device_elements(N_) * (sl_index)(sizeof(T_) / sizeof(N_##__number_)); \
    N_##__number_ *const N_##__copy_ = (N_##__number_ *)(sl__room_ + sl__used_); \
    const N_##__number_ N_##__nothing_ = sl__scatter_nothing<N_##__number_>(SL__OP_##O_); \
    const struct sl_rank##R_##_view N_##__close_ = sl__device_close(N_); \
    sl__used_ += (N_##__count_ * (sl_index)sizeof(N_##__number_) + 7) / 8 * 8; \
    for (sl_index sl__k_ = sl__member_; sl__k_ < N_##__count_; sl__k_ += sl__members_) \
        N_##__copy_[sl__k_] = N_##__nothing_;
/* It takes the place of the view. A copy's numbers are those of its elements. */
#define SL__COPY_TAKE(K_, I_, W_) SL__FOR_SCATTER(SL__COPY_TAKE_IT, K_, I_, W_)
#define SL__COPY_TAKE_IT(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    T_ (*const N_##__p_)[] = (T_ (*)[])N_##__copy_; \
    const struct sl_rank##R_##_view N_ = N_##__close_;
#define SL__COPY_JOIN(K_, I_, W_) SL__FOR_SCATTER(SL__COPY_JOIN_IT, K_, I_, W_)
#define SL__COPY_JOIN_IT(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    for (sl_index sl__k_ = sl__member_; sl__k_ < N_##__count_; sl__k_ += sl__members_) { \
        const N_##__number_ sl__v_ = N_##__copy_[sl__k_]; \
        const sl_index sl__parts_ = (sl_index)(sizeof(T_) / sizeof(N_##__number_)); \
        sl_index sl__x_[SL_MAX_RANK] = {0, 0, 0, 0, 0, 0}; \
        if (sl__scatter_same(sl__v_, N_##__nothing_)) \
            continue; \
        sl__device_indices(N_, sl__k_ / sl__parts_, sl__x_); \
        sl__scatter_value((N_##__number_ *)sl__device_element(&(*N_##__p_)[0], N_, sl__x_[0], sl__x_[1], sl__x_[2], \
                                                              sl__x_[3], sl__x_[4], sl__x_[5]) + \
                              sl__k_ % sl__parts_, \
                          &sl__v_, sizeof sl__v_, N_.joins_); \
    }

/* The innermost loop is unrolled as the compiler likes it. */
#define SL__COPY_AXIS for (sl__int_ sl__cx_ = SL__DEVICE_AT(0); SL__DEVICE_IN(0, sl__cx_); \
                           sl__cx_ += sl__device_step(0, (sl__int_)0))
#define SL__COPY_STRIDE_1 \
    const sl__int_ sl__cy_ = 0, sl__cz_ = 0; \
    SL__COPY_AXIS
#define SL__COPY_STRIDE_2 \
    const sl__int_ sl__cz_ = 0; \
    SL__DEVICE_AXIS(1, sl__cy_) SL__COPY_AXIS
#define SL__COPY_STRIDE_3 SL__DEVICE_AXIS(2, sl__cz_) SL__DEVICE_AXIS(1, sl__cy_) SL__COPY_AXIS

#define SL__DEVICE_SCATTER_0(...)
#define SL__DEVICE_SCATTER_1(E_, K_, KR_, ...) \
    static __global__ void SL__BOUNDS(SL__DEVICE_BOUNDS, ~) \
    K_##__copies_cuda_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        SL__DEVICE_UNPACK(E_, K_, SL__CASE_ANY, sl_index, __VA_ARGS__) \
        char *const sl__room_ = sl__device_room(); \
        const int sl__member_ = sl__device_member(), sl__members_ = sl__device_members(); \
        sl_index sl__used_ = 0; \
        E_(SL__COPY_MAKE, K_, __VA_ARGS__) \
        sl__device_rendezvous(); \
        { \
            E_(SL__COPY_TAKE, K_, __VA_ARGS__) \
            SL__CAT(SL__COPY_STRIDE_, SL__CAT(SL__AXES_, KR_)) \
            { \
                SL__DEVICE_XS(KR_) \
                SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
            } \
        } \
        sl__device_rendezvous(); \
        E_(SL__COPY_JOIN, K_, __VA_ARGS__) \
    }
#define SL__DEVICE_COPIES_sl__loop(E_, K_, ...) \
    SL__CAT(SL__DEVICE_COPIES_NAME_, SL__SCATTERS(E_, __VA_ARGS__))(K_)
#define SL__DEVICE_COPIES_NAME_0(K_) 0
#define SL__DEVICE_COPIES_NAME_1(K_) (const void *)K_##__copies_cuda_
/* clang-format on */

#endif
#endif
