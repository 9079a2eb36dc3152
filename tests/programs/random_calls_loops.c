/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs of all calls: loops over every kind of space, reductions, scatter, kernels that scan, nests, teams.
 */
#include <stdlib.h>
#include <string.h>

#include "random_calls.h"

#define X(view, at) ((view)->x[at])

/* ---- loops --------------------------------------------------------------------------------------------- */

/* Distinct indices from 0 below n that a step visits: a range, strides up and down, a list, all three in a set, or a
 * range whose end is in a view. */
enum { RANGE, UP, DOWN, LIST, SET, ENDED, SPACES };
typedef struct points_of {
    int kind;
    sl_index lo, hi, step, first, count;
    sl_index most; /* the largest end of a range whose end is in a view */
} points_of;

static points_of points_of_step(const rc_step *s, sl_index n)
{
    points_of p = {.kind = (int)(s->r[4] % SPACES), .step = 1 + (sl_index)(s->r[5] % 5)};
    rc_bounds(s, 0, n, &p.lo, &p.hi);
    p.count = p.hi > p.lo ? p.hi - p.lo : 0;
    p.most = p.hi > p.lo ? p.hi + (sl_index)(s->r[6] % (uint64_t)(n - p.hi + 1)) : p.lo;
    p.first = p.count > 0 ? (sl_index)(s->r[6] % (uint64_t)p.count) : 0;
    return p;
}

/* Index k of a list: each second one of [lo, hi), from somewhere on, and round. */
static sl_index listed(const points_of *p, sl_index k)
{
    return p->lo + (p->first + 2 * k) % p->count;
}

static sl_index length_of_list(const points_of *p)
{
    return p->count / 2;
}

static sl_list *list_of(rc_run *r, const points_of *p, sl_index add)
{
    const sl_index length = length_of_list(p);
    int32_t *index = malloc((size_t)(length + 1) * sizeof *index);
    sl_list *list = NULL;
    for (sl_index k = 0; k < length; k++)
        index[k] = (int32_t)(listed(p, k) + add);
    RC_TRY(r, sl_list_create("list", SL_INT32, index, length, &list));
    free(index);
    return list;
}

/* A view into which a loop writes the end of a range. */
static sl_view *end_of(rc_run *r, sl_index end)
{
    sl_view *n = NULL;
    RC_TRY(r, sl_view_create("end", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &n));
    RC_TRY(r, sl_forall(rc_end, SL_RANGE(0, 1), end, n));
    return n;
}

/* A set has a range of [lo, hi), a stride of [n, n + 3 step) and the list behind that: the views are as long. */
static sl_space space_of(rc_run *r, const points_of *p, sl_list **list, sl_index_set **set, sl_view **end)
{
    const sl_index third = p->count / 3;
    switch (p->kind) {
    case UP: return SL_RANGE_STRIDE(p->lo, p->hi, p->step);
    case DOWN: return SL_RANGE_STRIDE(p->hi - 1, p->lo - 1, -p->step);
    case LIST: *list = list_of(r, p, 0); return SL_LIST(*list);
    case ENDED: *end = end_of(r, p->lo + p->count); return SL_RANGE_VIEW(p->lo, p->most, *end);
    case SET: {
        points_of rest = *p;
        rest.lo = p->lo + 2 * third;
        rest.count = p->hi > rest.lo ? p->hi - rest.lo : 0;
        rest.first = rest.count > 0 ? p->first % rest.count : 0;
        *list = list_of(r, &rest, 0);
        const sl_space segment[] = {SL_RANGE(p->lo, p->lo + third),
                                    SL_RANGE_STRIDE(p->lo + 2 * third - 1, p->lo + third - 1, -p->step),
                                    SL_LIST(*list)};
        RC_TRY(r, sl_index_set_create("set", 2, segment, set));
        RC_TRY(r, sl_index_set_push(*set, segment[2]));
        return SL_INDEX_SET(*set);
    }
    default: return SL_RANGE(p->lo, p->hi);
    }
}

