/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits of a thread for itself: every call that waits, for a view that the thread has open, directly and by way of
 * other tasks; waits beside them that end; who may end an access; stalls, which name what the host holds. That a wait
 * is refused at once is seen from its status: the stall detector would take minutes, and says something else. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <starloop/runtime.h>

#include "data/view.h"
#include "stuck.h"
#include "tap.h"

enum { N = 1000 };

static sl_view *held_open, *second, *third, *apart, *wrapped;
static double memory[N];

static void must(sl_status status)
{
    if (status != SL_SUCCESS)
        ok(0, "no error: %s", sl_last_error());
}

static sl_view *make(const char *label)
{
    sl_view *x = NULL;
    must(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    return x;
}

static void start(const char *seconds, const char *most)
{
    setenv("STARLOOP_STALL_SECONDS", seconds, 1);
    setenv("STARLOOP_MAX_QUEUED", most, 1);
    must(sl_init(NULL));
    held_open = make("held_open");
    second = make("second");
    third = make("third");
    apart = make("apart");
    must(sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &wrapped));
}

static void end(void)
{
    must(sl_wait());
    sl_view_destroy(&held_open);
    sl_view_destroy(&second);
    sl_view_destroy(&third);
    sl_view_destroy(&apart);
    sl_view_destroy(&wrapped);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
}

static void copy(sl_view *from, sl_view *to)
{
    must(sl_forall(stuck_copy, SL_RANGE(0, N), from, to));
}

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

static void refused(sl_status status, const char *who)
{
    is_int(status, SL_ERR_BUSY, "%s is refused", who);
    like(sl_last_error(), "held_open", "and names the view");
    sl_clear_error();
}

/* ---- waits ---- */

static sl_status wait_all(void)
{
    return sl_wait();
}
static sl_status wait_pause(void)
{
    return sl_pause();
}
static sl_status wait_event(void)
{
    sl_event *event = NULL;
    must(sl_event_record(&event));
    sl_status status = sl_event_wait(event);
    sl_event_destroy(&event);
    return status;
}
static sl_status wait_view(void)
{
    return sl_view_wait(held_open);
}
static sl_status wait_later_view(void)
{
    return sl_view_wait(third);
}
static sl_status wait_host(void)
{
    return SL_HOST_READ(double, third) ? SL_SUCCESS : sl_last_status();
}
static sl_status wait_reduce(void)
{
    double total;
    return sl_reduce(stuck_sum, SL_RANGE(0, N), third, &total);
}
static sl_status wait_loop(void)
{
    return sl_forall_with(SL_POLICY(.synchronous = 1), stuck_copy, SL_RANGE(0, N), apart, second);
}
static sl_status wait_task(void)
{
    return sl_task_with(SL_POLICY(.synchronous = 1), nothing, NULL, SL_R(third));
}
static sl_status wait_nested_finalize(void)
{
    must(sl_init(NULL));
    return sl_finalize();
}
static sl_status wait_destroy(void)
{
    sl_clear_error();
    sl_view_destroy(&wrapped);
    return sl_last_status();
}

static const struct {
    const char *name;
    sl_status (*call)(void);
} waits[] = {
    {"sl_wait", wait_all},
    {"sl_pause", wait_pause},
    {"sl_event_wait", wait_event},
    {"sl_view_wait on the view", wait_view},
    {"sl_view_wait on one that depends on it", wait_later_view},
    {"host access to one that depends on it", wait_host},
    {"sl_reduce over one that depends on it", wait_reduce},
    {"a synchronous loop", wait_loop},
    {"a synchronous host task", wait_task},
    {"sl_finalize of a nested sl_init", wait_nested_finalize},
    {"sl_view_destroy of a wrapped view", wait_destroy},
};

static void test_waits(void)
{
    start("600", "4096");
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        double *x = SL_HOST_WRITE(double, held_open);
        for (int k = 0; x != NULL && k < N; k++)
            x[k] = (double)i + 1;
        copy(held_open, second);
        copy(second, third);
        if (waits[i].call == wait_destroy)
            copy(third, wrapped);
        refused(waits[i].call(), waits[i].name);
        must(sl_host_end(held_open));
        if (waits[i].call == wait_nested_finalize)
            is_int(sl_finalize(), SL_SUCCESS, "after the end of the access it succeeds");
        must(sl_wait());
        ok(memory[N - 1] == 0, "a wrapped view that was destroyed is not written");
        const double *y = SL_HOST_READ(double, third);
        ok(y && y[N - 1] == (double)i + 1, "after the end of the access the loops run");
        must(sl_host_end(third));
    }
    end();
}

