/* SPDX-License-Identifier: BSD-3-Clause */
/* Short loops that run in the calling thread beside loops that are collected in a batch, recorded in a region, or
 * split into parts: they pass what has nothing to do with them, and nothing else. And a profile and a trace have them.
 */
#include "base/state.h"
#include "data/split.h"
#include "inline_testing.h"
#include "call/inline.h"
#include "task/kernel_state.h"
#include "task/place.h"
#include "call/split.h"
#include "machine/machine.h"
#include "misuse.h"
#include "trace/trace.h"

SL_KERNEL_DECLARE(ib_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ib_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(ib_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
extern const sl_kernel ib_add__kernel;

enum { N = 60 };

/* Measures a kernel until its loops of N iterations run here, and go on to. */
#define warm_up(call) \
    do { \
        int here_ = 0; \
        call_often(call, 20000, here_) ok(here_ == 300, "%s runs in the calling thread", #call); \
    } while (0)

static void open_gate(void)
{
    atomic_store(&gate_open, 1);
    must(sl_wait());
}

/* Whether every element is what it was made with, and so much more. */
static int is_moved(sl_view *v, double first)
{
    return misuse_changed(v, first) == 0;
}

static void warm_kernels(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0);
    double s;
    warm_up(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x));
    warm_up(sl_forall(ib_copy, SL_RANGE(0, N), x, y));
    warm_up(sl_reduce(ib_sum, SL_RANGE(0, N), x, &s));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* The gate is in front of the first loop, which waits in StarPU; those behind it are collected. */
static void test_batch(void)
{
    sl_view *a = misuse_vector("a", N, 0), *b = misuse_vector("b", N, 100), *c = misuse_vector("c", N, 200);
    sl_view *d = misuse_vector("d", N, 300);
    int here = 0, passed = 0;
    close_gate(a);
    for (int k = 0; k < 5; k++)
        here += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, a));
    here += ran_here(sl_forall(ib_copy, SL_RANGE(0, N), a, b));
    here += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 10.0, b)); /* b is used by nothing but what is collected */
    here += ran_here(sl_forall(ib_copy, SL_RANGE(0, N), c, b));
    here += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, b));
    is_int(here, 0, "what depends on loops that wait in StarPU, or are collected, is queued behind them");
    for (int k = 0; k < 7; k++)
        passed += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, d));
    is_int(passed, 7, "loops that have nothing to do with them pass them");
    is_int(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, c)), 0, "one that writes what one of them reads does not");
    open_gate();
    ok(is_moved(a, 5) && is_moved(b, 201) && is_moved(c, 201) && is_moved(d, 307), "in the order of the calls");
    ok(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, b)), "after the wait loops run here again");
    sl_view *all[] = {a, b, c, d};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

static void test_region(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 50);
    sl_region *r = NULL;
    int here = 0;
    must(sl_region_begin(&r));
    here += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x));
    here += ran_here(sl_forall(ib_copy, SL_RANGE(0, N), x, y));
    must(sl_region_end(r));
    is_int(here, 0, "while a region is recorded nothing runs");
    ok(is_moved(x, 0) && is_moved(y, 50), "and nothing has changed");
    close_gate(x);
    must(sl_region_run(r));
    here += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 10.0, y)); /* used by the region alone */
    here += ran_here(sl_forall(ib_add, SL_RANGE(0, N), 10.0, x));
    is_int(here, 0, "a loop over views of a region that is queued is queued behind it");
    open_gate();
    ok(is_moved(x, 11) && is_moved(y, 11), "in the order of the calls");
    ok(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, y)), "when it has run: here");
    must(sl_region_run(r));
    must(sl_wait());
    ok(is_moved(x, 12) && is_moved(y, 12), "the region runs again");
    sl_region_destroy(&r);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_split(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 100);
    double s = 0;
    int many = sl__split_active;
    ok(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x)), "a view that was never split: here");
    must(sl_view_split(x, SL_SPLIT(3)));
    is_int(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x)), !many, "one that is to be split: %s",
           many ? "queued, in parts" : "here, for there is one worker only");
    must(sl_wait());
    is_int((int)sl__split_parts_queued(), many ? 3 : 0, "%d parts", many ? 3 : 0);
    is_int(ran_here(sl_forall(ib_copy, SL_RANGE(0, N), x, y)), !many, "one in parts, though idle, which is read");
    is_int(ran_here(sl_reduce(ib_sum, SL_RANGE(0, N), x, &s)), !many, "and one that is waited for");
    is_close(s, N * (N - 1) / 2.0 + 2 * N, 0, "with the right result");
    must(sl_view_join(x));
    must(sl_view_wait(x));
    ok(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x)), "together again: here");
    is_int(ran_here(sl_forall_with(SL_POLICY(.split = SL_SPLIT(2)), ib_add, SL_RANGE(0, N), 1.0, y)), !many,
           "a policy that asks for parts");
    must(sl_view_join(y));
    must(sl_view_wait(y));
    ok(ran_here(sl_forall(ib_copy, SL_RANGE(0, N), y, x)), "after that: here");
    ok(is_moved(x, 3) && is_moved(y, 3), "all in the order of the calls");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_hidden(void)
{
    sl_view *x = misuse_vector("x", N, 0);
    ok(sl__view_pending(x) == 0, "a view that nothing uses is idle");
    must(sl_view_split(x, SL_SPLIT(2)));
    must(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x));
    const double *p = SL_HOST_READ(double, x); /* puts it together */
    ok(p && p[N - 1] == N, "the host reads what parts wrote");
    is_int(ran_here(sl_forall(ib_add, SL_RANGE(0, N), 1.0, x)), 0, "while it does no loop writes it");
    must(sl_host_end(x));
    must(sl_wait());
    ok(is_moved(x, 2), "after that one does");
    sl_view_destroy(&x);
}