/* Whether the step visits index i: a bit for each. */
static void mark(const points_of *p, char visited[])
{
    const sl_index third = p->count / 3;
    points_of rest = *p;
    switch (p->kind) {
    case RANGE:
    case ENDED:
        for (sl_index i = p->lo; i < p->hi; i++)
            visited[i]++;
        return;
    case UP:
        for (sl_index i = p->lo; i < p->hi; i += p->step)
            visited[i]++;
        return;
    case DOWN:
        for (sl_index i = p->hi - 1; i >= p->lo; i -= p->step)
            visited[i]++;
        return;
    case SET:
        for (sl_index i = p->lo; i < p->lo + third; i++)
            visited[i]++;
        for (sl_index i = p->lo + 2 * third - 1; i >= p->lo + third; i -= p->step)
            visited[i]++;
        rest.lo = p->lo + 2 * third;
        rest.count = p->hi > rest.lo ? p->hi - rest.lo : 0;
        rest.first = rest.count > 0 ? p->first % rest.count : 0;
        break;
    default: break;
    }
    for (sl_index k = 0; k < length_of_list(&rest); k++)
        visited[listed(&rest, k)]++;
}

static void line_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *y = rc_of(r, s, RC_LINE, 1);
    const points_of p = points_of_step(s, x->size);
    sl_policy policy = rc_policy(s, 1);
    sl_list *list = NULL;
    sl_index_set *set = NULL;
    sl_view *end = NULL;
    if (p.kind == SET)
        policy.segments = s->r[7] & 1 ? SL_PARALLEL : SL_IN_ORDER;
    RC_TRY(r, sl_forall_with(policy, rc_line, space_of(r, &p, &list, &set, &end), s->r[3], x->view, y->view));
    sl_list_destroy(&list);
    sl_index_set_destroy(&set);
    sl_view_destroy(&end);
}

static void line_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *y = rc_of(r, s, RC_LINE, 1);
    const points_of p = points_of_step(s, x->size);
    char *visited = calloc((size_t)x->size + 1, 1);
    mark(&p, visited);
    for (sl_index i = 0; i < x->size; i++)
        for (int t = 0; t < visited[i]; t++)
            X(y, i) = 3 * X(y, i) + X(x, i) + s->r[3] * (uint64_t)i;
    free(visited);
}

static void box_call(rc_run *r, const rc_step *s)
{
    const int g = RC_FLAT + (int)(s->r[4] % 3);
    rc_view *x = rc_of(r, s, g, 0), *y = rc_of(r, s, g, 1);
    const sl_policy p = rc_policy(s, x->rank);
    if (g == RC_FLAT)
        RC_TRY(r, sl_forall_with(p, rc_flat, rc_box(s, x), s->r[3], x->view, y->view));
    else if (g == RC_CUBE)
        RC_TRY(r, sl_forall_with(p, rc_cube, rc_box(s, x), s->r[3], x->view, y->view));
    else
        RC_TRY(r, sl_forall_with(p, rc_hyper, rc_box(s, x), s->r[3], x->view, y->view));
}

static void box_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT + (int)(s->r[4] % 3), 0), *y = rc_of(r, s, RC_FLAT + (int)(s->r[4] % 3), 1);
    const sl_space box = rc_box(s, x);
    for (sl_index at = 0; at < x->size; at++) {
        sl_index left = at, inside = 1, index = 0, weight = 1;
        for (int d = x->rank - 1; d >= 0; d--) {
            const sl_index i = left % x->n[d];
            left /= x->n[d];
            inside &= i >= box.lo[d] && i < box.hi[d];
            index += weight * i;
            weight *= 5;
        }
        if (inside)
            X(y, at) = 3 * X(y, at) + X(x, at) + s->r[3] * (uint64_t)index;
    }
}

static void pack_call(rc_run *r, const rc_step *s)
{
    sl_view *x[3];
    for (int c = 0; c < 3; c++)
        x[c] = rc_of(r, s, RC_LINE, c)->view;
    rc_view *y = rc_of(r, s, RC_LINE, 3);
    RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_pack, rc_box(s, y), x, y->view));
}

static void pack_plain(rc_run *r, const rc_step *s)
{
    rc_view *y = rc_of(r, s, RC_LINE, 3);
    const sl_space box = rc_box(s, y);
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
        for (int c = 0; c < 3; c++)
            X(y, i) += (uint64_t)(c + 1) * X(rc_of(r, s, RC_LINE, c), i);
}

