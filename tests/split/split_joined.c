/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over split views that reduce into arrays, or scatter: on worker groups, and on GPUs where there are some. In
 * parts against the same loop unsplit, to the last bit where that has defined bits, and both against plain C. */
#include "split_joined.h"

#include "call/split.h"
#include "exec/cpu/colors.h"
#include "exec/cpu/cpu.h"
#include "data/split.h"
#include "machine/machine.h"
#include "split_log.h"
#include "split_testing.h"

extern const sl_kernel sj_line__kernel;

static int runs_in_parts; /* there are several workers of the kind that is tried */
static sl_where where;

static sl_policy in_parts(int parts)
{
    return parts > 1 ? SL_POLICY(.where = where, .split = SL_SPLIT(parts)) : SL_POLICY(.where = where);
}

static sl_view *filled(const char *label, sl_extents e, int layout, int whole_numbers)
{
    sl_view *view = view_of(label, SL_DOUBLE, layout, e);
    double *p = SL_HOST_WRITE(double, view);
    uint64_t seed = 5;
    sl_index at[SL_MAX_RANK] = {0};
    if (p != NULL)
        do {
            const double v = random_double(&seed);
            p[place(view, at)] = whole_numbers ? (double)(random_below(&seed, 1000) - 500) : v;
        } while (next_point(e.rank, e.n, at));
    must(sl_host_end(view));
    return view;
}

static int near(double got, double want, double scale)
{
    return fabs(got - want) <= 1e-12 * scale;
}

/* Whether the loop between has run as so many parts, where it may; @p most of them, if some may be empty. */
static void ran(int64_t before, int parts, int most, const char *what)
{
    const int64_t queued = sl__split_parts_queued() - before;
    if (runs_in_parts)
        ok(parts == 1 ? queued == 0 : queued >= parts && queued <= most, "%s in %d to %d parts: %d", what, parts, most,
           (int)queued);
}

/* ---- arrays -------------------------------------------------------------------------------------------------- */

enum { LONGEST = 5000, LONG = 1 << 21 }; /* elements; and indices of a space that a GPU reduces in parts */

struct arrays {
    double e[LONGEST], y0;
    int32_t m[3];
};

static void line_arrays(sl_index points, sl_index lo, sl_index n, int layout, int parts, int combine, struct arrays *r)
{
    sl_view *x = filled("x", SL_EXTENTS(points), layout, 0), *y = filled("y", SL_EXTENTS(points), layout, 0),
            *e = view_of("e", SL_DOUBLE, layout, SL_EXTENTS(n)), *m = view_of("m", SL_INT32, RIGHT, SL_EXTENTS(3));
    sl_policy policy = in_parts(parts);
    policy.combine = combine;
    memset(r, 0, sizeof *r);
    for (int turn = 0; turn < 2; turn++)
        must(sl_forall_with(policy, sj_line, SL_RANGE(lo, points), n, x, y, e, m));
    const double *p = SL_HOST_READ(double, e), *q = SL_HOST_READ(double, y);
    const int32_t *k = SL_HOST_READ(int32_t, m);
    for (sl_index c = 0; p != NULL && c < n; c++)
        r->e[c] = p[c * sl_view_stride(e, 0)];
    r->y0 = q[(points - 1) * sl_view_stride(y, 0)];
    memcpy(r->m, k, sizeof r->m);
    must(sl_host_end(e));
    must(sl_host_end(y));
    must(sl_host_end(m));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&e);
    sl_view_destroy(&m);
}

/* The second turn in plain C; with .combine both. */
static int is_line(sl_index points, sl_index lo, sl_index n, int combine, const struct arrays *r)
{
    double *want = calloc((size_t)n, 2 * sizeof *want), *scale = want + n;
    uint64_t seed = 5;
    int wrong = 0;
    for (sl_index i = 0; i < points; i++) {
        const double v = random_double(&seed);
        const sl_index c = (i * 7 + i / 64) % n;
        for (int turn = !combine; turn < 2 && i >= lo; turn++) {
            want[c] += v * (v + turn);
            scale[c] += fabs(v * (v + turn));
        }
    }
    for (sl_index c = 0; c < n; c++)
        wrong += !near(r->e[c], want[c], scale[c] + 1);
    for (sl_index i = points - 1; i > points - 4; i--) { /* of each three indices the last ones are the largest */
        const int32_t most = i >= lo && i >= 0 ? (int32_t)i : combine ? 0 : INT32_MIN;
        wrong += r->m[(i + 3) % 3] != most;
    }
    free(want);
    return wrong == 0;
}

