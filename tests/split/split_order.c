/* SPDX-License-Identifier: BSD-3-Clause */
/* When and where the parts of loops run: a part waits for those that it depends on and for no others, and every worker
 * group gets its share of them. */
#include "split_order.h"

#include <stdatomic.h>

#include "base/starpu.h"

#include "data/split.h"
#include "task/split.h"
#include "look_for.h"
#include "loop_testing.h"
#include "machine/machine.h"

SL_KERNEL_DECLARE(so_block, (i), scalar(int64_t, at), inout(double, 1, x, own));
SL_KERNEL_DECLARE(so_add, (i), scalar(int64_t, loop), inout(double, 1, x, own));
SL_KERNEL_DECLARE(so_halo, (i), scalar(int64_t, loop), in(double, 1, x, halo(1)), out(double, 1, y, own));
SL_KERNEL_DECLARE(so_work, (i), scalar(int64_t, loop), scalar(int64_t, each), scalar(double, seconds),
                  scalar(double, slow), inout(double, 1, x, own));

/* PARTS parts of EACH elements: so short that borders are not rounded. */
enum { PARTS = 6, EACH = 10, N = PARTS * EACH, NOTED = 2 };

/* ---- the host functions that kernels call ---------------------------------------------------------------- */

static _Atomic int ticks, entered, released, passed;
static _Atomic int gave_up;              /* 1 + how many had passed then */
static _Atomic int at_tick[NOTED][N];    /* when an iteration ran; 0: not yet */
static int is_free[NOTED][N], free_ones; /* it need not wait for the one that blocks */

static void expect(const _Atomic int *number, int want)
{
    if (!look_for(number, want))
        atomic_store(&gave_up, 1 + atomic_load(&passed));
}

void order_note(int64_t loop, int64_t i)
{
    atomic_store(&at_tick[loop][i], atomic_fetch_add(&ticks, 1) + 1);
    if (is_free[loop][i])
        atomic_fetch_add(&passed, 1);
}

void order_block(void)
{
    atomic_store(&entered, 1);
    expect(&passed, free_ones);
    atomic_store(&released, atomic_fetch_add(&ticks, 1) + 1);
}

/* ---- dependences ----------------------------------------------------------------------------------------- */

