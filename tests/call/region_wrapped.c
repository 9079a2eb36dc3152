/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions over wrapped views: when the program has destroyed one its memory is the program's, whatever regions would do
 * with it, and regions let go of views without a wait. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "data/view.h"
#include "look_for.h"
#include "loop_testing.h"
#include "misuse.h"
#include "region_wrapped.h"

SL_KERNEL_DECLARE(rw_add, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(rw_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(rw_destroy, (i), out(double, 1, y, own));

enum { N = 500 };

static double memory[N];
static sl_view *w;

static void wrap(double value)
{
    for (int i = 0; i < N; i++)
        memory[i] = value;
    must(sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w));
}

/* Elements of the memory that are not so. */
static int differ(double value)
{
    int count = 0;
    for (int i = 0; i < N; i++)
        count += memory[i] != value;
    return count;
}

/* Adds 1 to the wrapped view. */
static sl_region *record(void)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, w));
    must(sl_region_end(region));
    return region;
}

static int pause_a_while(void *arg)
{
    (void)arg;
    usleep(200000);
    return 0;
}

/* A run of a region that uses a destroyed view is an error, and writes nothing. */
static void is_lost(sl_region *region, double value)
{
    refused(sl_region_run(region), SL_ERR_DESTROYED, "a run after that", "sl_region_run: ", "\"w\"", "destroyed");
    must(sl_wait());
    is_int(differ(value), 0, "and writes none of the memory");
}

static void test_waits(void)
{
    sl_region_counts counts;
    wrap(0);
    sl_region *region = record();
    must(sl_task(pause_a_while, NULL, SL_RW(w)));
    must(sl_region_run(region));
    must(sl_region_run(region));
    sl_view_destroy(&w);
    is_int(differ(2), 0, "when a wrapped view is destroyed that a region uses, all that was queued is in its memory");
    for (int i = 0; i < N; i++)
        memory[i] = 7;
    is_lost(region, 7);
    must(sl_region_count(region, &counts));
    ok(counts.calls == 1 && counts.runs == 2, "the counts are those of before: %d calls, %lld runs", counts.calls,
       (long long)counts.runs);
    is_int(SL_REGION_SET(region, 0, double, a, 3.0), SL_SUCCESS, "a scalar of it can be changed");
    wrap(1);
    ok(w != NULL, "the memory can be wrapped again");
    is_lost(region, 1);
    must(sl_region_begin(&region));
    must(sl_forall(rw_add, SL_RANGE(0, N), 4.0, w));
    must(sl_region_end(region));
    must(sl_region_run(region));
    sl_view_destroy(&w);
    is_int(differ(5), 0, "recorded anew the region runs");
    sl_region_destroy(&region);
}

/* Of the program's references the last one counts, and other views of the region are not touched. */
static void test_references(void)
{
    sl_view *x = misuse_vector("x", N, 0), *second;
    sl_region *region = NULL, *other = NULL;
    wrap(0);
    second = sl_view_retain(w);
    must(sl_region_begin(&region));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, x));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, w));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, w));
    must(sl_region_end(region));
    must(sl_region_begin(&other));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, x));
    must(sl_region_end(other));
    sl_view_destroy(&w);
    is_int(sl_region_run(region), SL_SUCCESS, "a region runs while the program has another reference to the view");
    sl_view_destroy(&second);
    is_int(differ(2), 0, "the last one waits");
    is_lost(region, 2);
    is_int(misuse_changed(x, 1), 0, "nor is any other loop of the region run");
    is_int(sl_region_run(other), SL_SUCCESS, "a region without the view runs");
    is_int(misuse_changed(x, 2), 0, "and does what it did");
    sl_view *stale = x;
    sl_view_destroy(&x);
    ok(sl__view_live(stale), "a region keeps a managed view");
    sl_region_destroy(&region);
    sl_region_destroy(&other);
    ok(!sl__view_live(stale), "but no longer than it lives");
}

static void test_recording(void)
{
    sl_region *region = NULL;
    sl_view *x = misuse_vector("x", N, 0);
    wrap(3);
    must(sl_region_begin(&region));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, w));
    sl_view_destroy(&w);
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, x));
    refused(sl_region_end(region), SL_ERR_DESTROYED, "the end of a region whose view was destroyed meanwhile",
            "sl_region_end: ", "\"w\"", "destroyed");
    refused(sl_region_run(region), SL_ERR_DESTROYED, "and its run", "sl_region_run: ", "\"w\"", "destroyed");
    must(sl_wait());
    is_int(differ(3) + misuse_changed(x, 0), 0, "and does nothing");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

static _Atomic int destroyed;

void region_wrapped_destroy(void)
{
    sl_view_destroy(&w);
    atomic_store(&destroyed, 1);
}

static int destroy_it(void *arg)
{
    (void)arg;
    region_wrapped_destroy();
    return 0;
}

