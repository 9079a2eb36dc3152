/* SPDX-License-Identifier: BSD-3-Clause */
/* table(type, name): read-only look-up tables, alone, in split loops, in regions, with bad input. The references are
 * plain C over arrays. */
#include "table.h"
#include "loop_testing.h"
#include "misuse.h"

enum { N = 3001 };

static double entry(sl_index k)
{
    return 0.5 * (double)(k * k % 97) - 11;
}

static int32_t key(sl_index i, sl_index extent)
{
    return (int32_t)((i * 7919 + i / 13) % extent);
}

static sl_view *make_table(sl_index extent, int layout)
{
    sl_view *t = view_of("t", SL_DOUBLE, layout, SL_EXTENTS(extent));
    double *p = SL_HOST_RDWR(double, t);
    for (sl_index k = 0; k < extent; k++)
        p[k * sl_view_stride(t, 0)] = entry(k);
    must(sl_host_end(t));
    return t;
}

static sl_view *make_keys(sl_index n, sl_index extent)
{
    sl_view *k = view_of("k", SL_INT32, RIGHT, SL_EXTENTS(n));
    int32_t *p = SL_HOST_WRITE(int32_t, k);
    for (sl_index i = 0; i < n; i++)
        p[i] = key(i, extent);
    must(sl_host_end(k));
    return k;
}

/* How many elements of y are not those of the table that the keys name. */
static sl_index wrong(sl_view *y, sl_index extent)
{
    const double *p = SL_HOST_READ(double, y);
    sl_index bad = 0;
    for (sl_index i = 0; i < sl_view_extent(y, 0); i++)
        if (p[i] != entry(key(i, extent)) && bad++ == 0)
            diag("y[%lld]: got %g, want %g", (long long)i, p[i], entry(key(i, extent)));
    must(sl_host_end(y));
    return bad;
}

static void test_extents(void)
{
    static const sl_index extents[] = {1, 2, 31, 1000, 100003};
    for (unsigned e = 0; e < sizeof extents / sizeof *extents; e++)
        for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) {
            sl_view *k = make_keys(N, extents[e]), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
            sl_view *t = make_table(extents[e], s % 2 ? STRIDED : RIGHT);
            must(sl_forall_with(SL_POLICY(.schedule = s), tb_look_up, SL_RANGE(0, N), k, t, y));
            ok(wrong(y, extents[e]) == 0, "a table of %lld elements, schedule %d", (long long)extents[e], (int)s);
            sl_view_destroy(&k);
            sl_view_destroy(&y);
            sl_view_destroy(&t);
        }
    sl_view *none = view_of("none", SL_DOUBLE, RIGHT, SL_EXTENTS(0)), *n = view_of("n", SL_INT64, RIGHT, SL_EXTENTS(2));
    must(sl_forall(tb_extent, SL_RANGE(0, 2), none, n));
    const int64_t *p = SL_HOST_READ(int64_t, n);
    ok(p[0] == 0 && p[1] == 0, "a table of no elements has extent 0");
    must(sl_host_end(n));
    sl_view_destroy(&n);
    sl_view_destroy(&none);
}

/* Rank 2, two tables, a reduction, all layouts; the second table is shorter than any dimension. */
static void test_plane(int layout)
{
    enum { A = 37, B = 53, KNOTS = 19, SHORT = 5 };
    static const sl_index n[] = {A, B};
    sl_view *k = view_of("k", SL_INT32, layout, SL_EXTENTS(A, B)),
            *y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(A, B));
    sl_view *t = view_of("t", SL_FLOAT, layout, SL_EXTENTS(KNOTS)),
            *u = view_of("u", SL_INT8, layout, SL_EXTENTS(SHORT));
    sl_index at[SL_MAX_RANK] = {0}, bad = 0;
    double got = 0, want = 0;
    int32_t *kp = SL_HOST_RDWR(int32_t, k);
    do
        kp[place(k, at)] = key(at[0] * B + at[1], KNOTS);
    while (next_point(2, n, at));
    must(sl_host_end(k));
    float *tp = SL_HOST_RDWR(float, t);
    for (sl_index i = 0; i < KNOTS; i++)
        tp[i * sl_view_stride(t, 0)] = (float)entry(i);
    must(sl_host_end(t));
    int8_t *up = SL_HOST_RDWR(int8_t, u);
    for (sl_index i = 0; i < SHORT; i++)
        up[i * sl_view_stride(u, 0)] = (int8_t)(3 * i - 4);
    must(sl_host_end(u));
    must(sl_reduce(tb_plane, SL_BOX(0, A, 0, B), k, t, u, y, &got));
    const double *yp = SL_HOST_READ(double, y);
    do {
        const double v = entry(key(at[0] * B + at[1], KNOTS)) + (double)(3 * ((at[0] + at[1]) % SHORT) - 4);
        want += v;
        bad += yp[place(y, at)] != v;
    } while (next_point(2, n, at));
    must(sl_host_end(y));
    ok(bad == 0, "two tables in rank 2, %s", layout_name[layout]);
    is_close(got, want, 1e-12, "and a sum of what was looked up");
    sl_view_destroy(&k);
    sl_view_destroy(&y);
    sl_view_destroy(&t);
    sl_view_destroy(&u);
}

