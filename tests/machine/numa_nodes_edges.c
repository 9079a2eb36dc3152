/* SPDX-License-Identifier: BSD-3-Clause */
/* Edges of parts without a GPU: the second memory node stands for a device, where each part of a view has a copy by
 * itself, with its neighbours' edges beside it. Programs of random loops, with loops in main memory among them, against
 * plain C; what is submitted for edges; failures; and parts that do not all fit into that node's memory. */
#include "numa_nodes.h"

#include "base/starpu.h"
#include "call/split.h"
#include "data/split.h"
#include "data/view.h"
#include "machine/machine.h"

SL_KERNEL_DECLARE(ne_near1, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ne_far1, (i), in(uint64_t, 1, u, halo(3)), out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ne_own1, (i), in(uint64_t, 1, u, own), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(ne_near2, (i, j), in(uint64_t, 2, u, halo(1)), out(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ne_far2, (i, j), in(uint64_t, 2, u, halo(3)), out(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ne_own2, (i, j), in(uint64_t, 2, u, own), inout(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(ne_near3, (i, j, k), in(uint64_t, 3, u, halo(1)), out(uint64_t, 3, w, own));
SL_KERNEL_DECLARE(ne_far3, (i, j, k), in(uint64_t, 3, u, halo(3)), out(uint64_t, 3, w, own));
SL_KERNEL_DECLARE(ne_own3, (i, j, k), in(uint64_t, 3, u, own), inout(uint64_t, 3, w, own));
SL_KERNEL_DECLARE(ne_near6, (a, b, c, d, e, f), in(uint64_t, 6, u, halo(1)), out(uint64_t, 6, w, own));
SL_KERNEL_DECLARE(ne_own6, (a, b, c, d, e, f), in(uint64_t, 6, u, own), inout(uint64_t, 6, w, own));
SL_KERNEL_DECLARE(ne_fail, (i), scalar(int64_t, bad), inout(uint64_t, 1, u, own));
extern const sl_kernel ne_near1__kernel;

/* The home of every part. */
static int other_worker(int part, int parts)
{
    (void)part, (void)parts;
    return sl__machine_group(FAR)->worker;
}

void stand_for_a_device(int on)
{
    sl__split_worker = on ? other_worker : NULL;
}

/* ---- loops, and the same in plain C -------------------------------------------------------------------------- */

/* A view and its values in the order of C. */
typedef struct model {
    sl_view *view;
    uint64_t *value;
    int rank;
    sl_index n[SL_MAX_RANK];
} model;

static model model_of(const char *label, int kind, int rank, const sl_index n[])
{
    model m = {.rank = rank};
    sl_extents e = {.rank = rank};
    memcpy(m.n, n, (size_t)rank * sizeof n[0]);
    memcpy(e.n, n, (size_t)rank * sizeof n[0]);
    m.view = view_of(label, SL_UINT64, kind, e);
    m.value = malloc((size_t)points(rank, n) * sizeof *m.value);
    return m;
}

static void end_model(model *m)
{
    sl_view_destroy(&m->view);
    free(m->value);
}

/* Compares the view with the model on the host. @param[in] next  0: only that; else all elements get other values */
static sl_index host_looks(const model *m, uint64_t next)
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

static void fill_model(model *m, uint64_t first)
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

static void plain_loop(int loop, const model *u, model *w, const sl_space *box)
{
    const sl_index reach = loop == FAR_LOOP ? 3 : 1;
    sl_index x[SL_MAX_RANK], n[SL_MAX_RANK], k;
    sl_index at[SL_MAX_RANK] = {0};
    for (int d = 0; d < u->rank; d++)
        n[d] = box->hi[d] - box->lo[d];
    if (points(u->rank, n) == 0)
        return;
    do {
        k = 0;
        for (int d = 0; d < u->rank; d++) {
            x[d] = box->lo[d] + at[d];
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

static void run_loop(int loop, const model *u, model *w, const sl_space *box)
{
    const int rank = u->rank;
    sl_status status = rank == 1 && loop == NEAR_LOOP   ? sl_forall(ne_near1, *box, u->view, w->view)
                       : rank == 1 && loop == FAR_LOOP  ? sl_forall(ne_far1, *box, u->view, w->view)
                       : rank == 1                      ? sl_forall(ne_own1, *box, u->view, w->view)
                       : rank == 2 && loop == NEAR_LOOP ? sl_forall(ne_near2, *box, u->view, w->view)
                       : rank == 2 && loop == FAR_LOOP  ? sl_forall(ne_far2, *box, u->view, w->view)
                       : rank == 2                      ? sl_forall(ne_own2, *box, u->view, w->view)
                       : rank == 3 && loop == NEAR_LOOP ? sl_forall(ne_near3, *box, u->view, w->view)
                       : rank == 3 && loop == FAR_LOOP  ? sl_forall(ne_far3, *box, u->view, w->view)
                       : rank == 3                      ? sl_forall(ne_own3, *box, u->view, w->view)
                       : loop == OWN_LOOP               ? sl_forall(ne_own6, *box, u->view, w->view)
                                                        : sl_forall(ne_near6, *box, u->view, w->view);
    must(status);
    plain_loop(loop, u, w, box);
}

/* All points at which a loop finds its neighbours; or at random fewer of them. */
static sl_space box_of(const model *u, int loop, uint64_t *seed)
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

/* ---- random programs ----------------------------------------------------------------------------------------- */

/* The dimension of the largest stride, along which a view is cut. */
static int slowest(const sl_view *view)
{
    int cut = 0;
    for (int d = 1; d < sl_view_rank(view); d++)
        cut = sl_view_stride(view, d) > sl_view_stride(view, cut) ? d : cut;
    return cut;
}

static void cut_views(const model m[2], int parts)
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
        stand_for_a_device(random_below(seed, 4) > 0);
        if (what == 0)
            wrong += host_looks(&m[from], (uint64_t)step + 1);
        else if (what == 1)
            cut_views(m, random_below(seed, 3) > 0 ? parts : 2 + random_below(seed, 4));
        const sl_space box = box_of(&m[0], loop, seed);
        run_loop(loop, &m[from], &m[!from], &box);
        *edges += has_edges(m[from].view);
    }
    for (int v = 0; v < 2; v++) {
        wrong += host_looks(&m[v], 0);
        end_model(&m[v]);
    }
    return wrong;
}

static void test_programs(void)
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
    for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
        for (int kind = 0; kind < LAYOUTS; kind++) {
            int edges = 0;
            sl_index wrong = 0;
            for (int k = 0; k < (quick() ? 3 : 12); k++)
                wrong += run_program(kind, shape[s].rank, shape[s].n, shape[s].parts, &seed, &edges);
            is_int(wrong, 0, "loops over %s views of rank %d by %lld, in %d parts, see their neighbours' rows",
                   layout_name[kind], shape[s].rank, (long long)shape[s].n[0], shape[s].parts);
            ok(edges > 0 || ne_near1__kernel.bounds_checked, "by edges: %d times", edges);
        }
}

/* ---- what is submitted, and moved ---------------------------------------------------------------------------- */

static void test_tasks(void)
{
    enum { ROWS = 64, COLUMNS = 100, PARTS = 4, SWEEPS = 10 };
    static const sl_index n[] = {ROWS, COLUMNS};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    size_t bytes = 0;
    cut_views(m, PARTS);
    fill_model(&m[0], 1);
    fill_model(&m[1], 1);
    stand_for_a_device(1);
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL);
    int tasks = atomic_load(&submitted);
    for (int s = 0; s < 2; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(atomic_load(&submitted) - tasks, 2 + 2 * PARTS + 2 * 2 * (PARTS - 1),
           "two sweeps are a switch for each view, the parts, and a task for each edge that no loop has saved");
    tasks = atomic_load(&submitted);
    for (int s = 0; s < SWEEPS; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(atomic_load(&submitted) - tasks, SWEEPS * PARTS, "from then on loops save the edges of what they write");
    const sl__grid *grid = sl__splits_of(m[0].view)->parts;
    for (int p = 0; p < PARTS; p++)
        for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++)
            if (grid->part[p].stretch[e].fresh)
                bytes += starpu_data_get_size(grid->part[p].stretch[e].handle);
    is_int(bytes, 2 * (PARTS - 1) * COLUMNS * sizeof(uint64_t), "which are the rows of the halo, and no more");
    for (int s = 0; s < 2; s++) {
        is_int(host_looks(&m[s], 0), 0, "and the values are plain C's");
        end_model(&m[s]);
    }
}

/* ---- failures ------------------------------------------------------------------------------------------------ */

static void test_failures(void)
{
    enum { N = 400, PARTS = 4 };
    static const sl_index n[] = {N};
    model m[2] = {model_of("u", RIGHT, 1, n), model_of("w", RIGHT, 1, n)};
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL), all = SL_RANGE(0, N);
    cut_views(m, PARTS);
    fill_model(&m[0], 5);
    fill_model(&m[1], 6);
    stand_for_a_device(1);
    run_loop(NEAR_LOOP, &m[0], &m[1], &box);
    must(sl_forall(ne_fail, all, (int64_t)(N / PARTS + 7), m[0].view));
    must(sl_forall(ne_near1, box, m[0].view, m[1].view));
    is_int(sl_wait(), SL_ERR_RAISED, "a part fails");
    const sl__grid *grid = sl__splits_of(m[1].view)->parts;
    int spoilt = 0;
    for (int p = 0; p < PARTS; p++)
        spoilt += (atomic_load(&grid->part[p].stretch[SL__STRETCH_PART].poison) != NULL) << p;
    is_int(spoilt, 7, "and spoils what the parts beside it would have made of its edges, and no other");
    fill_model(&m[0], 9);
    fill_model(&m[1], 10);
    run_loop(NEAR_LOOP, &m[0], &m[1], &box);
    run_loop(NEAR_LOOP, &m[1], &m[0], &box);
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0, "what the host writes makes them good again");
    end_model(&m[0]);
    end_model(&m[1]);
}

void test_edges(void)
{
    test_programs();
    if (ne_near1__kernel.bounds_checked) {
        skip("bodies check bounds: they find whole views", "tasks of edges");
        return;
    }
    test_tasks();
    test_failures();
}

/* ---- less memory than parts ---------------------------------------------------------------------------------- */

void test_edges_evicted(void)
{
    enum { SIDE = 1024, PARTS = 16, SWEEPS = 6 };
    static const sl_index n[] = {SIDE, SIDE};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    cut_views(m, PARTS);
    fill_model(&m[0], 3);
    fill_model(&m[1], 4);
    stand_for_a_device(1);
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL);
    for (int s = 0; s < SWEEPS; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0,
           "two views of 8 MiB in %d parts are swept where there is room for half of one", PARTS);
    end_model(&m[0]);
    end_model(&m[1]);
}
