/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Waiting: no lost wake-ups, several waiters, stalls, and what counting costs. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/log.h"
#include "base/progress.h"
#include <tap.h>

#define ROUNDS 3000
#define WAITERS 3

static _Atomic int64_t reached;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nap(long us)
{
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&t, NULL);
}

static void ignore(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level;
    (void)file;
    (void)line;
    (void)text;
    (void)arg;
}

static int none_pending(void *arg)
{
    (void)arg;
    return sl__progress_pending() == 0;
}

static int is_reached(void *arg)
{
    return atomic_load(&reached) >= *(int64_t *)arg;
}

static _Atomic int64_t asked;

/* The worker: finishes one task after another, with a pause that makes the waiter poll, sleep, or be in between. */
static void *run_tasks(void *arg)
{
    unsigned seed = 1;
    (void)arg;
    for (int64_t i = 1; i <= ROUNDS; i++) {
        while (atomic_load(&asked) < i)
            sched_yield();
        sl__progress_started();
        seed = seed * 1664525u + 1013904223u;
        if (seed >> 29 == 0)
            nap(60);
        else
            for (volatile unsigned spin = seed >> 18; spin > 0; spin--) {
            }
        atomic_store(&reached, i);
        sl__progress_finished();
    }
    return NULL;
}

static void no_wakeup_is_lost(void)
{
    pthread_t thread;
    int bad = 0;
    double slowest = 0;

    atomic_store(&reached, 0);
    pthread_create(&thread, NULL, run_tasks, NULL);
    for (int64_t i = 1; i <= ROUNDS; i++) {
        sl__progress_submitted();
        atomic_store(&asked, i);
        double start = now();
        bad += sl__progress_wait(i % 2 ? none_pending : is_reached, &i, "test", "a task") != SL_SUCCESS;
        bad += atomic_load(&reached) < i;
        slowest = fmax(slowest, now() - start);
    }
    pthread_join(thread, NULL);
    is_int(bad, 0, "%d waits for one task each return when it is done", ROUNDS);
    /* A lost wake-up would be found by the next look after a second. */
    ok(slowest < 0.9, "no wake-up is lost (slowest wait %.3f s)", slowest);
    is_int(sl__progress_pending(), 0, "nothing is pending in the end");
}

static void *wait_for(void *arg)
{
    return (void *)(intptr_t)(sl__progress_wait(is_reached, arg, "test", "a number") != SL_SUCCESS);
}

static void several_waiters(void)
{
    pthread_t thread[WAITERS];
    int64_t want[WAITERS];
    void *failed = NULL;
    intptr_t bad = 0;
    double start = now();

    atomic_store(&reached, 0);
    for (int w = 0; w < WAITERS; w++) {
        want[w] = 10 * (WAITERS - w);
        pthread_create(&thread[w], NULL, wait_for, &want[w]);
    }
    nap(2000);
    for (int64_t i = 1; i <= 10 * WAITERS; i++) {
        atomic_store(&reached, i);
        sl__progress_wake();
    }
    for (int w = 0; w < WAITERS; w++) {
        pthread_join(thread[w], &failed);
        bad += (intptr_t)failed;
    }
    is_int(bad, 0, "%d waiters for different things all come back", WAITERS);
    ok(now() - start < 0.9, "and none needs the second look");
}

static void name_first(char *text, size_t size)
{
    snprintf(text, size, "kernel triad");
}

static void stalls(void)
{
    double start;

    setenv("STARLOOP_STALL_SECONDS", "1", 1);
    sl__env_read();
    sl__progress_set_namer(name_first);
    sl__progress_submitted();
    sl__progress_submitted();
    start = now();
    is_int(sl__progress_wait(none_pending, NULL, "sl_wait", "all tasks"), SL_ERR_STALLED, "a stall is an error");
    double took = now() - start;
    ok(took > 0.9 && took < 2.5, "found after STARLOOP_STALL_SECONDS=1 (%.2f s)", took);
    is_str(sl_last_error(), "sl_wait: waiting for all tasks: 2 tasks are queued but none runs; first: kernel triad",
           "and says who waits, for what, and what is first");
    sl__progress_set_namer(NULL);
    sl__progress_withdrawn();
    is_int(sl__progress_pending(), 1, "a task can be withdrawn");
    sl__progress_started();
    sl__progress_finished();
    is_int(sl__progress_wait(none_pending, NULL, "sl_wait", "all tasks"), SL_SUCCESS, "the rest can still finish");
}

