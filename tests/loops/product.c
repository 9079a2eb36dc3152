/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over products of ranges, strides, lists, index sets and ranges whose ends are in views, against plain loops
 * over their indices: what they visit, by each schedule, order and tile; sums, least values, arrays of results,
 * scatter; misuse. */
#include "product.h"

#include "misuse.h"
#include "product_spaces.h"

static const char *const ps_name[] = {"a range",
                                      "a stride up",
                                      "a stride down",
                                      "a list of int32_t",
                                      "a list of int64_t",
                                      "a list in a view",
                                      "an index set",
                                      "a range whose end is in a view",
                                      "an index set with a list in a view"};

static int64_t want_count[PS_SIDE * PS_SIDE * PS_SIDE], want_y[PS_SIDE * PS_SIDE * PS_SIDE];

static int differs(sl_view *view, const int64_t *want, int rank)
{
    const sl_index side = PS_SIDE, n[3] = {side, side, side};
    const int64_t *p = SL_HOST_READ(int64_t, view);
    sl_index x[3] = {0};
    int wrong = 0;
    do {
        const sl_index number = rank == 2 ? x[0] * side + x[1] : (x[0] * side + x[1]) * side + x[2];
        wrong += p[place(view, x)] != want[number];
    } while (next_point(rank, n, x));
    must(sl_host_end(view));
    return wrong;
}

/* Twice, with other values, so that what a loop leaves as it was is seen. */
static int marks_differ(const ps_dim *a, const ps_dim *b, int layout, sl_policy policy)
{
    sl_view *count = view_of("count", SL_INT64, layout, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *y = view_of("y", SL_INT64, layout == RIGHT ? LEFT : layout, SL_EXTENTS(PS_SIDE, PS_SIDE));
    memset(want_count, 0, sizeof want_count);
    memset(want_y, 0, sizeof want_y);
    for (int k = 0; k < a->n; k++)
        for (int l = 0; l < b->n; l++) {
            want_count[a->index[k] * PS_SIDE + b->index[l]] = 2;
            want_y[a->index[k] * PS_SIDE + b->index[l]] = 100 * a->index[k] + b->index[l] + 6;
        }
    for (int off = 5; off < 7; off++)
        must(sl_forall_with(policy, pr_mark, SL_PRODUCT(a->space, b->space), off, count, y));
    const int wrong = differs(count, want_count, 2) + differs(y, want_y, 2);
    sl_view_destroy(&count);
    sl_view_destroy(&y);
    return wrong;
}

static int marks3_differ(const ps_dim dim[3], int layout, sl_policy policy)
{
    sl_view *count = view_of("count", SL_INT64, layout, SL_EXTENTS(PS_SIDE, PS_SIDE, PS_SIDE));
    sl_view *y = view_of("y", SL_INT64, layout, SL_EXTENTS(PS_SIDE, PS_SIDE, PS_SIDE));
    memset(want_count, 0, sizeof want_count);
    memset(want_y, 0, sizeof want_y);
    for (int k = 0; k < dim[0].n; k++)
        for (int l = 0; l < dim[1].n; l++)
            for (int m = 0; m < dim[2].n; m++) {
                const sl_index i = dim[0].index[k], j = dim[1].index[l], q = dim[2].index[m];
                want_count[(i * PS_SIDE + j) * PS_SIDE + q] = 1;
                want_y[(i * PS_SIDE + j) * PS_SIDE + q] = 10000 * i + 100 * j + q + 4;
            }
    must(sl_forall_with(policy, pr_mark3, SL_PRODUCT(dim[0].space, dim[1].space, dim[2].space), 4, count, y));
    const int wrong = differs(count, want_count, 3) + differs(y, want_y, 3);
    sl_view_destroy(&count);
    sl_view_destroy(&y);
    return wrong;
}

static int all_policies(const ps_dim *a, const ps_dim *b, int layout)
{
    int wrong = 0;
    for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++)
        wrong += marks_differ(a, b, layout, SL_POLICY(.schedule = s));
    wrong += marks_differ(a, b, layout, SL_POLICY(.order = {1, 0}));
    wrong += marks_differ(a, b, layout, SL_POLICY(.tile = {4, 3}, .schedule = SL_DYNAMIC));
    wrong += marks_differ(a, b, layout, SL_POLICY(.collapse = 2, .schedule = SL_STATIC, .chunk = 3));
    wrong += marks_differ(a, b, layout, SL_POLICY(.tile = {2, 5}, .iterate_outer = SL_ITERATE_LEFT));
    return wrong;
}

