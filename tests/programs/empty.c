/* SPDX-License-Identifier: BSD-3-Clause */
/* Spaces, lists, index sets and views that are empty, wholly or in part: what every form of call makes of them, by
 * every way to call it, against plain loops over the same indices. */
#include "empty.h"

#include <string.h>

#include "loop_testing.h"

enum { N = 12, BINS = 3 };

static sl_status read_back(void *to, sl_view *view)
{
    SL_TRY(sl_deep_copy_to_host(SL_INT64, SL_LAYOUT_RIGHT, to, view));
    return sl_wait();
}

/* ---- spaces -------------------------------------------------------------------------------------------- */

enum { NOTHING, BACKWARDS, STRIDES, LIST, NO_LIST, VIEW_LIST, SET_OF_NONE, SET_OF_EMPTY, SET_OF_SOME, SPACES };
static const char *const spaces[SPACES] = {"SL_RANGE(3, 3)",
                                           "SL_RANGE(9, 2)",
                                           "a stride over nothing",
                                           "a list of two",
                                           "a list of length 0",
                                           "a list of an empty view",
                                           "an index set without segments",
                                           "an index set of empty segments",
                                           "an index set some of whose segments are empty"};

static sl_list *some_list(sl_index count)
{
    static const int32_t indices[] = {7, 2};
    sl_list *list = NULL;
    must(sl_list_create("list", SL_INT32, indices, count, &list));
    return list;
}

static sl_list *list_of_view(void)
{
    sl_list *list = NULL;
    sl_view *view = NULL;
    must(sl_view_create("indices", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(0), &view));
    must(sl_list_from_view(view, &list));
    sl_view_destroy(&view);
    return list;
}

/* @param[out] mark  [N] 1 for its indices */
static sl_space make_space(int kind, sl_list **list, sl_index_set **set, int mark[N])
{
    memset(mark, 0, N * sizeof *mark);
    *list = NULL;
    *set = NULL;
    if (kind == LIST || kind == SET_OF_SOME)
        mark[2] = mark[7] = 1;
    if (kind == BACKWARDS)
        return SL_RANGE(9, 2);
    if (kind == STRIDES)
        return SL_RANGE_STRIDE(4, 4, -2);
    if (kind == NOTHING)
        return SL_RANGE(3, 3);
    *list = kind == VIEW_LIST ? list_of_view() : some_list(kind == LIST || kind == SET_OF_SOME ? 2 : 0);
    if (kind <= VIEW_LIST)
        return SL_LIST(*list);
    const sl_space parts[] = {SL_RANGE(5, 5), SL_LIST(*list), SL_RANGE(8, 1), SL_RANGE_STRIDE(3, 3, 1)};
    must(sl_index_set_create("set", kind == SET_OF_NONE ? 0 : 4, parts, set));
    return SL_INDEX_SET(*set);
}

/* ---- reductions ------------------------------------------------------------------------------------------ */

enum { QUEUED, WAITED, RECORDED, IN_PARTS, IN_ORDER, JOINED, ROUTES };
static const char *const routes[ROUTES] = {
    "queued", "waited for", "in a region", "over a split view", "by SL_SEQ", "joined to what was there"};

typedef struct work {
    sl_view *x, *to, *bins, *y;
} work;

static work make_work(void)
{
    work w;
    w.x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N));
    w.to = view_of("to", SL_INT64, RIGHT, SL_EXTENTS(4));
    w.bins = view_of("bins", SL_INT64, RIGHT, SL_EXTENTS(BINS));
    w.y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t *p = SL_HOST_WRITE(int64_t, w.x);
    for (int i = 0; i < N; i++)
        p[i] = i + 1;
    must(sl_host_end(w.x));
    must(SL_VIEW_FILL(int64_t, w.to, 4));
    must(SL_VIEW_FILL(int64_t, w.bins, 4));
    must(SL_VIEW_FILL(int64_t, w.y, 4));
    return w;
}

static void free_work(work *w)
{
    sl_view_destroy(&w->x);
    sl_view_destroy(&w->to);
    sl_view_destroy(&w->bins);
    sl_view_destroy(&w->y);
}

