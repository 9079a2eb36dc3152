/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs of all calls: what waits, or is not recorded in a region. */
#include <stdlib.h>
#include <string.h>

#include "random_calls.h"

#define X(view, at) ((view)->x[at])

static rc_view *any_view(rc_run *r, const rc_step *s, int k)
{
    static const int groups[] = {RC_LINE, RC_INTS, RC_FLAT, RC_CUBE, RC_HYPER, RC_SCALAR, RC_BINS};
    return rc_of(r, s, groups[s->r[4] % 7], k);
}

/* Where element @p i, in the order of C, of a view is in its host memory. */
static sl_index place_of(const rc_view *v, sl_index i)
{
    sl_index at[4] = {0};
    for (int d = v->rank - 1; d >= 0; i /= v->n[d--])
        at[d] = i % v->n[d];
    return sl_view_place(v->view, v->rank, at);
}

/* ---- host accesses, host copies ------------------------------------------------------------------------ */

/* Compares all, and adds to all where it may write: the plain part, too. */
static void access_call(rc_run *r, const rc_step *s)
{
    rc_view *v = any_view(r, s, 0);
    const sl_access access = (sl_access)(1 + s->r[5] % 3);
    void *memory = sl_host_begin(v->view, access, v->type, "access");
    if (memory == NULL) {
        rc_tried(r, sl_last_status(), "sl_host_begin");
        return;
    }
    for (sl_index i = 0; i < v->size; i++) {
        const sl_index at = place_of(v, i);
        if (access != SL_WRITE)
            rc_compare(r, "host access", i, rc_word(v->type, memory, at), X(v, i));
        if (access != SL_READ) {
            rc_put(v->type, memory, at, (access == SL_WRITE ? 0 : X(v, i)) + s->r[3] % 50 + (uint64_t)(i % 7));
            X(v, i) = rc_word(v->type, memory, at);
        }
    }
    RC_TRY(r, sl_host_end(v->view));
}

static void to_host_call(rc_run *r, const rc_step *s)
{
    rc_view *v = any_view(r, s, 0);
    const sl_layout layout = s->r[5] & 1 ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT;
    uint64_t *memory = calloc((size_t)v->size + 1, sizeof *memory);
    sl_view *like = NULL; /* tells where elements are in memory of that layout */
    RC_TRY(r, sl_view_create("like", v->type, layout, rc_extents(v), &like));
    RC_TRY(r, sl_deep_copy_to_host(v->type, layout, memory, v->view));
    RC_TRY(r, s->r[6] & 1 ? sl_view_wait(v->view) : sl_wait());
    rc_view w = *v;
    w.view = like;
    for (sl_index i = 0; i < v->size; i++) {
        rc_compare(r, "copy to the host", i, rc_word(v->type, memory, place_of(&w, i)), X(v, i));
        X(v, i) += (uint64_t)(i % 3);
        if (v->type == SL_INT32)
            X(v, i) = (uint64_t)(int64_t)(int32_t)X(v, i);
        rc_put(v->type, memory, place_of(&w, i), X(v, i));
    }
    RC_TRY(r, sl_deep_copy_from_host(v->view, v->type, layout, memory));
    RC_TRY(r, sl_view_wait(v->view));
    sl_view_destroy(&like);
    free(memory);
}

/* ---- results in host memory ---------------------------------------------------------------------------- */

static void places_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_INTS, 0);
    const sl_space box = rc_box(s, x);
    SL_LOC(int32_t) least = {0, 0}, most = {0, 0}, low = {INT32_MAX, INT64_MAX}, high = {INT32_MIN, INT64_MAX};
    SL_MINMAX(int32_t) ends = {0, 0};
    SL_MINMAXLOC(int32_t) both = {0, 0, 0, 0};
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++) {
        const int32_t v = (int32_t)X(x, i);
        if (v < low.value || low.index == INT64_MAX)
            low = (SL_LOC(int32_t)){v, i};
        if (v > high.value || high.index == INT64_MAX)
            high = (SL_LOC(int32_t)){v, i};
    }
    RC_TRY(r, sl_reduce_with(rc_policy(s, 1), rc_places, box, x->view, &least, &most, &ends, &both));
    const int64_t got[] = {least.value, least.index, most.value, most.index,    ends.lo,
                           ends.hi,     both.lo,     both.hi,    both.lo_index, both.hi_index};
    const int64_t want[] = {low.value,  low.index, high.value, high.index, low.value,
                            high.value, low.value, high.value, low.index,  high.index};
    for (int k = 0; k < 10; k++)
        rc_compare(r, "results of minloc and its like", k, (uint64_t)got[k], (uint64_t)want[k]);
}