static void test_struct(void)
{
    sl_view *knots = view_of("knots", SL_TYPE(struct knot), RIGHT, SL_EXTENTS(8));
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    struct knot *p = SL_HOST_WRITE(struct knot, knots);
    for (int k = 0; k < 8; k++)
        p[k] = (struct knot){k * k, 2 * k + 1};
    must(sl_host_end(knots));
    double *q = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < N; i++)
        q[i] = 7.0 * (double)i / N;
    must(sl_host_end(x));
    must(sl_forall(tb_spline, SL_RANGE(0, N), knots, x, y));
    const double *r = SL_HOST_READ(double, y);
    double worst = 0;
    for (sl_index i = 0; i < N; i++) { /* between whole numbers the chord of a parabola is at most 1/4 above it */
        const double v = 7.0 * (double)i / N, over = r[i] - v * v;
        worst = over > worst ? over : over < -1e-12 ? 1 : worst;
    }
    ok(worst > 0.2 && worst <= 0.25 + 1e-12, "a table of structs, handed to a helper");
    must(sl_host_end(y));
    sl_view_destroy(&knots);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* A split loop reads the table whole in each part; the table itself may be split, too. */
static void test_split(int parts, int of_table, sl_index extent)
{
    sl_view *t = make_table(extent, RIGHT), *k = make_keys(N, extent);
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl_view_split(k, SL_SPLIT(parts)));
    must(sl_view_split(y, SL_SPLIT(parts)));
    if (of_table > 1)
        must(sl_view_split(t, SL_SPLIT(of_table)));
    for (int round = 1; round <= 3; round++) {
        must(sl_forall(tb_look_up, SL_RANGE(0, N), k, t, y));
        ok(wrong(y, extent) == 0, "%d parts, a table of %lld elements in %d, round %d", parts, (long long)extent,
           of_table, round);
    }
    sl_view_destroy(&k);
    sl_view_destroy(&y);
    sl_view_destroy(&t);
}

/* What a loop has written is the table of those after it, also in a region whose scalar changes. */
static void test_region(void)
{
    sl_region *region = NULL;
    sl_view *k = make_keys(N, 100), *t = view_of("t", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl_region_begin(&region));
    must(sl_forall(tb_fill, SL_RANGE(0, 100), 1.0, t));
    must(sl_forall(tb_look_up, SL_RANGE(0, N), k, t, y));
    must(sl_region_end(region));
    for (int round = 1; round <= 5; round++) {
        must(SL_REGION_SET(region, 0, double, a, (double)round));
        must(sl_region_run(region));
        const double *p = SL_HOST_READ(double, y);
        sl_index bad = 0;
        for (sl_index i = 0; i < N; i++)
            bad += p[i] != round * (double)key(i, 100);
        must(sl_host_end(y));
        ok(bad == 0, "run %d of a region that writes its table and reads it", round);
    }
    sl_region_destroy(&region);
    sl_view_destroy(&k);
    sl_view_destroy(&t);
    sl_view_destroy(&y);
}

static void test_bad_input(void)
{
    extern const sl_kernel tb_look_up__kernel;
    sl_view *k = make_keys(10, 4), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    sl_view *t = make_table(4, RIGHT), *floats = view_of("floats", SL_FLOAT, RIGHT, SL_EXTENTS(4));
    sl_view *square = view_of("square", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 4)), *point;
    point = view_of("point", SL_DOUBLE, RIGHT, SL_EXTENTS());
    const sl_space space = SL_RANGE(0, 10);
    double one = 1;
    sl_log_set_handler(misuse_count, NULL);
    refused(sl_forall(tb_look_up, space, k, floats, y), SL_ERR_TYPE, "a table of another type",
            "sl_forall: kernel tb_look_up, argument t: expected a table, which is a view of double, got \"floats\" of "
            "float");
    refused(sl_forall(tb_look_up, space, k, square, y), SL_ERR_RANK, "a table of rank 2",
            "argument t: expected a table, which is a view of rank 1, got \"square\" of rank 2");
    refused(sl_forall(tb_look_up, space, k, point, y), SL_ERR_RANK, "a table of rank 0",
            "argument t: expected a table, which is a view of rank 1, got \"point\" of rank 0");
    refused(sl_forall(tb_look_up, space, k, NULL, y), SL_ERR_ARGUMENT, "no table", "tb_look_up", "argument t", "NULL");
    refused(sl_forall(tb_look_up, space, k, y, y), SL_ERR_ALIAS, "a table that the loop writes", "tb_look_up",
            "expected memory of its own");
    sl_arg args[] = {
        {.kind = SL_ARG_VIEW, .view = k}, {.kind = SL_ARG_SCALAR, .data = &one}, {.kind = SL_ARG_VIEW, .view = y}};
    refused(sl_submit(&tb_look_up__kernel, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a scalar for a table",
            "argument t: expected a view, got a scalar");
    args[1] = (sl_arg){.kind = SL_ARG_INTO, .view = t, .rank = 1};
    refused(sl_submit(&tb_look_up__kernel, NULL, &space, args, 3), SL_ERR_ARGUMENT, "SL_INTO for a table",
            "argument t: expected a view, got SL_INTO(view)");
    must(sl_forall(tb_look_up, space, k, t, y));
    ok(wrong(y, 4) == 0, "a good call after all these works");
    int32_t *p = SL_HOST_RDWR(int32_t, k);
    p[7] = 4;
    must(sl_host_end(k));
    must(sl_forall(tb_checked, space, k, t, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "with bounds checks an index behind the table", "tb_checked", "argument t",
             "index 4", "not in [0, 4)");
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&k);
    sl_view_destroy(&y);
    sl_view_destroy(&t);
    sl_view_destroy(&floats);
    sl_view_destroy(&square);
    sl_view_destroy(&point);
}

int main(void)
{
    must(sl_init(NULL));
    test_extents();
    for (int layout = RIGHT; layout < LAYOUTS; layout++)
        test_plane(layout);
    test_struct();
    for (int parts = 2; parts <= 8; parts *= 2)
        for (int of_table = 1; of_table <= 3; of_table += 2)
            test_split(parts, of_table, 41 * parts);
    test_region();
    test_bad_input();
    must(sl_finalize());
    return done_testing();
}
