/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Numbers as unsigned ones ("codes") of the same size and order: what the kernels and who calls them agree on.
 *
 * Codes of numbers are 0 to the last; NaNs have those behind, without a sign first. -0.0 comes just before 0.0. */
#ifndef STARLOOP_CODELETS_CODES_H
#define STARLOOP_CODELETS_CODES_H

#include <stdint.h>

/** How numbers of a type become codes. */
struct sl__codes {
    uint64_t sign;          /* the sign bit; 0 for unsigned numbers */
    uint64_t negative_nans; /* codes that NaNs with a sign would have before all numbers: moved to the end */
    uint64_t last;          /* the largest code of a number */
    uint64_t is_float;
};

/* Floats by their bits: those with a sign backwards, before the others. */
#define SL__ENCODE(U, code, c) \
    if ((c).is_float && ((code) & (U)(c).sign)) \
        code = (U) ~(code); \
    else \
        code = (U)((code) ^ (U)(c).sign); \
    code = (U)((code) - (U)(c).negative_nans)

#define SL__DECODE(U, code, c) \
    code = (U)((code) + (U)(c).negative_nans); \
    if ((c).is_float && !((code) & (U)(c).sign)) \
        code = (U) ~(code); \
    else \
        code = (U)((code) ^ (U)(c).sign)

#endif
