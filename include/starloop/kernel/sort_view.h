/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts of views: the packed arguments; and their code for devices, by CUB, which codelets/sort_device.c
 *  makes. That for CPUs is the library's own.
 */
#ifndef STARLOOP_KERNEL_SORT_VIEW_H
#define STARLOOP_KERNEL_SORT_VIEW_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/codes.h>

/** A view of rank 1 in the packed arguments. */
typedef struct sl__sort_slot {
    void *data_;
    sl_index stride_, count_;
} sl__sort_slot;

/** The packed arguments: keys, and how they become codes; values that go with them, without gaps. Devices take keys and
 *  values of 4 or 8 bytes, and fewer than 2^31. All memory besides is the sort's own. */
typedef struct sl__sort_args {
    struct sl__codes codes_;
    int32_t descending_;
    sl__sort_slot keys_, values_;
} sl__sort_args;

SL_BEGIN_DECLS
/** Gives a kernel of a sort its code for devices.
 *  @param[in] key_, value  their bytes: 4 or 8; 0: no values  @return whether there is one */
int sl__sort_set_code(sl_kernel *kernel_, int key_, int value_);
SL_END_DECLS

#ifdef __CUDACC__
/* CUB includes <iostream> for the name std::ostream, and that header has a constructor run when the library is loaded:
 * of libstdc++, which programs in C need not have. So CUB gets <ostream>, and finds the other one included already. */
#include <ostream>
#ifndef _GLIBCXX_IOSTREAM
#define _GLIBCXX_IOSTREAM 1
#endif
#include <cub/device/device_radix_sort.cuh>