/* ---- reductions ---------------------------------------------------------------------------------------- */

static sl_policy reduction_policy(const rc_step *s, int rank)
{
    sl_policy p = rc_policy(s, rank);
    p.combine = s->r[7] % 3 == 0;
    if (p.schedule == SL_SEQ) { /* it has the order of C, and no other */
        memset(p.order, 0, sizeof p.order);
        p.iterate_inner = SL_ITERATE_DEFAULT;
    }
    return p;
}

static void ops_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    sl_view *t[3];
    for (int k = 0; k < 3; k++)
        t[k] = rc_of(r, s, RC_SCALAR, k)->view;
    RC_TRY(r, sl_forall_with(reduction_policy(s, 1), rc_ops, rc_box(s, x), x->view, SL_INTO(t[0]), SL_INTO(t[1]),
                             SL_INTO(t[2]), SL_INTO(b->view, (sl_index)(s->r[5] % (uint64_t)b->size))));
}

static void ops_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    const sl_space box = rc_box(s, x);
    uint64_t *t[3], *product = &X(b, s->r[5] % (uint64_t)b->size);
    for (int k = 0; k < 3; k++)
        t[k] = rc_of(r, s, RC_SCALAR, k)->x;
    if (!reduction_policy(s, 1).combine) {
        *t[0] = *t[2] = 0;
        *t[1] = UINT64_MAX;
        *product = 1;
    }
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++) {
        *t[0] += X(x, i);
        *t[1] = X(x, i) < *t[1] ? X(x, i) : *t[1];
        *t[2] = X(x, i) > *t[2] ? X(x, i) : *t[2];
        *product *= 2 * X(x, i) + 1;
    }
}

static void bits_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT, 0);
    sl_view *t[5];
    for (int k = 0; k < 5; k++)
        t[k] = rc_of(r, s, RC_SCALAR, k)->view;
    RC_TRY(r, sl_forall_with(reduction_policy(s, 2), rc_bits, rc_box(s, x), x->view, SL_INTO(t[0]), SL_INTO(t[1]),
                             SL_INTO(t[2]), SL_INTO(t[3]), SL_INTO(t[4])));
}

static void bits_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT, 0);
    const sl_space box = rc_box(s, x);
    uint64_t *t[5];
    for (int k = 0; k < 5; k++)
        t[k] = rc_of(r, s, RC_SCALAR, k)->x;
    uint64_t all = 1, any = 0, both = UINT64_MAX, either = 0, odd = 0;
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
        for (sl_index j = box.lo[1]; j < box.hi[1]; j++) {
            const uint64_t v = X(x, i * x->n[1] + j);
            all = all && v;
            any = any || v;
            both &= v;
            either |= v;
            odd ^= v;
        }
    const int joins = reduction_policy(s, 2).combine;
    *t[0] = joins ? *t[0] && all : all;
    *t[1] = joins ? *t[1] || any : any;
    *t[2] = joins ? *t[2] & both : both;
    *t[3] = joins ? *t[3] | either : either;
    *t[4] = joins ? *t[4] ^ odd : odd;
}

static void array_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0), *m = rc_of(r, s, RC_BINS, 1);
    RC_TRY(r, sl_forall_with(reduction_policy(s, 1), rc_array, rc_box(s, x), b->size, x->view, b->view, m->view));
}

static void array_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0), *m = rc_of(r, s, RC_BINS, 1);
    const sl_space box = rc_box(s, x);
    for (sl_index k = 0; k < b->size && !reduction_policy(s, 1).combine; k++)
        X(b, k) = X(m, k) = 0;
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++) {
        const sl_index at = i / 3 % b->size;
        X(b, at) += X(x, i);
        X(m, at) = X(x, i) > X(m, at) ? X(x, i) : X(m, at);
    }
}

/* ---- scatter ------------------------------------------------------------------------------------------- */

static sl_policy scatter_policy(const rc_step *s, int most)
{
    sl_policy p = rc_policy(s, 1);
    p.scatter = (sl_scatter)(s->r[7] % (uint64_t)(most + 1));
    if (p.scatter == SL_SCATTER_AUTO && s->r[8] % 4 == 0)
        p.reproducible = SL_YES;
    return p;
}

