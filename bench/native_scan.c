/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the scan and of copy_if. */
#include <omp.h>

#include "native.h"

enum { BLOCK = 16384, TEAM = 1024 }; /* elements of a block, half of a small second-level cache; most threads */

/* A window has a block for each thread: all sum theirs up, which brings it into the cache, and then scan it from what
   the blocks before come to. */
void native_scan(int64_t n, const double *restrict x, double *restrict y)
{
    static double sum[TEAM][8];
    double begin = 0.0;
#pragma omp parallel
    {
        const int me = omp_get_thread_num(), team = omp_get_num_threads();
        double before = begin;
        for (int64_t window = 0; window < n; window += (int64_t)team * BLOCK) {
            const int64_t first = window + (int64_t)me * BLOCK, end = first + BLOCK < n ? first + BLOCK : n;
            double own = 0.0;
#pragma omp simd reduction(+ : own)
            for (int64_t i = first; i < end; i++)
                own += x[i];
            sum[me][0] = own;
#pragma omp barrier
            double mine = before;
            for (int t = 0; t < team; t++) {
                if (t == me)
                    mine = before;
                before += sum[t][0];
            }
            for (int64_t i = first; i < end; i++) {
                const double v = x[i];
                y[i] = mine;
                mine += v;
            }
#pragma omp barrier
        }
    }
}

/* Each thread counts in its share, and copies from where those before it end. */
int64_t native_copy_if(int64_t n, double limit, const double *restrict x, double *restrict y)
{
    static int64_t count[TEAM][8];
    int64_t all = 0;
#pragma omp parallel
    {
        const int me = omp_get_thread_num(), team = omp_get_num_threads();
        const int64_t first = n * me / team, end = n * (me + 1) / team;
        int64_t own = 0, at = 0;
#pragma omp simd reduction(+ : own)
        for (int64_t i = first; i < end; i++)
            own += x[i] < limit;
        count[me][0] = own;
#pragma omp barrier
        for (int t = 0; t < me; t++)
            at += count[t][0];
        for (int64_t i = first; i < end; i++)
            if (x[i] < limit)
                y[at++] = x[i];
        if (me == team - 1)
            all = at;
    }
    return all;
}
