/* SPDX-License-Identifier: BSD-3-Clause */
#include "nests_plain.h"

#include "nests_kernels.h"

void plain_product(int64_t n, const double *a, const double *b, double *c)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double dot = 0;
            for (int64_t k = 0; k < n; k++)
                dot += a[i * n + k] * b[k * n + j];
            c[i * n + j] = dot;
        }
}

void plain_turn(int64_t n, const double *x, double *y)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            y[j * n + i] = x[i * n + j];
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

void plain_align(int64_t n, const int32_t *a, const int32_t *b, int32_t *h)
{
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++) {
            int32_t *p = h + i * (n + 1) + j;
            const int32_t match = p[-n - 2] + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
            *p = larger(larger(match, 0), larger(p[-n - 1], p[-1]) + GAP);
        }
}

void plain_two_products(int64_t n, double alpha, double beta, const double *a, const double *b, const double *c,
                        double *t, double *d)
{
    plain_product(n, a, b, t);
    for (int64_t k = 0; k < n * n; k++)
        t[k] *= alpha;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double dot = 0;
            for (int64_t k = 0; k < n; k++)
                dot += t[i * n + k] * c[k * n + j];
            d[i * n + j] = beta * d[i * n + j] + dot;
        }
}