static sl_index bin(const rc_view *key, sl_index i, const rc_view *b)
{
    return (sl_index)((uint64_t)((sl_index)(int32_t)X(key, i) + 1000000) % (uint64_t)b->size);
}

static void bins_call(rc_run *r, const rc_step *s)
{
    rc_view *key = rc_of(r, s, RC_INTS, 0), *x = rc_of(r, s, RC_LINE, 0);
    sl_view *b[3];
    for (int k = 0; k < 3; k++)
        b[k] = rc_of(r, s, RC_BINS, k)->view;
    if (s->r[4] & 1)
        RC_TRY(r, sl_forall_with(scatter_policy(s, SL_SCATTER_DUPLICATE), rc_bins, rc_box(s, x), key->view, x->view,
                                 b[0], b[1], b[2]));
    else
        RC_TRY(r, sl_forall_with(scatter_policy(s, SL_SCATTER_DUPLICATE), rc_multi, rc_box(s, x), key->view, x->view,
                                 b[0], b[1]));
}

static void bins_plain(rc_run *r, const rc_step *s)
{
    rc_view *key = rc_of(r, s, RC_INTS, 0), *x = rc_of(r, s, RC_LINE, 0), *b[3];
    const sl_space box = rc_box(s, x);
    const int scatters = s->r[4] & 1;
    for (int k = 0; k < 3; k++)
        b[k] = rc_of(r, s, RC_BINS, k);
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++) {
        const sl_index at = bin(key, i, b[0]);
        const uint64_t v = X(x, i), w = X(b[1], at);
        X(b[0], at) += v;
        X(b[1], at) = scatters ? (v < w ? v : w) : (v > w ? v : w);
        if (scatters)
            X(b[2], at) *= 2 * v + 1;
    }
}

static void mesh_call(rc_run *r, const rc_step *s)
{
    rc_view *map = rc_of(r, s, RC_MAP, 0), *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    RC_TRY(r, sl_forall_with(scatter_policy(s, SL_SCATTER_COLOR), rc_mesh, rc_box(s, x), map->view, x->view, b->view));
}

static void mesh_plain(rc_run *r, const rc_step *s)
{
    rc_view *map = rc_of(r, s, RC_MAP, 0), *x = rc_of(r, s, RC_LINE, 0), *b = rc_of(r, s, RC_BINS, 0);
    const sl_space box = rc_box(s, x);
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
        for (sl_index j = 0; j < 3; j++)
            X(b, X(map, 3 * i + j)) += X(x, i) + (uint64_t)j;
}

/* ---- kernels that scan --------------------------------------------------------------------------------- */

static void offsets_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *y = rc_of(r, s, RC_LINE, 1), *t = rc_of(r, s, RC_SCALAR, 0);
    RC_TRY(r, sl_forall_with(rc_verb_policy(s), rc_offsets, rc_box(s, x), x->view, y->view, SL_INTO(t->view)));
}

static void offsets_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_LINE, 0), *y = rc_of(r, s, RC_LINE, 1);
    const sl_space box = rc_box(s, x);
    uint64_t sum = 0;
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++) {
        X(y, i) = sum;
        sum += X(x, i) + (uint64_t)i;
    }
    X(rc_of(r, s, RC_SCALAR, 0), 0) = sum;
}

static void compact_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_INTS, 0), *y = rc_of(r, s, RC_INTS, 1), *t = rc_of(r, s, RC_SCALAR, 0);
    RC_TRY(r, sl_forall_with(rc_verb_policy(s), rc_compact, rc_box(s, x), (int32_t)(s->r[3] % 40) - 20, x->view,
                             y->view, SL_INTO(t->view)));
}

static void compact_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_INTS, 0), *y = rc_of(r, s, RC_INTS, 1);
    const sl_space box = rc_box(s, x);
    uint64_t kept = 0;
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
        if ((int32_t)X(x, i) >= (int32_t)(s->r[3] % 40) - 20)
            X(y, kept++) = X(x, i);
    X(rc_of(r, s, RC_SCALAR, 0), 0) = kept;
}

/* ---- nests, teams -------------------------------------------------------------------------------------- */

static const char *const nest_policy[] = {NULL,     "rows",  "once",     "collapsed", "tiled",
                                          "planes", "alone", "unwaited", "auto"};
