/* SPDX-License-Identifier: BSD-3-Clause */
/* What distributed views do not take: each is refused with a sentence, by all ranks, and changes nothing; and a body
 * that fails on one rank. */
#include "distributed.h"

SL_KERNEL_DECLARE(rf_set1, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(rf_own1, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rf_any, (i), in(uint64_t, 1, x), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rf_turned, (i, j), in(uint64_t, 2, x, own(1, 0)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rf_scatter, (i), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y));
SL_KERNEL_DECLARE(rf_bins, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, h, array(4)));
SL_KERNEL_DECLARE(rf_scan, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(rf_raise, (i), scalar(int64_t, at), inout(uint64_t, 1, y, own));

enum { LONG = 20000, SHORT = 61 };

static sl_view *view_of(sl_extents e, int blocks)
{
    sl_view *view = NULL;
    must_all(sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS(blocks), &view));
    return view;
}

/* Values for an array, and the loop that gives a view the same. */
static void ramp(sl_view *view, plain *p, uint64_t a)
{
    for (sl_index i = 0; i < p->count; i++)
        p->at[i] = a + 3 * (uint64_t)i;
    must_all(sl_forall(rf_set1, SL_RANGE(0, p->count), a, view));
}

static void whole_only(sl_status status, const char *function, const char *what)
{
    ok_all(status == SL_ERR_UNSUPPORTED, "%s is refused for a distributed view", what);
    like_all(sl_last_error(), function, "with the name of the function");
    like_all(sl_last_error(), "expected a view that is whole here, got \"v\", which is distributed over ranks",
             "and a sentence");
}

static void refused_along(sl_status status, const char *function, const char *what)
{
    ok_all(status == SL_ERR_UNSUPPORTED, "%s is refused for a distributed view", what);
    like_all(sl_last_error(), function, "with the name of the function");
    like_all(sl_last_error(), "expected a loop that can be cut along dimension 0", "and a sentence");
}

static int never(void *arg)
{
    (void)arg;
    return 1;
}

static int by_value(const void *a, const void *b)
{
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

static void test_whole_only(sl_view *x, sl_view *y)
{
    sl_view *other = NULL, *n = NULL;
    sl_list *list = NULL;
    uint64_t value = 0;
    static uint64_t host[LONG];

    must_all(sl_view_create("n", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &n));
    ok_all(SL_HOST_READ(uint64_t, x) == NULL, "an access of the host has no memory");
    whole_only(sl_last_status(), "SL_HOST_READ: ", "an access of the host");
    ok_all(SL_HOST_WRITE(uint64_t, x) == NULL, "nor one that writes");
    whole_only(sl_last_status(), "SL_HOST_WRITE: ", "an access of the host that writes");
    whole_only(SL_GET_AT(uint64_t, x, &value, 3), "SL_GET_AT: ", "reading an element");
    whole_only(SL_PUT_AT(uint64_t, x, 3, 3), "SL_PUT_AT: ", "writing an element");
    whole_only(sl_subview(x, &other, SL_PAIR(3, 5)), "sl_subview: ", "a part");
    whole_only(sl_view_reshape(x, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG / 2, 2), &other), "sl_view_reshape: ", "a reshape");
    whole_only(sl_task(never, NULL, SL_R(x)), "sl_task: ", "a task");
    whole_only(sl_sort(x), "sl_sort: ", "a sort");
    whole_only(sl_sort_by(by_value, x), "sl_sort_by: ", "a sort by a function");
    whole_only(sl_sort_pairs(x, y), "sl_sort_pairs: ", "a sort of pairs");
    sl_view *block = NULL;
    must_all(sl_mpi_local(x, 0, &block));
    ok_all(block == NULL || sl_view_split(block, SL_SPLIT(2)) == SL_ERR_UNSUPPORTED, "a block is not split");
    ok_all(block == NULL || strstr(sl_last_error(), "sl_view_split: view: expected one that is no part of another"),
           "with a sentence");
    sl_view_destroy(&block);
    refused_along(sl_scan_inclusive(SL_SUM, 0, x, y), "sl_scan_inclusive: ", "a scan along dimension 0");
    refused_along(sl_scan_exclusive(SL_SUM, 0, NULL, x, y), "sl_scan_exclusive: ", "an exclusive scan");
    whole_only(sl_view_resize(&x, SL_EXTENTS(LONG + 1)), "sl_view_resize: ", "another size");
    whole_only(sl_view_split(x, SL_SPLIT(4)), "sl_view_split: ", "a split");
    whole_only(sl_deep_copy_to_host(SL_UINT64, SL_LAYOUT_RIGHT, host, x),
               "sl_deep_copy_to_host: ", "a copy to the host");
    whole_only(sl_deep_copy_from_host(x, SL_UINT64, SL_LAYOUT_RIGHT, host),
               "sl_deep_copy_from_host: ", "a copy from the host");
    whole_only(sl_view_mirror(x, SL_MIRROR_COPY, &other), "sl_view_mirror: ", "a mirror");
    whole_only(sl_list_from_view(x, &list), "sl_list_from_view: ", "a list");
    whole_only(sl_count_if(SL_LESS, &value, x, n), "sl_count_if: ", "a count");
    ok_all(other == NULL && list == NULL, "no output is written");
    sl_view_destroy(&other);
    sl_list_destroy(&list);
    sl_view_destroy(&n);
}

