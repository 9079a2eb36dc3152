/* SPDX-License-Identifier: BSD-3-Clause */
#include "matrix.h"

int32_t matrix_row_length(int64_t n, int64_t i)
{
    const int64_t length = i % 64 == 7 ? 300 : 3 + i * i % 11;
    return (int32_t)(length < n ? length : n);
}

/* Columns near the diagonal, and some anywhere; a column may come twice. */
void matrix_fill(int64_t n, const int32_t row[], int32_t column[], double value[])
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = row[i]; k < row[i + 1]; k++) {
            const int64_t place = k - row[i];
            column[k] = (int32_t)((place % 4 == 3 ? i * 7919 + place * 104729 : i + place) % n);
            value[k] = (double)((i + 3 * place) % 7 + 1);
        }
}

double matrix_multiply(int64_t n, const int32_t row[], const int32_t column[], const double value[], const double x[],
                       double y[])
{
    double squares = 0;
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int64_t k = row[i]; k < row[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = (double)((int64_t)sum % MODULUS);
        squares += y[i] * y[i];
    }
    return squares;
}
