/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions in parts whose results are no run of blocks: of views that are cut along another dimension than the first;
 * and launches of leagues; copies and fills. On GPUs, or without one on worker groups; the bits are those of the loop
 * unsplit, and values are those of plain C. */
#include "split_testing.h"

#include <math.h>

#include "call/split.h"
#include "data/split.h"

SL_KERNEL_DECLARE(sb_plane, (i, j), in(double, 2, u, own), out(double, 2, w, own), reduce(double, sum, s),
                  reduce(SL_LOC(double), maxloc, m));
SL_KERNEL_DECLARE(sb_cube, (i, j, k), in(double, 3, u, own), out(double, 3, w, own), reduce(double, sum, s),
                  reduce(SL_LOC(double), maxloc, m));
SL_KERNEL_DECLARE(sb_rows, (t), in(double, 2, u, own(0, all), halo(1, all)), out(double, 2, w, own(0, all)),
                  reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(sb_plain, (t), in(double, 2, u, own(0, all), halo(1, all)), out(double, 2, w, own(0, all)));
extern const sl_kernel sb_plane__kernel;

/* What a run gives. */
struct results {
    double sum, most;
    int64_t at;
    uint64_t elements; /* a hash of the bits of w */
};

static int gpus;

static sl_policy side(void)
{
    return SL_POLICY(.where = gpus ? SL_CUDA : SL_CPU);
}

/* Whether loops run in parts here, where their blocks allow it. */
static int parts_run(void)
{
    return gpus ? sl_gpus() > 1 && !sb_plane__kernel.bounds_checked : sl_cpu_workers() > 1;
}

static double first(sl_index i, sl_index j, sl_index k)
{
    return (double)((i * 7919 + j * 104729 + k * 31) % 10007) / 64 - 70;
}

static uint64_t hash_of(sl_view *view, sl_index count)
{
    const uint64_t *p = (const uint64_t *)(const void *)SL_HOST_READ(double, view);
    uint64_t hash = p == NULL;
    for (sl_index i = 0; p && i < count; i++)
        hash = hash * 1099511628211U + p[i];
    must(sl_host_end(view));
    return hash;
}

/* Two views of a box, in parts along one dimension. */
static void make(sl_view *v[2], int kind, const sl_extents *e, int cut, int parts)
{
    sl_split split = {{1, 1, 1}};
    split.n[cut] = parts;
    for (int d = e->rank; d < SL_MAX_RANK; d++)
        split.n[d] = 0;
    for (int k = 0; k < 2; k++) {
        v[k] = view_of(k ? "w" : "u", SL_DOUBLE, kind, *e);
        double *p = SL_HOST_WRITE(double, v[k]);
        for (sl_index i = 0; p && i < e->n[0]; i++)
            for (sl_index j = 0; j < e->n[1]; j++)
                for (sl_index l = 0; l < (e->rank > 2 ? e->n[2] : 1); l++) {
                    const sl_index x[3] = {i, j, l};
                    p[place(v[k], x)] = k ? 0 : first(i, j, l);
                }
        must(sl_host_end(v[k]));
        if (parts > 1)
            must(sl_view_split(v[k], split));
    }
}

static struct results box(int kind, const sl_extents *e, int cut, int parts)
{
    sl_view *v[2];
    SL_LOC(double) at;
    struct results r;
    memset(&r, 0, sizeof r);
    make(v, kind, e, cut, parts);
    for (int k = 0; k < 2; k++)
        must(e->rank == 2 ? sl_reduce_with(side(), sb_plane, SL_BOX(0, e->n[0], 0, e->n[1]), v[0], v[1], &r.sum, &at)
                          : sl_reduce_with(side(), sb_cube, SL_BOX(0, e->n[0], 0, e->n[1], 0, e->n[2]), v[0], v[1],
                                           &r.sum, &at));
    r.most = at.value;
    r.at = at.index;
    r.elements = hash_of(v[1], e->n[0] * e->n[1] * (e->rank > 2 ? e->n[2] : 1));
    sl_view_destroy(&v[0]);
    sl_view_destroy(&v[1]);
    return r;
}

static double plain_sum(const sl_extents *e)
{
    double sum = 0;
    for (sl_index i = 0; i < e->n[0]; i++)
        for (sl_index j = 0; j < e->n[1]; j++)
            for (sl_index l = 0; l < (e->rank > 2 ? e->n[2] : 1); l++)
                sum += first(i, j, l) * 1.0625 / (double)(i + j + l + 1);
    return sum;
}

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(b) + 1);
}

static void test_boxes(void)
{
    static const struct {
        int kind, cut;
        sl_extents e;
    } shape[] = {{LEFT, 1, {2, {512, 1024}}},
                 {LEFT, 1, {2, {100, 1024}}},
                 {RIGHT, 0, {2, {256, 256}}},
                 {LEFT, 2, {3, {20, 10, 512}}},
                 {RIGHT, 0, {3, {64, 10, 70}}}};
    for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++) {
        const sl_extents *e = &shape[s].e;
        const struct results whole = box(shape[s].kind, e, shape[s].cut, 1);
        ok(near(whole.sum, plain_sum(e)), "%lld x %lld, rank %d: the sum is that of plain C", (long long)e->n[0],
           (long long)e->n[1], e->rank);
        for (int parts = 2; parts <= 4; parts *= 2) {
            const int64_t queued = sl__split_parts_queued();
            const struct results split = box(shape[s].kind, e, shape[s].cut, parts);
            ok(memcmp(&split, &whole, sizeof whole) == 0, "in %d parts along dimension %d it has the same bits", parts,
               shape[s].cut);
            if (gpus) /* where blocks of CPUs have whole rows parts may be fewer */
                is_int(sl__split_parts_queued() - queued, parts_run() ? 2 * parts : 0, "and runs in parts");
        }
    }
}