static void refused_loop(sl_status status, const char *sentence, const char *what)
{
    ok_all(status == SL_ERR_UNSUPPORTED, "%s is refused", what);
    like_all(sl_last_error(), sentence, "with a sentence");
}

static void test_loops_refused(sl_view *x, sl_view *y)
{
    sl_view *whole = NULL, *bins = NULL, *square = view_of(SL_EXTENTS(SHORT, SHORT), ranks_all + 1),
            *turned = view_of(SL_EXTENTS(SHORT, SHORT), ranks_all + 1),
            *more_blocks = view_of(SL_EXTENTS(LONG), 7 * ranks_all + 3);
    sl_view *bytes = NULL, *large = NULL, *larger = NULL;
    sl_region *region = NULL;
    sl_list *some = NULL;

    must_all(sl_mpi_view_create("bytes", SL_UINT8, SL_LAYOUT_RIGHT, SL_EXTENTS(8), SL_BLOCKS_AUTO, &bytes));
    must_all(sl_mpi_view_create("large", SL_TYPE(sl_complex), SL_LAYOUT_RIGHT, SL_EXTENTS(8), SL_BLOCKS_AUTO, &large));
    must_all(
        sl_mpi_view_create("larger", SL_TYPE(sl_complex), SL_LAYOUT_RIGHT, SL_EXTENTS(8), SL_BLOCKS_AUTO, &larger));
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), &whole));
    must_all(sl_view_create("bins", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &bins));
    must_all(sl_list_create("some", SL_INT64, (const int64_t[]){3, 5, 900}, 3, &some));
    refused_loop(sl_forall(rf_any, SL_RANGE(0, LONG), x, y),
                 "kernel rf_any: expected arguments with own or halo for \"v\", which is distributed over ranks",
                 "an argument that may touch any element");
    refused_loop(sl_forall(rf_turned, SL_BOX(0, SHORT, 0, SHORT), square, turned),
                 "kernel rf_turned: ", "dimension 0 by another index");
    refused_loop(sl_forall(rf_scatter, SL_RANGE(0, LONG), x, y), "kernel rf_scatter: argument y: expected halo or own",
                 "a scatter");
    refused_loop(sl_forall(rf_bins, SL_LIST(some), x, bins),
                 "kernel rf_bins: expected a space of ranges and strides where a loop runs block by block",
                 "a sum into an array over a list");
    refused_loop(sl_forall(rf_scan, SL_RANGE(0, LONG), x, y, SL_INTO(bins, 0)), "kernel rf_scan: ", "a scan");
    refused_loop(sl_forall(rf_own1, SL_RANGE(0, LONG), x, whole),
                 "kernel rf_own1: argument y: expected a distributed view",
                 "a loop that writes a view which each rank has whole");
    refused_loop(sl_forall(rf_own1, SL_RANGE(0, LONG), x, more_blocks),
                 "kernel rf_own1: expected views in as many blocks", "a loop over views in other blocks");
    refused_loop(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), rf_own1, SL_RANGE(0, LONG), x, y),
                 "kernel rf_own1: expected a loop that can be cut", "a loop in turn");
    must_all(sl_region_begin(&region));
    refused_loop(sl_forall(rf_any, SL_RANGE(0, LONG), x, y), "kernel rf_any: expected arguments with own or halo",
                 "the loop that may touch any element, in a region,");
    refused_loop(SL_VIEW_FILL(uint8_t, bytes, 3), "between sl_region_begin() and sl_region_end(), got \"bytes\"",
                 "a fill of bytes in a region");
    refused_loop(sl_deep_copy(large, larger), "between sl_region_begin() and sl_region_end(), got \"large\"",
                 "a copy of large elements in a region");
    sl_view *made = NULL;
    ok_all(sl_mpi_view_create("r", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), SL_BLOCKS_AUTO, &made) ==
                   SL_ERR_CONTEXT &&
               made == NULL,
           "a view made in a region is refused");
    ok_all(sl_mpi_gather(x, 0, whole) == SL_ERR_CONTEXT, "a gather in a region is refused");
    ok_all(sl_region_end(region) == SL_ERR_UNSUPPORTED, "and the region, which lacks them, is refused");
    sl_region_destroy(&region);
    sl_view_destroy(&bytes);
    sl_view_destroy(&large);
    sl_view_destroy(&larger);
    sl_view_destroy(&whole);
    sl_view_destroy(&bins);
    sl_list_destroy(&some);
    sl_view_destroy(&square);
    sl_view_destroy(&turned);
    sl_view_destroy(&more_blocks);
}

