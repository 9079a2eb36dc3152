/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of a peer's kinds of loops: kind_kernels.c. */
#include "kinds.h"
#include "native.h"

void native_integers(int64_t n, const int32_t *restrict x, int32_t result[3])
{
    int32_t total = 0, low = INT32_MAX, high = INT32_MIN;
#pragma omp parallel for simd schedule(static) reduction(+ : total) reduction(min : low) reduction(max : high)
    for (int64_t i = 0; i < n; i++) {
        total += x[i];
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    result[0] = total;
    result[1] = low;
    result[2] = high;
}

void native_sweep(int64_t n, const double *restrict a, const double *restrict b, const double *restrict c,
                  const double *restrict d, double *restrict u, double *restrict v)
{
#define ELEMENT(X_, I_, J_) X_[(I_)*n + (J_)]
#pragma omp parallel for schedule(static)
    for (int64_t i = 1; i < n - 1; i++)
#pragma omp simd
        for (int64_t j = 1; j < n - 1; j++) {
            u[i * n + j] = KINDS_SWEEP(ELEMENT, i, j, b);
            v[i * n + j] = KINDS_SWEEP(ELEMENT, i, j, d);
        }
}

void native_columns(int64_t n, const double *restrict a, const double *restrict x, double *restrict y)
{
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += a[i * n + j] * x[i];
        y[j] = sum;
    }
}

void native_mass(int64_t n, const double *restrict weight, const double *restrict d, double *restrict m)
{
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < n; k++) {
        double b[KINDS_NODES];
        for (int q = 0; q < KINDS_NODES; q++)
            b[q] = weight[q] * d[k * KINDS_NODES + q];
        for (int r = 0; r < KINDS_NODES; r++)
            for (int c = 0; c < KINDS_NODES; c++)
                m[(k * KINDS_NODES + r) * KINDS_NODES + c] = b[r] * b[c];
    }
}

void native_branches(int64_t n, const double *restrict x, const double *restrict y, double *restrict z)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        z[i] = KINDS_BRANCHES(x[i], y[i]);
}

void native_tiles(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t i0 = 0; i0 < n; i0 += KINDS_TILE)
        for (int64_t j0 = 0; j0 < n; j0 += KINDS_TILE) {
            double left[KINDS_TILE][KINDS_TILE], right[KINDS_TILE][KINDS_TILE], sum[KINDS_TILE][KINDS_TILE] = {{0}};
            for (int64_t k0 = 0; k0 < n; k0 += KINDS_TILE) {
                for (int i = 0; i < KINDS_TILE; i++)
                    for (int j = 0; j < KINDS_TILE; j++) {
                        left[i][j] = i0 + i < n && k0 + j < n ? a[(i0 + i) * n + k0 + j] : 0;
                        right[i][j] = k0 + i < n && j0 + j < n ? b[(k0 + i) * n + j0 + j] : 0;
                    }
                for (int i = 0; i < KINDS_TILE; i++)
                    for (int k = 0; k < KINDS_TILE; k++)
                        for (int j = 0; j < KINDS_TILE; j++)
                            sum[i][j] += left[i][k] * right[k][j];
            }
            for (int i = 0; i < KINDS_TILE && i0 + i < n; i++)
                for (int j = 0; j < KINDS_TILE && j0 + j < n; j++)
                    c[(i0 + i) * n + j0 + j] = sum[i][j];
        }
}
