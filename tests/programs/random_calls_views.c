/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs of all calls: several bins, packs of rows and slabs, maps that change, mirrors, the verbs of dual
 * views. */
#include <stdlib.h>
#include <string.h>

#include "random_calls.h"

#define X(view, at) ((view)->x[at])

/* ---- bins ---------------------------------------------------------------------------------------------- */

static sl_policy tally_policy(const rc_step *s)
{
    sl_policy p = rc_policy(s, 2);
    p.scatter = (sl_scatter)(s->r[7] % (SL_SCATTER_DUPLICATE + 1));
    if (p.scatter == SL_SCATTER_AUTO && s->r[8] % 4 == 0)
        p.reproducible = SL_YES;
    return p;
}

/* Bins of two types and sizes, by a loop of two indices. */
static void tally_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT, 0), *b = rc_of(r, s, RC_BINS, 0), *most = rc_of(r, s, RC_INTS, 0);
    if (most->size > 0)
        RC_TRY(r, sl_forall_with(tally_policy(s), rc_tally, rc_box(s, x), s->r[3], x->view, b->view, most->view));
}

static void tally_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT, 0), *b = rc_of(r, s, RC_BINS, 0), *most = rc_of(r, s, RC_INTS, 0);
    const sl_space box = rc_box(s, x);
    for (sl_index i = box.lo[0]; i < box.hi[0] && most->size > 0; i++)
        for (sl_index j = box.lo[1]; j < box.hi[1]; j++) {
            const uint64_t v = X(x, i * x->n[1] + j), key = v % 1000 + (uint64_t)(7 * i) + s->r[3] % 50;
            uint64_t *at = &X(most, key % (uint64_t)most->size);
            X(b, key % (uint64_t)b->size) *= 2 * v + 1;
            *at = (int64_t)*at < (int64_t)(key % 100) ? key % 100 : *at;
        }
}

/* ---- packs ----------------------------------------------------------------------------------------------- */

/* Number @p k of a step's @p count rows of dimension @p dim, of which those that are written differ: there are @p n. */
static sl_index row_of(const rc_step *s, int written, int k, sl_index n)
{
    return (sl_index)((s->r[5 + written] % (uint64_t)n + (written ? (uint64_t)k : (s->r[7] >> 8 * k) % 7)) %
                      (uint64_t)n);
}

/* A view without dimension @p dim, at @p row. */
static sl_view *without(rc_run *r, const rc_view *v, int dim, sl_index row)
{
    struct sl__slice slice[4];
    sl_view *sub = NULL;
    for (int d = 0; d < v->rank; d++)
        slice[d] = d == dim ? (struct sl__slice){row, row + 1, 0} : SL_ALL;
    RC_TRY(r, sl_view_sub(v->view, v->rank, slice, &sub));
    return sub;
}

/* What a step takes rows of: lines out of a view of rank 2, or slabs out of one of rank 3. */
static int rows_group(const rc_step *s)
{
    return s->r[4] & 1 ? RC_CUBE : RC_FLAT;
}

static int rows_dim(const rc_step *s)
{
    return (int)((s->r[4] >> 8) % (s->r[4] & 1 ? 3 : 2));
}

static void rows_call(rc_run *r, const rc_step *s)
{
    rc_view *v = rc_of(r, s, rows_group(s), 0), *w = rc_of(r, s, rows_group(s), 1);
    const int dim = rows_dim(s);
    const sl_index n = v->n[dim];
    sl_view *x[3], *y[2];
    if (n < 2)
        return;
    for (int k = 0; k < 3; k++)
        x[k] = without(r, v, dim, row_of(s, 0, k, n));
    for (int k = 0; k < 2; k++)
        y[k] = without(r, w, dim, row_of(s, 1, k, n));
    const rc_view like = {.rank = v->rank - 1, .n = {v->n[dim == 0], v->n[dim <= 1 ? 2 : 1]}};
    if (like.rank == 1)
        RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_rows, rc_box(s, &like), x, y));
    else
        RC_TRY(r, sl_forall_with(rc_policy(s, 2), rc_slabs, rc_box(s, &like), x, y));
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&x[k]);
    for (int k = 0; k < 2; k++)
        sl_view_destroy(&y[k]);
}

