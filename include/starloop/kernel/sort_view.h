/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts of codes on devices, by CUB: the packed arguments, and their code, which codelets/sort_device.c makes.
 */
#ifndef STARLOOP_KERNEL_SORT_VIEW_H
#define STARLOOP_KERNEL_SORT_VIEW_H

#include <starloop/kernel/abi.h>

/** A view of rank 1 in the packed arguments. */
typedef struct sl__sort_slot {
    void *data_;
    sl_index stride_, count_;
} sl__sort_slot;

/** The packed arguments: unsigned numbers, room for as many, and with pairs the same of 64-bit numbers that go with
 *  them. None of them has gaps; fewer than 2^31 numbers. */
typedef struct sl__sort_args {
    sl__sort_slot keys_, other_keys_, index_, other_index_;
} sl__sort_args;

SL_BEGIN_DECLS
/** Gives a kernel of a sort its code for devices. @param[in] bits  of a key: 32 or 64 @return whether there is one */
int sl__sort_set_code(sl_kernel *kernel_, int bits_, int pairs_);
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
/* CUB sorts from one of two buffers into either: the result goes back to the first. */
template <typename sl__type_>
static cudaError_t sl__sort_back(cub::DoubleBuffer<sl__type_> &sl__buffers_, const sl__sort_slot &sl__slot_,
                                 cudaStream_t sl__stream_)
{
    if (sl__buffers_.selector == 0)
        return cudaSuccess;
    return cudaMemcpyAsync(sl__slot_.data_, sl__buffers_.Current(), (size_t)sl__slot_.count_ * sizeof(sl__type_),
                           cudaMemcpyDeviceToDevice, sl__stream_);
}

template <typename sl__type_, bool sl__pairs_>
static int sl__sort_codes(const void *sl__args_, void *sl__to_, void *sl__room_, size_t *sl__bytes_)
{
    const sl__sort_args &sl__a_ = *(const sl__sort_args *)sl__args_;
    const cudaStream_t sl__stream_ = (cudaStream_t)sl__to_;
    const int sl__count_ = (int)sl__a_.keys_.count_, sl__bits_ = 8 * (int)sizeof(sl__type_);
    cub::DoubleBuffer<sl__type_> sl__keys_((sl__type_ *)sl__a_.keys_.data_, (sl__type_ *)sl__a_.other_keys_.data_);
    cudaError_t sl__error_;
    if constexpr (sl__pairs_) {
        cub::DoubleBuffer<int64_t> sl__index_((int64_t *)sl__a_.index_.data_, (int64_t *)sl__a_.other_index_.data_);
        sl__error_ = cub::DeviceRadixSort::SortPairs(sl__room_, *sl__bytes_, sl__keys_, sl__index_, sl__count_, 0,
                                                     sl__bits_, sl__stream_);
        if (sl__error_ == cudaSuccess && sl__room_ != 0)
            sl__error_ = sl__sort_back(sl__index_, sl__a_.index_, sl__stream_);
    } else {
        sl__error_ =
            cub::DeviceRadixSort::SortKeys(sl__room_, *sl__bytes_, sl__keys_, sl__count_, 0, sl__bits_, sl__stream_);
    }
    if (sl__error_ == cudaSuccess && sl__room_ != 0)
        sl__error_ = sl__sort_back(sl__keys_, sl__a_.keys_, sl__stream_);
    return (int)sl__error_;
}
}

#define SL__SORT_CODE(NAME_, TYPE_, PAIRS_) \
    extern "C" const sl__device_code sl__sort_##NAME_##__cuda; \
    const sl__device_code sl__sort_##NAME_##__cuda = { \
        SL__ABI, 0, 1, 0, {(const void *)(sl__device_call)sl__sort_codes<TYPE_, PAIRS_>}};
#define SL__SORT_CODES SL__SORT_KINDS(SL__SORT_CODE)
#else
#define SL__SORT_CODE(NAME_, TYPE_, PAIRS_) SL__EXTERN_C const sl__device_code sl__sort_##NAME_##__cuda SL__WEAK;
/* clang-format off */
#define SL__SORT_FIND(NAME_, TYPE_, PAIRS_) \
    if (sl__bits_ == 8 * (int)sizeof(TYPE_) && sl__pairs_ == PAIRS_) \
        sl__kernel_->cuda = &sl__sort_##NAME_##__cuda;
#define SL__SORT_CODES \
    SL__SORT_KINDS(SL__SORT_CODE) \
    int sl__sort_set_code(sl_kernel *sl__kernel_, int sl__bits_, int sl__pairs_) \
    { \
        SL__SORT_KINDS(SL__SORT_FIND) \
        return sl__kernel_->cuda != 0; \
    }
/* clang-format on */
#endif
/* X_(name, type of the keys, whether something goes with them). SL__SORT_CODES is what codelets/sort_device.c is made
 * of. */
#define SL__SORT_KINDS(X_) \
    X_(keys32, uint32_t, 0) \
    X_(keys64, uint64_t, 0) \
    X_(pairs32, uint32_t, 1) \
    X_(pairs64, uint64_t, 1)

#endif
