/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts without strides: the memory that loops leave, and what loops read, against plain C that finds the places in
 * another way: a blocked view is an array of 2 x rank dimensions, the order of Morton goes by recursive halving. */
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(mp_set, (i, j), out(double, 2, a, own, layout(blocked)), out(double, 2, m, own, layout(morton)),
                  out(double, 2, s, own, layout(mp_snake)), out(double, 2, r, own));
SL_KERNEL_DECLARE(mp_smooth, (i, j), in(double, 2, a, halo(1), layout(blocked(4, 8))),
                  in(double, 2, m, halo(1), layout(morton)), in(double, 2, s, layout(mp_snake)),
                  inout(double, 2, r, own));
SL_KERNEL_DECLARE(mp_slices, (i), scalar(int64_t, lo), in(double, 3, a, layout(blocked)), out(double, 1, y, own));
SL_KERNEL_DECLARE(mp_set3, (i, j, k), inout(double, 3, a, layout(blocked)));
SL_KERNEL_DECLARE(mp_total, (i, j), in(double, 2, m, layout(morton)), reduce(double, sum, t));
SL_KERNEL_DECLARE(mp_multiply, (p, q), in(double, 2, a, layout(blocked(4, 8))), in(double, 2, b, layout(blocked(8, 2))),
                  inout(double, 2, c, layout(blocked(4, 2))), out(double, 2, corner, own));
SL_KERNEL_DECLARE(mp_add, (i, j), in(double, 2, x, own), inout(double, 2, y, own));
SL_KERNEL_DECLARE(mpc_read, (i), scalar(int64_t, by), in(double, 1, x, layout(blocked)), out(double, 1, y, own));
SL_KERNEL_DECLARE(mpc_near, (i), scalar(int64_t, by), in(double, 1, x, halo(1), layout(morton)),
                  out(double, 1, y, own));
SL_KERNEL_DECLARE(mpc_place, (i), in(double, 1, x, own, layout(mpc_shift)), out(double, 1, y, own));
SL_KERNEL_DECLARE(mpc_block, (i), scalar(int64_t, at), scalar(int64_t, k), in(double, 1, x, layout(blocked)),
                  out(double, 1, y, own));

static sl_view *made(const char *label, sl_layout layout, sl_extents extents)
{
    sl_view *view = NULL;
    must(sl_view_create(label, SL_DOUBLE, layout, extents, &view));
    return view;
}

static double value(sl_index i, sl_index j)
{
    return 100.0 * (double)i + (double)j;
}

/* ---- the memory ------------------------------------------------------------------------------------------------ */

static sl_index blocked_place(sl_index i, sl_index j, sl_index n1, sl_index b0, sl_index b1)
{
    const sl_index across = (n1 + b1 - 1) / b1;
    return (((i / b0) * across + j / b1) * b0 + i % b0) * b1 + j % b1;
}

/* The order of Morton of a box of 2^p x 2^q elements: while one is longer, halves of it follow each other; then
 * quarters do, those of one i first. */
static sl_index morton_place(sl_index i, sl_index j, int p, int q)
{
    if (p == 0 && q == 0)
        return 0;
    if (p > q)
        return (i >> (p - 1) << (p - 1 + q)) + morton_place(i & ((1 << (p - 1)) - 1), j, p - 1, q);
    if (q > p)
        return (j >> (q - 1) << (p + q - 1)) + morton_place(i, j & ((1 << (q - 1)) - 1), p, q - 1);
    const sl_index quarter = 2 * (i >> (p - 1)) + (j >> (q - 1));
    return (quarter << (p + q - 2)) + morton_place(i & ((1 << (p - 1)) - 1), j & ((1 << (q - 1)) - 1), p - 1, q - 1);
}

static int bits(sl_index n)
{
    int b = 0;
    while ((sl_index)1 << b < n)
        b++;
    return b;
}

static sl_index snake_place(sl_index i, sl_index j, sl_index n1)
{
    return i * n1 + (i % 2 == 0 ? j : n1 - 1 - j);
}