/* ---- colours ------------------------------------------------------------------------------------------- */

static void color_call(rc_run *r, const rc_step *s)
{
    rc_view *map = rc_of(r, s, RC_MAP, 0), *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    sl_index_set *set = NULL;
    RC_TRY(r, sl_color_with((sl_coloring){.balance = (int)(s->r[3] & 1)}, map->view, b->size, &set));
    RC_TRY(r, sl_color_check(map->view, b->size, set));
    RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_corners, SL_INDEX_SET(set), map->view, x->view, b->view));
    sl_index_set_destroy(&set);
    for (sl_index i = 0; i < x->size; i++)
        for (sl_index j = 0; j < 3; j++)
            X(b, X(map, 3 * i + j)) += X(x, i) + (uint64_t)j;
}

/* Whether the numbers are those below n, each once. */
static void compare_numbers(rc_run *r, const char *what, const int32_t number[], sl_index n)
{
    char *seen = calloc((size_t)n + 1, 1);
    for (sl_index i = 0; number && i < n; i++)
        if (number[i] < 0 || number[i] >= n || seen[number[i]]++)
            rc_compare(r, what, i, (uint64_t)(int64_t)number[i], UINT64_MAX);
    free(seen);
}

static void renumber_call(rc_run *r, const rc_step *s)
{
    rc_view *map = rc_of(r, s, RC_MAP, 0), *b = rc_of(r, s, RC_BINS, 0);
    sl_view *view[2] = {NULL, NULL};
    const int32_t *number[2];
    for (int k = 0; k < 2; k++)
        RC_TRY(r, sl_view_create("numbers", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(k ? b->size : map->n[0]), &view[k]));
    RC_TRY(r, sl_renumber(map->view, b->size, view[0], view[1]));
    for (int k = 0; k < 2; k++)
        number[k] = SL_HOST_READ(int32_t, view[k]);
    compare_numbers(r, "numbers of elements", number[0], map->n[0]);
    compare_numbers(r, "numbers of targets", number[1], b->size);
    int32_t *least = malloc((size_t)(map->n[0] + 1) * sizeof *least); /* of the element of each number */
    for (sl_index i = 0; i < map->n[0] && r->wrong == 0; i++) {
        int32_t *at = &least[number[0][i]];
        *at = INT32_MAX;
        for (sl_index j = 0; j < 3; j++)
            *at = number[1][X(map, 3 * i + j)] < *at ? number[1][X(map, 3 * i + j)] : *at;
    }
    for (sl_index i = 1; i < map->n[0] && r->wrong == 0; i++)
        if (least[i] < least[i - 1])
            rc_compare(r, "an element's smallest target", i, (uint64_t)least[i], (uint64_t)least[i - 1]);
    free(least);
    for (int k = 0; k < 2; k++) {
        RC_TRY(r, sl_host_end(view[k]));
        sl_view_destroy(&view[k]);
    }
}

/* ---- sets that are made of others ------------------------------------------------------------------------ */

enum { WHERE, UNION, INTERSECTION, DIFFERENCE, SLICE, MADE };

static int is_where(const rc_view *key, sl_index i)
{
    return (int32_t)X(key, i) < 3;
}

static int is_in(int way, int where, int strided)
{
    switch (way) {
    case WHERE: return where;
    case UNION: return where || strided;
    case INTERSECTION: return where && strided;
    case DIFFERENCE: return where && !strided;
    default: return strided;
    }
}

