/* SPDX-License-Identifier: BSD-3-Clause */
#include "native_cuda.cuh"

#define LJ_FUNCTION static __device__ __forceinline__
typedef int lj_index;
#include "native_lj.h"

enum { THREADS = 256 };

template <bool LEFT>
static __global__ void lj(int n, const int32_t *__restrict__ near, const double *__restrict__ x, double *f)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        lj_atom(i, LEFT ? 1 : 3, LEFT ? n : 1, LEFT ? 1 : LJ_NEAR, LEFT ? n : 1, near, x, f);
}

int native_cuda_lj(int64_t n, int left, const int32_t *near, const double *x, double *f)
{
    if (left)
        lj<true><<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>((int)n, near, x, f);
    else
        lj<false><<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>((int)n, near, x, f);
    return native_launched("lj");
}
