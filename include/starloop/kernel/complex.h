/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Arithmetic of complex numbers, in bodies and on the host.
 *
 * sl_complex_of(), sl_complex_add(), sl_complex_sub(), sl_complex_mul(), sl_complex_div(), sl_complex_conj(),
 * sl_complex_abs(), the same of sl_complexf. Plain formulas: where a part is infinite, another may become a NaN.
 */
#ifndef STARLOOP_KERNEL_COMPLEX_H
#define STARLOOP_KERNEL_COMPLEX_H

#include <math.h>

#include <starloop/complex.h>
#include <starloop/kernel/body.h>

#define SL__COMPLEX_FUNCTIONS(C_, T_) \
    /** @return the number of these parts. */ \
    SL_FN C_ C_##_of(T_ sl__re_, T_ sl__im_) \
    { \
        C_ sl__z_; \
        sl__z_.re = sl__re_; \
        sl__z_.im = sl__im_; \
        return sl__z_; \
    } \
    /** @return a + b */ \
    SL_FN C_ C_##_add(C_ sl__a_, C_ sl__b_) \
    { \
        return C_##_of(sl__a_.re + sl__b_.re, sl__a_.im + sl__b_.im); \
    } \
    /** @return a - b */ \
    SL_FN C_ C_##_sub(C_ sl__a_, C_ sl__b_) \
    { \
        return C_##_of(sl__a_.re - sl__b_.re, sl__a_.im - sl__b_.im); \
    } \
    /** @return a b */ \
    SL_FN C_ C_##_mul(C_ sl__a_, C_ sl__b_) \
    { \
        return C_##_of(sl__a_.re * sl__b_.re - sl__a_.im * sl__b_.im, sl__a_.re * sl__b_.im + sl__a_.im * sl__b_.re); \
    } \
    /** @return a / b, by the larger part of b, so that nothing overflows on the way (R. L. Smith, 1962). */ \
    SL_FN C_ C_##_div(C_ sl__a_, C_ sl__b_) \
    { \
        if (fabs((double)sl__b_.re) >= fabs((double)sl__b_.im)) { \
            const T_ sl__r_ = sl__b_.im / sl__b_.re, sl__d_ = sl__b_.re + sl__b_.im * sl__r_; \
            return C_##_of((sl__a_.re + sl__a_.im * sl__r_) / sl__d_, (sl__a_.im - sl__a_.re * sl__r_) / sl__d_); \
        } \
        const T_ sl__r_ = sl__b_.re / sl__b_.im, sl__d_ = sl__b_.re * sl__r_ + sl__b_.im; \
        return C_##_of((sl__a_.re * sl__r_ + sl__a_.im) / sl__d_, (sl__a_.im * sl__r_ - sl__a_.re) / sl__d_); \
    } \
    /** @return the conjugate of z. */ \
    SL_FN C_ C_##_conj(C_ sl__z_) \
    { \
        return C_##_of(sl__z_.re, -sl__z_.im); \
    } \
    /** @return |z| */ \
    SL_FN T_ C_##_abs(C_ sl__z_) \
    { \
        const double sl__x_ = fabs((double)sl__z_.re), sl__y_ = fabs((double)sl__z_.im), sl__sum_ = sl__x_ + sl__y_; \
        const double sl__most_ = sl__x_ > sl__y_ ? sl__x_ : sl__y_, sl__least_ = sl__x_ > sl__y_ ? sl__y_ : sl__x_; \
        const double sl__r_ = sl__least_ < sl__most_ ? sl__least_ / sl__most_ : 1; \
        return (T_)(sl__least_ > 0 && sl__sum_ == sl__sum_ ? sl__most_ * sqrt(1 + sl__r_ * sl__r_) : sl__sum_); \
    }
SL__COMPLEX_FUNCTIONS(sl_complex, double)
SL__COMPLEX_FUNCTIONS(sl_complexf, float)

#endif
