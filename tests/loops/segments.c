/* SPDX-License-Identifier: BSD-3-Clause */
/* Index sets against plain loops over their segments: in order and together, with every schedule, reductions, scatter,
 * lists in views, colours, regions; unions, intersections, differences and
 * comparisons against arrays of marks. */
#include <starloop.h>

#include "loop_testing.h"
#include "misuse.h"
#include "task/cores.h"

SL_KERNEL_DECLARE(sg_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(sg_follow, (i), inout(int64_t, 1, y, own));
SL_KERNEL_DECLARE(sg_relax, (i), inout(int64_t, 1, y));
SL_KERNEL_DECLARE(sg_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, total), reduce(int64_t, max, most));
SL_KERNEL_DECLARE(sg_scatter, (i), scatter(int64_t, sum, 1, y));
SL_KERNEL_DECLARE(sg_corners, (e), in(int32_t, 2, map, own(0, all)), inout(int64_t, 1, y));
SL_KERNEL_DECLARE(sg_scan, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(sg_position, (i), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(sg_weigh, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, total));

enum { MOST = 100000, LISTED = 3000 };

static int32_t listed[LISTED];
static int64_t flat[3 * MOST], want[MOST], want2[MOST];
static sl_index flat_count;

/* The indices of a space by plain loops, behind those that are there. */
static void flatten_range(sl_index lo, sl_index hi, sl_index step)
{
    for (sl_index i = lo; step > 0 ? i < hi : i > hi; i += step)
        flat[flat_count++] = i;
}

static void flatten_list(void)
{
    for (int k = 0; k < LISTED; k++)
        flat[flat_count++] = listed[k];
}

/* Segments that do not meet: a short and a long range, strides, a list, nothing. @param[in] late  the list is one of a
 * view */
static sl_index_set *apart(int late)
{
    sl_list *list = NULL;
    sl_view *view = NULL;
    sl_index_set *set = NULL;
    for (int k = 0; k < LISTED; k++)
        listed[k] = 90001 + (k * 7 % LISTED) * 3;
    if (late) {
        view = view_of("late", SL_INT32, RIGHT, SL_EXTENTS(LISTED));
        must(sl_list_from_view(view, &list));
        memcpy(SL_HOST_WRITE(int32_t, view), listed, sizeof listed);
        must(sl_host_end(view));
    } else {
        must(sl_list_create("listed", SL_INT32, listed, LISTED, &list));
    }
    const sl_space first[] = {SL_RANGE(0, 10), SL_RANGE(5, 5), SL_LIST(list)};
    must(sl_index_set_create("apart", 3, first, &set));
    must(sl_index_set_push(set, SL_RANGE(20, 70020)));
    must(sl_index_set_push(set, SL_RANGE_STRIDE(80000, 70500, -3)));
    must(sl_index_set_push(set, SL_RANGE_STRIDE(80001, 89000, 2)));
    sl_list_destroy(&list);
    sl_view_destroy(&view);
    flat_count = 0;
    flatten_range(0, 10, 1);
    flatten_list();
    flatten_range(20, 70020, 1);
    flatten_range(80000, 70500, -3);
    flatten_range(80001, 89000, 2);
    return set;
}

static int differs(sl_view *view, const int64_t expected[])
{
    const int64_t *p = SL_HOST_READ(int64_t, view);
    int wrong = 0;
    for (int i = 0; i < MOST; i++)
        wrong += p[i * sl_view_stride(view, 0)] != expected[i];
    must(sl_host_end(view));
    return wrong;
}

static void test_sizes(void)
{
    sl_index_set *set = apart(0), *slice = NULL, *none = NULL;
    const sl_space all = SL_INDEX_SET(set), list = sl_index_set_segment(set, 2);
    const sl_space nothing = sl_index_set_segment(set, 1), down = sl_index_set_segment(set, 4);
    ok(sl_index_set_segments(set) == 6 && sl_index_set_size(set) == flat_count && sl_space_size(&all) == flat_count,
       "a set has as many points as its segments together");
    ok(sl_space_size(&list) == LISTED && sl_space_size(&nothing) == 0 && sl_space_size(&down) == 3167,
       "each segment has its length, an empty one too");
    must(sl_index_set_slice(set, 3, 5, &slice));
    ok(sl_index_set_segments(slice) == 2 && sl_index_set_size(slice) == 70000 + 3167, "a slice has some segments");
    must(sl_index_set_push(slice, SL_RANGE(0, 4)));
    ok(sl_index_set_segments(slice) == 3 && sl_index_set_segments(set) == 6, "the two know nothing of each other");
    must(sl_index_set_create(NULL, 0, NULL, &none));
    ok(sl_index_set_segments(none) == 0 && sl_index_set_size(none) == 0, "a set may have no segments");
    sl_index_set_destroy(&set);
    sl_index_set_destroy(&slice);
    sl_index_set_destroy(&none);
}

static void test_marks(int late)
{
    sl_index_set *set = apart(late);
    int wrong = 0;
    for (int layout = RIGHT; layout < LAYOUTS; layout += 2)
        for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++)
            for (int parallel = 0; parallel < 2; parallel++) {
                sl_view *turn = view_of("turn", SL_INT64, layout, SL_EXTENTS(MOST));
                sl_view *y = view_of("y", SL_INT64, layout, SL_EXTENTS(MOST));
                memset(want, 0, sizeof want);
                memset(want2, 0, sizeof want2);
                for (sl_index k = 0; k < flat_count; k++) {
                    want[flat[k]] = 1;
                    want2[flat[k]] = 3 * flat[k] + 7;
                }
                must(sl_forall_with(SL_POLICY(.schedule = s, .segments = parallel ? SL_PARALLEL : SL_IN_ORDER), sg_mark,
                                    SL_INDEX_SET(set), 7, turn, y));
                if (differs(turn, want) + differs(y, want2) != 0 && wrong++ < 5)
                    diag("layout %s, schedule %d, %s", layout_name[layout], (int)s, parallel ? "parallel" : "in order");
                sl_view_destroy(&turn);
                sl_view_destroy(&y);
            }
    is_int(wrong, 0, "segments%s are visited, in order and together, with every schedule",
           late ? ", one of them a list in a view," : "");
    sl_index_set_destroy(&set);
}

