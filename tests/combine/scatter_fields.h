/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that scatter structs of numbers, complex numbers and bits, in helpers and into slices. */
#ifndef STARLOOP_TESTS_SCATTER_FIELDS_H
#define STARLOOP_TESTS_SCATTER_FIELDS_H

#include <starloop.h>
#include <starloop/complex.h>

struct sf_force {
    double x, y, z;
};
SL_STRUCT(struct sf_force);
typedef struct sf_box {
    float lo[2], hi[3];
} sf_box;
SL_STRUCT(sf_box);
struct sf_marks {
    uint32_t seen[3];
};
SL_STRUCT(struct sf_marks);

SL_KERNEL_DECLARE(sf_sums, (i), in(int32_t, 1, at, own), scatter(struct sf_force, sum, 1, f, of(double)),
                  scatter(sl_complex, sum, 2, z), scatter(sl_complexf, sum, 0, all));
SL_KERNEL_DECLARE(sf_extremes, (i), in(int32_t, 1, at, own), multi_reduce(sf_box, max, b, of(float)),
                  scatter(struct sf_force, min, 2, f, of(double)));
SL_KERNEL_DECLARE(sf_bits, (i), in(int32_t, 1, at, own), multi_reduce(uint32_t, band, a),
                  multi_reduce(uint64_t, bor, o), multi_reduce(int32_t, bxor, x), multi_reduce(int64_t, band, s),
                  multi_reduce(struct sf_marks, bor, m, of(uint32_t)));
SL_KERNEL_DECLARE(sf_slices, (i, j), scatter(double, sum, 2, g), scatter(int64_t, max, 3, h));
SL_KERNEL_DECLARE(sf_mesh, (i), in(int32_t, 2, corner, own(0, all), map),
                  scatter(struct sf_force, sum, 1, f, of(double)));
SL_KERNEL_DECLARE(sf_products, (i), in(int32_t, 1, at, own), multi_reduce(sl_complex, prod, z),
                  scatter(sl_complexf, prod, 2, c), scatter(sl_complexf, prod, 0, all));
/* Iteration i multiplies by i to the power SF_TURN and 2 to the power SF_SCALE, which floats do exactly. */
#define SF_TURN(i) ((int)((i) * (i) / 3 % 4))
#define SF_SCALE(i) ((i) % 3 == 0 ? 1 : (i) % 3 == 1 ? -1 : 0)
SL_KERNEL_DECLARE(sf_inexact, (i), in(int32_t, 1, at, own), scatter(struct sf_force, sum, 1, f, of(double)),
                  scatter(sl_complexf, sum, 1, z));

#endif
