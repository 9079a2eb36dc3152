/* SPDX-License-Identifier: BSD-3-Clause */
#include "native.h"

static inline double row_product(int64_t i, const int32_t *restrict row, const int32_t *restrict column,
                                 const double *restrict value, const double *restrict x)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t k = row[i]; k < row[i + 1]; k++)
        sum += value[k] * x[column[k]];
    return sum;
}

void native_spmv(int64_t n, const int32_t *restrict row, const int32_t *restrict column, const double *restrict value,
                 const double *restrict x, double *restrict y)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        y[i] = row_product(i, row, column, value, x);
}

double native_spmv_sum(int64_t n, const int32_t *restrict row, const int32_t *restrict column,
                       const double *restrict value, const double *restrict x, double *restrict y)
{
    double total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (int64_t i = 0; i < n; i++) {
        y[i] = row_product(i, row, column, value, x);
        total += y[i];
    }
    return total;
}