/* Segments that meet: in order, and by colours whose iterations look at the other ones. */
static void test_order(void)
{
    static int32_t odd[MOST / 2 - 1];
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(MOST));
    sl_index_set *set = NULL, *colours = NULL;
    sl_list *list = NULL;
    int late = 0;
    for (int k = 0; k < MOST / 2 - 1; k++)
        odd[k] = MOST - 3 - 2 * k;
    must(sl_list_create("odd", SL_INT32, odd, MOST / 2 - 1, &list));
    const sl_space meet[] = {SL_RANGE(0, MOST), SL_LIST(list), SL_RANGE_STRIDE(MOST - 1, -1, -3), SL_RANGE(50, 60)};
    const sl_space apart_ones[] = {SL_RANGE_STRIDE(2, MOST - 1, 2), SL_LIST(list)};
    must(sl_index_set_create("meet", 4, meet, &set));
    must(sl_index_set_create("colours", 2, apart_ones, &colours));
    sl_list_destroy(&list);
    memset(want, 0, sizeof want);
    for (int turn = 0; turn < 3; turn++) {
        flat_count = 0;
        flatten_range(0, MOST, 1);
        for (int k = 0; k < MOST / 2 - 1; k++)
            flat[flat_count++] = odd[k];
        flatten_range(MOST - 1, -1, -3);
        flatten_range(50, 60, 1);
        for (sl_index k = 0; k < flat_count; k++)
            want[flat[k]] = (3 * want[flat[k]] + flat[k]) % 1000003;
        for (int i = 2; i < MOST - 1; i += 2)
            want[i] = (want[i - 1] + 2 * want[i + 1] + i) % 1000003;
        for (int i = 1; i < MOST - 1; i += 2)
            want[i] = (want[i - 1] + 2 * want[i + 1] + i) % 1000003;
        must(sl_forall(sg_follow, SL_INDEX_SET(set), y));
        must(sl_forall(sg_relax, SL_INDEX_SET(colours), y));
    }
    sl_index_set_destroy(&set);
    sl_index_set_destroy(&colours);
    late = differs(y, want);
    is_int(late, 0, "overlapping segments in order give the sequential answer, destroyed sets too");
    sl_view_destroy(&y);
}

