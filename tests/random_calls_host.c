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

static void nothing_more(rc_run *r, const rc_step *s)
{
    (void)r;
    (void)s;
}

const rc_kind rc_host_kinds[] = {{"access", 1, 3, access_call, nothing_more},
                                 {"host copies", 1, 3, to_host_call, nothing_more},
                                 {"places", 1, 2, places_call, nothing_more},
                                 {"color", 1, 2, color_call, nothing_more},
                                 {NULL, 0, 0, NULL, NULL}};