static void test_marks(void)
{
    static const int lengths[] = {0, 1, 7, 16};
    uint64_t seed = 5;
    for (int one = 0; one < PS_KINDS; one++) {
        int wrong = 0;
        for (int other = 0; other < PS_KINDS; other++)
            for (int q = 0; q < 4; q++) {
                ps_dim a = ps_make(one, lengths[q], &seed), b = ps_make(other, lengths[3 - q % 3], &seed);
                wrong += all_policies(&a, &b, (one + other + q) % LAYOUTS);
                ps_free(&a);
                ps_free(&b);
            }
        ok(wrong == 0, "%s with each kind beside it is visited as by two loops, under each policy", ps_name[one]);
    }
}

static void test_three(void)
{
    uint64_t seed = 9;
    int wrong = 0;
    for (int round = 0; round < 3 * PS_KINDS; round++) {
        ps_dim dim[3];
        for (int d = 0; d < 3; d++)
            dim[d] = ps_make((round + d * (1 + round / PS_KINDS)) % PS_KINDS, 1 + random_below(&seed, 16), &seed);
        wrong += marks3_differ(dim, round % LAYOUTS, SL_POLICY(.schedule = SL_AUTO));
        wrong += marks3_differ(dim, round % LAYOUTS, SL_POLICY(.order = {2, 0, 1}));
        wrong += marks3_differ(dim, round % LAYOUTS, SL_POLICY(.tile = {3, 2, 5}));
        for (int d = 0; d < 3; d++)
            ps_free(&dim[d]);
    }
    ok(wrong == 0, "products of three dimensions are visited as by three loops");
}

static void test_order(void)
{
    uint64_t seed = 3;
    ps_dim a = ps_make(PS_NARROW, 6, &seed), b = ps_make(PS_DOWN, 5, &seed);
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(1));
    sl_view *seen = view_of("seen", SL_INT64, RIGHT, SL_EXTENTS(30));
    int64_t want[30];
    for (int k = 0; k < 30; k++)
        want[k] = 100 * a.index[k / 5] + b.index[k % 5];
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ, .where = SL_CPU), pr_order, SL_PRODUCT(a.space, b.space), count,
                        seen));
    const int64_t *p = SL_HOST_READ(int64_t, seen);
    ok(memcmp(p, want, sizeof want) == 0, "with SL_SEQ the last dimension runs fastest, each in its own order");
    must(sl_host_end(seen));
    sl_view_destroy(&count);
    sl_view_destroy(&seen);
    ps_free(&a);
    ps_free(&b);
}

