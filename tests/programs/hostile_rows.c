/* SPDX-License-Identifier: BSD-3-Clause */
/* What random calls have found: a row each, with the status and some words of the sentence. */
#include "hostile_rows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loop_testing.h"

enum { N = 40 };
static sl_view *x, *y, *map, *shifted;
static int64_t host[N + 1] __attribute__((aligned(64)));

static sl_status many_targets(void)
{
    sl_index_set *set = NULL;
    return sl_color(map, INT64_C(1) << 61, &set);
}

static sl_status many_balanced(void)
{
    sl_index_set *set = NULL;
    return sl_color_with((sl_coloring){1}, map, INT64_C(1) << 60, &set);
}

static sl_status far_targets(void)
{
    return sl_renumber(map, INT64_MAX, NULL, NULL);
}

static sl_status two_in_one(void)
{
    return sl_renumber(map, N, y, y);
}

static sl_status array_length(void)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(ho_array, SL_RANGE(0, N), N, 0, x, y));
    must(sl_region_end(region));
    must(SL_REGION_SET(region, 0, int64_t, n, N));
    const sl_status status = SL_REGION_SET(region, 0, int64_t, n, 100000);
    sl_region_destroy(&region);
    return status;
}

/* A space of a set to which something was added since. */
static sl_status grown_set(void)
{
    sl_index_set *set = NULL, *other = NULL;
    must(sl_index_set_create("grown", 0, NULL, &set));
    const sl_space before = SL_INDEX_SET(set);
    must(sl_index_set_push(set, SL_RANGE(0, N)));
    const sl_status status = sl_index_set_union("union", before, SL_RANGE(0, 3), &other);
    sl_index_set_destroy(&set);
    sl_index_set_destroy(&other);
    return status;
}

static sl_status push_list(sl_index count)
{
    sl_index_set *set = NULL;
    sl_list *list = NULL;
    must(sl_list_create("short", SL_INT64, host, 3, &list));
    sl_space space = SL_LIST(list);
    space.step[0] = count;
    const sl_status status = sl_index_set_create("set", 1, &space, &set);
    sl_index_set_destroy(&set);
    sl_list_destroy(&list);
    return status;
}

static sl_status long_list(void)
{
    return push_list(100000);
}

static sl_status least_list(void)
{
    return push_list(INT64_MIN);
}

static sl_status no_kind(void)
{
    sl_index_set *set = NULL;
    return sl_index_set_union("set", (sl_space){.rank = 1, .kind = 77}, SL_RANGE(0, 3), &set);
}

/* On a machine that has memory for so many the second one is refused, before there is a third. */
static sl_status many_segments(void)
{
    sl_index_set *set = NULL;
    const sl_space two[] = {SL_RANGE(0, 3), {.rank = 0}};
    const double has = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const sl_status status = sl_index_set_create("many", INT32_MAX, two, &set);
    return has > INT32_MAX * (double)sizeof *two && status == SL_ERR_RANK ? SL_ERR_MEMORY : status;
}

static sl_status dead_scatter(void)
{
    sl_scatter_view *scatter = NULL;
    must(sl_scatter_view_create(SL_SUM, x, &scatter));
    sl_scatter_view *again = scatter;
    sl_scatter_view_destroy(&scatter);
    const sl_status status = sl_scatter_view_contribute(again, y);
    sl_scatter_view_destroy(&again);
    return status;
}

static sl_status far_stride(void)
{
    return sl_deep_copy_from_host(x, SL_INT64, SL_LAYOUT_STRIDE(INT64_C(1) << 46), host);
}

static sl_status crooked_list(void)
{
    sl_list *list = NULL;
    const sl_status status = sl_list_create("crooked", SL_INT64, (char *)host + 1, N, &list);
    sl_list_destroy(&list);
    return status;
}

static sl_status many_indices(void)
{
    sl_list *list = NULL;
    return sl_list_create("many", SL_INT64, host, INT64_MAX, &list);
}

static sl_status far_place(void)
{
    const sl_index most = INT64_MAX;
    return sl_view_place(shifted, 1, &most) == -1 ? sl_last_status() : SL_SUCCESS;
}

static sl_status far_target(void)
{
    return sl_forall(ho_sum, SL_RANGE(0, N), x, SL_INTO(shifted, INT64_MAX));
}

/* Numbers of a layout that has none. */
static sl_status spare_numbers(void)
{
    sl_view *view = NULL;
    sl_layout layout = SL_LAYOUT_MORTON;
    layout.count = 2;
    layout.stride[0] = layout.stride[1] = INT64_MAX;
    must(sl_view_create("spare", SL_INT64, layout, SL_EXTENTS(3, 5), &view));
    sl_view_destroy(&view);
    layout.kind = SL__LAYOUT_MAPPED;
    layout.stride[0] = 15;
    const sl_status status = sl_view_create("spare", SL_INT64, layout, SL_EXTENTS(3, 5), &view);
    sl_view_destroy(&view);
    return status;
}

