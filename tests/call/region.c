/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions: recorded loops against the same loops in plain C, changed scalars, misuse, failures, lifetimes. */
#include <pthread.h>
#include <stdatomic.h>

#include "exec/cpu/cpu.h"
#include "look_for.h"
#include "loop_testing.h"
#include "region_barrier.h"

SL_KERNEL_DECLARE(rg_push, (i), scalar(double, dt), inout(double, 1, x, own), in(double, 1, v, own));
SL_KERNEL_DECLARE(rg_pull, (i), in(double, 1, x, halo(1)), inout(double, 1, v, own), scalar(double, k));
SL_KERNEL_DECLARE(rg_energy, (i), in(double, 1, v, own), reduce(double, sum, e));
SL_KERNEL_DECLARE(rg_fail, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own));

SL_KERNEL_DECLARE(rg_earlier, (i), inout(double, 1, x, own));
SL_KERNEL_DECLARE(rg_later, (i), inout(double, 1, x, own));

extern const sl_kernel rg_earlier__kernel;

enum { MOST = 20000 };

static double px[MOST], pv[MOST]; /* the plain twin's */

static void plain_fill(int n)
{
    for (int i = 0; i < n; i++) {
        px[i] = (double)(i % 17);
        pv[i] = (double)(i % 5) - 2;
    }
}

static void plain_step(int n, double dt, double k)
{
    for (int i = 0; i < n; i++)
        px[i] += dt * pv[i];
    for (int i = 1; i < n - 1; i++)
        pv[i] += k * (px[i - 1] - 2 * px[i] + px[i + 1]);
}

static long wrong(sl_view *view, const double *want, int n)
{
    long count = 0;
    const double *got = SL_HOST_READ(double, view);
    for (int i = 0; got && i < n; i++)
        count += !(fabs(got[i] - want[i]) <= 1e-12 * (1 + fabs(want[i])));
    sl_host_end(view);
    return got ? count : n;
}

static void make(int n, sl_view **x, sl_view **v)
{
    plain_fill(n);
    *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    *v = view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    memcpy(SL_HOST_WRITE(double, *x), px, (size_t)n * sizeof *px);
    sl_host_end(*x);
    memcpy(SL_HOST_WRITE(double, *v), pv, (size_t)n * sizeof *pv);
    sl_host_end(*v);
}

static sl_region *record(int n, double dt, double k, sl_view *x, sl_view *v, sl_view *e)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, n), dt, x, v));
    must(sl_forall(rg_pull, SL_RANGE(1, n - 1), x, v, k));
    must(sl_forall(rg_energy, SL_RANGE(0, n), v, SL_INTO(e)));
    must(sl_region_end(region));
    return region;
}

static void test_runs(int n, int steps)
{
    sl_view *x, *v, *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS());
    make(n, &x, &v);
    sl_region *region = record(n, 0.25, 0.125, x, v, e);
    is_int(wrong(x, px, n), 0, "recording %d elements runs nothing", n);
    double dt = 0.25;
    for (int s = 0; s < steps; s++) {
        if (s == steps / 2) {
            dt = 0.5;
            is_int(SL_REGION_SET(region, 0, double, dt, dt), SL_SUCCESS, "a scalar is changed half way");
        }
        must(sl_region_run(region));
        plain_step(n, dt, 0.125);
    }
    is_int(wrong(x, px, n), 0, "%d runs over %d elements give the positions of plain C", steps, n);
    is_int(wrong(v, pv, n), 0, "and the velocities");
    double energy = 0, got = 0;
    for (int i = 0; i < n; i++)
        energy += pv[i] * pv[i];
    const double *p = SL_HOST_READ(double, e);
    got = p ? *p : NAN;
    sl_host_end(e);
    ok(fabs(got - energy) <= 1e-11 * energy, "and the energy: %.17g, want %.17g", got, energy);
    sl_region_counts counts;
    must(sl_region_count(region, &counts));
    ok(counts.calls == 3 && counts.tasks == 1 && counts.runs == steps, "3 calls, 1 task, %d runs are counted", steps);
    if (sl_gpus() > 0)
        diag("captures %lld, replays %lld, updates %lld", (long long)counts.captures, (long long)counts.replays,
             (long long)counts.updates);
    sl_region_destroy(&region);
    ok(region == NULL, "the handle is NULL");
    sl_view_destroy(&x);
    sl_view_destroy(&v);
    sl_view_destroy(&e);
}

