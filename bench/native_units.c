/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twin of metg, and the work of both sides. */
#include <math.h>
#include <omp.h>

#include "native.h"

enum { CALIBRATION = 1000000, TRIES = 5 };

/* A function that is called, so that no compiler takes several points at a time. */
__attribute__((noinline)) double native_unit(double left, double own, double right, int64_t length, double one)
{
    double sum = left + 2.0 * own + right;
    for (int64_t k = 0; k < length; k++)
        sum = fma(sum, one, one);
    return sum - NATIVE_UNIT_MODULUS * floor(sum / NATIVE_UNIT_MODULUS);
}

void native_unit_steps(int64_t width, int64_t steps, int64_t length, double *a, double *b)
{
    const double one = 1.0;
#pragma omp parallel
    for (int64_t step = 0; step < steps; step++) {
        const double *from = step % 2 ? b : a;
        double *to = step % 2 ? a : b;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < width; i++)
            to[i] = native_unit(from[i > 0 ? i - 1 : i], from[i], from[i < width - 1 ? i + 1 : i], length, one);
    }
}

double native_unit_seconds(void)
{
    double least = 1.0;
    for (int try = 0; try < TRIES; try++) {
        double longest = 0.0;
#pragma omp parallel reduction(max : longest)
        {
            static volatile double kept;
#pragma omp barrier
            const double begin = omp_get_wtime();
            const double value = native_unit(0.0, 1.0, 2.0, CALIBRATION, 1.0);
            longest = omp_get_wtime() - begin;
#pragma omp critical
            kept = value;
            (void)kept;
        }
        least = fmin(least, longest / CALIBRATION);
    }
    return least;
}
