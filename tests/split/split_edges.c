/* SPDX-License-Identifier: BSD-3-Clause */
/* Split loops at the edges of what can be split: diagonals, parts that need many handles, and loops that have fewer
 * parts than there are worker groups. A group is a core. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getcpu */
#endif
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "data/split.h"
#include "call/split.h"
#include "split_log.h"
#include "split_testing.h"

SL_KERNEL_DECLARE(se_count, (i, j), in(double, 2, u, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(se_where, (i), inout(double, 1, x, own));
SL_KERNEL_DECLARE(se_diagonal, (i), scalar(double, a), out(double, 2, m, own(0, 0)));
SL_KERNEL_DECLARE(se_fail, (i, j), inout(double, 2, m, own));
SL_KERNEL_DECLARE(se_set, (i, j, k), scalar(double, a), out(double, 3, u, own));
SL_KERNEL_DECLARE(se_three, (i, j, k), in(double, 3, a, halo(1)), in(double, 3, b, halo(1)), in(double, 3, c, halo(1)),
                  out(double, 3, m, own));
SL_KERNEL_DECLARE(se_line, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(se_pair, (i), scalar(double, a), out(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(se_wide, (i), in(double, 1, x, halo(1000)), out(double, 1, y, own));
SL_KERNEL_DECLARE(se_axpy, (i, j), in(double, 2, u, own), inout(double, 2, v, own));
SL_KERNEL_DECLARE(se_dot, (i, j), in(double, 2, u, own), in(double, 2, v, own), reduce(double, sum, s));

/* Where GPUs have a say a loop may be better off whole. */
static const sl_policy cpu = {.where = SL_CPU};

/* ---- diagonals ------------------------------------------------------------------------------------------- */

static int wrong_square(sl_view *m, double rest, double a)
{
    const double *p = SL_HOST_READ(double, m);
    sl_index n = sl_view_extent(m, 0);
    int wrong = p == NULL;
    for (sl_index k = 0; p && k < n * n; k++)
        wrong += p[k] != (k / n == k % n ? a + (double)(k / n) : rest);
    must(sl_host_end(m));
    return wrong;
}

static void test_diagonal(void)
{
    enum { N = 500, PARTS = 400 };
    sl_view *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(N, N));
    int64_t before = sl__split_parts_queued();
    must(sl_forall_with(SL_POLICY(.where = SL_CPU, .split = SL_SPLIT(PARTS)), se_diagonal, SL_RANGE(0, N), 7.0, m));
    is_int(sl__split_parts_queued() - before, sl__split_active ? PARTS : 0, "a diagonal in parts is a task a part");
    const sl__splits *splits = sl__splits_of(m);
    is_int(splits && splits->parts ? splits->parts->parts : PARTS, PARTS, "and its view has as many, not their square");
    is_int(wrong_square(m, 0, 7), 0, "it is written, and nothing else");
    must(sl_view_split(m, SL_SPLIT(4, 4)));
    must(sl_forall_with(cpu, se_fail, SL_BOX(0, N, 0, N), m)); /* spoils the first part, on the diagonal */
    is_int(sl_wait(), SL_ERR_RAISED, "where a part is spoilt");
    must(sl_forall_with(cpu, se_diagonal, SL_RANGE(0, N), 3.0, m));
    is_int(sl_view_wait(m), SL_ERR_RAISED, "the diagonal through it does not make it good again");
    sl_view_destroy(&m);
}

/* ---- many handles ---------------------------------------------------------------------------------------- */

static int wrong_sums(sl_view *m, sl_index n)
{
    const double *p = SL_HOST_READ(double, m);
    int wrong = p == NULL;
    for (sl_index i = 1; p && i < n - 1; i++)
        for (sl_index j = 1; j < n - 1; j++)
            for (sl_index k = 1; k < n - 1; k++)
                wrong += p[(i * n + j) * n + k] != (double)(6 + 3 * (10000 * i + 100 * j + k) - 10000 + 100 - 1);
    must(sl_host_end(m));
    return wrong;
}

/* The inner one of 27 parts touches all parts of three views, 82 handles. */
static void test_halos(void)
{
    enum { N = 30, LOOPS = 5 };
    sl_view *v[4];
    for (int k = 0; k < 4; k++) {
        v[k] = view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(N, N, N));
        must(sl_view_split(v[k], SL_SPLIT(3, 3, 3)));
        must(sl_forall_with(cpu, se_set, SL_BOX(0, N, 0, N, 0, N), k + 1.0, v[k]));
    }
    int64_t before = sl__split_parts_queued(), gathers = sl__split_gathers_of_all();
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(cpu, se_three, SL_BOX(1, N - 1, 1, N - 1, 1, N - 1), v[0], v[1], v[2], v[3]));
    is_int(sl__split_parts_queued() - before, sl__split_active ? 27 * LOOPS : 0,
           "three views with halos in 27 parts each: a task a part");
    is_int(sl__split_gathers_of_all() - gathers, 0, "and nothing is gathered");
    is_int(wrong_sums(v[3], N), 0, "with the right sums");
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&v[k]);
}

/* A part of y would touch more than 512 parts of x. */
static void test_too_many(void)
{
    enum { N = 5000, PARTS = 2500 };
    sl_view *x = line("x", N), *y = line("y", N);
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    must(sl_forall_with(cpu, se_line, SL_RANGE(0, N), 1.0, x));
    int64_t before = sl__split_parts_queued();
    must(sl_forall_with(cpu, se_wide, SL_RANGE(1000, N - 1000), x, y));
    is_int(sl__split_parts_queued() - before, 0, "a loop whose parts would need a thousand handles runs whole");
    const double *p = SL_HOST_READ(double, y);
    int wrong = p == NULL;
    for (sl_index i = 1000; p && i < N - 1000; i++)
        wrong += p[i] != 2.0 + 2.0 * (double)i;
    must(sl_host_end(y));
    is_int(wrong, 0, "and is right");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- few parts ------------------------------------------------------------------------------------------- */

#define SPIN_SECONDS 1e-6

enum { TRIES = 50 };

static atomic_int ran_on[CPU_SETSIZE];

int edges_here(void);
int edges_here(void)
{
    int core = sched_getcpu();
    for (double end = sl__clock_now() + SPIN_SECONDS; sl__clock_now() < end;)
        ;
    if (core >= 0 && core < CPU_SETSIZE)
        atomic_fetch_add_explicit(&ran_on[core], 1, memory_order_relaxed);
    return 0;
}

/* @return how many cores ran a sixteenth of a fair share of so many iterations, or more. */
static int cores_of(sl_index iterations)
{
    int cores = 0;
    for (int k = 0; k < CPU_SETSIZE; k++)
        cores += atomic_exchange(&ran_on[k], 0) >= iterations / (16 * sl_cpu_cores());
    return cores;
}

/* Rows are whole in a block of a reduction, so columns cannot be cut. */
static void test_reduction(void)
{
    enum { COLUMNS = 64 };
    const sl_index rows = COLUMNS * 4 * (sl_index)sl_cpu_cores(), n = rows * COLUMNS;
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(rows, COLUMNS));
    double *p = SL_HOST_WRITE(double, u), whole = 0, parts = 1;
    uint64_t seed = 3;
    for (sl_index k = 0; p && k < n; k++)
        p[k] = random_double(&seed);
    must(sl_host_end(u));
    must(sl_reduce_with(cpu, se_count, SL_BOX(0, rows, 0, COLUMNS), u, &whole));
    must(sl_view_split(u, SL_SPLIT(1, 8)));
    int64_t before = sl__split_parts_queued();
    int cores = 0, tries = 0, different = 0;
    for (; tries < TRIES && cores < sl_cpu_cores(); tries++) {
        (void)cores_of(1);
        must(sl_reduce_with(cpu, se_count, SL_BOX(0, rows, 0, COLUMNS), u, &parts));
        cores = cores_of(n);
        different += memcmp(&whole, &parts, sizeof whole) != 0;
    }
    is_int(sl__split_parts_queued() - before, sl__split_active ? tries : 0,
           "a reduction over columns that are split is one part");
    is_int(cores, sl_cpu_cores(), "which runs on all cores of %d groups", sl_cpu_workers());
    is_int(different, 0, "with the bits of the whole one");
    sl_view_destroy(&u);
}

static void test_quarter(void)
{
    const sl_index n = 20000 * (sl_index)sl_cpu_cores();
    sl_view *x = line("x", n);
    int cores = 0, tries = 0;
    must(sl_view_split(x, SL_SPLIT(4)));
    for (; tries < TRIES && cores < sl_cpu_cores(); tries++) {
        (void)cores_of(1);
        must(sl_forall_with(cpu, se_where, SL_RANGE(0, n / 4), x));
        must(sl_wait());
        cores = cores_of(n / 4);
    }
    is_int(cores, sl_cpu_cores(), "a loop within one part runs on all cores of %d groups", sl_cpu_workers());
    const double *p = SL_HOST_READ(double, x);
    int wrong = p == NULL;
    for (sl_index i = 0; p && i < n; i++)
        wrong += p[i] != (i < n / 4 ? tries : 0);
    must(sl_host_end(x));
    is_int(wrong, 0, "once an iteration");
    sl_view_destroy(&x);
}

/* Views in LEFT are cut by columns, of which a reduction has all in a block of some rows: it is one part, with all
 * parts of its views, and the loops around it keep theirs. */
static void test_left(void)
{
    enum { N = 400, PARTS = 90, LOOPS = 6 };
    sl_view *u = view_of("u", SL_DOUBLE, LEFT, SL_EXTENTS(N, N)), *v = view_of("v", SL_DOUBLE, LEFT, SL_EXTENTS(N, N));
    sl_view *views[] = {u, v};
    for (int k = 0; k < 2; k++) {
        double *p = SL_HOST_WRITE(double, views[k]);
        for (sl_index i = 0; p && i < (sl_index)N * N; i++)
            p[i] = k + 1;
        must(sl_host_end(views[k]));
        must(sl_view_split(views[k], SL_SPLIT(1, PARTS)));
    }
    int64_t before = sl__split_parts_queued(), gathers = sl__split_gathers_of_all();
    int wrong = 0;
    for (int k = 1; k <= LOOPS; k++) {
        double s = 0;
        must(sl_forall_with(cpu, se_axpy, SL_BOX(0, N, 0, N), u, v));
        must(sl_reduce_with(cpu, se_dot, SL_BOX(0, N, 0, N), u, v, &s));
        wrong += s != (double)N * N * (2 + 0.5 * k);
    }
    is_int(sl__split_parts_queued() - before, sl__split_active ? LOOPS * (PARTS + 1) : 0,
           "a loop by columns has %d parts, a reduction over them one", (int)PARTS);
    is_int(sl__split_gathers_of_all() - gathers, 0, "and nothing is gathered between them");
    is_int(wrong, 0, "sums are right");
    for (int k = 0; k < 2; k++)
        sl_view_destroy(&views[k]);
}

/* ---- what is split in part --------------------------------------------------------------------------------- */

/* One view that a loop writes is in parts, another is not: it runs whole, and says so once. */
static void test_partly(void)
{
    enum { N = 1000, LOOPS = 3 };
    sl_view *x = view_of("halved", SL_DOUBLE, RIGHT, SL_EXTENTS(N)),
            *y = view_of("one", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl_view_split(x, SL_SPLIT(2)));
    must(sl_forall_with(cpu, se_line, SL_RANGE(0, N), 1.0, x));
    sl_log_set_handler(hear, NULL);
    sl_log_set_level(SL_LOG_INFO);
    const int64_t before = sl__split_parts_queued();
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(cpu, se_pair, SL_RANGE(0, N), 5.0, x, y));
    must(sl_forall_with(cpu, se_line, SL_RANGE(0, N), 5.0, x));
    must(sl_wait());
    sl_log_set_handler(NULL, NULL);
    sl_log_set_level(SL_LOG_WARN);
    is_int(atomic_load(&messages), sl__split_active ? 1 : 0,
           "a loop with one written view in parts and one without says once that it runs whole");
    ok(!sl__split_active || (strstr(said, "kernel se_pair") && strstr(said, "argument y (view \"one\")") &&
                             strstr(said, "argument x (view \"halved\")")),
       "and names kernel, arguments and views: %s", said);
    is_int(sl__split_parts_queued() - before, sl__split_active ? 2 : 0, "one whose written views all are is in parts");
    const double *p = SL_HOST_READ(double, x), *q = SL_HOST_READ(double, y);
    int wrong = p == NULL || q == NULL;
    for (sl_index i = 0; !wrong && i < N; i++)
        wrong += p[i] != 5 + (double)i || q[i] != 5 - (double)i;
    is_int(wrong, 0, "both views are right");
    must(sl_host_end(x));
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    if (!sl__split_active)
        diag("there is one worker: nothing runs in parts");
    test_diagonal();
    test_halos();
    test_too_many();
    test_reduction();
    test_quarter();
    test_left();
    test_partly();
    must(sl_finalize());
    return done_testing();
}
