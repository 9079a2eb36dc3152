/* SPDX-License-Identifier: BSD-3-Clause */
/* Events: they stand for what was queued before them, and nothing else. */
#include <pthread.h>

#include "gate_task.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ev_add, (i), scalar(double, a), inout(double, 1, y, own));

enum { N = 32, MANY = 500, THREADS = 4 };
static sl_view *x, *y;

static void test_order(void)
{
    sl_event *before = NULL, *after = NULL, *idle = NULL;
    is_int(sl_wait(), SL_SUCCESS, "nothing is queued");
    is_int(sl_event_record(&idle), SL_SUCCESS, "an event after nothing");
    is_int(sl_event_test(idle), 1, "is done");
    is_int(sl_event_wait(idle), SL_SUCCESS, "and waiting for it returns");
    atomic_store(&gate_open, 0);
    sl_event_record(&before);
    sl_task(wait_for_gate, NULL, SL_RW(x));
    sl_event_record(&after);
    is_int(sl_event_test(before), 1, "an event before a task is done");
    is_int(sl_event_test(after), 0, "one after it is not");
    is_int(sl_event_test(after), 0, "asking again changes nothing");
    is_int(sl_event_wait(before), SL_SUCCESS, "waiting for the earlier one returns though a task runs");
    is_int(sl_event_test(after), 0, "and does not finish the later one");
    atomic_store(&gate_open, 1);
    is_int(sl_event_wait(after), SL_SUCCESS, "waiting for the later one returns when the task has ended");
    is_int(sl_event_test(after), 1, "and then it is done");
    is_int(sl_event_wait(after), SL_SUCCESS, "waiting again returns at once");
    sl_event_destroy(&after);
    sl_event_destroy(&before);
    sl_event_destroy(&idle);
    ok(!after && !before && !idle, "destroying sets the handles to NULL");
}

/* An event may go before what it stands for. */
static void test_destroyed_early(void)
{
    sl_event *event[8];
    atomic_store(&gate_open, 0);
    sl_task(wait_for_gate, NULL, SL_RW(x));
    for (int i = 0; i < 8; i++) {
        sl_forall(ev_add, SL_RANGE(0, N), 1.0, x);
        sl_event_record(&event[i]);
    }
    for (int i = 0; i < 8; i += 2)
        sl_event_destroy(&event[i]);
    int done = 0;
    for (int i = 1; i < 8; i += 2)
        done += sl_event_test(event[i]);
    is_int(done, 0, "events outlive others that are destroyed before them");
    atomic_store(&gate_open, 1);
    for (int i = 7; i > 0; i -= 2) {
        is_int(sl_event_wait(event[i]), SL_SUCCESS, "event %d is waited for out of order", i);
        sl_event_destroy(&event[i]);
    }
    is_int(misuse_changed(x, 8), 0, "the loops have run");
}

static void test_many(void)
{
    sl_event **event = calloc(MANY, sizeof *event);
    int failed = 0, wrong = 0;
    for (int i = 0; i < MANY; i++) {
        failed += sl_forall(ev_add, SL_RANGE(0, N), 1.0, y) != SL_SUCCESS;
        failed += sl_event_record(&event[i]) != SL_SUCCESS;
    }
    is_int(failed, 0, "%d events between %d loops", MANY, MANY);
    for (int i = 0; i < MANY; i += 7) {
        failed += sl_event_wait(event[i]) != SL_SUCCESS;
        for (int j = 0; j <= i; j++)
            wrong += sl_event_test(event[j]) != 1;
    }
    is_int(failed, 0, "are waited for");
    is_int(wrong, 0, "an event that is done has none before it that is not");
    is_int(sl_wait(), SL_SUCCESS, "sl_wait");
    for (int i = 0; i < MANY; i++) {
        wrong += sl_event_test(event[i]) != 1;
        sl_event_destroy(&event[i]);
    }
    is_int(wrong, 0, "after sl_wait every event is done");
    is_int(misuse_changed(y, MANY), 0, "and every loop has run");
    free(event);
}

/* After an event, what was queued before it can be seen from its thread without another wait. */
static void *record_and_wait(void *arg)
{
    sl_view *own = misuse_vector("own", N, 0);
    intptr_t wrong = 0;
    (void)arg;
    for (int i = 1; i <= 100; i++) {
        sl_event *event = NULL;
        wrong += sl_forall(ev_add, SL_RANGE(0, N), 1.0, own) != SL_SUCCESS;
        wrong += sl_event_record(&event) != SL_SUCCESS;
        wrong += sl_event_wait(event) != SL_SUCCESS;
        wrong += sl_event_test(event) != 1;
        sl_event_destroy(&event);
        if (i % 10 == 0)
            wrong += misuse_changed(own, i) != 0;
    }
    sl_view_destroy(&own);
    return (void *)wrong;
}