static void rows_plain(rc_run *r, const rc_step *s)
{
    rc_view *v = rc_of(r, s, rows_group(s), 0), *w = rc_of(r, s, rows_group(s), 1);
    const int dim = rows_dim(s);
    const sl_index n = v->n[dim];
    const rc_view like = {.rank = v->rank - 1, .n = {v->n[dim == 0], v->n[dim <= 1 ? 2 : 1]}};
    const sl_space box = rc_box(s, &like);
    sl_index row = 1; /* elements between two rows */
    for (int d = dim + 1; d < v->rank; d++)
        row *= v->n[d];
    for (sl_index at = 0; at < v->size && n >= 2; at++) {
        sl_index index[4], left = at, inside = at / row % n == 0;
        for (int d = v->rank - 1; d >= 0; left /= v->n[d--])
            index[d] = left % v->n[d];
        for (int d = 0; d < like.rank; d++) {
            const sl_index i = index[d + (d >= dim)];
            inside = inside && i >= box.lo[d] && i < box.hi[d];
        }
        for (int c = 0; c < 2 && inside; c++) {
            uint64_t *y = &X(w, at + row_of(s, 1, c, n) * row);
            *y *= 3;
            for (int k = 0; k < 3; k++)
                *y += (uint64_t)(k + 1 + c) * X(v, at + row_of(s, 0, k, n) * row);
        }
    }
}

/* Atomic elements of the views of a pack. */
static void hits_call(rc_run *r, const rc_step *s)
{
    rc_view *key = rc_of(r, s, RC_INTS, 0), *x = rc_of(r, s, RC_LINE, 0);
    sl_view *b[2] = {rc_of(r, s, RC_BINS, 0)->view, rc_of(r, s, RC_BINS, 1)->view};
    RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_hits, rc_box(s, x), key->view, x->view, b));
}

static void hits_plain(rc_run *r, const rc_step *s)
{
    rc_view *key = rc_of(r, s, RC_INTS, 0), *x = rc_of(r, s, RC_LINE, 0);
    const sl_space box = rc_box(s, x);
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++) {
        rc_view *b = rc_of(r, s, RC_BINS, (int)(i % 2));
        X(b, (uint64_t)((int32_t)X(key, i) + 1000000) % (uint64_t)b->size) += X(x, i);
    }
}

/* ---- maps that change ------------------------------------------------------------------------------------ */

enum { BY_HOST, BY_LOOP, BY_COPY, BY_SWAP, BY_PART, CHANGES };

/* Whom element @p i of a map names after change number @p turn. */
static int32_t named(const rc_step *s, int turn, sl_index i, sl_index bins)
{
    return (int32_t)((s->r[9] + (uint64_t)i * (2 * (s->r[10] % 9) + 1) + (uint64_t)(turn * i / 3)) % (uint64_t)bins);
}

static void write_map(rc_run *r, const rc_step *s, sl_view *map, const rc_view *like, int turn, sl_index bins)
{
    int32_t *memory = SL_HOST_WRITE(int32_t, map);
    for (sl_index i = 0; memory && i < like->size; i++)
        memory[sl_view_place(map, 2, (const sl_index[]){i / 3, i % 3})] = named(s, turn, i, bins);
    RC_TRY(r, sl_host_end(map));
}

/* Gives the map its next contents: what its colours were made of is written in one of the ways that there are. */
static void change_map(rc_run *r, const rc_step *s, sl_view *map[2], const rc_view *like, int turn, sl_index bins)
{
    const int way = (int)((s->r[8] >> 4 * turn) % CHANGES);
    sl_view *part = NULL;
    if (way == BY_HOST) {
        write_map(r, s, map[0], like, turn, bins);
        return;
    }
    write_map(r, s, map[1], like, turn, bins);
    if (way == BY_LOOP) {
        RC_TRY(r, sl_forall_with(rc_verb_policy(s), rc_copied, SL_BOX(0, like->n[0], 0, 3), map[1], map[0]));
    } else if (way == BY_COPY) {
        RC_TRY(r, sl_deep_copy(map[0], map[1]));
    } else if (way == BY_SWAP) {
        RC_TRY(r, sl_view_swap(&map[0], &map[1]));
    } else {
        sl_view *from = NULL; /* column by column */
        for (sl_index j = 0; j < 3; j++) {
            RC_TRY(r, sl_subview(map[0], &part, SL_ALL, j));
            RC_TRY(r, sl_subview(map[1], &from, SL_ALL, j));
            RC_TRY(r, sl_deep_copy(part, from));
            sl_view_destroy(&part);
            sl_view_destroy(&from);
        }
    }
}