enum { NESTS = sizeof nest_policy / sizeof *nest_policy, EMPTY_NESTS = 1 /* whether they run as in C */ };

/* The space of a nest: that of a cube, but not one that is empty in its last dimension only. */
static sl_space nest_space(const rc_step *s, const rc_view *x)
{
    sl_space box = rc_box(s, x);
    if (!EMPTY_NESTS && (box.hi[0] <= box.lo[0] || box.hi[1] <= box.lo[1] || box.hi[2] <= box.lo[2]))
        box.hi[0] = box.lo[0];
    return box;
}

static void nest_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_CUBE, 0), *z = rc_of(r, s, RC_CUBE, 1), *y = rc_of(r, s, RC_FLAT, 0);
    sl_policy p = rc_verb_policy(s);
    p.nest = nest_policy[s->r[4] % NESTS];
    RC_TRY(r, sl_nest_with(p, rc_nest, nest_space(s, x), s->r[3], x->view, y->view, z->view));
}

static void nest_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_CUBE, 0), *z = rc_of(r, s, RC_CUBE, 1), *y = rc_of(r, s, RC_FLAT, 0);
    const sl_space box = nest_space(s, x);
    for (sl_index i = box.lo[0]; i < box.hi[0]; i++)
        for (sl_index j = box.lo[1]; j < box.hi[1]; j++) {
            uint64_t dot = s->r[3];
            for (sl_index k = box.lo[2]; k < box.hi[2]; k++) {
                const sl_index at = (i * x->n[1] + j) * x->n[2] + k;
                dot += X(x, at) * (uint64_t)(k + 1);
                X(z, at) = 3 * X(z, at) + X(x, at) + s->r[3];
            }
            X(y, i * y->n[1] + j) += dot;
        }
}

static void team_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT, 0), *y = rc_of(r, s, RC_FLAT, 1), *t = rc_of(r, s, RC_ROW, 0);
    sl_policy p = scatter_policy(s, SL_SCATTER_DUPLICATE), q = rc_verb_policy(s);
    q.chunk = p.chunk;
    q.scatter = p.scatter;
    q.league = s->r[3] % 3 ? x->n[0] : x->n[0] / 2;
    q.team = 1 + (int)(s->r[4] % 9);
    q.vector = 1 << s->r[5] % 4;
    q.scratch_bytes = (size_t)x->n[1] * sizeof(uint64_t) + 8; /* what the body itself takes */
    RC_TRY(r, sl_launch(q, rc_team, x->n[1], x->view, y->view, t->view, rc_of(r, s, RC_BINS, 0)->view));
}

static void team_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_FLAT, 0), *y = rc_of(r, s, RC_FLAT, 1), *t = rc_of(r, s, RC_ROW, 0);
    rc_view *b = rc_of(r, s, RC_BINS, 0);
    const sl_index n = x->n[1];
    for (sl_index i = 0; i < (s->r[3] % 3 ? x->n[0] : x->n[0] / 2); i++) {
        uint64_t total = 0, most = 0;
        for (sl_index k = 0; k < n; k++) {
            const uint64_t v = X(x, i * n + k);
            X(y, i * n + k) += total + 3 * X(x, i * n + n - 1 - k);
            total += v;
            most = v > most ? v : most;
        }
        X(t, i) += total + most;
        X(b, i % b->size) += total;
    }
}

const rc_kind rc_loop_kinds[] = {{"line", 0, 6, line_call, line_plain},
                                 {"box", 0, 6, box_call, box_plain},
                                 {"pack", 0, 2, pack_call, pack_plain},
                                 {"ops", 0, 3, ops_call, ops_plain},
                                 {"bits", 0, 3, bits_call, bits_plain},
                                 {"array", 0, 2, array_call, array_plain},
                                 {"bins", 0, 4, bins_call, bins_plain},
                                 {"mesh", 0, 3, mesh_call, mesh_plain},
                                 {"offsets", 0, 2, offsets_call, offsets_plain},
                                 {"compact", 0, 2, compact_call, compact_plain},
                                 {"nest", 0, 4, nest_call, nest_plain},
                                 {"team", 0, 4, team_call, team_plain},
                                 {NULL, 0, 0, NULL, NULL}};
