/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions on a GPU, as CUDA graphs: how often one is built, launched and changed, and that all values are right: over
 * thousands of runs, with scalars that change, recorded anew, by turns, with results, failures and the host in between,
 * and where the views move in the device's memory. All views are lines, k * i + c, and stay lines: two numbers a view
 * are the reference. */
#include "region_lines.h"

/* ---- a region of five loops, each of which needs what the one before has made ------------------------------ */

struct five {
    sl_view *x, *y, *z, *w, *s;
    line lx, ly, lz, ls;
    double a, c, b;
    sl_region *region;
};

static void make_five(struct five *f, sl_index n)
{
    *f = (struct five){.lx = {1, 0}, .ly = {2, 5}, .ls = {0, 0}, .a = 1, .c = 2, .b = 3};
    f->x = line_view("x", n, f->lx);
    f->y = line_view("y", n, f->ly);
    f->z = line_view("z", n, (line){0, 0});
    f->w = line_view("w", n, (line){0, 0});
    f->s = line_view("s", n, f->ls);
    must(sl_region_begin(&f->region));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, n), f->a, f->x));
    must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, n), f->c, f->x, f->y, f->z));
    must(sl_forall_with(GPU, rc_mean, SL_RANGE(1, n - 1), f->z, f->w));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, n), f->b, f->y));
    must(sl_forall_with(GPU, rc_gather, SL_RANGE(1, n - 1), f->w, f->s));
    must(sl_region_end(f->region));
}

static void run_five(struct five *f, int runs)
{
    for (int r = 0; r < runs; r++) {
        must(sl_region_run(f->region));
        f->lx.c += f->a;
        f->lz = plus(f->lx, f->c, f->ly);
        f->ly.c += f->b;
        f->ls = plus(f->ls, 1, f->lz);
    }
}

/* Wrong elements of all views. */
static long off_five(const struct five *f)
{
    const sl_index n = sl_view_extent(f->x, 0);
    return off(f->x, f->lx, 0, n) + off(f->y, f->ly, 0, n) + off(f->z, f->lz, 0, n) + off(f->w, f->lz, 1, n - 1) +
           off(f->s, f->ls, 1, n - 1) + off(f->s, (line){0, 0}, 0, 1) + off(f->s, (line){0, 0}, n - 1, n);
}

static void destroy_five(struct five *f)
{
    sl_region_destroy(&f->region);
    sl_view_destroy(&f->x);
    sl_view_destroy(&f->y);
    sl_view_destroy(&f->z);
    sl_view_destroy(&f->w);
    sl_view_destroy(&f->s);
}

static void test_runs(void)
{
    enum { RUNS = 1500 };
    struct five f;
    make_five(&f, N);
    is_int(counts_of(f.region).captures, 0, "recording builds no graph");
    run_five(&f, RUNS);
    must(sl_wait());
    const sl_region_counts c = counts_of(f.region);
    ok(c.calls == 5 && c.tasks == 1 && c.runs == RUNS, "%d runs of 5 loops as 1 task: %lld of %d as %d", RUNS,
       (long long)c.runs, c.calls, c.tasks);
    check_captures(c.captures, 1, "they are one graph");
    is_int(c.replays, RUNS, "which is launched at each run, the first one too");
    check_updates(c.updates, 0, "and never changed");
    is_int(off_five(&f), 0, "the values are those of %d runs", RUNS);
    destroy_five(&f);
}