/* Loops by the colours of a map, which is another one each time. */
static void maps_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    const rc_view like = {.type = SL_INT32, .rank = 2, .n = {x->size, 3}, .size = 3 * x->size};
    const int layout = (int)(s->r[7] % 7);
    const sl_space box = rc_box(s, x);
    sl_policy p = rc_policy(s, 1);
    sl_view *map[2] = {NULL, NULL};
    p.scatter = s->r[6] % 4 ? SL_SCATTER_COLOR : SL_SCATTER_AUTO;
    for (int k = 0; k < 2; k++)
        RC_TRY(r, sl_view_create("map", SL_INT32, rc_layout(layout, rc_extents(&like)), rc_extents(&like), &map[k]));
    for (int turn = 0; turn < 3; turn++) {
        change_map(r, s, map, &like, turn, b->size);
        RC_TRY(r, sl_forall_with(p, rc_mesh, box, map[0], x->view, b->view));
        for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
            for (sl_index j = 0; j < 3; j++)
                X(b, named(s, turn, 3 * i + j, b->size)) += X(x, i) + (uint64_t)j;
    }
    sl_view_destroy(&map[0]);
    sl_view_destroy(&map[1]);
}

/* ---- mirrors --------------------------------------------------------------------------------------------- */

static rc_view *mirrored(rc_run *r, const rc_step *s)
{
    static const int groups[] = {RC_LINE, RC_FLAT, RC_CUBE, RC_HYPER, RC_SCALAR};
    return rc_of(r, s, groups[s->r[4] % 5], 0);
}

static void loop_of(rc_run *r, const rc_step *s, const rc_view *v, sl_view *x, sl_view *y)
{
    const sl_policy p = rc_policy(s, v->rank > 0 ? v->rank : 1);
    switch (v->rank) {
    case 0: RC_TRY(r, sl_forall(rc_scalar, SL_RANGE(0, 1), s->r[3], y)); break;
    case 1: RC_TRY(r, sl_forall_with(p, rc_line, rc_box(s, v), s->r[3], x, y)); break;
    case 2: RC_TRY(r, sl_forall_with(p, rc_flat, rc_box(s, v), s->r[3], x, y)); break;
    case 3: RC_TRY(r, sl_forall_with(p, rc_cube, rc_box(s, v), s->r[3], x, y)); break;
    default: RC_TRY(r, sl_forall_with(p, rc_hyper, rc_box(s, v), s->r[3], x, y)); break;
    }
}

/* What loop_of() adds to element @p at: of a view that was 3 y + x + a index, or y alone of rank 0. */
static uint64_t after_loop(const rc_step *s, const rc_view *v, sl_index at, uint64_t x, uint64_t y)
{
    const sl_space box = rc_box(s, v);
    sl_index left = at, index = 0, weight = 1;
    for (int d = v->rank - 1; d >= 0; d--) {
        const sl_index i = left % v->n[d];
        left /= v->n[d];
        if (i < box.lo[d] || i >= box.hi[d])
            return y;
        index += weight * i;
        weight *= 5;
    }
    return v->rank == 0 ? 3 * y + s->r[3] : 3 * y + x + s->r[3] * (uint64_t)index;
}

static void mirror_call(rc_run *r, const rc_step *s)
{
    rc_view *v = mirrored(r, s);
    const int copied = (int)(s->r[5] & 1);
    sl_view *mirror = NULL;
    RC_TRY(r, sl_view_mirror(v->view, copied ? SL_MIRROR_COPY : SL_MIRROR_SHAPE, &mirror));
    for (int d = 0; d < v->rank; d++)
        rc_compare(r, "extent of a mirror", d, (uint64_t)sl_view_extent(mirror, d), (uint64_t)v->n[d]);
    loop_of(r, s, v, v->view, mirror);
    const uint64_t *memory = SL_HOST_READ(uint64_t, mirror);
    for (sl_index i = 0; memory && i < v->size; i++) {
        sl_index at[4] = {0}, left = i;
        for (int d = v->rank - 1; d >= 0; left /= v->n[d--])
            at[d] = left % v->n[d];
        rc_compare(r, copied ? "mirror with a copy" : "mirror", i, memory[sl_view_place(mirror, v->rank, at)],
                   after_loop(s, v, i, X(v, i), copied ? X(v, i) : 0));
    }
    RC_TRY(r, sl_host_end(mirror));
    if (s->r[5] & 2) { /* and back */
        RC_TRY(r, sl_deep_copy(v->view, mirror));
        for (sl_index i = 0; i < v->size; i++)
            X(v, i) = after_loop(s, v, i, X(v, i), copied ? X(v, i) : 0);
    }
    sl_view_destroy(&mirror);
}

