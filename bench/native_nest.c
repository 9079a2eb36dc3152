/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the nests: the same loops in plain C. */
#include "native.h"

#include "nest_sizes.h"

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void native_product_rows(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double dot = 0.0;
            for (int64_t k = 0; k < n; k++)
                dot += a[i * n + k] * b[k * n + j];
            c[i * n + j] = dot;
        }
}

void native_product_collapsed(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double dot = 0.0;
            for (int64_t k = 0; k < n; k++)
                dot += a[i * n + k] * b[k * n + j];
            c[i * n + j] = dot;
        }
}

void native_product_order(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++)
            c[i * n + j] = 0.0;
        for (int64_t k = 0; k < n; k++)
#pragma omp simd
            for (int64_t j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

/* c [rows, columns of a tile] += a b over a tile of k. */
static void add_tile(int64_t n, const int64_t lo[3], const int64_t hi[3], const double *restrict a,
                     const double *restrict b, double *restrict c)
{
    for (int64_t i = lo[0]; i < hi[0]; i++)
        for (int64_t k = lo[2]; k < hi[2]; k++)
#pragma omp simd
            for (int64_t j = lo[1]; j < hi[1]; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void native_product_tiled(int64_t n, const double *a, const double *b, double *c)
{
#pragma omp parallel for schedule(static)
    for (int64_t ti = 0; ti < n; ti += NEST_ROWS)
        for (int64_t tj = 0; tj < n; tj += NEST_COLUMNS) {
            int64_t lo[3] = {ti, tj, 0}, hi[3] = {smaller(ti + NEST_ROWS, n), smaller(tj + NEST_COLUMNS, n), 0};
            for (int64_t i = lo[0]; i < hi[0]; i++)
                for (int64_t j = lo[1]; j < hi[1]; j++)
                    c[i * n + j] = 0.0;
            for (; lo[2] < n; lo[2] = hi[2]) {
                hi[2] = smaller(lo[2] + NEST_DEPTH, n);
                add_tile(n, lo, hi, a, b, c);
            }
        }
}

void native_stencil7(int64_t n, const double *restrict u, double *restrict w)
{
    const int64_t layer = n * n;
#pragma omp parallel for schedule(static)
    for (int64_t ti = 1; ti < n - 1; ti += NEST_LAYERS)
        for (int64_t tj = 1; tj < n - 1; tj += NEST_LINES)
            for (int64_t i = ti; i < smaller(ti + NEST_LAYERS, n - 1); i++)
                for (int64_t j = tj; j < smaller(tj + NEST_LINES, n - 1); j++) {
                    const double *restrict p = u + i * layer + j * n;
                    double *restrict q = w + i * layer + j * n;
#pragma omp simd
                    for (int64_t k = 1; k < n - 1; k++)
                        q[k] = p[k - layer] + p[k + layer] + p[k - n] + p[k + n] + p[k - 1] + p[k + 1] - 6 * p[k];
                }
}

void native_wavefront(int64_t n, const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict h)
{
    const int64_t wide = n + 1;
#pragma omp parallel
    for (int64_t plane = 2; plane <= 2 * n; plane++) {
        const int64_t from = plane <= n ? 1 : plane - n, to = plane <= n ? plane : n + 1;
#pragma omp for schedule(static)
        for (int64_t j = from; j < to; j++) {
            int32_t *p = h + (plane - j) * wide + j;
            const int32_t match = p[-wide - 1] + (a[plane - j - 1] == b[j - 1] ? NEST_MATCH : NEST_MISMATCH);
            const int32_t up = p[-wide] + NEST_GAP, left = p[-1] + NEST_GAP;
            const int32_t gap = up > left ? up : left, best = match > gap ? match : gap;
            *p = best > 0 ? best : 0;
        }
    }
}

void native_2mm(int64_t n, double alpha, double beta, const double *restrict a, const double *restrict b,
                const double *restrict d, double *restrict c)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double dot = beta * d[i * n + j];
            for (int64_t k = 0; k < n; k++)
                dot += alpha * a[i * n + k] * b[k * n + j];
            c[i * n + j] = dot;
        }
}

void native_ltimes(int64_t zones, int64_t groups, int64_t moments, int64_t directions, const double *restrict ell,
                   const double *restrict psi, double *restrict phi)
{
#pragma omp parallel for schedule(static)
    for (int64_t z = 0; z < zones; z++)
        for (int64_t g = z * groups; g < (z + 1) * groups; g++)
            for (int64_t m = 0; m < moments; m++) {
                double dot = 0.0;
#pragma omp simd reduction(+ : dot)
                for (int64_t d = 0; d < directions; d++)
                    dot += ell[m * directions + d] * psi[g * directions + d];
                phi[g * moments + m] += dot;
            }
}
