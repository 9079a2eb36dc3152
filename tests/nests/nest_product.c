/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests over products of ranges, strides, lists, index sets and ranges whose ends are in views, against plain loops
 * over their indices: each kind in each dimension, by statements and levels of all kinds, for CPUs and for CUDA; nests
 * of one index over what is no range.
 */
#include "nest_product.h"

#include "misuse.h"
#include "product_spaces.h"

enum { SIDE = PS_SIDE, ALL = SIDE * SIDE * SIDE };
static int64_t want_count[ALL], want_offsets[ALL], want_sums[SIDE * SIDE];

/* How many elements of a view of layout left are not what is wanted, which lies right. */
static int differs(sl_view *view, const int64_t *want)
{
    const int rank = sl_view_rank(view);
    const sl_index n[3] = {SIDE, SIDE, SIDE};
    const int64_t *p = SL_HOST_READ(int64_t, view);
    sl_index x[3] = {0}, k = 0;
    int wrong = 0;
    do
        wrong += p[place(view, x)] != want[k++];
    while (next_point(rank, n, x));
    must(sl_host_end(view));
    return wrong;
}

/* The offset in a tile of a size; 0: in the space. */
static int within(int k, int tile)
{
    return tile > 0 ? k % tile : k;
}

static void want(const ps_dim dim[3], int tile0, int tile1)
{
    memset(want_count, 0, sizeof want_count);
    memset(want_offsets, 0, sizeof want_offsets);
    memset(want_sums, 0, sizeof want_sums);
    for (int k = 0; k < dim[0].n; k++)
        for (int l = 0; l < dim[1].n; l++)
            for (int m = 0; m < dim[2].n; m++) {
                const sl_index i = dim[0].index[k], j = dim[1].index[l], q = dim[2].index[m];
                const sl_index at = (i * SIDE + j) * SIDE + q;
                want_count[at]++;
                want_offsets[at] = within(k, tile0) * 10000 + within(l, tile1) * 100 + m;
                want_sums[i * SIDE + j] += 100 * i + 10 * j + q;
            }
}

static int sums_differ(const ps_dim dim[3], const char *policy, int tiled, int layout)
{
    sl_view *count = view_of("count", SL_INT64, layout, SL_EXTENTS(SIDE, SIDE, SIDE));
    sl_view *offsets = view_of("offsets", SL_INT64, RIGHT, SL_EXTENTS(SIDE, SIDE, SIDE));
    sl_view *sums = view_of("sums", SL_INT64, layout, SL_EXTENTS(SIDE, SIDE));
    want(dim, tiled ? 3 : 0, tiled ? 4 : 0);
    must(sl_nest_with(SL_POLICY(.nest = policy), np_sums, SL_PRODUCT(dim[0].space, dim[1].space, dim[2].space), 4,
                      count, sums, offsets));
    const int wrong = differs(count, want_count) + differs(offsets, want_offsets) + differs(sums, want_sums);
    sl_view_destroy(&count);
    sl_view_destroy(&offsets);
    sl_view_destroy(&sums);
    return wrong;
}

static void test_policy(const char *policy, int tiled, int device)
{
    static const int lengths[] = {1, 7, 16, 0, 5};
    uint64_t seed = 5;
    int wrong = 0;
    if (device && sl__device_workers() == 0) {
        skip("no CUDA device", "%s: each kind in each dimension is visited as by plain loops", policy);
        return;
    }
    for (int round = 0; round < 2 * PS_KINDS; round++) {
        ps_dim dim[3];
        for (int d = 0; d < 3; d++)
            dim[d] = ps_make((round + d * (1 + round / PS_KINDS)) % PS_KINDS, lengths[(round + d) % 5], &seed);
        wrong += sums_differ(dim, policy, tiled, round % LAYOUTS);
        for (int d = 0; d < 3; d++)
            ps_free(&dim[d]);
    }
    ok(wrong == 0, "%s: each kind in each dimension is visited as by plain loops", policy);
}

static void test_line(int kind)
{
    uint64_t seed = 7;
    ps_dim dim = ps_make(kind, 15, &seed);
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(SIDE));
    memset(want_count, 0, sizeof want_count);
    for (int k = 0; k < 15; k++)
        want_count[dim.index[k]] = 1 + k;
    must(sl_nest(np_line, dim.space, count));
    const int64_t *p = SL_HOST_READ(int64_t, count);
    ok(memcmp(p, want_count, SIDE * sizeof *p) == 0, "a nest of one index over a space of kind %d", kind);
    must(sl_host_end(count));
    sl_view_destroy(&count);
    ps_free(&dim);
}

static void test_chosen(void)
{
    uint64_t seed = 11;
    ps_dim a = ps_make(PS_DOWN, 6, &seed), b = ps_make(PS_WIDE, 9, &seed);
    sl_view *y = view_of("y", SL_INT64, LEFT, SL_EXTENTS(SIDE, SIDE));
    memset(want_count, 0, sizeof want_count);
    for (int k = 0; k < 6; k++)
        for (int l = 0; l < 9; l++)
            want_count[b.index[l] * SIDE + a.index[k]] = 10 * l + k + 1;
    must(sl_nest(np_chosen, SL_PRODUCT(a.space, b.space), y));
    ok(differs(y, want_count) == 0, "segs gives a lambda the index of another dimension's segment");
    sl_view_destroy(&y);
    ps_free(&a);
    ps_free(&b);
}

static void test_misuse(void)
{
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(SIDE));
    sl_view *end = view_of("end", SL_INT64, RIGHT, SL_EXTENTS(1));
    must(SL_VIEW_FILL(int64_t, end, 5));
    must(sl_nest(np_line, SL_RANGE_VIEW(0, 4, end), count));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an end outside of the space fails a nest", "np_line",
             "end of the space, in \"end\": expected 0 to 4, got 5");
    must(SL_VIEW_FILL(int64_t, count, 0));
    refused_saying(sl_nest_with(SL_POLICY(.nest = "threads, unchecked"), np_line, SL_RANGE_VIEW(0, 4, end), count),
                   SL_ERR_ARGUMENT, "got an extent that they do not divide, or that ends where a view says");
    refused_saying(sl_nest(np_line, SL_RANGE_VIEW(4, 3, end), count), SL_ERR_ARGUMENT,
                   "expected SL_RANGE_VIEW(lo, most, n) with a most of 4 at least, got 3");
    refused_saying(sl_nest(np_line, SL_RANGE_STRIDE(0, SIDE + 3, 3), count), SL_ERR_EXTENT,
                   "argument count: expected own indices in [0, 40) for dimension 0 of \"count\", got [0, 43)");
    sl_view_destroy(&count);
    sl_view_destroy(&end);
}

int main(void)
{
    static const char *const policies[] = {"rows", "turned", "collapsed", "counted", "planes"};
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    for (int p = 0; p < 5; p++)
        test_policy(policies[p], 0, 0);
    test_policy("tiled", 1, 0);
    test_policy("blocks", 0, 1);
    test_policy("grid", 0, 1);
    test_policy("tiles", 1, 1);
    for (int kind = 0; kind < PS_KINDS; kind++)
        test_line(kind);
    test_chosen();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