static void test_memory(sl_index n0, sl_index n1, sl_index b0, sl_index b1)
{
    const sl_extents e = SL_EXTENTS(n0, n1);
    sl_view *a = made("a", SL_LAYOUT_BLOCKED(b0, b1), e), *m = made("m", SL_LAYOUT_MORTON, e);
    sl_view *s = made("s", SL_LAYOUT_MAPPED(n0 * n1), e), *r = made("r", SL_LAYOUT_LEFT, e);
    must(sl_forall(mp_set, SL_BOX(0, n0, 0, n1), a, m, s, r));
    const double *pa = SL_HOST_READ(double, a), *pm = SL_HOST_READ(double, m), *ps = SL_HOST_READ(double, s);
    int wrong[4] = {0};
    for (sl_index i = 0; pa && pm && ps && i < n0; i++)
        for (sl_index j = 0; j < n1; j++) {
            const sl_index ka = blocked_place(i, j, n1, b0, b1), km = morton_place(i, j, bits(n0), bits(n1));
            wrong[0] += pa[ka] != value(i, j);
            wrong[1] += pm[km] != value(i, j) + 0.25;
            wrong[2] += ps[snake_place(i, j, n1)] != value(i, j) + 0.5;
            wrong[3] += sl_view_place(a, 2, (const sl_index[]){i, j}) != ka ||
                        sl_view_place(m, 2, (const sl_index[]){i, j}) != km ||
                        sl_view_place(r, 2, (const sl_index[]){i, j}) != i + j * n0;
        }
    must(sl_host_end(a));
    must(sl_host_end(m));
    must(sl_host_end(s));
    diag("%lld x %lld, blocks of %lld x %lld", (long long)n0, (long long)n1, (long long)b0, (long long)b1);
    is_int(wrong[0], 0, "elements of a blocked view are in its blocks");
    is_int(wrong[1], 0, "elements are in the order of Morton");
    is_int(wrong[2], 0, "elements are where a function of the kernel file says");
    is_int(wrong[3], 0, "sl_view_place tells the host where they are");
    size_t bytes = 0;
    must(sl_view_bytes_needed(SL_DOUBLE, SL_LAYOUT_BLOCKED(b0, b1), e, &bytes));
    is_int(bytes, 8 * ((n0 + b0 - 1) / b0) * ((n1 + b1 - 1) / b1) * b0 * b1, "blocks are whole");
    must(sl_view_bytes_needed(SL_DOUBLE, SL_LAYOUT_MORTON, e, &bytes));
    is_int(bytes, n0 * n1 > 0 ? (8LL << bits(n0)) << bits(n1) : 0, "room for powers of two");
    sl_view_destroy(&a);
    sl_view_destroy(&m);
    sl_view_destroy(&s);
    sl_view_destroy(&r);
}

/* ---- copies between layouts ------------------------------------------------------------------------------------- */

enum { BLOCKS, MORTON, COLUMNS, ROWS_APART, KINDS };
static const char *const kinds[KINDS] = {"blocks", "the order of Morton", "columns", "rows with gaps"};

static sl_view *of_kind(int kind, sl_index n0, sl_index n1)
{
    const sl_layout layouts[KINDS] = {SL_LAYOUT_BLOCKED(4, 8), SL_LAYOUT_MORTON, SL_LAYOUT_LEFT,
                                      SL_LAYOUT_STRIDE(3 * n1 + 5, 3)};
    return made(kinds[kind], layouts[kind], SL_EXTENTS(n0, n1));
}

static sl_index place_of_kind(int kind, sl_index i, sl_index j, sl_index n0, sl_index n1)
{
    return kind == BLOCKS    ? blocked_place(i, j, n1, 4, 8)
           : kind == MORTON  ? morton_place(i, j, bits(n0), bits(n1))
           : kind == COLUMNS ? j * n0 + i
                             : i * (3 * n1 + 5) + 3 * j;
}

static int copied_wrong(int from, int to, sl_index n0, sl_index n1)
{
    sl_view *a = of_kind(from, n0, n1), *b = of_kind(to, n0, n1);
    double *p = SL_HOST_WRITE(double, a);
    int wrong = 0;
    for (sl_index k = 0; p && k < n0 * n1; k++)
        p[place_of_kind(from, k / n1, k % n1, n0, n1)] = value(k / n1, k % n1) + 1;
    must(sl_host_end(a));
    must(sl_deep_copy(b, a));
    const double *q = SL_HOST_READ(double, b);
    for (sl_index k = 0; q && k < n0 * n1; k++)
        wrong += q[place_of_kind(to, k / n1, k % n1, n0, n1)] != value(k / n1, k % n1) + 1;
    must(sl_host_end(b));
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    return wrong;
}

