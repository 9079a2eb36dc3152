/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_LAYOUT_AUTO: loops on CPUs and devices in turns, host accesses between them, against plain C; what is refused. */
#include "data/interface.h"
#include "loop_testing.h"
#include "misuse.h"

typedef struct al_three {
    int64_t a, b, c;
} al_three;
SL_STRUCT(al_three);

SL_KERNEL_DECLARE(al_double, (i, j), inout(double, 2, v, own));
SL_KERNEL_DECLARE(al_short, (i, j), inout(int16_t, 2, v, own));
SL_KERNEL_DECLARE(al_byte, (i, j), inout(int8_t, 2, v, own));
SL_KERNEL_DECLARE(al_struct, (i, j), inout(al_three, 2, v, own));
SL_KERNEL_DECLARE(al_cube, (i, j, k), inout(int32_t, 3, v, own));
SL_KERNEL_DECLARE(al_four, (i, j, k, l), inout(int32_t, 4, v, own));
SL_KERNEL_DECLARE(al_rows, (i), in(double, 2, a, own(0, all)), out(double, 1, y, own));
SL_KERNEL_DECLARE(al_total, (i, j), in(double, 2, a, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(al_strides, (i), in(double, 2, a), out(int64_t, 1, s, own));

static int devices;
static int left_nodes; /* a second memory node of CPUs has layout left, as devices do */

/* Turn by turn: a CPU, a device, where the scheduler likes. */
static sl_policy turn_policy(int turn)
{
    const sl_where where[] = {SL_CPU, devices ? SL_CUDA : SL_CPU, SL_ANYWHERE};
    return (sl_policy){.where = where[turn % 3]};
}

static sl_view *made(const char *label, sl_type type, sl_layout layout, sl_extents extents)
{
    sl_view *view = NULL;
    must(sl_view_create(label, type, layout, extents, &view));
    return view;
}

/* How often a test adds, and from time to time what the host does between. */
enum { TURNS = 5 };

/* What is right of the element at x[0], ..., of as many turns. */
static int64_t added(int rank, const sl_index x[])
{
    int64_t sum = 0;
    for (int d = 0; d < rank; d++)
        sum = 7 * sum + x[d];
    return sum;
}

/* The element at place k of host memory, in layout right, as a number. */
static int64_t element(sl_type type, const void *p, sl_index k)
{
    if (type == SL_DOUBLE)
        return (int64_t)((const double *)p)[k];
    if (type == SL_INT32)
        return ((const int32_t *)p)[k];
    if (type == SL_INT16)
        return ((const int16_t *)p)[k];
    if (type == SL_INT8)
        return ((const int8_t *)p)[k];
    return ((const al_three *)p)[k].a;
}

static int64_t wrapped(sl_type type, int64_t value)
{
    return type == SL_INT16 ? (int16_t)value : type == SL_INT8 ? (int8_t)value : value;
}

/* The host looks at all elements. @return wrong ones */
static sl_index wrong_elements(sl_view *v, sl_type type, int rank, const sl_index n[], int turns)
{
    sl_index x[SL_MAX_RANK] = {0}, wrong = 0, k = 0;
    const void *p = sl_host_begin(v, SL_READ, type, NULL);
    do
        wrong += element(type, p, k++) != wrapped(type, turns * added(rank, x));
    while (next_point(rank, n, x));
    must(sl_host_end(v));
    return wrong;
}

static sl_status add(sl_type type, int turn, sl_space space, sl_view *v)
{
    const sl_policy policy = turn_policy(turn);
    if (space.rank == 3)
        return sl_forall_with(policy, al_cube, space, v);
    if (space.rank == 4)
        return sl_forall_with(policy, al_four, space, v);
    if (type == SL_DOUBLE)
        return sl_forall_with(policy, al_double, space, v);
    if (type == SL_INT16)
        return sl_forall_with(policy, al_short, space, v);
    if (type == SL_INT8)
        return sl_forall_with(policy, al_byte, space, v);
    return sl_forall_with(policy, al_struct, space, v);
}

static sl_index wrong_view(sl_type type, int rank, const sl_index n[], int first_turn)
{
    sl_extents extents = {.rank = rank};
    sl_index wrong = 0;
    memcpy(extents.n, n, (size_t)rank * sizeof n[0]);
    sl_view *v = made("v", type, SL_LAYOUT_AUTO, extents);
    for (int turn = 0; turn < TURNS; turn++) {
        must(add(type, first_turn + turn, space_at(rank, NULL, n), v));
        if (turn % 2 == 1 || turn == TURNS - 1)
            wrong += wrong_elements(v, type, rank, n, turn + 1);
    }
    sl_view_destroy(&v);
    return wrong;
}

static void test_turns(void)
{
    const sl_type types[] = {SL_DOUBLE, SL_INT16, SL_INT8, SL_TYPE(al_three)};
    uint64_t seed = test_seed(353);
    sl_index wrong = 0;
    for (int round = 0; round < (quick() ? 8 : 40); round++) {
        const sl_index n[] = {1 + random_below(&seed, round % 2 ? 70 : 5), 1 + random_below(&seed, 100)};
        const sl_index got = wrong_view(types[round % 4], 2, n, round);
        if (got > 0)
            diag("%lld x %lld elements of %s: %lld wrong", (long long)n[0], (long long)n[1],
                 sl_type_name(types[round % 4]), (long long)got);
        wrong += got;
    }
    is_int(wrong, 0, "elements of 1, 2, 8 and 24 bytes, that CPUs and devices add to in turns, are right");
    for (int round = 0; round < (quick() ? 6 : 20); round++) {
        const sl_index n[] = {1 + random_below(&seed, 40), 1 + random_below(&seed, 9), 1 + random_below(&seed, 40),
                              1 + random_below(&seed, 4)};
        wrong += wrong_view(SL_INT32, 3 + round % 2, n, round);
    }
    is_int(wrong, 0, "so are those of rank 3 and 4");
}

/* Larger than what is converted at a time: many rows, and rows that are too long. */
static void test_large(void)
{
    const sl_index tall[] = {700000, 9}, wide[] = {3, 4500000};
    is_int(devices && !quick() ? wrong_view(SL_DOUBLE, 2, tall, 1) + wrong_view(SL_DOUBLE, 2, wide, 1) : 0, 0,
           "large views are converted piece by piece");
}

static void test_strides(void)
{
    sl_view *a = made("a", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(5, 8)),
            *s = made("s", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(2));
    for (int turn = 0; turn < 2; turn++) {
        must(sl_forall_with(turn_policy(turn), al_strides, SL_RANGE(0, 2), a, s));
        const int64_t *p = SL_HOST_READ(int64_t, s), there = p != NULL ? p[0] * 100 + p[1] : 0;
        must(sl_host_end(s));
        is_int(there, turn == 1 && devices ? 105 : 801, "the strides in a body %s",
               turn == 1 ? "on a device" : "on a CPU");
    }
    ok(sl_view_stride(a, 0) == 8 && sl_view_stride(a, 1) == 1, "the host has layout right");
    sl_view_destroy(&a);
    sl_view_destroy(&s);
}

static void test_rows(void)
{
    enum { N = 300, M = 27 };
    static double want[N];
    sl_view *a = made("a", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(N, M)),
            *y = made("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N));
    double *p = SL_HOST_WRITE(double, a);
    for (int i = 0; i < N; i++) {
        want[i] = 0;
        for (int j = 0; j < M; j++) {
            p[i * M + j] = (i * 31 + j * 17) % 1000;
            want[i] += (j + 1) * p[i * M + j];
        }
    }
    must(sl_host_end(a));
    int wrong = 0;
    for (int turn = 0; turn < 3; turn++) {
        must(sl_forall_with(turn_policy(turn), al_rows, SL_RANGE(0, N), a, y));
        const double *got = SL_HOST_READ(double, y);
        for (int i = 0; i < N; i++)
            wrong += got[i] != want[i];
        must(sl_host_end(y));
    }
    is_int(wrong, 0, "a row for each iteration, as the host has written it");
    for (int turn = 0; turn < 2; turn++) {
        double total = 0, all = 0;
        must(sl_reduce_with(turn_policy(turn), al_total, SL_BOX(0, N, 0, M), a, &total));
        for (int k = 0; k < N * M; k++)
            all += (k / M * 31 + k % M * 17) % 1000;
        ok(total == all, "its sum %s", turn == 1 && devices ? "on a device" : "on a CPU");
    }
    sl_view_destroy(&a);
    sl_view_destroy(&y);
}

/* Copies that may run anywhere, of views that were used anywhere. */
static void test_copies(void)
{
    static const sl_layout layouts[] = {
        {.kind = SL__LAYOUT_AUTO}, {.kind = SL__LAYOUT_RIGHT}, {.kind = SL__LAYOUT_LEFT}};
    static int16_t small[33 * 41];
    const sl_index n[] = {33, 41};
    sl_index wrong = 0;
    for (int k = 0; k < 12; k++) {
        const sl_type type = k % 2 ? SL_DOUBLE : SL_TYPE(al_three);
        sl_view *from = made("from", type, layouts[k / 2 % 3], SL_EXTENTS(33, 41));
        sl_view *to = made("to", type, layouts[(k + 1) / 2 % 3], SL_EXTENTS(33, 41));
        sl_view *last = made("last", type, SL_LAYOUT_RIGHT, SL_EXTENTS(33, 41));
        must(add(type, k, SL_BOX(0, 33, 0, 41), from));
        must(sl_deep_copy(to, from));
        must(add(type, k + 1, SL_BOX(0, 33, 0, 41), to));
        must(sl_deep_copy(last, to));
        wrong += wrong_elements(last, type, 2, n, 2);
        sl_view_destroy(&from);
        sl_view_destroy(&to);
        sl_view_destroy(&last);
    }
    is_int(wrong, 0, "copies from and to views of one layout, and between them");
    sl_view *v = made("v", SL_INT16, SL_LAYOUT_AUTO, SL_EXTENTS(33, 41));
    must(SL_VIEW_FILL(int16_t, v, 0));
    must(add(SL_INT16, 1, SL_BOX(0, 33, 0, 41), v));
    must(sl_deep_copy_to_host(SL_INT16, SL_LAYOUT_LEFT, small, v));
    must(sl_view_wait(v));
    for (int i = 0; i < 33; i++)
        for (int j = 0; j < 41; j++)
            wrong += small[i + 33 * j] != 7 * i + j;
    is_int(wrong, 0, "and to host memory");
    sl_view_destroy(&v);
}

/* A region, which devices run as one graph. */
static void test_region(void)
{
    const sl_index n[] = {50, 60};
    sl_view *v = made("v", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(50, 60)), *only = NULL;
    sl_view *y = made("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(50));
    must(sl_view_readonly(v, &only));
    for (int turn = 0; turn < 9; turn++) {
        sl_region *region = NULL;
        must(sl_region_begin(&region));
        for (int k = 0; k < 4; k++)
            must(add(SL_DOUBLE, turn, SL_BOX(0, 50, 0, 60), v));
        must(sl_forall_with(turn_policy(turn), al_rows, SL_RANGE(0, 50), only, y));
        must(sl_region_end(region));
        must(sl_region_run(region));
        sl_region_destroy(&region);
    }
    is_int(wrong_elements(v, SL_DOUBLE, 2, n, 36), 0, "loops of regions, on CPUs and devices in turns");
    double want = 0;
    for (int j = 0; j < 60; j++)
        want += 36.0 * (j + 1) * (7 * 49 + j);
    const double *p = SL_HOST_READ(double, y);
    ok(p[49] == want, "and one that reads it as a view that is read only");
    must(sl_host_end(y));
    sl_view_destroy(&only);
    sl_view_destroy(&v);
    sl_view_destroy(&y);
}

/* A subview of a view of rank 2 or 4, and the elements of the view that it has, in its order. */
typedef struct al_part {
    sl_view *view;
    int rank;
    sl_index n[SL_MAX_RANK], at[SL_MAX_RANK], step[SL_MAX_RANK]; /* the first element, and the way along a dimension */
} al_part;

/* A random part: ranges, one index of four, and of that, from time to time, a part again. */
static al_part some_of(uint64_t *seed, sl_view *whole, const sl_index n[], int rank)
{
    struct sl__slice slices[4];
    al_part part = {.rank = 0};
    const int fixed = rank == 4 ? (int)random_below(seed, 4) : -1;
    sl_index place = 0;
    for (int d = 0; d < rank; d++) {
        const sl_index lo = random_below(seed, n[d]), hi = lo + 1 + random_below(seed, n[d] - lo);
        sl_index step = 1;
        for (int e = d + 1; e < rank; e++)
            step *= n[e];
        slices[d] = d == fixed                   ? (struct sl__slice){lo, lo + 1, 0}
                    : random_below(seed, 4) == 0 ? SL_ALL
                                                 : SL_PAIR(lo, hi);
        const int all = slices[d].select_ == 2;
        place += (all ? 0 : lo) * step;
        if (d == fixed)
            continue;
        part.n[part.rank] = all ? n[d] : hi - lo;
        part.step[part.rank++] = step;
    }
    part.at[0] = place;
    must(sl_view_sub(whole, rank, slices, &part.view));
    return part;
}

/* What add() does to a part, in plain C. */
static void plain_add(int64_t *plain, const al_part *part)
{
    sl_index x[SL_MAX_RANK] = {0};
    do {
        sl_index at = part->at[0];
        for (int d = 0; d < part->rank; d++)
            at += x[d] * part->step[d];
        plain[at] += added(part->rank, x);
    } while (next_point(part->rank, part->n, x));
}

static sl_index wrong_parts(uint64_t *seed, int rank, const sl_index n[], int first_turn)
{
    static int64_t plain[40000];
    const sl_type type = rank == 2 ? SL_DOUBLE : SL_INT32;
    sl_extents extents = {.rank = rank};
    sl_index count = 1, wrong = 0;
    memcpy(extents.n, n, (size_t)rank * sizeof n[0]);
    for (int d = 0; d < rank; d++)
        count *= n[d];
    sl_view *v = made("v", type, SL_LAYOUT_AUTO, extents);
    memset(plain, 0, sizeof plain);
    for (int turn = 0; turn < 12; turn++) {
        al_part part = some_of(seed, v, n, rank);
        must(add(type, first_turn + turn, space_at(part.rank, NULL, part.n), part.view));
        plain_add(plain, &part);
        sl_view_destroy(&part.view);
        if (turn % 4 != 3)
            continue;
        const void *p = sl_host_begin(v, SL_READ, type, NULL);
        for (sl_index k = 0; p != NULL && k < count; k++)
            wrong += element(type, p, k) != plain[k];
        must(sl_host_end(v));
    }
    sl_view_destroy(&v);
    return wrong;
}

static int sum_row(void *arg)
{
    sl_view *row = arg;
    const double *p = sl_task_data(row);
    return p == NULL || p[0] != 3 * 1000 + 2; /* its first element is (3, 2) */
}

static void test_subviews(void)
{
    uint64_t seed = test_seed(354);
    sl_index wrong = 0;
    for (int round = 0; round < (quick() ? 10 : 60); round++) {
        const sl_index two[] = {1 + random_below(&seed, 60), 1 + random_below(&seed, 90)};
        const sl_index four[] = {1 + random_below(&seed, 9), 1 + random_below(&seed, 20), 1 + random_below(&seed, 7),
                                 1 + random_below(&seed, 15)};
        wrong += wrong_parts(&seed, 2, two, round) + wrong_parts(&seed, 4, four, round);
    }
    is_int(wrong, 0, "subviews, which CPUs and devices add to in turns, are right, and the views around them");
    if (left_nodes) /* what follows is for the memory that the host has */
        return;
    sl_view *v = made("v", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(9, 11)), *row = NULL, *sub = NULL;
    double *p = SL_HOST_WRITE(double, v), value = 5;
    for (int i = 0; p != NULL && i < 99; i++)
        p[i] = i / 11 * 1000 + i % 11;
    must(sl_host_end(v));
    must(add(SL_DOUBLE, 1, SL_BOX(0, 0, 0, 0), v));
    must(sl_subview(v, &row, 3, SL_PAIR(2, 9)));
    must(sl_subview(v, &sub, SL_PAIR(4, 6), SL_PAIR(2, 9)));
    must(sl_task(sum_row, row, SL_R(row)));
    is_int(sl_view_wait(v), SL_SUCCESS, "a host task finds the first element of a row");
    must(sl_view_fill(row, SL_DOUBLE, &value));
    const double *q = SL_HOST_READ(double, v);
    ok(q && q[3 * 11 + 1] == 3001 && q[3 * 11 + 2] == 5 && q[3 * 11 + 8] == 5 && q[3 * 11 + 9] == 3009 &&
           q[4 * 11 + 2] == 4002,
       "a row is filled, and nothing beside it");
    must(sl_host_end(v));
    sl_view *there = made("there", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(2, 7));
    must(sl_deep_copy(there, sub));
    q = SL_HOST_READ(double, there);
    ok(q && q[0] == 4002 && q[1] == 5002 && q[13] == 5008, "a part is copied");
    must(sl_host_end(there));
    sl_view_destroy(&row);
    sl_view_destroy(&sub);
    sl_view_destroy(&there);
    sl_view_destroy(&v);
}

static void test_plain(void)
{
    sl_view *none = made("none", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(0, 4));
    sl_view *one = made("one", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(1, 9)), *sub = NULL;
    must(add(SL_DOUBLE, 1, SL_BOX(0, 0, 0, 4), none));
    must(sl_subview(one, &sub, 0, SL_ALL));
    ok(sub != NULL, "where right and left are the same the view is one of layout right");
    sl_view_destroy(&sub);
    sl_view_destroy(&one);
    sl_view_destroy(&none);
}

/* ---- elements as results, other extents, scans ------------------------------------------------------------------ */

/* What the host has of all elements. */
static void host_has(sl_view *v, double *elements)
{
    const double *p = SL_HOST_READ(double, v);
    if (p)
        memcpy(elements, p, (size_t)sl_view_size(v) * sizeof *p);
    must(sl_host_end(v));
}

/* Sums come to elements of v, of a subview of it, and of rank 3, from each side in turns. */
static void test_into(void)
{
    enum { N = 7, M = 11, L = 3 };
    sl_view *x = made("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 5)), *part = NULL;
    sl_view *v = made("v", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(N, M));
    sl_view *w = made("w", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(N, M, L));
    double want[N * M] = {0}, deep[N * M * L] = {0}, got[N * M] = {0}, there[N * M * L] = {0};
    must(sl_view_fill(x, SL_DOUBLE, &(double){0.5}));
    must(sl_subview(v, &part, SL_PAIR(2, 5), 4));
    for (int turn = 0; turn < 12; turn++) {
        const sl_index i = turn * 5 % N, j = turn * 3 % M, k = turn % L;
        sl_policy policy = turn_policy(turn);
        policy.combine = turn % 2;
        must(sl_reduce_with(policy, al_total, SL_BOX(0, 4, 0, 5), x, SL_INTO(v, i, j)));
        must(sl_reduce_with(policy, al_total, SL_BOX(0, 4, 0, 5), x, SL_INTO(w, i, j, k)));
        must(sl_reduce_with(policy, al_total, SL_BOX(0, 4, 0, 5), x, SL_INTO(part, k)));
        want[i * M + j] = 10 + (policy.combine ? want[i * M + j] : 0);
        deep[(i * M + j) * L + k] = 10 + (policy.combine ? deep[(i * M + j) * L + k] : 0);
        want[(2 + k) * M + 4] = 10 + (policy.combine ? want[(2 + k) * M + 4] : 0);
    }
    host_has(v, got);
    host_has(w, there);
    same_array(got, want, N * M, "reductions into elements, also of a subview");
    same_array(there, deep, N * M * L, "and of rank 3");
    sl_view_destroy(&part);
    sl_view_destroy(&v);
    sl_view_destroy(&w);
    sl_view_destroy(&x);
}

static void test_resize(void)
{
    sl_view *v = made("v", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(6, 7)), *other = NULL;
    const sl_index sizes[][2] = {{6, 7}, {9, 5}, {1, 8}, {4, 8}, {0, 3}, {5, 3}};
    double want[10][10] = {{0}};
    int wrong = 0;
    for (int k = 0; k < 6; k++) {
        const sl_index n0 = sizes[k][0], n1 = sizes[k][1];
        must(sl_view_resize(&v, SL_EXTENTS(n0, n1)));
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++)
                want[i][j] = i < n0 && j < n1 ? want[i][j] + 7 * i + j : 0;
        must(add(SL_DOUBLE, k + 1, SL_BOX(0, n0, 0, n1), v));
        const double *p = SL_HOST_READ(double, v);
        for (sl_index i = 0; p && i < n0; i++)
            for (sl_index j = 0; j < n1; j++)
                wrong += p[i * n1 + j] != want[i][j];
        must(sl_host_end(v));
    }
    is_int(wrong, 0, "a view of other extents has the elements that both have, and zeros");
    refused(sl_view_reshape(v, SL_LAYOUT_RIGHT, SL_EXTENTS(15), &other), SL_ERR_UNSUPPORTED,
            "after extents that leave nothing to turn it is one of SL_LAYOUT_AUTO still", "of SL_LAYOUT_AUTO");
    sl_view_destroy(&v);
}

/* In rows or columns of a part of it, in place. */
static void scan_model(double *p, int m, int dim)
{
    for (int i = 3; i < 30; i++)
        for (int j = 1; j < m; j++)
            p[i * m + j] += dim == 0 && i > 3 ? p[(i - 1) * m + j] : dim == 1 && j > 1 ? p[i * m + j - 1] : 0;
}

static void test_scans(void)
{
    enum { N = 37, M = 50 };
    sl_view *v = made("v", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(N, M)), *part = NULL;
    sl_view *r = made("r", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N, M));
    double *want = calloc(N * M, sizeof *want), *got = calloc(N * M, sizeof *got);
    must(sl_subview(v, &part, SL_PAIR(3, 30), SL_PAIR(1, M)));
    for (int turn = 0; turn < 6; turn++) {
        if (turn % 3 == 0) { /* numbers stay whole */
            must(sl_view_fill(v, SL_DOUBLE, &(double){turn}));
            must(add(SL_DOUBLE, turn, SL_BOX(0, N, 0, M), v));
            for (int k = 0; k < N * M; k++)
                want[k] = turn + 7 * (k / M) + k % M;
        }
        must(sl_scan_inclusive_with(turn_policy(turn), SL_SUM, turn % 2, part, part));
        scan_model(want, M, turn % 2);
    }
    host_has(v, got);
    same_array(got, want, N * M, "scans of a part of it in place, along each dimension");
    must(sl_scan_inclusive_with(turn_policy(1), SL_SUM, 1, v, r));
    for (int k = 0; k < N * M; k++)
        want[k] += k % M > 0 ? want[k - 1] : 0;
    host_has(r, got);
    same_array(got, want, N * M, "and of all of it into another layout");
    sl_view_destroy(&part);
    sl_view_destroy(&v);
    sl_view_destroy(&r);
    free(want);
    free(got);
}

static void test_misuse(void)
{
    sl_view *v = made("v", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(6, 7)), *other = NULL;
    sl_scatter_view *scatter = NULL;
    static const char left[] = "\"v\" of SL_LAYOUT_AUTO, which is left on devices";
    must(sl_subview(v, &other, 0, SL_ALL));
    refused(sl_sort(other), SL_ERR_UNSUPPORTED, "a row to be sorted",
            "sl_sort: ", "\"v(0, :)\" of SL_LAYOUT_AUTO, which is left on devices");
    sl_view_destroy(&other);
    refused(sl_view_reshape(v, SL_LAYOUT_RIGHT, SL_EXTENTS(42), &other), SL_ERR_UNSUPPORTED, "a reshaped view",
            "sl_view_reshape: view", left);
    refused(sl_view_split(v, (sl_split){.n = {2}}), SL_ERR_UNSUPPORTED, "a split", "sl_view_split: view", left);
    is_int(sl_view_join(v), SL_SUCCESS, "what cannot be split is joined already");
    refused(sl_scatter_view_create(SL_SUM, v, &scatter), SL_ERR_UNSUPPORTED, "a scatter view",
            "sl_scatter_view_create: view", left);
    refused(sl_view_create("w", SL_DOUBLE, SL_LAYOUT_PADDED(SL_LAYOUT_AUTO, 3), SL_EXTENTS(6, 7), &other),
            SL_ERR_ARGUMENT, "padding", "sl_view_create: layout",
            "neither padding nor first indices of SL_LAYOUT_AUTO");
    refused(sl_view_create("w", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_AUTO, 1, 1), SL_EXTENTS(6, 7), &other),
            SL_ERR_ARGUMENT, "first indices", "sl_view_create: layout", "SL_LAYOUT_AUTO");
    ok(other == NULL, "nothing was made");
    must(add(SL_DOUBLE, 1, SL_BOX(0, 6, 0, 7), v));
    ok(wrong_elements(v, SL_DOUBLE, 2, (const sl_index[]){6, 7}, 1) == 0, "and the view is as it was");
    sl_view_destroy(&v);
}

int main(void)
{
    left_nodes = getenv("SL_TEST_LEFT_NODES") != NULL;
    sl__interface_left_nodes = left_nodes;
    must(sl_init(NULL));
    devices = sl__device_workers() > 0;
    sl_log_set_handler(misuse_count, NULL);
    if (!left_nodes)
        test_strides();
    test_turns();
    test_large();
    test_rows();
    if (!left_nodes)
        test_copies();
    test_region();
    test_subviews();
    test_plain();
    test_into();
    if (!left_nodes)
        test_resize();
    test_scans();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
