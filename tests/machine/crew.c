/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of a worker group: whoever leads them, all of them run what they are called for, once, and nothing is lost
 * between two calls, asleep or not. And loops that are waited for, which a thread of the program runs with them, among
 * queued ones: the same answers as plain C. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_SET */
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/progress.h"
#include "base/wait.h"
#include "base/state.h"
#include "crew.h"
#include "data/reaper.h"
#include "data/view.h"
#include "machine/crew.h"
#include "machine/lend.h"
#include "task/place.h"
#include "canonical.h"
#include "misuse.h"

SL_KERNEL_DECLARE(cw_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cw_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(cw_call, (i), scalar(sl_index, last), scalar(int32_t, raises), inout(double, 1, y, own));

enum { THREADS = 8, CALLS = 400, N = 40000, VIEWS = 3, STEPS = 300, JOINS = 60 };

/* ---- the threads alone ------------------------------------------------------------------------------------------- */

static const unsigned pus[THREADS];
static sl__group group = {.pu_os = pus};

/* What a call is to do, and what it has done. */
typedef struct calling {
    int threads, shared_value, nests;
    _Atomic unsigned seen; /* a bit a thread */
    _Atomic int runs, wrong;
    int plain[THREADS]; /* written by each, read by the leader afterwards */
} calling;

static void nested(void *arg, int thread, int threads)
{
    calling *c = arg;
    atomic_fetch_add(&c->wrong, thread != 0 || threads != 1);
    atomic_fetch_add(&c->runs, 1);
}

static void work(void *arg, int thread, int threads)
{
    calling *c = arg;
    atomic_fetch_or(&c->seen, 1U << thread);
    atomic_fetch_add(&c->runs, 1);
    atomic_fetch_add(&c->wrong, threads != c->threads || sl__crew_thread() != thread || sl__crew_threads() != threads ||
                                    sl__crew_share(c->shared_value) != c->shared_value);
    c->plain[thread] = c->shared_value + thread;
    if (c->nests)
        sl__crew_run(&group, THREADS, nested, c);
}

/* @return whether a call has done what it was to do. */
static int call_once(int threads, int shared_value, int nests)
{
    calling c = {.threads = threads, .shared_value = shared_value, .nests = nests};
    sl__crew_run(&group, threads, work, &c);
    int right = c.seen == (1U << threads) - 1 && c.runs == (nests ? 2 * threads : threads) && c.wrong == 0;
    for (int t = 0; t < threads; t++)
        right &= c.plain[t] == shared_value + t;
    return right && sl__crew_thread() == 0 && sl__crew_threads() == 1;
}

/* Two leaders: who has the lock leads. */
static pthread_mutex_t lead = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int wrong_calls;

static void spin(double seconds)
{
    const double until = sl__clock_now() + seconds;
    while (sl__clock_now() < until)
        sched_yield();
}

static void *leader(void *arg)
{
    uint64_t seed = *(uint64_t *)arg;
    for (int k = 0; k < CALLS; k++) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        const unsigned r = (unsigned)(seed >> 33);
        pthread_mutex_lock(&lead);
        const int threads = 1 + (int)(r % THREADS);
        if (!call_once(threads, (int)(r % 1000) - 500, threads > 1 && r % 7 == 0))
            atomic_fetch_add(&wrong_calls, 1);
        pthread_mutex_unlock(&lead);
        if (r % 97 == 0)
            spin(2e-3); /* they sleep */
    }
    return NULL;
}

static void test_alone(void)
{
    uint64_t seeds[2] = {test_seed(1), 0};
    seeds[1] = seeds[0] + 1000;
    ok(call_once(1, 5, 0), "without threads the caller runs it");
    for (int round = 0; round < 4; round++) {
        pthread_t threads[2];
        group.size = round == 0 ? 1 : round == 1 ? THREADS : 2;
        group.crew = sl__crew_make(&group);
        atomic_store(&wrong_calls, 0);
        for (int t = 0; t < 2; t++)
            pthread_create(&threads[t], NULL, leader, &seeds[t]);
        for (int t = 0; t < 2; t++)
            pthread_join(threads[t], NULL);
        is_int(atomic_load(&wrong_calls), 0, "a group of %d: %d calls of 1 to %d threads by two leaders", group.size,
               2 * CALLS, THREADS);
        if (round % 2)
            spin(2e-3);
        sl__crew_free(group.crew);
        group.crew = NULL;
        seeds[0]++, seeds[1]++;
    }
    sl__crew_free(NULL);
}

