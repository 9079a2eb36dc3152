/* SPDX-License-Identifier: BSD-3-Clause */
/* Coherence, copies and eviction without a GPU: StarPU takes NUMA nodes for memory nodes of their own, and a made-up
 * machine of two nodes stands for a host with a device. Views have a copy with a pointer of its own on each node, and
 * StarPU moves them by the library's data interface. Loops are sent to the worker of either node, by turns; the host
 * reads and writes on the first. The reference is plain C over an array of its own. */
#include <starloop/kernel/abi.h>

#include "base/env.h"
#include "base/starpu.h"
#include "data/create.h"
#include "data/interface.h"
#include "data/memory.h"
#include "data/view.h"
#include "gate_task.h"
#include "task/batch.h"
#include "call/inline.h"
#include "call/split.h"
#include "task/place.h"
#include "numa_nodes.h"
#include "machine/machine.h"

extern const sl_kernel nn_address__kernel;

/* ---- pointers ------------------------------------------------------------------------------------------------ */

/* The address of x(0) that a loop on that side sees. */
static uintptr_t seen_from(int where, sl_view *x, sl_view *at)
{
    go(where);
    must(sl_forall(nn_address, SL_RANGE(0, sl_view_extent(x, 0)), x, at));
    const int64_t *p = SL_HOST_READ(int64_t, at);
    uintptr_t seen = (uintptr_t)p[0];
    sl_host_end(at);
    return seen;
}

static void test_pointers(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(1000)),
            *at = view_of("at", SL_INT64, RIGHT, SL_EXTENTS(1000));
    const uintptr_t near = seen_from(NEAR, x, at), far = seen_from(FAR, x, at);
    ok(near == (uintptr_t)x->data, "a loop beside main memory has the view's own memory");
    ok(far != near && far == address_on(x, 1), "a loop on the other node has a copy at another address");
    ok(valid_on(x, STARPU_MAIN_RAM) && valid_on(x, 1), "after it has read it, both are valid");
    go(FAR);
    must(sl_forall(nn_line, SL_RANGE(0, 1000), x));
    must(sl_wait());
    ok(!valid_on(x, STARPU_MAIN_RAM) && valid_on(x, 1), "after it has written it, only its own is");
    const double *p = SL_HOST_READ(double, x);
    ok(p == x->data && valid_on(x, STARPU_MAIN_RAM), "a host access has main memory, and what was written there");
    sl_host_end(x);
    sl_view_destroy(&x);
    sl_view_destroy(&at);
}

/* ---- ranks and layouts: u = 2 u + a number of the indices ---------------------------------------------------- */

#define GAP 0x5a

static sl_extents extents_of(int rank, const sl_index n[])
{
    sl_extents e = {.rank = rank};
    memcpy(e.n, n, (size_t)rank * sizeof n[0]);
    return e;
}

static void twice(sl_view *u, int rank, const sl_index n[])
{
    switch (rank) {
    case 0: must(sl_forall(nn_scalar, SL_RANGE(0, 1), u)); break;
    case 1: must(sl_forall(nn_line, SL_RANGE(0, n[0]), u)); break;
    case 2: must(sl_forall(nn_plane, SL_BOX(0, n[0], 0, n[1]), u)); break;
    default: must(sl_forall(nn_cube, SL_BOX(0, n[0], 0, n[1], 0, n[2]), u)); break;
    }
}

static double added(int rank, const sl_index x[])
{
    static const double weight[] = {1, 7, 49};
    double sum = rank == 0;
    for (int d = 0; d < rank; d++)
        sum += weight[d] * (double)x[d];
    return sum;
}

/* Compares memory at p, with a view's strides, with want in the order of C, and gives both a new value where @p next is
 * not 0. @return how many differ, of which the first is printed. */