static void test_line(sl_index points, sl_index lo, sl_index n, int layout, int combine)
{
    static const int parts[] = {2, 3, 8, 16};
    static struct arrays whole, split;
    line_arrays(points, lo, n, layout, 1, combine, &whole);
    ok(is_line(points, lo, n, combine, &whole), "%lld values into %lld are plain C's", (long long)(points - lo),
       (long long)n);
    for (int k = 0; k < 4; k++) {
        const int64_t queued = sl__split_parts_queued();
        line_arrays(points, lo, n, layout, parts[k], combine, &split);
        ok(memcmp(&split, &whole, sizeof whole) == 0,
           "arrays of %lld from %lld values, from %lld on, %s%s: %d parts "
           "give the bits of one",
           (long long)n, (long long)points, (long long)lo, layout_name[layout], combine ? ", combined" : "", parts[k]);
        if (where == SL_CPU ? points > 50000 && n < 100 : points == LONG)
            ran(queued, 2 * (parts[k] > 2 ? parts[k] - 1 : 2), 2 * parts[k], "the loop runs");
    }
}

static void plane_arrays(sl_index rows, sl_index columns, sl_index n, sl_split split, int writes, double e[])
{
    sl_view *x = filled("x", SL_EXTENTS(rows, columns), RIGHT, 0), *v = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    const sl_policy policy = SL_POLICY(.where = where, .split = split);
    const sl_space space = SL_BOX(rows != 2048, rows, 0, columns - 1);
    if (writes)
        must(sl_forall_with(policy, sj_rows, space, x, v));
    else
        must(sl_forall_with(policy, sj_plane, space, n, x, v));
    const double *p = SL_HOST_READ(double, v);
    memcpy(e, p, (size_t)n * sizeof *e);
    must(sl_host_end(v));
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

static void test_plane(sl_index rows, sl_index columns, sl_index n, int writes)
{
    static const sl_split splits[] = {{{2}}, {{7}}, {{1, 3}}, {{4, 2}}};
    static double whole[LONGEST], split[LONGEST];
    plane_arrays(rows, columns, n, (sl_split){{0}}, writes, whole);
    for (int k = 0; k < 4; k++) {
        const int64_t queued = sl__split_parts_queued();
        const int alone = k >= 2; /* blocks are rows, or parts of rows: parts beside one another have none */
        plane_arrays(rows, columns, n, splits[k], writes, split);
        ok(memcmp(split, whole, (size_t)n * sizeof *whole) == 0,
           "arrays of %lld from %lld x %lld in (%d, %d) parts have the bits of one%s", (long long)n, (long long)rows,
           (long long)columns, splits[k].n[0], splits[k].n[1], writes ? ", of a loop that writes" : "");
        if (n < 100 && (where == SL_CPU || k == 0) && (where == SL_CPU || rows == 2048))
            ran(queued, alone || (writes && rows == 401) ? 1 : splits[k].n[0] - (k > 0), splits[k].n[0],
                "the loop runs");
    }
}

static void test_arrays(void)
{
    for (int layout = 0; layout < LAYOUTS; layout++)
        test_line(100003, 0, 7, layout, 0);
    test_line(60000, 4097, 50, RIGHT, 1);
    test_line(60000, 0, LONGEST, STRIDED, 0);
    test_line(1 << 17, 0, 1, RIGHT, 0);
    test_line(70, 3, 2, RIGHT, 1);
    test_line(1, 0, 1, RIGHT, 0);
    test_line(1, 1, 3, RIGHT, 0);
    test_plane(401, 300, 7, 0);
    test_plane(1025, 257, 3, 0);
    test_plane(401, 300, 7, 1);
    test_plane(129, 1025, 7, 1); /* 128 rows of 1024: blocks are two rows each */
    if (where == SL_CUDA) {
        test_line(LONG, 0, 7, RIGHT, 0);
        test_line(LONG, 0, 50, RIGHT, 1);
        test_line(3000000, 17, 7, RIGHT, 0); /* blocks do not begin with parts */
        test_plane(2048, 1501, 7, 1);
    }
}

/* ---- scatters ------------------------------------------------------------------------------------------------ */

enum { N = 60000, BINS = 12 };

struct bins {
    double h[BINS], top, least, y;
    int64_t count[5];
};

static void bins_of(sl_index n, int parts, sl_scatter way, struct bins *r)
{
    sl_view *x = filled("x", SL_EXTENTS(n), RIGHT, 1), *y = line("y", n), *h = line("h", BINS),
            *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(5)),
            *top = view_of("top", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_policy policy = in_parts(parts);
    policy.scatter = way;
    memset(r, 0, sizeof *r);
    must(SL_VIEW_FILL(double, h, 100.0));
    for (int turn = 0; turn < 3; turn++)
        must(sl_reduce_with(policy, sj_bins, SL_RANGE(1, n - 1), x, y, h, count, top, &r->least));
    const double *p = SL_HOST_READ(double, h), *t = SL_HOST_READ(double, top), *q = SL_HOST_READ(double, y);
    const int64_t *k = SL_HOST_READ(int64_t, count);
    memcpy(r->h, p, sizeof r->h);
    memcpy(r->count, k, sizeof r->count);
    r->top = *t;
    r->y = q[n - 2];
    must(sl_host_end(h));
    must(sl_host_end(top));
    must(sl_host_end(y));
    must(sl_host_end(count));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&h);
    sl_view_destroy(&count);
    sl_view_destroy(&top);
}

