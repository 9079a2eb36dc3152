/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Programs of random loops over split views, with halos among them, and the same in plain C. A source that
 *  includes this has the kernels of machine/numa_nodes_edges_kernels.c beside it. */
#ifndef STARLOOP_TESTS_EDGE_PROGRAMS_H
#define STARLOOP_TESTS_EDGE_PROGRAMS_H

#include "data/split.h"
#include "data/view.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(ne_near1, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ne_far1, (i), in(uint64_t, 1, u, halo(3)), out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ne_own1, (i), in(uint64_t, 1, u, own), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ne_near2, (i, j), in(uint64_t, 2, u, halo(1)), out(uint64_t, 2, w, own));
SL_NEST_DECLARE(ne_nest2, (i, j), lambdas(1), in(uint64_t, 2, u, halo(1)), out(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ne_far2, (i, j), in(uint64_t, 2, u, halo(3)), out(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ne_own2, (i, j), in(uint64_t, 2, u, own), inout(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ne_near3, (i, j, k), in(uint64_t, 3, u, halo(1)), out(uint64_t, 3, w, own));
SL_KERNEL_DECLARE(ne_far3, (i, j, k), in(uint64_t, 3, u, halo(3)), out(uint64_t, 3, w, own));
SL_KERNEL_DECLARE(ne_own3, (i, j, k), in(uint64_t, 3, u, own), inout(uint64_t, 3, w, own));
SL_KERNEL_DECLARE(ne_near6, (a, b, c, d, e, f), in(uint64_t, 6, u, halo(1)), out(uint64_t, 6, w, own));
SL_KERNEL_DECLARE(ne_own6, (a, b, c, d, e, f), in(uint64_t, 6, u, own), inout(uint64_t, 6, w, own));

/* ---- loops, and the same in plain C -------------------------------------------------------------------------- */

/* Of all loops. */
static sl_policy edge_policy;

/* Says where the next loops run. */
static void (*edge_place)(uint64_t *seed);

/* A view and its values in the order of C. */
typedef struct model {
    sl_view *view;
    uint64_t *value;
    int rank;
    sl_index n[SL_MAX_RANK];
} model;

static inline model model_of(const char *label, int kind, int rank, const sl_index n[])
{
    model m = {.rank = rank};
    sl_extents e = {.rank = rank};
    memcpy(m.n, n, (size_t)rank * sizeof n[0]);
    memcpy(e.n, n, (size_t)rank * sizeof n[0]);
    m.view = view_of(label, SL_UINT64, kind, e);
    m.value = malloc((size_t)points(rank, n) * sizeof *m.value);
    return m;
}

static inline void end_model(model *m)
{
    sl_view_destroy(&m->view);
    free(m->value);
}

/* Compares the view with the model on the host. @param[in] next  0: only that; else all elements get other values */
static inline sl_index host_looks(const model *m, uint64_t next)
{
    uint64_t *p = next ? SL_HOST_RDWR(uint64_t, m->view) : (uint64_t *)SL_HOST_READ(uint64_t, m->view);
    sl_index x[SL_MAX_RANK] = {0}, wrong = p == NULL, k = 0;
    do {
        uint64_t *e = &p[place(m->view, x)];
        if (p && *e != m->value[k] && wrong++ == 0)
            diag("element %lld in the order of C: got %llx, want %llx", (long long)k, (unsigned long long)*e,
                 (unsigned long long)m->value[k]);
        if (p && next)
            m->value[k] = *e = *e * 3 + next;
        k++;
    } while (p && next_point(m->rank, m->n, x));
    must(sl_host_end(m->view));
    return wrong;
}

static inline void fill_model(model *m, uint64_t first)
{
    uint64_t *p = SL_HOST_WRITE(uint64_t, m->view);
    sl_index x[SL_MAX_RANK] = {0}, k = 0;
    do {
        p[place(m->view, x)] = m->value[k] = first + (uint64_t)k;
        k++;
    } while (next_point(m->rank, m->n, x));
    must(sl_host_end(m->view));
}

/* How far apart neighbours along a dimension are in the order of C. */
static sl_index step_of(const model *m, int d)
{
    sl_index step = 1;
    for (int e = d + 1; e < m->rank; e++)
        step *= m->n[e];
    return step;
}

/* Of kernel ne_nearR and ne_farR: weights of what lies before and behind along a dimension. */
static uint64_t weight(const model *m, int d, int behind)
{
    static const unsigned of_six[] = {2, 0, 4, 0, 0, 7};
    const unsigned before = m->rank == 6 ? of_six[d] : (unsigned)d + 2;
    return before == 0 ? 0 : before + (unsigned)behind;
}

/* The loops of a program. */
enum { NEAR_LOOP, FAR_LOOP, OWN_LOOP, LOOPS };

/* How many indices a space has along a dimension; index number k of them. */
static sl_index length_of(const sl_space *space, int d)
{
    const sl_index width = space->hi[d] - space->lo[d], step = space->step[d];
    if (space->object[d] != NULL && step > 0) /* a list */
        return step;
    if (space->object[d] != NULL) /* an end */
        return ((const int32_t *)((const sl_view *)space->object[d])->data)[0] - space->lo[d];
    return step == 0 || width == 0 ? width : (width - 1) / (step < 0 ? -step : step) + 1;
}

static sl_index index_of(const sl_space *space, int d, sl_index k)
{
    if (space->object[d] != NULL && space->step[d] > 0)
        return ((const int32_t *)((const sl_view *)space->object[d])->data)[k];
    return space->step[d] < 0 ? space->hi[d] - 1 + k * space->step[d]
                              : space->lo[d] + k * (space->step[d] > 0 ? space->step[d] : 1);
}

static void plain_loop(int loop, const model *u, model *w, const sl_space *space)
{
    const sl_index reach = loop == FAR_LOOP ? 3 : 1;
    sl_index x[SL_MAX_RANK], n[SL_MAX_RANK], k;
    sl_index at[SL_MAX_RANK] = {0};
    for (int d = 0; d < u->rank; d++)
        n[d] = length_of(space, d);
    if (points(u->rank, n) == 0)
        return;
    do {
        k = 0;
        for (int d = 0; d < u->rank; d++) {
            x[d] = index_of(space, d, at[d]);
            k = k * u->n[d] + x[d];
        }
        uint64_t value = loop == OWN_LOOP ? 5 * w->value[k] + u->value[k] + (uint64_t)x[0] : u->value[k];
        for (int d = 0; d < u->rank && loop != OWN_LOOP; d++)
            if (weight(u, d, 0) > 0)
                value += weight(u, d, 0) * u->value[k - reach * step_of(u, d)] +
                         weight(u, d, 1) * u->value[k + reach * step_of(u, d)];
        w->value[k] = value;
    } while (next_point(u->rank, n, at));
}

/* Of rank 2 every other loop that looks around itself by one is a nest, where it is over a box. */
static int edge_nests;

static inline void run_loop(int loop, const model *u, model *w, const sl_space *space)
{
    const int rank = u->rank;
    const int nest = rank == 2 && loop == NEAR_LOOP && space->kind == SL_SPACE_BOX && edge_nests++ % 2;
    sl_status status =
        nest                             ? sl_nest_with(edge_policy, ne_nest2, *space, u->view, w->view)
        : rank == 1 && loop == NEAR_LOOP ? sl_forall_with(edge_policy, ne_near1, *space, u->view, w->view)
        : rank == 1 && loop == FAR_LOOP  ? sl_forall_with(edge_policy, ne_far1, *space, u->view, w->view)
        : rank == 1                      ? sl_forall_with(edge_policy, ne_own1, *space, u->view, w->view)
        : rank == 2 && loop == NEAR_LOOP ? sl_forall_with(edge_policy, ne_near2, *space, u->view, w->view)
        : rank == 2 && loop == FAR_LOOP  ? sl_forall_with(edge_policy, ne_far2, *space, u->view, w->view)
        : rank == 2                      ? sl_forall_with(edge_policy, ne_own2, *space, u->view, w->view)
        : rank == 3 && loop == NEAR_LOOP ? sl_forall_with(edge_policy, ne_near3, *space, u->view, w->view)
        : rank == 3 && loop == FAR_LOOP  ? sl_forall_with(edge_policy, ne_far3, *space, u->view, w->view)
        : rank == 3                      ? sl_forall_with(edge_policy, ne_own3, *space, u->view, w->view)
        : loop == OWN_LOOP               ? sl_forall_with(edge_policy, ne_own6, *space, u->view, w->view)
                                         : sl_forall_with(edge_policy, ne_near6, *space, u->view, w->view);
    must(status);
    plain_loop(loop, u, w, space);
}

/* All points at which a loop finds its neighbours; or at random fewer of them. */
static inline sl_space box_of(const model *u, int loop, uint64_t *seed)
{
    const sl_index reach = loop == OWN_LOOP ? 0 : loop == FAR_LOOP ? 3 : 1;
    sl_space box = {.rank = u->rank};
    for (int d = 0; d < u->rank; d++) {
        box.lo[d] = reach;
        box.hi[d] = u->n[d] - reach > reach ? u->n[d] - reach : reach;
        if (seed != NULL && box.hi[d] - box.lo[d] > 4 && random_below(seed, 3) == 0) {
            box.lo[d] += random_below(seed, (int)(box.hi[d] - box.lo[d]) / 2);
            box.hi[d] -= random_below(seed, (int)(box.hi[d] - box.lo[d]));
        }
    }
    return box;
}

/* Indices of [lo, hi), at random about a third of them. */
static sl_list *some_of(sl_index lo, sl_index hi, uint64_t *seed)
{
    int32_t *index = malloc((size_t)(hi > lo ? hi - lo : 0) * sizeof *index + 1);
    sl_index n = 0;
    sl_list *list = NULL;
    for (sl_index i = lo; i < hi; i++)
        if (random_below(seed, 3) == 0)
            index[n++] = (int32_t)i;
    must(sl_list_create("some", SL_INT32, index, n, &list));
    free(index);
    return list;
}

/* An end of a range in [lo, hi). */
static sl_view *some_end(sl_index lo, sl_index hi, uint64_t *seed)
{
    sl_view *end = view_of("end", SL_INT32, RIGHT, SL_EXTENTS());
    int32_t *p = SL_HOST_WRITE(int32_t, end);
    *p = (int32_t)(lo + random_below(seed, (int)(hi - lo) + 1));
    must(sl_host_end(end));
    return end;
}

/* Mostly the box; else strides, lists or ranges that end in views along some dimensions of it. */
static sl_space thinned(const sl_space *box, uint64_t *seed, sl_list *lists[], sl_view *ends[])
{
    sl_space along[SL_MAX_RANK];
    if (random_below(seed, 3) > 0)
        return *box;
    for (int d = 0; d < box->rank; d++) {
        const sl_index lo = box->lo[d], hi = box->hi[d], step = 1 + random_below(seed, 4);
        const int way = random_below(seed, 5);
        lists[d] = way == 0 ? some_of(lo, hi, seed) : NULL;
        ends[d] = way == 4 && hi > lo ? some_end(lo, hi, seed) : NULL;
        along[d] = way == 0   ? SL_LIST(lists[d])
                   : ends[d]  ? SL_RANGE_VIEW(lo, hi, ends[d])
                   : way == 1 ? SL_RANGE(lo, hi)
                   : way == 2 ? SL_RANGE_STRIDE(lo, hi, step)
                              : SL_RANGE_STRIDE(hi - 1, lo - 1, -step);
    }
    return sl_space_product(box->rank, along);
}

/* ---- random programs ----------------------------------------------------------------------------------------- */

/* The dimension of the largest stride, along which a view is cut. */
static int slowest(const sl_view *view)
{
    int cut = 0;
    for (int d = 1; d < sl_view_rank(view); d++)
        cut = sl_view_stride(view, d) > sl_view_stride(view, cut) ? d : cut;
    return cut;
}

static inline void cut_views(const model m[2], int parts)
{
    for (int v = 0; v < 2; v++) {
        sl_split split = {{0}};
        for (int d = 0; d < m[v].rank; d++)
            split.n[d] = d == slowest(m[v].view) ? parts : 1;
        must(sl_view_split(m[v].view, split));
    }
}

/* Loops over the edges of the parts, of which the edges have handles now. */
static int has_edges(const sl_view *view)
{
    const sl__splits *splits = sl__splits_of(view);
    return splits != NULL && splits->parts != NULL &&
           splits->parts->rows[SL__STRETCH_LOW] + splits->parts->rows[SL__STRETCH_HIGH] > 0;
}

static sl_index run_program(int kind, int rank, const sl_index n[], int parts, uint64_t *seed, int *edges)
{
    model m[2] = {model_of("u", kind, rank, n), model_of("w", kind, rank, n)};
    sl_index wrong = 0;
    cut_views(m, parts);
    fill_model(&m[0], 1);
    fill_model(&m[1], 1000);
    for (int step = 0; step < 24; step++) {
        const int what = random_below(seed, 12), from = random_below(seed, 2);
        const int loop = rank == 6 && what % LOOPS == FAR_LOOP ? NEAR_LOOP : what % LOOPS;
        edge_place(seed);
        if (what == 0)
            wrong += host_looks(&m[from], (uint64_t)step + 1);
        else if (what == 1)
            cut_views(m, random_below(seed, 3) > 0 ? parts : 2 + random_below(seed, 4));
        sl_list *lists[SL_MAX_RANK] = {NULL};
        sl_view *ends[SL_MAX_RANK] = {NULL};
        const sl_space box = box_of(&m[0], loop, seed), space = thinned(&box, seed, lists, ends);
        run_loop(loop, &m[from], &m[!from], &space);
        for (int d = 0; d < rank; d++) {
            sl_list_destroy(&lists[d]);
            sl_view_destroy(&ends[d]);
        }
        *edges += has_edges(m[from].view);
    }
    for (int v = 0; v < 2; v++) {
        wrong += host_looks(&m[v], 0);
        end_model(&m[v]);
    }
    return wrong;
}

static inline void run_programs(int edges_wanted)
{
    static const struct {
        int rank;
        sl_index n[6];
        int parts;
    } shape[] = {{1, {40}, 5},
                 {1, {1000}, 7},
                 {1, {20011}, 3},
                 {2, {33, 65}, 4},
                 {2, {65, 33}, 2},
                 {2, {300, 41}, 8},
                 {3, {20, 30, 17}, 3},
                 {3, {12, 9, 31}, 4},
                 {6, {8, 3, 5, 3, 4, 9}, 3},
                 {6, {5, 4, 5, 3, 3, 8}, 2}};
    uint64_t seed = test_seed(11);
    int total = 0;
    for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
        for (int kind = 0; kind < LAYOUTS; kind++) {
            int edges = 0;
            sl_index wrong = 0;
            for (int k = 0; k < (quick() ? 3 : 12); k++)
                wrong += run_program(kind, shape[s].rank, shape[s].n, shape[s].parts, &seed, &edges);
            is_int(wrong, 0, "loops over %s views of rank %d by %lld, in %d parts, see their neighbours' rows",
                   layout_name[kind], shape[s].rank, (long long)shape[s].n[0], shape[s].parts);
            ok(edges > 0 || quick() || !edges_wanted, "by edges: %d times",
               edges); /* of three programs none may read */
            total += edges;
        }
    ok(total > 0 || !edges_wanted, "by edges, all together: %d times", total);
}

#endif
