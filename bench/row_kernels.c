/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "kernels.h"

/* A row of a matrix times a vector. The counter is an int: nvcc unrolls a loop with a counter of 64 bits less. */
SL_KERNEL(bench_rows_kernel, (i), in(double, 2, a, own(0, all)), in(double, 1, x), out(double, 1, y, own))
{
    const int n = (int)SL_EXTENT(a, 1);
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += SL_AT(a, i, k) * SL_AT(x, k);
    SL_AT(y, i) = sum;
}

/* The same of a sparse matrix in compressed rows. */
SL_KERNEL(bench_spmv_rows_kernel, (i), in(int32_t, 1, row, halo(1)), in(int32_t, 1, column), in(double, 1, value),
          in(double, 1, x), out(double, 1, y, own))
{
    double sum = 0;
    for (int k = SL_AT(row, i); k < SL_AT(row, i + 1); k++)
        sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
    SL_AT(y, i) = sum;
}
