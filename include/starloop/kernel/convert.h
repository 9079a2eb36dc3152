/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Elements from one order in a device's memory to another: the code, which codelets/convert_device.c makes, of
 * the copies of SL_LAYOUT_AUTO.
 */
#ifndef STARLOOP_KERNEL_CONVERT_H
#define STARLOOP_KERNEL_CONVERT_H

#include <starloop/types.h>

/** A box with strides in two memories of a device. */
typedef struct sl__conversion {
    const void *from_;
    void *to_;
    int unit_;                                         /**< bytes: 1, 2, 4 or 8; addresses are multiples of it */
    int units_;                                        /**< of an element, one after another */
    int rank_;                                         /**< 2 to SL_MAX_RANK */
    int fast_from_, fast_to_;                          /**< two dimensions: those with the smallest strides */
    sl_index n_[SL_MAX_RANK];                          /**< [rank] extents, 1 or more */
    sl_index from_s_[SL_MAX_RANK], to_s_[SL_MAX_RANK]; /**< [rank] strides in elements */
} sl__conversion;

SL_BEGIN_DECLS
/** Queues the conversion on a stream of the current device. Its name ends as those do that starloop-cc leaves for the
 *  linker.
 *  @param[in] conversion  what
 *  @param[in] stream      a cudaStream_t
 *  @return a cudaError_t */
int sl__convert__cuda(const sl__conversion *conversion_, void *stream_);
SL_END_DECLS

#ifdef __CUDACC__
extern "C++" {
enum { SL__CONVERT_TILE = 32, SL__CONVERT_LINES = 8, SL__CONVERT_BLOCKS = 1 << 16 };

static __host__ __device__ __forceinline__ sl_index sl__convert_tiles(sl_index sl__n_)
{
    return (sl__n_ + SL__CONVERT_TILE - 1) / SL__CONVERT_TILE;
}

/* Both orders are gone through along their own fastest dimension; a tile in shared memory is between them. */
template <typename sl__unit_> static __global__ void sl__convert(sl__conversion sl__c_, sl_index sl__tiles_)
{
    __shared__ sl__unit_ sl__tile_[SL__CONVERT_TILE][SL__CONVERT_TILE + 1];
    const int sl__x_ = sl__c_.fast_from_, sl__y_ = sl__c_.fast_to_, sl__thread_ = (int)threadIdx.x;
    const sl_index sl__wide_ = sl__convert_tiles(sl__c_.n_[sl__x_]), sl__high_ = sl__convert_tiles(sl__c_.n_[sl__y_]);
    for (sl_index sl__t_ = blockIdx.x; sl__t_ < sl__tiles_; sl__t_ += gridDim.x) {
        const sl_index sl__x0_ = sl__t_ % sl__wide_ * SL__CONVERT_TILE;
        const sl_index sl__y0_ = sl__t_ / sl__wide_ % sl__high_ * SL__CONVERT_TILE;
        sl_index sl__rest_ = sl__t_ / sl__wide_ / sl__high_; /* unit, and indices of the other dimensions */
        sl_index sl__from_ = sl__rest_ % sl__c_.units_, sl__to_ = sl__from_;
        sl__rest_ /= sl__c_.units_;
        for (int sl__d_ = 0; sl__d_ < sl__c_.rank_; sl__d_++)
            if (sl__d_ != sl__x_ && sl__d_ != sl__y_) {
                const sl_index sl__i_ = sl__rest_ % sl__c_.n_[sl__d_] * sl__c_.units_;
                sl__rest_ /= sl__c_.n_[sl__d_];
                sl__from_ += sl__i_ * sl__c_.from_s_[sl__d_];
                sl__to_ += sl__i_ * sl__c_.to_s_[sl__d_];
            }
        for (int sl__line_ = (int)threadIdx.y; sl__line_ < SL__CONVERT_TILE; sl__line_ += SL__CONVERT_LINES) {
            const sl_index sl__i_ = sl__x0_ + sl__thread_, sl__j_ = sl__y0_ + sl__line_;
            if (sl__i_ < sl__c_.n_[sl__x_] && sl__j_ < sl__c_.n_[sl__y_])
                sl__tile_[sl__line_][sl__thread_] =
                    ((const sl__unit_ *)
                         sl__c_.from_)[sl__from_ + (sl__i_ * sl__c_.from_s_[sl__x_] + sl__j_ * sl__c_.from_s_[sl__y_]) *
                                                       sl__c_.units_];
        }
        __syncthreads();
        for (int sl__line_ = (int)threadIdx.y; sl__line_ < SL__CONVERT_TILE; sl__line_ += SL__CONVERT_LINES) {
            const sl_index sl__i_ = sl__x0_ + sl__line_, sl__j_ = sl__y0_ + sl__thread_;
            if (sl__i_ < sl__c_.n_[sl__x_] && sl__j_ < sl__c_.n_[sl__y_])
                ((sl__unit_ *)sl__c_
                     .to_)[sl__to_ + (sl__i_ * sl__c_.to_s_[sl__x_] + sl__j_ * sl__c_.to_s_[sl__y_]) * sl__c_.units_] =
                    sl__tile_[sl__thread_][sl__line_];
        }
        __syncthreads();
    }
}

template <typename sl__unit_> static void sl__convert_by(const sl__conversion *sl__c_, cudaStream_t sl__stream_)
{
    sl_index sl__tiles_ = sl__convert_tiles(sl__c_->n_[sl__c_->fast_from_]) *
                          sl__convert_tiles(sl__c_->n_[sl__c_->fast_to_]) * sl__c_->units_;
    for (int sl__d_ = 0; sl__d_ < sl__c_->rank_; sl__d_++)
        sl__tiles_ *= sl__d_ != sl__c_->fast_from_ && sl__d_ != sl__c_->fast_to_ ? sl__c_->n_[sl__d_] : 1;
    const unsigned sl__blocks_ = (unsigned)(sl__tiles_ < SL__CONVERT_BLOCKS ? sl__tiles_ : SL__CONVERT_BLOCKS);
    sl__convert<sl__unit_>
        <<<sl__blocks_, dim3(SL__CONVERT_TILE, SL__CONVERT_LINES), 0, sl__stream_>>>(*sl__c_, sl__tiles_);
}
}

#define SL__CONVERT_CODE \
    int sl__convert__cuda(const sl__conversion *sl__c_, void *sl__stream_) \
    { \
        switch (sl__c_->unit_) { \
        case 8: sl__convert_by<uint64_t>(sl__c_, (cudaStream_t)sl__stream_); break; \
        case 4: sl__convert_by<uint32_t>(sl__c_, (cudaStream_t)sl__stream_); break; \
        case 2: sl__convert_by<uint16_t>(sl__c_, (cudaStream_t)sl__stream_); break; \
        default: sl__convert_by<uint8_t>(sl__c_, (cudaStream_t)sl__stream_); break; \
        } \
        return (int)cudaGetLastError(); \
    }
#else
#define SL__CONVERT_CODE
#endif

#endif
