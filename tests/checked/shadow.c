/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels compiled with -DSL_BOUNDS_CHECK: what the checks of written views find, and that they find nothing else. */
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(sh_set, (i), out(int32_t, 1, y, own));
SL_KERNEL_DECLARE(sh_set_row, (i), out(int32_t, 2, y, own(0, all)));
SL_KERNEL_DECLARE(sh_set_2, (i, j), out(int32_t, 2, y, own));
SL_KERNEL_DECLARE(sh_set_first, (i, j), out(int32_t, 1, y, own(0)));
SL_KERNEL_DECLARE(sh_reduce, (i), out(int32_t, 1, y, own), reduce(int32_t, sum, s));
SL_KERNEL_DECLARE(sh_scan, (i), out(int32_t, 1, y, own), reduce(int32_t, sum, s));
SL_KERNEL_DECLARE(sh_team, (team), out(int32_t, 1, y, own));
SL_KERNEL_DECLARE(sh_bounds, (i), scalar(sl_index, bad), inout(double, 1, y));
SL_KERNEL_DECLARE(sh_reach, (i), scalar(sl_index, bad), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sh_slice, (i), scalar(sl_index, bad), in(double, 2, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sh_twice, (i), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sh_beside, (i), scalar(sl_index, bad), in(int32_t, 2, m, own(0, all), map),
                  scatter(double, sum, 1, force));
SL_KERNEL_DECLARE(sh_stands, (i), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 1, force));
SL_KERNEL_DECLARE(sh_meet, (i), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 2, force));
SL_NEST_DECLARE(sh_nest, (i, j), lambdas(4), inout(double, 2, a), inout(double, 1, y));
#define TURNED(NAME_, ...) \
    SL_KERNEL_DECLARE(NAME_, (i, j), inout(double, 2, a, __VA_ARGS__)); \
    SL_KERNEL_DECLARE(NAME_##_own, (i, j), inout(double, 2, a, own, __VA_ARGS__));
TURNED(sh_blocked, layout(blocked))
TURNED(sh_fixed, layout(blocked(4, 8)))
TURNED(sh_morton, layout(morton))
TURNED(sh_mapped, layout(sh_back))
SL_KERNEL_DECLARE(sh_block, (i), inout(double, 2, a, layout(blocked)));
extern int sh_bounds_line, sh_reach_line, sh_slice_line, sh_twice_line, sh_beside_line, sh_nest_line;

/* ---- over nothing ---------------------------------------------------------------------------------------- */

enum { N = 12 };

static sl_view *line, *square;

static sl_status over_a_box(sl_space nothing)
{
    int32_t sum = -1;
    SL_TRY(sl_forall(sh_set, nothing, line));
    SL_TRY(sl_forall(sh_set_row, nothing, square));
    SL_TRY(sl_reduce(sh_reduce, nothing, line, &sum));
    SL_TRY(sl_reduce(sh_scan, nothing, line, &sum));
    return sl_wait();
}
static sl_status over_planes(void)
{
    SL_TRY(sl_forall(sh_set, SL_RANGE_STRIDE(3, 3, 2), line));
    SL_TRY(sl_forall(sh_set_2, SL_BOX(0, N, 3, 3), square));
    SL_TRY(sl_forall(sh_set_2, SL_BOX(2, 2, 0, N), square));
    SL_TRY(sl_forall(sh_set_first, SL_BOX(0, N, 4, 4), line));
    return sl_wait();
}
static sl_status over_a_list(void)
{
    sl_list *list;
    SL_TRY(sl_list_create("nothing", SL_INT32, NULL, 0, &list));
    SL_TRY(sl_forall(sh_set, SL_LIST(list), line));
    SL_TRY(sl_forall(sh_set_row, SL_LIST(list), square));
    sl_list_destroy(&list);
    return sl_wait();
}
static sl_status over_a_set(void)
{
    sl_index_set *set;
    SL_TRY(sl_index_set_create("nothing", 2, (sl_space[]){SL_RANGE(4, 4), SL_RANGE_STRIDE(7, 7, 3)}, &set));
    for (int together = 0; together < 2; together++)
        SL_TRY(sl_forall_with(SL_POLICY(.segments = together ? SL_PARALLEL : SL_IN_ORDER), sh_set, SL_INDEX_SET(set),
                              line));
    sl_index_set_destroy(&set);
    return sl_wait();
}
static sl_status in_a_region(void)
{
    sl_region *region = NULL;
    SL_TRY(sl_region_begin(&region));
    SL_TRY(sl_forall(sh_set, SL_RANGE(3, 3), line));
    SL_TRY(sl_forall(sh_set_2, SL_BOX(0, N, 0, 0), square));
    SL_TRY(sl_region_end(region));
    SL_TRY(sl_region_run(region));
    SL_TRY(sl_wait());
    sl_region_destroy(&region);
    return SL_SUCCESS;
}
static sl_status no_team(void)
{
    SL_TRY(sl_launch(SL_POLICY(.league = 0), sh_team, line));
    return sl_wait();
}

static void unchanged(sl_status status, const char *what)
{
    is_int(status, SL_SUCCESS, "over nothing: %s", what);
    const int32_t *p = SL_HOST_READ(int32_t, line), *q = SL_HOST_READ(int32_t, square);
    int wrong = 0;
    for (int i = 0; p != NULL && q != NULL && i < N * N; i++)
        wrong += (i < N && p[i] != 5) + (q[i] != 7);
    ok(p != NULL && q != NULL && wrong == 0, "over nothing: %s: the views stay as they were", what);
    must(sl_host_end(square));
    must(sl_host_end(line));
}

static void test_nothing(int split)
{
    line = view_of("line", SL_INT32, RIGHT, SL_EXTENTS(N));
    square = view_of("square", SL_INT32, RIGHT, SL_EXTENTS(N, N));
    must(SL_VIEW_FILL(int32_t, line, 5));
    must(SL_VIEW_FILL(int32_t, square, 7));
    if (split) {
        must(sl_view_split(line, SL_SPLIT(3)));
        must(sl_view_split(square, SL_SPLIT(3)));
    }
    diag(split ? "split views" : "whole views");
    unchanged(over_a_box(SL_RANGE(3, 3)), "a range");
    unchanged(over_planes(), "a stride, and boxes with an empty dimension");
    unchanged(over_a_list(), "a list");
    unchanged(over_a_set(), "an index set");
    unchanged(in_a_region(), "in a region");
    unchanged(no_team(), "a league");
    sl_view_destroy(&line);
    sl_view_destroy(&square);
}

/* ---- what is found ----------------------------------------------------------------------------------------- */

enum { MANY = 3000 };
static sl_view *many, *rows;

/* The failure of a call has these words and, where it is not 0, the line of the kernel file; the views are as before.
 */
static void finds(sl_status status, sl_status want, int line, const char *what, const char *first, const char *second)
{
    char at[64] = "shadow_kernels.c:";
    if (line > 0)
        snprintf(at, sizeof at, "shadow_kernels.c:%d", line);
    surfaces(status == SL_SUCCESS ? sl_wait() : status, want, what, first, second, at);
    must(SL_VIEW_FILL(double, many, 0));
    must(SL_VIEW_FILL(double, rows, 0));
}

static void passes(sl_status status, const char *what)
{
    status = status == SL_SUCCESS ? sl_wait() : status;
    if (!is_int(status, SL_SUCCESS, "nothing is found: %s", what))
        diag("%s", sl_last_error());
    sl_clear_error();
    must(SL_VIEW_FILL(double, many, 0));
    must(SL_VIEW_FILL(double, rows, 0));
}

static void test_where(void)
{
    sl_view *short_one = view_of("short", SL_DOUBLE, RIGHT, SL_EXTENTS(9));
    finds(sl_forall(sh_bounds, SL_RANGE(0, 9), 7, short_one), SL_ERR_BOUNDS, sh_bounds_line, "an index out of bounds",
          "argument y: index 1000 of dimension 0 is not in [0, 9)", "iteration (7)");
    finds(sl_forall(sh_reach, SL_RANGE(0, 9), 7, many), SL_ERR_REACH, sh_reach_line, "an index out of reach",
          "argument y: index 0 of dimension 0", "iteration (7)");
    finds(sl_forall(sh_slice, SL_RANGE(0, 9), 7, rows, many), SL_ERR_BOUNDS, sh_slice_line, "a slice out of bounds",
          "argument a: index 1000 of dimension 0", "iteration (7)");
    sl_view_destroy(&short_one);
}

static void test_list(void)
{
    const int32_t twice[] = {40, 3, 2000, 7, 3}, once[] = {40, 3, 2000, 7, 4};
    sl_list *list;
    sl_index_set *set;
    must(sl_list_create("twice", SL_INT32, twice, 5, &list));
    finds(sl_forall(sh_twice, SL_LIST(list), many), SL_ERR_RACE, sh_twice_line, "an index twice in a list",
          "kernel sh_twice (task \"sh_twice\"), argument y: element (3) of \"many\"",
          "(3, number 1 of the list) and (3, number 4 of the list)");
    passes(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), sh_twice, SL_LIST(list), many), "the same in sequence");
    sl_list_destroy(&list);
    must(sl_list_create("once", SL_INT32, once, 5, &list));
    passes(sl_forall(sh_twice, SL_LIST(list), many), "a list without");
    sl_list_destroy(&list);
    must(sl_index_set_create("overlap", 2, (sl_space[]){SL_RANGE(10, 30), SL_RANGE_STRIDE(29, 60, 5)}, &set));
    finds(sl_forall_with(SL_POLICY(.segments = SL_PARALLEL), sh_twice, SL_INDEX_SET(set), many), SL_ERR_RACE,
          sh_twice_line, "segments that overlap", "argument y: element (29) of \"many\"",
          "(29, number 19 of the list) and (29, number 20 of the list)");
    passes(sl_forall_with(SL_POLICY(.segments = SL_IN_ORDER), sh_twice, SL_INDEX_SET(set), many),
           "one segment after another");
    sl_index_set_destroy(&set);
}

