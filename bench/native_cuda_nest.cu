/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA twins of the nests: the same loops on the same threads. */
#include "native_cuda.cuh"
#include "nest_sizes.h"

static dim3 grid(int64_t x, int64_t y, int block_x, int block_y)
{
    return dim3(native_blocks(x, block_x), native_blocks(y, block_y));
}

/* ---- products ------------------------------------------------------------------------------------------------ */

/* A block has a row. */
static __global__ void __launch_bounds__(NEST_ROW_THREADS)
    product_blocks(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    const int i = blockIdx.x;
    for (int j = threadIdx.x; j < n; j += NEST_ROW_THREADS) {
        double sum = 0.0;
        for (int k = 0; k < n; k++)
            sum += a[(int64_t)i * n + k] * b[(int64_t)k * n + j];
        c[(int64_t)i * n + j] = sum;
    }
}

int native_cuda_product_blocks(int64_t n, const double *a, const double *b, double *c)
{
    product_blocks<<<(unsigned)n, NEST_ROW_THREADS, 0, native_stream>>>((int)n, a, b, c);
    return native_launched("matmul_nest_collapsed");
}

/* The same, summed in memory. */
static __global__ void __launch_bounds__(NEST_ROW_THREADS)
    product_memory(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    const int i = blockIdx.x;
    for (int j = threadIdx.x; j < n; j += NEST_ROW_THREADS)
        c[(int64_t)i * n + j] = 0.0;
    for (int k = 0; k < n; k++)
        for (int j = threadIdx.x; j < n; j += NEST_ROW_THREADS)
            c[(int64_t)i * n + j] += a[(int64_t)i * n + k] * b[(int64_t)k * n + j];
}

int native_cuda_product_memory(int64_t n, const double *a, const double *b, double *c)
{
    product_memory<<<(unsigned)n, NEST_ROW_THREADS, 0, native_stream>>>((int)n, a, b, c);
    return native_launched("matmul_nest_order");
}

/* Tiles of both factors in shared memory. */
static __global__ void __launch_bounds__(NEST_SHARED *NEST_SHARED)
    product_shared(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    __shared__ double ta[NEST_SHARED][NEST_SHARED], tb[NEST_SHARED][NEST_SHARED];
    const int y = threadIdx.y, x = threadIdx.x, i = blockIdx.y * NEST_SHARED + y, j = blockIdx.x * NEST_SHARED + x;
    double sum = 0.0;
    for (int t = 0; t < n; t += NEST_SHARED) {
        const int deep = n - t < NEST_SHARED ? n - t : NEST_SHARED;
        if (i < n && x < deep)
            ta[y][x] = a[(int64_t)i * n + t + x];
        if (y < deep && j < n)
            tb[y][x] = b[(int64_t)(t + y) * n + j];
        __syncthreads();
        if (i < n && j < n)
            for (int k = 0; k < deep; k++)
                sum += ta[y][k] * tb[k][x];
        __syncthreads();
    }
    if (i < n && j < n)
        c[(int64_t)i * n + j] = sum;
}

int native_cuda_product_shared(int64_t n, const double *a, const double *b, double *c)
{
    product_shared<<<grid(n, n, NEST_SHARED, NEST_SHARED), dim3(NEST_SHARED, NEST_SHARED), 0, native_stream>>>((int)n,
                                                                                                               a, b, c);
    return native_launched("matmul_nest_tiled");
}

/* ---- transposition ------------------------------------------------------------------------------------------- */

/* Read and written along rows; the tile has a column more, so that its columns lie in different banks. */
static __global__ void __launch_bounds__(NEST_TILE *NEST_TURN_ROWS)
    turn(int n, const double *__restrict__ x, double *__restrict__ y)
{
    __shared__ double tile[NEST_TILE][NEST_TILE + 1];
    const int i = blockIdx.y * NEST_TILE, j = blockIdx.x * NEST_TILE;
    for (int r = threadIdx.y; r < NEST_TILE; r += NEST_TURN_ROWS)
        if (i + r < n && j + (int)threadIdx.x < n)
            tile[r][threadIdx.x] = x[(int64_t)(i + r) * n + j + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < NEST_TILE; r += NEST_TURN_ROWS)
        if (j + r < n && i + (int)threadIdx.x < n)
            y[(int64_t)(j + r) * n + i + threadIdx.x] = tile[threadIdx.x][r];
}

