/* SPDX-License-Identifier: BSD-3-Clause */
/* A hostile caller: random calls of all functions with what no program means (NULL, what was destroyed, numbers at the
 * ends of 64 bits, counts that do not match, other types and ranks, strides and steps of 0 and below, memory that is
 * not aligned). Each returns; one that is refused says so in a sentence of its own: its name, what it expected, what it
 * got, and no name of the library's inner parts. SL_TEST_SEED repeats a run, SL_TEST_SHOW prints each call. */
#include "hostile_rows.h"

#include <stdlib.h>
#include <string.h>

#include "loop_testing.h"
#include "random_programs.h"

#define MOST INT64_MAX
#define LEAST INT64_MIN
#define BIT(n_) (INT64_C(1) << (n_))

static uint64_t state;
static sl_index any(sl_index n)
{
    return below(&state, n);
}

/* ---- what calls are given -------------------------------------------------------------------------------- */

static const sl_index odd[] = {LEAST,   LEAST + 1, -BIT(62), -BIT(32),    -3,       -2,       -1,  0,
                               1,       2,         3,        4,           5,        7,        31,  BIT(46),
                               BIT(58), BIT(61),   BIT(62),  BIT(62) + 1, MOST / 2, MOST - 1, MOST};

static sl_index number(void)
{
    return any(2) ? odd[any(sizeof odd / sizeof *odd)] : any(12);
}

static int small(void)
{
    static const int ints[] = {INT32_MIN, -7, -2, -1, INT32_MAX, 4096, 4097, 1000000};
    return any(3) == 0 ? ints[any(8)] : (int)any(7);
}

static size_t bytes(void)
{
    static const size_t sizes[] = {
        0, 1, 3, 8, 64, 1000, (size_t)1 << 46, (size_t)1 << 62, SIZE_MAX / 2, SIZE_MAX - 63, SIZE_MAX};
    return sizes[any(11)];
}

static const char *text(void)
{
    static const char *const texts[] = {
        "",           "%s%n%d",
        "two\nlines", "x",
        "rows",       "tiled",
        "auto",       "rows, tiled",
        ",",          "a label that is longer than the sixty-three bytes that a label may have at most"};
    return any(3) ? NULL : texts[any(10)];
}

/* More than any call reads that is given a number below 2^46. */
static struct {
    int64_t first[8192], words[8192], last[8192];
} host __attribute__((aligned(64)));

static void *memory(void)
{
    char *at = (char *)host.words;
    return any(12) == 0 ? NULL : any(5) == 0 ? at + any(64) : at + 64 * any(8);
}

struct grain {
    char c;
};
struct wide {
    double d[24];
};
SL_STRUCT(struct grain);
SL_STRUCT(struct wide);
static sl_type huge;

static sl_type type(void)
{
    const sl_type types[] = {SL_TYPE(struct grain),
                             SL_TYPE(struct wide),
                             huge,
                             0,
                             -1,
                             INT32_MIN,
                             INT32_MAX,
                             11 + (int)any(9),
                             SL_INT32,
                             SL_DOUBLE,
                             SL_FLOAT,
                             SL_UINT8};
    return any(3) ? SL_INT64 : types[any(12)];
}

static sl_extents extents(void)
{
    sl_extents e = {.rank = any(12) == 0 ? small() : (int)any(7)};
    for (int d = 0; d < SL_MAX_RANK; d++)
        e.n[d] = any(4) ? any(6) : number();
    return e;
}

static sl_layout layout(void)
{
    sl_layout l = {.kind = (sl_layout_kind)(any(15) == 0 ? small() : any(8))};
    l.count = any(12) == 0 ? small() : (int)any(7);
    for (int d = 0; d < SL_MAX_RANK; d++) {
        l.stride[d] = any(3) ? any(6) : number();
        l.first[d] = any(3) ? any(6) - 3 : number();
    }
    l.pad = any(8) ? 0 : number();
    l.firsts = any(3) ? 0 : any(9) == 0 ? small() : (int)any(7);
    return l;
}

static sl_split split(void)
{
    sl_split s = {{0}};
    for (int d = 0; d < SL_MAX_RANK; d++)
        s.n[d] = d == 0 || any(4) == 0 ? small() : 0;
    return s;
}