/* Several threads wait for one event. */
static void *wait_for_shared(void *arg)
{
    return (void *)(intptr_t)(sl_event_wait(arg) != SL_SUCCESS || sl_event_test(arg) != 1);
}

static void run_threads(void *(*function)(void *), void *arg, const char *sentence)
{
    pthread_t thread[THREADS];
    intptr_t wrong = 0;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, function, arg);
    struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
    atomic_store(&gate_open, 1);
    for (int t = 0; t < THREADS; t++) {
        void *result;
        pthread_join(thread[t], &result);
        wrong += (intptr_t)result;
    }
    is_int(wrong, 0, "%s", sentence);
}

static int fail(void *arg)
{
    return (int)(intptr_t)arg;
}

/* A failure belongs to the wait for the tasks among which it was. */
static void test_failures(void)
{
    sl_event *before = NULL, *after = NULL;
    sl_view *order = NULL;
    sl_view_create("order", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &order);
    sl_forall(ev_add, SL_RANGE(0, N), 0.0, x);
    sl_event_record(&before);
    sl_task_with(SL_POLICY(.label = "later"), fail, (void *)(intptr_t)3, SL_R(x), SL_R(order));
    sl_task_with(SL_POLICY(.label = "latest"), fail, (void *)(intptr_t)4, SL_R(x), SL_W(order));
    sl_event_record(&after);
    while (sl_event_test(after) == 0) {
        struct timespec t = {0, 1000000};
        nanosleep(&t, NULL);
    }
    is_int(sl_event_wait(before), SL_SUCCESS, "an event does not hear of tasks that were queued after it and failed");
    surfaces(sl_event_wait(after), SL_ERR_TASK, "a later one does", "later", "3");
    is_int(sl_event_wait(after), SL_SUCCESS, "once, and of the first");
    is_int(sl_wait(), SL_SUCCESS, "and nothing is left");
    sl_task(fail, (void *)(intptr_t)5, SL_R(x));
    is_int(sl_event_wait(before), SL_SUCCESS, "an earlier event leaves a failure");
    is_int(sl_wait(), SL_ERR_TASK, "to sl_wait()");
    sl_event_destroy(&before);
    sl_event_destroy(&after);
    sl_view_destroy(&order);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double ended;
static void *wait_for_all(void *arg)
{
    (void)arg;
    sl_wait();
    ended = seconds();
    return NULL;
}

static void *call_and_wait(void *arg)
{
    (void)arg;
    sl_task_with(SL_POLICY(.synchronous = 1), wait_for_gate, NULL);
    return NULL;
}

/* Two threads sleep, one for its own task, one for all: the end of the task wakes both. The second was left to find out
 * by itself, after up to a second. */
static void test_woken(void)
{
    struct timespec pause = {0, 30000000};
    double best = 10;
    for (int attempt = 0; attempt < 3 && best > 0.3; attempt++) { /* the machine may be busy once */
        pthread_t caller, waiter;
        atomic_store(&gate_open, 0);
        pthread_create(&caller, NULL, call_and_wait, NULL);
        nanosleep(&pause, NULL);
        pthread_create(&waiter, NULL, wait_for_all, NULL);
        nanosleep(&pause, NULL);
        double start = seconds();
        atomic_store(&gate_open, 1);
        pthread_join(caller, NULL);
        pthread_join(waiter, NULL);
        if (ended - start < best)
            best = ended - start;
    }
    ok(best < 0.3, "a thread in sl_wait() is woken by the end of a task for which another one waits (%.3f s)", best);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 0);
    test_order();
    test_destroyed_early();
    test_many();
    test_failures();
    test_woken();
    run_threads(record_and_wait, NULL, "several threads record, wait and destroy at once");
    sl_event *shared = NULL;
    atomic_store(&gate_open, 0);
    sl_task(wait_for_gate, NULL, SL_RW(x));
    sl_event_record(&shared);
    run_threads(wait_for_shared, shared, "several threads wait for one event");
    sl_event_destroy(&shared);
    sl_event *left = NULL;
    sl_event_record(&left);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize with an event left");
    sl_event_destroy(&left);
    ok(left == NULL, "which may be destroyed later");
    return done_testing();
}
