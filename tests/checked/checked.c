/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels with bounds checks find, in many clothes: races, own elements that nobody writes, and writes beside
 * local arrays, each named by kernel, argument, element, iterations and line; and the same without a mistake passes. */
#include "loop_testing.h"
#include "misuse.h"

#define DECLARE(NAME_) \
    SL_KERNEL_DECLARE(NAME_, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y)); \
    extern int NAME_##_line;
DECLARE(ck_line)
SL_KERNEL_DECLARE(ck_plane, (i, j), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 2, a));
SL_KERNEL_DECLARE(ck_sliced, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 2, a));
SL_KERNEL_DECLARE(ck_pack, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y, pack(2)));
SL_KERNEL_DECLARE(ck_scan, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(ck_reduce, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(ck_own, (i, j), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y, own(0)));
SL_KERNEL_DECLARE(ck_team, (t), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 2, a));
SL_KERNEL_DECLARE(ck_scalar, (i), inout(double, 0, x));
SL_KERNEL_DECLARE(ck_scalar_atomic, (i), inout(double, 0, x, atomic));
SL_KERNEL_DECLARE(ck_scalars, (i), inout(double, 0, x, pack(3)));
SL_KERNEL_DECLARE(ck_scalar_team, (t), inout(double, 0, x));
SL_KERNEL_DECLARE(ck_scatters_far, (i), scalar(int64_t, far), scatter(double, sum, 1, x, halo(2)));
SL_KERNEL_DECLARE(ck_scatters_own, (i, j), scalar(int64_t, far), scatter(double, sum, 2, x, own(1, 0)));
SL_KERNEL_DECLARE(ck_scatters, (i), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 0, x));
SL_NEST_DECLARE(ck_nest, (i, j), lambdas(1), inout(double, 0, x));
SL_NEST_DECLARE(ck_room, (i, j), lambdas(3), scalar(sl_index, at), local_array(float, tile, 3, 4),
                local_array(char, odd, 3), inout(double, 1, y));
SL_NEST_DECLARE(ck_fill, (i, j, k), lambdas(2), scalar(sl_index, bad), out(double, 2, a, own(0, 1)),
                out(int32_t, 1, y, own(0)));
#define LEFT(NAME_, ...) SL_KERNEL_DECLARE(NAME_, (i, j), scalar(sl_index, bad), out(double, 2, a, __VA_ARGS__));
LEFT(ck_left, own)
LEFT(ck_blocked, own, layout(blocked))
LEFT(ck_fixed, own, layout(blocked(4, 8)))
LEFT(ck_morton, own, layout(morton))
LEFT(ck_mapped, own, layout(ck_back))
extern int ck_plane_line, ck_helper_line, ck_pack_line, ck_scan_line, ck_reduce_line, ck_own_line, ck_team_line,
    ck_room_line;

enum { N = 100, NONE = -1 };

/* The failure of a call has these words and, where it is not 0, the line of the kernel file. */
static void finds(sl_status status, sl_status want, int line, const char *what, const char *first, const char *second)
{
    char at[64] = "checked_kernels.c:";
    if (line > 0)
        snprintf(at, sizeof at, "checked_kernels.c:%d", line);
    status = status == SL_SUCCESS ? sl_wait() : status;
    is_int(status, want, "%s", what);
    const char *text = sl_last_error();
    if (!ok(strstr(text, first) && strstr(text, second) && strstr(text, at), "%s: the text says so", what))
        diag("\"%s\", \"%s\" and \"%s\" are not all in \"%s\"", first, second, at, text);
    sl_clear_error();
}

static void passes(sl_status status, const char *what)
{
    status = status == SL_SUCCESS ? sl_wait() : status;
    if (!is_int(status, SL_SUCCESS, "nothing is found: %s", what))
        diag("%s", sl_last_error());
    sl_clear_error();
}

static void zero(sl_view *view)
{
    must(SL_VIEW_FILL(double, view, 0));
}

/* ---- races --------------------------------------------------------------------------------------------------- */

/* Of a line of N elements: iterations 40 and 70 touch element 40, and without that nothing is found. */
static void line_of(sl_view *y, sl_space space, sl_policy policy, const char *what, const char *iterations)
{
    passes(sl_forall_with(policy, ck_line, space, NONE, 0, y), what);
    finds(sl_forall_with(policy, ck_line, space, 70, 40, y), SL_ERR_RACE, ck_line_line, what,
          "kernel ck_line (task \"ck_line\"), argument y: element (40) of \"", iterations);
    zero(y);
}

