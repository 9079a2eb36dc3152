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
        SL_TRY(sl_forall_with(SL_POLICY(.segments = together ? SL_PARALLEL : SL_SEQ), sh_set, SL_INDEX_SET(set), line));
    sl_index_set_destroy(&set);
    return sl_wait();
}
static sl_status in_a_region(void)
{
    sl_region *region;
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

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(&(sl_config){.gpus = -1}));
    for (int split = 0; split < 2; split++)
        test_nothing(split);
    must(sl_finalize());
    return done_testing();
}
