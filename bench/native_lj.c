/* SPDX-License-Identifier: BSD-3-Clause */
#include "lj.h"
#include "native.h"

/* Of atom i; element (i, d) of positions and forces is at i * row + d * column, neighbour k at i * near_row + k *
 * near_column. */
static inline __attribute__((always_inline)) void atom(int64_t i, int64_t row, int64_t column, int64_t near_row,
                                                       int64_t near_column, const int32_t *restrict near,
                                                       const double *restrict x, double *restrict f)
{
    const double x0 = x[i * row], x1 = x[i * row + column], x2 = x[i * row + 2 * column];
    double f0 = 0, f1 = 0, f2 = 0;
    for (int k = 0; k < LJ_NEAR; k++) {
        const double *at = x + (int64_t)near[i * near_row + k * near_column] * row;
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

void native_lj_right(int64_t n, const int32_t *near, const double *x, double *f)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        atom(i, 3, 1, LJ_NEAR, 1, near, x, f);
}

void native_lj_left(int64_t n, const int32_t *near, const double *x, double *f)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        atom(i, 1, n, 1, n, near, x, f);
}
