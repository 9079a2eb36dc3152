/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A matrix times a vector, a thread a row. With one block a multiprocessor at least, as their bounds say, nvcc
 *  takes registers for many loads under way: twice as fast as without. */
#include "native_cuda.cuh"

static constexpr int ROW_THREADS = 32, THREADS = 256;

static __global__ void __launch_bounds__(ROW_THREADS, 1)
    rows(int n, int64_t down, int64_t across, const double *__restrict__ a, const double *__restrict__ x,
         double *__restrict__ y)
{
    const int64_t i = (int64_t)blockIdx.x * ROW_THREADS + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * down + k * across] * x[k];
    y[i] = sum;
}

static __global__ void __launch_bounds__(THREADS, 1)
    spmv_rows(int64_t n, const int32_t *__restrict__ row, const int32_t *__restrict__ column,
              const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int k = row[i], end = row[i + 1]; k < end; k++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
}

int native_cuda_rows(int64_t n, int left, const double *a, const double *x, double *y)
{
    rows<<<native_blocks(n, ROW_THREADS), ROW_THREADS, 0, native_stream>>>((int)n, left ? 1 : n, left ? n : 1, a, x, y);
    return native_launched("rows");
}

int native_cuda_spmv_rows(int64_t n, const int32_t *row, const int32_t *column, const double *value, const double *x,
                          double *y)
{
    spmv_rows<<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>(n, row, column, value, x, y);
    return native_launched("spmv_rows");
}