/* As a box does that has the same values side by side: the definition of a sum goes by places. */
static void test_sums(void)
{
    uint64_t seed = 11;
    int wrong = 0, wrong_bins = 0, wrong_scatter = 0;
    sl_view *x = view_of("x", SL_INT64, LEFT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < PS_SIDE * PS_SIDE; i++)
        p[i] = random_below(&seed, 1000);
    must(sl_host_end(x));
    for (int round = 0; round < 4 * PS_KINDS; round++) {
        ps_dim a = ps_make(round % PS_KINDS, random_below(&seed, 17), &seed);
        ps_dim b = ps_make((round / 4 + 2) % PS_KINDS, random_below(&seed, 17), &seed);
        const sl_space space = SL_PRODUCT(a.space, b.space);
        int64_t total = 0, most = INT64_MIN, got[2], bins[PR_BINS] = {0}, sums[2 * PS_SIDE] = {0};
        const int64_t *from = SL_HOST_READ(int64_t, x);
        for (int k = 0; k < a.n; k++)
            for (int l = 0; l < b.n; l++) {
                const sl_index i = a.index[k], j = b.index[l];
                const int64_t v = from[i + PS_SIDE * j];
                total += v * (i + 3 * j);
                most = v > most ? v : most;
                bins[(i + 2 * j) % PR_BINS] += i * j + 1;
                sums[i + j] += 1 + i;
            }
        must(sl_host_end(x));
        for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++) {
            must(sl_reduce_with(SL_POLICY(.schedule = s), pr_sum, space, x, &got[0], &got[1]));
            wrong += got[0] != total || got[1] != most;
        }
        sl_view *b7 = view_of("bins", SL_INT64, RIGHT, SL_EXTENTS(PR_BINS));
        sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(2 * PS_SIDE));
        must(sl_forall(pr_bins, space, b7));
        must(sl_forall(pr_scatter, space, y));
        const int64_t *q = SL_HOST_READ(int64_t, b7);
        wrong_bins += memcmp(q, bins, sizeof bins) != 0;
        must(sl_host_end(b7));
        q = SL_HOST_READ(int64_t, y);
        wrong_scatter += memcmp(q, sums, sizeof sums) != 0;
        must(sl_host_end(y));
        sl_view_destroy(&b7);
        sl_view_destroy(&y);
        ps_free(&a);
        ps_free(&b);
    }
    sl_view_destroy(&x);
    ok(wrong == 0, "sums and maxima over products are those of plain loops, under each schedule");
    ok(wrong_bins == 0, "so are arrays of results");
    ok(wrong_scatter == 0, "and what is scattered");
}

static void test_least(void)
{
    uint64_t seed = 13;
    ps_dim dim[3] = {ps_make(PS_WIDE, 13, &seed), ps_make(PS_UP, 17, &seed), ps_make(PS_SET, 18, &seed)};
    const sl_space space = SL_PRODUCT(dim[0].space, dim[1].space, dim[2].space);
    double want = 0, total[2];
    int64_t least = INT64_MAX, where = 0;
    for (int k = 0; k < 13; k++)
        for (int l = 0; l < 17; l++)
            for (int m = 0; m < 18; m++) {
                const sl_index i = dim[0].index[k], j = dim[1].index[l], q = dim[2].index[m];
                const int64_t v = (7 * i + 11 * j + 13 * q) % 101, at = (i * 100 + j) * 100 + q;
                want += 1.0 / (double)(1 + i + 50 * j + 2500 * q);
                where = v < least || (v == least && at < where) ? at : where;
                least = v < least ? v : least;
            }
    SL_LOC(int64_t) loc[2];
    must(sl_reduce(pr_sum3, space, &total[0], &loc[0]));
    must(sl_reduce_with(SL_POLICY(.schedule = SL_SEQ, .where = one_kind()), pr_sum3, space, &total[1], &loc[1]));
    ok(loc[0].value == least && loc[0].index == where && loc[1].value == least && loc[1].index == where,
       "the least value over three dimensions, and where it is");
    ok(total[0] > want * (1 - 1e-12) && total[0] < want * (1 + 1e-12), "a sum of double, to rounding");
    ok(on_gpu() || memcmp(&total[0], &total[1], sizeof want) == 0, "the same bits with SL_SEQ");
    for (int d = 0; d < 3; d++)
        ps_free(&dim[d]);
}