static void test_copies(void)
{
    static const sl_index sizes[][2] = {{1, 1}, {10, 20}, {33, 7}, {64, 130}};
    for (int from = 0; from < KINDS; from++)
        for (int to = 0; to < KINDS; to++) {
            int wrong = 0;
            for (int s = 0; s < 4; s++)
                wrong += copied_wrong(from, to, sizes[s][0], sizes[s][1]);
            is_int(wrong, 0, "a copy from %s to %s", kinds[from], kinds[to]);
        }
    sl_view *a = of_kind(MORTON, 0, 4), *b = of_kind(COLUMNS, 0, 4);
    must(sl_deep_copy(b, a));
    sl_view_destroy(&a);
    sl_view_destroy(&b);
}

/* ---- copies by maps of the program's own ----------------------------------------------------------------------- */

static sl_index snake(const sl_index *x, const sl_index *n) /* as mp_snake of the kernel file */
{
    return x[0] * n[1] + (x[0] % 2 == 0 ? x[1] : n[1] - 1 - x[1]);
}

static sl_index backwards(const sl_index *x, const sl_index *n)
{
    return 2 * (n[0] * n[1] - 1 - (x[1] * n[0] + x[0])); /* every other place */
}

static sl_index none_for_last(const sl_index *x, const sl_index *n)
{
    return x[0] * n[1] + x[1] + 1;
}

static sl_index same_for_all(const sl_index *x, const sl_index *n)
{
    (void)x, (void)n;
    return 3;
}

/* Elements of which the view differs from right's p; places by the test's own rule. */
static int differing(sl_view *v, sl_layout_map map, const double *want, sl_index n0, sl_index n1)
{
    const sl_index n[] = {n0, n1};
    const double *p = SL_HOST_READ(double, v);
    int wrong = p == NULL;
    for (sl_index i = 0; p && i < n0; i++)
        for (sl_index j = 0; j < n1; j++)
            wrong += p[map((const sl_index[]){i, j}, n)] != want[i * n1 + j];
    must(sl_host_end(v));
    return wrong;
}

static void test_mapped_copies(sl_index n0, sl_index n1)
{
    const sl_extents e = SL_EXTENTS(n0, n1);
    double *want = calloc((size_t)(n0 * n1), sizeof *want), *back = calloc((size_t)(n0 * n1), sizeof *back);
    const sl_layout layouts[] = {SL_LAYOUT_LEFT, SL_LAYOUT_BLOCKED(3, 4), SL_LAYOUT_MORTON, SL_LAYOUT_AUTO};
    sl_view *r = made("r", SL_LAYOUT_RIGHT, e), *s = made("s", SL_LAYOUT_MAPPED(n0 * n1), e), *mirror = NULL;
    sl_view *t = made("t", SL_LAYOUT_MAPPED(2 * n0 * n1), e), *a = made("a", SL_LAYOUT_BLOCKED(4, 8), e);
    sl_view *m = made("m", SL_LAYOUT_MORTON, e);
    must(sl_view_set_map(s, snake));
    must(sl_view_set_map(t, backwards));
    must(sl_forall(mp_set, SL_BOX(0, n0, 0, n1), a, m, s, r)); /* where loops run */
    for (sl_index i = 0; i < n0; i++)
        for (sl_index j = 0; j < n1; j++)
            want[i * n1 + j] = value(i, j) + 0.5;
    must(sl_deep_copy(t, s));
    is_int(differing(t, backwards, want, n0, n1), 0, "%lld x %lld: from one map to another", (long long)n0,
           (long long)n1);
    for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++) {
        sl_view *v = made("v", layouts[k], e);
        must(sl_deep_copy(v, t));
        must(sl_view_fill(s, SL_DOUBLE, &(double){-1}));
        must(sl_deep_copy(s, v));
        is_int(differing(s, snake, want, n0, n1), 0, "from a map to layout %d, and from that to another map", (int)k);
        sl_view_destroy(&v);
    }
    must(sl_view_mirror(t, SL_MIRROR_COPY, &mirror));
    must(sl_deep_copy(r, mirror));
    must(sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, back, r));
    must(sl_wait());
    same_array(back, want, (size_t)(n0 * n1), "a mirror has the map, too");
    if (n0 * n1 > 0)
        is_int(sl_view_place(mirror, 2, (const sl_index[]){0, 0}), 2 * (n0 * n1 - 1), "and the host knows the places");
    must(sl_forall(mp_set, SL_BOX(0, n0, 0, n1), a, m, s, r));
    must(sl_deep_copy(r, s));
    must(sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, back, r));
    must(sl_wait());
    same_array(back, want, (size_t)(n0 * n1), "what a loop writes by a map is where the copy looks");
    sl_view *const all[] = {r, s, t, a, m, mirror};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&(sl_view *){all[k]});
    free(want);
    free(back);
}

