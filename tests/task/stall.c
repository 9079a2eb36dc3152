/* SPDX-License-Identifier: BSD-3-Clause */
/* A stall is found and named, and everything completes once its cause is gone. */
#include <time.h>

#include <starloop/starpu.h>

#include "data/view.h"
#include "holder.h"
#include "misuse.h"

SL_KERNEL_DECLARE(st_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(st_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(st_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 50 };
static sl_view *x, *y, *z;

static void hold(void)
{
    holder_open(x);
}

static void test_waits(void)
{
    sl_event *event = NULL;
    hold();
    is_int(sl_forall_with(SL_POLICY(.label = "the loop that waits"), st_add, SL_RANGE(0, N), 1.0, x), SL_SUCCESS,
           "a loop on a view that the host holds is queued");
    is_int(sl_forall_with(SL_POLICY(.label = "the one behind it"), st_copy, SL_RANGE(0, N), x, y), SL_SUCCESS,
           "and one behind it");
    is_int(sl_event_record(&event), SL_SUCCESS, "and an event");
    refused(sl_wait(), SL_ERR_STALLED, "sl_wait", "sl_wait: ", "2 tasks", "the loop that waits");
    refused(sl_view_wait(y), SL_ERR_STALLED, "sl_view_wait", "sl_view_wait: ", "\"y\"", "the loop that waits");
    refused(sl_event_wait(event), SL_ERR_STALLED, "sl_event_wait", "sl_event_wait: ", "the loop that waits");
    is_int(sl_event_test(event), 0, "the event is not done");
    sl_clear_error();
    ok(SL_HOST_READ(double, y) == NULL && sl_last_status() == SL_ERR_STALLED,
       "SL_HOST_READ gives NULL and SL_ERR_STALLED");
    is_int(holder_end(), SL_SUCCESS, "the host lets go");
    is_int(sl_wait(), SL_SUCCESS, "and everything completes");
    is_int(sl_event_test(event), 1, "the event is done");
    is_int(misuse_changed(x, 1), 0, "the first loop has run");
    is_int(misuse_changed(y, 1), 0, "and so has the second");
    sl_event_destroy(&event);
}

/* A call that waits gives up; its task is still queued, and must not write to what the caller has left. */
static void test_call(void)
{
    double s = -7;
    hold();
    sl_forall_with(SL_POLICY(.label = "the loop before"), st_copy, SL_RANGE(0, N), x, y);
    refused(sl_reduce(st_sum, SL_RANGE(0, N), y, &s), SL_ERR_STALLED, "sl_reduce behind a stalled loop",
            "sl_reduce: ", "the loop before");
    refused(sl_forall_with(SL_POLICY(.synchronous = 1), st_copy, SL_RANGE(0, N), y, z), SL_ERR_STALLED,
            "a synchronous loop behind it", "sl_forall: ", "the loop before");
    is_int(holder_end(), SL_SUCCESS, "the host lets go");
    is_int(sl_wait(), SL_SUCCESS, "and everything completes");
    ok(s == -7, "the result of the call that had failed is not written");
    is_int(sl_reduce(st_sum, SL_RANGE(0, N), y, &s), SL_SUCCESS, "sl_reduce works again");
    is_close(s, 1225, 0, "and gives the sum");
    is_int(sl_forall(st_copy, SL_RANGE(0, N), y, z), SL_SUCCESS,
           "the output of the call that gave up is written again");
    is_int(misuse_changed(z, 0), 0, "and is good");
}

/* A wrapped view is destroyed behind a stall: its memory is the caller's, whatever the queued tasks would do. */
static void test_wrapped(void)
{
    static double memory[N];
    sl_view *w = NULL, *again = NULL;
    int changed = 0;
    is_int(sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w), SL_SUCCESS, "a wrapped view");
    hold();
    sl_forall_with(SL_POLICY(.label = "the loop before"), st_copy, SL_RANGE(0, N), x, w);
    sl_forall(st_add, SL_RANGE(0, N), 1.0, w);
    sl_forall(st_copy, SL_RANGE(0, N), w, z);
    sl_clear_error();
    const sl_view *slot = w;
    sl_view_destroy(&w);
    is_int(sl_last_status(), SL_ERR_STALLED, "destroying it behind a stall says so");
    sl__failure *why = sl__view_poison(slot);
    is_int(sl_view_wrap("again", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &again), SL_SUCCESS,
           "its memory can be wrapped again");
    sl_view_destroy(&again);
    for (int i = 0; i < N; i++)
        memory[i] = -1;
    is_int(holder_end(), SL_SUCCESS, "the host lets go");
    is_int(sl_wait(), SL_SUCCESS, "and everything completes");
    for (int i = 0; i < N; i++)
        changed += memory[i] != -1;
    is_int(changed, 0, "the memory of the destroyed view is not written");
    surfaces(sl_view_wait(z), SL_ERR_STALLED, "what was to be computed from it", "\"w\"", "given up");
    is_int(sl_forall(st_copy, SL_RANGE(0, N), x, z), SL_SUCCESS, "it is written again");
    is_int(misuse_changed(z, 0), 0, "and is good");
    is_int(sl_wait(), SL_SUCCESS, "nothing is left");
    ok(why != NULL && atomic_load(&why->references) == 1, "not even the failure of the view that is gone");
    sl__failure_release(why);
}

/* Tasks behind a codelet of the program's own are no stall while that runs; paused, they are. */
static void sleep_in_codelet(void *buffers[], void *arg)
{
    struct timespec t = {1, 800000000};
    (void)buffers, (void)arg;
    nanosleep(&t, NULL);
}

static struct starpu_codelet own_codelet = {
    .cpu_funcs = {sleep_in_codelet}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "own"};

static void test_own_codelet(void)
{
    is_int(starpu_task_insert(&own_codelet, STARPU_RW, sl_view_starpu_handle(x), 0), 0,
           "a codelet of the program's own, longer than the limit");
    sl_forall(st_copy, SL_RANGE(0, N), x, y);
    is_int(sl_wait(), SL_SUCCESS, "what is behind it is not stalled");
    is_int(sl_pause(), SL_SUCCESS, "sl_pause");
    sl_forall_with(SL_POLICY(.label = "the paused loop"), st_copy, SL_RANGE(0, N), x, y);
    refused(sl_wait(), SL_ERR_STALLED, "sl_wait while paused", "sl_wait: ", "the paused loop");
    is_int(sl_resume(), SL_SUCCESS, "sl_resume");
    is_int(sl_wait(), SL_SUCCESS, "and everything completes");
}

static int sleep_long(void *arg)
{
    struct timespec t = {2, 500000000};
    (void)arg;
    nanosleep(&t, NULL);
    return 0;
}

int main(void)
{
    setenv("STARLOOP_STALL_SECONDS", "1", 1);
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 0);
    z = misuse_vector("z", N, 0);
    test_waits();
    test_call();
    test_wrapped();
    test_own_codelet();
    is_int(sl_task(sleep_long, NULL, SL_RW(x)), SL_SUCCESS, "a task that runs for longer than the limit is queued");
    sl_forall(st_copy, SL_RANGE(0, N), x, y);
    is_int(sl_wait(), SL_SUCCESS, "and is no stall");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
