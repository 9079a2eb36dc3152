/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A sparse matrix in compressed rows times a vector: neighbouring lanes have the entries of a row; and
 *  the same with the sum of the product. */
#include "native_cuda.cuh"

static constexpr int THREADS = 128, LANES = 16;

/* The product of a row, in its first lane. */
static __device__ double row_product(int64_t i, int64_t n, const int32_t *__restrict__ row,
                                     const int32_t *__restrict__ column, const double *__restrict__ value,
                                     const double *__restrict__ x)
{
    double sum = 0;
    if (i < n)
        for (int k = row[i] + (int)(threadIdx.x % LANES); k < row[i + 1]; k += LANES)
            sum += value[k] * x[column[k]];
    for (int by = LANES / 2; by > 0; by /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, by, LANES);
    return sum;
}

static __global__ void __launch_bounds__(THREADS)
    spmv(int64_t n, const int32_t *__restrict__ row, const int32_t *__restrict__ column,
         const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y)
{
    const int64_t i = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / LANES;
    const double sum = row_product(i, n, row, column, value, x);
    if (i < n && threadIdx.x % LANES == 0)
        y[i] = sum;
}

/* A block adds the sum of its rows to the total. */
static __global__ void __launch_bounds__(THREADS)
    spmv_sum(int64_t n, const int32_t *__restrict__ row, const int32_t *__restrict__ column,
             const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y,
             double *__restrict__ total)
{
    __shared__ double part[THREADS / 32];
    const int64_t i = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / LANES;
    double sum = row_product(i, n, row, column, value, x);
    if (i < n && threadIdx.x % LANES == 0)
        y[i] = sum;
    sum += __shfl_down_sync(0xffffffffu, sum, LANES);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < THREADS / 32; w++)
            sum += part[w];
        atomicAdd(total, sum);
    }
}

int native_cuda_spmv(int64_t n, const int32_t *row, const int32_t *column, const double *value, const double *x,
                     double *y)
{
    spmv<<<native_blocks(n, THREADS / LANES), THREADS, 0, native_stream>>>(n, row, column, value, x, y);
    return native_launched("spmv");
}

int native_cuda_spmv_sum(int64_t n, const int32_t *row, const int32_t *column, const double *value, const double *x,
                         double *y, double *total)
{
    cudaMemsetAsync(total, 0, sizeof *total, native_stream);
    spmv_sum<<<native_blocks(n, THREADS / LANES), THREADS, 0, native_stream>>>(n, row, column, value, x, y, total);
    return native_launched("spmv_sum");
}
