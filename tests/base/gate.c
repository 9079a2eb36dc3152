/* SPDX-License-Identifier: BSD-3-Clause */
/* The gate: when it is quiet, nobody is inside who may not have seen what was written before. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "base/gate.h"
#include "tap.h"

enum { THREADS = 4, MANY = 300, ROUNDS = 2000 };

static _Atomic int changed, ending;
static _Atomic long missed, passages; /* passages that did not see the change; all of them */
static pthread_barrier_t together;

/* Passes and passes. */
static void *pass(void *arg)
{
    (void)arg;
    while (!atomic_load(&ending)) {
        sl__gate_enter(SL__GATE_SPLIT);
        if (!atomic_load(&changed))
            atomic_fetch_add(&missed, 1);
        atomic_fetch_add(&passages, 1);
        sl__gate_leave(SL__GATE_SPLIT);
        sched_yield(); /* or with few cores there is always one inside that does not run */
    }
    return NULL;
}

static void test_change(void)
{
    pthread_t thread[THREADS];
    int quiet = 0, wrong = 0;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, pass, NULL);
    for (int r = 0; r < ROUNDS; r++) {
        atomic_store(&changed, 1);
        if (sl__gate_quiet(SL__GATE_SPLIT)) {
            long then = atomic_load(&missed), before = atomic_load(&passages);
            for (int i = 0; i < 100 && atomic_load(&passages) < before + 10; i++)
                sched_yield();
            wrong += atomic_load(&missed) != then;
            quiet++;
        }
        atomic_store(&changed, 0);
    }
    atomic_store(&ending, 1);
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    ok(quiet > 0, "the gate was quiet %d of %d times, while %d threads passed it", quiet, ROUNDS, THREADS);
    is_int(wrong, 0, "and then nobody passed who had not seen the change");
}

/* Stays inside until the barrier. */
static void *stay(void *arg)
{
    (void)arg;
    sl__gate_enter(SL__GATE_SPLIT);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    sl__gate_leave(SL__GATE_SPLIT);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    return NULL;
}

static void test_inside(int threads, const char *what)
{
    static pthread_t thread[MANY];
    pthread_barrier_init(&together, NULL, (unsigned)threads + 1);
    for (int t = 0; t < threads; t++)
        pthread_create(&thread[t], NULL, stay, NULL);
    pthread_barrier_wait(&together);
    ok(!sl__gate_quiet(SL__GATE_SPLIT), "with %s inside the gate is not quiet", what);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    ok(sl__gate_quiet(SL__GATE_SPLIT), "when they have left it is");
    pthread_barrier_wait(&together);
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&together);
}

int main(void)
{
    sl__gate_init();
    ok(sl__gate_quiet(SL__GATE_SPLIT), "a gate that nobody has passed is quiet");
    test_inside(1, "a thread");
    test_change();
    test_inside(MANY, "more threads than there are places");
    test_inside(1, "a thread without a place of its own");
    return done_testing();
}