static void test_others(void)
{
    uint64_t seed = 17;
    ps_dim a = ps_make(PS_NARROW, 9, &seed), b = ps_make(PS_UP, 9, &seed);
    sl_space nested = SL_PRODUCT(SL_PRODUCT(a.space, b.space), SL_BOX(0, 2, 3, 7));
    ok(nested.rank == 4 && sl_space_size(&nested) == 9 * 9 * 2 * 4, "products and boxes count with each dimension");
    sl_space plain = SL_PRODUCT(SL_RANGE(1, 5), SL_RANGE(2, 4));
    ok(plain.kind == SL_SPACE_BOX && plain.rank == 2 && sl_space_size(&plain) == 8, "a product of ranges is a box");
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < PS_SIDE * PS_SIDE; i++)
        p[i] = i;
    must(sl_host_end(x));
    memset(want_y, 0, sizeof want_y);
    for (int k = 0; k < 9; k++)
        for (int l = 0; l < 9; l++)
            want_y[a.index[k] * PS_SIDE + b.index[l]] = b.index[l] * PS_SIDE + a.index[k];
    must(sl_forall(pr_turned, SL_PRODUCT(a.space, b.space), x, y));
    ok(differs(y, want_y, 2) == 0, "a view whose dimensions follow the indices in another order");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    ps_free(&a);
    ps_free(&b);
}

/* What a loop writes into a list is what the next one goes by. */
static void test_written(void)
{
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    uint64_t seed = 19;
    ps_dim a = ps_make(PS_OF_VIEW, 5, &seed);
    memset(want_count, 0, sizeof want_count);
    for (int round = 0; round < 3; round++) {
        int32_t *p = SL_HOST_WRITE(int32_t, a.view);
        for (int k = 0; k < 5; k++)
            p[k] = 5 * k + round;
        must(sl_host_end(a.view));
        must(sl_forall(pr_mark, SL_PRODUCT(a.space, a.space), 0, count, y));
        for (int k = 0; k < 25; k++)
            want_count[(5 * (k / 5) + round) * PS_SIDE + 5 * (k % 5) + round]++;
    }
    ok(differs(count, want_count, 2) == 0, "one list along two dimensions, written between loops");
    sl_view_destroy(&y);
    sl_view_destroy(&count);
    ps_free(&a);
}