/* A run is ordered with other loops and host accesses. */
static void test_order(void)
{
    enum { N = 3000 };
    sl_view *x, *v, *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS());
    make(N, &x, &v);
    sl_region *region = record(N, 0.5, 0.25, x, v, e);
    long bad = 0;
    for (int s = 0; s < 40; s++) {
        must(sl_forall(rg_push, SL_RANGE(0, N), 1.0, x, v));
        must(sl_region_run(region));
        must(sl_forall(rg_push, SL_RANGE(0, N), -0.5, x, v));
        for (int i = 0; i < N; i++)
            px[i] += 1.0 * pv[i];
        plain_step(N, 0.5, 0.25);
        for (int i = 0; i < N; i++)
            px[i] += -0.5 * pv[i];
        if (s % 10 == 9)
            bad += wrong(x, px, N);
    }
    is_int(bad, 0, "runs, loops and host accesses come in the order of the calls");
    sl_view_destroy(&x);
    sl_view_destroy(&e);
    must(sl_region_run(region));
    plain_step(N, 0.5, 0.25);
    is_int(wrong(v, pv, N), 0, "a region keeps its views alive");
    must(sl_region_run(region));
    sl_region_destroy(&region);
    plain_step(N, 0.5, 0.25);
    is_int(wrong(v, pv, N), 0, "a queued run survives its region");
    sl_view_destroy(&v);
}

static void test_many(void)
{
    enum { N = 500, CALLS = 150, RUNS = 5 };
    sl_view *x, *v;
    sl_region *region = NULL;
    sl_region_counts counts;
    make(N, &x, &v);
    must(sl_region_begin(&region));
    for (int i = 0; i < CALLS / 2; i++) {
        must(sl_forall(rg_push, SL_RANGE(0, N), 0.5, x, v));
        must(sl_forall(rg_pull, SL_RANGE(1, N - 1), x, v, 0.25));
    }
    must(sl_region_end(region));
    for (int r = 0; r < RUNS; r++)
        must(sl_region_run(region));
    for (int i = 0; i < RUNS * CALLS / 2; i++)
        plain_step(N, 0.5, 0.25);
    is_int(wrong(v, pv, N), 0, "a region of %d loops gives what plain C gives", CALLS);
    must(sl_region_count(region, &counts));
    ok(counts.calls == CALLS && counts.tasks > 1, "and takes %d tasks", counts.tasks);
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, N), -1.0, x, v));
    must(sl_region_end(region));
    must(sl_region_run(region));
    for (int i = 0; i < N; i++)
        px[i] -= pv[i];
    is_int(wrong(x, px, N), 0, "recorded anew it does the new thing");
    must(sl_region_begin(&region));
    must(sl_region_end(region));
    is_int(sl_region_run(region), SL_SUCCESS, "an empty region runs");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

