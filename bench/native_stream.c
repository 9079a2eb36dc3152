/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the stream and reduction cases. */
#include "native.h"

#if defined(__AVX512F__) || defined(__SSE2__)
#include <immintrin.h>
#endif

void native_triad(int64_t n, double s, const double *restrict b, const double *restrict c, double *restrict a)
{
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

void native_triad_streaming(int64_t n, double s, const double *restrict b, const double *restrict c, double *restrict a)
{
#if defined(__AVX512F__)
    const int64_t whole = (uintptr_t)a % 64 == 0 ? n / 8 : 0;
    const __m512d factor = _mm512_set1_pd(s);
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int64_t i = 0; i < whole; i++)
            _mm512_stream_pd(a + 8 * i,
                             _mm512_fmadd_pd(factor, _mm512_loadu_pd(c + 8 * i), _mm512_loadu_pd(b + 8 * i)));
        _mm_sfence();
    }
    const int64_t done = 8 * whole;
#elif defined(__SSE2__)
    const int64_t whole = (uintptr_t)a % 16 == 0 ? n / 2 : 0;
    const __m128d factor = _mm_set1_pd(s);
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int64_t i = 0; i < whole; i++)
            _mm_stream_pd(a + 2 * i, _mm_add_pd(_mm_loadu_pd(b + 2 * i), _mm_mul_pd(factor, _mm_loadu_pd(c + 2 * i))));
        _mm_sfence();
    }
    const int64_t done = 2 * whole;
#else
    const int64_t done = 0;
#endif
    native_triad(n - done, s, b + done, c + done, a + done);
}

void native_axpy(int64_t n, double s, const double *restrict x, double *restrict y)
{
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < n; i++)
        y[i] += s * x[i];
}

void native_list_axpy(int64_t n, const int32_t *restrict list, double s, const double *restrict x, double *restrict y)
{
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < n; k++)
        y[list[k]] += s * x[list[k]];
}

void native_copy(int64_t n, const double *restrict a, double *restrict c)
{
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < n; i++)
        c[i] = a[i];
}

void native_scale(int64_t n, double s, const double *restrict c, double *restrict b)
{
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < n; i++)
        b[i] = s * c[i];
}

void native_add(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

void native_multiply_add(int64_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int64_t i = 0; i < n; i++)
        c[i] += a[i] * b[i];
}

double native_dot(int64_t n, const double *restrict x, const double *restrict y)
{
    double sum = 0.0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

double native_sum(int64_t n, const double *restrict x)
{
    double sum = 0.0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

void native_reduce3(int64_t n, const double *restrict x, double result[3])
{
    double sum = 0.0, low = __builtin_inf(), high = -__builtin_inf();
#pragma omp parallel for simd schedule(static) reduction(+ : sum) reduction(min : low) reduction(max : high)
    for (int64_t i = 0; i < n; i++) {
        sum += x[i];
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    result[0] = sum;
    result[1] = low;
    result[2] = high;
}

void native_reduce6(int64_t n, const double *restrict x, double result[6])
{
    double sum = 0.0, low = __builtin_inf(), high = -__builtin_inf(), squares = 0.0, above = 0.0, product = 1.0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum, squares, above) reduction(min : low) \
    reduction(max : high) reduction(* : product)
    for (int64_t i = 0; i < n; i++) {
        sum += x[i];
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
        squares += x[i] * x[i];
        above += x[i] > 512 ? 1.0 : 0.0;
        product *= x[i] > 0 ? 1.0 : x[i];
    }
    result[0] = sum;
    result[1] = low;
    result[2] = high;
    result[3] = squares;
    result[4] = above;
    result[5] = product;
}

void native_packs(int buffers, int64_t cells, const double *from, double *const to[])
{
#pragma omp parallel
    for (int k = 0; k < buffers; k++) {
        const double *restrict const source = from + k * cells;
        double *restrict const target = to[k];
#pragma omp for simd schedule(static) nowait
        for (int64_t i = 0; i < cells; i++)
            target[i] = source[i];
    }
}