static void test_reductions(void)
{
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(MOST)), *sum = view_of("sum", SL_INT64, RIGHT, SL_EXTENTS(3));
    sl_view *most = view_of("most", SL_INT64, RIGHT, SL_EXTENTS());
    sl_index_set *set = apart(0), *none = NULL;
    const sl_space empty[] = {SL_RANGE(3, 3), SL_RANGE(7, 2)};
    int wrong = 0;
    int64_t total = 0, largest = INT64_MIN;
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < MOST; i++)
        p[i] = i * 7919 % 1000003 - 400000;
    for (sl_index k = 0; k < flat_count; k++) {
        total += p[flat[k]];
        largest = p[flat[k]] > largest ? p[flat[k]] : largest;
    }
    must(sl_host_end(x));
    for (int parallel = 0; parallel < 2; parallel++) {
        const sl_policy policy = {.segments = parallel ? SL_PARALLEL : SL_IN_ORDER};
        sl_policy joined = policy;
        joined.combine = 1;
        int64_t got = 77, got_most = 77;
        must(sl_reduce_with(policy, sg_sum, SL_INDEX_SET(set), x, &got, &got_most));
        wrong += got != total || got_most != largest;
        must(sl_reduce_with(joined, sg_sum, SL_INDEX_SET(set), x, &got, &got_most));
        wrong += got != 2 * total || got_most != largest;
        must(sl_forall_with(policy, sg_sum, SL_INDEX_SET(set), x, SL_INTO(sum, 1), SL_INTO(most)));
        const int64_t *s = SL_HOST_READ(int64_t, sum), *m = SL_HOST_READ(int64_t, most);
        wrong += s[0] != 0 || s[1] != total || s[2] != 0 || *m != largest;
        must(sl_host_end(sum));
        must(sl_host_end(most));
    }
    is_int(wrong, 0, "reductions over a set are over all segments, into host memory and views, joined or not");
    must(sl_index_set_create("none", 2, empty, &none));
    int64_t got = 77, got_most = 77;
    must(sl_reduce(sg_sum, SL_INDEX_SET(none), x, &got, &got_most));
    ok(got == 0 && got_most == INT64_MIN, "over a set without points they are the identity");
    sl_index_set_destroy(&set);
    sl_index_set_destroy(&none);
    sl_view_destroy(&x);
    sl_view_destroy(&sum);
    sl_view_destroy(&most);
}

/* ---- positions ------------------------------------------------------------------------------------------------ */

/* Loops over a space whose indices are in flat. @return how many positions are wrong */
static int wrong_positions(sl_space space, sl_policy policy)
{
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(MOST)), *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(MOST));
    int64_t *p = SL_HOST_WRITE(int64_t, x), total = -1, sum = 0;
    int bad = 0;
    for (int i = 0; i < MOST; i++)
        p[i] = i % 1009;
    must(sl_host_end(x));
    memset(want, 0, sizeof want);
    for (sl_index k = 0; k < flat_count; k++) {
        want[flat[k]] = k + 1;
        sum += k * (flat[k] % 1009);
    }
    must(sl_forall_with(policy, sg_position, space, y));
    must(sl_reduce_with(policy, sg_weigh, space, x, &total));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    for (int i = 0; i < MOST; i++)
        if (got[i] != want[i] && bad++ == 0)
            diag("%s: index %d: got position %lld, want %lld", policy_text(&policy), i, (long long)got[i] - 1,
                 (long long)want[i] - 1);
    if (total != sum && bad++ == 0)
        diag("%s: reduction: got %lld, want %lld", policy_text(&policy), (long long)total, (long long)sum);
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return bad;
}