/* Regions do not nest: a program that lets them has recorded something else than it means. */
static void test_in_each_other(void)
{
    sl_view *x, *v;
    sl_region *outer = NULL, *inner = NULL, *third = NULL;
    const char *const what[] = {"begin of one", "run of another one", "run of the same"};
    make(100, &x, &v);
    must(sl_region_begin(&inner));
    must(sl_forall(rg_push, SL_RANGE(0, 100), 1.0, x, v));
    must(sl_region_end(inner));
    for (int k = 0; k < 3; k++) {
        must(sl_region_begin(&outer));
        must(sl_forall(rg_push, SL_RANGE(0, 100), 1.0, x, v));
        is_int(k == 0 ? sl_region_begin(&third) : sl_region_run(k == 1 ? inner : outer), SL_ERR_STATE,
               "%s while a region is recorded", what[k]);
        is_int(sl_region_end(outer), SL_ERR_STATE, "spoils the recording");
        like(sl_last_error(), k == 0 ? "sl_region_begin: expected" : "sl_region_run: expected", "which names it");
        is_int(sl_region_run(outer), SL_ERR_STATE, "so a run is refused");
        like(sl_last_error(), "spoilt by", "which says why");
    }
    ok(third == NULL, "and no handle was written");
    is_int(sl_region_run(inner), SL_SUCCESS, "the other region runs as before");
    sl_region_destroy(&outer);
    sl_region_destroy(&inner);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

static void test_misuse(void)
{
    sl_view *x, *v, *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_region *region = NULL, *other = NULL;
    sl_region_counts counts;
    sl_event *event = NULL;
    double sum = 0, dt = 1;
    make(100, &x, &v);
    must(sl_event_record(&event));
    is_int(sl_region_begin(NULL), SL_ERR_ARGUMENT, "begin without a place for the region");
    is_int(sl_region_end(NULL), SL_ERR_ARGUMENT, "end of nothing");
    is_int(sl_region_run(NULL), SL_ERR_ARGUMENT, "run of nothing");
    must(sl_region_begin(&region));
    is_int(sl_region_set(region, 0, "dt", &dt, sizeof dt), SL_ERR_STATE, "set in one");
    is_int(sl_wait(), SL_ERR_CONTEXT, "sl_wait in a region");
    like(sl_last_error(), "sl_region_end", "says where it stands");
    ok(SL_HOST_READ(double, x) == NULL && sl_last_status() == SL_ERR_CONTEXT, "host access in a region");
    like(sl_last_error(), "sl_region_end", "says it, too");
    ok(SL_HOST_WRITE(double, x) == NULL && sl_last_status() == SL_ERR_CONTEXT, "and so for writing");
    is_int(sl_event_wait(event), SL_ERR_CONTEXT, "sl_event_wait in a region");
    like(sl_last_error(), "sl_event_wait: expected a call outside of a region", "is named");
    is_int(sl_view_wait(x), SL_ERR_CONTEXT, "sl_view_wait in a region");
    is_int(sl_pause(), SL_ERR_CONTEXT, "sl_pause in a region");
    is_int(sl_finalize(), SL_ERR_CONTEXT, "sl_finalize in a region");
    must(sl_forall(rg_push, SL_RANGE(0, 100), 0.0, x, v));
    is_int(sl_region_end(region), SL_SUCCESS, "waits that were refused leave the region alone");
    must(sl_region_count(region, &counts));
    is_int(counts.calls, 1, "and its loop is there");
    is_int(sl_region_end(region), SL_ERR_STATE, "end twice");
    must(sl_region_begin(&region));
    is_int(sl_reduce(rg_energy, SL_RANGE(0, 100), v, &sum), SL_ERR_CONTEXT, "sl_reduce in a region");
    is_int(sl_region_end(region), SL_ERR_CONTEXT, "is an error at its end, too");
    must(sl_region_begin(&region));
    is_int(sl_forall_with(SL_POLICY(.synchronous = 1), rg_push, SL_RANGE(0, 100), 1.0, x, v), SL_ERR_CONTEXT,
           ".synchronous in a region");
    like(sl_last_error(), "sl_forall: expected a call outside of a region", "is named");
    is_int(sl_region_end(region), SL_ERR_CONTEXT, "and is an error at its end, too");
    like(sl_last_error(), "kernel rg_push", "which names the kernel");
    for (int k = 0; k < 2; k++) {
        is_int(sl_region_run(region), SL_ERR_CONTEXT, "a run of it is refused, each time");
        like(sl_last_error(), "sl_region_run: region: expected", "which names the run");
        like(sl_last_error(), "sl_forall: expected a call outside of a region", "and has the words of the call");
        like(sl_last_error(), "rg_push", "and its kernel");
    }
    is_int(sl_region_set(region, 0, "dt", &dt, sizeof dt), SL_ERR_CONTEXT, "so is a scalar that is set in it");
    is_int(sl_region_set_view(region, x, v), SL_ERR_CONTEXT, "and a view");
    like(sl_last_error(), "rg_push", "for the same reason");
    must(sl_region_begin(&other));
    is_int(sl_forall(rg_push, SL_RANGE(0, 101), 1.0, x, v), SL_ERR_EXTENT, "a first call that fails");
    is_int(sl_task(NULL, NULL, SL_R(x)), SL_ERR_ARGUMENT, "and a second one");
    is_int(sl_region_end(other), SL_ERR_EXTENT, "the first one is that of the region");
    is_int(sl_region_run(other), SL_ERR_EXTENT, "and of its run");
    must(sl_region_begin(&other));
    must(sl_forall(rg_push, SL_RANGE(0, 100), 0.0, x, v));
    must(sl_region_end(other));
    is_int(sl_region_run(other), SL_SUCCESS, "recorded anew it runs");
    sl_region_destroy(&other);
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, 100), 1.0, x, v));
    is_int(sl_forall(rg_energy, SL_RANGE(0, 100), v, &sum), SL_ERR_ARGUMENT, "a loop with a result on the host");
    is_int(sl_region_end(region), SL_ERR_ARGUMENT, "is an error at its end, too");
    must(sl_region_count(region, &counts));
    is_int(counts.calls, 0, "and leaves an empty region");
    must(sl_region_begin(&region));
    is_int(sl_task_with(SL_POLICY(.synchronous = 1), nothing, NULL, SL_R(x)), SL_ERR_CONTEXT,
           "a host task in a region that would wait");
    like(sl_last_error(), "sl_task: expected a call outside of a region", "is named");
    is_int(sl_region_end(region), SL_ERR_CONTEXT, "and is an error at its end, too");
    must(sl_region_begin(&region));
    is_int(sl_task(NULL, NULL, SL_R(x)), SL_ERR_ARGUMENT, "a host task without a function");
    is_int(sl_region_end(region), SL_ERR_ARGUMENT, "is an error at its end, too");
    must(sl_region_begin(&region));
    must(sl_task_with(SL_POLICY(.label = "swap"), nothing, NULL, SL_R(x)));
    must(sl_region_end(region));
    is_int(sl_region_set(region, 0, "dt", &dt, sizeof dt), SL_ERR_ARGUMENT, "set of a scalar of a host task");
    like(sl_last_error(), "sl_region_set: call: expected a loop, got 0, which is host task \"swap\"", "is named");
    must(sl_region_begin(&region));
    is_int(sl_forall(rg_push, SL_RANGE(0, 101), 1.0, x, v), SL_ERR_EXTENT, "a loop beyond its views in a region");
    is_int(sl_region_end(region), SL_ERR_EXTENT, "is an error at its end, too");
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, 0), 1.0, x, v));
    must(sl_forall(rg_push, SL_RANGE(0, 100), 1.0, x, v));
    must(sl_region_end(region));
    must(sl_region_count(region, &counts));
    is_int(counts.calls, 1, "a loop over nothing is not kept");
    is_int(sl_region_set(region, 1, "dt", &dt, sizeof dt), SL_ERR_ARGUMENT, "set of a call that is not there");
    is_int(sl_region_set(region, -1, "dt", &dt, sizeof dt), SL_ERR_ARGUMENT, "or of a negative one");
    is_int(sl_region_set(region, 0, "dx", &dt, sizeof dt), SL_ERR_ARGUMENT, "set of an unknown scalar");
    like(sl_last_error(), "\"dx\"", "names it");
    is_int(sl_region_set(region, 0, "x", &dt, sizeof dt), SL_ERR_ARGUMENT, "set of a view");
    is_int(sl_region_set(region, 0, "dt", &dt, 4), SL_ERR_ARGUMENT, "set with another size");
    is_int(sl_region_set(region, 0, "dt", NULL, 8), SL_ERR_ARGUMENT, "set without a value");
    is_int(sl_region_set(region, 0, NULL, &dt, 8), SL_ERR_ARGUMENT, "set without a name");
    is_int(sl_region_count(region, NULL), SL_ERR_ARGUMENT, "count without a place");
    sl_region_destroy(NULL);
    sl_region_destroy(&other);
    must(sl_region_begin(&other));
    must(sl_forall(rg_push, SL_RANGE(0, 100), 1.0, x, v));
    sl_region_destroy(&other);
    is_int(sl_wait(), SL_SUCCESS, "a region destroyed while it is recorded ends recording");
    is_int(wrong(x, px, 100), 0, "nothing of all this ran");
    is_int(sl_event_wait(event), SL_SUCCESS, "outside the event can be waited for");
    sl_event_destroy(&event);
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
    sl_view_destroy(&e);
}