extern "C++" {
enum { SL__SORT_THREADS = 256, SL__SORT_BLOCKS = 4096, SL__SORT_ALIGN = 256 };

/* Codes of keys, or keys of codes, from one place to another or in place. */
template <typename sl__key_, bool sl__back_>
static __global__ void sl__sort_turn(const sl__key_ *sl__from_, sl_index sl__from_stride_, sl__key_ *sl__to_,
                                     sl_index sl__to_stride_, sl_index sl__count_, struct sl__codes sl__c_,
                                     int sl__descending_)
{
    const sl_index sl__step_ = (sl_index)gridDim.x * blockDim.x;
    for (sl_index sl__i_ = (sl_index)blockIdx.x * blockDim.x + threadIdx.x; sl__i_ < sl__count_; sl__i_ += sl__step_) {
        sl__key_ sl__code_ = sl__from_[sl__i_ * sl__from_stride_];
        if (!sl__back_) {
            SL__ENCODE(sl__key_, sl__code_, sl__c_);
        }
        if (sl__descending_) {
            SL__TURN(sl__key_, sl__code_, sl__c_);
        }
        if (sl__back_) {
            SL__DECODE(sl__key_, sl__code_, sl__c_);
        }
        sl__to_[sl__i_ * sl__to_stride_] = sl__code_;
    }
}

template <typename sl__key_, bool sl__back_>
static cudaError_t sl__sort_launch(const sl__sort_args &sl__a_, const sl__key_ *sl__from_, sl_index sl__from_stride_,
                                   sl__key_ *sl__to_, sl_index sl__to_stride_, cudaStream_t sl__stream_)
{
    const sl_index sl__count_ = sl__a_.keys_.count_;
    const sl_index sl__wanted_ = (sl__count_ + SL__SORT_THREADS - 1) / SL__SORT_THREADS;
    const unsigned sl__blocks_ = sl__wanted_ < SL__SORT_BLOCKS ? (unsigned)sl__wanted_ : SL__SORT_BLOCKS;
    sl__sort_turn<sl__key_, sl__back_><<<sl__blocks_, SL__SORT_THREADS, 0, sl__stream_>>>(
        sl__from_, sl__from_stride_, sl__to_, sl__to_stride_, sl__count_, sl__a_.codes_, sl__a_.descending_);
    return cudaGetLastError();
}

/* What CUB has: codes and values, each in one of two buffers, of which the first may be the view itself. */
template <typename sl__key_, typename sl__value_> struct sl__sort_buffers {
    cub::DoubleBuffer<sl__key_> keys_;
    cub::DoubleBuffer<sl__value_> values_;
    size_t used_;
};

SL__UNUSED static size_t sl__sort_aligned(size_t sl__bytes_)
{
    return (sl__bytes_ + SL__SORT_ALIGN - 1) / SL__SORT_ALIGN * SL__SORT_ALIGN;
}

template <typename sl__key_, typename sl__value_, bool sl__pairs_>
static sl__sort_buffers<sl__key_, sl__value_> sl__sort_cut(const sl__sort_args &sl__a_, char *sl__room_)
{
    sl__sort_buffers<sl__key_, sl__value_> sl__b_;
    const size_t sl__count_ = (size_t)sl__a_.keys_.count_, sl__each_ = sl__sort_aligned(sl__count_ * sizeof(sl__key_));
    const bool sl__gaps_ = sl__a_.keys_.stride_ != 1 && sl__count_ > 1;
    char *sl__at_ = sl__room_ + sl__each_;
    sl__b_.keys_ =
        cub::DoubleBuffer<sl__key_>((sl__key_ *)(sl__gaps_ ? sl__at_ : sl__a_.keys_.data_), (sl__key_ *)sl__room_);
    sl__at_ += sl__gaps_ ? sl__each_ : 0;
    if (sl__pairs_) {
        sl__b_.values_ = cub::DoubleBuffer<sl__value_>((sl__value_ *)sl__a_.values_.data_, (sl__value_ *)sl__at_);
        sl__at_ += sl__sort_aligned(sl__count_ * sizeof(sl__value_));
    }
    sl__b_.used_ = (size_t)(sl__at_ - sl__room_);
    return sl__b_;
}

template <typename sl__key_, typename sl__value_, bool sl__pairs_>
static cudaError_t sl__sort_call(sl__sort_buffers<sl__key_, sl__value_> &sl__b_, int sl__count_, void *sl__temporary_,
                                 size_t &sl__bytes_, cudaStream_t sl__stream_)
{
    const int sl__bits_ = 8 * (int)sizeof(sl__key_);
    if constexpr (sl__pairs_)
        return cub::DeviceRadixSort::SortPairs(sl__temporary_, sl__bytes_, sl__b_.keys_, sl__b_.values_, sl__count_, 0,
                                               sl__bits_, sl__stream_);
    else
        return cub::DeviceRadixSort::SortKeys(sl__temporary_, sl__bytes_, sl__b_.keys_, sl__count_, 0, sl__bits_,
                                              sl__stream_);
}

/* Brings the result to the views: keys become numbers on the way. */
template <typename sl__key_, typename sl__value_, bool sl__pairs_>
static cudaError_t sl__sort_back(const sl__sort_args &sl__a_, sl__sort_buffers<sl__key_, sl__value_> &sl__b_,
                                 bool sl__coded_, cudaStream_t sl__stream_)
{
    cudaError_t sl__error_ = cudaSuccess;
    if (sl__coded_ || sl__b_.keys_.Current() != (sl__key_ *)sl__a_.keys_.data_)
        sl__error_ = sl__sort_launch<sl__key_, true>(sl__a_, sl__b_.keys_.Current(), 1, (sl__key_ *)sl__a_.keys_.data_,
                                                     sl__a_.keys_.stride_, sl__stream_);
    if constexpr (sl__pairs_)
        if (sl__error_ == cudaSuccess && sl__b_.values_.selector != 0)
            sl__error_ = cudaMemcpyAsync(sl__a_.values_.data_, sl__b_.values_.Current(),
                                         (size_t)sl__a_.values_.count_ * sizeof(sl__value_), cudaMemcpyDeviceToDevice,
                                         sl__stream_);
    return sl__error_;
}

template <typename sl__key_, typename sl__value_, bool sl__pairs_>
static int sl__sort_view(const void *sl__args_, void *sl__to_, void *sl__room_, size_t *sl__bytes_)
{
    const sl__sort_args &sl__a_ = *(const sl__sort_args *)sl__args_;
    const cudaStream_t sl__stream_ = (cudaStream_t)sl__to_;
    const int sl__count_ = (int)sl__a_.keys_.count_;
    sl__sort_buffers<sl__key_, sl__value_> sl__b_ =
        sl__sort_cut<sl__key_, sl__value_, sl__pairs_>(sl__a_, (char *)sl__room_);
    size_t sl__bytes_of_cub_ = 0;
    cudaError_t sl__error_ =
        sl__sort_call<sl__key_, sl__value_, sl__pairs_>(sl__b_, sl__count_, 0, sl__bytes_of_cub_, sl__stream_);
    *sl__bytes_ = sl__b_.used_ + sl__bytes_of_cub_;
    if (sl__error_ != cudaSuccess || sl__room_ == 0)
        return (int)sl__error_;
    const bool sl__coded_ = sl__a_.descending_ || sl__a_.codes_.is_float_ || sl__a_.codes_.sign_ != 0 ||
                            sl__b_.keys_.Current() != (sl__key_ *)sl__a_.keys_.data_;
    if (sl__coded_)
        sl__error_ = sl__sort_launch<sl__key_, false>(sl__a_, (const sl__key_ *)sl__a_.keys_.data_,
                                                      sl__a_.keys_.stride_, sl__b_.keys_.Current(), 1, sl__stream_);
    if (sl__error_ == cudaSuccess)
        sl__error_ = sl__sort_call<sl__key_, sl__value_, sl__pairs_>(
            sl__b_, sl__count_, (char *)sl__room_ + sl__b_.used_, sl__bytes_of_cub_, sl__stream_);
    if (sl__error_ == cudaSuccess)
        sl__error_ = sl__sort_back<sl__key_, sl__value_, sl__pairs_>(sl__a_, sl__b_, sl__coded_, sl__stream_);
    return (int)sl__error_;
}
}