static sl_policy policy(void)
{
    sl_policy p = {.schedule = SL_AUTO};
    for (int k = any(2) ? 0 : 1 + (int)any(3); k > 0; k--)
        switch (any(22)) {
        case 0: p.where = (sl_where)small(); break;
        case 1: p.schedule = (sl_schedule)small(); break;
        case 2: p.chunk = number(); break;
        case 3: p.order[any(SL_MAX_RANK)] = small(); break;
        case 4: p.tile[any(SL_MAX_RANK)] = number(); break;
        case 5: p.iterate_outer = (sl_iterate)small(); break;
        case 6: p.iterate_inner = (sl_iterate)small(); break;
        case 7: p.collapse = small(); break;
        case 8: p.block = small(); break;
        case 9: p.min_blocks = small(); break;
        case 10: p.grid = number(); break;
        case 11: p.occupancy = (sl_occupancy){small(), small(), small(), small(), NULL}; break;
        case 12: p.priority = small(); break;
        case 13: p.synchronous = small(); break;
        case 14: p.combine = small(); break;
        case 15: p.split = split(); break;
        case 16: p.scatter = (sl_scatter)small(); break;
        case 17: p.reproducible = (sl_reproducible)small(); break;
        case 18: p.segments = (sl_segments)small(); break;
        case 19: p.label = text(); break;
        case 20: p.nest = text(); break;
        default:
            p.league = any(4) ? any(6) : odd[any(7)]; /* of a large one the views have not that many rows */
            p.team = small();
            p.vector = small();
            p.scratch_bytes = bytes();
        }
    return p;
}

/* ---- objects --------------------------------------------------------------------------------------------- */

/* Handles of each kind; behind them some of what was destroyed. */
enum { HANDLES = 24, DEAD = 2 };
static sl_view *view_pool[HANDLES + DEAD];
static sl_list *list_pool[HANDLES + DEAD];
static sl_index_set *set_pool[HANDLES + DEAD];
static sl_arena *arena_pool[HANDLES + DEAD];
static sl_region *region_pool[HANDLES + DEAD];
static sl_event *event_pool[HANDLES + DEAD];
static sl_scatter_view *scatter_pool[HANDLES + DEAD];

/* One of a pool: NULL at times. */
#define PICK(pool_) (any(20) == 0 ? NULL : (pool_)[any(12) ? any(HANDLES) : HANDLES + any(DEAD)])
/* Has a pool keep what a call has made. */
#define KEEP(pool_, destroy_, call_) \
    do { \
        const int at_ = (int)any(HANDLES); \
        __typeof__((pool_)[0]) made_ = NULL; \
        if ((call_) == SL_SUCCESS) { \
            if ((pool_)[at_] != NULL && any(4)) { \
                (pool_)[HANDLES + any(DEAD)] = (pool_)[at_]; \
                destroy_(&(pool_)[at_]); \
            } \
            (pool_)[at_] = made_; \
        } \
    } while (0)

static sl_view *view(void)
{
    return PICK(view_pool);
}

/* Mostly one of a type and rank. */
static sl_view *view_like(sl_type t, int rank)
{
    sl_view *v = view();
    for (int k = 0; k < 40 && any(8) && (sl_view_type(v) != t || sl_view_rank(v) != rank); k++)
        v = view();
    return v;
}

static sl_view *line(void)
{
    return view_like(SL_INT64, 1);
}

/* A space of few points, or of many that no view has. */
static sl_space space(int rank)
{
    const sl_index ends[] = {LEAST, MOST - 4, 0, 0, 0, -2};
    sl_space s = {.rank = any(15) == 0 ? small() : rank};
    if (rank == 1 && any(3) == 0) {
        const sl_index step[] = {0, 1, -1, 2, -3, LEAST, MOST, BIT(62), -BIT(62)};
        const sl_index lo = ends[any(6)], by = step[any(9)];
        return sl_space_stride(lo, any(2) ? (sl_index)((uint64_t)lo + (uint64_t)any(5) * (uint64_t)by) : lo, by);
    }
    if (rank == 1 && any(3) == 0)
        return any(2) ? sl_list_space(PICK(list_pool)) : sl_index_set_space(PICK(set_pool));
    for (int d = 0; d < SL_MAX_RANK; d++) {
        s.lo[d] = ends[any(6)];
        s.hi[d] = s.lo[d] + any(5);
    }
    if (any(15) == 0)
        s.kind = small();
    if (any(15) == 0)
        s.step = any(2) ? any(9) - 4 : number();
    if (any(15) == 0)
        s.position = number();
    return s;
}

/* One that is many times as large, for kernels whose views refuse it. */
static sl_space far_space(int rank)
{
    sl_space s = space(rank);
    if (s.kind == SL_SPACE_BOX && any(3) == 0) {
        const int d = (int)any(rank);
        s.lo[d] = number();
        s.hi[d] = number();
    }
    return s;
}

