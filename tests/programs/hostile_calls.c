/* SPDX-License-Identifier: BSD-3-Clause */
/* Random calls of all functions: each draws what it is given. */
#include "hostile_calls.h"

#include "loop_testing.h"

static sl_index place_of(const sl_index *x, const sl_index *n)
{
    (void)n;
    return odd[(sl_index)(sizeof odd / sizeof *odd) / 2 + (x[0] & 3)];
}

static int compare(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

static int run_task(void *arg)
{
    (void)sl_task_data(view_pool[0]);
    (void)sl_task_stream();
    return arg != NULL;
}

static void a_view_create(void)
{
    KEEP(view_pool, sl_view_destroy, sl_view_create(text(), type(), layout(), extents(), &made_));
}

static void a_view_create_with(void)
{
    KEEP(view_pool, sl_view_destroy,
         sl_view_create_with(text(), type(), layout(), extents(), any(2) ? 0 : (unsigned)small(), &made_));
}

static void a_view_wrap(void)
{
    KEEP(view_pool, sl_view_destroy, sl_view_wrap(text(), type(), layout(), extents(), memory(), &made_));
}

static void a_view_wrap_cuda(void)
{
    KEEP(view_pool, sl_view_destroy, sl_view_wrap_cuda(text(), type(), layout(), extents(), memory(), small(), &made_));
}

static void a_subview(void)
{
    struct sl__slice s[SL_MAX_RANK];
    sl_view *v = view();
    const int rank = any(12) == 0 ? small() : sl_view_rank(v);
    for (int d = 0; d < SL_MAX_RANK; d++) {
        const sl_index n = sl_view_extent(v, d), first = sl_view_first(v, d), lo = first + any(n < MOST ? n + 1 : n);
        s[d] = (struct sl__slice){any(8) ? lo : number(), any(8) ? lo + any(first + n - lo) : number(),
                                  any(20) ? (int)any(3) : small()};
    }
    KEEP(view_pool, sl_view_destroy, sl_view_sub(v, rank, any(20) ? s : NULL, &made_));
}

static void a_subblock(void)
{
    const sl_index at[SL_MAX_RANK] = {any(2) ? 0 : number(), any(2), any(2) ? 0 : number(), 0, 0, 0};
    sl_view *v = view();
    KEEP(view_pool, sl_view_destroy, sl_view_block(v, any(9) ? sl_view_rank(v) : small(), any(20) ? at : NULL, &made_));
}

static void a_reshape(void)
{
    sl_view *v = view();
    const sl_extents flat = SL_EXTENTS(sl_view_size(v)), two = SL_EXTENTS(1, sl_view_size(v));
    KEEP(view_pool, sl_view_destroy,
         sl_view_reshape(v, any(2) ? SL_LAYOUT_LEFT : layout(),
                         any(3) == 0 ? extents()
                         : any(2)    ? flat
                                     : two,
                         &made_));
}

static void a_readonly(void)
{
    KEEP(view_pool, sl_view_destroy, sl_view_readonly(view(), &made_));
}

static void a_mirror(void)
{
    KEEP(view_pool, sl_view_destroy, sl_view_mirror(view(), (sl_mirror)small(), &made_));
}

static void an_assign(void)
{
    sl_view_assign(any(20) ? &view_pool[any(HANDLES)] : NULL, view());
}

static void a_destroy(void)
{
    sl_view *again = view_pool[any(HANDLES)];
    if (any(2))
        sl_view_destroy(&view_pool[any(HANDLES)]);
    else if (again != NULL && sl_view_retain(again) != NULL)
        sl_view_destroy(&again); /* the pool's handle stays */
}

static void a_resize(void)
{
    sl_view_resize(any(20) ? &view_pool[any(HANDLES)] : NULL, extents());
}

static void a_swap(void)
{
    sl_view_swap(any(20) ? &view_pool[any(HANDLES)] : NULL, any(20) ? &view_pool[any(HANDLES)] : NULL);
}

static void a_question(void)
{
    sl_view *v = view();
    const sl_index at[SL_MAX_RANK] = {number(), number(), number(), number(), number(), number()};
    size_t size;
    (void)sl_view_label(v);
    (void)sl_view_extent(v, small());
    (void)sl_view_stride(v, small());
    (void)sl_view_first(v, small());
    (void)sl_view_place(v, any(9) ? sl_view_rank(v) : small(), any(20) ? at : NULL);
    sl_view_bytes_needed(type(), layout(), extents(), any(20) ? &size : NULL);
}

static void a_map(void)
{
    sl_view_set_map(view(), any(9) ? place_of : NULL);
}

/* What is left open, with references of their own. */
static sl_view *open_view[HANDLES];
static int opened;

static void a_host_access(void)
{
    sl_view *v = view();
    if (sl_host_begin(v, (sl_access)small(), any(2) ? type() : sl_view_type(v), any(2) ? "SL_HOST_ANY" : NULL) == NULL)
        return;
    if (opened < HANDLES && any(9) == 0)
        open_view[opened++] = sl_view_retain(v);
    else
        sl_host_end(v);
}

static void a_host_end(void)
{
    sl_host_end(view());
}

static void a_split(void)
{
    any(3) ? sl_view_split(view(), split()) : sl_view_join(view());
}

static void a_dual(void)
{
    sl_view *v = view();
    switch (any(6)) {
    case 0: sl_view_modify_host(v); break;
    case 1: sl_view_modify_device(v); break;
    case 2: sl_view_sync_host(v); break;
    case 3: sl_view_sync_device(v); break;
    case 4: (void)sl_view_need_sync_host(v); break;
    default: (void)sl_view_need_sync_device(v);
    }
}

static void a_copy(void)
{
    sl_view *v = line();
    switch (any(4)) {
    case 0: sl_deep_copy(v, line()); break;
    case 1: sl_view_fill(v, any(4) ? sl_view_type(v) : type(), memory()); break;
    case 2: sl_deep_copy_from_host(v, any(4) ? sl_view_type(v) : type(), layout(), memory()); break;
    default: sl_deep_copy_to_host(any(4) ? sl_view_type(v) : type(), layout(), memory(), v);
    }
}

static void a_list(void)
{
    const sl_index huge_counts[] = {LEAST, -1, MOST, BIT(46), BIT(58), BIT(62)};
    const sl_index count = any(4) ? any(9) : huge_counts[any(6)];
    const sl_type t = any(2) ? SL_INT64 : any(2) ? SL_INT32 : type();
    switch (any(5)) {
    case 0: KEEP(list_pool, sl_list_destroy, sl_list_create(text(), t, memory(), count, &made_)); break;
    case 1: KEEP(list_pool, sl_list_destroy, sl_list_wrap(text(), t, memory(), count, &made_)); break;
    case 2: KEEP(list_pool, sl_list_destroy, sl_list_from_view(line(), &made_)); break;
    case 3: sl_list_check_unique(PICK(list_pool)); break;
    default: (void)sl_list_size(PICK(list_pool));
    }
}

/* A space as a program might have written it by hand. */
static sl_space forged(void)
{
    sl_space s = any(2) ? space(1) : sl_list_space(PICK(list_pool));
    if (any(6) == 0)
        s.step[0] = number();
    if (any(12) == 0)
        s.object[0] = NULL;
    if (any(12) == 0)
        s.kind = small();
    return s;
}

static void a_set(void)
{
    const sl_space segments[] = {forged(), forged(), forged()};
    const int first = small();
    switch (any(9)) {
    case 0:
        KEEP(set_pool, sl_index_set_destroy,
             sl_index_set_create(text(), any(3) ? (int)any(4) : -1, any(20) ? segments : NULL, &made_));
        break;
    case 1: sl_index_set_push(PICK(set_pool), forged()); break;
    case 2: KEEP(set_pool, sl_index_set_destroy, sl_index_set_slice(PICK(set_pool), first, small(), &made_)); break;
    case 3: KEEP(set_pool, sl_index_set_destroy, sl_index_set_union(text(), forged(), forged(), &made_)); break;
    case 4: KEEP(set_pool, sl_index_set_destroy, sl_index_set_intersection(text(), forged(), forged(), &made_)); break;
    case 5: KEEP(set_pool, sl_index_set_destroy, sl_index_set_difference(text(), forged(), forged(), &made_)); break;
    case 6:
        KEEP(set_pool, sl_index_set_destroy,
             sl_index_set_where(text(), (sl_comparison)small(), memory(), view(), &made_));
        break;
    case 7: sl_index_set_check_unique(PICK(set_pool)); break;
    default: (void)sl_index_set_segment(PICK(set_pool), first);
    }
}

static void an_arena(void)
{
    switch (any(5)) {
    case 0: KEEP(arena_pool, sl_arena_destroy, sl_arena_create(text(), bytes(), &made_)); break;
    case 1: sl_arena_reset(PICK(arena_pool)); break;
    case 2: (void)sl_arena_used(PICK(arena_pool)); break;
    default:
        KEEP(view_pool, sl_view_destroy, sl_arena_view(PICK(arena_pool), text(), type(), layout(), extents(), &made_));
    }
}

static void a_color(void)
{
    sl_view *map = view_like(SL_INT32, 2);
    const sl_index targets = any(2) ? 40 : odd[any(sizeof odd / sizeof *odd)];
    sl_color_stats stats;
    sl_renumber_stats numbers;
    switch (any(5)) {
    case 0: KEEP(set_pool, sl_index_set_destroy, sl_color_with((sl_coloring){small()}, map, targets, &made_)); break;
    case 1: sl_color_check(map, targets, PICK(set_pool)); break;
    case 2: sl_color_statistics(PICK(set_pool), any(9) ? &stats : NULL); break;
    case 3: sl_renumber(map, targets, any(2) ? NULL : line(), any(2) ? NULL : line()); break;
    default: sl_renumber_statistics(map, targets, any(9) ? &numbers : NULL);
    }
}

static void a_scan(void)
{
    sl_view *x = line();
    if (any(2))
        sl_scan_inclusive_with(policy(), (sl_operator)small(), any(2) ? 0 : small(), x, any(2) ? x : line());
    else
        sl_scan_exclusive_with(policy(), (sl_operator)small(), any(2) ? 0 : small(), memory(), x, any(2) ? x : line());
}

static void a_sort(void)
{
    sl_view *x = line();
    const sl_order order = (sl_order)(any(9) ? any(2) : small());
    switch (any(6)) {
    case 0: sl_sort_with(policy(), order, x); break;
    case 1: sl_sort_pairs_with(policy(), order, x, line()); break;
    case 2: sl_sort_segments_with(policy(), order, x, line()); break;
    case 3: sl_sort_segments_pairs_with(policy(), order, x, line(), line()); break;
    case 4: sl_sort_pairs_by_with(policy(), any(9) ? compare : NULL, x, line()); break;
    default: sl_sort_by_with(policy(), any(9) ? compare : NULL, x);
    }
}

static void an_algorithm(void)
{
    sl_view *x = line(), *count = view_like(SL_INT64, 0);
    const sl_comparison c = (sl_comparison)small();
    switch (any(6)) {
    case 0: sl_count_if_with(policy(), c, memory(), x, count); break;
    case 1: sl_find_if_with(policy(), c, memory(), x, count); break;
    case 2: sl_minmax_of_with(policy(), x, line()); break;
    case 3: sl_equal_with(policy(), x, line(), count); break;
    case 4: sl_copy_if_with(policy(), c, memory(), x, line(), line(), count); break;
    default: sl_unique_with(policy(), x, line(), count);
    }
}

static void a_scatter_view(void)
{
    switch (any(4)) {
    case 0:
        KEEP(scatter_pool, sl_scatter_view_destroy,
             sl_scatter_view_create((sl_operator)(any(4) ? 1 + any(4) : small()), line(), &made_));
        break;
    case 1: sl_scatter_view_contribute_with(policy(), PICK(scatter_pool), line()); break;
    case 2: sl_scatter_view_reset(PICK(scatter_pool)); break;
    default: {
        sl_view *own = sl_scatter_view_access(PICK(scatter_pool));
        sl_forall_with(policy(), ho_scatter, far_space(1), sl_view_first(own, 0), line(), own);
    }
    }
}

static void a_region(void)
{
    sl_region_counts counts;
    const int at = (int)any(HANDLES);
    switch (any(9)) {
    case 0: sl_region_begin(any(20) ? &region_pool[at] : NULL); break;
    case 1:
    case 2: sl_region_end(PICK(region_pool)); break;
    case 3: sl_region_run(PICK(region_pool)); break;
    case 4:
        sl_region_set(PICK(region_pool), small(),
                      any(3) == 0 ? text()
                      : any(2)    ? "a"
                                  : "n",
                      memory(), any(2) ? 8 : bytes());
        break;
    case 5: sl_region_set_view(PICK(region_pool), line(), line()); break;
    case 7: sl_region_set_call(PICK(region_pool), small()); break;
    case 6: sl_region_count(PICK(region_pool), any(9) ? &counts : NULL); break;
    default: sl_region_destroy(&region_pool[at]);
    }
}

static void a_task(void)
{
    const sl_policy p = policy();
    sl_use uses[40];
    for (int k = 0; k < 40; k++)
        uses[k] = (sl_use){view(), (sl_access)(any(9) ? 1 + any(3) : small())};
    const int count = any(2) ? (int)any(4) : any(2) ? small() % 41 : small();
    sl_task_submit(any(9) ? &p : NULL, any(12) ? run_task : NULL, any(12) ? NULL : &host, any(20) ? uses : NULL,
                   count > 40 && count < 2000000 ? 40 : count);
}

static void an_event(void)
{
    switch (any(4)) {
    case 0: KEEP(event_pool, sl_event_destroy, sl_event_record(&made_)); break;
    case 1: sl_event_wait(PICK(event_pool)); break;
    case 2: (void)sl_event_test(PICK(event_pool)); break;
    default: any(2) ? sl_wait() : sl_view_wait(view());
    }
}

static void a_loop(void)
{
    sl_view *x = line(), *y = line(), *pack[] = {line(), any(2) ? x : line(), line()};
    int64_t sum;
    switch (any(10)) {
    case 0: sl_forall_with(policy(), ho_own, far_space(1), any(9), x, y); break;
    case 1: sl_forall_with(policy(), ho_free, space(1), sl_view_first(x, 0), sl_view_first(y, 0), x, y); break;
    case 2: sl_forall_with(policy(), ho_halo, far_space(1), sl_view_first(x, 0), x, y); break;
    case 3: sl_forall_with(policy(), ho_flat, far_space(2), view_like(SL_INT64, 2), view_like(SL_INT64, 2)); break;
    case 4: sl_forall_with(policy(), ho_cube, far_space(3), view_like(SL_INT64, 3), view_like(SL_INT64, 3)); break;
    case 5: sl_forall_with(policy(), ho_blocked, far_space(2), view_like(SL_INT64, 2)); break;
    case 6: sl_forall_with(policy(), ho_scalar, space(1), view_like(SL_INT64, 0)); break;
    case 7: sl_forall_with(policy(), ho_pack, far_space(1), pack, y); break;
    case 8: sl_reduce_with(policy(), ho_sum, far_space(1), x, any(9) ? &sum : NULL); break;
    default: sl_forall_with(policy(), ho_scan, far_space(1), x, y, SL_INTO(view_like(SL_INT64, 0)));
    }
}

static void another_loop(void)
{
    sl_view *x = line(), *y = line();
    const sl_index n = any(2) ? sl_view_extent(y, 0) : number();
    switch (any(7)) {
    case 0: sl_forall_with(policy(), ho_array, far_space(1), n, sl_view_first(y, 0), x, y); break;
    case 1: sl_forall_with(policy(), ho_multi, far_space(1), sl_view_first(y, 0), x, y); break;
    case 2: sl_forall_with(policy(), ho_scatter, far_space(1), sl_view_first(y, 0), x, y); break;
    case 3: {
        sl_view *m = view_like(SL_INT32, 2);
        sl_forall_with(policy(), ho_mesh, far_space(1), sl_view_first(m, 1), sl_view_first(y, 0), m, y);
        break;
    }
    case 4: sl_launch(policy(), ho_team, n, y); break;
    case 5: sl_nest_with(policy(), ho_nest, far_space(2), view_like(SL_INT64, 2)); break;
    default: sl_forall_with(policy(), ho_sum, far_space(1), x, SL_INTO(y, number()));
    }
}

static void a_pause(void)
{
    if (sl_pause() == SL_SUCCESS)
        sl_resume();
    sl_resume();
}

static void a_type(void)
{
    static const char *const names[] = {"struct grain", "struct wide", "struct new", "", NULL};
    (void)sl_type_struct(names[any(5)], bytes(), bytes());
    (void)sl_type_name(type());
}

const struct hostile_call calls[] = {
    {"sl_view_create", a_view_create, 3},
    {"sl_view_create_with", a_view_create_with, 1},
    {"sl_view_wrap", a_view_wrap, 3},
    {"sl_view_wrap_cuda", a_view_wrap_cuda, 1},
    {"sl_subview", a_subview, 6},
    {"sl_subblock", a_subblock, 2},
    {"sl_view_reshape", a_reshape, 2},
    {"sl_view_readonly", a_readonly, 1},
    {"sl_view_mirror", a_mirror, 1},
    {"sl_view_assign", an_assign, 1},
    {"sl_view_", a_destroy, 3},
    {"sl_view_resize", a_resize, 1},
    {"sl_view_swap", a_swap, 1},
    {"sl_view_", a_question, 1},
    {"sl_view_set_map", a_map, 1},
    {"sl_host_begin", a_host_access, 2},
    {"sl_host_end", a_host_end, 3},
    {"sl_view_", a_split, 1},
    {"sl_view_", a_dual, 1},
    {"sl_", a_copy, 3},
    {"sl_list_", a_list, 3},
    {"sl_index_set_", a_set, 4},
    {"sl_arena_", an_arena, 3},
    {"sl_", a_color, 3},
    {"sl_scan_", a_scan, 2},
    {"sl_sort", a_sort, 3},
    {"sl_", an_algorithm, 3},
    {"sl_", a_scatter_view, 3},
    {"sl_region_", a_region, 4},
    {"sl_task", a_task, 2},
    {"sl_", an_event, 2},
    {"sl_", a_loop, 12},
    {"sl_", another_loop, 8},
    {"sl_", a_pause, 1},
    {"sl_type_struct", a_type, 1},
};
const int call_count = sizeof calls / sizeof *calls;

void end_host_accesses(void)
{
    while (opened > 0) {
        sl_host_end(open_view[--opened]); /* another call may have done so */
        sl_view_destroy(&open_view[opened]);
    }
}