static sl_index differ(const sl_view *u, const sl_index n[], double *p, double want[], sl_index next)
{
    sl_index x[SL_MAX_RANK] = {0}, wrong = 0, k = 0;
    const int rank = sl_view_rank(u);
    if (points(rank, n) == 0)
        return 0;
    do {
        double *e = &p[place(u, x)];
        if (*e != want[k] && wrong++ == 0)
            diag("element %lld in the order of C: got %g, want %g", (long long)k, *e, want[k]);
        if (next)
            want[k] = *e = (double)(k % 100 + next);
        k++;
    } while (next_point(rank, n, x));
    return wrong;
}

/* Runs four loops with the sides taken from the bits of @p sides, and the same on want. */
static void four_loops(sl_view *u, const sl_index n[], double want[], unsigned sides)
{
    const int rank = sl_view_rank(u);
    for (int step = 0; step < 4; step++) {
        sl_index x[SL_MAX_RANK] = {0}, k = 0;
        go(sides >> step & 1 ? FAR : NEAR);
        twice(u, rank, n);
        if (points(rank, n) > 0)
            do {
                want[k] = 2 * want[k] + added(rank, x);
                k++;
            } while (next_point(rank, n, x));
    }
}

/* The view is written by the host, changed by loops on either side, and read by the host, several times. */
static sl_index run_view(sl_view *u, const sl_index n[], double want[])
{
    static const unsigned sides[] = {0xf, 0x5, 0xa, 0x9, 0x0};
    double *p = SL_HOST_WRITE(double, u);
    sl_index wrong = 0, x[SL_MAX_RANK] = {0}, k = 0;
    const int rank = sl_view_rank(u);
    if (points(rank, n) > 0)
        do {
            p[place(u, x)] = want[k] = (double)(k % 1000);
            k++;
        } while (next_point(rank, n, x));
    sl_host_end(u);
    for (size_t round = 0; round < sizeof sides / sizeof sides[0]; round++) {
        four_loops(u, n, want, sides[round]);
        p = round % 2 ? SL_HOST_RDWR(double, u) : (double *)SL_HOST_READ(double, u);
        wrong += !p || differ(u, n, p, want, round % 2 ? (sl_index)round : 0);
        sl_host_end(u);
    }
    return wrong;
}

/* Sets the bytes of @p memory that are no element's to GAP, or counts those that are not GAP any more. */
static sl_index gaps(const sl_view *u, const sl_index n[], unsigned char *memory, size_t bytes, int set)
{
    unsigned char *element = calloc(1, bytes);
    sl_index x[SL_MAX_RANK] = {0}, count = 0;
    if (points(sl_view_rank(u), n) > 0)
        do {
            memset(element + (size_t)place(u, x) * sizeof(double), 1, sizeof(double));
        } while (next_point(sl_view_rank(u), n, x));
    for (size_t b = 0; b < bytes; b++) {
        count += !element[b] && memory[b] != GAP;
        if (set && !element[b])
            memory[b] = GAP;
    }
    free(element);
    return count;
}

/* A view over the caller's memory, with something around it. While its elements are on the other side only, the caller
 * writes into the gaps, which are the caller's at any time. */
static void run_wrapped(int kind, sl_extents e, double want[], const char *name)
{
    sl_view *u = NULL, *same = view_of("same", SL_DOUBLE, kind, e); /* tells the strides after the end */
    const sl_layout layout = e.rank == 0 ? SL_LAYOUT_RIGHT : layout_of(kind, e);
    size_t bytes = 0;
    must(sl_view_bytes_needed(SL_DOUBLE, layout, e, &bytes));
    unsigned char *memory = malloc(bytes + 64), *data = memory + 24;
    memset(memory, GAP, bytes + 64);
    memset(data, ~GAP, bytes);
    must(sl_view_wrap("u", SL_DOUBLE, layout, e, data, &u));
    sl_index wrong = run_view(u, e.n, want), around = 0;
    four_loops(u, e.n, want, 0xf);
    must(sl_wait());
    gaps(same, e.n, data, bytes, 1);
    sl_view_destroy(&u);
    wrong += differ(same, e.n, (double *)(void *)data, want, 0);
    is_int(wrong, 0, "%s over memory of the caller's is right, there too when it is destroyed", name);
    is_int(gaps(same, e.n, data, bytes, 0), 0, "%s: the caller's gaps are as they were", name);
    for (size_t b = 0; b < 24; b++)
        around += memory[b] != GAP;
    for (size_t b = bytes + 24; b < bytes + 64; b++)
        around += memory[b] != GAP;
    is_int(around, 0, "%s: so is what lies around", name);
    sl_view_destroy(&same);
    free(memory);
}