/* ---- late threads ------------------------------------------------------------------------------------------------ */

enum { FEW_THREADS = 3, LATE_CALLS = 50 };

typedef struct running {
    pthread_t by[FEW_THREADS];
    _Atomic int runs[FEW_THREADS];
} running;

static void note_thread(void *arg, int thread, int threads)
{
    running *r = arg;
    (void)threads;
    r->by[thread] = pthread_self();
    atomic_fetch_add(&r->runs[thread], 1);
}

static _Atomic int held, let_run;

/* As another program that has the core of the thread that gets the signal. It gives up after ten seconds. */
static void hold(int number)
{
    const double until = sl__clock_now() + 10;
    (void)number;
    atomic_store(&held, 1);
    while (!atomic_load(&let_run) && sl__clock_now() < until)
        sched_yield();
    atomic_store(&held, 0);
}

/* @return how many of so many calls the leader has run for thread 1, each thread once. */
static int stood_in(int times)
{
    int stood = 0;
    for (int k = 0; k < times; k++) {
        running r = {.runs = {0}};
        sl__crew_run(&group, FEW_THREADS, note_thread, &r);
        stood += pthread_equal(r.by[1], pthread_self()) && r.runs[0] == 1 && r.runs[1] == 1 && r.runs[2] == 1;
    }
    return stood;
}

static void test_late(void)
{
    running r = {.runs = {0}}, after = {.runs = {0}};
    group.size = FEW_THREADS;
    group.crew = sl__crew_make(&group);
    signal(SIGUSR1, hold);
    sl__crew_run_each(&group, FEW_THREADS, note_thread, &r);
    spin(2e-3); /* they sleep */
    sl__crew_run_each(&group, FEW_THREADS, note_thread, &after);
    int same = pthread_equal(r.by[0], pthread_self()) && !pthread_equal(r.by[1], r.by[0]) &&
               !pthread_equal(r.by[2], r.by[0]) && !pthread_equal(r.by[1], r.by[2]);
    for (int t = 0; t < FEW_THREADS; t++)
        same &= pthread_equal(r.by[t], after.by[t]) && after.runs[t] == 1;
    ok(same, "what each thread is to run itself it runs, also when it has slept");
    pthread_kill(r.by[1], SIGUSR1);
    while (!atomic_load(&held))
        sched_yield();
    is_int(stood_in(LATE_CALLS), LATE_CALLS, "the leader runs what a thread that is held up has not begun");
    ok(atomic_load(&held), "and does not wait for it");
    atomic_store(&let_run, 1);
    memset(&after, 0, sizeof after);
    sl__crew_run_each(&group, FEW_THREADS, note_thread, &after);
    ok(pthread_equal(after.by[1], r.by[1]) && after.runs[1] == 1, "when it is back it runs what is new, once");
    sl__crew_free(group.crew);
    group.crew = NULL;
    signal(SIGUSR1, SIG_DFL);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static const sl_policy waits = {.schedule = SL_STATIC, .synchronous = 1}, queued = {.schedule = SL_STATIC};
static sl_view *called_for;
static _Atomic int calls, unlike;

void crew_called(void)
{
    atomic_fetch_add(&calls, 1);
    if (called_for == NULL)
        return;
    if (sl_forall(cw_add, SL_RANGE(0, N), 100.0, called_for) != SL_SUCCESS || sl_wait() != SL_ERR_CONTEXT)
        atomic_fetch_add(&unlike, 1);
}

/* @return how many of so many loops that are waited for the calling thread has led. */
static int joins(sl_view *x, int loops, double *expected)
{
    const unsigned before = atomic_load(&sl__lend_uses);
    for (int k = 0; k < loops; k++)
        must(sl_forall_with(waits, cw_add, SL_RANGE(0, N), 1.0, x));
    *expected += loops;
    return (int)(atomic_load(&sl__lend_uses) - before);
}

static int may_join(void)
{
    return sl_cpu_workers() == 1 && sl_cpu_cores() > 1;
}

static void test_joined(void)
{
    double sum = 0, more = 0;
    sl_view *x = misuse_vector("x", N, 0);
    const int many = joins(x, JOINS, &more);
    ok(may_join() ? many > 0 : many == 0, "loops that are waited for come one after another: of %d the thread leads %d",
       JOINS, many);
    const unsigned before = atomic_load(&sl__lend_uses);
    for (int k = 0; k < JOINS; k++, more++) {
        must(sl_forall_with(queued, cw_add, SL_RANGE(0, N), 1.0, x));
        must(sl_wait());
    }
    ok(!may_join() || atomic_load(&sl__lend_uses) > before, "so do those after which the program waits at once");
    is_int(misuse_changed(x, more), 0, "each has run once");
    must(sl_reduce_with(waits, cw_sum, SL_RANGE(0, N), x, &sum));
    ok(fabs(sum - N * (more + (N - 1) / 2.0)) < 1e-3, "a reduction has the same sum: %.17g", sum);
    called_for = x;
    (void)joins(x, JOINS, &more);
    must(sl_forall_with(waits, cw_call, SL_RANGE(0, N), N - 1, 0, x));
    must(sl_wait());
    is_int(atomic_load(&unlike), 0, "bodies in any of its threads may submit, and may not wait");
    is_int(misuse_changed(x, more + 201), 0, "and what they have submitted runs afterwards");
    called_for = NULL;
    (void)joins(x, JOINS, &more);
    const sl_status status = sl_forall_with(waits, cw_call, SL_RANGE(0, N), N - 1, 1, x);
    ok(status == SL_ERR_RAISED, "a body's failure is that of the call: %s", sl_last_error());
    ok(sl_forall_with(waits, cw_add, SL_RANGE(0, N), 1.0, x) == SL_ERR_RAISED, "and what it has written is poisoned");
    sl_view_destroy(&x);
}

/* Loops of no schedule that take some microseconds: where each runs hangs on what it takes. */
static void test_short(void)
{
    static const int sizes[] = {1, 7, 5000, 12345, 40000};
    int wrong = 0, sums = 0;
    const unsigned before = atomic_load(&sl__lend_uses);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s];
        double sum = 0;
        sl_view *x = misuse_vector("x", n, 0);
        for (int k = 0; k < STEPS; k++) {
            must(sl_forall(cw_add, SL_RANGE(0, n), 1.0, x));
            must(sl_wait());
            must(sl_reduce(cw_sum, SL_RANGE(0, n), x, &sum));
            sums += sum != n * (k + 1.0 + (n - 1) / 2.0);
        }
        wrong += misuse_changed(x, STEPS) != 0;
        sl_view_destroy(&x);
    }
    diag("of %d loops the thread leads %d", 10 * STEPS, (int)(atomic_load(&sl__lend_uses) - before));
    ok(wrong == 0 && sums == 0, "loops of any length that are waited for: %d wrong views, %d wrong sums", wrong, sums);
}

