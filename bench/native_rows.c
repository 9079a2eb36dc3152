/* SPDX-License-Identifier: BSD-3-Clause */
#include "native.h"

void native_rows_right(int64_t n, const double *restrict a, const double *restrict x, double *restrict y)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int64_t k = 0; k < n; k++)
            sum += a[i * n + k] * x[k];
        y[i] = sum;
    }
}

/* Rows a cache line of each column apart go together. */
void native_rows_left(int64_t n, const double *restrict a, const double *restrict x, double *restrict y)
{
    enum { ROWS = 256 };
#pragma omp parallel for schedule(static)
    for (int64_t first = 0; first < n; first += ROWS) {
        const int64_t end = first + ROWS < n ? first + ROWS : n;
        for (int64_t i = first; i < end; i++)
            y[i] = 0;
        for (int64_t k = 0; k < n; k++)
#pragma omp simd
            for (int64_t i = first; i < end; i++)
                y[i] += a[k * n + i] * x[k];
    }
}
