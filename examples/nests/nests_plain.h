/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The same in plain C, on one thread. Matrices are n x n, row by row. */
#ifndef NESTS_PLAIN_H
#define NESTS_PLAIN_H

#include <stdint.h>

/** c = a b. */
void plain_product(int64_t n, const double *a, const double *b, double *c);
/** y = x, transposed. */
void plain_turn(int64_t n, const double *x, double *y);
/** Scores of the matches of two sequences. @param[in] a,b [n] @param[in,out] h [n + 1, n + 1], 0 */
void plain_align(int64_t n, const int32_t *a, const int32_t *b, int32_t *h);
/** d = alpha a b c + beta d. @param[out] t  alpha a b */
void plain_two_products(int64_t n, double alpha, double beta, const double *a, const double *b, const double *c,
                        double *t, double *d);

#endif
