/* SPDX-License-Identifier: BSD-3-Clause */
#include "lj.h"
#include "native_cuda.cuh"

enum { THREADS = 256 };

template <bool LEFT>
static __global__ void lj(int n, const int32_t *__restrict__ near, const double *__restrict__ x, double *f)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int row = LEFT ? 1 : 3, column = LEFT ? n : 1, near_row = LEFT ? 1 : LJ_NEAR, near_column = LEFT ? n : 1;
    if (i >= n)
        return;
    const double x0 = x[i * row], x1 = x[i * row + column], x2 = x[i * row + 2 * column];
    double f0 = 0, f1 = 0, f2 = 0;
    for (int k = 0; k < LJ_NEAR; k++) {
        const double *at = x + near[i * near_row + k * near_column] * row;
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

int native_cuda_lj(int64_t n, int left, const int32_t *near, const double *x, double *f)
{
    if (left)
        lj<true><<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>((int)n, near, x, f);
    else
        lj<false><<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>((int)n, near, x, f);
    return native_launched("lj");
}