/* One call of the five is recorded anew in each phase, over another range, while earlier runs may be under way. */
static void test_set_call(void)
{
    enum { PHASES = 12, EVERY = 10, SHORT = N / 2 };
    struct five f;
    make_five(&f, N);
    run_five(&f, EVERY);
    line rest = f.ls; /* of the elements from SHORT on */
    for (int p = 0; p < PHASES; p++) {
        const int whole = p % 2 != 0;
        const line before = f.ls;
        must(sl_region_set_call(f.region, 4));
        must(sl_forall_with(GPU, rc_gather, SL_RANGE(1, whole ? N - 1 : SHORT), f.w, f.s));
        must(sl_region_end(f.region));
        run_five(&f, EVERY);
        if (whole)
            rest = plus(rest, 1, plus(f.ls, -1, before));
    }
    must(sl_wait());
    const sl_region_counts c = counts_of(f.region);
    is_int(off(f.s, f.ls, 1, SHORT) + off(f.s, rest, SHORT, N - 1) + off(f.w, f.lz, 1, N - 1), 0,
           "a call that is recorded anew %d times runs over its new range, behind those that are under way", PHASES);
    check_captures(c.captures, 1, "it has one graph since");
    is_int(c.replays, EVERY, "which is launched at each run, the first one too");
    ok(c.reused == c.captures || !one_gpu(), "the old one, aimed at the new call: %lld of %lld", (long long)c.reused,
       (long long)c.captures);
    destroy_five(&f);
}

/* Scalars change while earlier runs may be under way, in the same StarPU task too. */
static void test_scalars(int looks)
{
    enum { PHASES = 120, EVERY = 10 };
    struct five f;
    long wrong = 0;
    make_five(&f, N);
    run_five(&f, EVERY);
    for (int p = 0; p < PHASES; p++) {
        f.a = f.a == 4 ? 1 : f.a + 1; /* another one each time */
        must(SL_REGION_SET(f.region, 0, double, a, f.a));
        if (p % 3 == 0) {
            f.c = -f.c;
            must(SL_REGION_SET(f.region, 1, double, c, f.c));
        }
        run_five(&f, EVERY);
        if (looks)
            wrong += off_five(&f);
    }
    must(sl_wait());
    const sl_region_counts c = counts_of(f.region);
    if (looks)
        is_int(wrong, 0, "the values are right after each of %d phases with scalars of their own", PHASES);
    is_int(off_five(&f), 0, "and in the end");
    check_captures(c.captures, 1, "scalars that change need no other graph");
    is_int(c.replays, c.runs, "it is launched at each run");
    check_updates(c.updates, PHASES + PHASES / 3, "each change is one of a loop in the graph");
    for (int p = 0; p < 5; p++) {
        must(SL_REGION_SET(f.region, 0, double, a, f.a));
        must(SL_REGION_SET(f.region, 3, double, a, f.b));
        run_five(&f, EVERY);
    }
    must(sl_wait());
    if (one_gpu())
        is_int(counts_of(f.region).updates - c.updates, 0, "a scalar that is set to what it is is no change");
    is_int(off_five(&f), 0, "with right values");
    destroy_five(&f);
}

/* ---- other shapes ------------------------------------------------------------------------------------------ */

/* Records a region anew: x += a over [0, n). */
static void record_add(sl_region **region, double a, sl_index n, sl_view *x)
{
    must(sl_region_begin(region));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, n), a, x));
    must(sl_region_end(*region));
}

static void run(sl_region *region, int runs)
{
    for (int r = 0; r < runs; r++)
        must(sl_region_run(region));
}

/* What is counted of a region since it was recorded anew. */
static void check_anew(const sl_region *region, int runs, const char *what)
{
    must(sl_wait());
    const sl_region_counts c = counts_of(region);
    check_captures(c.captures, 1, what);
    is_int(c.replays, runs, "it is launched at each run since");
    is_int(c.runs, runs, "and these are counted");
}