static void test_positions(void)
{
    static const sl_policy ways[] = {{.schedule = SL_AUTO},
                                     {.schedule = SL_SEQ, .where = SL_CPU},
                                     {.schedule = SL_STATIC},
                                     {.schedule = SL_DYNAMIC, .chunk = 77},
                                     {.schedule = SL_STATIC, .segments = SL_PARALLEL},
                                     {.split = {{3}}}};
    int ranges = 0, others = 0, sets = 0;
    for (unsigned w = 0; w < sizeof ways / sizeof *ways; w++) {
        sl__cpu_threads_override = w % 2 ? 3 : 0;
        for (int hi = 31; hi <= 50031; hi += 50000) {
            flat_count = 0;
            flatten_range(17, hi, 1);
            ranges += wrong_positions(SL_RANGE(17, hi), ways[w]);
        }
        flat_count = 0;
        flatten_range(19, 60000, 3);
        others += wrong_positions(SL_RANGE_STRIDE(19, 60000, 3), ways[w]);
        flat_count = 0;
        flatten_range(60000, 19, -7);
        others += wrong_positions(SL_RANGE_STRIDE(60000, 19, -7), ways[w]);
        for (int late = 0; late < 2; late++) {
            sl_index_set *set = apart(late);
            sets += wrong_positions(SL_INDEX_SET(set), ways[w]);
            flat_count = 0;
            flatten_list();
            others += wrong_positions(sl_index_set_segment(set, 2), ways[w]);
            sl_index_set_destroy(&set);
        }
    }
    sl__cpu_threads_override = 0;
    is_int(ranges, 0, "SL_INDEX_POSITION in a range counts from its beginning, whole and split, any schedule");
    is_int(others, 0, "in strides up and down, lists and lists in views it is the number of the index");
    is_int(sets, 0, "in an index set it goes on from segment to segment, in order and with SL_PARALLEL");
}

/* In a region, and in a scan. */
static void test_positions_elsewhere(void)
{
    enum { FIRST = 30, N = 20000 };
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(MOST)), *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(MOST));
    sl_index_set *set = apart(0);
    sl_region *region = NULL;
    int64_t total = 0, sum = 0;
    int bad = 0;
    must(SL_VIEW_FILL(int64_t, x, 1));
    must(SL_VIEW_FILL(int64_t, y, 0));
    must(sl_region_begin(&region));
    must(sl_forall(sg_position, SL_INDEX_SET(set), y));
    must(sl_region_end(region));
    must(sl_region_run(region));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    for (sl_index k = 0; k < flat_count; k++)
        bad += got[flat[k]] != k + 1;
    must(sl_host_end(y));
    is_int(bad, 0, "and it does so in a region");
    must(sl_reduce(sg_scan, SL_RANGE(FIRST, FIRST + N), x, &total, y));
    got = SL_HOST_READ(int64_t, y);
    for (sl_index k = 0; k < N; k++)
        bad += got[FIRST + k] != (sum += k);
    must(sl_host_end(y));
    ok(bad == 0 && total == sum, "a scan has it in both of its turns");
    sl_region_destroy(&region);
    sl_index_set_destroy(&set);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_scatter_and_region(void)
{
    enum { BINS = 11 };
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(BINS));
    sl_index_set *set = apart(0);
    sl_region *region = NULL;
    int64_t bins[BINS] = {0};
    int wrong = 0;
    for (sl_index k = 0; k < flat_count; k++)
        bins[flat[k] % BINS] += 8 * flat[k];
    for (int parallel = 0; parallel < 2; parallel++)
        must(sl_forall_with(SL_POLICY(.segments = parallel ? SL_PARALLEL : SL_IN_ORDER), sg_scatter, SL_INDEX_SET(set),
                            y));
    must(sl_region_begin(&region));
    for (int parallel = 0; parallel < 2; parallel++)
        must(sl_forall_with(SL_POLICY(.segments = parallel ? SL_PARALLEL : SL_IN_ORDER), sg_scatter, SL_INDEX_SET(set),
                            y));
    must(sl_region_end(region));
    sl_index_set_destroy(&set);
    for (int r = 0; r < 3; r++)
        must(sl_region_run(region));
    const int64_t *p = SL_HOST_READ(int64_t, y);
    for (int b = 0; b < BINS; b++)
        wrong += p[b] != bins[b];
    must(sl_host_end(y));
    is_int(wrong, 0, "loops over sets scatter, and are recorded in regions, which keep the segments");
    sl_region_destroy(&region);
    sl_view_destroy(&y);
}

