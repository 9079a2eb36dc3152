/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A sparse matrix in compressed rows, and its product with a vector in plain C. */
#ifndef SPMV_MATRIX_H
#define SPMV_MATRIX_H

#include <stdint.h>

enum { MODULUS = 1024 }; /**< entries of vectors are whole numbers below it */

/** Entries of row i: few in most rows, hundreds in every 64th; never more than there are columns.
 *  @param[in] n  rows and columns */
int32_t matrix_row_length(int64_t n, int64_t i);

/** Fills a square matrix.
 *  @param[in]  n       rows and columns
 *  @param[in]  row     [n + 1] where each row begins: sums of matrix_row_length()
 *  @param[out] column  [row[n]] 0 to n - 1
 *  @param[out] value   [row[n]] small whole numbers */
void matrix_fill(int64_t n, const int32_t row[], int32_t column[], double value[]);

/** y = A x modulo MODULUS. @param[in] x  [n]  @param[out] y  [n]  @return the sum of the squares of y */
double matrix_multiply(int64_t n, const int32_t row[], const int32_t column[], const double value[], const double x[],
                       double y[]);

#endif
