/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of a graph that need no order run at the same time, or share a launch, those that need one do not: by the
 * values that come out, over many runs, and by what is counted. */
#include "region_lines.h"

enum { MANY = 12, SMALL = 3000, LARGE = 100000 }; /* loops over LARGE points share no launch */

static void check_laned(const sl_region *region, int laned, const char *what)
{
    const sl_region_counts c = counts_of(region);
    ok(c.captures > 0 && (c.laned > 0) == laned && c.laned <= c.captures, "%s: %d of %d graphs have lanes", what,
       (int)c.laned, (int)c.captures);
    is_int(c.replays, c.runs * c.tasks, "each is launched at each run");
}

/* So many loops of each graph are joined to the launch of another one. */
static void check_joined(const sl_region *region, int joined, const char *what)
{
    const sl_region_counts c = counts_of(region);
    ok(c.captures > 0 && c.joined == joined * c.captures, "%s: %lld joined in %lld graphs", what, (long long)c.joined,
       (long long)c.captures);
    is_int(c.replays, c.runs * c.tasks, "each is launched at each run");
}

/* z[k] = x + k y for all k, then w[k] = z[k] - z[k + 1], as halos are packed and unpacked; and x += 1 behind all. */
static void test_independent(sl_index n)
{
    enum { RUNS = 300 };
    sl_view *x = line_view("x", n, (line){1, 0}), *y = line_view("y", n, (line){2, 3}), *z[MANY], *w[MANY];
    line lx = {1, 0};
    const line ly = {2, 3};
    sl_region *region = NULL;
    long wrong = 0;
    for (int k = 0; k < MANY; k++) {
        z[k] = line_view("z", n, (line){0, 0});
        w[k] = line_view("w", n, (line){0, 0});
    }
    must(sl_region_begin(&region));
    for (int k = 0; k < MANY; k++)
        must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, n), (double)k, x, y, z[k]));
    for (int k = 0; k < MANY; k++)
        must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, n), -1.0, z[k], z[(k + 1) % MANY], w[k]));
    must(sl_forall_with(GPU, rc_add, SL_RANGE(0, n), 1.0, x));
    must(sl_region_end(region));
    for (int r = 0; r < RUNS; r++)
        must(sl_region_run(region));
    lx.c = RUNS - 1;
    for (int k = 0; k < MANY; k++) {
        const line now = plus(lx, k, ly), next = plus(lx, (k + 1) % MANY, ly);
        wrong += off(z[k], now, 0, n) + off(w[k], plus(now, -1, next), 0, n);
    }
    is_int(wrong, 0, "loops that run at the same time, and those that need them, compute what they are to");
    if (n < LARGE)
        check_joined(region, 2 * (MANY - 1), "twice as many small ones are two launches");
    else
        check_laned(region, 1, "large ones");
    sl_region_destroy(&region);
    for (int k = 0; k < MANY; k++) {
        sl_view_destroy(&z[k]);
        sl_view_destroy(&w[k]);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* Reductions use one memory of the device for their parts, one after another, beside loops that do not. */
static void test_reductions(void)
{
    enum { RUNS = 200, SUMS = 6 };
    sl_view *x[SUMS], *e[SUMS], *z[MANY];
    sl_region *region = NULL;
    long wrong = 0;
    for (int k = 0; k < SUMS; k++) {
        x[k] = line_view("x", N, (line){k, 1});
        e[k] = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS());
    }
    for (int k = 0; k < MANY; k++)
        z[k] = line_view("z", N, (line){0, 0});
    must(sl_region_begin(&region));
    for (int k = 0; k < MANY; k++) {
        must(sl_forall_with(GPU, rc_add, SL_RANGE(0, N), (double)k, z[k]));
        if (k < SUMS)
            must(sl_forall_with(GPU, rc_sum, SL_RANGE(0, N), x[k], SL_INTO(e[k])));
    }
    must(sl_region_end(region));
    for (int r = 1; r <= RUNS; r++) {
        must(sl_region_run(region));
        for (int k = 0; k < SUMS && r % 20 == 0; k++)
            wrong += read_scalar(e[k]) != sum_of((line){k, 1}, N);
    }
    for (int k = 0; k < MANY; k++)
        wrong += off(z[k], (line){0, (double)k * RUNS}, 0, N);
    is_int(wrong, 0, "reductions beside other loops are right in each run");
    check_laned(region, 1, "they");
    sl_region_destroy(&region);
    for (int k = 0; k < SUMS; k++) {
        sl_view_destroy(&x[k]);
        sl_view_destroy(&e[k]);
    }
    for (int k = 0; k < MANY; k++)
        sl_view_destroy(&z[k]);
}