static void *run_slowly(void *arg)
{
    (void)arg;
    sl__progress_started();
    nap(1600000);
    sl__progress_finished();
    return NULL;
}

static void long_tasks_are_no_stall(void)
{
    pthread_t thread;

    sl__progress_submitted();
    pthread_create(&thread, NULL, run_slowly, NULL);
    is_int(sl__progress_wait(none_pending, NULL, "sl_wait", "all tasks"), SL_SUCCESS,
           "a task that runs longer than STARLOOP_STALL_SECONDS is no stall");
    pthread_join(thread, NULL);
}

static void cost(void)
{
    const int n = 1000000;
    double start = now(), each;

    for (int i = 0; i < n; i++) {
        sl__progress_submitted();
        sl__progress_started();
        sl__progress_finished();
    }
    each = 1e9 * (now() - start) / n;
    diag("submitted, started and finished together: %.1f ns", each);
    ok(each < 500, "counting a task costs far less than a microsecond");
    is_int(sl__progress_pending(), 0, "and the counts agree");
}

static void polls(void)
{
    const double us[] = {0, 5, 20, 50, 1000, 4900, 5100, 1e7};
    int right = 1;
    for (size_t k = 0; k < sizeof us / sizeof us[0]; k++) {
        const int64_t with = sl__progress_polls(1e-6 * us[k], 1), without = sl__progress_polls(1e-6 * us[k], 0);
        right &= us[k] > 5000 ? with == 20000 : (double)with >= 1e3 * us[k] && (double)with < 1e6 + 1e3 * us[k];
        right &= without == (us[k] > 20 ? 0 : 20000);
    }
    ok(right, "with a core of its own a wait polls to the expected end, up to 5 ms, and less than 1 ms beyond; "
              "without one not for an end that comes later than in 20 us");
}

/* Ends late: a task that takes a hundred times as long as was expected. */
static void *end_late(void *arg)
{
    (void)arg;
    sl__progress_started();
    nap(100000);
    sl__progress_finished();
    return NULL;
}

/* Only the waiting thread's own time on a core is measured, which other work on the machine does not add to. */
static void waiting_takes_no_core(int spare)
{
    pthread_t thread;
    struct timespec used[2];
    sl__progress_set_spare(spare);
    sl__progress_expect(1e-3);
    sl__progress_submitted();
    pthread_create(&thread, NULL, end_late, NULL);
    const double begin = now();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used[0]);
    is_int(sl__progress_wait(none_pending, NULL, "test", "a late task"), SL_SUCCESS, "a late task is waited for");
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used[1]);
    const double took = now() - begin;
    const double cpu = (double)(used[1].tv_sec - used[0].tv_sec) + 1e-9 * (double)(used[1].tv_nsec - used[0].tv_nsec);
    pthread_join(thread, NULL);
    ok(cpu < 2e-3 + 0.1 * took, "with%s a core of its own: %.3f of %.1f ms on a core, for 1 ms that was expected",
       spare ? "" : "out", 1e3 * cpu, 1e3 * took);
    sl__progress_set_spare(0);
}

int main(void)
{
    int64_t zero = 0;

    sl_log_set_handler(ignore, NULL);
    is_int(sl__progress_wait(is_reached, &zero, "test", "nothing"), SL_SUCCESS, "what is done needs no wait");
    no_wakeup_is_lost();
    several_waiters();
    cost();
    stalls();
    long_tasks_are_no_stall();
    polls();
    waiting_takes_no_core(0);
    waiting_takes_no_core(1);
    return done_testing();
}
