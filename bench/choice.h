/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A twin that can be written in several ways: each is timed in the first calls, and the fastest stays. */
#ifndef STARLOOP_BENCH_CHOICE_H
#define STARLOOP_BENCH_CHOICE_H

#include <omp.h>
#include <stdint.h>

enum { NATIVE_WAYS = 3, NATIVE_TRIES = 2 /* of each, of which the shorter counts */ };

/** The times of the ways to do something, of one size. */
struct native_choice {
    int64_t of[2];
    int ways, calls;
    double best[NATIVE_WAYS], begin;
};

/** Begins a call: tries the ways in turn, then takes what was fastest. @return the way */
static inline int native_choose(struct native_choice *c, int ways, int64_t n, int64_t m)
{
    int way = 0;
    if (c->of[0] != n || c->of[1] != m)
        *c = (struct native_choice){.of = {n, m}, .ways = ways};
    if (c->calls < NATIVE_TRIES * ways)
        way = c->calls % ways;
    else
        for (int w = 1; w < ways; w++)
            way = c->best[w] < c->best[way] ? w : way;
    c->begin = omp_get_wtime();
    return way;
}

/** Ends it. */
static inline void native_chosen(struct native_choice *c, int way)
{
    const double seconds = omp_get_wtime() - c->begin;
    if (c->calls >= NATIVE_TRIES * c->ways)
        return;
    if (c->calls < c->ways || seconds < c->best[way])
        c->best[way] = seconds;
    c->calls++;
}

#endif