static void test_map_misuse(void)
{
    const sl_extents e = SL_EXTENTS(5, 6);
    sl_view *s = made("s", SL_LAYOUT_MAPPED(30), e), *s2 = made("s2", SL_LAYOUT_MAPPED(30), e);
    sl_view *m = made("m", SL_LAYOUT_MORTON, e);
    refused(sl_view_set_map(s, NULL), SL_ERR_ARGUMENT, "no map", "sl_view_set_map: map: ", "for \"s\", got NULL");
    refused(sl_view_set_map(m, snake), SL_ERR_ARGUMENT, "a map for another layout",
            "expected one of SL_LAYOUT_MAPPED, got \"m\"");
    refused(sl_view_set_map(NULL, snake), SL_ERR_ARGUMENT, "a map for no view", "sl_view_set_map: view: ");
    refused(sl_view_set_map(s, none_for_last), SL_ERR_EXTENT, "a place that there is not",
            "expected a place in [0, 30) of \"s\", got 30 for element (4, 5)");
    refused(sl_view_set_map(s, same_for_all), SL_ERR_ARGUMENT, "one place for two",
            "got 3 for element (0, 1), as for one before it");
    must(sl_view_set_map(s, snake));
    refused(sl_deep_copy(s, s2), SL_ERR_UNSUPPORTED, "a copy from a map that is not told",
            "or sl_view_set_map() before, since kernels alone know the map of \"s2\"");
    sl_view_destroy(&s);
    sl_view_destroy(&s2);
    sl_view_destroy(&m);
}

/* ---- loops ----------------------------------------------------------------------------------------------------- */

static void test_stencil(sl_index n0, sl_index n1)
{
    const sl_extents e = SL_EXTENTS(n0, n1);
    double *memory = calloc((size_t)((n0 + 3) / 4 * 4 * ((n1 + 7) / 8 * 8)), sizeof *memory);
    sl_view *a = NULL, *m = made("m", SL_LAYOUT_MORTON, e), *s = made("s", SL_LAYOUT_MAPPED(n0 * n1), e);
    sl_view *r = made("r", SL_LAYOUT_RIGHT, e), *a2 = NULL, *m2 = NULL, *s2 = made("s2", SL_LAYOUT_MAPPED(n0 * n1), e);
    must(sl_view_wrap("a", SL_DOUBLE, SL_LAYOUT_BLOCKED(4, 8), e, memory, &a));
    must(sl_forall(mp_set, SL_BOX(0, n0, 0, n1), a, m, s, r));
    must(sl_view_mirror(a, SL_MIRROR_COPY, &a2));
    must(sl_view_readonly(m, &m2));
    must(sl_deep_copy(s2, s));
    for (int k = 0; k < 3; k++) {
        const sl_policy p[] = {{.schedule = SL_AUTO}, {.schedule = SL_DYNAMIC, .tile = {4, 8}}, {.schedule = SL_SEQ}};
        must(sl_forall_with(p[k], mp_smooth, SL_BOX(1, n0 - 1, 1, n1 - 1), k == 0 ? a : a2, k == 0 ? m : m2,
                            k == 0 ? s : s2, r));
    }
    const double *p = SL_HOST_READ(double, r);
    int wrong = 0;
    for (sl_index i = 0; p && i < n0; i++)
        for (sl_index j = 0; j < n1; j++) {
            const int inside = i > 0 && j > 0 && i < n0 - 1 && j < n1 - 1;
            const double want = value(i - 1, j) + 2 * value(i, j + 1) + 3 * (value(i + 1, j) + 0.25) +
                                4 * (value(i, j - 1) + 0.25) + 5 * (value(i, j) + 0.5);
            wrong += p[i * n1 + j] != (inside ? 3 * want : 0);
        }
    must(sl_host_end(r));
    is_int(wrong, 0,
           "a loop reads neighbours of %lld x %lld in every layout, its mirror, its copy and by a read-only view",
           (long long)n0, (long long)n1);
    double total = 0, want = 0;
    must(sl_reduce(mp_total, SL_BOX(0, n0, 0, n1), m, &total));
    for (sl_index i = 0; i < n0; i++)
        for (sl_index j = 0; j < n1; j++)
            want += value(i, j) + 0.25;
    is_close(total, want, 1e-12, "a reduction");
    must(sl_view_fill(m, SL_DOUBLE, &(double){2}));
    must(sl_reduce(mp_total, SL_BOX(0, n0, 0, n1), m, &total));
    is_close(total, 2.0 * (double)(n0 * n1), 1e-12, "a reduction of what sl_view_fill has written");
    sl_view *const all[] = {a, m, s, r, a2, m2, s2};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&(sl_view *){all[k]});
    free(memory);
}