/* Three turns in plain C, of whole numbers. */
static struct bins define_bins(sl_index n)
{
    struct bins r;
    memset(&r, 0, sizeof r);
    double *x = malloc((size_t)n * sizeof *x);
    uint64_t seed = 5;
    for (sl_index i = 0; i < n; i++) {
        (void)random_double(&seed);
        x[i] = (double)(random_below(&seed, 1000) - 500);
    }
    r.least = INFINITY;
    for (int b = 0; b < BINS; b++)
        r.h[b] = 100;
    for (sl_index i = 1; i < n - 1; i++) {
        const double v = x[i - 1] + x[i + 1];
        r.y = v;
        r.h[i % BINS] += 3 * v;
        r.count[i * 3 % 5] += 3 * i;
        r.top = v > r.top ? v : r.top;
        r.least = v < r.least ? v : r.least;
    }
    free(x);
    return r;
}

static void test_bins(void)
{
    static const int parts[] = {1, 2, 4, 8};
    const sl_index n = where == SL_CUDA ? LONG : N;
    const struct bins want = define_bins(n);
    struct bins got;
    for (int k = 0; k < 4; k++)
        for (int way = SL_SCATTER_AUTO; way <= (where == SL_CUDA ? SL_SCATTER_AUTO : SL_SCATTER_DUPLICATE); way++) {
            const int64_t queued = sl__split_parts_queued();
            bins_of(n, parts[k], (sl_scatter)way, &got);
            ok(memcmp(&got, &want, sizeof got) == 0, "bins of %lld values in %d parts are plain C's, way %d",
               (long long)n, parts[k], way);
            if (where == SL_CPU || parts[k] > 1) /* on one GPU a loop is not split */
                ran(queued, parts[k] == 1 ? 1 : 3 * parts[k], 3 * parts[k], "the loop runs");
        }
}

