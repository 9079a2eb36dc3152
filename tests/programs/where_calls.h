/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief For where and where_cxx: each public function that can fail, called wrong, names the line of its call;
 * objects that are misused say where they were made. The same in C and in C++. */
#ifndef STARLOOP_TESTS_WHERE_CALLS_H
#define STARLOOP_TESTS_WHERE_CALLS_H

#include <starloop/tools.h>

#include "where_loops.h"

static sl_policy where_plain; /* all 0: the default */
static sl_coloring where_coloring;
typedef struct where_struct {
    int a[3];
} where_struct;

__attribute__((unused)) static void where_views(void)
{
    sl_view *none = NULL, *v = NULL;
    sl_index at[1] = {0};
    double value = 0;
    size_t bytes;
    const struct sl__slice slice[1] = {SL_ALL};
    REFUSED_HERE(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(-1), &v));
    REFUSED_HERE(sl_view_create_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(-1), 0, &v));
    REFUSED_HERE(sl_view_wrap("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), NULL, &v));
    REFUSED_HERE(sl_view_wrap_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), NULL, 0, &v));
    REFUSED_HERE(sl_view_wrap_cuda("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), NULL, 0, &v));
    REFUSED_HERE(sl_view_bytes_needed(SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(-1), &bytes));
    REFUSED_HERE(sl_view_retain(none));
    REFUSED_HERE(sl_view_label(none));
    REFUSED_HERE(sl_view_type(none));
    REFUSED_HERE(sl_view_rank(none));
    REFUSED_HERE(sl_view_extent(none, 0));
    REFUSED_HERE(sl_view_stride(none, 0));
    REFUSED_HERE(sl_view_place(none, 1, at));
    REFUSED_HERE(sl_view_first(none, 0));
    REFUSED_HERE(sl_view_size(none));
    REFUSED_HERE(sl_view_set_map(none, NULL));
    REFUSED_HERE(SL_HOST_READ(double, none));
    REFUSED_HERE(SL_HOST_WRITE(float, where_x));
    REFUSED_HERE(sl_host_end(where_x));
    REFUSED_HERE(SL_GET_AT(double, where_x, &value, WHERE_N));
    REFUSED_HERE(SL_PUT(float, where_x, 1));
    REFUSED_HERE(sl_view_wait(none));
    REFUSED_HERE(sl_view_split(none, SL_SPLIT(2)));
    REFUSED_HERE(sl_view_join(none));
    REFUSED_HERE(sl_view_sub(none, 1, slice, &v));
    REFUSED_HERE(sl_subview(where_x, &v, SL_PAIR(0, WHERE_N + 1)));
    REFUSED_HERE(sl_view_block(none, 1, at, &v));
    REFUSED_HERE(sl_subblock(where_x, &v, 0));
    REFUSED_HERE(sl_view_reshape(where_x, SL_LAYOUT_RIGHT, SL_EXTENTS(WHERE_N + 1), &v));
    REFUSED_HERE(sl_view_readonly(none, &v));
    REFUSED_HERE(sl_view_assign(&v, none));
    REFUSED_HERE(sl_view_mirror(none, SL_MIRROR_SHAPE, &v));
    REFUSED_HERE(sl_view_resize(&none, SL_EXTENTS(3)));
    REFUSED_HERE(sl_view_swap(&none, &none));
    REFUSED_HERE(sl_view_modify_host(none));
    REFUSED_HERE(sl_view_modify_device(none));
    REFUSED_HERE(sl_view_sync_host(none));
    REFUSED_HERE(sl_view_sync_device(none));
    REFUSED_HERE(sl_view_need_sync_host(none));
    REFUSED_HERE(sl_view_need_sync_device(none));
    REFUSED_HERE(sl_deep_copy(none, where_x));
    REFUSED_HERE(sl_view_fill(where_x, SL_FLOAT, &value));
    REFUSED_HERE(SL_VIEW_FILL(float, where_x, 1.0f));
    REFUSED_HERE(sl_deep_copy_from_host(where_x, SL_DOUBLE, SL_LAYOUT_RIGHT, NULL));
    REFUSED_HERE(sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, NULL, where_x));
    REFUSED_HERE(sl_type_struct(NULL, 8, 8));
    REFUSED_HERE(SL_HOST_READ(where_struct, where_x));
}

