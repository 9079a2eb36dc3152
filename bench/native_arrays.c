/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the cases of two and three dimensions. */
#include "native.h"

#include "block.h"

/* Extents of a tile of the mixed transpose. Measured at 4096^2 on 2 cores, the written index i innermost: 32 x 64
   17 ms, 32 x 32 20, 64 x 16 22, 128 x 16 28; 128 x 16 with the read index j innermost 36. */
enum { TILE_I = 32, TILE_J = 64 };

void native_jacobi_right(int64_t n, const double *restrict u, double *restrict w)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 1; i < n - 1; i++)
#pragma omp simd
        for (int64_t j = 1; j < n - 1; j++)
            w[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

void native_jacobi_left(int64_t n, const double *restrict u, double *restrict w)
{
#pragma omp parallel for schedule(static)
    for (int64_t j = 1; j < n - 1; j++)
#pragma omp simd
        for (int64_t i = 1; i < n - 1; i++)
            w[i + j * n] = 0.25 * (u[i - 1 + j * n] + u[i + 1 + j * n] + u[i + (j - 1) * n] + u[i + (j + 1) * n]);
}

void native_stencil3d(int64_t n, const double *restrict u, double *restrict w)
{
    const int64_t plane = n * n;
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t i = 1; i < n - 1; i++)
        for (int64_t j = 1; j < n - 1; j++) {
            const double *restrict p = u + i * plane + j * n;
            double *restrict q = w + i * plane + j * n;
#pragma omp simd
            for (int64_t k = 1; k < n - 1; k++)
                q[k] = 0.125 * (p[k - plane] + p[k + plane] + p[k - n] + p[k + n] + p[k - 1] + p[k + 1] + 2.0 * p[k]);
        }
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void native_transpose(int64_t n, const double *restrict in, double *restrict out)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t ti = 0; ti < n; ti += TILE_I) {
        for (int64_t tj = 0; tj < n; tj += TILE_J) {
            const int64_t hi = smaller(ti + TILE_I, n), hj = smaller(tj + TILE_J, n);
            for (int64_t j = tj; j < hj; j++)
                for (int64_t i = ti; i < hi; i++)
                    out[i + j * n] = in[i * n + j];
        }
    }
}

/* gcc 12 does not vectorise over j around a loop over k whose step is known at run time only ("not suitable for
   strided load"), with or without omp simd; every plain form of this body is bound by the column of b, whose lines
   share one cache set when n is a power of two: 1.2 GFLOP/s at 1024, 5.6 at 1000 (2 cores). */
void native_matmul(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
#pragma omp simd
        for (int64_t j = 0; j < n; j++) {
            double sum = 0.0;
            for (int64_t k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    }
}

void native_matmul_blocked(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        for (int64_t first = 0; first < n; first += BENCH_BLOCK) {
            double sum[BENCH_BLOCK] = {0.0};
            for (int64_t k = 0; k < n; k++)
                for (int q = 0; q < BENCH_BLOCK; q++)
                    sum[q] += a[i * n + k] * b[k * n + first + q];
            for (int q = 0; q < BENCH_BLOCK; q++)
                c[i * n + first + q] = sum[q];
        }
    }
}
