/* SPDX-License-Identifier: BSD-3-Clause */
/* What the memory gives to all worker groups at once: the floor under the times of the profile. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* madvise */
#endif
#include <stdlib.h>
#include <sys/mman.h>

#include <starloop/kernel/abi.h>

#include "base/stream.h"
#include "machine/crew.h"
#include "trace/parts.h"
#include "machine/lend.h"
#include "trace/measured.h"

enum { ARRAYS = 3, PIECE = 128, TRIES = 3 };

enum { TOUCH, TRIAD, READ };

/* What one core works on, and what it has reached. */
typedef struct bench {
    double *data; /* the arrays of all cores */
    size_t n;     /* elements of an array of one core */
    int what;
    double *rate; /* [cores] bytes a second of the last try */
} bench;

/* As loops write what is far larger than the caches: past them. */
static void triad(double *a, const double *b, const double *c, size_t n)
{
    _Alignas(64) double piece[PIECE];
    for (size_t i = 0; i < n; i += PIECE) {
        for (size_t k = 0; k < PIECE; k++)
            piece[k] = b[i + k] + 3.0 * c[i + k];
        sl__stream(a + i, piece, sizeof piece);
    }
}

static double sum(const double *a, size_t n)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (size_t i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void once(const bench *b, double *mine)
{
    if (b->what == TRIAD)
        triad(mine, mine + b->n, mine + 2 * b->n, b->n);
    else if (b->what == READ)
        mine[0] = sum(mine, ARRAYS * b->n) > 0 ? 1.0 : 2.0; /* or nothing would be read */
    else
        for (size_t i = 0; i < ARRAYS * b->n; i++)
            mine[i] = 1.0;
}

static void run_core(bench *b, int core)
{
    double *mine = b->data + (size_t)core * ARRAYS * b->n;
    int64_t begin = sl__trace_now(), end;
    int passes = 0;
    do {
        once(b, mine);
        passes++;
        end = sl__trace_now();
    } while (b->what != TOUCH && end - begin < SL__BANDWIDTH_TRY_NS);
    sl__stream_end();
    b->rate[core] = 1e9 * passes * (double)(ARRAYS * b->n * sizeof(double)) / (double)(end - begin);
}

typedef struct bench_share {
    bench *bench;
    int first; /* core of the group */
} bench_share;

static void bandwidth_run_member(void *arg, int thread, int threads)
{
    const bench_share *share = arg;
    (void)threads;
    run_core(share->bench, share->first + thread);
}

/* Called by each CPU worker, all at a time. */
static void bandwidth_run_group(void *arg)
{
    bench_share share = {.bench = arg};
    const sl__group *group = sl__machine_group_of_worker(starpu_worker_get_id());
    if (group == NULL)
        return;
    for (int g = 0; g < group->number; g++)
        share.first += sl__machine_group(g)->size;
    sl__crew_run_each(group, group->size, bandwidth_run_member, &share);
}

static double bandwidth_try(bench *b, int what, int cores)
{
    double all = 0;
    b->what = what;
    sl__lend_back();
    starpu_execute_on_each_worker(bandwidth_run_group, b, STARPU_CPU);
    for (int i = 0; i < cores; i++)
        all += b->rate[i];
    return all;
}

/* Far more than the caches hold, and not much of the memory. */
static size_t bytes_in_all(const sl__topology *topology)
{
    size_t caches = (size_t)topology->l3 * (size_t)(topology->l3s > 0 ? topology->l3s : 1), most = SL__BANDWIDTH_MOST;
    if (topology->memory > 0 && topology->memory / 16 < most)
        most = (size_t)topology->memory / 16;
    size_t bytes = 2 * caches > SL__BANDWIDTH_LEAST ? 2 * caches : SL__BANDWIDTH_LEAST;
    return bytes < most ? bytes : most;
}

double sl__bandwidth_of_core(void)
{
    const sl__topology *topology = sl__machine_topology();
    int cores = sl__machine_plan() != NULL ? sl__machine_plan()->cores : 0;
    double best = 0;
    bench b = {.n = 0};
    if (topology == NULL || cores < 1)
        return 0;
    b.n = bytes_in_all(topology) / sizeof(double) / ARRAYS / (size_t)cores / PIECE * PIECE + PIECE;
    size_t bytes = b.n * ARRAYS * (size_t)cores * sizeof(double);
    b.rate = calloc((size_t)cores, sizeof *b.rate);
    void *data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b.rate != NULL && data != MAP_FAILED) {
        (void)madvise(data, bytes, MADV_HUGEPAGE);
        b.data = data;
        (void)bandwidth_try(&b, TOUCH, cores);
        for (int i = 0; i < 2 * TRIES; i++) {
            double rate = bandwidth_try(&b, i % 2 ? READ : TRIAD, cores);
            best = rate > best ? rate : best;
        }
    }
    if (data != MAP_FAILED)
        munmap(data, bytes);
    free(b.rate);
    return best / cores;
}
