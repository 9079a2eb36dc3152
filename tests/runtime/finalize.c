/* SPDX-License-Identifier: BSD-3-Clause */
/* The library is started and ended again and again while other threads go on calling it: each call succeeds or says
 * why not, and the end comes, though they go on. Objects of programs that are used when they are gone are found. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include <starloop/kernel.h>
#include <starloop/region.h>
#include <starloop/starpu.h>

#include "tap.h"

SL_KERNEL_DECLARE(fin_add, (i), inout(double, 1, x, own));

enum { N = 100, BIG = 40000, ROUNDS = 20, QUICK_ROUNDS = 6 };

static _Atomic int stop, wrong;

/* Whether a call did what it should at such a time: it may also find that its view went with an earlier round. */
static int fair(const char *what, sl_status status)
{
    if (status == SL_SUCCESS)
        return 1;
    if (status != SL_ERR_STATE && status != SL_ERR_DESTROYED && status != SL_ERR_BUSY &&
        atomic_fetch_add(&wrong, 1) < 5)
        diag("%s: %s: %s", what, sl_status_name(status), sl_last_error());
    return 0;
}

static sl_view *take_view(sl_index n)
{
    sl_view *v = NULL;
    (void)fair("sl_view_create", sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &v));
    return v;
}

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

static void call_views(sl_view *v)
{
    (void)v;
}
static void call_wrap(sl_view *v)
{
    static _Thread_local double memory[N];
    sl_view *w = NULL;
    (void)v;
    if (fair("sl_view_wrap", sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w)))
        (void)fair("sl_forall", sl_forall(fin_add, SL_RANGE(0, N), w));
    sl_view_destroy(&w);
}
static void call_forall(sl_view *v)
{
    for (int i = 0; i < 20; i++)
        (void)fair("sl_forall", sl_forall(fin_add, SL_RANGE(0, N), v));
}
static void call_wait(sl_view *v)
{
    (void)fair("sl_forall", sl_forall(fin_add, SL_RANGE(0, N), v));
    (void)fair("sl_wait", sl_wait());
    (void)fair("sl_view_wait", sl_view_wait(v));
}
static void call_host(sl_view *v)
{
    const double *p = SL_HOST_READ(double, v);
    if (p == NULL)
        (void)fair("SL_HOST_READ", sl_last_status());
    else if (sl_host_end(v) != SL_SUCCESS)
        atomic_fetch_add(&wrong, 1);
}
static void call_event(sl_view *v)
{
    sl_event *event = NULL;
    (void)fair("sl_forall", sl_forall(fin_add, SL_RANGE(0, N), v));
    if (fair("sl_event_record", sl_event_record(&event)))
        (void)fair("sl_event_wait", sl_event_wait(event));
    (void)sl_event_test(event);
    sl_event_destroy(&event);
}
static void call_region(sl_view *v)
{
    sl_region *region = NULL;
    if (fair("sl_region_begin", sl_region_begin(&region))) {
        (void)fair("sl_forall", sl_forall(fin_add, SL_RANGE(0, N), v));
        if (fair("sl_region_end", sl_region_end(region)))
            (void)fair("sl_region_run", sl_region_run(region));
    }
    for (int i = 0; region != NULL && i < 1000; i++, sched_yield())
        sl_region_destroy(&region); /* not while the library ends */
}
static void call_task(sl_view *v)
{
    (void)fair("sl_task", sl_task(nothing, NULL, SL_RW(v)));
    (void)fair("sl_view_split", sl_view_split(v, SL_SPLIT(2)));
    (void)fair("sl_view_join", sl_view_join(v));
}
static void call_pause(sl_view *v)
{
    (void)v;
    if (fair("sl_pause", sl_pause()))
        (void)fair("sl_resume", sl_resume());
}

typedef void calls(sl_view *v);

static void *hammer(void *arg)
{
    calls *const call = *(calls *const *)arg;
    const struct timespec pace = {0, 20000};
    while (!atomic_load(&stop)) {
        nanosleep(&pace, NULL); /* or the thread that starts and ends the library has no core to run on */
        sl_view *v = take_view(call == call_forall ? BIG : N);
        if (v != NULL)
            call(v);
        sl_view_destroy(&v);
    }
    return NULL;
}