/* A body that fails on one rank: the wait of all ranks is an error, and what comes later is right. */
static void test_failure(void)
{
    sl_view *x = view_of(SL_EXTENTS(LONG), ranks_all);
    plain p = plain_of((sl_extents){1, {LONG}});
    ramp(x, &p, 5);
    must_all(sl_forall(rf_raise, SL_RANGE(0, LONG), (int64_t)(LONG - 1), x));
    const sl_status status = sl_wait();
    const int last = ranks_me == ranks_all - 1;
    ok_all(status == (last ? SL_ERR_RAISED : SL_ERR_MPI), "a body that fails on the last rank ends the wait of all");
    char want[64];
    snprintf(want, sizeof want, "rank %d: SL_ERR_RAISED: ", ranks_all - 1);
    like_all(sl_last_error(), last ? "rf_raise" : want, "each rank says why");
    like_all(sl_last_error(), "rf_raise", "and names the kernel");
    sl_view_destroy(&x);
    x = view_of(SL_EXTENTS(LONG), ranks_all);
    ramp(x, &p, 5);
    ok_all(sl_forall_with(SL_POLICY(.synchronous = 1), rf_raise, SL_RANGE(0, LONG), (int64_t)(LONG - 1), x) ==
               (last ? SL_ERR_RAISED : SL_ERR_MPI),
           "a call that waits fails on all ranks where a body fails on one");
    like_all(sl_last_error(), last ? "rf_raise" : want, "each rank says why");
    ok_all(sl_wait() == SL_SUCCESS, "and a later wait does not tell it again");
    sl_view_destroy(&x);
    x = view_of(SL_EXTENTS(LONG), ranks_all);
    ramp(x, &p, 6);
    same_all(x, &p, "loops go on with other views");
    sl_view_destroy(&x);
    free(p.at);
}

static void test_refusals(void)
{
    sl_view *x = view_of(SL_EXTENTS(LONG), ranks_all + 1), *y = view_of(SL_EXTENTS(LONG), ranks_all + 1);
    plain p = plain_of((sl_extents){1, {LONG}});
    ramp(x, &p, 71);
    test_whole_only(x, y);
    test_loops_refused(x, y);
    same_all(x, &p, "after all that the view is as before");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    ok_all(sl_wait() == SL_SUCCESS, "and no task has failed");
    test_failure();
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    test_refusals();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