__attribute__((unused)) static void where_objects(void)
{
    sl_view *none = NULL, *v = NULL;
    sl_arena *arena = NULL;
    sl_index_set *set = NULL;
    sl_list *list = NULL;
    sl_event *event = NULL;
    sl_region *region = NULL;
    sl_scatter_view *scatter = NULL;
    sl_region_counts counts;
    sl_color_stats colors;
    sl_hash_counts hash_counts;
    sl_renumber_stats numbers;
    const sl_space range = SL_RANGE(0, 3);
    REFUSED_HERE(sl_arena_create("a", 0, NULL));
    REFUSED_HERE(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &v));
    REFUSED_HERE(sl_arena_reset(arena));
    REFUSED_HERE(sl_arena_used(arena));
    REFUSED_HERE(sl_color(none, 3, &set));
    REFUSED_HERE(sl_color_with(where_coloring, none, 3, &set));
    REFUSED_HERE(sl_color_check(none, 3, set));
    REFUSED_HERE(sl_graph_color(none, none, 1, &set));
    REFUSED_HERE(sl_graph_color_with(where_coloring, none, none, 1, &set));
    REFUSED_HERE(sl_color_statistics(set, &colors));
    REFUSED_HERE(sl_bits_count(none, NULL));
    REFUSED_HERE(sl_hash_create("h", SL_INT64, 0, &v));
    REFUSED_HERE(sl_hash_clear(none));
    REFUSED_HERE(sl_hash_count(none, &hash_counts));
    REFUSED_HERE(sl_hash_rehash(none, 3, &v, NULL));
    REFUSED_HERE(sl_index_set_create("s", -1, NULL, &set));
    REFUSED_HERE(sl_index_set_push(set, range));
    REFUSED_HERE(sl_index_set_slice(set, 0, 1, &set));
    REFUSED_HERE(sl_index_set_segments(set));
    REFUSED_HERE(sl_index_set_segment(set, 0));
    REFUSED_HERE(sl_index_set_size(set));
    REFUSED_HERE(sl_index_set_space(set));
    REFUSED_HERE(sl_index_set_check_unique(set));
    REFUSED_HERE(sl_index_set_union("s", range, range, NULL));
    REFUSED_HERE(sl_index_set_intersection("s", range, range, NULL));
    REFUSED_HERE(sl_index_set_difference("s", range, range, NULL));
    REFUSED_HERE(sl_index_set_where("s", SL_EQUAL, NULL, none, &set));
    REFUSED_HERE(sl_list_create("l", SL_DOUBLE, NULL, 0, &list));
    REFUSED_HERE(sl_list_wrap("l", SL_DOUBLE, NULL, 0, &list));
    REFUSED_HERE(sl_list_from_view(none, &list));
    REFUSED_HERE(sl_list_size(list));
    REFUSED_HERE(sl_space_product(0, NULL));
    REFUSED_HERE(sl_list_space(list));
    REFUSED_HERE(sl_list_check_unique(list));
    REFUSED_HERE(sl_event_record(NULL));
    REFUSED_HERE(sl_event_wait(event));
    REFUSED_HERE(sl_event_test(event));
    REFUSED_HERE(sl_region_begin(NULL));
    REFUSED_HERE(sl_region_end(region));
    REFUSED_HERE(sl_region_run(region));
    REFUSED_HERE(sl_region_set(region, 0, "a", NULL, 0));
    REFUSED_HERE(SL_REGION_SET(region, 0, double, a, 1.0));
    REFUSED_HERE(SL_LIST(list));
    REFUSED_HERE(SL_INDEX_SET(set));
    REFUSED_HERE(sl_region_set_view(region, none, none));
    REFUSED_HERE(sl_region_set_call(region, 0));
    REFUSED_HERE(sl_region_count(region, &counts));
    REFUSED_HERE(sl_renumber(none, 3, none, none));
    REFUSED_HERE(sl_renumber_statistics(none, 3, &numbers));
    REFUSED_HERE(sl_scatter_view_create(SL_SUM, none, &scatter));
    REFUSED_HERE(sl_scatter_view_create_of(SL_SUM, SL_DOUBLE, none, &scatter));
    REFUSED_HERE(sl_scatter_view_access(scatter));
    REFUSED_HERE(sl_scatter_view_contribute(scatter, none));
    REFUSED_HERE(sl_scatter_view_contribute_with(where_plain, scatter, none));
    REFUSED_HERE(sl_scatter_view_reset(scatter));
}