/* A set's list in a view, which a kernel writes: each product takes what is there. */
static void test_set_of_view(void)
{
    uint64_t seed = 31;
    ps_dim a = ps_make(PS_SET_OF_VIEW, 12, &seed), b = ps_make(PS_DOWN, 5, &seed);
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *count = view_of("count", SL_INT64, LEFT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_region *region = NULL;
    memset(want_count, 0, sizeof want_count);
    for (int t = 0; t < 6; t++)
        for (int k = 0; k < 12; k++)
            for (int l = 0; l < 5; l++)
                want_count[(k < 4 || k >= 9 ? a.index[k] : (a.index[k] + t) % PS_SIDE) * PS_SIDE + b.index[l]]++;
    for (int t = 0; t < 3; t++) {
        must(sl_forall(pr_mark, SL_PRODUCT(a.space, b.space), 0, count, y));
        must(sl_forall(pr_turn, SL_RANGE(0, 5), a.view));
    }
    must(sl_region_begin(&region));
    must(sl_forall(pr_mark, SL_PRODUCT(a.space, b.space), 0, count, y));
    must(sl_forall(pr_turn, SL_RANGE(0, 5), a.view));
    must(sl_region_end(region));
    for (int t = 3; t < 6; t++)
        must(sl_region_run(region));
    ok(differs(count, want_count, 2) == 0,
       "what a kernel writes into a list of an index set is there for the next product, and in each run of a region");
    sl_region_destroy(&region);
    sl_view_destroy(&y);
    sl_view_destroy(&count);
    ps_free(&a);
    ps_free(&b);
}

/* Ends that a kernel writes: between loops, and in a region, which runs again with others. */
static void test_ends(void)
{
    enum { TURNS = 4 };
    sl_view *end = view_of("end", SL_INT64, RIGHT, SL_EXTENTS(2)), *one, *other;
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *count = view_of("count", SL_INT64, LEFT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS()),
            *most = view_of("most", SL_INT64, RIGHT, SL_EXTENTS());
    sl_region *region = NULL;
    int64_t sum = 0;
    must(SL_VIEW_FILL(int64_t, end, 2));
    must(sl_subview(end, &one, SL_PAIR(0, 1)));
    must(sl_subview(end, &other, SL_PAIR(1, 2)));
    const sl_space space = SL_PRODUCT(SL_RANGE_VIEW(2, PS_SIDE, one), SL_RANGE_VIEW(1, PS_SIDE, other));
    ok(sl_space_size(&space) == (PS_SIDE - 2) * (PS_SIDE - 1),
       "such a product counts the points up to the largest ends");
    memset(want_count, 0, sizeof want_count);
    memset(want_y, 0, sizeof want_y);
    for (int t = 0; t < 2 * TURNS; t++) {
        for (int i = 2; i < 2 + 3 * (t + 1); i++)
            for (int j = 1; j < 2 + 4 * (t + 1); j++) {
                want_count[i * PS_SIDE + j]++;
                want_y[i * PS_SIDE + j] = 100 * i + j;
            }
        if (t >= TURNS)
            continue;
        must(sl_forall(pr_longer, SL_RANGE(0, 2), end));
        must(sl_forall(pr_mark, space, 0, count, y));
    }
    must(sl_region_begin(&region));
    must(sl_forall(pr_longer, SL_RANGE(0, 2), end));
    must(sl_forall(pr_mark, space, 0, count, y));
    must(sl_forall(pr_sum, space, y, SL_INTO(total), SL_INTO(most)));
    must(sl_region_end(region));
    for (int t = TURNS; t < 2 * TURNS; t++)
        must(sl_region_run(region));
    ok(differs(count, want_count, 2) == 0 && differs(y, want_y, 2) == 0,
       "ends that a kernel writes are those of the loops behind it, and of each run of a region");
    for (int i = 2; i < 2 + 6 * TURNS; i++)
        for (int j = 1; j < 2 + 8 * TURNS; j++)
            sum += (100 * i + j) * (i + 3 * j);
    const int64_t *p = SL_HOST_READ(int64_t, total);
    ok(p != NULL && *p == sum, "and of sums");
    must(sl_host_end(total));
    const sl_space known = SL_PRODUCT(SL_RANGE(2, 26), SL_RANGE_STRIDE(9, 2, -3), SL_RANGE(1, 34));
    const sl_space read =
        SL_PRODUCT(SL_RANGE_VIEW(2, 1000, one), SL_RANGE_STRIDE(9, 2, -3), SL_RANGE_VIEW(1, 1000, other));
    double of_known, of_read;
    SL_LOC(int64_t) least[2];
    must(sl_reduce(pr_sum3, known, &of_known, &least[0]));
    must(sl_reduce(pr_sum3, read, &of_read, &least[1]));
    ok(memcmp(&of_known, &of_read, sizeof of_read) == 0 && least[0].index == least[1].index,
       "which are those of the ranges up to there, to the last bit");
    sl_region_destroy(&region);
    sl_view_destroy(&one);
    sl_view_destroy(&other);
    sl_view_destroy(&end);
    sl_view_destroy(&y);
    sl_view_destroy(&count);
    sl_view_destroy(&total);
    sl_view_destroy(&most);
}

/* An end that is outside of the space, along the second dimension. */
static void test_outside(int value)
{
    char text[100];
    sl_view *end = view_of("end", SL_INT32, RIGHT, SL_EXTENTS(1));
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    const sl_space space = SL_PRODUCT(SL_RANGE_STRIDE(0, 9, 2), SL_RANGE_VIEW(3, 20, end));
    int64_t sum = -5, most = -6;
    ps_set_end(end, value);
    snprintf(text, sizeof text, "end of the space, in \"end\": expected 3 to 20, got %d", value);
    surfaces(sl_reduce(pr_sum, space, y, &sum, &most), SL_ERR_BOUNDS, "an end outside of the space fails a reduction",
             "pr_sum", text);
    ok(sum == -5 && most == -6, "which stores nothing");
    must(sl_forall(pr_mark, space, 0, count, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "and a loop", "pr_mark", text);
    ok(SL_HOST_READ(int64_t, y) == NULL && sl_last_status() == SL_ERR_BOUNDS, "what it writes is lost");
    ps_set_end(end, 20);
    must(SL_VIEW_FILL(int64_t, count, 0));
    must(sl_forall(pr_mark, space, 0, count, y));
    is_int(sl_wait(), SL_SUCCESS, "the largest end is none outside");
    sl_view_destroy(&count);
    sl_view_destroy(&end);
    sl_view_destroy(&y);
}

static void test_checked(void)
{
    uint64_t seed = 23;
    char element[64];
    ps_dim a = ps_make(PS_NARROW, 8, &seed), b = ps_make(PS_DOWN, 6, &seed), u = ps_make(PS_OF_VIEW, 8, &seed);
    ps_dim e = ps_make(PS_END, 8, &seed);
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *few = view_of("few", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE / 4));
    sl_view *line = view_of("line", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE));
    must(sl_forall(prc_some, SL_PRODUCT(a.space, b.space), -1, y));
    is_int(sl_wait(), SL_SUCCESS, "own elements that a product leaves out need not be written");
    snprintf(element, sizeof element, "element (%d, %d)", (int)a.index[3], (int)b.index[2]);
    must(sl_forall(prc_some, SL_PRODUCT(a.space, b.space), 100 * a.index[3] + b.index[2], y));
    surfaces(sl_wait(), SL_ERR_UNWRITTEN, "one that it names must be", "prc_some", element);
    must(SL_VIEW_FILL(int64_t, y, 0));
    must(sl_forall(prc_some, SL_PRODUCT(a.space, e.space), -1, y));
    is_int(sl_wait(), SL_SUCCESS, "nor those behind an end that is in a view");
    snprintf(element, sizeof element, "element (%d, %d)", (int)a.index[3], (int)e.index[7]);
    must(sl_forall(prc_some, SL_PRODUCT(a.space, e.space), 100 * a.index[3] + e.index[7], y));
    surfaces(sl_wait(), SL_ERR_UNWRITTEN, "one before it must be", "prc_some", element);
    must(SL_VIEW_FILL(int64_t, y, 0));
    must(sl_forall(prc_past, SL_PRODUCT(b.space, u.space), few));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an index of a list in a view that leaves an own view is found", "prc_past");
    must(SL_VIEW_FILL(int64_t, few, 0));
    must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), prc_race, SL_PRODUCT(a.space, b.space), line));
    surfaces(sl_wait(), SL_ERR_RACE, "iterations that meet are found", "prc_race", "iterations (");
    sl_view_destroy(&y);
    sl_view_destroy(&few);
    sl_view_destroy(&line);
    ps_free(&a);
    ps_free(&b);
    ps_free(&u);
    ps_free(&e);
}