/* Of nothing other extents and strides may be anything. */
static sl_status nothing_far(void)
{
    sl_view *view = NULL, *part = NULL;
    const sl_index far = INT64_MAX / 2 - 2;
    must(sl_view_create("nothing", SL_UINT8, SL_LAYOUT_STRIDE(1, 1, 1), SL_EXTENTS(3, far, 0), &view));
    const sl_status status = sl_subview(view, &part, SL_ALL, SL_PAIR(3, far), SL_ALL);
    sl_view_destroy(&view);
    sl_view_destroy(&part);
    return status;
}

/* Elements without a target, of no targets at all. */
static sl_status no_targets(void)
{
    sl_view *none = NULL;
    must(sl_view_create("none", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(N, 0), &none));
    const sl_status status = sl_renumber(none, 0, y, NULL);
    sl_view_destroy(&none);
    return status;
}

/* An empty part of the view that is written. */
static sl_status empty_part(void)
{
    sl_view *part = NULL, *count = NULL;
    must(sl_subview(x, &part, SL_PAIR(2, 2)));
    must(sl_view_create("count", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &count));
    const sl_status status = sl_unique(part, x, count);
    sl_view_destroy(&part);
    sl_view_destroy(&count);
    return status;
}

static sl_status nothing_large(void)
{
    sl_view *view = NULL;
    return sl_view_create("nothing", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(0, INT64_C(1) << 40, INT64_C(1) << 40),
                          &view);
}

static sl_status no_block(void)
{
    sl_view *block = NULL;
    return sl_subblock(x, &block, 0);
}

static sl_status fewer_lanes(void)
{
    return sl_forall_with(SL_POLICY(.vector = -2), ho_sum, SL_RANGE(0, N), x, SL_INTO(y, 0));
}

static sl_status sort_by(sl_view *keys, const int64_t at[4])
{
    sl_view *offsets = NULL;
    must(sl_view_create("offsets", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &offsets));
    must(sl_deep_copy_from_host(offsets, SL_INT64, SL_LAYOUT_RIGHT, at));
    must(sl_sort_segments(keys, offsets));
    sl_view_destroy(&offsets);
    return sl_wait();
}

/* Segments that decrease would lie one on another. */
static sl_status decreasing(void)
{
    return sort_by(y, (int64_t[]){0, N, 0, N});
}

/* No loop of the sort, the ones behind the failed one neither, reads or writes there. */
static sl_status far_segments(void)
{
    return sort_by(x, (int64_t[]){-(INT64_C(1) << 60), (INT64_C(1) << 40), (INT64_C(1) << 62), N});
}

/* The same when it is recorded: its loops are one batch. */
static sl_status far_in_region(void)
{
    const int64_t at[] = {0, INT64_C(1) << 40, INT64_C(1) << 62, N};
    sl_region *region = NULL;
    sl_view *offsets = NULL, *keys = NULL;
    must(sl_view_create("offsets", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &offsets));
    must(sl_deep_copy_from_host(offsets, SL_INT64, SL_LAYOUT_RIGHT, at));
    must(sl_view_create("keys", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &keys));
    int64_t *p = SL_HOST_WRITE(int64_t, keys);
    for (int i = 0; i < N && p != NULL; i++)
        p[i] = N - i;
    must(sl_host_end(keys));
    must(sl_region_begin(&region));
    must(sl_sort_segments(keys, offsets));
    must(sl_region_end(region));
    must(sl_region_run(region));
    const sl_status status = sl_wait();
    sl_region_destroy(&region);
    sl_view_destroy(&offsets);
    sl_view_destroy(&keys);
    return status;
}