static void test_anew(void)
{
    enum { RUNS = 50, SHORT = 3000, OTHER = 777 };
    sl_view *x = line_view("x", N, (line){1, 0}), *s = line_view("s", N, (line){0, 0});
    sl_region *region = NULL;
    line lx = {1, 0}, ls = {0, 0};
    record_add(&region, 1, N, x);
    run(region, RUNS);
    lx.c += RUNS;
    must(sl_region_begin(&region)); /* while those are under way */
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 4.0, x));
    must(sl_forall_with(GPU, rc_gather, SL_RANGE(0, N), x, s));
    must(sl_region_end(region));
    sl_region_counts c = counts_of(region);
    ok(c.calls == 2 && c.runs == 0 && c.captures == 0 && c.replays == 0 && c.updates == 0,
       "what is recorded anew has done nothing yet");
    run(region, RUNS);
    for (int r = 0; r < RUNS; r++) {
        lx.c += 4;
        ls = plus(ls, 1, lx);
    }
    check_anew(region, RUNS, "other loops");
    is_int(off(x, lx, 0, N) + off(s, ls, 0, N), 0, "runs that were queued before have done what was recorded then");
    record_add(&region, 1, SHORT, x);
    run(region, RUNS);
    check_anew(region, RUNS, "another extent");
    is_int(off(x, (line){1, lx.c + RUNS}, 0, SHORT) + off(x, lx, SHORT, N), 0, "the loop is over that extent");
    sl_view *other = line_view("other", OTHER, (line){3, 7});
    record_add(&region, 2, OTHER, other);
    sl_view_destroy(&x); /* the region has let go of it */
    run(region, RUNS);
    check_anew(region, RUNS, "another view");
    is_int(off(other, (line){3, 7 + 2 * RUNS}, 0, OTHER), 0, "with right values");
    must(sl_region_begin(&region));
    must(sl_region_end(region));
    run(region, 3);
    must(sl_wait());
    c = counts_of(region);
    ok(c.calls == 0 && c.captures == 0 && c.replays == 0 && c.runs == 3,
       "runs of an empty region are counted, and need no graph");
    is_int(off(other, (line){3, 7 + 2 * RUNS}, 0, OTHER), 0, "they do nothing");
    sl_region_destroy(&region);
    sl_view_destroy(&other);
    sl_view_destroy(&s);
}

/* More loops than a task holds. */
static void test_pieces(void)
{
    enum { LOOPS = 40, RUNS = 100 };
    sl_view *x = line_view("x", N, (line){1, 0});
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 1.0 + k % 2, x));
    must(sl_region_end(region));
    run(region, RUNS);
    must(sl_wait());
    const sl_region_counts c = counts_of(region);
    ok(c.calls == LOOPS && c.tasks > 1, "%d loops are %d tasks", c.calls, c.tasks);
    check_captures(c.captures, c.tasks, "a graph for each");
    is_int(c.replays, (int64_t)RUNS * c.tasks, "each is launched at each run");
    is_int(off(x, (line){1, RUNS * LOOPS * 1.5}, 0, N), 0, "with right values");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* ---- by turns ---------------------------------------------------------------------------------------------- */

static void test_turns(void)
{
    enum { RUNS = 600 };
    sl_view *x = line_view("x", N, (line){1, 0}), *y = line_view("y", N, (line){0, 0});
    sl_view *s = line_view("s", N, (line){0, 0}), *w = line_view("w", N, (line){0, 0});
    line lx = {1, 0}, ly = {0, 0}, ls = {0, 0}, lw = {0, 0};
    sl_region *one = NULL, *two = NULL;
    uint64_t seed = 7;
    int64_t runs[2] = {0, 0};
    must(sl_region_begin(&one));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 1.0, x));
    must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, N), 2.0, x, s, y));
    must(sl_region_end(one));
    must(sl_region_begin(&two));
    must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, N), -1.0, y, s, w));
    must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, N), -0.5, w, y, s)); /* s = y / 2 - s: it stays small */
    must(sl_region_end(two));
    for (int r = 0; r < RUNS; r++) {
        const int second = r < RUNS / 2 ? r % 2 : random_below(&seed, 2);
        must(sl_region_run(second ? two : one));
        runs[second]++;
        if (second) {
            lw = plus(ly, -1, ls);
            ls = plus(lw, -0.5, ly);
        } else {
            lx.c += 1;
            ly = plus(lx, 2, ls);
        }
    }
    must(sl_wait());
    const sl_region_counts c = counts_of(one), d = counts_of(two);
    check_captures(c.captures, 1, "the first of two regions that run by turns over the same views");
    check_captures(d.captures, 1, "the second one");
    ok(c.replays == runs[0] && d.replays == runs[1], "each is launched at each of its runs: %lld of %lld, %lld of %lld",
       (long long)c.replays, (long long)runs[0], (long long)d.replays, (long long)runs[1]);
    check_updates(c.updates + d.updates, 0, "neither is changed");
    is_int(off(x, lx, 0, N) + off(y, ly, 0, N) + off(s, ls, 0, N) + off(w, lw, 0, N), 0,
           "the values are those of the turns");
    sl_region_destroy(&one);
    sl_region_destroy(&two);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&s);
    sl_view_destroy(&w);
}