static void test_slices(void)
{
    enum { N = 5, M = 7, L = 6, LO = 3 };
    double want[N], got[N];
    sl_view *a = made("a", SL_LAYOUT_BLOCKED(2, 3, 4), SL_EXTENTS(N, M, L));
    sl_view *y = made("y", SL_LAYOUT_RIGHT, SL_EXTENTS(N));
    must(sl_forall(mp_set3, SL_BOX(0, N, 0, M, 0, L), a));
    must(sl_forall(mp_slices, SL_RANGE(0, N), LO, a, y));
    for (int i = 0; i < N; i++) {
        want[i] = 1e6 * (100 * i + 10 * LO + 2);
        for (int k = 0; k < L; k++)
            want[i] += (k + 1) * (100 * i + 10 * LO + k);
        for (int j = LO; j < M; j++)
            want[i] += 1000 * (j - LO + 1) * (100 * i + 10 * j + 1);
    }
    const double *p = SL_HOST_READ(double, y);
    if (p)
        memcpy(got, p, sizeof got);
    must(sl_host_end(y));
    same_array(got, want, N, "slices of slices of a blocked view");
    sl_view_destroy(&a);
    sl_view_destroy(&y);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

enum { A0 = 10, A1 = 20, B1 = 5 };

static void put(sl_view *v, int n0, int n1, int seed)
{
    double *p = SL_HOST_WRITE(double, v);
    for (sl_index i = 0; p && i < n0; i++)
        for (sl_index j = 0; j < n1; j++)
            p[sl_view_place(v, 2, (const sl_index[]){i, j})] = (double)((i * 7 + j * 3 + seed) % 11);
    must(sl_host_end(v));
}

static void test_product(void)
{
    sl_view *a = made("a", SL_LAYOUT_BLOCKED(4, 8), SL_EXTENTS(A0, A1));
    sl_view *b = made("b", SL_LAYOUT_BLOCKED(8, 2), SL_EXTENTS(A1, B1));
    sl_view *c = made("c", SL_LAYOUT_BLOCKED(4, 2), SL_EXTENTS(A0, B1));
    sl_view *corner = made("corner", SL_LAYOUT_RIGHT, SL_EXTENTS(3, 3));
    put(a, A0, A1, 1);
    put(b, A1, B1, 5);
    put(c, A0, B1, 2);
    must(sl_forall(mp_multiply, SL_BOX(0, 3, 0, 3), a, b, c, corner));
    const double *p = SL_HOST_READ(double, c), *q = SL_HOST_READ(double, corner);
    int wrong = 0;
    for (int i = 0; p && i < A0; i++)
        for (int j = 0; j < B1; j++) {
            double sum = (i * 7 + j * 3 + 2) % 11;
            for (int k = 0; k < A1; k++)
                sum += (double)((i * 7 + k * 3 + 1) % 11) * ((k * 7 + j * 3 + 5) % 11);
            wrong += p[blocked_place(i, j, B1, 4, 2)] != sum;
        }
    is_int(wrong, 0, "a product of matrices block by block, of which the last ones are not full");
    is_int(q ? q[8] : -1, (9 * 7 + 4 * 3 + 2) % 11, "a helper takes a block");
    must(sl_host_end(c));
    must(sl_host_end(corner));
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&c);
    sl_view_destroy(&corner);
}

static void test_subblocks(void)
{
    sl_view *a = made("a", SL_LAYOUT_BLOCKED(4, 8), SL_EXTENTS(A0, A1)), *x = NULL, *y = NULL, *last = NULL;
    put(a, A0, A1, 1);
    must(sl_subblock(a, &x, 0, 1));
    must(sl_subblock(a, &y, 1, 1));
    must(sl_subblock(a, &last, 2, 2));
    is_str(sl_view_label(y), "a block (1, 1)", "a block has a name");
    is_int(sl_view_extent(last, 0) * 100 + sl_view_extent(last, 1), 204, "the last block has what is left");
    must(sl_forall(mp_add, SL_BOX(0, 4, 0, 8), x, y)); /* two blocks of one view in one call */
    must(sl_forall(mp_add, SL_BOX(0, 2, 0, 4), x, last));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&last);
    const double *p = SL_HOST_READ(double, a);
    int wrong = 0;
    for (int i = 0; p && i < A0; i++)
        for (int j = 0; j < A1; j++) {
            double want = (i * 7 + j * 3 + 1) % 11;
            if (i >= 4 && i < 8 && j >= 8 && j < 16)
                want += ((i - 4) * 7 + j * 3 + 1) % 11;
            if (i >= 8 && j >= 16)
                want += ((i - 8) * 7 + (j - 8) * 3 + 1) % 11;
            wrong += p[blocked_place(i, j, A1, 4, 8)] != want;
        }
    must(sl_host_end(a));
    is_int(wrong, 0, "loops over blocks as views");
    sl_view_destroy(&a);
}