#define SL__SORT_CODE(NAME_, KEY_, VALUE_, PAIRS_) \
    extern "C" const sl__device_code sl__sort_##NAME_##__cuda; \
    const sl__device_code sl__sort_##NAME_##__cuda = { \
        SL__ABI, 0, 1, 0, {(const void *)(sl__device_call)sl__sort_view<KEY_, VALUE_, PAIRS_ != 0>}};
#define SL__SORT_CODES SL__SORT_KINDS(SL__SORT_CODE)
#else
#define SL__SORT_CODE(NAME_, KEY_, VALUE_, PAIRS_) SL__EXTERN_C const sl__device_code sl__sort_##NAME_##__cuda SL__WEAK;
/* clang-format off */
#define SL__SORT_FIND(NAME_, KEY_, VALUE_, PAIRS_) \
    if (sl__key_ == (int)sizeof(KEY_) && sl__value_ == PAIRS_ * (int)sizeof(VALUE_)) \
        sl__kernel_->cuda = &sl__sort_##NAME_##__cuda;
#define SL__SORT_CODES \
    SL__SORT_KINDS(SL__SORT_CODE) \
    int sl__sort_set_code(sl_kernel *sl__kernel_, int sl__key_, int sl__value_) \
    { \
        SL__SORT_KINDS(SL__SORT_FIND) \
        return sl__kernel_->cuda != 0; \
    }
/* clang-format on */
#endif
/* X_(name, type of the keys, type of the values, whether there are any). SL__SORT_CODES is what codelets/sort_device.c
 * is made of. */
#define SL__SORT_KINDS(X_) \
    X_(keys32, uint32_t, uint32_t, 0) \
    X_(keys64, uint64_t, uint32_t, 0) \
    X_(pairs32_32, uint32_t, uint32_t, 1) \
    X_(pairs32_64, uint32_t, uint64_t, 1) \
    X_(pairs64_32, uint64_t, uint32_t, 1) \
    X_(pairs64_64, uint64_t, uint64_t, 1)

#endif