/* What the elements of a mesh add to their corners, colour by colour. */
static void test_colors(void)
{
    enum { ELEMENTS = 20000, CORNERS = 5000, EACH = 3 };
    uint64_t seed = test_seed(363);
    sl_view *map = view_of("map", SL_INT32, RIGHT, SL_EXTENTS(ELEMENTS, EACH));
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(MOST));
    sl_index_set *set = NULL;
    int turns = 0;
    memset(want, 0, sizeof want);
    int32_t *p = SL_HOST_WRITE(int32_t, map);
    for (int k = 0; k < ELEMENTS * EACH; k++)
        p[k] = random_below(&seed, CORNERS);
    must(sl_host_end(map));
    must(sl_color(map, CORNERS, &set));
    for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++, turns++)
        must(sl_forall_with(SL_POLICY(.schedule = s), sg_corners, SL_INDEX_SET(set), map, y));
    const int32_t *q = SL_HOST_READ(int32_t, map);
    for (int k = 0; k < ELEMENTS * EACH; k++)
        want[q[k]] += (int64_t)turns * (k / EACH + 1);
    must(sl_host_end(map));
    is_int(differs(y, want), 0, "elements add to their corners without atomics, colour by colour, with every schedule");
    sl_index_set_destroy(&set);
    sl_view_destroy(&map);
    sl_view_destroy(&y);
}

/* ---- sets of sets ---------------------------------------------------------------------------------------- */

enum { SPAN = 4000 };

/* A random space whose indices go up, and its marks. */
static sl_space random_space(uint64_t *seed, unsigned char marks[], sl_list **list)
{
    const int kind = random_below(seed, 3), lo = random_below(seed, SPAN), hi = lo + random_below(seed, SPAN - lo);
    const int step = 1 + random_below(seed, 70);
    memset(marks, 0, SPAN);
    for (int i = lo; i < hi; i += kind == 1 ? step : 1)
        marks[i] = kind != 2 || random_below(seed, step) > 0;
    if (kind == 0)
        return SL_RANGE(lo, hi);
    if (kind == 1)
        return SL_RANGE_STRIDE(lo, hi, step);
    int n = 0;
    int32_t index[SPAN];
    for (int i = 0; i < SPAN; i++)
        if (marks[i])
            index[n++] = i;
    must(sl_list_create("random", SL_INT32, index, n, list));
    return SL_LIST(*list);
}

/* Whether a set has the marked indices, each once, going up. */
static int has_marks(sl_index_set *set, const unsigned char marks[])
{
    sl_view *turn = view_of("turn", SL_INT64, RIGHT, SL_EXTENTS(SPAN)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(SPAN));
    sl_index_set *same = NULL;
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), sg_mark, SL_INDEX_SET(set), 0, turn, y));
    const int64_t *p = SL_HOST_READ(int64_t, turn);
    int wrong = 0;
    for (int i = 0; i < SPAN; i++)
        wrong += p[i] != marks[i];
    must(sl_host_end(turn));
    sl_view_destroy(&turn);
    sl_view_destroy(&y);
    must(sl_index_set_union("same", SL_INDEX_SET(set), SL_RANGE(0, 0), &same)); /* refuses what does not go up */
    wrong += sl_index_set_size(same) != sl_index_set_size(set);
    sl_index_set_destroy(&same);
    return wrong == 0;
}

static void test_algebra(void)
{
    uint64_t seed = test_seed(361);
    int wrong = 0;
    for (int turn = 0; turn < 60; turn++) {
        unsigned char a[SPAN], b[SPAN], expected[3][SPAN];
        sl_list *lists[2] = {NULL, NULL};
        sl_index_set *sets[3] = {NULL, NULL, NULL};
        const sl_space x = random_space(&seed, a, &lists[0]), y = random_space(&seed, b, &lists[1]);
        must(sl_index_set_union("union", x, y, &sets[0]));
        must(sl_index_set_intersection("intersection", x, y, &sets[1]));
        must(sl_index_set_difference("difference", x, y, &sets[2]));
        for (int i = 0; i < SPAN; i++) {
            expected[0][i] = a[i] | b[i];
            expected[1][i] = a[i] & b[i];
            expected[2][i] = a[i] & !b[i];
        }
        for (int q = 0; q < 3; q++)
            if (!has_marks(sets[q], expected[q]) && wrong++ < 5)
                diag("case %d, operation %d", turn, q);
        for (int q = 0; q < 3; q++)
            sl_index_set_destroy(&sets[q]);
        sl_list_destroy(&lists[0]);
        sl_list_destroy(&lists[1]);
    }
    is_int(wrong, 0, "unions, intersections and differences of random segments are those of their marks");
}