/* Reductions into elements of views without strides. */
static void test_targets(void)
{
    enum { N = 10, M = 20 };
    const sl_extents e = SL_EXTENTS(N, M);
    sl_view *a = made("a", SL_LAYOUT_BLOCKED(4, 8), e), *m = made("m", SL_LAYOUT_MORTON, e);
    sl_view *s = made("s", SL_LAYOUT_MAPPED(N * M), e), *x = made("x", SL_LAYOUT_MORTON, e);
    sl_view *const views[] = {a, m, s, x};
    must(sl_view_set_map(s, snake));
    must(sl_view_fill(x, SL_DOUBLE, &(double){1}));
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 5; i++)
            must(sl_forall(mp_total, SL_BOX(0, i + 1, 0, M), x, SL_INTO(views[k], 2 * i + k % 2, 19 - 3 * i)));
    int wrong = 0;
    for (int k = 0; k < 3; k++) {
        const double *p = SL_HOST_READ(double, views[k]);
        for (int i = 0; p && i < N; i++)
            for (int j = 0; j < M; j++) {
                const int row = (i - k % 2) / 2, hit = i >= k % 2 && (i - k % 2) % 2 == 0 && j == 19 - 3 * row;
                const sl_index at = k == 0   ? blocked_place(i, j, M, 4, 8)
                                    : k == 1 ? morton_place(i, j, bits(N), bits(M))
                                             : snake_place(i, j, M);
                wrong += p[at] != (hit ? M * (row + 1) : 0);
            }
        must(sl_host_end(views[k]));
    }
    is_int(wrong, 0, "loops reduce into elements of blocked, Morton and mapped views, and leave the others");
    sl_view *unknown = made("unknown", SL_LAYOUT_MAPPED(N * M), e);
    refused(sl_forall(mp_total, SL_BOX(0, 1, 0, M), x, SL_INTO(unknown, 1, 2)), SL_ERR_UNSUPPORTED,
            "an element that only kernels find",
            "expected SL_INTO of a view with strides or sl_view_set_map(), got \"unknown\"");
    refused(sl_forall(mp_total, SL_BOX(0, 1, 0, M), x, SL_INTO(a, 1, M)), SL_ERR_EXTENT, "one that is not there",
            "index in [0, 20) for dimension 1");
    sl_view_destroy(&unknown);
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&(sl_view *){views[k]});
}

/* ---- checks ---------------------------------------------------------------------------------------------------- */

static void renew(sl_view *x)
{
    must(sl_view_fill(x, SL_DOUBLE, &(double){0}));
}

