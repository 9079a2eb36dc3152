/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA twins of the two-dimensional cases. x is the thread index along which neighbours lie in memory. */
#include "block.h"
#include "native_cuda.cuh"

/* Blocks, x times y threads. */
enum { JACOBI_X = 64, JACOBI_Y = 4 };
enum { TRANSPOSE_X = 16, TRANSPOSE_Y = 8 };
enum { MATMUL_X = 32, MATMUL_Y = 4 };
enum { BLOCKED_X = 32, BLOCKED_Y = 2 };

static dim3 grid(int64_t x, int64_t y, int block_x, int block_y)
{
    return dim3(native_blocks(x, block_x), native_blocks(y, block_y));
}

/* Threads of the edge have nothing to do; so a warp's stores begin where a cache line does. */
static __global__ void __launch_bounds__(JACOBI_X *JACOBI_Y)
    jacobi_right(int64_t n, int64_t first, int64_t rows, const double *__restrict__ u, double *__restrict__ w)
{
    const int64_t row = (int64_t)blockIdx.y * JACOBI_Y + threadIdx.y, i = first + row;
    const int64_t j = (int64_t)blockIdx.x * JACOBI_X + threadIdx.x, at = row * n + j;
    if (row < rows && i > 0 && i < n - 1 && j > 0 && j < n - 1)
        w[at] = 0.25 * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1]);
}

int native_jacobi_on(cudaStream_t stream, int64_t n, int64_t first, int64_t rows, const double *u, double *w)
{
    jacobi_right<<<grid(n, rows, JACOBI_X, JACOBI_Y), dim3(JACOBI_X, JACOBI_Y), 0, stream>>>(n, first, rows, u, w);
    return native_launched("jacobi2d");
}

int native_cuda_jacobi_right(int64_t n, const double *u, double *w)
{
    return native_jacobi_on(native_stream, n, 0, n, u, w);
}

static __global__ void __launch_bounds__(JACOBI_X *JACOBI_Y)
    jacobi_left(int64_t n, const double *__restrict__ u, double *__restrict__ w)
{
    const int64_t i = (int64_t)blockIdx.x * JACOBI_X + threadIdx.x, j = (int64_t)blockIdx.y * JACOBI_Y + threadIdx.y;
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
        w[i + j * n] = 0.25 * (u[i - 1 + j * n] + u[i + 1 + j * n] + u[i + (j - 1) * n] + u[i + (j + 1) * n]);
}

int native_cuda_jacobi_left(int64_t n, const double *u, double *w)
{
    jacobi_left<<<grid(n, n, JACOBI_X, JACOBI_Y), dim3(JACOBI_X, JACOBI_Y), 0, native_stream>>>(n, u, w);
    return native_launched("jacobi2d_left");
}

/* Neighbours write to neighbours; a block is as high as it is wide, so that it uses up the sectors that it reads. */
static __global__ void __launch_bounds__(TRANSPOSE_X *TRANSPOSE_Y)
    transpose(int64_t n, const double *__restrict__ in, double *__restrict__ out)
{
    const int64_t i = (int64_t)blockIdx.x * TRANSPOSE_X + threadIdx.x;
    const int64_t j = (int64_t)blockIdx.y * TRANSPOSE_Y + threadIdx.y;
    if (i < n && j < n)
        out[i + j * n] = in[i * n + j];
}

int native_cuda_transpose(int64_t n, const double *in, double *out)
{
    transpose<<<grid(n, n, TRANSPOSE_X, TRANSPOSE_Y), dim3(TRANSPOSE_X, TRANSPOSE_Y), 0, native_stream>>>(n, in, out);
    return native_launched("transpose_mixed");
}

/* With 64-bit indices in the loop it takes 1.2 times as long. */
static __global__ void __launch_bounds__(MATMUL_X *MATMUL_Y)
    matmul(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    const int i = blockIdx.y * MATMUL_Y + threadIdx.y, j = blockIdx.x * MATMUL_X + threadIdx.x;
    if (i >= n || j >= n)
        return;
    double sum = 0.0;
    for (int k = 0; k < n; k++)
        sum += a[(int64_t)i * n + k] * b[(int64_t)k * n + j];
    c[(int64_t)i * n + j] = sum;
}

int native_cuda_matmul(int64_t n, const double *a, const double *b, double *c)
{
    matmul<<<grid(n, n, MATMUL_X, MATMUL_Y), dim3(MATMUL_X, MATMUL_Y), 0, native_stream>>>((int)n, a, b, c);
    return native_launched("matmul");
}

/* Neighbours make rows: they read the same elements of b at a time, and each the next one of its row of a. */
static __global__ void __launch_bounds__(BLOCKED_X *BLOCKED_Y)
    matmul_blocked(int64_t n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    const int64_t i = (int64_t)blockIdx.x * BLOCKED_X + threadIdx.x;
    const int64_t first = ((int64_t)blockIdx.y * BLOCKED_Y + threadIdx.y) * BENCH_BLOCK;
    if (i >= n || first >= n)
        return;
    double sum[BENCH_BLOCK] = {0.0};
    for (int64_t k = 0; k < n; k++) {
        const double factor = a[i * n + k];
#pragma unroll
        for (int q = 0; q < BENCH_BLOCK; q++)
            sum[q] += factor * b[k * n + first + q];
    }
#pragma unroll
    for (int q = 0; q < BENCH_BLOCK; q++)
        c[i * n + first + q] = sum[q];
}

int native_cuda_matmul_blocked(int64_t n, const double *a, const double *b, double *c)
{
    matmul_blocked<<<grid(n, n / BENCH_BLOCK, BLOCKED_X, BLOCKED_Y), dim3(BLOCKED_X, BLOCKED_Y), 0, native_stream>>>(
        n, a, b, c);
    return native_launched("matmul_blocked");
}
