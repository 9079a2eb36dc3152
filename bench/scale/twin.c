/* SPDX-License-Identifier: BSD-3-Clause */
#include "twin.h"

#include <omp.h>

/* Rows are cut into pieces of columns, so that all threads have some of the one or two rows beside a neighbour's. */
enum { COLUMNS = 1024 };
/* From one call of `meanwhile` to the next; in three dimensions a row is a plane. */
enum { ROWS = 16 };

static inline void call_meanwhile(const struct twin_rows *rows)
{
    if (rows->meanwhile && omp_get_thread_num() == 0)
        rows->meanwhile(rows->with);
}

static inline int64_t end_of_piece(int64_t begin, int64_t end)
{
    return begin + COLUMNS < end ? begin + COLUMNS : end;
}

void twin_stencil3d(const struct twin_rows *rows, const int64_t n[2], const double *restrict u, double *restrict next)
{
    const int64_t row = n[1], plane = n[0] * n[1];
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t k = rows->first; k <= rows->last; k += rows->step)
        for (int64_t j = 1; j < n[0] - 1; j++) {
            const int64_t begin = k * plane + j * row;
#pragma omp simd
            for (int64_t at = begin + 1; at < begin + row - 1; at++)
                next[at] = 0.125 * (u[at - plane] + u[at + plane] + u[at - row] + u[at + row] + u[at - 1] + u[at + 1] +
                                    2.0 * u[at]);
            if (j == 1)
                call_meanwhile(rows);
        }
}

void twin_jacobi2d(const struct twin_rows *rows, int64_t n, const double *restrict u, double *restrict next)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t k = rows->first; k <= rows->last; k += rows->step)
        for (int64_t begin = 1; begin < n - 1; begin += COLUMNS) {
            const double *const uk = u + k * n;
            double *const to = next + k * n;
#pragma omp simd
            for (int64_t j = begin; j < end_of_piece(begin, n - 1); j++)
                to[j] = 0.25 * (uk[j - n] + uk[j + n] + uk[j - 1] + uk[j + 1]);
            if (begin == 1 && k % ROWS == 0)
                call_meanwhile(rows);
        }
}

/* (A v)[j] of one row; v, kx and ky point to the row's column 0. */
static inline double apply(const double *v, const double *kx, const double *ky, int64_t pitch, int64_t j)
{
    const double c = v[j];
    return c + kx[j] * (c - v[j - 1]) + kx[j + 1] * (c - v[j + 1]) + ky[j] * (c - v[j - pitch]) +
           ky[j + pitch] * (c - v[j + pitch]);
}

double twin_heat_residual(const struct twin_rows *rows, const struct twin_heat *h)
{
    const int64_t nx = h->nx, pitch = nx + 2;
    double sum = 0.0;
#pragma omp parallel for collapse(2) schedule(static) reduction(+ : sum)
    for (int64_t k = rows->first; k <= rows->last; k += rows->step)
        for (int64_t begin = 1; begin <= nx; begin += COLUMNS) {
            const double *const u = h->u + k * pitch, *const kx = h->kx + k * pitch, *const ky = h->ky + k * pitch;
            double *restrict const r = h->r + k * pitch, piece = 0.0;
#pragma omp simd reduction(+ : piece)
            for (int64_t j = begin; j < end_of_piece(begin, nx + 1); j++) {
                const double v = u[j] - apply(u, kx, ky, pitch, j);
                r[j] = v;
                piece += v * v;
            }
            sum += piece;
            if (begin == 1 && k % ROWS == 0)
                call_meanwhile(rows);
        }
    return sum;
}

double twin_heat_apply(const struct twin_rows *rows, const struct twin_heat *h)
{
    const int64_t nx = h->nx, pitch = nx + 2;
    double sum = 0.0;
#pragma omp parallel for collapse(2) schedule(static) reduction(+ : sum)
    for (int64_t k = rows->first; k <= rows->last; k += rows->step)
        for (int64_t begin = 1; begin <= nx; begin += COLUMNS) {
            const double *const p = h->p + k * pitch, *const kx = h->kx + k * pitch, *const ky = h->ky + k * pitch;
            double *restrict const w = h->w + k * pitch, piece = 0.0;
#pragma omp simd reduction(+ : piece)
            for (int64_t j = begin; j < end_of_piece(begin, nx + 1); j++) {
                const double v = apply(p, kx, ky, pitch, j);
                w[j] = v;
                piece += p[j] * v;
            }
            sum += piece;
            if (begin == 1 && k % ROWS == 0)
                call_meanwhile(rows);
        }
    return sum;
}

double twin_heat_shorten(const struct twin_heat *h, double alpha)
{
    const int64_t nx = h->nx, pitch = nx + 2;
    double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int64_t k = 1; k <= h->rows; k++) {
        const double *restrict const w = h->w + k * pitch;
        double *restrict const r = h->r + k * pitch, row = 0.0;
#pragma omp simd reduction(+ : row)
        for (int64_t j = 1; j <= nx; j++) {
            const double v = r[j] - alpha * w[j];
            r[j] = v;
            row += v * v;
        }
        sum += row;
    }
    return sum;
}

void twin_heat_advance(const struct twin_heat *h, double alpha, double beta)
{
    const int64_t nx = h->nx, pitch = nx + 2;
#pragma omp parallel for schedule(static)
    for (int64_t k = 1; k <= h->rows; k++) {
        const double *restrict const r = h->r + k * pitch;
        double *restrict const u = h->u + k * pitch, *restrict const p = h->p + k * pitch;
#pragma omp simd
        for (int64_t j = 1; j <= nx; j++) {
            u[j] += alpha * p[j];
            p[j] = r[j] + beta * p[j];
        }
    }
}

void twin_heat_store(const struct twin_heat *h)
{
    const int64_t nx = h->nx, pitch = nx + 2;
#pragma omp parallel for schedule(static)
    for (int64_t k = 1; k <= h->rows; k++)
#pragma omp simd
        for (int64_t j = 1; j <= nx; j++)
            h->energy[k * pitch + j] = h->u[k * pitch + j] / h->density[k * pitch + j];
}