/* Policies that the verbs do not take. */
__attribute__((unused)) static void where_policies(void)
{
    sl_view *x = where_x, *count = NULL;
    const double value = 0;
    double s = 0;
    sl_policy wrong[4];
    memset(wrong, 0, sizeof wrong);
    wrong[0].split.n[0] = 2;
    wrong[1].combine = 1;
    wrong[2].where = (sl_where)17;
    wrong[3].schedule = (sl_schedule)17;
    if (sl_view_create("count", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &count) != SL_SUCCESS)
        ok(0, "a view: %s", sl_last_error());
    for (int k = 0; k < 4; k++) {
        REFUSED_HERE(sl_count_if_with(wrong[k], SL_EQUAL, &value, x, count));
        REFUSED_HERE(sl_equal_with(wrong[k], x, where_y, count));
        REFUSED_HERE(sl_scan_inclusive_with(wrong[k], SL_SUM, 0, x, x));
        REFUSED_HERE(sl_scan_exclusive_with(wrong[k], SL_SUM, 0, NULL, x, where_y));
        REFUSED_HERE(sl_sort_with(wrong[k], SL_ASCENDING, x));
        REFUSED_HERE(sl_sort_pairs_with(wrong[k], SL_ASCENDING, x, where_y));
        REFUSED_HERE(sl_task_with(wrong[k], where_fail, NULL, SL_R(NULL)));
        REFUSED_HERE(sl_forall_with(wrong[k], wh_sum, SL_RANGE(0, WHERE_N + 1), x, &s));
    }
    sl_policy chunk = wrong[0];
    memset(&chunk, 0, sizeof chunk);
    chunk.chunk = -1;
    REFUSED_HERE(sl_scan_inclusive_with(chunk, SL_SUM, 0, x, x));
    sl_view_destroy(&count);
}

__attribute__((unused)) static void where_verbs(void)
{
    sl_view *none = NULL, *x = where_x;
    const double value = 0;
    REFUSED_HERE(sl_count_if(SL_EQUAL, &value, none, x));
    REFUSED_HERE(sl_count_if_with(where_plain, SL_EQUAL, &value, none, x));
    REFUSED_HERE(sl_find_if(SL_EQUAL, &value, none, x));
    REFUSED_HERE(sl_find_if_with(where_plain, SL_EQUAL, &value, none, x));
    REFUSED_HERE(sl_minmax_of(none, x));
    REFUSED_HERE(sl_minmax_of_with(where_plain, none, x));
    REFUSED_HERE(sl_equal(none, x, x));
    REFUSED_HERE(sl_equal_with(where_plain, none, x, x));
    REFUSED_HERE(sl_copy_if(SL_EQUAL, &value, none, x, x, x));
    REFUSED_HERE(sl_copy_if_with(where_plain, SL_EQUAL, &value, none, x, x, x));
    REFUSED_HERE(sl_unique(none, x, x));
    REFUSED_HERE(sl_unique_with(where_plain, none, x, x));
    REFUSED_HERE(sl_scan_inclusive(SL_SUM, 0, none, x));
    REFUSED_HERE(sl_scan_inclusive_with(where_plain, SL_SUM, 0, none, x));
    REFUSED_HERE(sl_scan_exclusive(SL_SUM, 0, NULL, none, x));
    REFUSED_HERE(sl_scan_exclusive_with(where_plain, SL_SUM, 0, NULL, none, x));
    REFUSED_HERE(sl_sort(none));
    REFUSED_HERE(sl_sort_with(where_plain, SL_ASCENDING, none));
    REFUSED_HERE(sl_sort_pairs(none, x));
    REFUSED_HERE(sl_sort_pairs_with(where_plain, SL_ASCENDING, none, x));
    REFUSED_HERE(sl_sort_segments(none, x));
    REFUSED_HERE(sl_sort_segments_with(where_plain, SL_ASCENDING, none, x));
    REFUSED_HERE(sl_sort_segments_pairs(none, x, x));
    REFUSED_HERE(sl_sort_segments_pairs_with(where_plain, SL_ASCENDING, none, x, x));
    REFUSED_HERE(sl_sort_by(NULL, none));
    REFUSED_HERE(sl_sort_pairs_by(NULL, none, none));
    REFUSED_HERE(sl_sort_pairs_by_with(where_plain, NULL, none, none));
    REFUSED_HERE(sl_sort_by_with(where_plain, NULL, none));
    where_policies();
    REFUSED_HERE(sl_submit(NULL, NULL, NULL, NULL, 0));
    REFUSED_HERE(sl_task_submit(NULL, NULL, NULL, NULL, 0));
    REFUSED_HERE(sl_task_submit_copy(NULL, NULL, NULL, 0, NULL, 0));
    REFUSED_HERE(sl_task(NULL, NULL, SL_R(x)));
    REFUSED_HERE(sl_task_with(where_plain, where_fail, NULL, SL_R(none)));
    REFUSED_HERE(sl_task_copy(NULL, &value, SL_R(x)));
    REFUSED_HERE(sl_task_copy_with(where_plain, where_fail, &value, SL_R(none)));
    REFUSED_HERE(sl_task_data(x));
    REFUSED_HERE(sl_task_stream());
    REFUSED_HERE(sl_resume());
    REFUSED_HERE(sl_info_print(NULL));
    REFUSED_HERE(sl_view_extent(where_x, sl_view_rank(where_x))); /* a call in the argument of another one */
}

