/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts of segments on devices, by CUB: the packed arguments, and their code, which
 *  codelets/sort_segments_device.c makes.
 */
#ifndef STARLOOP_KERNEL_SORT_SEGMENTS_VIEW_H
#define STARLOOP_KERNEL_SORT_SEGMENTS_VIEW_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/sort_view.h>

/** The packed arguments: where segments begin, and behind that where they end, as int32_t; codes of 4 or 8 bytes, fewer
 *  than 2^31; an index of 8 bytes that goes with them. All are without gaps. All memory besides is the device's. */
typedef struct sl__sort_segments_args {
    sl__sort_slot bounds_, codes_, index_;
} sl__sort_segments_args;

SL_BEGIN_DECLS
/** Gives a kernel of a sort of segments its code for devices.
 *  @param[in] key_  bytes of a code: 4 or 8  @param[in] pairs_  whether there is an index
 *  @return whether there is one */
int sl__sort_segments_set_code(sl_kernel *kernel_, int key_, int pairs_);
SL_END_DECLS

#ifdef __CUDACC__
/* What CUB includes of Thrust catches exceptions, in a function that nothing here calls; kernels have none. */
#pragma push_macro("try")
#pragma push_macro("catch")
#pragma push_macro("throw")
#undef try
#undef catch
#undef throw
#define try if (1)
#define throw (void)
/* clang-format off */
#define catch(...) if (0)
/* clang-format on */
#include <cub/device/device_segmented_sort.cuh>
#pragma pop_macro("throw")
#pragma pop_macro("catch")
#pragma pop_macro("try")

extern "C++" {
/* Where copies of the codes and of the index lie in a sort's memory, and how much of it these take. */
struct sl__sort_segments_room {
    size_t index_, used_;
};

template <typename sl__key_, bool sl__pairs_>
static sl__sort_segments_room sl__sort_segments_cut(const sl__sort_segments_args &sl__a_)
{
    sl__sort_segments_room sl__r_;
    const size_t sl__count_ = (size_t)sl__a_.codes_.count_;
    sl__r_.index_ = sl__sort_aligned(sl__count_ * sizeof(sl__key_));
    sl__r_.used_ = sl__r_.index_ + (sl__pairs_ ? sl__sort_aligned(sl__count_ * sizeof(int64_t)) : 0);
    return sl__r_;
}

/* From the copies to the views, in which what lies outside of all segments stays. */
template <typename sl__key_, bool sl__pairs_>
static cudaError_t sl__sort_segments_call(const sl__sort_segments_args &sl__a_, char *sl__copies_, size_t sl__index_,
                                          void *sl__temporary_, size_t &sl__bytes_, cudaStream_t sl__stream_)
{
    const int64_t sl__count_ = sl__a_.codes_.count_, sl__segments_ = sl__a_.bounds_.count_ / 2;
    const int32_t *sl__begin_ = (const int32_t *)sl__a_.bounds_.data_, *sl__end_ = sl__begin_ + sl__segments_;
    if constexpr (sl__pairs_)
        return cub::DeviceSegmentedSort::StableSortPairs(
            sl__temporary_, sl__bytes_, (const sl__key_ *)sl__copies_, (sl__key_ *)sl__a_.codes_.data_,
            (const int64_t *)(sl__copies_ + sl__index_), (int64_t *)sl__a_.index_.data_, sl__count_, sl__segments_,
            sl__begin_, sl__end_, sl__stream_);
    else
        return cub::DeviceSegmentedSort::SortKeys(sl__temporary_, sl__bytes_, (const sl__key_ *)sl__copies_,
                                                  (sl__key_ *)sl__a_.codes_.data_, sl__count_, sl__segments_,
                                                  sl__begin_, sl__end_, sl__stream_);
}

template <typename sl__key_, bool sl__pairs_>
static cudaError_t sl__sort_segments_copy(const sl__sort_segments_args &sl__a_, char *sl__copies_, size_t sl__index_,
                                          cudaStream_t sl__stream_)
{
    const size_t sl__count_ = (size_t)sl__a_.codes_.count_;
    cudaError_t sl__error_ = cudaMemcpyAsync(sl__copies_, sl__a_.codes_.data_, sl__count_ * sizeof(sl__key_),
                                             cudaMemcpyDeviceToDevice, sl__stream_);
    if (sl__pairs_ && sl__error_ == cudaSuccess)
        sl__error_ = cudaMemcpyAsync(sl__copies_ + sl__index_, sl__a_.index_.data_, sl__count_ * sizeof(int64_t),
                                     cudaMemcpyDeviceToDevice, sl__stream_);
    return sl__error_;
}

template <typename sl__key_, bool sl__pairs_>
static int sl__sort_segments_view(const void *sl__args_, void *sl__to_, void *sl__room_, size_t *sl__bytes_)
{
    const sl__sort_segments_args &sl__a_ = *(const sl__sort_segments_args *)sl__args_;
    const cudaStream_t sl__stream_ = (cudaStream_t)sl__to_;
    const sl__sort_segments_room sl__r_ = sl__sort_segments_cut<sl__key_, sl__pairs_>(sl__a_);
    size_t sl__of_cub_ = 0;
    cudaError_t sl__error_ = sl__sort_segments_call<sl__key_, sl__pairs_>(sl__a_, (char *)sl__room_, sl__r_.index_, 0,
                                                                          sl__of_cub_, sl__stream_);
    *sl__bytes_ = sl__r_.used_ + sl__of_cub_;
    if (sl__error_ != cudaSuccess || sl__room_ == 0)
        return (int)sl__error_;
    sl__error_ = sl__sort_segments_copy<sl__key_, sl__pairs_>(sl__a_, (char *)sl__room_, sl__r_.index_, sl__stream_);
    if (sl__error_ == cudaSuccess)
        sl__error_ = sl__sort_segments_call<sl__key_, sl__pairs_>(
            sl__a_, (char *)sl__room_, sl__r_.index_, (char *)sl__room_ + sl__r_.used_, sl__of_cub_, sl__stream_);
    return (int)sl__error_;
}
}