static void set_call(rc_run *r, const rc_step *s)
{
    rc_view *key = rc_of(r, s, RC_INTS, 0), *x = rc_of(r, s, RC_LINE, 0), *y = rc_of(r, s, RC_LINE, 1);
    const int way = (int)(s->r[5] % MADE), three = 3;
    sl_index lo, hi, step = 1 + (sl_index)(s->r[6] % 4);
    rc_bounds(s, 0, x->size, &lo, &hi);
    const sl_space strided = SL_RANGE_STRIDE(lo, hi, step);
    sl_index_set *where = NULL, *set = NULL;
    RC_TRY(r, sl_index_set_where("where", SL_LESS, &three, key->view, &where));
    if (way == UNION)
        RC_TRY(r, sl_index_set_union("set", SL_INDEX_SET(where), strided, &set));
    else if (way == INTERSECTION)
        RC_TRY(r, sl_index_set_intersection("set", SL_INDEX_SET(where), strided, &set));
    else if (way == DIFFERENCE)
        RC_TRY(r, sl_index_set_difference("set", SL_INDEX_SET(where), strided, &set));
    else if (way == SLICE) {
        const int before = sl_index_set_segments(where);
        RC_TRY(r, sl_index_set_push(where, strided));
        RC_TRY(r, sl_index_set_slice(where, before, before + 1, &set));
    }
    sl_index_set *all = way == WHERE ? where : set;
    RC_TRY(r, sl_index_set_check_unique(all));
    RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_line, SL_INDEX_SET(all), s->r[3], x->view, y->view));
    sl_index count = 0;
    for (sl_index i = 0; i < x->size; i++)
        if (is_in(way, is_where(key, i), i >= lo && i < hi && (i - lo) % step == 0)) {
            X(y, i) = 3 * X(y, i) + X(x, i) + s->r[3] * (uint64_t)i;
            count++;
        }
    rc_compare(r, "size of a set", 0, (uint64_t)sl_index_set_size(all), (uint64_t)count);
    sl_index_set_destroy(&where);
    sl_index_set_destroy(&set);
}

/* ---- views that are made of others ------------------------------------------------------------------------ */

/* The copy of a view gets other extents and its own again; what was beyond the smaller ones is zero then. */
static void resize_call(rc_run *r, const rc_step *s)
{
    rc_view *v = any_view(r, s, 0);
    sl_extents less = rc_extents(v), own = less;
    for (int d = 0; d < v->rank; d++)
        less.n[d] = (s->r[5] >> d) & 1 ? less.n[d] + (sl_index)(s->r[6] % 3) : less.n[d] - less.n[d] / 3;
    sl_view *copy = NULL;
    RC_TRY(r, sl_view_mirror(v->view, SL_MIRROR_COPY, &copy));
    if (v->rank > 0) {
        RC_TRY(r, sl_view_resize(&copy, less));
        RC_TRY(r, sl_view_resize(&copy, own));
    }
    RC_TRY(r, sl_deep_copy(v->view, copy));
    sl_view_destroy(&copy);
    for (sl_index i = 0; i < v->size; i++) {
        sl_index left = i;
        for (int d = v->rank - 1; d >= 0; d--) {
            if (left % v->n[d] >= less.n[d])
                X(v, i) = 0;
            left /= v->n[d];
        }
    }
}

/* A line as a view of two rows, where its elements lie without gaps: half of it is added to the other half. */
static void reshape_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0);
    sl_view *dense = NULL, *rows = NULL, *upper = NULL, *lower = NULL, *readonly = NULL;
    const sl_index half = x->size / 2;
    if (x->size != 2 * half || x->size == 0)
        return;
    RC_TRY(r, sl_view_mirror(x->view, SL_MIRROR_COPY, &dense));
    RC_TRY(r, sl_view_reshape(dense, SL_LAYOUT_RIGHT, SL_EXTENTS(2, half), &rows));
    RC_TRY(r, sl_subview(rows, &upper, 0, SL_ALL));
    RC_TRY(r, sl_subview(rows, &lower, 1, SL_ALL));
    RC_TRY(r, sl_view_readonly(upper, &readonly));
    RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_line, SL_RANGE(0, half), s->r[3], readonly, lower));
    RC_TRY(r, sl_deep_copy(x->view, dense));
    sl_view *all[] = {dense, rows, upper, lower, readonly};
    for (int k = 0; k < 5; k++)
        sl_view_destroy(&all[k]);
    for (sl_index i = 0; i < half; i++)
        X(x, half + i) = 3 * X(x, half + i) + X(x, i) + s->r[3] * (uint64_t)i;
}

/* Handles change places, where their layouts are alike. */
static void swap_call(rc_run *r, const rc_step *s)
{
    rc_view *a = any_view(r, s, 0), *b = any_view(r, s, 1);
    for (int d = 0; d < a->rank; d++)
        if (sl_view_stride(a->view, d) != sl_view_stride(b->view, d) || a->automatic || b->automatic)
            return;
    RC_TRY(r, sl_view_swap(&a->view, &b->view));
    uint64_t *x = a->x;
    void *memory = a->memory;
    const int part = a->part;
    a->x = b->x;
    b->x = x;
    a->memory = b->memory;
    b->memory = memory;
    a->part = b->part;
    b->part = part;
}

