/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief SL_AT on a device: the address of an element.
 *
 * Strides are taken in bytes and the unit stride first: then what does not change in a loop of the body leaves it, and
 * the rest is one addition an access. With one index into the elements, as on the CPU, a matrix product took 1.3 of the
 * plain CUDA kernel's time. Only nvcc reads this.
 */
#ifndef STARLOOP_KERNEL_ELEMENT_H
#define STARLOOP_KERNEL_ELEMENT_H

#include <starloop/kernel/body.h>

#ifdef __CUDACC__

/* Moves the pointer along dimension D_, of which sl__xD_ is the index. */
#define SL__MOVE_UNIT(D_) \
    if (sl__v_.unit_ == D_) \
        sl__p_ = (T *)((char *)sl__p_ + sl__x##D_##_ * (sl_index)sizeof(T));
#define SL__MOVE(D_) \
    if (sl__v_.unit_ != D_) \
        sl__p_ = (T *)((char *)sl__p_ + sl__x##D_##_ * sl__v_.s_[D_] * (sl_index)sizeof(T));

extern "C++" {
template <typename T> SL_FN T *sl__element(T *sl__p_, struct sl_rank1_view sl__v_,
    sl_index sl__i0_)
{
    SL__PLACES_1
    sl__p_ += sl__v_.o_;
    SL__MOVE_UNIT(0)
    SL__MOVE(0)
    return sl__p_;
}
template <typename T> SL_FN T *sl__element(T *sl__p_, struct sl_rank2_view sl__v_,
    sl_index sl__i0_, sl_index sl__i1_)
{
    SL__PLACES_2
    sl__p_ += sl__v_.o_;
    SL__MOVE_UNIT(0) SL__MOVE_UNIT(1)
    SL__MOVE(1) SL__MOVE(0)
    return sl__p_;
}
template <typename T> SL_FN T *sl__element(T *sl__p_, struct sl_rank3_view sl__v_,
    sl_index sl__i0_, sl_index sl__i1_, sl_index sl__i2_)
{
    SL__PLACES_3
    sl__p_ += sl__v_.o_;
    SL__MOVE_UNIT(0) SL__MOVE_UNIT(1) SL__MOVE_UNIT(2)
    SL__MOVE(2) SL__MOVE(1) SL__MOVE(0)
    return sl__p_;
}
template <typename T> SL_FN T *sl__element(T *sl__p_, struct sl_rank4_view sl__v_,
    sl_index sl__i0_, sl_index sl__i1_, sl_index sl__i2_, sl_index sl__i3_)
{
    SL__PLACES_4
    sl__p_ += sl__v_.o_;
    SL__MOVE_UNIT(0) SL__MOVE_UNIT(1) SL__MOVE_UNIT(2) SL__MOVE_UNIT(3)
    SL__MOVE(3) SL__MOVE(2) SL__MOVE(1) SL__MOVE(0)
    return sl__p_;
}
template <typename T> SL_FN T *sl__element(T *sl__p_, struct sl_rank5_view sl__v_,
    sl_index sl__i0_, sl_index sl__i1_, sl_index sl__i2_, sl_index sl__i3_,
    sl_index sl__i4_)
{
    SL__PLACES_5
    sl__p_ += sl__v_.o_;
    SL__MOVE_UNIT(0) SL__MOVE_UNIT(1) SL__MOVE_UNIT(2) SL__MOVE_UNIT(3) SL__MOVE_UNIT(4)
    SL__MOVE(4) SL__MOVE(3) SL__MOVE(2) SL__MOVE(1) SL__MOVE(0)
    return sl__p_;
}
template <typename T> SL_FN T *sl__element(T *sl__p_, struct sl_rank6_view sl__v_,
    sl_index sl__i0_, sl_index sl__i1_, sl_index sl__i2_, sl_index sl__i3_,
    sl_index sl__i4_, sl_index sl__i5_)
{
    SL__PLACES_6
    sl__p_ += sl__v_.o_;
    SL__MOVE_UNIT(0) SL__MOVE_UNIT(1) SL__MOVE_UNIT(2) SL__MOVE_UNIT(3) SL__MOVE_UNIT(4) SL__MOVE_UNIT(5)
    SL__MOVE(5) SL__MOVE(4) SL__MOVE(3) SL__MOVE(2) SL__MOVE(1) SL__MOVE(0)
    return sl__p_;
}
}

#endif
#endif