/* Whether an element is taken, by the signs of differences: a NaN has none. */
static int taken(sl_comparison comparison, double a, double b)
{
    const double d = a - b;
    const int below = d<0, above = d> 0, same = !below && !above && !isnan(d);
    return comparison == SL_LESS            ? below
           : comparison == SL_LESS_EQUAL    ? below || same
           : comparison == SL_EQUAL         ? same
           : comparison == SL_NOT_EQUAL     ? !same
           : comparison == SL_GREATER_EQUAL ? above || same
                                            : above;
}

/* A set of the elements for which a comparison holds. */
static void test_where(void)
{
    static double x[SPAN];
    uint64_t seed = test_seed(364);
    int wrong = 0;
    for (int turn = 0; turn < 36; turn++) {
        const sl_comparison comparison = (sl_comparison)(1 + turn % 6);
        const sl_type type = turn / 6 % 3 == 0 ? SL_DOUBLE : turn / 6 % 3 == 1 ? SL_INT16 : SL_UINT8;
        const int layout = turn / 18 ? STRIDED : RIGHT;
        const double real = 50;
        const int16_t whole = 50;
        const uint8_t small = 50;
        unsigned char marks[SPAN];
        sl_view *view = view_of("x", type, layout, SL_EXTENTS(SPAN));
        sl_index_set *set = NULL;
        void *p = sl_host_begin(view, SL_WRITE, type, NULL);
        for (int i = 0; i < SPAN; i++) {
            const sl_index at = i * sl_view_stride(view, 0);
            x[i] = i / 100 % 2 ? 40 : 48 + random_below(&seed, 5);
            if (type == SL_DOUBLE && random_below(&seed, 50) == 0)
                x[i] = NAN;
            if (type == SL_DOUBLE)
                ((double *)p)[at] = x[i];
            else if (type == SL_INT16)
                ((int16_t *)p)[at] = (int16_t)x[i];
            else
                ((uint8_t *)p)[at] = (uint8_t)x[i];
            marks[i] = (unsigned char)taken(comparison, x[i], 50);
        }
        must(sl_host_end(view));
        const void *value = type == SL_DOUBLE ? (const void *)&real : type == SL_INT16 ? (const void *)&whole : &small;
        must(sl_index_set_where("taken", comparison, value, view, &set));
        if (!has_marks(set, marks) && wrong++ < 5)
            diag("comparison %d of %s", (int)comparison, sl_type_name(type));
        sl_index_set_destroy(&set);
        sl_view_destroy(&view);
    }
    is_int(wrong, 0, "a set of the elements for which a comparison holds has these, NaNs as C compares them");
}

static void test_where_misuse(void)
{
    const int64_t value = 3;
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(10)), *u = view_of("u", SL_INT64, RIGHT, SL_EXTENTS(4, 4));
    sl_index_set *set = NULL;
    refused(sl_index_set_where("w", (sl_comparison)9, &value, x, &set), SL_ERR_ARGUMENT, "no comparison",
            "sl_index_set_where: comparison", "got 9");
    refused(sl_index_set_where("w", SL_LESS, NULL, x, &set), SL_ERR_ARGUMENT, "no value", "value: expected");
    refused(sl_index_set_where("w", SL_LESS, &value, u, &set), SL_ERR_RANK, "a view of rank 2", "got 2 of \"u\"");
    refused(sl_index_set_where("w", SL_LESS, &value, x, NULL), SL_ERR_ARGUMENT, "nowhere to put it", "set: expected");
    ok(set == NULL, "then no set is made");
    sl_view_destroy(&x);
    sl_view_destroy(&u);
}