static void test_layouts(void)
{
    static const struct {
        int rank;
        sl_index n[3];
    } shape[] = {{0, {0}},         {1, {1}},       {1, {0}},       {1, {1001}},      {1, {30011}},
                 {2, {33, 65}},    {2, {0, 5}},    {2, {5, 0}},    {2, {1, 700}},    {2, {300, 41}},
                 {3, {9, 10, 11}}, {3, {3, 0, 4}}, {3, {2, 1, 3}}, {3, {20, 30, 17}}};
    for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
        for (int kind = 0; kind < (shape[s].rank ? LAYOUTS : 1); kind++) {
            const sl_extents e = extents_of(shape[s].rank, shape[s].n);
            double *want = malloc((size_t)(points(e.rank, e.n) + 1) * sizeof *want);
            char name[80];
            int at = snprintf(name, sizeof name, "a view of rank %d, %s", e.rank, layout_name[kind]);
            for (int d = 0; d < e.rank; d++)
                at += snprintf(name + at, sizeof name - (size_t)at, "%s%lld", d ? "x" : " ", (long long)e.n[d]);
            sl_view *u = view_of("u", SL_DOUBLE, kind, e);
            is_int(run_view(u, e.n, want), 0, "%s is right after loops on either node and host accesses", name);
            sl_view_destroy(&u);
            run_wrapped(kind, e, want, name);
            free(want);
        }
}

/* ---- what one side makes is used on the other ---------------------------------------------------------------- */

/* Fills x(i) = a i. */
static void fill(sl_view *x, double a)
{
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < sl_view_extent(x, 0); i++)
        p[i * sl_view_stride(x, 0)] = a * (double)i;
    sl_host_end(x);
}

/* How many elements of x are not a + b i. */
static sl_index not_line(sl_view *x, double a, double b)
{
    const double *p = SL_HOST_READ(double, x);
    sl_index wrong = !p;
    for (sl_index i = 0; p && i < sl_view_extent(x, 0); i++) {
        const double got = p[i * sl_view_stride(x, 0)], want = a + b * (double)i;
        if (got != want && wrong++ == 0)
            diag("element %lld: got %g, want %g", (long long)i, got, want);
    }
    sl_host_end(x);
    return wrong;
}

static void test_reductions(void)
{
    enum { N = 5000 };
    sl_view *x = view_of("x", SL_DOUBLE, STRIDED, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *sum = view_of("sum", SL_DOUBLE, RIGHT, SL_EXTENTS()),
            *most = view_of("most", SL_DOUBLE, RIGHT, SL_EXTENTS());
    for (int made = NEAR; made <= FAR; made++)
        for (int used = NEAR; used <= FAR; used++) {
            fill(x, 1);
            fill(y, 2);
            go(made);
            must(sl_forall(nn_sum, SL_RANGE(0, N), x, SL_INTO(sum), SL_INTO(most)));
            go(used);
            must(sl_forall(nn_add, SL_RANGE(0, N), most, y));
            must(sl_forall(nn_scalar, SL_RANGE(0, 1), sum));
            is_int(not_line(y, N - 1, 2), 0, "a maximum that is made on node %d is read by a loop on node %d", made,
                   used);
            const double *s = SL_HOST_READ(double, sum);
            ok(s && *s == 2.0 * N * (N - 1) / 2 + 1, "and a sum is changed there, and read by the host");
            sl_host_end(sum);
        }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&sum);
    sl_view_destroy(&most);
}

