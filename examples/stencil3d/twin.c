/* SPDX-License-Identifier: BSD-3-Clause */
#include "twin.h"

double *twin_run(const int64_t n[3], long steps, double *u, double *next)
{
    const int64_t row = n[2], plane = n[1] * n[2];
    for (long s = 0; s < steps; s++) {
        double *const from = u, *const to = next;
#pragma omp parallel for
        for (int64_t k = 1; k < n[0] - 1; k++)
            for (int64_t j = 1; j < n[1] - 1; j++)
                for (int64_t at = k * plane + j * row + 1; at < k * plane + (j + 1) * row - 1; at++)
                    to[at] = (from[at - plane] + from[at + plane] + from[at - row] + from[at + row] + from[at - 1] +
                              from[at + 1] + (from[at] + from[at])) /
                             8.0;
        u = to;
        next = from;
    }
    return u;
}
