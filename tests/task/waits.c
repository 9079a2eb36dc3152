/* SPDX-License-Identifier: BSD-3-Clause */
/* What waits and pauses cover: what tasks queue, at any depth, from host functions, bodies, parts and regions; nothing
 * that others queue later; and while it is paused nothing runs. The reference is a count of what was to run. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/progress.h"
#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(wt_add, (i), inout(double, 1, x, own));
SL_KERNEL_DECLARE(wt_calls, (i), inout(double, 1, x, own));

enum { N = 8000, DEPTH = 6, TRIES = 10, LAST = 7, AHEAD = 50 };

static sl_view *x, *y;
static double memory[N];
static _Atomic int ran, bad;

/* Takes a while, so that who does not wait for it comes too early. */
static void take_a_while(void)
{
    const struct timespec t = {0, 2000000};
    nanosleep(&t, NULL);
}

/* ---- what is queued in a task --------------------------------------------------------------------------- */

static int fail(void *arg)
{
    (void)arg;
    take_a_while();
    return LAST;
}

/* Queues the next one, down to the last, which queues a loop and a copy of what that has written. */
static int deeper(void *arg)
{
    const int level = (int)(intptr_t)arg;
    take_a_while();
    ran++;
    if (level < DEPTH)
        return sl_task(deeper, (void *)(intptr_t)(level + 1)) != SL_SUCCESS;
    return sl_forall(wt_add, SL_RANGE(0, N), x) != SL_SUCCESS ||
           sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, memory, x) != SL_SUCCESS;
}

static int same(double want)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += memory[i] != want;
    return wrong == 0;
}

static void fill(sl_view *view, double value)
{
    double *p = SL_HOST_WRITE(double, view);
    for (int i = 0; p != NULL && i < N; i++)
        p[i] = value;
    must(sl_host_end(view));
}

static void test_depth(void)
{
    int early = 0;
    fill(x, 0);
    for (int k = 1; k <= TRIES; k++) {
        must(sl_task(deeper, NULL));
        must(sl_wait());
        early += !same(k);
    }
    is_int(early, 0, "sl_wait() returns when tasks that tasks have queued have ended, and what the last has queued");
    is_int(ran, TRIES * (DEPTH + 1), "each has run once");
    sl_event *event = NULL;
    must(sl_task(deeper, NULL));
    must(sl_event_record(&event));
    must(sl_event_wait(event));
    ok(same(TRIES + 1), "sl_event_wait() covers them, too");
    sl_event_destroy(&event);
    must(sl_wait());
}

/* ---- failures ------------------------------------------------------------------------------------------- */

static int queue_failure(void *arg)
{
    take_a_while();
    return arg != NULL ? sl_task(queue_failure, NULL) != SL_SUCCESS : sl_task(fail, NULL) != SL_SUCCESS;
}

static void test_failure(void)
{
    sl_event *event = NULL;
    must(sl_task(queue_failure, &ran));
    must(sl_event_record(&event));
    is_int(sl_event_wait(event), SL_ERR_TASK, "an event's wait tells of the failure of what its tasks have queued");
    like(sl_last_error(), "it returned 7", "that one");
    is_int(sl_wait(), SL_SUCCESS, "and nobody else does");
    sl_event_destroy(&event);
    must(sl_event_record(&event));
    must(sl_task(queue_failure, &ran));
    is_int(sl_event_wait(event), SL_SUCCESS, "an event before them does not");
    is_int(sl_wait(), SL_ERR_TASK, "but sl_wait()");
    sl_event_destroy(&event);
}

/* ---- bodies, batches, parts, regions -------------------------------------------------------------------- */

static int count_one(void *arg)
{
    (void)arg;
    take_a_while();
    ran++;
    return 0;
}

void wt_called(long long i);
void wt_called(long long i)
{
    if (i % (N / 4) == 0 && sl_task(count_one, NULL) != SL_SUCCESS)
        bad++;
}

static sl_region *region;

static int run_region(void *arg)
{
    (void)arg;
    take_a_while();
    return sl_region_run(region) != SL_SUCCESS;
}