static const sl_scatter ways[] = {SL_SCATTER_AUTO, SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE, SL_SCATTER_COLOR};

/* Row i of a map of n rows has each number of the two. */
static sl_view *map_of(int n, int first, int second)
{
    sl_view *map = view_of("map", SL_INT32, RIGHT, SL_EXTENTS(n, 2));
    int32_t *p = SL_HOST_WRITE(int32_t, map);
    for (int i = 0; p != NULL && i < n; i++) {
        p[2 * i] = (i + first) % n;
        p[2 * i + 1] = (i + second) % n;
    }
    must(sl_host_end(map));
    return map;
}

static void test_map(void)
{
    sl_view *map = map_of(MANY, 0, 1);
    for (int k = 0; k < 4; k++) {
        const sl_policy way = SL_POLICY(.scatter = ways[k]);
        diag("scatter %d", (int)ways[k]);
        passes(sl_forall_with(way, sh_beside, SL_RANGE(0, MANY), -1, map, many), "what its row names");
        passes(sl_forall_with(way, sh_stands, SL_RANGE(0, MANY), map, many), "what its row stands for");
        finds(sl_forall_with(way, sh_beside, SL_RANGE(0, MANY), 1234, map, many), SL_ERR_REACH, sh_beside_line,
              "scatter beside the map", "argument force: element (0) of \"many\" is scattered into by iterations (",
              "(1234)");
    }
    finds(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), sh_beside, SL_RANGE(0, 9), 7, map, many), SL_ERR_REACH,
          sh_beside_line, "in sequence, too", "by iterations (0) and (7)",
          "rows of argument m have no number in common");
    passes(sl_forall(sh_beside, SL_RANGE(5, 9), 7, map, many), "what nobody else scatters into");
    sl_view_destroy(&map);
}

