/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Numbers as unsigned ones ("codes") of the same size and order: what the library's kernels and who calls them
 *  agree on.
 *
 * Codes of numbers are 0 to the last; NaNs have those behind, without a sign first. -0.0 comes just before 0.0. */
#ifndef STARLOOP_KERNEL_CODES_H
#define STARLOOP_KERNEL_CODES_H

#include <stdint.h>

/** How numbers of a type become codes. */
struct sl__codes {
    uint64_t sign_;          /**< the sign bit; 0 for unsigned numbers */
    uint64_t negative_nans_; /**< codes that NaNs with a sign would have before all numbers: moved to the end */
    uint64_t last_;          /**< the largest code of a number */
    uint64_t is_float_;
};

/* Floats by their bits: those with a sign backwards, before the others. */
#define SL__ENCODE(U_, CODE_, C_) \
    if ((C_).is_float_ && ((CODE_) & (U_)(C_).sign_)) \
        CODE_ = (U_) ~(CODE_); \
    else \
        CODE_ = (U_)((CODE_) ^ (U_)(C_).sign_); \
    CODE_ = (U_)((CODE_) - (U_)(C_).negative_nans_)

#define SL__DECODE(U_, CODE_, C_) \
    CODE_ = (U_)((CODE_) + (U_)(C_).negative_nans_); \
    if ((C_).is_float_ && !((CODE_) & (U_)(C_).sign_)) \
        CODE_ = (U_) ~(CODE_); \
    else \
        CODE_ = (U_)((CODE_) ^ (U_)(C_).sign_)

/* The codes of numbers, not those of NaNs, in the other order. */
#define SL__TURN(U_, CODE_, C_) \
    if ((CODE_) <= (U_)(C_).last_) \
    CODE_ = (U_)((U_)(C_).last_ - (CODE_))

#endif
