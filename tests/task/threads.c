/* SPDX-License-Identifier: BSD-3-Clause */
/* Several threads submit at once, on views of their own and on a shared one; and the library starts, ends and starts
 * again. */
#include <pthread.h>

#include "misuse.h"

SL_KERNEL_DECLARE(tr_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(tr_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { THREADS = 8, LOOPS = 2000, N = 64, ROUNDS = 3 };
static sl_view *shared, *cell;
static pthread_barrier_t start;

typedef struct worker {
    int number, failed, wrong;
} worker;

static void *work(void *arg)
{
    worker *w = arg;
    sl_view *own = misuse_vector("own", N, w->number);
    double s = 0;
    pthread_barrier_wait(&start);
    for (int i = 0; i < LOOPS; i++) {
        w->failed += sl_forall(tr_add, SL_RANGE(0, N), 1.0, i % 2 ? shared : own) != SL_SUCCESS;
        if (i % 100 == 99) {
            w->failed += sl_reduce(tr_sum, SL_RANGE(0, N), own, &s) != SL_SUCCESS;
            w->wrong += s != N * (N - 1) / 2 + (double)N * (w->number + (i + 1) / 2);
        }
        if (i % 500 == 250)
            w->failed += sl_wait() != SL_SUCCESS;
        if (i % 300 == 150)
            w->failed += sl_forall(tr_sum, SL_RANGE(0, N), own, SL_INTO(cell, w->number)) != SL_SUCCESS;
    }
    w->wrong += misuse_changed(own, w->number + LOOPS / 2) != 0;
    w->failed += sl_forall(tr_sum, SL_RANGE(0, N), own, SL_INTO(cell, w->number)) != SL_SUCCESS;
    sl_view_destroy(&own);
    return NULL;
}

static void test_threads(void)
{
    pthread_t thread[THREADS];
    worker w[THREADS];
    int failed = 0, wrong = 0;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        w[t] = (worker){.number = t};
        pthread_create(&thread[t], NULL, work, &w[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        failed += w[t].failed;
        wrong += w[t].wrong;
    }
    pthread_barrier_destroy(&start);
    is_int(failed, 0, "%d threads submit %d loops each, and none is refused", THREADS, LOOPS);
    is_int(wrong, 0, "every thread finds the right values in its own view");
    is_int(misuse_changed(shared, THREADS * LOOPS / 2), 0, "no loop on the shared view is lost or doubled");
    const double *p = SL_HOST_READ(double, cell);
    for (int t = 0; p && t < THREADS; t++)
        wrong += p[t] != N * (N - 1) / 2 + (double)N * (t + LOOPS / 2);
    ok(p && wrong == 0, "reductions into elements of one view keep the others");
    sl_host_end(cell);
}

/* Threads that call a kernel for the first time, all at once. */
static void *first_call(void *arg)
{
    worker *w = arg;
    pthread_barrier_wait(&start);
    w->failed += sl_forall(tr_add, SL_RANGE(0, N), 1.0, shared) != SL_SUCCESS;
    return NULL;
}

static void test_first_call(void)
{
    pthread_t thread[THREADS];
    worker w[THREADS];
    int failed = 0;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        w[t] = (worker){.number = t};
        pthread_create(&thread[t], NULL, first_call, &w[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        failed += w[t].failed;
    }
    pthread_barrier_destroy(&start);
    is_int(failed, 0, "a kernel's first call comes from %d threads at once", THREADS);
    is_int(misuse_changed(shared, THREADS), 0, "and each has run");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        if (!ok(sl_init(NULL) == SL_SUCCESS, "round %d: sl_init", round))
            return done_testing();
        shared = misuse_vector("shared", N, 0);
        cell = misuse_vector("cells", THREADS, 0);
        test_first_call();
        sl_view_destroy(&shared);
        shared = misuse_vector("shared", N, 0);
        if (round < 2)
            test_threads();
        sl_view_destroy(&shared);
        sl_view_destroy(&cell);
        is_int(sl_finalize(), SL_SUCCESS, "round %d: sl_finalize", round);
    }
    return done_testing();
}
