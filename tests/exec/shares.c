/* SPDX-License-Identifier: BSD-3-Clause */
/* Shares of a loop's units: whoever takes, whoever comes late or not at all, each unit is taken once, and a core gets
 * its own share first, which begins where that of a static schedule does. */
#include <pthread.h>

#include "exec/cpu/shares.h"
#include "tap.h"

enum { CORES = 37, MOST = 100000 };

static sl__cursor cursor[CORES];
static sl__shares shares;
static _Atomic int taken[MOST];
static _Atomic int bad;

static void take_all(int own)
{
    sl_index first, last;
    for (int from = own; sl__shares_take(&shares, own, &from, &first, &last);) {
        if (first < 0 || first >= last || last > shares.units) {
            bad++;
            return;
        }
        for (sl_index u = first; u < last; u++)
            taken[u]++;
    }
}

static int wrong_units(void)
{
    int wrong = bad;
    for (sl_index u = 0; u < MOST; u++)
        wrong += taken[u] != (u < shares.units);
    return wrong;
}

static void make(int cores, sl_index units, sl_index chunk, sl_index least)
{
    sl__shares_make(&shares, cursor, cores, units, chunk, least);
    for (sl_index u = 0; u < MOST; u++)
        taken[u] = 0;
    bad = 0;
}

static const sl_index sizes[] = {0, 1, 2, 36, 37, 38, 1000, 99991};
static const sl_index chunks[] = {0, 1, 7, 4096}, leasts[] = {1, 64, 5000};
static const int counts[] = {1, 2, 3, 16, CORES};

/* Calls what is given for every combination. */
static int over_all(int (*wrong)(int cores))
{
    int sum = 0;
    for (int s = 0; s < 8; s++)
        for (int c = 0; c < 4; c++)
            for (int l = 0; l < 3; l++)
                for (int k = 0; k < 5; k++) {
                    make(counts[k], sizes[s], chunks[c], leasts[l]);
                    int n = wrong(counts[k]);
                    if (n)
                        diag("%d shares of %d units, chunk %d, at least %d: %d are wrong", counts[k], (int)sizes[s],
                             (int)chunks[c], (int)leasts[l], n);
                    sum += n;
                }
    return sum;
}

static int one_does_all(int cores)
{
    take_all(cores / 2);
    return wrong_units();
}

static int one_after_another(int cores)
{
    for (int own = cores - 1; own >= 0; own--)
        take_all(own);
    return wrong_units();
}

/* Where the first piece of each share begins. */
static int own_share_first(int cores)
{
    int wrong = 0;
    for (int own = 0; own < cores; own++) {
        sl_index first = -1, last = -1, each = shares.units / cores, more = shares.units % cores;
        sl_index begin = shares.chunk > 0 ? own * shares.chunk : own * each + (own < more ? own : more);
        int from = own, there = shares.chunk > 0 ? begin < shares.units : each + (own < more) > 0;
        if (there)
            wrong += !sl__shares_take(&shares, own, &from, &first, &last) || first != begin || from != own;
    }
    return wrong;
}

static pthread_barrier_t start;

static void *thread(void *own)
{
    pthread_barrier_wait(&start);
    take_all((int)(intptr_t)own);
    return NULL;
}

/* @return units that were not taken once, over many rounds of threads that take at once. */
static int together(int threads, sl_index chunk, sl_index least)
{
    pthread_t id[CORES];
    int wrong = 0;
    for (int round = 0; round < 50; round++) {
        make(CORES, 50000, chunk, least);
        pthread_barrier_init(&start, NULL, (unsigned)threads);
        for (int t = 0; t < threads; t++)
            pthread_create(&id[t], NULL, thread, (void *)(intptr_t)(t * CORES / threads));
        for (int t = 0; t < threads; t++)
            pthread_join(id[t], NULL);
        pthread_barrier_destroy(&start);
        wrong += wrong_units();
    }
    return wrong;
}

int main(void)
{
    is_int(over_all(one_does_all), 0, "a core that is alone takes every unit of all shares once");
    is_int(over_all(one_after_another), 0, "cores that come one after another do, too");
    is_int(over_all(own_share_first), 0, "a core begins with its own share, where that of a static schedule begins");
    is_int(together(4, 0, 1), 0, "four threads at once take every unit once");
    is_int(together(CORES, 0, 64), 0, "and %d threads", CORES);
    is_int(together(3, 5, 1), 0, "and three with chunks");
    return done_testing();
}