static void test_checks(void)
{
    const sl_policy p = {.where = SL_CPU}, in_order = {.where = SL_CPU, .schedule = SL_SEQ};
    const sl_space all = SL_RANGE(0, 10);
    sl_view *x = made("x", SL_LAYOUT_BLOCKED(4), SL_EXTENTS(10)), *m = made("m", SL_LAYOUT_MORTON, SL_EXTENTS(10));
    sl_view *s = made("s", SL_LAYOUT_MAPPED(8), SL_EXTENTS(10)), *y = made("y", SL_LAYOUT_RIGHT, SL_EXTENTS(10));
    is_int((sl_forall_with(p, mpc_read, all, 0, x, y), sl_wait()), SL_SUCCESS, "indices within bounds");
    surfaces((sl_forall_with(p, mpc_read, all, 1, x, y), sl_wait()), SL_ERR_BOUNDS, "an index of the rest of a block",
             "argument x: index 10 of dimension 0 is not in [0, 10) of \"x\"");
    renew(y);
    is_int((sl_forall_with(p, mpc_near, SL_RANGE(0, 9), 1, m, y), sl_wait()), SL_SUCCESS, "a neighbour");
    surfaces((sl_forall_with(in_order, mpc_near, SL_RANGE(0, 8), 2, m, y), sl_wait()), SL_ERR_REACH,
             "its neighbour not", "argument x: index 2 of dimension 0 of \"m\" is outside the declared reach");
    renew(y);
    is_int((sl_forall_with(p, mpc_place, SL_RANGE(1, 5), s, y), sl_wait()), SL_SUCCESS, "places that there are");
    surfaces((sl_forall_with(in_order, mpc_place, SL_RANGE(1, 10), s, y), sl_wait()), SL_ERR_BOUNDS,
             "a place that there is not", "argument x: place 9, from its map, is not in [0, 8) of \"s\"");
    renew(y);
    is_int((sl_forall_with(p, mpc_block, all, 2, 1, x, y), sl_wait()), SL_SUCCESS, "a block, and a slice");
    surfaces((sl_forall_with(p, mpc_block, all, 3, 1, x, y), sl_wait()), SL_ERR_BOUNDS, "a block that there is not",
             "argument x: index 12 of dimension 0 is not in [0, 10) of \"x\"");
    renew(y);
    surfaces((sl_forall_with(p, mpc_block, all, 2, 2, x, y), sl_wait()), SL_ERR_BOUNDS, "past the last block's end",
             "argument x: index 2 of dimension 0 is not in [0, 2) of \"x\"");
    renew(y);
    surfaces((sl_forall_with(p, mpc_block, all, 0, 3, x, y), sl_wait()), SL_ERR_BOUNDS, "past the end of a slice",
             "argument x: index 3 of dimension 0 is not in [0, 3) of \"x\"");
    sl_view *const views[] = {x, m, s, y};
    for (size_t k = 0; k < sizeof views / sizeof *views; k++)
        sl_view_destroy(&(sl_view *){views[k]});
}

/* ---- what is refused ------------------------------------------------------------------------------------------- */

