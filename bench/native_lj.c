/* SPDX-License-Identifier: BSD-3-Clause */
#include "native.h"

#define LJ_FUNCTION static inline __attribute__((always_inline))
typedef int64_t lj_index;
#include "native_lj.h"

void native_lj_right(int64_t n, const int32_t *near, const double *x, double *f)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        lj_atom(i, 3, 1, LJ_NEAR, 1, near, x, f);
}

void native_lj_left(int64_t n, const int32_t *near, const double *x, double *f)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        lj_atom(i, 1, n, 1, n, near, x, f);
}