/* A failing loop is reported by name, what depends on it is skipped, what does not goes on, the next run is as new. */
static void test_failure(int n)
{
    sl_view *x, *v, *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    sl_view *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_region *region = NULL;
    make(n, &x, &v);
    must(sl_region_begin(&region));
    must(sl_forall_with(SL_POLICY(.label = "third step"), rg_fail, SL_RANGE(0, n), (int64_t)(n / 2), x, y));
    must(sl_forall(rg_energy, SL_RANGE(0, n), y, SL_INTO(e)));
    must(sl_forall(rg_push, SL_RANGE(0, n), 0.5, x, v));
    must(sl_region_end(region));
    must(sl_region_run(region));
    is_int(sl_wait(), SL_ERR_RAISED, "a body that raises in a region of %d elements fails it", n);
    like(sl_last_error(), "kernel rg_fail", "which names the kernel");
    like(sl_last_error(), "third step", "and the label");
    is_int(sl_view_wait(y), SL_ERR_RAISED, "what it was to write is not there");
    is_int(sl_view_wait(e), SL_ERR_RAISED, "nor what depends on that");
    for (int i = 0; i < n; i++)
        px[i] += 0.5 * pv[i];
    is_int(wrong(x, px, n), 0, "the loop that does not depend on it has run");
    must(sl_region_set(region, 0, "at", (const int64_t[]){-1}, sizeof(int64_t)));
    must(sl_region_run(region));
    is_int(sl_wait(), SL_SUCCESS, "with a good argument it runs");
    is_int(wrong(y, px, n), 0, "and writes all");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
    sl_view_destroy(&y);
    sl_view_destroy(&e);
}

