/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over strides, lists, sets, ranges that end in views, and products in parts of views: with halos, against plain
 * C; and reductions, whose bits are those of the loop unsplit. On GPUs where there are some, else on worker groups. */
#include "call/split.h"
#include "data/grid.h"
#include "data/split.h"
#include "loop_testing.h"
#include "split_log.h"

#include <starloop/location.h>

SL_KERNEL_DECLARE(ss_line, (i), in(uint64_t, 1, u, halo(1)), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ss_own, (i), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ss_jumps, (i), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ss_plane, (i, j), in(uint64_t, 2, u, halo(1)), inout(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ss_sum, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(SL_LOC(double), maxloc, m));
SL_KERNEL_DECLARE(ss_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(SL_LOC(double), maxloc, m));
extern const sl_kernel ss_line__kernel;

static sl_where where;
static int several;  /* places where parts may run */
static int in_parts; /* loops that may run in parts do: on GPUs those whose bodies do not check bounds */

/* ---- spaces -------------------------------------------------------------------------------------------------- */

/* Kinds of a dimension. */
enum { WHOLE, UP, DOWN, ONE, FEW, NARROW, WIDE, MIXED, IN_VIEW, NO_END, AN_END, LAST_END, KINDS };
static const char *const kind_name[] = {"range",
                                        "stride up",
                                        "stride down",
                                        "single index",
                                        "few indices",
                                        "list of 32 bits",
                                        "list of 64 bits",
                                        "list in disorder",
                                        "list in a view",
                                        "range that ends at once, by a view,",
                                        "range that ends in a view",
                                        "range that ends at its last, by a view,"};

/* Whether loops that are cut along a dimension of a kind run in parts. */
static int may_cut(int kind)
{
    return kind != MIXED && kind != IN_VIEW;
}

/* A dimension: its space, and its indices in their order. */
typedef struct dim {
    sl_space space;
    sl_index n, *index;
    sl_list *list;
    sl_view *view;
} dim;

static void make_list(dim *d, int kind)
{
    int32_t *narrow = malloc((size_t)d->n * sizeof *narrow + 1);
    for (sl_index k = 0; k < d->n; k++)
        narrow[k] = (int32_t)d->index[k];
    if (kind == IN_VIEW) {
        must(sl_view_create("indices", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(d->n), &d->view));
        int32_t *p = SL_HOST_WRITE(int32_t, d->view);
        for (sl_index k = 0; p && k < d->n; k++)
            p[k] = narrow[k];
        must(sl_host_end(d->view));
        must(sl_list_from_view(d->view, &d->list));
    } else if (kind == NARROW) {
        must(sl_list_create("narrow", SL_INT32, narrow, d->n, &d->list));
    } else {
        must(sl_list_wrap("wide", SL_INT64, d->index, d->n, &d->list));
    }
    free(narrow);
    d->space = SL_LIST(d->list);
}

/* The range from 1 on, up to n - 1 at most. */
static void make_end(dim *d, int kind, sl_index n)
{
    const sl_index end = kind == NO_END ? 1 : kind == AN_END ? n * 3 / 5 : n - 1;
    must(sl_view_create("end", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &d->view));
    must(SL_VIEW_FILL(int64_t, d->view, end));
    for (sl_index i = 1; i < n - 1; i++)
        d->index[i - 1] = i;
    d->n = end - 1;
    d->space = SL_RANGE_VIEW(1, n - 1, d->view);
}

/* Some indices of those up to n - 2, few in the second quarter; in disorder the last ones come first. */
static void choose_indices(dim *d, int kind, sl_index n)
{
    uint64_t seed = (uint64_t)n;
    for (sl_index i = 1; i < n - 1; i += 1 + random_below(&seed, i > n / 4 && i < n / 2 ? 60 : 3))
        d->index[d->n++] = i;
    for (sl_index k = 0; kind == MIXED && k < d->n / 2; k++) {
        const sl_index i = d->index[k];
        d->index[k] = d->index[d->n - 1 - k];
        d->index[d->n - 1 - k] = i;
    }
}

/* Of the indices 1 to n - 2 of a view with n. */
static dim make_dim(int kind, sl_index n)
{
    dim d = {.index = malloc((size_t)n * sizeof *d.index)};
    const sl_index step = kind == DOWN ? -3 : kind == UP ? 2 : kind == FEW ? n / 3 : 1;
    const sl_index first = kind == DOWN ? n - 2 : kind == ONE ? n / 2 : 1;
    const sl_index end = kind == DOWN ? 0 : kind == ONE ? n / 2 + 1 : n - 1;
    if (kind >= NO_END) {
        make_end(&d, kind, n);
        return d;
    }
    if (kind >= NARROW) {
        choose_indices(&d, kind, n);
        make_list(&d, kind);
        return d;
    }
    for (sl_index i = first; step > 0 ? i < end : i > end; i += step)
        d.index[d.n++] = i;
    d.space = kind == WHOLE ? SL_RANGE(first, end) : SL_RANGE_STRIDE(first, end, step);
    return d;
}

static void end_dim(dim *d)
{
    sl_list_destroy(&d->list);
    sl_view_destroy(&d->view);
    free(d->index);
}

/* In how many of some parts of a view with n indices a loop has some; of an end those behind it count. */
static int parts_with(const dim *d, sl_index n, int parts)
{
    const sl_index most = d->space.kind == SL_SPACE_RANGE_VIEW ? n - 2 : d->n;
    int with = 0;
    for (int p = 0; p < parts; p++) {
        int some = 0;
        for (sl_index k = 0; k < most; k++)
            some |= d->index[k] >= sl__grid_border(n, parts, p) && d->index[k] < sl__grid_border(n, parts, p + 1);
        with += some;
    }
    return with;
}

static sl_policy in_so_many(int parts)
{
    return parts > 1 ? SL_POLICY(.where = where, .split = SL_SPLIT(parts)) : SL_POLICY(.where = where);
}

/* ---- loops with halos, against plain C ----------------------------------------------------------------------- */

static void plain_line(const dim *d, const uint64_t *u, uint64_t *w)
{
    for (sl_index k = 0; k < d->n; k++) {
        const sl_index i = d->index[k];
        w[i] = 3 * w[i] + 5 * u[i - 1] + 7 * u[i + 1] + 11 * (uint64_t)k;
    }
}

static void plain_plane(const dim *di, const dim *dj, sl_index m, const uint64_t *u, uint64_t *w)
{
    for (sl_index k = 0; k < di->n; k++)
        for (sl_index l = 0; l < dj->n; l++) {
            const sl_index i = di->index[k], j = dj->index[l], at = i * m + j;
            w[at] =
                3 * w[at] + 5 * u[at - m] + 7 * u[at + m] + 11 * u[at - 1] + 13 * u[at + 1] + (uint64_t)(i + 17 * j);
        }
}

static sl_view *filled(sl_extents e, uint64_t first, uint64_t *plain)
{
    sl_view *view = view_of("u", SL_UINT64, RIGHT, e);
    uint64_t *p = SL_HOST_WRITE(uint64_t, view);
    for (sl_index i = 0; p && i < points(e.rank, e.n); i++)
        p[i] = plain[i] = first + (uint64_t)i;
    must(sl_host_end(view));
    return view;
}

static sl_index differing(sl_view *view, const uint64_t *plain, sl_index n)
{
    const uint64_t *p = SL_HOST_READ(uint64_t, view);
    sl_index wrong = p == NULL ? n : 0;
    for (sl_index i = 0; p && i < n; i++)
        if (p[i] != plain[i] && wrong++ == 0)
            diag("element %lld: got %llx, want %llx", (long long)i, (unsigned long long)p[i],
                 (unsigned long long)plain[i]);
    must(sl_host_end(view));
    return wrong;
}

/* Sweeps there and back over views that are cut along dimension 0. @param[in] m  1: of rank 1 */
static void test_sweeps(int kind, int other, sl_index n, sl_index m, int parts)
{
    enum { SWEEPS = 4 };
    dim d = make_dim(kind, n), e = make_dim(other, m > 2 ? m : 3);
    const sl_space along[] = {d.space, e.space};
    const sl_space space = sl_space_product(m > 1 ? 2 : 1, along);
    const sl_extents extents = m > 1 ? SL_EXTENTS(n, m) : SL_EXTENTS(n);
    uint64_t *plain[2];
    sl_view *v[2];
    for (int k = 0; k < 2; k++) {
        plain[k] = malloc((size_t)(n * m) * sizeof *plain[k]);
        v[k] = filled(extents, 1000 * (uint64_t)k, plain[k]);
    }
    const int64_t queued = sl__split_parts_queued();
    for (int s = 0; s < SWEEPS; s++) {
        sl_view *u = v[s % 2], *w = v[1 - s % 2];
        must(m > 1 ? sl_forall_with(in_so_many(parts), ss_plane, space, u, w)
                   : sl_forall_with(in_so_many(parts), ss_line, space, u, w));
        if (m > 1)
            plain_plane(&d, &e, m, plain[s % 2], plain[1 - s % 2]);
        else
            plain_line(&d, plain[s % 2], plain[1 - s % 2]);
    }
    const int64_t ran = sl__split_parts_queued() - queued;
    is_int(differing(v[0], plain[0], n * m) + differing(v[1], plain[1], n * m), 0,
           "sweeps over a %s of %lld%s%s, in %d parts, are those of plain C", kind_name[kind], (long long)n,
           m > 1 ? ", by a " : "", m > 1 ? kind_name[other] : "", parts);
    if (in_parts && parts > 1)
        is_int(ran, may_cut(kind) ? SWEEPS * parts_with(&d, n, parts) : 0, "and run %s",
               may_cut(kind) ? "in parts" : "whole");
    for (int k = 0; k < 2; k++) {
        sl_view_destroy(&v[k]);
        free(plain[k]);
    }
    end_dim(&d);
    end_dim(&e);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

/* All bytes of it are compared. */
struct results {
    double sum;
    sl_loc_double most;
};

static struct results reduce(sl_view *x, const sl_space *space, int parts)
{
    struct results r;
    memset(&r, 0, sizeof r);
    must(space->rank > 1 ? sl_reduce_with(in_so_many(parts), ss_sum2, *space, x, &r.sum, &r.most)
                         : sl_reduce_with(in_so_many(parts), ss_sum, *space, x, &r.sum, &r.most));
    return r;
}

/* @param[in] many  parts that are more than one are expected to be more than one with blocks, too */
static void test_reduction(int kind, int other, sl_index n, sl_index m, int many)
{
    static const int parts[] = {2, 3, 8};
    dim d = make_dim(kind, n), e = make_dim(other, m > 2 ? m : 3);
    const sl_space along[] = {d.space, e.space};
    const sl_space space = sl_space_product(m > 1 ? 2 : 1, along);
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, m > 1 ? SL_EXTENTS(n, m) : SL_EXTENTS(n));
    uint64_t seed = (uint64_t)n;
    double *p = SL_HOST_WRITE(double, x), plain = 0;
    for (sl_index i = 0; p && i < n * m; i++)
        p[i] = random_double(&seed);
    for (sl_index k = 0; p && k < d.n * (m > 1 ? e.n : 1); k++)
        plain += m > 1 ? p[d.index[k / e.n] * m + e.index[k % e.n]] : p[d.index[k]];
    must(sl_host_end(x));
    const struct results whole = reduce(x, &space, 1);
    ok(fabs(whole.sum - plain) <= 1e-12 * (double)(n * m) * 16777216.0, "a sum over a %s of %lld is that of plain C",
       kind_name[kind], (long long)n);
    for (int k = 0; k < 3; k++) {
        const int64_t queued = sl__split_parts_queued();
        const struct results split = reduce(x, &space, parts[k]);
        ok(memcmp(&split, &whole, sizeof whole) == 0, "and has the same bits in %d parts", parts[k]);
        if (in_parts && where == SL_CPU && many)
            ok(sl__split_parts_queued() - queued > 1, "which it has");
    }
    sl_view_destroy(&x);
    end_dim(&d);
    end_dim(&e);
}

/* ---- index sets ---------------------------------------------------------------------------------------------- */

/* A set of a range, a stride and a list, and one of colours, in which neighbours differ. */
static void test_sets(sl_index n, int parts)
{
    sl_index_set *set = NULL, *colors = NULL;
    dim list = make_dim(NARROW, n / 4);
    const sl_space segments[] = {SL_RANGE(n / 2, n - 1), SL_RANGE_STRIDE(n / 2 - 1, n / 3, -1), SL_LIST(list.list)};
    uint64_t *plain[2];
    sl_view *v[2], *map = view_of("map", SL_INT32, RIGHT, SL_EXTENTS(n - 2, 1));
    int32_t *m = SL_HOST_WRITE(int32_t, map);
    for (sl_index e = 0; m && e < n - 2; e++)
        m[e] = (int32_t)(e % (n / 3)); /* three rounds */
    must(sl_host_end(map));
    must(sl_color(map, n / 3, &colors));
    must(sl_index_set_create("set", 3, segments, &set));
    for (int k = 0; k < 2; k++) {
        plain[k] = malloc((size_t)n * sizeof *plain[k]);
        v[k] = filled(SL_EXTENTS(n), 1000 * (uint64_t)k, plain[k]);
    }
    dim all = {.index = malloc((size_t)n * sizeof *all.index)};
    for (sl_index i = n / 2; i < n - 1; i++)
        all.index[all.n++] = i;
    for (sl_index i = n / 2 - 1; i > n / 3; i--)
        all.index[all.n++] = i;
    for (sl_index k = 0; k < list.n; k++)
        all.index[all.n++] = list.index[k];
    const dim segment[] = {{.index = all.index, .n = n - 1 - n / 2},
                           {.index = all.index + n - 1 - n / 2, .n = n / 2 - 1 - n / 3},
                           {.index = list.index, .n = list.n}};
    int pieces = 0;
    for (int s = 0; s < 3; s++)
        pieces += parts_with(&segment[s], n, parts);
    int64_t queued = sl__split_parts_queued();
    must(sl_forall_with(in_so_many(parts), ss_line, SL_INDEX_SET(set), v[0], v[1]));
    plain_line(&all, plain[0], plain[1]);
    must(sl_forall_with(in_so_many(parts), ss_line, SL_INDEX_SET(set), v[1], v[0]));
    plain_line(&all, plain[1], plain[0]);
    is_int(differing(v[0], plain[0], n) + differing(v[1], plain[1], n), 0,
           "sweeps over a set of %lld, in %d parts, are those of plain C", (long long)n, parts);
    if (in_parts && parts > 1)
        is_int(sl__split_parts_queued() - queued, 2 * pieces, "and each segment runs in parts");
    queued = sl__split_parts_queued();
    must(sl_forall_with(in_so_many(parts), ss_own, SL_INDEX_SET(colors), v[0]));
    for (sl_index i = 0; i < n - 2; i++)
        plain[0][i] = 3 * plain[0][i] + (uint64_t)i;
    is_int(differing(v[0], plain[0], n), 0, "and so are those over colours");
    if (in_parts && parts > 1)
        ok(sl__split_parts_queued() - queued >= sl_index_set_segments(colors), "and each colour runs in parts");
    sl_index_set_destroy(&set);
    sl_index_set_destroy(&colors);
    sl_view_destroy(&map);
    for (int k = 0; k < 2; k++) {
        sl_view_destroy(&v[k]);
        free(plain[k]);
    }
    end_dim(&list);
    free(all.index);
}

/* ---- what runs whole says why -------------------------------------------------------------------------------- */

static void test_said(void)
{
    enum { N = 1000 };
    uint64_t plain[N];
    dim d = make_dim(MIXED, N);
    sl_view *w = filled(SL_EXTENTS(N), 1, plain);
    sl_log_set_handler(hear, NULL);
    sl_log_set_level(SL_LOG_INFO);
    for (int k = 0; k < 3; k++)
        must(sl_forall_with(in_so_many(4), ss_jumps, d.space, w));
    must(sl_wait());
    sl_log_set_handler(NULL, NULL);
    sl_log_set_level(SL_LOG_WARN);
    is_int(atomic_load(&messages), several ? 1 : 0, "a loop over a list in disorder says once that it runs whole");
    ok(!several ||
           strstr(said, "kernel ss_jumps: the loop runs whole: expected a list whose indices ascend and are known "
                        "when the loop is queued, got \"wide\"") != NULL,
       "and why: %s", said);
    sl_view_destroy(&w);
    end_dim(&d);
}

/* ---- an end outside of the space ----------------------------------------------------------------------------- */

static void test_bad_end(int32_t at)
{
    enum { N = 1000 };
    uint64_t plain[N];
    char want[80];
    sl_view *u = filled(SL_EXTENTS(N), 1, plain), *w = filled(SL_EXTENTS(N), 5, plain), *end = NULL;
    must(sl_view_create("end", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &end));
    must(SL_VIEW_FILL(int32_t, end, at));
    must(sl_forall_with(in_so_many(4), ss_line, SL_RANGE_VIEW(3, 950, end), u, w));
    is_int(sl_wait(), SL_ERR_BOUNDS, "an end outside of the space, %d, fails the loop in parts", (int)at);
    snprintf(want, sizeof want, "end of the space, in \"end\": expected 3 to 950, got %d", (int)at);
    ok(strstr(sl_last_error(), want) != NULL, "and the error has the bounds of the whole loop: %s", sl_last_error());
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    sl_view_destroy(&end);
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    where = sl_gpus() > 0 ? SL_CUDA : SL_CPU;
    several = sl_gpus() > 0 ? sl_gpus() > 1 : sl__split_active;
    in_parts = several && (sl_gpus() == 0 || !ss_line__kernel.bounds_checked);
    diag("%d GPUs", sl_gpus());
    static const int parts[] = {1, 2, 4},
                     across[KINDS] = {MIXED, DOWN, IN_VIEW, AN_END, UP, DOWN, UP, ONE, NARROW, UP, WIDE, NO_END};
    for (int k = 0; k < 3; k++)
        for (int kind = 0; kind < KINDS; kind++) {
            test_sweeps(kind, WHOLE, 20011, 1, parts[k]);
            test_sweeps(kind, across[kind], 301, 77, parts[k]);
        }
    test_sets(5000, 2);
    test_sets(5000, 4);
    test_sweeps(UP, WHOLE, 13, 1, 4);
    test_sweeps(WHOLE, DOWN, 13, 9, 4);
    test_reduction(UP, WHOLE, 100000, 1, 1);
    test_reduction(DOWN, WHOLE, 100003, 1, 1);
    test_reduction(FEW, WHOLE, 5000, 1, 0);
    test_reduction(UP, DOWN, 401, 640, 1);
    test_reduction(DOWN, WHOLE, 1201, 33, 1);
    test_reduction(WHOLE, UP, 500, 301, 1);
    test_reduction(NARROW, WHOLE, 100000, 1, 1);
    test_reduction(WIDE, IN_VIEW, 500, 301, 1);
    test_reduction(MIXED, WHOLE, 20000, 1, 0);
    test_reduction(NO_END, WHOLE, 50000, 1, 1);
    test_reduction(AN_END, WHOLE, 50000, 1, 1);
    test_reduction(LAST_END, WHOLE, 50000, 1, 1);
    test_reduction(AN_END, UP, 500, 301, 0);
    test_said();
    test_bad_end(951);
    test_bad_end(2);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