/* ---- calls ----------------------------------------------------------------------------------------------- */

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
        s.step = number();
    if (any(12) == 0)
        s.object = NULL;
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
    switch (any(5)) {
    case 0: sl_sort_with(policy(), order, x); break;
    case 1: sl_sort_pairs_with(policy(), order, x, line()); break;
    case 2: sl_sort_segments_with(policy(), order, x, line()); break;
    case 3: sl_sort_segments_pairs_with(policy(), order, x, line(), line()); break;
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
    switch (any(8)) {
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

static const struct {
    const char *name; /* for messages of the test */
    void (*call)(void);
    int weight;
} calls[] = {
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
enum { CALLS = sizeof calls / sizeof *calls };

/* ---- sentences ------------------------------------------------------------------------------------------- */

static long said, bad;
static const char *current;

/* What the log says at levels of errors: what sl_last_error() says, and failures of tasks. */
static void hear(sl_log_level level, const char *file, int line, const char *sentence, void *arg)
{
    (void)file, (void)line, (void)arg;
    if (level != SL_LOG_ERROR)
        return;
    said++;
    const int whole = (strncmp(sentence, "sl_", 3) == 0 || strncmp(sentence, "host task ", 10) == 0 ||
                       strncmp(sentence, "kernel ho_", 10) == 0 || strncmp(sentence, "SL_HOST_ANY", 11) == 0) &&
                      strstr(sentence, "sl__") == NULL;
    if (getenv("SL_TEST_SHOW"))
        fprintf(stderr, "  %s\n", sentence);
    if (!whole && bad++ < 20)
        diag("%s says: %s", current, sentence);
}

/* ---- running ------------------------------------------------------------------------------------------------ */

static void fill(void)
{
    for (int k = 0; k < HANDLES; k++) {
        const int64_t n = 1 + any(40);
        sl_view *v = NULL;
        if (k % 4 == 0)
            must(sl_view_create("line", SL_INT64, any(3) ? SL_LAYOUT_RIGHT : SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -3),
                                SL_EXTENTS(n), &v));
        else if (k % 4 == 1)
            must(sl_view_create("box", SL_INT64, any(2) ? SL_LAYOUT_LEFT : SL_LAYOUT_BLOCKED(2, 3), SL_EXTENTS(5, n),
                                &v));
        else if (k % 4 == 2)
            must(sl_view_create("map", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n, 3), &v));
        else
            must(sl_view_create("one", any(2) ? SL_INT64 : SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &v));
        view_pool[k] = v;
    }
}

static void close_all(void)
{
    for (int k = 0; k < HANDLES; k++)
        if (region_pool[k] != NULL)
            sl_region_end(region_pool[k]);
    while (opened > 0) {
        sl_host_end(open_view[--opened]); /* another call may have done so */
        sl_view_destroy(&open_view[opened]);
    }
    (void)sl_wait();
    for (int k = 0; k < HANDLES; k++) {
        sl_region_destroy(&region_pool[k]);
        sl_event_destroy(&event_pool[k]);
        sl_list_destroy(&list_pool[k]);
        sl_index_set_destroy(&set_pool[k]);
        sl_scatter_view_destroy(&scatter_pool[k]);
        sl_view_destroy(&view_pool[k]);
        sl_arena_destroy(&arena_pool[k]);
    }
}

static void run(int steps)
{
    int weights = 0;
    for (int c = 0; c < CALLS; c++)
        weights += calls[c].weight;
    fill();
    for (int s = 0; s < steps; s++) {
        int at = (int)any(weights), c = 0;
        while (at >= calls[c].weight)
            at -= calls[c++].weight;
        current = calls[c].name;
        if (getenv("SL_TEST_SHOW"))
            fprintf(stderr, "%d: %s %d\n", s, current, c);
        calls[c].call();
    }
    current = "the end";
    close_all();
}

int main(void)
{
    const test_clock clock = test_time(0.9);
    long programs = 0;
    state = test_seed(1) << 32;
    sl_log_set_handler(hear, NULL);
    sl_log_set_level(SL_LOG_INFO);
    huge = sl_type_struct("struct huge", (size_t)BIT(61), 8);
    must(sl_init(NULL));
    hostile_rows();
    do {
        const uint64_t seed = state;
        if (getenv("SL_TEST_SHOW"))
            fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
        run(100);
        state = seed + 1;
        programs++;
    } while (test_time_left(&clock));
    ok(programs > 0, "%ld programs of calls that nobody means have ended", programs);
    is_int(bad, 0, "%ld refused calls say so in the words of the call", said);
    must(sl_finalize());
    return done_testing();
}