static void test_spaces(void)
{
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    int32_t indices[N];
    for (int k = 0; k < N; k++)
        indices[k] = (k * 7 + 3) % N;
    sl_list *list;
    sl_index_set *set;
    zero(y);
    must(sl_list_create("all", SL_INT32, indices, N, &list));
    must(sl_index_set_create("halves", 2, (sl_space[]){SL_RANGE(0, 60), SL_RANGE_STRIDE(60, N, 10)}, &set));
    for (int k = 0; k < 3; k++) {
        const sl_policy policy = SL_POLICY(.schedule = (sl_schedule[]){SL_STATIC, SL_DYNAMIC, SL_GUIDED}[k]);
        diag("schedule %d", k);
        line_of(y, SL_RANGE(0, N), policy, "a range", "iterations (40) and (70)");
        line_of(y, SL_RANGE(30, 80), policy, "a range that begins later", "iterations (40) and (70)");
        line_of(y, SL_RANGE_STRIDE(10, N, 15), policy, "a stride", "iterations (40) and (70)");
        line_of(y, SL_LIST(list), policy, "a list",
                "iterations (70, number 81 of the list) and (40, number 91 of the list)");
    }
    line_of(y, SL_INDEX_SET(set), SL_POLICY(.segments = SL_PARALLEL), "an index set, all at once",
            "iterations (40, number 40 of the list) and (70, number 61 of the list)");
    passes(sl_forall_with(SL_POLICY(.segments = SL_IN_ORDER), ck_line, SL_INDEX_SET(set), 70, 40, y),
           "segments in order");
    passes(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), ck_line, SL_RANGE(0, N), 70, 40, y), "in sequence");
    sl_index_set_destroy(&set);
    sl_list_destroy(&list);
    sl_view_destroy(&y);
}

static void test_views(void)
{
    sl_view *plane = view_of("plane", SL_DOUBLE, RIGHT, SL_EXTENTS(N, 3)), *column, *shifted;
    zero(plane);
    must(sl_subview(plane, &column, SL_ALL, 1));
    line_of(column, SL_RANGE(0, N), SL_POLICY(0), "a column, which is a subview", "iterations (40) and (70)");
    sl_view_destroy(&column);
    sl_view_destroy(&plane);
    must(sl_view_create("shifted", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 20), SL_EXTENTS(N), &shifted));
    zero(shifted);
    line_of(shifted, SL_RANGE(20, N), SL_POLICY(0), "a view whose indices begin at 20", "iterations (40) and (70)");
    sl_view_destroy(&shifted);
}

static void plane_of(sl_layout layout, const char *what)
{
    sl_view *a;
    must(sl_view_create("plane", SL_DOUBLE, layout, SL_EXTENTS(20, 20), &a));
    zero(a);
    passes(sl_forall(ck_plane, SL_BOX(0, 20, 0, 20), NONE, 0, a), what);
    finds(sl_forall(ck_plane, SL_BOX(4, 6, 3, 9), 7, 6, a), SL_ERR_RACE, ck_plane_line, what,
          "argument a: element (5, 6) of \"plane\"", "is touched by iterations (4, 7) and (5, 6)");
    zero(a);
    finds(sl_forall(ck_sliced, SL_RANGE(0, 20), 14, 3, a), SL_ERR_RACE, ck_helper_line,
          "a slice of a slice in a helper", "kernel ck_sliced (task \"ck_sliced\"), argument a: element (5, 3)",
          "is touched by iterations (3) and (14)");
    zero(a);
    passes(sl_launch(SL_POLICY(.league = 20), ck_team, NONE, 0, a), "a launch");
    finds(sl_launch(SL_POLICY(.league = 20), ck_team, 6, 8, a), SL_ERR_RACE, ck_team_line, "two teams",
          "argument a: element (8, 3) of \"plane\"", "is touched by iterations (6) and (8)");
    sl_view_destroy(&a);
}

static void test_layouts(void)
{
    plane_of(SL_LAYOUT_RIGHT, "layout right");
    plane_of(SL_LAYOUT_LEFT, "layout left");
    plane_of(SL_LAYOUT_STRIDE(1, 33), "strides");
    plane_of(SL_LAYOUT_PERMUTED(1, 0), "permuted");
}