/* A full queue. */
static void test_room(void)
{
    start("600", "8");
    must(SL_HOST_WRITE(double, held_open) ? SL_SUCCESS : sl_last_status());
    sl_status status = SL_SUCCESS;
    int n = 0;
    for (; n < 100 && status == SL_SUCCESS; n++)
        status = sl_forall(stuck_copy, SL_RANGE(0, N), held_open, second);
    refused(status, "a loop for which there is no room in the queue");
    ok(n > 4 && n < 100, "after some that were queued");
    must(sl_host_end(held_open));
    end();
}

/* What does not need the view is waited for. */
static void test_others(void)
{
    double total = 0;
    sl_event *before = NULL;
    start("600", "4096");
    copy(apart, third);
    must(sl_event_record(&before));
    const double *x = SL_HOST_READ(double, held_open);
    copy(held_open, second);
    is_int(sl_wait(), SL_SUCCESS, "a thread that reads a view waits for loops that read it");
    copy(second, held_open);
    copy(apart, third);
    is_int(sl_view_wait(third), SL_SUCCESS, "with one that writes it queued, for other views");
    is_int(sl_event_wait(before), SL_SUCCESS, "and for an event before");
    is_int(sl_reduce(stuck_sum, SL_RANGE(0, N), apart, &total), SL_SUCCESS, "and for a reduction over another view");
    is_int(sl_reduce(stuck_sum, SL_RANGE(0, N), second, &total), SL_SUCCESS, "and over one that the stuck loop reads");
    ok(x != NULL, "the view is open all the while");
    refused(sl_wait(), "sl_wait");
    must(sl_host_end(held_open));
    is_int(sl_wait(), SL_SUCCESS, "afterwards for all");
    sl_event_destroy(&before);
    end();
}

/* ---- threads ---- */

static pthread_barrier_t meet;
static _Atomic int wrong;

static void *end_of_another(void *arg)
{
    wrong += sl_host_end(arg) != SL_ERR_STATE;
    wrong += strstr(sl_last_error(), "another thread") == NULL;
    return NULL;
}

static void *read_together(void *arg)
{
    wrong += SL_HOST_READ(double, (sl_view *)arg) == NULL;
    pthread_barrier_wait(&meet);
    wrong += sl_host_end(arg) != SL_SUCCESS;
    wrong += sl_host_end(arg) != SL_ERR_STATE;
    pthread_barrier_wait(&meet);
    return NULL;
}

static void test_owners(void)
{
    enum { THREADS = 40 };
    pthread_t thread[THREADS];
    static const sl_access accesses[] = {SL_READ, SL_WRITE, SL_RDWR};
    start("600", "4096");
    for (int a = 0; a < 3; a++) {
        must(sl_host_begin(held_open, accesses[a], SL_DOUBLE, NULL) ? SL_SUCCESS : sl_last_status());
        pthread_create(&thread[0], NULL, end_of_another, held_open);
        pthread_join(thread[0], NULL);
        is_int(sl_host_end(held_open), SL_SUCCESS, "access %d ends in the thread that has begun it", accesses[a]);
    }
    is_int(atomic_load(&wrong), 0, "and in no other one");
    pthread_barrier_init(&meet, NULL, THREADS);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, read_together, held_open);
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    is_int(atomic_load(&wrong), 0, "%d threads read a view at a time, and each ends its own access", THREADS);
    is_int(sl__view_host_state(held_open), 0, "the view is free then");
    end();
}

static void *wait_elsewhere(void *arg)
{
    wrong += sl_view_wait(arg) != SL_ERR_STALLED;
    wrong += strstr(sl_last_error(), "\"held_open\" (writing)") == NULL;
    wrong += strstr(sl_last_error(), "\"apart\" (reading)") == NULL;
    wrong += strstr(sl_last_error(), "\"third\"") != NULL;
    if (atomic_load(&wrong))
        diag("%s", sl_last_error());
    return NULL;
}

static void test_stall(void)
{
    pthread_t thread;
    start("1", "4096");
    must(SL_HOST_WRITE(double, held_open) ? SL_SUCCESS : sl_last_status());
    must(SL_HOST_READ(double, apart) ? SL_SUCCESS : sl_last_status());
    copy(held_open, second);
    pthread_create(&thread, NULL, wait_elsewhere, second);
    pthread_join(thread, NULL);
    is_int(atomic_load(&wrong), 0, "a thread that waits for another one stalls, and hears of all views that are open");
    is_int(sl_finalize(), SL_ERR_BUSY, "the library does not end");
    like(sl_last_error(), "held_open", "and says which views are open");
    like(sl_last_error(), "apart", "all of them");
    must(sl_host_end(held_open));
    must(sl_host_end(apart));
    end();
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    test_waits();
    test_room();
    test_others();
    test_owners();
    test_stall();
    return done_testing();
}