static void test_made(void)
{
    sl_view *v = NULL;
#define refused_layout(layout, extents, status, ...) \
    refused(sl_view_create("v", SL_DOUBLE, layout, extents, &v), status, #layout, __VA_ARGS__)
    refused_layout(SL_LAYOUT_BLOCKED(2), SL_EXTENTS(2, 2), SL_ERR_RANK, "expected 2 extents of a block for rank 2");
    refused_layout(SL_LAYOUT_BLOCKED(2, 0), SL_EXTENTS(2, 2), SL_ERR_EXTENT, "got 0 in dimension 1");
    refused_layout(SL_LAYOUT_MORTON, SL_EXTENTS(), SL_ERR_RANK, "expected a view of rank 1 to 6 for SL_LAYOUT_MORTON");
    refused_layout(SL_LAYOUT_MORTON, SL_EXTENTS(1LL << 40, 1LL << 20), SL_ERR_EXTENT, "at most 2^62 bytes");
    refused_layout(SL_LAYOUT_BLOCKED(INT64_MAX), SL_EXTENTS(2), SL_ERR_EXTENT, "at most 2^62 bytes");
    refused_layout(SL_LAYOUT_MAPPED(0), SL_EXTENTS(2), SL_ERR_EXTENT, "expected room for elements");
    refused_layout(SL_LAYOUT_MAPPED(-1), SL_EXTENTS(2), SL_ERR_EXTENT, "got -1");
    refused_layout(SL_LAYOUT_OFFSET(SL_LAYOUT_MORTON, 1), SL_EXTENTS(2), SL_ERR_ARGUMENT, "nor first indices");
    refused_layout(SL_LAYOUT_PADDED(SL_LAYOUT_BLOCKED(2), 1), SL_EXTENTS(2), SL_ERR_ARGUMENT, "neither padding");
    ok(v == NULL, "no view is made");
}

static void test_refused(void)
{
    const sl_extents e = SL_EXTENTS(10, 20);
    sl_view *a = made("a", SL_LAYOUT_BLOCKED(4, 8), e), *wide = made("wide", SL_LAYOUT_BLOCKED(8, 8), e), *v = NULL;
    sl_view *m = made("m", SL_LAYOUT_MORTON, e), *s = made("s", SL_LAYOUT_MAPPED(200), e);
    sl_view *r = made("r", SL_LAYOUT_RIGHT, e), *x = made("x", SL_LAYOUT_MORTON, SL_EXTENTS(8));
    const sl_space box = SL_BOX(1, 9, 1, 19);
    refused(sl_forall(mp_smooth, box, r, m, s, r), SL_ERR_ARGUMENT, "strides for blocks", "argument a",
            "expected a view of SL_LAYOUT_BLOCKED, got \"r\", one with strides");
    refused(sl_forall(mp_smooth, box, a, s, s, r), SL_ERR_ARGUMENT, "a map for another", "argument m",
            "expected a view of SL_LAYOUT_MORTON, got \"s\", one of SL_LAYOUT_MAPPED");
    refused(sl_forall(mp_smooth, box, wide, m, s, r), SL_ERR_EXTENT, "blocks of other extents", "argument a",
            "expected blocks of extent 4 in dimension 0, got 8 of \"wide\"");
    refused(sl_forall(mp_add, SL_BOX(0, 10, 0, 20), a, r), SL_ERR_ARGUMENT, "blocks for strides", "argument x",
            "expected a view with strides, since it has no layout(...), got \"a\", one of SL_LAYOUT_BLOCKED");
    refused(sl_subview(a, &v, 0, SL_ALL), SL_ERR_UNSUPPORTED, "a subview", "sl_subview: view", "\"a\"");
    ok(sl_view_join(a) == SL_SUCCESS && sl_view_join(m) == SL_SUCCESS, "what cannot be split is joined already");
    refused(sl_view_reshape(m, SL_LAYOUT_RIGHT, SL_EXTENTS(200), &v), SL_ERR_UNSUPPORTED, "another shape", "\"m\"");
    refused(sl_view_reshape(r, SL_LAYOUT_MORTON, SL_EXTENTS(200), &v), SL_ERR_ARGUMENT, "reshape to a map",
            "expected one with strides");
    refused(sl_view_resize(&a, SL_EXTENTS(3, 3)), SL_ERR_UNSUPPORTED, "another size", "sl_view_resize: view", "\"a\"");
    refused(sl_subblock(m, &v, 0, 0), SL_ERR_ARGUMENT, "a block of another layout",
            "expected one of SL_LAYOUT_BLOCKED");
    refused(sl_subblock(a, &v, 0, 3), SL_ERR_EXTENT, "no such block", "expected a block in [0, 3) for dimension 1");
    refused(sl_subblock(a, &v, 0), SL_ERR_RANK, "too few numbers",
            "expected 2, one for each dimension of \"a\", got 1");
    refused(sl_deep_copy(r, s), SL_ERR_UNSUPPORTED, "a copy from a map of the program's own",
            "expected the layout of \"r\"", "another one of \"s\"");
    refused(sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, &(double[200]){0}, m), SL_ERR_UNSUPPORTED,
            "a copy to the host", "\"m\"");
    refused(sl_view_assign(&r, a), SL_ERR_ARGUMENT, "to assign", "expected the layout of \"r\"");
    refused(sl_sort(x), SL_ERR_UNSUPPORTED, "a sort", "\"x\"");
    refused(sl_scan_inclusive(SL_SUM, 0, x, x), SL_ERR_UNSUPPORTED, "a scan", "\"x\"");
    sl_clear_error();
    is_int(sl_view_stride(a, 0), 0, "there is no stride");
    is_int(sl_last_status(), SL_ERR_UNSUPPORTED, "and it says so");
    is_int(sl_view_place(s, 2, (const sl_index[]){0, 0}), -1, "a place that kernels alone know");
    is_int(sl_last_status(), SL_ERR_UNSUPPORTED, "and it says that");
    is_int(sl_view_place(a, 2, (const sl_index[]){0, 20}), -1, "a place of no element");
    ok(v == NULL, "nothing is made");
    sl_clear_error();
    sl_view *const views[] = {a, wide, m, s, r, x};
    for (size_t k = 0; k < sizeof views / sizeof *views; k++)
        sl_view_destroy(&(sl_view *){views[k]});
}

int main(void)
{
    static const sl_index sizes[][4] = {{8, 16, 4, 8}, {10, 20, 4, 8}, {1, 1, 3, 2},
                                        {0, 4, 2, 2},  {65, 3, 1, 2},  {5, 130, 7, 1}};
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        test_memory(sizes[k][0], sizes[k][1], sizes[k][2], sizes[k][3]);
    test_stencil(8, 16);
    test_stencil(41, 67);
    test_copies();
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        test_mapped_copies(sizes[k][0], sizes[k][1]);
    test_map_misuse();
    test_targets();
    test_slices();
    test_product();
    test_subblocks();
    test_checks();
    test_made();
    test_refused();
    must(sl_finalize());
    return done_testing();
}