/* What the units of a scan hand on is in memory of the worker whose place the thread has. */
static void test_scans(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0);
    const unsigned before = atomic_load(&sl__lend_uses);
    for (int k = 0; k < JOINS; k++)
        must(sl_scan_inclusive_with(waits, SL_SUM, 0, x, y));
    diag("of %d scans that are waited for the thread leads %d", JOINS, (int)(atomic_load(&sl__lend_uses) - before));
    const double *sums = SL_HOST_READ(double, y);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += sums[i] != i * (i + 1.0) / 2;
    must(sl_host_end(y));
    is_int(wrong, 0, "scans that are waited for have the right results, led or not");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* A thread that may not run on the worker's core does not take it. */
static void test_bound(void)
{
    cpu_set_t own, other;
    double more = 0;
    if (!may_join() || sched_getaffinity(0, sizeof own, &own) != 0) {
        skip("there is one core, or several groups", "a thread that is bound elsewhere");
        return;
    }
    sl_view *x = misuse_vector("x", N, 0);
    (void)joins(x, JOINS, &more);
    other = own;
    CPU_CLR(sl__machine_group(0)->pu_os[0], &other);
    must(sched_setaffinity(0, sizeof other, &other) == 0 ? SL_SUCCESS : SL_ERR_SYSTEM);
    is_int(joins(x, JOINS, &more), 0, "a thread that is bound to other cores than the worker's leads nothing");
    must(sched_setaffinity(0, sizeof own, &own) == 0 ? SL_SUCCESS : SL_ERR_SYSTEM);
    is_int(misuse_changed(x, more), 0, "and its loops run");
    sl_view_destroy(&x);
}

