/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The temperatures of the box, as they are known: a wave that gets lower. */
#ifndef STENCIL3D_WAVE_H
#define STENCIL3D_WAVE_H

#include <stdint.h>

/** The product of a sine along each dimension, 0 at the faces. A step multiplies it by a number. */
struct wave {
    int64_t n[3];     /**< points along z, y and x */
    double *along[3]; /**< [n] the sines, owned */
    double cosine[3]; /**< of the angle from point to point */
    double decay;     /**< by a step */
};

/** Makes the wave of a box. @param[in] n [3] points along z, y and x, 1 or more @param[in] half_waves [3] so many along
 *  them, or as many as there are points for, 1 or more @return 0; -1 when memory is short */
int wave_make(struct wave *w, const int64_t n[3], const int64_t half_waves[3]);
/** Frees its sines. */
void wave_free(struct wave *w);
/** @return its height after so many steps, where it was 1 */
double wave_height(const struct wave *w, long steps);
/** Gives all points. @param[out] u [nz, ny, nx] */
void wave_fill(const struct wave *w, double height, double *u);
/** @return the largest difference of a point. @param[in] u [nz, ny, nx] */
double wave_error(const struct wave *w, double height, const double *u);

#endif