/* The run waits for this very thread: a region that waited for the run would wait for ever. */
static void test_never_waits(int anew)
{
    const char *what = anew ? "a region that is recorded anew" : "a region that is destroyed";
    sl_view *x = misuse_vector("x", N, 0);
    sl_region *region = NULL;
    wrap(0);
    must(sl_region_begin(&region));
    must(sl_forall(rw_copy, SL_RANGE(0, N), x, w));
    must(sl_region_end(region));
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; i < N; i++)
        p[i] = 8;
    must(sl_region_run(region));
    atomic_store(&destroyed, 0);
    must(sl_task(destroy_it, NULL)); /* where it cannot wait */
    ok(look_for(&destroyed, 1), "a task destroys the view of a run that waits for this thread");
    refused(sl_region_run(region), SL_ERR_DESTROYED, "a run after that", "sl_region_run: ", "\"w\"");
    if (anew) {
        must(sl_region_begin(&region));
        must(sl_region_end(region));
    } else {
        sl_region_destroy(&region);
    }
    is_int(sl_last_status(), SL_SUCCESS, "%s does not wait for that run", what);
    must(sl_host_end(x));
    is_int(sl_wait(), SL_SUCCESS, "which runs then");
    is_int(differ(8), 0, "and writes what it would have written");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* What else waits is refused there. */
static void test_in_region(void)
{
    sl_region *region = NULL;
    sl_view *x = misuse_vector("x", N, 0);
    wrap(0);
    double *p = SL_HOST_WRITE(double, x); /* so that a wait would not end */
    for (int i = 0; i < N; i++)
        p[i] = 6;
    must(sl_forall(rw_copy, SL_RANGE(0, N), x, w));
    must(sl_region_begin(&region));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, x));
    sl_clear_error();
    refused((sl_view_destroy(&w), sl_last_status()), SL_ERR_CONTEXT, "to destroy a view that is in use in a region",
            "sl_view_destroy: ", "\"w\"", "sl_region_end()", "sl_wait()");
    ok(w == NULL, "sets the handle to NULL");
    is_int(sl_region_end(region), SL_SUCCESS, "and is not one of the calls that are recorded");
    must(sl_host_end(x));
    is_int(sl_wait(), SL_SUCCESS, "what was queued runs");
    is_int(differ(6), 0, "and is in the memory after the next wait");
    wrap(3);
    must(sl_region_begin(&region));
    must(sl_forall(rw_add, SL_RANGE(0, N), 1.0, x));
    sl_view_destroy(&w);
    is_int(sl_last_status(), SL_SUCCESS, "one that nothing uses can be destroyed there");
    wrap(4);
    must(sl_region_end(region));
    sl_view_destroy(&w);
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* In the body of a loop no lock of a region may be taken: the next wait does what is to be done. */
static void test_body(void)
{
    sl_view *y = misuse_vector("y", 1, 0);
    wrap(0);
    sl_region *region = record();
    must(sl_region_run(region));
    must(sl_forall(rw_destroy, SL_RANGE(0, 1), y));
    must(sl_wait());
    is_int(differ(1), 0, "a view that a body has destroyed is in its memory after the next wait");
    is_lost(region, 1);
    wrap(1);
    ok(w != NULL, "and the memory can be wrapped again");
    sl_view_destroy(&w);
    sl_region_destroy(&region);
    sl_view_destroy(&y);
}

static _Atomic int64_t runs;
static _Atomic int other_errors;

static void *run_until_lost(void *arg)
{
    sl_status status;
    while ((status = sl_region_run(arg)) == SL_SUCCESS)
        atomic_fetch_add(&runs, 1);
    atomic_fetch_add(&other_errors, status != SL_ERR_DESTROYED);
    return NULL;
}

/* Threads run the region while another one destroys its view: each run is wholly before or not at all. */
static void test_threads(void)
{
    enum { ROUNDS = 40, THREADS = 2 };
    int bad = 0;
    atomic_store(&other_errors, 0);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t thread[THREADS];
        wrap(0);
        sl_region *region = record();
        atomic_store(&runs, 0);
        for (int t = 0; t < THREADS; t++)
            pthread_create(&thread[t], NULL, run_until_lost, region);
        usleep((useconds_t)(round * 50));
        sl_view_destroy(&w);
        const double first = memory[0];
        bad += differ(first);
        for (int i = 0; i < N; i++)
            memory[i] = -1;
        for (int t = 0; t < THREADS; t++)
            pthread_join(thread[t], NULL);
        must(sl_wait());
        bad += differ(-1) + (first != (double)atomic_load(&runs));
        sl_region_destroy(&region);
    }
    is_int(bad, 0, "threads that run a region whose view is destroyed do so before that, or not at all");
    is_int(atomic_load(&other_errors), 0, "and are told why");
}

int main(void)
{
    setenv("STARLOOP_STALL_SECONDS", "2", 1);
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    test_waits();
    test_references();
    test_recording();
    test_never_waits(0);
    test_never_waits(1);
    test_in_region();
    test_body();
    test_threads();
    must(sl_finalize());
    return done_testing();
}
