/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of reductions to structs: where the minimum is, both extremes, statistics of two arrays. */
#include "native.h"
#include "native_choice.h"

enum { BLOCK = 2048 /* elements that are looked through again when their minimum is a new one */ };

struct place {
    double value;
    int64_t index;
};

static struct place first_of(struct place a, struct place b)
{
    return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}
#pragma omp declare reduction(first \
                              : struct place \
                              : omp_out = first_of(omp_out, omp_in)) initializer(omp_priv = omp_orig)

static struct place minloc_declared(int64_t n, const double *restrict x)
{
    struct place p = {__builtin_inf(), INT64_MAX};
#pragma omp parallel for schedule(static) reduction(first : p)
    for (int64_t i = 0; i < n; i++)
        if (x[i] < p.value)
            p = (struct place){x[i], i};
    return p;
}

/* The first element of a block that holds its minimum. */
static int64_t first_place(const double *x, double low)
{
    int64_t i = 0;
    while (x[i] != low)
        i++;
    return i;
}

static struct place minloc_blocked(int64_t n, const double *restrict x)
{
    struct place p = {__builtin_inf(), INT64_MAX};
#pragma omp parallel for schedule(static) reduction(first : p)
    for (int64_t b = 0; b < n; b += BLOCK) {
        const int64_t end = n - b < BLOCK ? n : b + BLOCK;
        double low = __builtin_inf();
#pragma omp simd reduction(min : low)
        for (int64_t i = b; i < end; i++)
            low = x[i] < low ? x[i] : low;
        if (low < p.value)
            p = (struct place){low, b + first_place(x + b, low)};
    }
    return p;
}

void native_minloc(int64_t n, const double *restrict x, double *value, int64_t *index)
{
    static struct native_choice choice;
    const int way = native_choose(&choice, 2, n, 0);
    const struct place p = way == 0 ? minloc_blocked(n, x) : minloc_declared(n, x);
    native_chosen(&choice, way);
    *value = p.value;
    *index = p.index;
}

void native_minmax(int64_t n, const double *restrict x, double ends[2])
{
    double low = __builtin_inf(), high = -__builtin_inf();
#pragma omp parallel for simd schedule(static) reduction(min : low) reduction(max : high)
    for (int64_t i = 0; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    ends[0] = low;
    ends[1] = high;
}

void native_statistics(int64_t n, const double *restrict x, const double *restrict y, double result[6])
{
    double xs = 0, ys = 0, xl = __builtin_inf(), yl = xl, xh = -xl, yh = xh;
#pragma omp parallel for simd schedule(static) reduction(+ : xs, ys) reduction(min : xl, yl) reduction(max : xh, yh)
    for (int64_t i = 0; i < n; i++) {
        xs += x[i];
        xl = x[i] < xl ? x[i] : xl;
        xh = x[i] > xh ? x[i] : xh;
        ys += y[i];
        yl = y[i] < yl ? y[i] : yl;
        yh = y[i] > yh ? y[i] : yh;
    }
    const double all[6] = {xs, xl, xh, ys, yl, yh};
    for (int k = 0; k < 6; k++)
        result[k] = all[k];
}