/* Without the library. */
__attribute__((unused)) static void where_ended(void)
{
    sl_config config;
    sl_tools tools;
    memset(&config, -1, sizeof config);
    memset(&tools, -1, sizeof tools);
    REFUSED_HERE(sl_wait());
    REFUSED_HERE(sl_pause());
    REFUSED_HERE(sl_finalize());
    REFUSED_HERE(sl_init(&config));
    REFUSED_HERE(sl_tools_set(&tools));
    REFUSED_HERE(sl_tools_push("a phase"));
    REFUSED_HERE(sl_tools_pop());
    sl_clear_error();
    (void)(sl_wait)();
    ok(strstr(sl_last_error(), "called at") == NULL, "a call of the function itself has no line: %s", sl_last_error());
    sl_clear_error();
}

/* That the last error says where something was made. */
__attribute__((unused)) static void where_made_at(const char *file, int line, const char *what)
{
    char want[256];
    snprintf(want, sizeof want, "was made at %s:%d", file, line);
    if (!ok(strstr(sl_last_error(), want) != NULL, "%s: it says where it was made", what))
        diag("got \"%s\", want \"%s\" in it", sl_last_error(), want);
    sl_clear_error();
}
#define where_made(line, what) where_made_at(__FILE__, (line), (what))

/* clang-format off */
__attribute__((unused)) static void where_dead(void)
{
    sl_view *v = NULL, *dead;
    sl_list *list = NULL, *dead_list;
    sl_event *event = NULL, *dead_event;
    sl_region *region = NULL, *dead_region;
    sl_index_set *set = NULL, *dead_set;
    const int32_t index[1] = {0};
    int line;
    line = __LINE__; sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &v);
    (void)sl_forall(wh_root, SL_RANGE(0, 6), v, where_y);
    where_made(line, "a view that is too small");
    (void)SL_HOST_READ(double, v);
    (void)sl_forall_with(SL_POLICY(.synchronous = 1), wh_root, SL_RANGE(0, 5), where_x, v);
    where_made(line, "a view that the host holds");
    sl_host_end(v);
    dead = v;
    sl_view_destroy(&v);
    (void)sl_view_rank(dead);
    where_made(line, "a view that was destroyed");
    line = __LINE__; sl_list_create("l", SL_INT32, index, 1, &list);
    dead_list = list;
    sl_list_destroy(&list);
    (void)sl_list_size(dead_list);
    where_made(line, "a list that was destroyed");
    line = __LINE__; sl_event_record(&event);
    dead_event = event;
    sl_event_destroy(&event);
    (void)sl_event_wait(dead_event);
    where_made(line, "an event that was destroyed");
    line = __LINE__; sl_region_begin(&region);
    sl_region_end(region);
    dead_region = region;
    sl_region_destroy(&region);
    (void)sl_region_run(dead_region);
    where_made(line, "a region that was destroyed");
    line = __LINE__; sl_index_set_create("s", 0, NULL, &set);
    dead_set = set;
    sl_index_set_destroy(&set);
    (void)sl_index_set_size(dead_set);
    where_made(line, "an index set that was destroyed");
}
/* clang-format on */

__attribute__((unused)) static void where_calls(void)
{
    where_make();
    where_views();
    where_objects();
    where_verbs();
    where_dead();
    sl_view_destroy(&where_x);
    sl_view_destroy(&where_y);
}

#endif