/* Random loops over five views of three layouts, on either side, with host accesses among them. */
static void test_by_turns(void)
{
    enum { N = 700, VIEWS = 5, STEPS = 400 };
    static double want[VIEWS][N];
    sl_view *v[VIEWS];
    uint64_t seed = test_seed(5);
    sl_index wrong = 0, n[] = {N};
    int loops = 0, tasks = atomic_load(&submitted);
    for (int k = 0; k < VIEWS; k++) {
        v[k] = view_of("v", SL_DOUBLE, k % LAYOUTS, SL_EXTENTS(N));
        fill(v[k], k);
        for (int i = 0; i < N; i++)
            want[k][i] = k * i;
    }
    for (int step = 0; step < STEPS; step++) {
        const int x = random_below(&seed, VIEWS), y = (x + 1 + random_below(&seed, VIEWS - 1)) % VIEWS;
        const int what = random_below(&seed, 8);
        const sl_policy p = {.schedule = random_below(&seed, 2) ? SL_AUTO : SL_STATIC}; /* STATIC never runs inline */
        go(random_below(&seed, 3));
        loops += what > 0;
        switch (what) {
        case 0: {
            double *p = SL_HOST_RDWR(double, v[x]);
            wrong += !p || differ(v[x], n, p, want[x], step);
            sl_host_end(v[x]);
            break;
        }
        case 1:
            must(sl_forall_with(p, nn_copy, SL_RANGE(0, N), v[x], v[y]));
            memcpy(want[y], want[x], sizeof want[y]);
            break;
        default:
            must(sl_forall_with(p, nn_mix, SL_RANGE(0, N), v[x], v[y]));
            for (int i = 0; i < N; i++)
                want[y][i] = (double)((3 * (int64_t)want[y][i] + (int64_t)want[x][i] + 1) % 1000003);
        }
    }
    for (int k = 0; k < VIEWS; k++) {
        double *p = (double *)SL_HOST_READ(double, v[k]);
        wrong += !p || differ(v[k], n, p, want[k], 0);
        sl_host_end(v[k]);
        sl_view_destroy(&v[k]);
    }
    is_int(wrong, 0, "%d loops and host accesses by turns on two nodes see each other's results", STEPS);
    diag("%d StarPU tasks for %d loops", atomic_load(&submitted) - tasks, loops);
}

