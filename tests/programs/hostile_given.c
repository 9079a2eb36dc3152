/* SPDX-License-Identifier: BSD-3-Clause */
/* What random calls are given: what no program means, and objects. */
#include "hostile_given.h"

#include "loop_testing.h"
#include "random_programs.h"

uint64_t hostile_state;
sl_index any(sl_index n)
{
    return below(&hostile_state, n);
}

/* ---- what calls are given -------------------------------------------------------------------------------- */

const sl_index odd[ODD] = {LEAST,   LEAST + 1, -BIT(62), -BIT(32),    -3,       -2,       -1,  0,
                           1,       2,         3,        4,           5,        7,        31,  BIT(46),
                           BIT(58), BIT(61),   BIT(62),  BIT(62) + 1, MOST / 2, MOST - 1, MOST};

sl_index number(void)
{
    return any(2) ? odd[any(sizeof odd / sizeof *odd)] : any(12);
}

int small(void)
{
    static const int ints[] = {INT32_MIN, -7, -2, -1, INT32_MAX, 4096, 4097, 1000000};
    return any(3) == 0 ? ints[any(8)] : (int)any(7);
}

size_t bytes(void)
{
    static const size_t sizes[] = {
        0, 1, 3, 8, 64, 1000, (size_t)1 << 46, (size_t)1 << 62, SIZE_MAX / 2, SIZE_MAX - 63, SIZE_MAX};
    return sizes[any(11)];
}

const char *text(void)
{
    static const char *const texts[] = {
        "",           "%s%n%d",
        "two\nlines", "x",
        "rows",       "tiled",
        "auto",       "rows, tiled",
        ",",          "a label that is longer than the sixty-three bytes that a label may have at most"};
    return any(3) ? NULL : texts[any(10)];
}

struct host_memory host __attribute__((aligned(64)));

void *memory(void)
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
sl_type huge;

sl_type type(void)
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

sl_extents extents(void)
{
    sl_extents e = {.rank = any(12) == 0 ? small() : (int)any(7)};
    for (int d = 0; d < SL_MAX_RANK; d++)
        e.n[d] = any(4) ? any(6) : number();
    return e;
}

sl_layout layout(void)
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

sl_split split(void)
{
    sl_split s = {{0}};
    for (int d = 0; d < SL_MAX_RANK; d++)
        s.n[d] = d == 0 || any(4) == 0 ? small() : 0;
    return s;
}

sl_policy policy(void)
{
    sl_policy p = {.schedule = SL_AUTO};
    for (int k = any(2) ? 0 : 1 + (int)any(3); k > 0; k--)
        switch (any(23)) {
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
        case 21: p.gpu = any(2) ? small() : SL_GPU(small()); break;
        default:
            p.league = any(4) ? any(6) : odd[any(7)]; /* of a large one the views have not that many rows */
            p.team = small();
            p.vector = small();
            p.scratch_bytes = bytes();
        }
    return p;
}

/* ---- objects --------------------------------------------------------------------------------------------- */

sl_view *view_pool[HANDLES + DEAD];
sl_list *list_pool[HANDLES + DEAD];
sl_index_set *set_pool[HANDLES + DEAD];
sl_arena *arena_pool[HANDLES + DEAD];
sl_region *region_pool[HANDLES + DEAD];
sl_event *event_pool[HANDLES + DEAD];
sl_scatter_view *scatter_pool[HANDLES + DEAD];

sl_view *view(void)
{
    return PICK(view_pool);
}

sl_view *view_like(sl_type t, int rank)
{
    sl_view *v = view();
    for (int k = 0; k < 40 && any(8) && (sl_view_type(v) != t || sl_view_rank(v) != rank); k++)
        v = view();
    return v;
}

sl_view *line(void)
{
    return view_like(SL_INT64, 1);
}

sl_space space(int rank)
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
        s.step[any(2) ? 0 : any(6)] = any(2) ? any(9) - 4 : number();
    if (any(15) == 0)
        s.position = number();
    return s;
}

sl_space far_space(int rank)
{
    sl_space s = space(rank);
    if (s.kind == SL_SPACE_BOX && any(3) == 0) {
        const int d = (int)any(rank);
        s.lo[d] = number();
        s.hi[d] = number();
    }
    return s;
}