static int64_t grid_of(sl_split split, int layout, sl_index side, int64_t g[], double *product)
{
    enum { ROWS = 300, COLUMNS = 200 };
    sl_view *x = filled("x", SL_EXTENTS(ROWS, COLUMNS), layout, 1),
            *v = view_of("g", SL_INT64, layout, SL_EXTENTS(side, 3)),
            *p = view_of("p", SL_FLOAT, layout, SL_EXTENTS(2, side));
    const int64_t queued = sl__split_parts_queued();
    must(SL_VIEW_FILL(float, p, 1.0F));
    must(sl_forall_with(SL_POLICY(.where = where, .split = split), sj_grid, SL_BOX(0, ROWS, 0, COLUMNS), x, v, p));
    const int64_t *q = SL_HOST_READ(int64_t, v);
    const float *r = SL_HOST_READ(float, p);
    *product = 1;
    for (sl_index i = 0; i < side; i++)
        for (sl_index j = 0; j < 3; j++) {
            g[i * 3 + j] = q[place(v, (const sl_index[]){i, j})];
            *product *= j < 2 ? (double)r[place(p, (const sl_index[]){j, i})] : 1;
        }
    must(sl_host_end(v));
    must(sl_host_end(p));
    sl_view_destroy(&x);
    sl_view_destroy(&v);
    sl_view_destroy(&p);
    return sl__split_parts_queued() - queued;
}

static void test_grid(void)
{
    int64_t whole[12], split[12];
    double product, want = 1;
    for (int q = 0; q < 300 * 200; q++)
        want *= (q / 200 * 97 + q % 200) % 5003 == 1 ? 2 : 1;
    for (int layout = 0; layout < LAYOUTS; layout++) {
        (void)grid_of((sl_split){{0}}, layout, 4, whole, &product);
        ok(product == want, "a product is plain C's");
        const int64_t parts = grid_of(SL_SPLIT(3, 2), layout, 4, split, &product);
        ok(memcmp(split, whole, sizeof whole) == 0 && product == want, "a grid from a box in (3, 2) parts, %s",
           layout_name[layout]);
        if (runs_in_parts && where == SL_CPU)
            is_int(parts, layout == STRIDED ? 0 : 6, "%s",
                   layout == STRIDED ? "with gaps it runs whole" : "so many run");
    }
}

static void mesh_of(sl_policy policy, sl_index targets, double *h)
{
    sl_view *corner = view_of("corner", SL_INT32, RIGHT, SL_EXTENTS(N, 3)), *x = filled("x", SL_EXTENTS(N), RIGHT, 0),
            *v = line("h", targets);
    int32_t *c = SL_HOST_WRITE(int32_t, corner);
    for (sl_index e = 0; e < N; e++)
        for (sl_index j = 0; j < 3; j++)
            c[3 * e + j] = (int32_t)((e / 3 + 40 * j) % targets);
    must(sl_host_end(corner));
    for (int turn = 0; turn < 2; turn++)
        must(sl_forall_with(policy, sj_mesh, SL_RANGE(0, N), corner, x, v));
    const double *p = SL_HOST_READ(double, v);
    memcpy(h, p, (size_t)targets * sizeof *h);
    must(sl_host_end(v));
    sl_view_destroy(&corner);
    sl_view_destroy(&x);
    sl_view_destroy(&v);
}

/* Each part keeps the colours of its rows. */
static void test_colors(void)
{
    static double h[1000];
    const int made = atomic_load(&sl__colors_made);
    const int64_t queued = sl__split_parts_queued();
    sl__cpu_threads_override = 2; /* a thread alone needs no colours */
    mesh_of(SL_POLICY(.where = where, .split = SL_SPLIT(32), .scatter = SL_SCATTER_COLOR, .schedule = SL_STATIC), 200,
            h);
    sl__cpu_threads_override = 0;
    if (runs_in_parts)
        ok(sl__split_parts_queued() - queued == 64 && atomic_load(&sl__colors_made) - made == 32,
           "two loops in 32 parts, %d in all, colour each of them once: %d", (int)(sl__split_parts_queued() - queued),
           atomic_load(&sl__colors_made) - made);
}