/* What one thread does to views of its own: waits, queues, reads, and pauses the workers where it may. */
static void *mix(void *arg)
{
    uint64_t seed = *(uint64_t *)arg;
    const int pauses = seed % 2 == 0;
    sl_view *view[VIEWS];
    double more[VIEWS] = {0};
    int wrong = 0;
    for (int v = 0; v < VIEWS; v++)
        view[v] = misuse_vector("v", N, v);
    for (int k = 0; k < STEPS; k++) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        const unsigned r = (unsigned)(seed >> 33), v = r % VIEWS, what = r / VIEWS % 32;
        double sum = 0;
        if (what < 20) {
            wrong += sl_forall_with(waits, cw_add, SL_RANGE(0, N), 1.0, view[v]) != SL_SUCCESS;
            more[v]++;
        } else if (what < 28) {
            wrong += sl_forall_with(queued, cw_add, SL_RANGE(0, N), 2.0, view[v]) != SL_SUCCESS;
            more[v] += 2;
        } else if (what < 30) {
            wrong += sl_reduce_with(waits, cw_sum, SL_RANGE(0, N), view[v], &sum) != SL_SUCCESS ||
                     fabs(sum - N * (v + more[v] + (N - 1) / 2.0)) > 1e-3;
        } else if (what == 30 && pauses) {
            wrong += sl_pause() != SL_SUCCESS || sl_resume() != SL_SUCCESS;
        } else {
            wrong += misuse_changed(view[v], v + more[v]) != 0;
        }
    }
    for (int v = 0; v < VIEWS; v++) {
        wrong += misuse_changed(view[v], v + more[v]) != 0;
        sl_view_destroy(&view[v]);
    }
    return (void *)(intptr_t)wrong;
}

static void test_mixed(void)
{
    uint64_t seeds[2] = {2 * test_seed(2), 0};
    pthread_t second;
    void *wrong;
    seeds[1] = seeds[0] + 1;
    is_int((intptr_t)mix(&seeds[0]), 0, "waited, queued and paused: every view has what plain C says");
    pthread_create(&second, NULL, mix, &seeds[1]);
    seeds[0] += 3;
    is_int((intptr_t)mix(&seeds[0]), 0, "so it has beside another thread");
    pthread_join(second, &wrong);
    is_int((intptr_t)wrong, 0, "and the other thread's");
}

/* As StarPU's worker: what it has run is over, and it still has the view for a moment. */
static void *let_go(void *arg)
{
    sl_view *x = arg;
    sl__view_task_queued(x);
    atomic_store(&calls, 1);
    spin(8e-6);
    sl__view_task_done(x);
    return NULL;
}

static void test_let_go(void)
{
    enum { FEW = 100 };
    int64_t here = 0;
    sl_view *x = misuse_vector("x", FEW, 0);
    for (int k = 0; k < 2 * JOINS; k++) {
        pthread_t worker;
        atomic_store(&calls, 0);
        if (k >= JOINS) { /* what it takes is known, and that the program waits */
            pthread_create(&worker, NULL, let_go, x);
            for (sl__wait wait = {0}; atomic_load(&calls) == 0;)
                sl__wait_again(&wait);
        }
        const int64_t before = sl__progress_passes();
        must(sl_forall(cw_add, SL_RANGE(0, FEW), 1.0, x));
        must(sl_wait());
        here += k >= JOINS ? sl__progress_passes() - before : 0;
        if (k >= JOINS)
            pthread_join(worker, NULL);
    }
    ok(here > JOINS / 4, "who has waited runs a short loop as soon as the worker lets go of its view: %d of %d",
       (int)here, JOINS);
    is_int(misuse_changed(x, 2 * JOINS), 0, "each has run once");
    sl_view_destroy(&x);
}

int main(void)
{
    test_alone();
    test_late();
    for (int round = 0; round < 2; round++) {
        must(sl_init(NULL));
        test_joined();
        test_short();
        test_scans();
        test_bound();
        test_mixed();
        ok(sl_finalize() == SL_SUCCESS, "the library ends while the worker may be away");
    }
    sl__place_in_caller_below = 100e-6; /* slow builds, too */
    must(sl_init(NULL));
    test_let_go();
    must(sl_finalize());
    return done_testing();
}