static void test_forms(void)
{
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *both[] = {y, z};
    double sum = 0;
    zero(y);
    zero(z);
    passes(sl_forall(ck_pack, SL_RANGE(0, N), NONE, 0, both), "a pack");
    finds(sl_forall(ck_pack, SL_RANGE(0, N), 70, 40, both), SL_ERR_RACE, ck_pack_line, "a view of a pack",
          "argument y[1]: element (40) of \"z\"", "is touched by iterations (40) and (70)");
    zero(y);
    zero(z);
    passes(sl_reduce(ck_scan, SL_RANGE(0, N), NONE, 0, y, &sum), "a scan");
    finds(sl_reduce(ck_scan, SL_RANGE(0, N), 70, 40, y, &sum), SL_ERR_RACE, ck_scan_line, "a scan whose body writes",
          "argument y: element (40) of \"y\"", "is touched by iterations (40) and (70)");
    zero(y);
    passes(sl_reduce(ck_reduce, SL_RANGE(0, N), NONE, 0, y, &sum), "a reduction");
    finds(sl_reduce(ck_reduce, SL_RANGE(0, N), 70, 40, y, &sum), SL_ERR_RACE, ck_reduce_line,
          "a reduction whose body writes", "argument y: element (40) of \"y\"",
          "is touched by iterations (40) and (70)");
    zero(y);
    passes(sl_forall(ck_own, SL_BOX(0, N, 0, 5), NONE, 3, y), "own rows, by one iteration each");
    finds(sl_forall(ck_own, SL_BOX(0, N, 0, 5), 60, 3, y), SL_ERR_RACE, ck_own_line, "own rows, by two",
          "argument y: element (60) of \"y\"", "is touched by iterations (60, 1) and (60, 3)");
    zero(y);
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(ck_line, SL_RANGE(0, N), 70, 40, y));
    must(sl_region_end(region));
    finds(sl_region_run(region), SL_ERR_RACE, ck_line_line, "in a region", "element (40) of \"y\"",
          "is touched by iterations (40) and (70)");
    sl_region_destroy(&region);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

/* A view of rank 0 that iterations would write side by side is refused when it is called. */
static void test_scalars(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS()), *three[] = {x, NULL, NULL};
    sl_view *map = view_of("map", SL_INT32, RIGHT, SL_EXTENTS(4, 1));
    const char *const says = "expected one iteration, SL_SEQ, a reduction or the modifier atomic for a view of rank 0";
    int32_t *p = SL_HOST_WRITE(int32_t, map);
    for (int i = 0; p != NULL && i < 4; i++)
        p[i] = i + 1;
    must(sl_host_end(map));
    for (int k = 1; k < 3; k++)
        three[k] = view_of("more", SL_DOUBLE, RIGHT, SL_EXTENTS());
    for (int k = 0; k < 3; k++)
        zero(three[k]);
    refused(sl_forall(ck_scalar, SL_RANGE(0, N), x), SL_ERR_ARGUMENT, "a view of rank 0", "argument x", says);
    refused(sl_forall(ck_scalars, SL_RANGE(0, N), three), SL_ERR_ARGUMENT, "a pack of them", "argument x[0]", says);
    refused(sl_launch(SL_POLICY(.league = N), ck_scalar_team, x), SL_ERR_ARGUMENT, "of teams", "argument x", says);
    refused(sl_nest(ck_nest, SL_BOX(0, N, 0, 3), x), SL_ERR_ARGUMENT, "of a nest", "argument x", says);
    passes(sl_forall(ck_scalar, SL_RANGE(3, 4), x), "one iteration");
    passes(sl_forall(ck_scalars, SL_RANGE(3, 4), three), "one iteration, of a pack");
    passes(sl_launch(SL_POLICY(.league = 1), ck_scalar_team, x), "one team");
    passes(sl_nest(ck_nest, SL_BOX(3, 4, 0, 1), x), "one point of a nest");
    passes(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), ck_scalar, SL_RANGE(0, N), x), "in sequence");
    passes(sl_forall(ck_scalar_atomic, SL_RANGE(0, N), x), "one that is atomic");
    passes(sl_forall(ck_scatters, SL_RANGE(0, 1), map, x), "one that one iteration scatters into");
    finds(sl_forall(ck_scatters, SL_RANGE(0, 4), map, x), SL_ERR_REACH, 0, "one that all scatter into",
          "argument x: element () of \"x\"", "have no number in common");
    sl_view_destroy(&map);
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&three[k]);
}

/* Scatters that say how far they reach. */
static void test_scatters(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(16)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(8, 16));
    zero(x);
    zero(y);
    passes(sl_forall(ck_scatters_far, SL_RANGE(2, 14), 2, x), "scatters within two elements");
    finds(sl_forall(ck_scatters_far, SL_RANGE(2, 14), 3, x), SL_ERR_REACH, 0, "one of which goes farther",
          "argument x: index 12 of dimension 0 of \"x\"", "halo(2), of iteration (9)");
    passes(sl_forall(ck_scatters_own, SL_BOX(0, 16, 0, 8), 0, y), "scatters into own elements, turned");
    finds(sl_forall(ck_scatters_own, SL_BOX(0, 16, 0, 8), 1, y), SL_ERR_REACH, 0, "one of which is another's",
          "argument x: index 4 of dimension 1 of \"y\"", "own(1, 0), of iteration (3, 2)");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- own elements that nobody writes -------------------------------------------------------------------------- */

