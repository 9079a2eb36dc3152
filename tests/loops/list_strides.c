/* SPDX-License-Identifier: BSD-3-Clause */
/* Strided ranges against plain loops: what they visit and how often, in which order, what they leave, and reductions
 * over them bit for bit against one over a range of the same values put side by side. */
#include <starloop.h>

#include "list.h"
#include "loop_testing.h"
#include "misuse.h"

enum { MOST = 9000 };

static const struct range {
    sl_index lo, hi, stride;
} ranges[] = {
    {0, 10, 3},           {9, -1, -2},  {5, 5, 1},      {5, 5, -1},         {5, 2, 1},          {2, 5, -1},
    {7, 8, 100},          {7, 6, -100}, {0, MOST, 1},   {MOST - 1, -1, -1}, {0, 4096, 2},       {1, 2 * 4096, 2},
    {0, 2 * 4096 + 1, 2}, {1, MOST, 3}, {8191, -1, -2}, {8193, -1, -2},     {MOST - 1, 0, -7},  {1, MOST, 7},
    {0, 17, 1},           {16, -1, -1}, {0, 96, 6},     {0, 97, 6},         {3, 20, INT64_MAX}, {3, -20, INT64_MIN}};
enum { RANGES = sizeof ranges / sizeof *ranges };

/* The indices by a plain loop. @return their number */
static int plain(struct range r, sl_index index[])
{
    int n = 0;
    for (__int128 i = r.lo; r.stride > 0 ? i < r.hi : i > r.hi; i += r.stride)
        index[n++] = (sl_index)i;
    return n;
}

static sl_index index_of[MOST];

static void test_marks(void)
{
    int wrong = 0, sizes = 0;
    for (int q = 0; q < RANGES; q++) {
        const struct range r = ranges[q];
        const sl_space space = SL_RANGE_STRIDE(r.lo, r.hi, r.stride);
        sizes += sl_space_size(&space) != plain(r, index_of);
        for (int layout = RIGHT; layout < LAYOUTS; layout += 2)
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++)
                for (int chunk = 0; chunk <= (s >= SL_STATIC ? 5 : 0); chunk += 5)
                    if (!list_marks_right(space, index_of, plain(r, index_of), layout,
                                          SL_POLICY(.schedule = s, .chunk = chunk)) &&
                        wrong++ < 5)
                        diag("SL_RANGE_STRIDE(%lld, %lld, %lld), layout %s, schedule %d, chunk %d", (long long)r.lo,
                             (long long)r.hi, (long long)r.stride, layout_name[layout], (int)s, chunk);
    }
    is_int(sizes, 0, "a strided range has as many points as the plain loop has iterations");
    is_int(wrong, 0, "its indices are visited once each and no others, with every schedule");
}

/* In sequence: in the order of the plain loop. */
static void test_order(void)
{
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(1));
    sl_view *seen = view_of("seen", SL_INT64, RIGHT, SL_EXTENTS(MOST));
    int wrong = 0;
    for (int q = 0; q < RANGES; q++) {
        const struct range r = ranges[q];
        const int n = plain(r, index_of);
        *SL_HOST_WRITE(int64_t, count) = 0;
        must(sl_host_end(count));
        must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), li_order, SL_RANGE_STRIDE(r.lo, r.hi, r.stride), count,
                            seen));
        const int64_t *c = SL_HOST_READ(int64_t, count), *s = SL_HOST_READ(int64_t, seen);
        wrong += *c != n || memcmp(s, index_of, (size_t)n * sizeof *s) != 0;
        must(sl_host_end(count));
        must(sl_host_end(seen));
    }
    is_int(wrong, 0, "SL_SEQ visits them in the order of the plain loop, downwards too");
    sl_view_destroy(&count);
    sl_view_destroy(&seen);
}

/* The canonical result: of a range over the same values side by side. */
static void test_reductions(void)
{
    uint64_t seed = 36;
    sl_view *x = list_values(MOST, &seed);
    int wrong = 0;
    for (int q = 0; q < RANGES; q++) {
        const struct range r = ranges[q];
        const int n = plain(r, index_of);
        wrong += list_sums_differ(SL_RANGE_STRIDE(r.lo, r.hi, r.stride), index_of, n, x);
    }
    is_int(wrong, 0, "sums and maxima are those of a range over the same values, bit for bit, with every schedule");
    sl_view_destroy(&x);
}