static void run_work(const work *w, int route, sl_space space, int64_t host[4])
{
    sl_region *region = NULL;
    const sl_policy policy = SL_POLICY(.combine = route == JOINED, .schedule = route == IN_ORDER ? SL_SEQ : SL_AUTO);
    if (route == RECORDED)
        must(sl_region_begin(&region));
    if (route == IN_PARTS)
        must(sl_view_split(w->x, SL_SPLIT(3)));
    if (route == WAITED)
        must(sl_reduce(em_join, space, w->x, &host[0], &host[1], &host[2], &host[3]));
    else
        must(sl_forall_with(policy, em_join, space, w->x, SL_INTO(w->to, 0), SL_INTO(w->to, 1), SL_INTO(w->to, 2),
                            SL_INTO(w->to, 3)));
    must(sl_forall_with(policy, em_bins, space, w->x, BINS, w->bins));
    must(sl_forall(em_set, space, w->y));
    if (route == RECORDED) {
        must(sl_region_end(region));
        must(sl_region_run(region));
    }
    if (route == IN_PARTS)
        must(sl_view_join(w->x));
    sl_region_destroy(&region);
    if (route == WAITED)
        return;
    must(read_back(host, w->to));
}

static int same(const char *what, int i, int64_t got, int64_t want)
{
    if (got != want)
        diag("%s, %d: got %lld, want %lld", what, i, (long long)got, (long long)want);
    return got == want;
}

static int work_is_right(const work *w, int joins, const int mark[N], const int64_t host[4])
{
    int64_t want[4] = {0, 1, INT64_MAX, INT64_MIN}, bins[BINS] = {0}, got[N];
    int good = 1;
    if (joins) {
        want[0] = want[1] = want[2] = want[3] = 4;
        bins[0] = bins[1] = bins[2] = 4;
    }
    for (int i = 0; i < N; i++)
        if (mark[i]) {
            want[0] += i + 1;
            want[1] *= i + 1;
            want[2] = i + 1 < want[2] ? i + 1 : want[2];
            want[3] = i + 1 > want[3] ? i + 1 : want[3];
            bins[i % BINS] += i + 1;
        }
    for (int k = 0; k < 4; k++)
        good &= same("result", k, host[k], want[k]);
    must(read_back(got, w->bins));
    for (int k = 0; k < BINS; k++)
        good &= same("bin", k, got[k], bins[k]);
    must(read_back(got, w->y));
    for (int i = 0; i < N; i++)
        good &= same("element", i, got[i], mark[i] ? 9 : 4);
    return good;
}

static void test_space(int kind)
{
    int mark[N], good = 1;
    for (int route = 0; route < ROUTES; route++) {
        sl_list *list;
        sl_index_set *set;
        work w = make_work();
        int64_t host[4] = {7, 7, 7, 7};
        const sl_space space = make_space(kind, &list, &set, mark);
        run_work(&w, route, space, host);
        if (!work_is_right(&w, route == JOINED, mark, host)) {
            diag("over %s, %s", spaces[kind], routes[route]);
            good = 0;
        }
        sl_index_set_destroy(&set);
        sl_list_destroy(&list);
        free_work(&w);
    }
    tap_ok(good, "over %s loops and reductions do what plain loops do, by every route", spaces[kind]);
}

static void test_planes(void)
{
    static const sl_policy policies[] = {{.schedule = SL_AUTO},
                                         {.schedule = SL_SEQ},
                                         {.schedule = SL_STATIC, .chunk = 3},
                                         {.schedule = SL_DYNAMIC, .chunk = 2},
                                         {.schedule = SL_GUIDED},
                                         {.tile = {2, 2}},
                                         {.reproducible = SL_ACROSS_DEVICES}};
    static const sl_index boxes[][2] = {{0, 4}, {4, 0}, {0, 0}, {-2, 4}, {2, -1}, {2, 3}};
    int good = 1;
    for (size_t p = 0; p < sizeof policies / sizeof *policies; p++)
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
            for (int layout = 0; layout < 2; layout++) {
                int64_t sum = 7, got[16], count = 0;
                SL_LOC(int64_t) least = {7, 7};
                sl_view *x = view_of("x", SL_INT64, layout ? LEFT : RIGHT, SL_EXTENTS(4, 4));
                must(SL_VIEW_FILL(int64_t, x, 4));
                must(sl_reduce_with(policies[p], em_plane, SL_BOX(0, boxes[b][0], 0, boxes[b][1]), x, &sum, &least));
                must(read_back(got, x));
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++) {
                        const int in = i < boxes[b][0] && j < boxes[b][1];
                        count += in;
                        good &= same("element", 4 * i + j, got[4 * i + j], in ? 5 : 4);
                    }
                good &=
                    same("sum", (int)p, sum, 5 * count) && same("least", (int)p, least.value, count ? 5 : INT64_MAX);
                sl_view_destroy(&x);
            }
    tap_ok(good, "loops and reductions over boxes, by every schedule, where a dimension is empty");
}