static void test_mesh(void)
{
    static double want[N], got[N];
    sl_log_set_handler(hear, NULL);
    sl_log_set_level(SL_LOG_INFO);
    for (int many = 0; many < 2; many++) {
        const sl_index targets = many ? N / 2 : 1000;
        mesh_of(SL_POLICY(.where = where), targets, want);
        for (int way = SL_SCATTER_AUTO; way <= SL_SCATTER_COLOR; way++) {
            if (where == SL_CUDA && way > SL_SCATTER_ATOMIC)
                continue;
            const int64_t queued = sl__split_parts_queued();
            int wrong = 0;
            mesh_of(SL_POLICY(.where = where, .split = SL_SPLIT(4), .scatter = (sl_scatter)way), targets, got);
            for (sl_index k = 0; k < targets; k++)
                wrong += fabs(got[k] - want[k]) > 1e-9 * (1 << 24);
            is_int(wrong, 0, "%lld nodes of a mesh with a map, way %d", (long long)targets, way);
            if (where == SL_CPU || !many)
                ran(queued, many ? 1 : 8, 8, many ? "copies as large as the loop: it runs" : "the loop runs");
        }
    }
    sl_log_set_handler(NULL, NULL);
    sl_log_set_level(SL_LOG_WARN);
    if (where == SL_CUDA)
        return;
    const char *const why = strstr(said, "kernel sj_mesh: the loop runs whole: expected copies");
    is_int(why != NULL ? atomic_load(&messages) : 0, runs_in_parts, "the log says once why a loop runs whole");
    test_colors();
    mesh_of(SL_POLICY(.where = where, .reproducible = SL_YES), 1000, want);
    mesh_of(SL_POLICY(.where = where, .reproducible = SL_YES, .split = SL_SPLIT(4)), 1000, got);
    ok(memcmp(got, want, 1000 * sizeof *got) == 0, "with .reproducible bits stay what they are");
}

/* ---- failures ------------------------------------------------------------------------------------------------ */

static void test_failures(void)
{
    sl_view *x = filled("x", SL_EXTENTS(N), RIGHT, 1), *h = line("h", BINS), *other = line("other", BINS);
    int64_t n = -1;
    must(sl_view_split(x, SL_SPLIT(4)));
    must(sl_view_split(other, SL_SPLIT(2)));
    must(sl_reduce_with(in_parts(1), sj_raise, SL_RANGE(0, N), (int64_t)-1, x, other, &n));
    is_int(n, N, "beside a reduction into host memory, into a view that is split itself");
    is_int(sl_reduce_with(in_parts(1), sj_raise, SL_RANGE(0, N), (int64_t)(N / 2 + 3), x, h, &n), SL_ERR_RAISED,
           "a part fails");
    ok(SL_HOST_READ(double, h) == NULL, "and spoils what all of them scatter into");
    ok(SL_HOST_READ(double, x) != NULL && sl_host_end(x) == SL_SUCCESS, "but not what they read");
    ok(sl_reduce_with(in_parts(1), sj_raise, SL_RANGE(0, N), (int64_t)-1, x, h, &n) != SL_SUCCESS,
       "a loop that would add to it fails");
    must(SL_VIEW_FILL(double, h, 0.0));
    must(sl_reduce_with(in_parts(1), sj_raise, SL_RANGE(0, N), (int64_t)-1, x, h, &n));
    const double *p = SL_HOST_READ(double, h), *q = SL_HOST_READ(double, other);
    ok(p != NULL && q != NULL && memcmp(p, q, 5 * sizeof *p) == 0, "what is overwritten is good again");
    must(sl_host_end(h));
    must(sl_host_end(other));
    sl_view_destroy(&x);
    sl_view_destroy(&h);
    sl_view_destroy(&other);
}

static void test_all(sl_where kind, int workers)
{
    where = kind;
    runs_in_parts = workers > 1 && (kind == SL_CPU || !sj_line__kernel.bounds_checked);
    test_arrays();
    test_bins();
    test_grid();
    test_mesh();
    test_failures();
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    test_all(SL_CPU, sl__machine_groups());
    if (sl_gpus() > 0)
        test_all(SL_CUDA, sl_gpus());
    else
        skip(sl__device_absence(), "the same on GPUs");
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