/* ---- profile and trace ------------------------------------------------------------------------------------- */

static char text[1 << 20];

static int count_in_file(const char *name, const char *what)
{
    FILE *f = fopen(name, "r");
    int n = 0;
    if (f == NULL)
        return -1;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
        n++;
    return n;
}

static void test_watched(const char *workers)
{
    enum { CALLS = 200 };
    const char *profile = "inline-beside.out";
    char file[64];
    setenv("STARLOOP_TRACE", "inline-beside.json", 1);
    setenv("STARLOOP_PROFILE", profile, 1);
    must(sl_init(NULL));
    snprintf(file, sizeof file, "inline-beside-%u.json", sl__runtime_round());
    warm_kernels();
    sl_view *x = misuse_vector("x", N, 0);
    sl__profile_line before, after;
    int here = 0, queued = 0;
    ok(sl__profile_read(&ib_add__kernel, SL__ON_CPU, &before), "the profile has the kernel");
    for (int k = 0; k < CALLS; k++) {
        int ran = ran_here(sl_forall_with(SL_POLICY(.label = "watched"), ib_add, SL_RANGE(0, N), 1.0, x));
        here += ran;
        queued += !ran;
    }
    must(sl_wait());
    ok(here > 0, "%d of %d calls run in the calling thread", here, CALLS);
    ok(sl__profile_read(&ib_add__kernel, SL__ON_CPU, &after), "and the profile has them");
    is_int((int)(after.calls - before.calls), CALLS, "all calls are counted");
    ok((int)(after.tasks - before.tasks) <= queued, "tasks of StarPU's are those that were queued");
    is_close(after.bytes - before.bytes, 16.0 * N * CALLS, 0, "bytes");
    ok(after.seconds > before.seconds && after.core_seconds > before.core_seconds, "and time");
    sl_view_destroy(&x);
    must(sl_finalize());
    unsetenv("STARLOOP_TRACE");
    unsetenv("STARLOOP_PROFILE");
    is_int(count_in_file(file, "\"name\":\"watched\""), CALLS, "the trace has a span for each (%s)", workers);
    ok(count_in_file(file, "thread 1 of the program") > 0, "on a row of the thread that has called");
    ok(count_in_file(profile, "ib_add") > 0, "the profile names the kernel");
    remove(file);
    remove(profile);
}

int main(void)
{
    static const char *const level[] = {"machine", "core"};
    unsetenv("STARLOOP_WHERE");
    setenv("STARLOOP_GPUS", "0", 1);
    sl__place_in_caller_below = 100e-6;
    sl_log_set_handler(misuse_count, NULL);
    for (int k = 0; k < 2; k++) {
        setenv("STARLOOP_CPU_WORKERS", level[k], 1);
        must(sl_init(NULL));
        diag("groups: %d", sl__machine_groups());
        warm_kernels();
        test_batch();
        test_region();
        test_split();
        if (sl__split_active)
            test_hidden();
        must(sl_finalize());
        test_watched(level[k]);
    }
    return done_testing();
}