#define SL__SORT_SEGMENTS_CODE(NAME_, KEY_, PAIRS_) \
    extern "C" const sl__device_code sl__sort_segments_##NAME_##__cuda; \
    const sl__device_code sl__sort_segments_##NAME_##__cuda = { \
        SL__ABI, 0, 1, 0, {(const void *)(sl__device_call)sl__sort_segments_view<KEY_, PAIRS_ != 0>}};
#define SL__SORT_SEGMENTS_CODES SL__SORT_SEGMENTS_KINDS(SL__SORT_SEGMENTS_CODE)
#else
#define SL__SORT_SEGMENTS_CODE(NAME_, KEY_, PAIRS_) \
    SL__EXTERN_C const sl__device_code sl__sort_segments_##NAME_##__cuda SL__WEAK;
/* clang-format off */
#define SL__SORT_SEGMENTS_FIND(NAME_, KEY_, PAIRS_) \
    if (sl__key_ == (int)sizeof(KEY_) && sl__pairs_ == PAIRS_) \
        sl__kernel_->cuda = &sl__sort_segments_##NAME_##__cuda;
#define SL__SORT_SEGMENTS_CODES \
    SL__SORT_SEGMENTS_KINDS(SL__SORT_SEGMENTS_CODE) \
    int sl__sort_segments_set_code(sl_kernel *sl__kernel_, int sl__key_, int sl__pairs_) \
    { \
        SL__SORT_SEGMENTS_KINDS(SL__SORT_SEGMENTS_FIND) \
        return sl__kernel_->cuda != 0; \
    }
/* clang-format on */
#endif
/* X_(name, type of the codes, whether there is an index). SL__SORT_SEGMENTS_CODES is what
 * codelets/sort_segments_device.c is made of. */
#define SL__SORT_SEGMENTS_KINDS(X_) \
    X_(keys32, uint32_t, 0) \
    X_(keys64, uint64_t, 0) \
    X_(pairs32, uint32_t, 1) \
    X_(pairs64, uint64_t, 1)

#endif