static struct results launch(sl_index rows, sl_index columns, int parts, int reduces)
{
    sl_view *v[2];
    struct results r;
    sl_policy policy = side();
    memset(&r, 0, sizeof r);
    make(v, RIGHT, &SL_EXTENTS(rows, columns), 0, parts);
    policy.league = rows;
    for (int k = 0; k < 2; k++)
        must(reduces ? sl_launch(policy, sb_rows, v[0], v[1], &r.sum, &r.most)
                     : sl_launch(policy, sb_plain, v[0], v[1]));
    must(sl_wait());
    r.elements = hash_of(v[1], rows * columns);
    sl_view_destroy(&v[0]);
    sl_view_destroy(&v[1]);
    return r;
}

/* The same in plain C, but for the hash. */
static struct results plain_launch(sl_index rows, sl_index columns)
{
    struct results r = {0, -INFINITY, 0, 0};
    for (sl_index i = 0; i < rows; i++)
        for (sl_index j = 0; j < columns; j++) {
            const sl_index before = i > 0 ? i - 1 : i, behind = i < rows - 1 ? i + 1 : i;
            const double v = first(before, j, 0) + 2 * first(i, j, 0) + 3 * first(behind, j, 0);
            r.sum += v / (double)(i + 3);
            r.most = v > r.most ? v : r.most;
        }
    return r;
}

static void test_launches(void)
{
    static const sl_index shape[][2] = {{64, 100}, {1000, 33}, {16384, 4}};
    for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
        for (int reduces = 0; reduces < 2; reduces++) {
            const sl_index rows = shape[s][0], columns = shape[s][1];
            const struct results whole = launch(rows, columns, 1, reduces), plain = plain_launch(rows, columns);
            ok(!reduces || (near(whole.sum, plain.sum) && whole.most == plain.most),
               "a league of %lld%s: the results are those of plain C", (long long)rows, reduces ? " that reduces" : "");
            for (int parts = 2; parts <= 4; parts *= 2) {
                const int64_t queued = sl__split_parts_queued();
                const struct results split = launch(rows, columns, parts, reduces);
                ok(memcmp(&split, &whole, sizeof whole) == 0, "in %d parts it has the same bits", parts);
                is_int(sl__split_parts_queued() - queued, parts_run() ? 2 * parts : 0, "and runs in parts");
            }
        }
}

/* Copies and fills of views that are in parts, between loops over these. */
static void test_moves(int kind, const sl_extents *e, int cut)
{
    const sl_index count = e->n[0] * e->n[1] * (e->rank > 2 ? e->n[2] : 1);
    const double value = 2.5;
    for (int parts = 2; parts <= 4; parts *= 2) {
        sl_view *v[2];
        double sum;
        SL_LOC(double) at;
        make(v, kind, e, cut, parts);
        for (int k = 0; k < 2; k++) {
            must(e->rank == 2 ? sl_reduce_with(side(), sb_plane, SL_BOX(0, e->n[0], 0, e->n[1]), v[0], v[1], &sum, &at)
                              : sl_reduce_with(side(), sb_cube, SL_BOX(0, e->n[0], 0, e->n[1], 0, e->n[2]), v[0], v[1],
                                               &sum, &at));
            const int64_t queued = sl__split_parts_queued(), gathers = sl__split_gathers_of_all();
            must(sl_view_fill(v[0], SL_DOUBLE, &value));
            must(sl_deep_copy(v[1], v[0]));
            is_int(sl__split_gathers_of_all() - gathers, 0, "a copy and a fill of %d parts, rank %d, gather nothing",
                   parts, e->rank);
            if (parts_run()) /* beside one GPU they may be in parts on CPUs */
                is_int(sl__split_parts_queued() - queued, 2 * parts, "and run in parts");
        }
        for (int k = 0; k < 2; k++) {
            sl_index wrong = 0;
            const double *p = SL_HOST_READ(double, v[k]);
            for (sl_index i = 0; p && i < count; i++)
                wrong += p[i] != value;
            must(sl_host_end(v[k]));
            is_int(p ? wrong : -1, 0, "all elements have the value");
            sl_view_destroy(&v[k]);
        }
    }
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    for (gpus = 0; gpus < 1 + (sl_gpus() > 0); gpus++) {
        test_boxes();
        test_launches();
        test_moves(RIGHT, &SL_EXTENTS(256, 100), 0);
        test_moves(LEFT, &SL_EXTENTS(100, 512), 1);
        test_moves(RIGHT, &SL_EXTENTS(64, 10, 70), 0);
    }
    if (sl_gpus() == 0)
        skip(sl__device_absence(), "the same on GPUs");
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