/* A region, recorded once, is run on both sides. */
static void test_region(void)
{
    enum { N = 3000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, STRIDED, SL_EXTENTS(N));
    sl_region *region = NULL;
    double a = 1, b = 0; /* y = a + b i */
    fill(x, 3);
    must(sl_region_begin(&region));
    must(sl_forall(nn_line, SL_RANGE(0, N), x));
    must(sl_forall(nn_copy, SL_RANGE(0, N), x, y));
    must(sl_region_end(region));
    a = 0;
    b = 3;
    for (int k = 0; k < 5; k++) {
        go(k % 3 == 1 ? NEAR : FAR);
        must(sl_region_run(region));
        b = 2 * b + 1;
    }
    is_int(not_line(y, a, b), 0, "a region that runs on either node gives the same as its loops");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- split views --------------------------------------------------------------------------------------------- */

/* Parts whose elements a loop has seen outside the view's own memory. */
static int parts_elsewhere(sl_view *x, sl_view *at, sl_index n, int parts)
{
    const uintptr_t from = (uintptr_t)x->data, to = from + (uintptr_t)n * sizeof(double);
    int found = 0;
    must(sl_forall(nn_address, SL_RANGE(0, n), x, at));
    const int64_t *p = SL_HOST_READ(int64_t, at);
    for (int k = 0; k < parts; k++) {
        const uintptr_t seen = (uintptr_t)p[n * k / parts + 1];
        found += seen < from || seen >= to;
    }
    sl_host_end(at);
    return found;
}

static void test_split(void)
{
    enum { N = 40000, PARTS = 4 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_DOUBLE, STRIDED, SL_EXTENTS(N)), *at = view_of("at", SL_INT64, RIGHT, SL_EXTENTS(N));
    go(ANYWHERE);
    fill(x, 1);
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    must(sl_view_split(at, SL_SPLIT(PARTS)));
    go(FAR);
    const int64_t before = sl__split_parts_queued();
    const int elsewhere = parts_elsewhere(x, at, N, PARTS);
    is_int(sl__split_parts_queued() - before, PARTS, "a loop over views in %d parts is as many tasks", PARTS);
    is_int(elsewhere, nn_address__kernel.bounds_checked ? 0 : PARTS,
           "parts that loops on the other node read have copies "
           "there, or none where a bad index must find the whole view");
    go(ANYWHERE);
    const sl_policy shared = {.split = SL_SPLIT(PARTS)};
    must(sl_forall_with(shared, nn_line, SL_RANGE(0, N), x)); /* x = 3 i */
    must(sl_forall_with(shared, nn_halo, SL_RANGE(1, N - 1), x, y));
    for (int where = NEAR; where <= FAR; where++) {
        go(where);
        must(sl_forall(nn_turn, SL_RANGE(0, N), (int64_t)N, x, z)); /* z = 2 x (n - 1 - i) */
        is_int(not_line(z, 6.0 * (N - 1), -6), 0, "the parts of a split view are gathered on node %d", where);
    }
    const double *p = SL_HOST_READ(double, y);
    sl_index wrong = !p;
    for (sl_index i = 1; p && i < N - 1; i++)
        if (p[i] != 6.0 * (double)i && wrong++ == 0)
            diag("element %lld: got %g, want %g", (long long)i, p[i], 6.0 * (double)i);
    sl_host_end(y);
    is_int(wrong, 0, "a loop over split views sees its neighbours' parts, wherever they were made");
    go(FAR);
    must(sl_forall(nn_line, SL_RANGE(0, N), x)); /* x = 7 i */
    go(NEAR);
    must(sl_view_join(x));
    must(sl_forall(nn_line, SL_RANGE(0, N), x)); /* x = 15 i */
    is_int(not_line(x, 0, 15), 0, "and what is joined again has what its parts had on the other node");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&at);
}

/* ---- failures and ends --------------------------------------------------------------------------------------- */

