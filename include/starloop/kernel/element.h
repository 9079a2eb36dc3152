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

/* clang-format off */
/* Moves the pointer along dimension D_, of which sl__xD_ is the index. */
#define SL__MOVE_UNIT(D_, ...) \
    if (sl__v_.unit_ == D_) \
        sl__p_ = (T_ *)((char *)sl__p_ + sl__x##D_##_ * (sl_index)sizeof(T_));
#define SL__MOVE(D_, ...) \
    if (sl__v_.unit_ != D_) \
        sl__p_ = (T_ *)((char *)sl__p_ + sl__x##D_##_ * sl__v_.s_[D_] * (sl_index)sizeof(T_));
#define SL__ELEMENT(R_) \
    template <typename T_> \
    SL_FN T_ *sl__element(T_ *sl__p_, struct sl_rank##R_##_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        SL__PLACES(R_) \
        SL__AT_MAPS(R_, sl__p_ + sl__at_) \
        sl__p_ += sl__v_.o_; \
        SL__CAT(SL__DIMS_, R_)(SL__MOVE_UNIT, ~) \
        SL__CAT(SL__BACK_, R_)(SL__MOVE, ~) \
        return sl__p_; \
    }
/* clang-format on */

extern "C++" {
SL__ELEMENT(1)
SL__ELEMENT(2)
SL__ELEMENT(3)
SL__ELEMENT(4)
SL__ELEMENT(5)
SL__ELEMENT(6)
}

#endif
#endif