static void test_misuse(void)
{
    uint64_t seed = 29;
    ps_dim a = ps_make(PS_NARROW, 8, &seed);
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(PS_SIDE, PS_SIDE));
    sl_view *end = view_of("end", SL_INT64, RIGHT, SL_EXTENTS(1)),
            *wide = view_of("wide", SL_INT64, RIGHT, SL_EXTENTS(2));
    sl_index_set *of_view = NULL;
    sl_list *other = NULL;
    ps_dim v = ps_make(PS_OF_VIEW, 3, &seed);
    sl_space s = SL_PRODUCT(a.space, SL_RANGE_VIEW(0, 4, wide));
    ok(s.rank == 0 && strstr(sl_last_error(), "sl_space_product: space 1: end of the space: expected a view of one "
                                              "element, got \"wide\" with 2") != NULL,
       "an end in a view of two elements is refused");
    s = SL_PRODUCT(a.space, SL_RANGE_VIEW(4, 3, end));
    ok(s.rank == 0 && strstr(sl_last_error(), "sl_space_product: space 1: space: expected SL_RANGE_VIEW(lo, most, n) "
                                              "with a most of 4 at least, got 3") != NULL,
       "so is a range whose largest end lies before its begin");
    s = SL_PRODUCT(a.space, SL_RANGE_VIEW(4, 4, end));
    ok(sl_space_size(&s) == 0 && sl_forall(pr_mark, s, 0, y, y) == SL_ERR_ALIAS, "one that is empty is a range");
    must(SL_VIEW_FILL(int64_t, end, 1));
    refused_saying(sl_forall(pr_order, SL_PRODUCT(a.space, SL_RANGE_VIEW(0, 4, end)), end, wide), SL_ERR_ALIAS,
                   "argument count: expected memory of its own, got \"end\", which overlaps the end of the space, "
                   "\"end\"");
    s = SL_PRODUCT(a.space, SL_RANGE_VIEW(0, 4, end));
    sl_view_destroy(&end);
    ok(sl_forall(prc_race, s, wide) != SL_SUCCESS, "an end in a view that is gone is refused");
    s = SL_PRODUCT(a.space, SL_RANGE_STRIDE(0, 4, 0));
    ok(s.rank == 0 &&
           strstr(sl_last_error(), "sl_space_product: space 1: expected a stride other than 0, got that") != NULL,
       "a stride of 0 is refused");
    s = SL_PRODUCT(SL_BOX(0, 1, 0, 1, 0, 1, 0, 1), a.space, SL_BOX(0, 1, 0, 1));
    ok(s.rank == 0 &&
           strstr(sl_last_error(), "sl_space_product: expected spaces of 6 dimensions together, or fewer, got "
                                   "7 up to space 2") != NULL,
       "seven dimensions are refused");
    must(sl_index_set_create("of views", 1, &v.space, &of_view));
    must(sl_index_set_push(of_view, SL_RANGE(INT32_MAX, INT32_MAX + INT64_C(2))));
    s = SL_PRODUCT(a.space, SL_INDEX_SET(of_view));
    ok(s.rank == 0 &&
           strstr(sl_last_error(), "space 1: expected indices that fit 32 bits beside a list of int32_t in a "
                                   "view, got \"of views\" with others") != NULL,
       "an index set with a list of int32_t in a view and larger indices is refused");
    must(sl_list_from_view(wide, &other));
    must(sl_index_set_push(of_view, SL_LIST(other)));
    s = SL_PRODUCT(a.space, SL_INDEX_SET(of_view));
    ok(s.rank == 0 &&
           strstr(sl_last_error(), "space 1: expected an index set whose lists in views are of one type, got \"of "
                                   "views\", of which segment 2 is of int64_t beside others of int32_t") != NULL,
       "so is one with lists of two types in views");
    sl_list_destroy(&other);
    s = SL_PRODUCT(a.space, SL_RANGE(0, 4));
    sl_list_destroy(&a.list);
    ok(sl_forall(prc_race, s, y) != SL_SUCCESS, "a product with a list that is gone is refused");
    refused_saying(sl_forall(pr_mark, SL_PRODUCT(SL_RANGE_STRIDE(0, PS_SIDE + 2, 2), SL_RANGE(0, 2)), 0, y, y),
                   SL_ERR_EXTENT,
                   "kernel pr_mark, argument y: expected own indices in [0, 40) for dimension 0 of \"y\", got [0, 41)");
    sl_index_set_destroy(&of_view);
    sl_view_destroy(&y);
    sl_view_destroy(&wide);
    ps_free(&v);
    ps_free(&a);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_marks();
    test_three();
    test_order();
    test_sums();
    test_least();
    test_others();
    test_written();
    test_set_of_view();
    test_ends();
    test_outside(2);
    test_outside(21);
    test_checked();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