static sl_view *in_parts(const char *label, sl_index n, int parts)
{
    sl_view *view = view_of(label, SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    must(sl_view_split(view, SL_SPLIT(parts)));
    return view;
}

/* Blocks a part of a loop over x. @p near  of a noted loop, the parts so near to it that they wait; -1: none */
static void block(sl_view *x, int part, const int near[NOTED])
{
    free_ones = 0;
    ticks = entered = released = passed = gave_up = 0;
    for (int loop = 0; loop < NOTED; loop++)
        for (int i = 0; i < N; i++) {
            int far = i / EACH < part ? part - i / EACH : i / EACH - part;
            atomic_store(&at_tick[loop][i], 0);
            free_ones += is_free[loop][i] = far > near[loop];
        }
    must(sl_forall(so_block, SL_RANGE(0, N), (int64_t)part * EACH, x));
    expect(&entered, 1); /* what is queued from here on finds it blocked */
}

static void check(int part, const char *what)
{
    int held_up = 0, early = 0, missing = 0;
    must(sl_wait());
    for (int loop = 0; loop < NOTED; loop++)
        for (int i = 0; i < N; i++) {
            missing += at_tick[loop][i] == 0;
            held_up += is_free[loop][i] && at_tick[loop][i] > released;
            early += !is_free[loop][i] && at_tick[loop][i] < released;
        }
    ok(!gave_up && held_up == 0, "part %d of %d is blocked: %s run all the same", part + 1, PARTS, what);
    if (gave_up)
        diag("%d of %d iterations that could run did in %d s", gave_up - 1, free_ones, LOOK_SECONDS);
    is_int(early, 0, "and nothing that depends on it has run before it ended");
    is_int(missing, 0, "everything has run in the end");
}

static void right(sl_view *view, const double want[], const char *sentence)
{
    const double *got = SL_HOST_READ(double, view);
    same_array(got, want, N, "%s: %s", sentence, sl_view_label(view));
    if (got)
        must(sl_host_end(view));
}

/* A part of chain A is blocked, a loop of A that depends on it is queued, and then loop B. */
static void test_independent(int part)
{
    sl_view *x = in_parts("x", N, PARTS), *y = in_parts("y", N, PARTS);
    double two[N], one[N];
    for (int i = 0; i < N; i++) {
        two[i] = 2;
        one[i] = 1;
    }
    block(x, part, (const int[NOTED]){0, -1});
    must(sl_forall(so_add, SL_RANGE(0, N), 0, x));
    must(sl_forall(so_add, SL_RANGE(0, N), 1, y));
    check(part, "a loop over another view and the other parts of the next one");
    right(x, two, "with the right results");
    right(y, one, "with the right results");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void halo_of(const double x[], double y[])
{
    for (int i = 0; i < N; i++)
        y[i] = x[i > 0 ? i - 1 : 0] + x[i] + x[i < N - 1 ? i + 1 : N - 1];
}

/* Each loop with halos brings what is blocked to one part more on either side. */
static void test_halos(int part)
{
    sl_view *x = in_parts("x", N, PARTS), *y = in_parts("y", N, PARTS);
    double p[N], q[N];
    double *w = SL_HOST_WRITE(double, x);
    for (int i = 0; i < N; i++) {
        w[i] = i * i % 17;
        p[i] = w[i] + 1;
    }
    must(sl_host_end(x));
    block(x, part, (const int[NOTED]){1, 2});
    must(sl_forall(so_halo, SL_RANGE(0, N), 0, x, y));
    must(sl_forall(so_halo, SL_RANGE(0, N), 1, y, x));
    check(part, "parts of two loops with halos that do not reach it");
    halo_of(p, q);
    right(y, q, "with the right result");
    halo_of(q, p);
    right(x, p, "and of the other");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- shares ---------------------------------------------------------------------------------------------- */

enum { LOOPS = 40, FEW_LOOPS = 16, CELLS = 4, TRIES = 20 };
static _Atomic int *worker_at, *times_run; /* [loops_of_work, parts_of_work] */
static int loops_of_work, parts_of_work;

void order_work(int64_t loop, int64_t part, double seconds)
{
    double end = sl__clock_now() + seconds;
    while (sl__clock_now() < end)
        continue;
    atomic_store(&worker_at[loop * parts_of_work + part], starpu_worker_get_id());
    atomic_fetch_add(&times_run[loop * parts_of_work + part], 1);
}

/* Runs the chain. @return how many parts have not run once, or elements are wrong. */
static int run_work(sl_view *x, double seconds, double slow)
{
    int wrong = 0;
    for (int k = 0; k < loops_of_work * parts_of_work; k++)
        worker_at[k] = times_run[k] = 0;
    double *w = SL_HOST_WRITE(double, x);
    memset(w, 0, (size_t)sl_view_size(x) * sizeof *w);
    must(sl_host_end(x));
    for (int loop = 0; loop < loops_of_work; loop++)
        must(sl_forall(so_work, SL_RANGE(0, sl_view_size(x)), loop, CELLS, seconds, slow, x));
    must(sl_wait());
    for (int k = 0; k < loops_of_work * parts_of_work; k++)
        wrong += times_run[k] != 1;
    const double *p = SL_HOST_READ(double, x);
    for (sl_index i = 0; i < sl_view_size(x); i++)
        wrong += p[i] != loops_of_work;
    must(sl_host_end(x));
    return wrong;
}

static sl_view *start_work(int loops, int parts)
{
    loops_of_work = loops;
    parts_of_work = parts;
    worker_at = calloc((size_t)loops_of_work * (size_t)parts, sizeof *worker_at);
    times_run = calloc((size_t)loops_of_work * (size_t)parts, sizeof *times_run);
    return in_parts("x", (sl_index)CELLS * parts, parts);
}

static void end_work(sl_view *x)
{
    sl_view_destroy(&x);
    free((void *)worker_at);
    free((void *)times_run);
}

static int run_by(int worker)
{
    int count = 0;
    for (int k = 0; k < loops_of_work * parts_of_work; k++)
        count += worker_at[k] == worker;
    return count;
}

/* Of parts that are alike each group runs a quarter of its even share at least. Others may use the machine, so there
 * are several tries. */
static void test_starvation(double seconds)
{
    const int groups = sl_cpu_workers(), all = LOOPS * 8 * groups;
    sl_view *x = start_work(LOOPS, 8 * groups);
    int least = 0, wrong = 0, tries = 0;
    do {
        wrong += run_work(x, seconds, seconds);
        least = all;
        for (int g = 0; g < groups; g++) {
            int mine = run_by(sl__machine_group(g)->worker);
            least = mine < least ? mine : least;
        }
    } while (++tries < TRIES && 4 * groups * least < all);
    ok(4 * groups * least >= all, "each of %d groups has run %d of %d parts of %g us, or more, in try %d", groups,
       least, all, 1e6 * seconds, tries);
    is_int(wrong, 0, "each part has run once each time");
    end_work(x);
}

/* The first part of each loop takes SLOW times as long as the others, which are so many that up to MOST groups are busy
 * with them while one runs that. It may take half of its even share of them. So many groups at most: the calling
 * thread must be faster with the parts than they are. */
static void test_imbalance(double seconds)
{
    enum { SLOW = 20, MOST = 7 };
    const int helpers = sl_cpu_workers() - 1 < MOST ? sl_cpu_workers() - 1 : MOST, others = FEW_LOOPS * SLOW * helpers;
    sl_view *x = start_work(FEW_LOOPS, 1 + SLOW * helpers);
    int taken = 0, wrong = 0, tries = 0;
    do {
        wrong += run_work(x, seconds, SLOW * seconds);
        taken = 0;
        for (int loop = 0; loop < FEW_LOOPS; loop++)
            for (int part = 1; part < parts_of_work; part++)
                taken += worker_at[loop * parts_of_work + part] == worker_at[loop * parts_of_work];
    } while (++tries < TRIES && 2 * (helpers + 1) * taken > others);
    ok(2 * (helpers + 1) * taken <= others, "the group with a slow part has run %d of %d others of %g us, in try %d",
       taken, others, 1e6 * seconds, tries);
    is_int(wrong, 0, "each part has run once each time");
    end_work(x);
}

int main(void)
{
    unsetenv("STARPU_SCHED"); /* some of StarPU's give a part to a group once and for all, be that busy or not */
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .gpus = -1}));
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "parts run where and when they should");
        must(sl_finalize());
        return done_testing();
    }
    for (int part = 0; part < PARTS; part++) {
        test_independent(part);
        test_halos(part);
    }
    test_starvation(5e-6);
    test_starvation(20e-6);
    test_starvation(100e-6);
    test_imbalance(30e-6);
    test_imbalance(100e-6);
    must(sl_finalize());
    return done_testing();
}