#define LEAVES(NAME_, LAYOUT_) \
    { \
        sl_view *a; \
        must(sl_view_create("plane", SL_DOUBLE, LAYOUT_, SL_EXTENTS(16, 16), &a)); \
        zero(a); \
        passes(sl_forall(NAME_, SL_BOX(3, 16, 0, 15), NONE, a), #NAME_); \
        finds(sl_forall(NAME_, SL_BOX(3, 16, 0, 15), 5 * 16 + 9, a), SL_ERR_UNWRITTEN, 0, #NAME_ ", but for one", \
              "argument a: element (5, 9) of \"plane\"", "has not written it"); \
        zero(a); \
        passes(sl_forall(NAME_, SL_BOX(4, 4, 0, 15), NONE, a), #NAME_ " over nothing"); \
        passes(sl_forall(NAME_, SL_BOX(5, 6, 8, 9), NONE, a), #NAME_ " over one element"); \
        finds(sl_forall(NAME_, SL_BOX(5, 6, 9, 10), 5 * 16 + 9, a), SL_ERR_UNWRITTEN, 0, #NAME_ ", of one", \
              "argument a: element (5, 9) of \"plane\"", "has not written it"); \
        sl_view_destroy(&a); \
    }

static void test_unwritten(void)
{
    LEAVES(ck_left, SL_LAYOUT_RIGHT)
    LEAVES(ck_left, SL_LAYOUT_LEFT)
    LEAVES(ck_blocked, SL_LAYOUT_BLOCKED(4, 2))
    LEAVES(ck_fixed, SL_LAYOUT_BLOCKED(4, 8))
    LEAVES(ck_morton, SL_LAYOUT_MORTON)
    LEAVES(ck_mapped, SL_LAYOUT_MAPPED(256))
}

static void test_unwritten_nests(void)
{
    static const char *const policies[] = {"shared", "alone", "tiles"};
    sl_view *a = view_of("plane", SL_DOUBLE, RIGHT, SL_EXTENTS(16, 16)),
            *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(16));
    for (int k = 0; k < 3; k++) {
        const sl_policy policy = SL_POLICY(.nest = policies[k]);
        must(SL_VIEW_FILL(int32_t, y, 0));
        zero(a);
        passes(sl_nest_with(policy, ck_fill, SL_BOX(2, 16, 1, 16, 0, 3), -1, a, y), policies[k]);
        finds(sl_nest_with(policy, ck_fill, SL_BOX(2, 16, 1, 16, 0, 3), 6 * 16 + 7, a, y), SL_ERR_UNWRITTEN, 0,
              policies[k], "argument a: element (6, 7) of \"plane\"", "has not written it");
        zero(a);
        must(SL_VIEW_FILL(int32_t, y, 0));
        finds(sl_nest_with(policy, ck_fill, SL_BOX(2, 16, 1, 16, 0, 3), -5, a, y), SL_ERR_UNWRITTEN, 0, policies[k],
              "argument y: element (3) of \"y\"", "has not written it");
        zero(a);
        must(SL_VIEW_FILL(int32_t, y, 4));
        passes(sl_nest_with(policy, ck_fill, SL_BOX(2, 16, 1, 16, 3, 3), -1, a, y), "over an empty dimension");
    }
    sl_view_destroy(&a);
    sl_view_destroy(&y);
}

/* ---- beside local arrays -------------------------------------------------------------------------------------- */

static void test_arrays(void)
{
    static const char *const policies[] = {"shared", "alone", "fresh", "simd"};
    static const int cases[] = {12, -1, 12 + 63, -64};
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(8));
    for (int k = 0; k < 4; k++) {
        const sl_policy policy = SL_POLICY(.nest = policies[k]);
        zero(y);
        diag("policy %s", policies[k]);
        passes(sl_nest_with(policy, ck_room, SL_BOX(0, 8, 0, 4), 0, y), "the first element");
        passes(sl_nest_with(policy, ck_room, SL_BOX(0, 8, 0, 4), 11, y), "the last element");
        for (int c = 0; c < 4; c++) {
            char element[64];
            snprintf(element, sizeof element, "element %d of local array tile is not in [0, 12)", cases[c]);
            finds(sl_nest_with(policy, ck_room, SL_BOX(0, 8, 0, 4), cases[c], y), SL_ERR_BOUNDS, ck_room_line,
                  "a write beside it", element, "iteration (4, 2) of lambda 1");
            zero(y);
        }
    }
    sl_view_destroy(&y);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(&(sl_config){.gpus = -1}));
    test_spaces();
    test_views();
    test_layouts();
    test_forms();
    test_scalars();
    test_scatters();
    test_unwritten();
    test_unwritten_nests();
    test_arrays();
    must(sl_finalize());
    return done_testing();
}