struct thread_data {
    sl_region *region;
    int runs;
};

static void *run_often(void *arg)
{
    struct thread_data *data = arg;
    for (int i = 0; i < data->runs; i++)
        if (sl_region_run(data->region) != SL_SUCCESS)
            return arg;
    return NULL;
}

static void test_threads(void)
{
    enum { N = 2000, THREADS = 3, RUNS = 200 };
    sl_view *x, *v;
    sl_region *region = NULL;
    pthread_t thread[THREADS];
    make(N, &x, &v);
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, N), 1.0, x, v));
    must(sl_region_end(region));
    struct thread_data data = {region, RUNS};
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, run_often, &data);
    int failed = 0;
    for (int t = 0; t < THREADS; t++) {
        void *result;
        pthread_join(thread[t], &result);
        failed += result != NULL;
    }
    for (int i = 0; i < N; i++)
        px[i] += THREADS * RUNS * pv[i];
    is_int(failed, 0, "three threads run one region");
    is_int(wrong(x, px, N), 0, "every run counts");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

static void in_another_thread(void *(*function)(void *), void *arg)
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, arg);
    pthread_join(thread, NULL);
}

static void *meddle(void *arg)
{
    sl_region *region = arg, *handle = arg;
    is_int(sl_region_begin(&handle), SL_ERR_STATE, "begin of a region that another thread records");
    like(sl_last_error(), "sl_region_begin: region: expected one that no other thread records", "says so");
    is_int(sl_region_end(region), SL_ERR_STATE, "so is its end");
    sl_clear_error();
    sl_region_destroy(&handle);
    is_int(sl_last_status(), SL_ERR_STATE, "its destruction is refused");
    like(sl_last_error(), "sl_region_destroy: region: expected one that no other thread records", "in words");
    ok(handle == region, "and leaves the handle");
    is_int(sl_wait(), SL_SUCCESS, "this thread may wait");
    is_int(sl_region_run(region), SL_SUCCESS, "a run");
    is_int(SL_REGION_SET(region, 0, double, dt, 3.0), SL_SUCCESS, "and a change of a scalar");
    is_int(sl_region_run(region), SL_SUCCESS, "go on with the recording before");
    return NULL;
}

static void *destroy_region(void *arg)
{
    sl_region_destroy(arg);
    return NULL;
}

/* A recording is that of one thread; others have the one before. */
static void test_two_threads(void)
{
    enum { N = 100 };
    sl_view *x, *v;
    sl_region *region = NULL;
    make(N, &x, &v);
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, N), 1.0, x, v));
    must(sl_region_end(region));
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, N), 10.0, x, v));
    in_another_thread(meddle, region);
    must(sl_forall(rg_push, SL_RANGE(0, N), 20.0, x, v));
    is_int(sl_region_end(region), SL_SUCCESS, "the thread that records goes on, and ends");
    for (int i = 0; i < N; i++) {
        px[i] += 1.0 * pv[i];
        px[i] += 3.0 * pv[i];
    }
    is_int(wrong(x, px, N), 0, "the runs of the other thread were of the recording before");
    must(sl_region_run(region));
    for (int i = 0; i < N; i++) {
        px[i] += 10.0 * pv[i];
        px[i] += 20.0 * pv[i];
    }
    is_int(wrong(x, px, N), 0, "and this is the new one, whole");
    in_another_thread(destroy_region, &region);
    ok(region == NULL, "after that another thread may destroy it");
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