static const struct {
    const char *name;
    sl_status (*call)(void);
    sl_status want;
    const char *words;
} rows[] = {
    {"colours of 2^61 targets", many_targets, SL_ERR_MEMORY, "sl_color: expected memory for"},
    {"balanced colours of 2^60 targets", many_balanced, SL_ERR_MEMORY, "sl_color_with: expected memory for"},
    {"2^63 - 1 targets", far_targets, SL_ERR_MEMORY, "sl_renumber: expected memory for"},
    {"numbers of elements and of targets in one view", two_in_one, SL_ERR_ALIAS,
     "sl_renumber: targets: expected memory"},
    {"another length of an array in a region", array_length, SL_ERR_EXTENT, "sl_region_set: value: expected 40 for n"},
    {"the space of a set that has grown", grown_set, SL_ERR_EXTENT,
     "sl_index_set_union: a: expected an index set of 0"},
    {"a list with a larger count", long_list, SL_ERR_EXTENT, "sl_index_set_create: segment: expected a list of 100000"},
    {"a list with the least count", least_list, SL_ERR_EXTENT, "sl_index_set_create: segment: expected"},
    {"a space of no kind", no_kind, SL_ERR_ARGUMENT,
     "sl_index_set_union: a: expected a range, stride, list or index set, "
     "got a space of kind 77"},
    {"2^31 - 1 segments", many_segments, SL_ERR_MEMORY, "sl_index_set_create: "},
    {"a scatter view that was destroyed", dead_scatter, SL_ERR_DESTROYED, "sl_scatter_view_"},
    {"host memory with a stride of 2^46", far_stride, SL_ERR_ARGUMENT, "after which there are fewer"},
    {"indices that are not aligned, which are copied", crooked_list, SL_SUCCESS, NULL},
    {"2^63 - 1 indices", many_indices, SL_ERR_EXTENT, "sl_list_create: count: expected at most"},
    {"a place far behind a first index", far_place, SL_ERR_EXTENT, "sl_view_place: index: expected one in [-3, 37)"},
    {"a target far behind a first index", far_target, SL_ERR_EXTENT, "SL_INTO with an index in [-3, 37)"},
    {"numbers of layouts that have none", spare_numbers, SL_SUCCESS, NULL},
    {"a part of nothing", nothing_far, SL_SUCCESS, NULL},
    {"elements without targets", no_targets, SL_SUCCESS, NULL},
    {"an empty part of what is written", empty_part, SL_SUCCESS, NULL},
    {"nothing, between large extents", nothing_large, SL_ERR_EXTENT, "also of a view of no elements"},
    {"a block of a view without", no_block, SL_ERR_ARGUMENT, "sl_subblock: view: expected one of SL_LAYOUT_BLOCKED"},
    {"fewer than no lanes", fewer_lanes, SL_ERR_UNSUPPORTED,
     "policy.vector: expected 0 for what is no SL_TEAM_KERNEL, got another value"},
    {"offsets that decrease", decreasing, SL_ERR_RAISED,
     "sl_sort_segments (task \"sl_sort_segments\"): offsets: expected "
     "segments that are ranges of the keys, got another one as number 1"},
    {"offsets far outside of the keys", far_segments, SL_ERR_RAISED, "offsets: expected segments that are ranges of"},
    {"such offsets in a region", far_in_region, SL_ERR_RAISED, "offsets: expected segments that are ranges of"},
};

/* Segments by offsets with another first index. */
static void test_shifted_offsets(void)
{
    const int64_t at[] = {0, 7, N}, key[] = {5, 1, 3};
    sl_view *offsets = NULL, *keys = NULL;
    must(sl_view_create("offsets", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 5), SL_EXTENTS(3), &offsets));
    must(sl_deep_copy_from_host(offsets, SL_INT64, SL_LAYOUT_RIGHT, at));
    must(sl_view_create("keys", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &keys));
    int64_t *p = SL_HOST_WRITE(int64_t, keys);
    for (int i = 0; i < N; i++)
        p[i] = key[i % 3] + (i < 7 ? 10 : 0);
    must(sl_host_end(keys));
    must(sl_sort_segments(keys, offsets));
    const int64_t *q = SL_HOST_READ(int64_t, keys);
    int wrong = q == NULL;
    for (int i = 1; i < N && q != NULL; i++)
        wrong += i == 7 ? q[i] != 1 : q[i] < q[i - 1];
    is_int(wrong, 0, "offsets with another first index are those of the segments");
    must(sl_host_end(keys));
    sl_view_destroy(&keys);
    sl_view_destroy(&offsets);
}

void hostile_rows(void)
{
    must(sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    must(sl_view_create("y", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y));
    must(sl_view_create("map", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(N, 3), &map));
    must(sl_view_create("shifted", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -3), SL_EXTENTS(N), &shifted));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const sl_status got = rows[k].call();
        const int good =
            got == rows[k].want && (rows[k].words == NULL || strstr(sl_last_error(), rows[k].words) != NULL);
        if (!ok(good, "%s: %s", rows[k].name, sl_status_name(rows[k].want)))
            diag("%s: %s", sl_status_name(got), got == SL_SUCCESS ? "" : sl_last_error());
    }
    test_shifted_offsets();
    sl_view *const all[] = {x, y, map, shifted};
    for (int k = 0; k < 4; k++) {
        sl_view *view = all[k];
        sl_view_destroy(&view);
    }
}