/* ---- scans, copies, sorts, algorithms --------------------------------------------------------------------- */

static void test_scans(void)
{
    static const sl_index shapes[][2] = {{0, 0}, {0, 4}, {4, 0}};
    int good = 1;
    for (int s = 0; s < 3; s++)
        for (int dim = 0; dim < 2; dim++) {
            const int64_t initial = 3;
            sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(shapes[s][0], shapes[s][1]));
            sl_view *y = view_of("y", SL_INT64, LEFT, SL_EXTENTS(shapes[s][0], shapes[s][1]));
            good &= sl_scan_inclusive(SL_SUM, dim, x, y) == SL_SUCCESS;
            good &= sl_scan_exclusive(SL_MIN, dim, &initial, x, y) == SL_SUCCESS;
            good &= sl_deep_copy(x, y) == SL_SUCCESS && SL_VIEW_FILL(int64_t, x, 1) == SL_SUCCESS;
            sl_view_destroy(&x);
            sl_view_destroy(&y);
        }
    work w = make_work();
    int64_t got[N], total = 7;
    good &= sl_reduce(em_scan, SL_RANGE(5, 5), w.x, w.y, &total) == SL_SUCCESS && same("total", 0, total, 0);
    good &= sl_forall(em_scan, SL_RANGE(9, 2), w.x, w.y, SL_INTO(w.to, 1)) == SL_SUCCESS;
    must(read_back(got, w.to));
    good &= same("total in a view", 1, got[1], 0);
    must(read_back(got, w.y));
    for (int i = 0; i < N; i++)
        good &= same("scanned", i, got[i], 4);
    free_work(&w);
    must(sl_wait());
    tap_ok(good, "scans, copies and fills of empty views and over nothing change nothing");
}

static void test_algorithms(void)
{
    int good = 1;
    const int64_t one = 1;
    int64_t got[3];
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(0)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(0));
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS()), *offsets = NULL;
    must(sl_view_create("offsets", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &offsets)); /* two segments of nothing */
    good &= sl_sort(x) == SL_SUCCESS && sl_sort_pairs(x, y) == SL_SUCCESS && sl_sort_segments(x, offsets) == SL_SUCCESS;
    must(sl_count_if(SL_GREATER, &one, x, count));
    must(read_back(got, count));
    good &= same("count", 0, got[0], 0);
    must(sl_unique(x, y, count));
    must(read_back(got, count));
    good &= same("unique", 0, got[0], 0);
    must(sl_copy_if(SL_GREATER, &one, x, x, y, count));
    must(read_back(got, count));
    good &= same("copied", 0, got[0], 0);
    must(sl_wait());
    tap_ok(good, "sorts, counts and compaction of empty views");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&count);
    sl_view_destroy(&offsets);
}

/* ---- teams ----------------------------------------------------------------------------------------------- */

static void test_teams(void)
{
    static const sl_index ranges[][2] = {{4, 4}, {9, 2}, {2, 5}};
    int good = 1;
    for (int r = 0; r < 3; r++)
        for (int league = 0; league < 3; league += 2) {
            const sl_index lo = ranges[r][0], hi = ranges[r][1];
            int64_t got[2][3];
            sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(2, 3));
            must(SL_VIEW_FILL(int64_t, y, 4));
            must(sl_launch(SL_POLICY(.league = league), em_team, lo, hi, y));
            must(read_back(got, y));
            int64_t sum = 0, least = INT64_MAX, count = 0;
            for (sl_index k = lo; k < hi; k++, count++) {
                sum += k + 5;
                least = k < least ? k : least;
            }
            for (int i = 0; i < 2; i++) {
                good &= same("sum", i, got[i][0], league ? sum : 4);
                good &= same("least", i, got[i][1], league ? least : 4);
                good &= same("count", i, got[i][2], league ? count : 4);
            }
            sl_view_destroy(&y);
        }
    tap_ok(good, "a league of 0 runs nothing; loops and reductions of teams over nothing give the identities");
}

int main(void)
{
    must(sl_init(NULL));
    for (int kind = 0; kind < SPACES; kind++)
        test_space(kind);
    test_planes();
    test_scans();
    test_algorithms();
    test_teams();
    must(sl_finalize());
    return done_testing();
}