/* One of many loops fails: what needs it does not run, all others do. */
static void test_one_fails(void)
{
    enum { FAILS = 3, RUNS = 5 };
    sl_view *x = line_view("x", N, (line){3, 1}), *y[MANY], *z[MANY];
    sl_region *region = NULL;
    long wrong = 0;
    for (int k = 0; k < MANY; k++) {
        y[k] = line_view("y", N, (line){0, 0});
        z[k] = line_view("z", N, (line){0, 0});
    }
    must(sl_region_begin(&region));
    for (int k = 0; k < MANY; k++)
        must(sl_forall_with(GPU, rc_fail, SL_RANGE(0, N), (int64_t)(k == FAILS ? N / 2 : -1), x, y[k]));
    for (int k = 0; k < MANY; k++)
        must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, N), (double)k, y[k], x, z[k]));
    must(sl_region_end(region));
    must(sl_region_run(region));
    is_int(sl_wait(), SL_ERR_RAISED, "one of them raises");
    is_int(sl_view_wait(y[FAILS]), SL_ERR_RAISED, "what it was to write is not there");
    is_int(sl_view_wait(z[FAILS]), SL_ERR_RAISED, "nor what is computed from that");
    for (int k = 0; k < MANY; k++)
        if (k != FAILS)
            wrong += off(z[k], plus((line){3, 1}, k, (line){3, 1}), 0, N);
    is_int(wrong, 0, "the others have run");
    must(SL_REGION_SET(region, FAILS, int64_t, at, -1));
    for (int r = 0; r < RUNS; r++)
        must(sl_region_run(region));
    is_int(sl_wait(), SL_SUCCESS, "and it runs when it need not raise");
    is_int(off(z[FAILS], plus((line){3, 1}, FAILS, (line){3, 1}), 0, N), 0, "with right values");
    ok(counts_of(region).laned > 0, "they are in lanes");
    sl_region_destroy(&region);
    for (int k = 0; k < MANY; k++) {
        sl_view_destroy(&y[k]);
        sl_view_destroy(&z[k]);
    }
    sl_view_destroy(&x);
}

/* A graph whose region is gone serves only one whose loops need the same order. */
static void test_kept(void)
{
    sl_view *x = line_view("x", SMALL, (line){1, 0}), *z[MANY];
    sl_region *region = NULL;
    long wrong = 0;
    for (int k = 0; k < MANY; k++)
        z[k] = line_view("z", SMALL, (line){0, 0});
    for (int r = 0; r < 4; r++) {
        const int chained = r % 2;
        must(sl_region_begin(&region));
        for (int k = 0; k < MANY; k++)
            must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, SMALL), 1.0, chained && k > 0 ? z[k - 1] : x, x, z[k]));
        must(sl_region_end(region));
        must(sl_region_run(region));
        for (int k = 0; k < MANY; k++)
            wrong += off(z[k], (line){chained ? k + 2 : 2, 0}, 0, SMALL);
        check_joined(region, chained ? 0 : MANY - 1, chained ? "the same kernels in a chain" : "loops apart");
        if (r >= 2 && one_gpu())
            is_int(counts_of(region).reused, 1, "a graph of loops in that order is used again");
        sl_region_destroy(&region);
    }
    is_int(wrong, 0, "graphs of loops that are alike but need another order are not mixed up");
    for (int k = 0; k < MANY; k++)
        sl_view_destroy(&z[k]);
    sl_view_destroy(&x);
}

/* Views change places between runs. */
static void test_exchange(void)
{
    sl_view *view[MANY + 1];
    line l[MANY + 1];
    int at[MANY + 1];
    sl_region *region = NULL;
    long wrong = 0;
    for (int k = 0; k <= MANY; k++) {
        l[k] = (line){1, k};
        view[k] = line_view("v", SMALL, l[k]);
        at[k] = k;
    }
    must(sl_region_begin(&region));
    for (int k = 1; k <= MANY; k++)
        must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, SMALL), 1.0, view[0], view[0], view[k]));
    must(sl_region_end(region));
    for (int k = 1; k <= MANY; k += 3) {
        must(sl_region_set_view(region, view[at[0]], view[at[k]]));
        const int was = at[0];
        at[0] = at[k];
        at[k] = was;
        must(sl_region_run(region));
        for (int m = 1; m <= MANY; m++)
            l[at[m]] = plus(l[at[0]], 1, l[at[0]]);
    }
    for (int k = 0; k <= MANY; k++)
        wrong += off(view[k], l[k], 0, SMALL);
    is_int(wrong, 0, "loops whose views have changed places are right");
    sl_region_destroy(&region);
    for (int k = 0; k <= MANY; k++)
        sl_view_destroy(&view[k]);
}

/* ---- a halo, of which each part has a buffer of its own shape ------------------------------------------------ */

enum { CUBE = 20, DEEP = 2, PARTS = 26 };

/* Where the part in a direction begins along a dimension, and how long it is. */
static int halo_begin(int direction)
{
    return direction > 0 ? CUBE - 2 * DEEP : DEEP;
}
static int halo_length(int direction)
{
    return direction == 0 ? CUBE - 2 * DEEP : DEEP;
}