static void test_bodies(const char *what, sl_policy policy)
{
    const int before = ran;
    int early = 0;
    for (int k = 1; k <= TRIES; k++) {
        for (int l = 0; l < 3; l++)
            must(sl_forall_with(policy, wt_calls, SL_RANGE(0, N), x));
        must(sl_wait());
        early += ran != before + 12 * k;
    }
    is_int(early, 0, "sl_wait() covers what the bodies of %s queue", what);
}

static void test_region(void)
{
    const int before = ran;
    int early = 0;
    must(sl_region_begin(&region));
    must(sl_forall(wt_calls, SL_RANGE(0, N), x));
    must(sl_task(count_one, NULL, SL_RW(x)));
    must(sl_forall(wt_calls, SL_RANGE(0, N), x));
    must(sl_region_end(region));
    for (int k = 1; k <= TRIES; k++) {
        must(sl_task(run_region, NULL, SL_R(y)));
        must(sl_wait());
        early += ran != before + 9 * k;
    }
    is_int(early, 0, "and of regions that tasks run");
    sl_region_destroy(&region);
}

/* ---- others that queue for ever --------------------------------------------------------------------------- */

static _Atomic int stop, allowed, queued, loops;

static int count_loop(void *arg)
{
    (void)arg;
    loops++;
    return 0;
}

static int queue_loops(void *arg)
{
    (void)arg;
    for (int k = 0; k < 3; k++)
        if (sl_task(count_loop, NULL) != SL_SUCCESS)
            bad++;
    return sl_forall(wt_add, SL_RANGE(0, N), x) != SL_SUCCESS;
}

static void *queue_for_ever(void *arg)
{
    const struct timespec t = {0, 500000};
    (void)arg;
    for (; !stop; nanosleep(&t, NULL)) {
        /* On a busy machine the tasks would take longer to run than to queue. */
        if (queued >= allowed || (allowed == INT_MAX && sl__progress_pending() > AHEAD))
            continue;
        if (sl_task(queue_loops, NULL) != SL_SUCCESS)
            bad++;
        queued++;
    }
    return NULL;
}

/* Another thread goes on meanwhile: it has queued so many more. */
static void let_it_queue(int more)
{
    const struct timespec t = {0, 100000};
    allowed = queued + more;
    while (queued < allowed)
        nanosleep(&t, NULL);
}

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += ((volatile double *)memory)[i];
    return s;
}

static void test_others(void)
{
    pthread_t thread;
    int ran_paused = 0;
    sl_view_destroy(&x);
    memset(memory, 0, sizeof memory);
    must(sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &x));
    pthread_create(&thread, NULL, queue_for_ever, NULL);
    let_it_queue(10);
    allowed = INT_MAX;
    is_int(sl_wait(), SL_SUCCESS, "sl_wait() returns though another thread queues for ever");
    for (int k = 0; k < TRIES; k++) {
        allowed = INT_MAX;
        must(sl_pause());
        const int before = loops;
        const double had = sum();
        let_it_queue(5);
        ran_paused += loops != before || sum() != had;
        must(sl_resume());
    }
    is_int(ran_paused, 0, "while it is paused nothing runs that another thread has queued, or tasks have");
    stop = 1;
    pthread_join(thread, NULL);
    must(sl_wait());
    is_int(loops, 3 * queued, "all of it has run in the end");
    ok(sum() == (double)queued * N, "once");
    must(sl_pause());
    must(sl_task(queue_loops, NULL));
    ran = loops;
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize() ends what is paused");
    is_int(loops, ran + 3, "after what tasks have queued that could not run");
}

int main(void)
{
    must(sl_init(NULL));
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    must(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &y));
    fill(x, 0);
    must(sl_forall(wt_add, SL_RANGE(0, 1), y));
    test_depth();
    test_failure();
    test_bodies("queued loops", SL_POLICY(0));
    test_bodies("loops with many threads", SL_POLICY(.schedule = SL_STATIC));
    must(sl_view_split(x, SL_SPLIT(2)));
    test_bodies("parts of loops", SL_POLICY(.schedule = SL_STATIC));
    must(sl_view_join(x));
    test_region();
    test_others();
    is_int(bad, 0, "no call was refused");
    return done_testing();
}
