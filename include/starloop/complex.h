/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Complex numbers, for views and kernels: `in(sl_complex, 1, z, own)`, `reduce(sl_complex, sum, s)`.
 *
 * They lie in memory as C's `double _Complex` and C++'s `std::complex<double>`. What bodies compute with them is in
 * starloop/kernel/complex.h.
 */
#ifndef STARLOOP_COMPLEX_H
#define STARLOOP_COMPLEX_H

/** A complex number of doubles. */
typedef struct sl_complex {
    double re; /**< its real part */
    double im; /**< its imaginary part */
} sl_complex;

/** A complex number of floats. */
typedef struct sl_complexf {
    float re; /**< its real part */
    float im; /**< its imaginary part */
} sl_complexf;

#endif
