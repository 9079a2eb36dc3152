/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the histograms: plain atomics, and a copy a thread. */
#include <omp.h>
#include <stdlib.h>

#include "native.h"

static void by_atomics(int64_t n, const double *restrict x, double *h)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        const int64_t b = (int64_t)x[i];
#pragma omp atomic
        h[b] += 1;
    }
}

static void by_copies(int64_t n, int64_t bins, const double *restrict x, double *restrict h, double *restrict copies)
{
#pragma omp parallel
    {
        const int threads = omp_get_num_threads();
        double *const own = copies + omp_get_thread_num() * bins;
        for (int64_t b = 0; b < bins; b++)
            own[b] = 0;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < n; i++)
            own[(int64_t)x[i]] += 1;
#pragma omp for schedule(static)
        for (int64_t b = 0; b < bins; b++)
            for (int t = 0; t < threads; t++)
                h[b] += copies[t * bins + b];
    }
}

int native_histogram(int64_t n, int64_t bins, const double *x, double *h)
{
    static double *copies, best[2];
    static int64_t room, of[2];
    static int calls;
    const int64_t elements = bins * omp_get_max_threads();
    if (room < elements) {
        free(copies);
        copies = aligned_alloc(64, (size_t)(elements + 7) / 8 * 64);
        room = copies != NULL ? elements : 0;
        if (copies == NULL)
            return -1;
    }
    if (of[0] != n || of[1] != bins)
        calls = 0;
    of[0] = n;
    of[1] = bins;
    /* Two calls of each, of which the shorter counts; then what was faster. */
    const int way = calls < 4 ? calls % 2 : best[1] < best[0];
    const double begin = omp_get_wtime();
    if (way == 0)
        by_atomics(n, x, h);
    else
        by_copies(n, bins, x, h, copies);
    const double seconds = omp_get_wtime() - begin;
    if (calls < 2 || (calls < 4 && seconds < best[way]))
        best[way] = seconds;
    calls += calls < 4;
    return 0;
}