/* ---- results and failures ------------------------------------------------------------------------------------ */

/* A larger reduction elsewhere may move the memory in which all of a device's reductions work. */
static void test_results(void)
{
    enum { RUNS = 350, LARGE = 4000000 };
    sl_view *x = line_view("x", N, (line){1, 0}), *y = line_view("y", N, (line){0, 0});
    sl_view *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS()), *large = line_view("large", LARGE, (line){1, 1});
    line lx = {1, 0}, ly = {0, 0};
    sl_region *region = NULL;
    long wrong = 0;
    double sum = 0;
    must(sl_region_begin(&region));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 1.0, x));
    must(sl_forall_with(GPU, rc_sum, SL_RANGE(0, N), x, SL_INTO(e)));
    must(sl_forall_with(GPU, rc_shift, SL_RANGE(0, N), e, 0.5, y));
    must(sl_region_end(region));
    for (int r = 0; r < RUNS; r++) {
        must(sl_region_run(region));
        lx.c += 1;
        ly.c += 0.5 * sum_of(lx, N);
        if (r % 7 == 6)
            wrong += read_scalar(e) != sum_of(lx, N);
    }
    must(sl_wait());
    const sl_region_counts c = counts_of(region);
    is_int(wrong, 0, "what a region reduces is there for the host after a run");
    is_int(off(y, ly, 0, N), 0, "and in each run for the loop behind");
    check_captures(c.captures, 1, "with the reduction it is one graph");
    is_int(c.replays, RUNS, "which is launched at each run");
    ok(!one_gpu() || c.updates <= 2, "and changed at most when the host begins to read: %lld times",
       (long long)c.updates);
    must(sl_reduce_with(GPU, rc_sum, SL_RANGE(0, LARGE), large, &sum));
    ok(sum == sum_of((line){1, 1}, LARGE), "a large reduction elsewhere is right: %.17g", sum);
    for (int r = 0; r < 3; r++) {
        run(region, 10);
        for (int k = 0; k < 10; k++) {
            lx.c += 1;
            ly.c += 0.5 * sum_of(lx, N);
        }
        wrong += read_scalar(e) != sum_of(lx, N);
    }
    must(sl_wait());
    const sl_region_counts d = counts_of(region);
    is_int(wrong + off(y, ly, 0, N), 0, "and so is the region after it");
    ok(d.captures - c.captures <= sl_gpus(), "for which it is built anew once at most: %lld times",
       (long long)(d.captures - c.captures));
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&e);
    sl_view_destroy(&large);
}

/* A run that finds what an earlier one has spoilt is launched loop by loop; all others are launches of the graph, the
 * one that fails among them. */