/* Rows {0, 1}, {1, 2}, {2, 0} have no number that all have, but two have one each; of four rows not all. */
static void test_meeting(sl_layout layout, const char *what)
{
    sl_view *three = map_of(3, 0, 1), *four = map_of(4, 0, 1), *sums;
    must(sl_view_create("sums", SL_DOUBLE, layout, SL_EXTENTS(6, 9), &sums));
    must(SL_VIEW_FILL(double, sums, 0));
    diag("%s", what);
    for (int k = 0; k < 4; k++) {
        const sl_policy way = SL_POLICY(.scatter = ways[k], .schedule = SL_DYNAMIC);
        passes(sl_forall_with(way, sh_meet, SL_RANGE(0, 3), three, sums),
               "three that have something in common by twos");
        finds(sl_forall_with(way, sh_meet, SL_RANGE(0, 4), four, sums), SL_ERR_REACH, 0, "two that have nothing",
              "argument force: element (5, 3) of \"sums\" is scattered into by iterations (",
              "rows of argument m have no number in common");
        must(SL_VIEW_FILL(double, sums, 0));
    }
    sl_view_destroy(&sums);
    sl_view_destroy(&four);
    sl_view_destroy(&three);
}

static sl_status nest(const char *name)
{
    return sl_nest_with(SL_POLICY(.nest = name), sh_nest, SL_BOX(2, 12, 1, 10), rows, many);
}