/* ---- dual views ------------------------------------------------------------------------------------------- */

enum { HOST_WRITES, LOOP_WRITES, SYNC_HOST, SYNC_DEVICE, HOST_WRITES_UNMARKED, LOOP_WRITES_UNMARKED, DUAL_VERBS };

static void host_doubles(rc_run *r, rc_view *v)
{
    uint64_t *memory = sl_host_begin(v->view, SL_RDWR, SL_UINT64, "dual");
    if (memory == NULL) {
        rc_tried(r, sl_last_status(), "sl_host_begin");
        return;
    }
    for (sl_index i = 0; i < v->size; i++) {
        sl_index at[4] = {0}, left = i;
        for (int d = v->rank - 1; d >= 0; left /= v->n[d--])
            at[d] = left % v->n[d];
        const sl_index place = sl_view_place(v->view, v->rank, at);
        rc_compare(r, "what the host sees of a dual view", i, memory[place], X(v, i));
        memory[place] = X(v, i) = 2 * X(v, i) + (uint64_t)(i % 5);
    }
    RC_TRY(r, sl_host_end(v->view));
}

/* The marks are those of the memory, by way of the view or of a part of it; data are right with and without them. */
static void dual_call(rc_run *r, const rc_step *s)
{
    rc_view *v = mirrored(r, s);
    sl_view *part = NULL, *source = NULL;
    struct sl__slice all[4] = {SL_ALL, SL_ALL, SL_ALL, SL_ALL};
    uint64_t host = 0, device = 0;
    RC_TRY(r, sl_view_mirror(v->view, SL_MIRROR_SHAPE, &source));
    if (v->rank > 0)
        RC_TRY(r, sl_view_sub(v->view, v->rank, all, &part));
    sl_view *by[2] = {v->view, part ? part : v->view};
    RC_TRY(r, sl_view_sync_host(v->view));
    RC_TRY(r, sl_view_sync_device(v->view));
    for (int turn = 0; turn < 8; turn++) {
        const int verb = (int)((s->r[6] >> 6 * turn) % DUAL_VERBS);
        sl_view *const which = by[s->r[7] >> turn & 1], *const other = by[s->r[8] >> turn & 1];
        if (verb == HOST_WRITES || verb == HOST_WRITES_UNMARKED)
            host_doubles(r, v);
        else if (verb == LOOP_WRITES || verb == LOOP_WRITES_UNMARKED) {
            loop_of(r, s, v, source, which);
            for (sl_index i = 0; i < v->size; i++)
                X(v, i) = after_loop(s, v, i, 0, X(v, i));
        }
        switch (verb) {
        case HOST_WRITES:
            RC_TRY(r, sl_view_modify_host(which));
            host = 1;
            break;
        case LOOP_WRITES:
            RC_TRY(r, sl_view_modify_device(which));
            device = 1;
            break;
        case SYNC_HOST:
            RC_TRY(r, sl_view_sync_host(which));
            device = 0;
            break;
        case SYNC_DEVICE:
            RC_TRY(r, sl_view_sync_device(which));
            host = 0;
            break;
        default: break;
        }
        rc_compare(r, "sl_view_need_sync_device", turn, (uint64_t)sl_view_need_sync_device(other), host);
        rc_compare(r, "sl_view_need_sync_host", turn, (uint64_t)sl_view_need_sync_host(other), device);
    }
    sl_view_destroy(&part);
    sl_view_destroy(&source);
}

static void nothing_else(rc_run *r, const rc_step *s)
{
    (void)r;
    (void)s;
}

const rc_kind rc_view_kinds[] = {{"tally", 0, 2, tally_call, tally_plain},
                                 {"rows", 0, 3, rows_call, rows_plain},
                                 {"hits", 0, 2, hits_call, hits_plain},
                                 {"maps", 1, 2, maps_call, nothing_else},
                                 {"mirror", 1, 2, mirror_call, nothing_else},
                                 {"dual view", 1, 2, dual_call, nothing_else},
                                 {NULL, 0, 0, NULL, NULL}};