static void test_failure(void)
{
    enum { RUNS = 20, FAILS = 3 };
    sl_view *x = line_view("x", N, (line){1, 0}), *y = line_view("y", N, (line){0, 0});
    sl_view *z = line_view("z", N, (line){0, 0}), *other = line_view("other", N, (line){4, 0});
    line lx = {1, 0}, ly = {0, 0}, lz = {0, 0}, lo = {4, 0};
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(
        sl_forall_with(SL_POLICY(.where = SL_CUDA, .label = "third step"), rc_fail, SL_RANGE(0, N), (int64_t)-1, x, y));
    must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, N), 2.0, y, x, z));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 1.0, x));
    must(sl_region_end(region));
    for (int k = 0; k <= FAILS; k++) {
        must(SL_REGION_SET(region, 0, int64_t, at, -1));
        for (int r = 0; r < RUNS; r++) {
            must(sl_region_run(region));
            ly = lx;
            lz = plus(ly, 2, lx);
            lx.c += 1;
        }
        is_int(sl_wait(), SL_SUCCESS, "with good arguments it runs");
        is_int(off(x, lx, 0, N) + off(y, ly, 0, N) + off(z, lz, 0, N), 0, "and gives right values");
        if (k == FAILS)
            break;
        must(SL_REGION_SET(region, 0, int64_t, at, N - 1 - k * N / 3));
        must(sl_region_run(region));
        lx.c += 1;
        must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 1.0, other));
        must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), 1.0, x));
        lo.c += 1;
        lx.c += 1;
        is_int(sl_wait(), SL_ERR_RAISED, "a body that raises in a graph fails it");
        like(sl_last_error(), "kernel rc_fail", "which names the kernel");
        like(sl_last_error(), "third step", "and the label");
        is_int(sl_view_wait(y), SL_ERR_RAISED, "what it was to write is not there");
        is_int(sl_view_wait(z), SL_ERR_RAISED, "nor what is computed from that");
        is_int(off(x, lx, 0, N), 0, "the loop of the graph that does not depend on it has run");
        is_int(off(other, lo, 0, N), 0, "and so has an independent one behind");
        is_int(sl_wait(), SL_SUCCESS, "the failure is told once");
    }
    const sl_region_counts c = counts_of(region);
    check_captures(c.captures, 1, "failures need no other graph");
    is_int(c.replays, c.runs - FAILS, "all runs are launches of it, but those that find spoilt views");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&other);
}

/* ---- the host in between --------------------------------------------------------------------------------------- */

static void add_on_host(sl_view *view, double a)
{
    double *x = SL_HOST_RDWR(double, view);
    for (sl_index i = 0; x && i < sl_view_extent(view, 0); i++)
        x[i] += a;
    must(sl_host_end(view));
}

static void test_host(void)
{
    enum { ROUNDS = 60 };
    struct five f;
    long wrong = 0;
    make_five(&f, N);
    for (int r = 0; r < ROUNDS; r++) {
        run_five(&f, 1 + r % 3);
        switch (r % 4) {
        case 0:
            add_on_host(f.x, 5);
            f.lx.c += 5;
            break;
        case 1:
            f.ly = (line){2, r};
            set_line(f.y, f.ly);
            break;
        case 2: wrong += off(f.s, f.ls, 1, N - 1); break;
        default: /* a loop on a CPU */
            must(sl_forall_with(SL_POLICY(.where = SL_CPU), rc_add, SL_RANGE(0, N), -2.0, f.x));
            f.lx.c -= 2;
        }
    }
    must(sl_wait());
    const sl_region_counts c = counts_of(f.region);
    is_int(wrong + off(f.x, f.lx, 0, N) + off(f.y, f.ly, 0, N) + off(f.s, f.ls, 1, N - 1), 0,
           "runs, the host and loops on CPUs see what the others have left");
    check_captures(c.captures, 1, "copies to and fro need no other graph");
    is_int(c.replays, c.runs, "which is launched at each run");
    destroy_five(&f);
}