/* What a loop does not visit stays, though its argument says out. Loops in a row, and over split views. */
static void test_rest(void)
{
    enum { LONG = 1 << 20 };
    for (int split = 0; split < 2; split++) {
        sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(LONG));
        const sl_policy policy = split ? SL_POLICY(.split = SL_SPLIT(4)) : SL_POLICY(.label = "fill");
        must(sl_forall_with(policy, li_fill, SL_RANGE(0, LONG), x));
        must(SL_VIEW_FILL(double, x, -1));
        must(sl_forall_with(policy, li_fill, SL_RANGE_STRIDE(1, LONG, 3), x));
        must(sl_forall_with(policy, li_fill, SL_RANGE_STRIDE(LONG - 1, -1, -2), x));
        const double *p = SL_HOST_READ(double, x);
        int wrong = 0;
        for (int i = 0; i < LONG; i++)
            wrong += p[i] != (i % 3 == 1 || i % 2 == 1 ? i : -1);
        must(sl_host_end(x));
        is_int(wrong, 0, "what strided loops do not visit stays as it was%s", split ? ", of a split view, too" : "");
        sl_view_destroy(&x);
    }
}

static void test_region(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(li_fill, SL_RANGE_STRIDE(90, 9, -10), x));
    must(sl_region_end(region));
    must(sl_region_run(region));
    const double *p = SL_HOST_READ(double, x);
    int wrong = 0;
    for (int i = 0; i < 100; i++)
        wrong += p[i] != (i >= 10 && i % 10 == 0 ? i : 0);
    must(sl_host_end(x));
    is_int(wrong, 0, "a region has strided loops");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

static void test_checked(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    must(sl_forall(lic_some, SL_RANGE_STRIDE(98, -1, -2), -1, x));
    is_int(sl_wait(), SL_SUCCESS, "own elements that a stride leaves out need not be written");
    must(sl_forall(lic_some, SL_RANGE_STRIDE(98, -1, -2), 40, x));
    surfaces(sl_wait(), SL_ERR_UNWRITTEN, "one that it visits must be", "lic_some", "element (40)");
    must(SL_VIEW_FILL(double, x, 0));
    must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), lic_race, SL_RANGE_STRIDE(20, 0, -10), x));
    surfaces(sl_wait(), SL_ERR_RACE, "a race is told with the indices", "lic_race", "iterations (10) and (20)");
    sl_view_destroy(&x);
}

static void test_misuse(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(100)), *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 4));
    refused(sl_forall(li_fill, SL_RANGE_STRIDE(0, 10, 0), x), SL_ERR_ARGUMENT, "a stride of 0", "sl_forall", "li_fill",
            "space: expected a stride other than 0", "got stride 0");
    refused(sl_forall(li_fill, SL_RANGE_STRIDE(INT64_MAX, 0, -1), x), SL_ERR_ARGUMENT, "an index without a next one",
            "first index below 2^63 - 1");
    refused(sl_forall(li_fill, SL_RANGE_STRIDE(INT64_MIN, INT64_MAX, 1), x), SL_ERR_EXTENT, "too many points",
            "expected fewer than 2^63 points");
    refused(sl_forall(li_fill, SL_RANGE_STRIDE(1, 101, 3), x), SL_ERR_EXTENT, "an index past an own view", "li_fill",
            "[1, 101)");
    refused(sl_forall(li_fill, SL_RANGE_STRIDE(99, -2, -1), x), SL_ERR_EXTENT, "one below it", "li_fill", "[-1, 100)");
    refused(sl_forall(li_flat, SL_RANGE_STRIDE(0, 4, 2), u), SL_ERR_RANK, "a kernel of rank 2", "li_flat",
            "expected rank 2, got 1");
    must(sl_forall(li_fill, SL_RANGE_STRIDE(0, 102, 3), x));
    sl_view_destroy(&x);
    sl_view_destroy(&u);
}

void test_strides(void)
{
    sl_log_set_handler(misuse_count, NULL); /* this file's */
    test_marks();
    test_order();
    test_reductions();
    test_rest();
    test_region();
    test_checked();
    test_misuse();
}
