/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A sparse matrix in compressed rows times a vector: neighbouring lanes have the entries of a row. */
#include "native_cuda.cuh"

static constexpr int THREADS = 128, LANES = 16;

static __global__ void __launch_bounds__(THREADS)
    spmv(int64_t n, const int32_t *__restrict__ row, const int32_t *__restrict__ column,
         const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y)
{
    const int64_t i = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / LANES;
    const int lane = threadIdx.x % LANES;
    double sum = 0;
    if (i < n)
        for (int k = row[i] + lane; k < row[i + 1]; k += LANES)
            sum += value[k] * x[column[k]];
    for (int by = LANES / 2; by > 0; by /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, by, LANES);
    if (i < n && lane == 0)
        y[i] = sum;
}

int native_cuda_spmv(int64_t n, const int32_t *row, const int32_t *column, const double *value, const double *x,
                     double *y)
{
    spmv<<<native_blocks(n, THREADS / LANES), THREADS, 0, native_stream>>>(n, row, column, value, x, y);
    return native_launched("spmv");
}