/* Some of one line of a view of rank 2, as a view and as places in plain C. */
typedef struct some {
    sl_view *view;
    sl_index first, stride, n;
} some;

static some some_of(rc_run *r, const rc_view *v, uint64_t a, uint64_t b)
{
    const int d = (int)(a % 2);
    const sl_index at = (sl_index)(b % (uint64_t)v->n[1 - d]), lo = (sl_index)((b >> 20) % (uint64_t)v->n[d]),
                   hi = lo + 1 + (sl_index)((a >> 20) % (uint64_t)(v->n[d] - lo));
    some part = {.first = d ? at * v->n[1] + lo : lo * v->n[1] + at, .stride = d ? 1 : v->n[1], .n = hi - lo};
    struct sl__slice slice[2] = {SL_PAIR(lo, hi), SL_PAIR(lo, hi)};
    slice[1 - d] = (struct sl__slice){at, at + 1, 0};
    RC_TRY(r, sl_view_sub(v->view, 2, slice, &part.view));
    return part;
}

/* A call of two parts of one view is refused where they have an element in common. */
static void alias_call(rc_run *r, const rc_step *s)
{
    rc_view *v = rc_of(r, s, RC_FLAT, 0);
    if (v->size == 0)
        return;
    const some from = some_of(r, v, s->r[5], s->r[6]), to = some_of(r, v, s->r[7], s->r[8]);
    const sl_index n = from.n < to.n ? from.n : to.n;
    int common = 0;
    for (sl_index i = 0; i < from.n; i++)
        for (sl_index j = 0; j < to.n; j++)
            common |= from.first + i * from.stride == to.first + j * to.stride;
    const sl_status status = sl_forall_with(rc_policy(s, 1), rc_line, SL_RANGE(0, n), s->r[3], from.view, to.view);
    rc_compare(r, "a call of parts with a common element", n, (uint64_t)(status != SL_SUCCESS), (uint64_t)common);
    for (sl_index i = 0; i < n && status == SL_SUCCESS; i++) {
        uint64_t *at = &X(v, to.first + i * to.stride);
        *at = 3 * *at + X(v, from.first + i * from.stride) + s->r[3] * (uint64_t)i;
    }
    sl_view *views[] = {from.view, to.view};
    for (int k = 0; k < 2; k++)
        sl_view_destroy(&views[k]);
}

static void scatter_view_call(rc_run *r, const rc_step *s)
{
    rc_view *map = rc_of(r, s, RC_MAP, 0), *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    sl_scatter_view *scatter = NULL;
    sl_event *event = NULL;
    const sl_space box = rc_box(s, x);
    RC_TRY(r, sl_scatter_view_create(SL_SUM, b->view, &scatter));
    for (int k = 0; k < 2; k++) { /* what the first round has scattered is forgotten */
        RC_TRY(r, sl_scatter_view_reset(scatter));
        RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_mesh, box, map->view, x->view, sl_scatter_view_access(scatter)));
    }
    RC_TRY(r, sl_scatter_view_contribute_with(rc_verb_policy(s), scatter, b->view));
    RC_TRY(r, sl_event_record(&event));
    RC_TRY(r, sl_event_wait(event));
    rc_compare(r, "an event that has come", 0, (uint64_t)sl_event_test(event), 1);
    sl_event_destroy(&event);
    sl_scatter_view_destroy(&scatter);
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
        for (sl_index j = 0; j < 3; j++)
            X(b, X(map, 3 * i + j)) += X(x, i) + (uint64_t)j;
}

static void nothing_more(rc_run *r, const rc_step *s)
{
    (void)r;
    (void)s;
}

const rc_kind rc_host_kinds[] = {{"access", 1, 3, access_call, nothing_more},
                                 {"host copies", 1, 3, to_host_call, nothing_more},
                                 {"places", 1, 2, places_call, nothing_more},
                                 {"color", 1, 2, color_call, nothing_more},
                                 {"renumber", 1, 1, renumber_call, nothing_more},
                                 {"set", 1, 3, set_call, nothing_more},
                                 {"resize", 1, 3, resize_call, nothing_more},
                                 {"reshape", 1, 2, reshape_call, nothing_more},
                                 {"alias", 1, 3, alias_call, nothing_more},
                                 {"swap", 1, 1, swap_call, nothing_more},
                                 {"scatter view", 1, 2, scatter_view_call, nothing_more},
                                 {NULL, 0, 0, NULL, NULL}};