/* Long runs are ranges. */
static void test_runs(void)
{
    static int32_t index[2000];
    sl_list *list = NULL;
    sl_index_set *set = NULL;
    int n = 0;
    for (int i = 0; i < 1000; i++)
        index[n++] = i;
    for (int i = 1000; i < 2000; i += 2)
        index[n++] = i;
    must(sl_list_create("runs", SL_INT32, index, n, &list));
    must(sl_index_set_union("runs", SL_LIST(list), SL_RANGE(3000, 3100), &set));
    const sl_space first = sl_index_set_segment(set, 0), second = sl_index_set_segment(set, 1);
    ok(sl_index_set_segments(set) == 3 && first.kind == SL_SPACE_BOX && first.hi[0] == 1001 &&
           second.kind == SL_SPACE_LIST && sl_space_size(&second) == 499,
       "runs of a list become ranges, and the rest lists");
    sl_index_set_destroy(&set);
    sl_list_destroy(&list);
}

static void test_misuse(void)
{
    const int32_t down[] = {4, 9, 7}, twice[] = {70, 15};
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(100)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(100));
    sl_view *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS());
    sl_index_set *set = NULL, *other = NULL;
    sl_list *list = NULL, *again = NULL;
    must(sl_list_create("down", SL_INT32, down, 3, &list));
    must(sl_list_create("again", SL_INT32, twice, 2, &again));
    must(sl_index_set_create("set", 0, NULL, &set));
    must(sl_index_set_push(set, SL_RANGE(10, 20)));
    must(sl_index_set_check_unique(set));
    refused(sl_index_set_push(set, SL_BOX(0, 2, 0, 2)), SL_ERR_RANK, "a segment of rank 2", "sl_index_set_push",
            "rank 1 for \"set\"");
    refused(sl_index_set_push(set, SL_RANGE_STRIDE(0, 2, 0)), SL_ERR_ARGUMENT, "a stride of 0", "a stride of 0");
    refused(sl_index_set_push(set, SL_INDEX_SET(set)), SL_ERR_ARGUMENT, "a set in a set", "got an index set");
    refused(sl_index_set_push(set, SL_RANGE(0, INT64_MAX)), SL_ERR_EXTENT, "too many points", "fewer than 2^63");
    refused(sl_index_set_slice(set, 1, 3, &other), SL_ERR_EXTENT, "segments that are not there", "[0, 1)", "[1, 3)");
    refused(sl_index_set_create("bad", 2, NULL, &other), SL_ERR_ARGUMENT, "no segments", "\"bad\"");
    refused(sl_index_set_union("u", SL_LIST(list), SL_RANGE(0, 3), &other), SL_ERR_ARGUMENT, "indices that go down",
            "sl_index_set_union", "a: ", "got 7 after 9 at place 2");
    must(sl_index_set_push(set, SL_LIST(again)));
    refused(sl_index_set_check_unique(set), SL_ERR_ARGUMENT, "an index in two segments", "sl_index_set_check_unique",
            "got 15 at positions 5 and 11");
    must(sl_index_set_push(set, SL_RANGE(95, 101)));
    refused(sl_forall(sg_follow, SL_INDEX_SET(set), y), SL_ERR_EXTENT, "a segment past an own view", "sg_follow",
            "[95, 101)");
    refused(sl_forall(sg_scan, SL_INDEX_SET(set), x, SL_INTO(total), y), SL_ERR_UNSUPPORTED, "a scan", "sg_scan",
            "got an index set");
    const int64_t *p = SL_HOST_READ(int64_t, y);
    ok(p[15] == 0, "then no segment is queued");
    must(sl_host_end(y));
    refused(sl_forall_with(SL_POLICY(.segments = (sl_segments)5), sg_follow, SL_RANGE(0, 5), y), SL_ERR_ARGUMENT,
            "another number of the policy", "policy.segments", "got 5");
    ok(other == NULL, "a refused set is not made");
    const sl_space space = SL_INDEX_SET(set);
    sl_index_set_destroy(&set);
    refused(sl_forall(sg_follow, space, y), SL_ERR_DESTROYED, "the space of a destroyed set", "destroyed");
    sl_list_destroy(&list);
    sl_list_destroy(&again);
    sl_view_destroy(&total);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_sizes();
    test_marks(0);
    test_marks(1);
    test_order();
    test_reductions();
    test_positions();
    test_positions_elsewhere();
    test_scatter_and_region();
    test_colors();
    test_algebra();
    test_where();
    test_where_misuse();
    test_runs();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