static void test_kind(const char *name, calls *call, int threads, int rounds)
{
    enum { MOST = 300 };
    static pthread_t thread[MOST];
    int bad = 0, busy = 0;
    atomic_store(&stop, 0);
    atomic_store(&wrong, 0);
    for (int t = 0; t < threads; t++)
        pthread_create(&thread[t], NULL, hammer, &call);
    for (int r = 0; r < rounds; r++) {
        bad += sl_init(NULL) != SL_SUCCESS;
        for (int i = 0; i < 4; i++)
            sched_yield();
        sl_status status;
        while ((status = sl_finalize()) == SL_ERR_BUSY) /* another thread has a view open */
            busy++;
        bad += status != SL_SUCCESS;
    }
    atomic_store(&stop, 1);
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    is_int(bad, 0, "the library starts and ends %d times while %d threads go on with %s", rounds, threads, name);
    is_int(atomic_load(&wrong), 0, "whose calls succeed, or say that it does not run (%d times a view was open)", busy);
}

/* A task that queues the next one, while the library ends: it is no other thread's call. */
static _Atomic int left;
static int next(void *arg)
{
    if (atomic_fetch_sub(&left, 1) > 1)
        (void)fair("sl_task in a task", sl_task(next, arg, SL_RW((sl_view *)arg)));
    return 0;
}

static void test_tasks(void)
{
    atomic_store(&wrong, 0);
    atomic_store(&left, 100);
    ok(sl_init(NULL) == SL_SUCCESS, "the library starts");
    sl_view *v = take_view(N);
    ok(sl_task(next, v, SL_RW(v)) == SL_SUCCESS, "a host task that queues another one, and so on");
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    is_int(atomic_load(&left), 0, "when all of them have run");
    is_int(atomic_load(&wrong), 0, "none was refused");
}

static void test_stale(void)
{
    ok(sl_init(NULL) == SL_SUCCESS, "the library starts");
    sl_view *v = take_view(N);
    sl_event *event = NULL, *old_event;
    sl_region *region = NULL, *old_region;
    sl_region_counts counts;
    ok(sl_event_record(&event) == SL_SUCCESS && sl_region_begin(&region) == SL_SUCCESS &&
           sl_forall(fin_add, SL_RANGE(0, N), v) == SL_SUCCESS && sl_region_end(region) == SL_SUCCESS,
       "an event and a region");
    old_event = event;
    old_region = region;
    sl_event_destroy(&event);
    sl_region_destroy(&region);
    ok(event == NULL && region == NULL, "are destroyed");
    for (int i = 0; i < 300; i++) { /* their slots rest */
        sl_event *e = NULL;
        sl_region *r = NULL;
        if (sl_event_record(&e) != SL_SUCCESS || sl_region_begin(&r) != SL_SUCCESS || sl_region_end(r) != SL_SUCCESS)
            ok(0, "others are made");
        sl_event_destroy(&e);
        sl_region_destroy(&r);
    }
    is_int(sl_event_wait(old_event), SL_ERR_DESTROYED, "a stale event is found by sl_event_wait");
    is_int(sl_event_test(old_event), -1, "and by sl_event_test");
    sl_event *again = old_event;
    sl_clear_error();
    sl_event_destroy(&again);
    is_int(sl_last_status(), SL_ERR_DESTROYED, "and by sl_event_destroy");
    is_int(sl_region_run(old_region), SL_ERR_DESTROYED, "a stale region is found by sl_region_run");
    is_int(sl_region_end(old_region), SL_ERR_DESTROYED, "by sl_region_end");
    is_int(sl_region_count(old_region, &counts), SL_ERR_DESTROYED, "by sl_region_count");
    sl_region *begin = old_region;
    is_int(sl_region_begin(&begin), SL_ERR_DESTROYED, "by sl_region_begin");
    sl_clear_error();
    sl_region_destroy(&begin);
    is_int(sl_last_status(), SL_ERR_DESTROYED, "and by sl_region_destroy");
    sl_view_destroy(&v);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
}

int main(void)
{
    static const struct {
        const char *name;
        calls *call;
    } kinds[] = {
        {"views", call_views},    {"wrapped views", call_wrap},         {"loops", call_forall},
        {"waits", call_wait},     {"host accesses", call_host},         {"events", call_event},
        {"regions", call_region}, {"host tasks and splits", call_task}, {"pauses", call_pause},
    };
    sl_log_set_level(SL_LOG_NONE);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        test_kind(kinds[i].name, kinds[i].call, 3, quick() ? QUICK_ROUNDS : ROUNDS);
    test_kind("events", call_event, 270, quick() ? 1 : 2); /* more threads than have places at the gate */
    test_tasks();
    test_stale();
    return done_testing();
}