int native_cuda_turn(int64_t n, const double *x, double *y)
{
    turn<<<grid(n, n, NEST_TILE, NEST_TILE), dim3(NEST_TILE, NEST_TURN_ROWS), 0, native_stream>>>((int)n, x, y);
    return native_launched("transpose");
}

/* ---- the others ---------------------------------------------------------------------------------------------- */

static __global__ void __launch_bounds__(NEST_STENCIL_X *NEST_STENCIL_Y)
    stencil7(int n, const double *__restrict__ u, double *__restrict__ w)
{
    const int k = 1 + blockIdx.x * NEST_STENCIL_X + threadIdx.x, j = 1 + blockIdx.y * NEST_STENCIL_Y + threadIdx.y;
    const int i = 1 + blockIdx.z, layer = n * n, at = i * layer + j * n + k;
    if (j < n - 1 && k < n - 1)
        w[at] = u[at - layer] + u[at + layer] + u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 6 * u[at];
}

int native_cuda_stencil7(int64_t n, const double *u, double *w)
{
    dim3 blocks = grid(n - 2, n - 2, NEST_STENCIL_X, NEST_STENCIL_Y);
    blocks.z = (unsigned)(n - 2);
    stencil7<<<blocks, dim3(NEST_STENCIL_X, NEST_STENCIL_Y), 0, native_stream>>>((int)n, u, w);
    return native_launched("stencil7");
}

static __global__ void __launch_bounds__(NEST_PLANE_THREADS)
    wavefront(int n, int plane, int from, int to, const int32_t *__restrict__ a, const int32_t *__restrict__ b,
              int32_t *__restrict__ h)
{
    const int j = from + blockIdx.x * NEST_PLANE_THREADS + threadIdx.x, wide = n + 1;
    if (j >= to)
        return;
    int32_t *p = h + (int64_t)(plane - j) * wide + j;
    const int32_t match = p[-wide - 1] + (a[plane - j - 1] == b[j - 1] ? NEST_MATCH : NEST_MISMATCH);
    const int32_t up = p[-wide] + NEST_GAP, left = p[-1] + NEST_GAP;
    const int32_t gap = up > left ? up : left, best = match > gap ? match : gap;
    *p = best > 0 ? best : 0;
}

int native_cuda_wavefront(int64_t n, const int32_t *a, const int32_t *b, int32_t *h)
{
    for (int64_t plane = 2; plane <= 2 * n; plane++) {
        const int64_t from = plane <= n ? 1 : plane - n, to = plane <= n ? plane : n + 1;
        wavefront<<<native_blocks(to - from, NEST_PLANE_THREADS), NEST_PLANE_THREADS, 0, native_stream>>>(
            (int)n, (int)plane, (int)from, (int)to, a, b, h);
    }
    return native_launched("wavefront");
}

/* A block has a zone, a thread a moment of a group. */
static __global__ void __launch_bounds__(LTIMES_MOMENTS *LTIMES_GROUPS)
    ltimes(const double *__restrict__ ell, const double *__restrict__ psi, double *__restrict__ phi)
{
    const int m = threadIdx.x, g = blockIdx.x * LTIMES_GROUPS + threadIdx.y;
    double dot = 0.0;
    for (int d = 0; d < LTIMES_DIRECTIONS; d++)
        dot += ell[m * LTIMES_DIRECTIONS + d] * psi[(int64_t)g * LTIMES_DIRECTIONS + d];
    phi[(int64_t)g * LTIMES_MOMENTS + m] += dot;
}

int native_cuda_ltimes(int64_t zones, const double *ell, const double *psi, double *phi)
{
    ltimes<<<(unsigned)zones, dim3(LTIMES_MOMENTS, LTIMES_GROUPS), 0, native_stream>>>(ell, psi, phi);
    return native_launched("ltimes");
}