static void test_poison(void)
{
    enum { N = 2000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    for (int made = NEAR; made <= FAR; made++) {
        fill(x, 1);
        go(made);
        must(sl_forall(nn_check, SL_RANGE(0, N), 77.0, x, y));
        go(!made);
        must(sl_forall(nn_copy, SL_RANGE(0, N), y, z));
        is_int(sl_wait(), SL_ERR_RAISED, "a failure on node %d is told", made);
        ok(SL_HOST_READ(double, y) == NULL, "the host does not get what it has spoilt");
        ok(SL_HOST_READ(double, z) == NULL, "nor what a loop on the other node would have made of that");
        must(sl_forall(nn_copy, SL_RANGE(0, N), x, z));
        is_int(not_line(z, 0, 1), 0, "a loop on the other node makes it good again");
        fill(y, 4);
        must(sl_forall(nn_line, SL_RANGE(0, N), y));
        is_int(not_line(y, 0, 9), 0, "and so does the host, for loops on the other node");
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

/* Views are destroyed while their loops are queued behind a gate: what these leave in a last view tells of each. */
static void test_destroyed(void)
{
    enum { N = 1500, ROUNDS = 12 };
    sl_view *last = view_of("last", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    const size_t before = sl__memory_held();
    double want = 0;
    for (int round = 0; round < ROUNDS; round++) {
        sl_view *x = view_of("x", SL_DOUBLE, round % LAYOUTS, SL_EXTENTS(N)), *y = NULL;
        must(sl_view_create_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), SL_VIEW_UNINITIALIZED, &y));
        atomic_store(&gate_open, 0);
        for (int where = NEAR; where <= FAR; where++) {
            go(where);
            must(sl_task(wait_for_gate, NULL));
        }
        go(round % 2 ? FAR : NEAR);
        must(sl_forall(nn_line, SL_RANGE(0, N), x)); /* x = i */
        go(round % 3 ? FAR : NEAR);
        must(sl_forall(nn_copy, SL_RANGE(0, N), x, y));
        sl_view_destroy(&x);
        go(round % 4 ? NEAR : FAR);
        must(sl_forall(nn_mix, SL_RANGE(0, N), y, last));
        sl_view_destroy(&y);
        atomic_store(&gate_open, 1);
        want = fmod(3 * want + 1, 1000003);
    }
    const double *p = SL_HOST_READ(double, last);
    ok(p && p[0] == want, "loops over views that were destroyed have run, wherever their data was: got %g, want %g",
       p ? p[0] : NAN, want);
    sl_host_end(last);
    must(sl_wait());
    is_int(sl__memory_held(), before, "and nothing of these views is kept");
    sl_view_destroy(&last);
}

/* ---- less memory than views ---------------------------------------------------------------------------------- */

#define LIMIT 4 /* MiB */

/* Views of 512 KiB, four times what the other node may hold: each is mixed with others, so that what was evicted is
 * fetched again. */
/* Memory of the program's on the other node, as that of a device would be: it is the view's home. Loops on either side
 * and the host change it by turns; when the view has gone it is there what it was last. */
static void test_home_there(void)
{
    enum { N = 3001, ROUNDS = 6 };
    static double memory[N], want[N];
    const sl_extents e = SL_EXTENTS(N), two = SL_EXTENTS(2, 2);
    const sl_layout right = SL_LAYOUT_RIGHT, gaps = SL_LAYOUT_STRIDE(5, 2);
    sl_view *v = NULL, *w = NULL, *x = view_of("x", SL_DOUBLE, RIGHT, e);
    sl_index wrong = 0;
    for (int i = 0; i < N; i++)
        memory[i] = want[i] = i;
    fill(x, 3);
    const double *added = SL_HOST_READ(double, x);
    must(sl__view_wrap_node("test", "v", SL_DOUBLE, &right, &e, memory, 1, NULL, &v));
    ok(valid_on(v, 1) && !valid_on(v, STARPU_MAIN_RAM),
       "a view over memory of the other node is there, and only there");
    is_int(sl__view_wrap_node("test", "w", SL_DOUBLE, &right, &e, &memory[N / 2], 1, NULL, &w), SL_ERR_ALIAS,
           "which another view may not wrap");
    is_int(sl__view_wrap_node("test", "w", SL_DOUBLE, &gaps, &two, memory, 1, NULL, &w), SL_ERR_UNSUPPORTED,
           "nor one with gaps");
    is_int(sl_view_split(v, SL_SPLIT(2)), SL_ERR_UNSUPPORTED, "it is not split");
    for (int round = 0; round < ROUNDS; round++) {
        go(round % 3 == 1 ? NEAR : FAR);
        must(sl_forall(nn_mix, SL_RANGE(0, N), x, v));
        must(sl_wait());
        if (round == 0)
            ok(memory[5] == fmod(3 * want[5] + added[5] + 1, 1000003), "a loop there works in that memory");
        for (int i = 0; i < N; i++)
            want[i] = fmod(3 * want[i] + added[i] + 1, 1000003);
        if (round == 2) {
            double *p = SL_HOST_RDWR(double, v);
            for (int i = 0; i < N; i++)
                wrong += p[i] != want[i];
            ok(p != memory, "the host has memory of its own");
            p[7] = want[7] = 77;
            sl_host_end(v);
        }
        if (round == ROUNDS - 2) { /* and then by a loop in main memory */
            sl_view_destroy(&v);
            same_array(memory, want, N, "when it has gone its memory has what the loops have made");
            must(sl__view_wrap_node("test", "v", SL_DOUBLE, &right, &e, memory, 1, NULL, &v));
        }
    }
    go(NEAR);
    must(sl_forall(nn_mix, SL_RANGE(0, N), x, v));
    for (int i = 0; i < N; i++)
        want[i] = fmod(3 * want[i] + added[i] + 1, 1000003);
    sl_view_destroy(&v);
    same_array(memory, want, N, "also what a loop in main memory has made last");
    is_int(wrong, 0, "and the host has seen it so");
    sl_host_end(x);
    sl_view_destroy(&x);
}

static void test_eviction(void)
{
    enum { VIEWS = 32, N = (512 << 10) / 8, ROUNDS = 3 };
    static double want[VIEWS]; /* of element 1; those of a view differ by what they began with */
    sl_view *v[VIEWS];
    int there = 0, most = 0;
    sl_index wrong = 0;
    is_int(starpu_memory_get_total(1), LIMIT << 20, "the other node has %d MiB", LIMIT);
    for (int k = 0; k < VIEWS; k++) {
        v[k] = view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
        double *p = SL_HOST_WRITE(double, v[k]);
        for (sl_index i = 0; i < N; i++)
            p[i] = k;
        sl_host_end(v[k]);
        want[k] = k;
    }
    go(FAR);
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < VIEWS; k++) {
            const int x = (k * 7 + round + 1) % VIEWS;
            if (x == k)
                continue;
            must(sl_forall(nn_mix, SL_RANGE(0, N), v[x], v[k]));
            want[k] = fmod(3 * want[k] + want[x] + 1, 1000003);
            if (k % 8 == 7) {
                must(sl_wait());
                there = 0;
                for (int j = 0; j < VIEWS; j++)
                    there += valid_on(v[j], 1);
                most = there > most ? there : most;
            }
        }
    ok(most >= 2 && most <= (LIMIT << 20) / (N * 8), "it holds no more of them than it has memory for: %d of %d", most,
       VIEWS);
    for (int k = 0; k < VIEWS; k++) {
        const double *p = SL_HOST_READ(double, v[k]);
        for (sl_index i = 0; p && i < N; i++)
            if (p[i] != want[k] && wrong++ == 0)
                diag("view %d, element %lld: got %g, want %g", k, (long long)i, p[i], want[k]);
        wrong += !p;
        sl_host_end(v[k]);
        sl_view_destroy(&v[k]);
    }
    is_int(wrong, 0, "views of four times its memory are evicted and fetched, with right values");
}

/* Starts the library, runs the tests and ends it. @return 0 where there are no two nodes */
static int run_tests(void (*const test[])(void), size_t tests)
{
    must(sl_init(NULL));
    const int there = have_two_nodes();
    for (size_t k = 0; there && k < tests; k++)
        test[k]();
    go(ANYWHERE);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return there;
}

int main(void)
{
    static void (*const most[])(void) = {test_pointers, test_layouts, test_reductions, test_by_turns,   test_region,
                                         test_split,    test_poison,  test_destroyed,  test_home_there, test_boxes};
    static void (*const mixed[])(void) = {test_by_turns};
    static void (*const evicting[])(void) = {test_eviction, test_edges_evicted};
    static void (*const apart[])(void) = {test_edges, test_scans};
    static void (*const homes[])(void) = {test_homes}, (*const helped[])(void) = {test_helped};
    char limit[16];
    if (make_up_machine() == 0) {
        skip("this process has one CPU, and a worker on each node needs its own", "views on two memory nodes");
        return done_testing();
    }
    keep_calibration_apart();
    setenv("STARLOOP_INLINE", "0", 1);
    if (!run_tests(most, sizeof most / sizeof most[0]))
        return done_testing();
    setenv("STARLOOP_INLINE", "1", 1);
    sl__place_in_caller_below = 100e-6; /* slow builds, too */
    run_tests(mixed, 1);
    setenv("STARLOOP_INLINE", "0", 1);
    stand_for_a_device(1);
    run_tests(apart, 2);
    stand_for_a_device(1);
    let_homes_follow(2);
    run_tests(homes, 1);
    let_homes_follow(1);
    run_tests(helped, 1);
    let_homes_follow(0);
    snprintf(limit, sizeof limit, "%d", LIMIT);
    setenv("STARPU_LIMIT_CPU_NUMA_1_MEM", limit, 1);
    stand_for_a_device(1);
    run_tests(evicting, sizeof evicting / sizeof evicting[0]);
    return done_testing();
}