static void test_nests(void)
{
    static const char *const races[] = {"race_level", "race_dealt", "race_tile", "race_collapse", "race_turns"};
    static const char *const none[] = {"none_rows",  "none_phases", "none_tiles", "none_planes",
                                       "none_alone", "none_nowait", "none_seq"};
    for (int k = 0; k < 5; k++)
        finds(nest(races[k]), SL_ERR_RACE, sh_nest_line, races[k], "argument y: element (",
              "is touched by iterations (");
    finds(nest("race_nowait"), SL_ERR_RACE, sh_nest_line - 3, "race_nowait", "argument a: element (",
          "by iterations (");
    finds(nest("race_rows"), SL_ERR_RACE, 0, "race_rows", "argument a: element (", "is touched by iterations (");
    for (int k = 0; k < 7; k++)
        passes(nest(none[k]), none[k]);
}

static sl_view *mapped_of(sl_layout layout)
{
    sl_view *view;
    must(sl_view_create("mapped", SL_DOUBLE, layout, SL_EXTENTS(16, 16), &view));
    must(SL_VIEW_FILL(double, view, 1));
    return view;
}

/* Iterations (i, j) and (j, i) touch elements (i, j) and (j, i). */
static void turned(sl_status status, const char *what)
{
    long long e[2] = {-1, -1}, one[2] = {-1, -1}, other[2] = {-1, -1};
    status = status == SL_SUCCESS ? sl_wait() : status;
    is_int(status, SL_ERR_RACE, "%s: a race", what);
    const char *element = strstr(sl_last_error(), "element ("), *iterations = strstr(sl_last_error(), "iterations (");
    if (element == NULL || sscanf(element, "element (%lld, %lld)", &e[0], &e[1]) != 2 || iterations == NULL ||
        sscanf(iterations, "iterations (%lld, %lld) and (%lld, %lld)", &one[0], &one[1], &other[0], &other[1]) != 4)
        diag("%s", sl_last_error());
    ok(e[0] != e[1] && one[0] == other[1] && one[1] == other[0] &&
           ((one[0] == e[0] && one[1] == e[1]) || (one[0] == e[1] && one[1] == e[0])),
       "%s: of element (%lld, %lld), by the iterations that touch it", what, e[0], e[1]);
    sl_clear_error();
}

#define TURN(NAME_, LAYOUT_) \
    { \
        sl_view *view = mapped_of(LAYOUT_); \
        passes(sl_forall(NAME_##_own, SL_BOX(0, 16, 0, 16), view), #NAME_ " on own elements"); \
        passes(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), NAME_, SL_BOX(0, 16, 0, 16), view), #NAME_ " in order"); \
        turned(sl_forall(NAME_, SL_BOX(0, 16, 0, 16), view), #NAME_); \
        sl_view_destroy(&view); \
    }
static void test_mapped(void)
{
    TURN(sh_blocked, SL_LAYOUT_BLOCKED(4, 2))
    TURN(sh_fixed, SL_LAYOUT_BLOCKED(4, 8))
    TURN(sh_morton, SL_LAYOUT_MORTON)
    TURN(sh_mapped, SL_LAYOUT_MAPPED(256))
    sl_view *view = mapped_of(SL_LAYOUT_BLOCKED(4, 2));
    finds(sl_forall(sh_block, SL_RANGE(0, 16), view), SL_ERR_RACE, 0, "a slice of a block",
          "argument a: element (6, 3) of \"mapped\"", "is touched by iterations (");
    sl_view_destroy(&view);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(&(sl_config){.gpus = -1}));
    for (int split = 0; split < 2; split++)
        test_nothing(split);
    many = view_of("many", SL_DOUBLE, RIGHT, SL_EXTENTS(MANY));
    rows = view_of("rows", SL_DOUBLE, RIGHT, SL_EXTENTS(20, 20));
    test_where();
    test_list();
    test_map();
    test_meeting(SL_LAYOUT_RIGHT, "layout right");
    test_meeting(SL_LAYOUT_LEFT, "layout left");
    test_meeting(SL_LAYOUT_STRIDE(11, 1), "rows with gaps");
    test_nests();
    test_mapped();
    sl_view_destroy(&many);
    sl_view_destroy(&rows);
    must(sl_finalize());
    return done_testing();
}