static long wrong_buffer(sl_view *to, const int at[3], double k)
{
    long wrong = 0;
    const double *x = SL_HOST_READ(double, to);
    const int n1 = (int)sl_view_extent(to, 1), n2 = (int)sl_view_extent(to, 2);
    for (int c = 0; x && c < (int)sl_view_size(to); c++) {
        const int i = at[0] + c / (n1 * n2), j = at[1] + c / n2 % n1, l = at[2] + c % n2;
        wrong += x[c] != k * (i * CUBE * CUBE + j * CUBE + l);
    }
    must(sl_host_end(to));
    return wrong;
}

static void fill_cube(sl_view *from, double k)
{
    double *x = SL_HOST_WRITE(double, from);
    for (int c = 0; x && c < CUBE * CUBE * CUBE; c++)
        x[c] = k * c;
    must(sl_host_end(from));
}

static void test_halo(void)
{
    sl_view *from = view_of("from", SL_DOUBLE, RIGHT, SL_EXTENTS(CUBE, CUBE, CUBE)), *to[PARTS];
    int at[PARTS][3];
    sl_region *region = NULL;
    long wrong = 0;
    fill_cube(from, 1);
    must(sl_region_begin(&region));
    for (int p = 0; p < PARTS; p++) {
        const int c = p < 13 ? p : p + 1, d[3] = {c / 9 - 1, c / 3 % 3 - 1, c % 3 - 1}; /* 13 is the middle */
        const int n[3] = {halo_length(d[0]), halo_length(d[1]), halo_length(d[2])};
        for (int a = 0; a < 3; a++)
            at[p][a] = halo_begin(d[a]);
        to[p] = view_of("to", SL_DOUBLE, RIGHT, SL_EXTENTS(n[0], n[1], n[2]));
        must(
            sl_forall_with(GPU, rc_pack, SL_BOX(0, n[0], 0, n[1], 0, n[2]), at[p][0], at[p][1], at[p][2], from, to[p]));
    }
    must(sl_region_end(region));
    for (int r = 1; r <= 5; r++) {
        if (r == 3) {
            at[7][1]++;
            must(SL_REGION_SET(region, 7, int, dj, at[7][1]));
        }
        fill_cube(from, r);
        must(sl_region_run(region));
        for (int p = 0; p < PARTS; p++)
            wrong += wrong_buffer(to[p], at[p], r);
    }
    is_int(wrong, 0, "the parts of a halo, of four shapes, are right, and so is one that begins elsewhere since");
    check_joined(region, PARTS - 1, "26 loops are one launch");
    check_updates(counts_of(region).updates, 1, "of which one loop was changed");
    sl_region_destroy(&region);
    for (int p = 0; p < PARTS; p++)
        sl_view_destroy(&to[p]);
    sl_view_destroy(&from);
}

/* ---- random regions -------------------------------------------------------------------------------------- */

/* One of 8 views added to, or made of two others. */
static void random_loop(uint64_t *seed, sl_view *view[], line l[])
{
    enum { VIEWS = 8 };
    const int a = random_below(seed, VIEWS), b = random_below(seed, VIEWS);
    int to = random_below(seed, VIEWS);
    if (random_below(seed, 2)) {
        must(sl_forall_with(GPU, rc_add, SL_RANGE(0, SMALL), (double)a, view[to]));
        l[to].c += a;
        return;
    }
    while (to == a || to == b)
        to = (to + 1) % VIEWS;
    must(sl_forall_with(GPU, rc_triad, SL_RANGE(0, SMALL), -1.0, view[a], view[b], view[to]));
    l[to] = plus(l[a], -1, l[b]);
}

static void test_random(uint64_t seed)
{
    enum { VIEWS = 8, LOOPS = 20 };
    sl_view *view[VIEWS];
    const int cases = quick() ? 20 : 200;
    long wrong = 0, laned = 0;
    for (int v = 0; v < VIEWS; v++)
        view[v] = line_view("v", SMALL, (line){0, 0});
    for (int k = 0; k < cases; k++) {
        sl_region *region = NULL;
        line l[VIEWS];
        for (int v = 0; v < VIEWS; v++)
            set_line(view[v], l[v] = (line){v + 1, k});
        must(sl_region_begin(&region));
        for (int i = 0; i < LOOPS; i++)
            random_loop(&seed, view, l);
        must(sl_region_end(region));
        must(sl_region_run(region));
        for (int v = 0; v < VIEWS; v++)
            wrong += off(view[v], l[v], 0, SMALL);
        laned += counts_of(region).laned > 0;
        sl_region_destroy(&region);
    }
    is_int(wrong, 0, "%d regions of %d loops drawn at random compute what serial loops do; %ld are in lanes", cases,
           LOOPS, laned);
    for (int v = 0; v < VIEWS; v++)
        sl_view_destroy(&view[v]);
}

void test_lanes(void)
{
    test_independent(N);
    test_independent(LARGE);
    test_halo();
    test_reductions();
    test_one_fails();
    test_kept();
    test_exchange();
    test_random(test_seed(20261127));
}