/* The host has a view open that the runs read. */
static void test_reader(void)
{
    enum { RUNS = 20 };
    sl_view *w = line_view("w", N, (line){3, 1}), *s = line_view("s", N, (line){0, 0});
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall_with(GPU, rc_gather, SL_RANGE(0, N), w, s));
    must(sl_region_end(region));
    const double *p = SL_HOST_READ(double, w);
    run(region, RUNS);
    must(sl_wait());
    ok(p && p[0] == 1 && p[N - 1] == 3 * (N - 1) + 1, "runs read what the host has open");
    must(sl_host_end(w));
    run(region, RUNS);
    must(sl_wait());
    const sl_region_counts c = counts_of(region);
    is_int(off(s, (line){6 * RUNS, 2 * RUNS}, 0, N), 0, "with right values");
    check_captures(c.captures, 1, "by one graph");
    is_int(c.replays, 2 * RUNS, "at each run");
    sl_region_destroy(&region);
    sl_view_destroy(&w);
    sl_view_destroy(&s);
}

/* ---- buffers that move --------------------------------------------------------------------------------------- */

/* The device is said to have less memory than the views: those of the region are evicted, and come back elsewhere. */
static void test_moved(void)
{
    enum { LIMIT = 64, LARGE = 1 << 20, OTHERS = 12, ROUNDS = 6, RUNS = 5 };
    char limit[16];
    snprintf(limit, sizeof limit, "%d", LIMIT);
    setenv("STARPU_LIMIT_CUDA_MEM", limit, 1);
    must(sl_init(NULL));
    ok(sl__device_room() <= (int64_t)LIMIT << 20, "the device's memory is limited to %d MiB", LIMIT);
    sl_view *x = line_view("x", LARGE, (line){1, 0}), *s = line_view("s", LARGE, (line){0, 0}), *other[OTHERS];
    line lx = {1, 0}, ls = {0, 0};
    sl_region *region = NULL;
    long wrong = 0;
    for (int k = 0; k < OTHERS; k++)
        other[k] = line_view("other", LARGE, (line){0, k});
    must(sl_region_begin(&region));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, LARGE), 1.0, x));
    must(sl_forall_with(GPU, rc_gather, SL_RANGE(0, LARGE), x, s));
    must(sl_region_end(region));
    for (int r = 0; r < ROUNDS; r++) {
        run(region, RUNS);
        for (int k = 0; k < RUNS; k++) {
            lx.c += 1;
            ls = plus(ls, 1, lx);
        }
        for (int k = 0; k < OTHERS; k++)
            must(sl_forall_with(GPU, rc_add, SL_RANGE(0, LARGE), 1.0, other[k]));
    }
    must(sl_wait());
    const sl_region_counts c = counts_of(region);
    wrong += off(x, lx, 0, LARGE) + off(s, ls, 0, LARGE);
    for (int k = 0; k < OTHERS; k++)
        wrong += off(other[k], (line){0, k + ROUNDS}, 0, LARGE);
    is_int(wrong, 0, "runs whose views were evicted in between are right");
    check_captures(c.captures, 1, "views that have moved need no other graph");
    is_int(c.replays, c.runs, "it is launched at each run");
    ok(c.updates <= 2 * (ROUNDS - 1) * RUNS && (c.updates > 0 || !one_gpu()), "but changed: %lld times",
       (long long)c.updates);
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&s);
    for (int k = 0; k < OTHERS; k++)
        sl_view_destroy(&other[k]);
    must(sl_finalize());
}

int main(void)
{
    unsetenv("STARLOOP_PROFILE"); /* then loops are launched one by one */
    unsetenv("STARLOOP_TRACE");
    must(sl_init(NULL));
    const int gpus = have_gpu("regions as CUDA graphs");
    if (gpus) {
        test_runs();
        test_set_call();
        test_scalars(0);
        test_scalars(1);
        test_anew();
        test_pieces();
        test_turns();
        test_results();
        test_failure();
        test_host();
        test_reader();
        test_lanes();
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    if (gpus)
        test_moved();
    return done_testing();
}
