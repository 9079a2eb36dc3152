/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The force on an atom in plain code, for the twin on cores and the one in CUDA. Who includes it has defined
 *         LJ_FUNCTION, what stands before a function, and the type lj_index. */
#ifndef STARLOOP_BENCH_NATIVE_LJ_H
#define STARLOOP_BENCH_NATIVE_LJ_H

#include <stdint.h>

#include "lj.h"

/** Of atom i; element (i, d) of positions and forces is at i * row + d * column, neighbour k at i * near_row + k *
 *  near_column. */
LJ_FUNCTION void lj_atom(lj_index i, lj_index row, lj_index column, lj_index near_row, lj_index near_column,
                         const int32_t *__restrict__ near, const double *__restrict__ x, double *__restrict__ f)
{
    const double x0 = x[i * row], x1 = x[i * row + column], x2 = x[i * row + 2 * column];
    double f0 = 0, f1 = 0, f2 = 0;
    for (int k = 0; k < LJ_NEAR; k++) {
        const double *at = x + (lj_index)near[i * near_row + k * near_column] * row;
        const double d0 = x0 - at[0], d1 = x1 - at[column], d2 = x2 - at[2 * column];
        const double r2 = d0 * d0 + d1 * d1 + d2 * d2, force = LJ_FORCE(r2);
        f0 += d0 * force;
        f1 += d1 * force;
        f2 += d2 * force;
    }
    f[i * row] = f0;
    f[i * row + column] = f1;
    f[i * row + 2 * column] = f2;
}

#endif