static void *restart(void *arg)
{
    must(sl_finalize());
    if (arg != NULL)
        destroy_region(arg);
    must(sl_init(NULL));
    return NULL;
}

/* Another thread ends the library while this one records: with that the recording has ended. */
static void test_restart(int destroyed)
{
    sl_view *x, *v;
    sl_region *region = NULL, *other = NULL;
    make(50, &x, &v);
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, 50), 1.0, x, v));
    in_another_thread(restart, destroyed ? &region : NULL);
    is_int(sl_wait(), SL_SUCCESS, "after another thread's sl_finalize and sl_init a thread no longer records");
    make(50, &x, &v);
    must(sl_forall(rg_push, SL_RANGE(0, 50), 2.0, x, v));
    for (int i = 0; i < 50; i++)
        px[i] += 2.0 * pv[i];
    is_int(wrong(x, px, 50), 0, "its loops run");
    if (!destroyed)
        is_int(sl_region_end(region), SL_ERR_STATE, "the end of the recording comes too late");
    is_int(sl_region_begin(&other), SL_SUCCESS, "and another one can begin");
    sl_region_destroy(&region);
    is_int(sl_region_end(other), SL_SUCCESS, "and end");
    sl_region_destroy(&other);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

/* A region that outlives sl_finalize() can be destroyed, and nothing else. */
static void test_rounds(void)
{
    sl_view *x, *v;
    make(50, &x, &v);
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(rg_push, SL_RANGE(0, 50), 1.0, x, v));
    must(sl_region_end(region));
    must(sl_region_run(region));
    sl_view_destroy(&x);
    sl_view_destroy(&v);
    must(sl_finalize());
    is_int(sl_region_run(region), SL_ERR_STATE, "a run after sl_finalize");
    must(sl_init(NULL));
    is_int(sl_region_run(region), SL_ERR_STATE, "a run of a region of another sl_init");
    sl_region_destroy(&region);
    ok(region == NULL, "which can be destroyed");
}

static _Atomic int passed, gave_up;

void region_wait(void)
{
    if (!look_for(&passed, 1))
        atomic_store(&gave_up, 1);
}

void region_pass(void)
{
    atomic_store(&passed, 1);
}

/* The end of a loop waits for the beginning of the next one, which asks for nothing that another thread writes. */
static void test_barrier(void)
{
    enum { N = 200000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    const sl_policy here = SL_POLICY(.where = SL_CPU);
    sl_region *region = NULL;
    long differ = 0;
    if (sl_cpu_cores() < 2 * sl_cpu_workers()) {
        skip("worker groups have one core", "a thread goes on to the next loop");
        sl_view_destroy(&x);
        return;
    }
    if (rg_earlier__kernel.bounds_checked) {
        skip("with bounds checks loops of a region run one by one", "a thread goes on to the next loop");
        sl_view_destroy(&x);
        return;
    }
    must(sl_region_begin(&region));
    must(sl_forall_with(here, rg_earlier, SL_RANGE(0, N), x));
    must(sl_forall_with(here, rg_later, SL_RANGE(0, N), x));
    must(sl_region_end(region));
    passed = gave_up = 0;
    must(sl_region_run(region));
    must(sl_wait());
    ok(!gave_up, "a thread goes on to the next loop of a region while others are at the one before");
    const double *p = SL_HOST_READ(double, x);
    for (int i = 0; p && i < N; i++)
        differ += p[i] != 2;
    ok(p && differ == 0, "with right results");
    must(sl_host_end(x));
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

int main(void)
{
    must(sl_init(NULL));
    test_runs(1000, 10);
    test_runs(20000, 20);
    sl__cpu_threads_override = 3;
    test_runs(20000, 7);
    test_failure(20000);
    sl__cpu_threads_override = 0;
    test_barrier();
    test_failure(300);
    test_order();
    test_many();
    test_in_each_other();
    test_misuse();
    test_threads();
    test_two_threads();
    test_restart(0);
    test_restart(1);
    test_rounds();
    must(sl_finalize());
    return done_testing();
}
