/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over split views on GPUs, each part on its home: random programs with halos against plain C, loops on CPUs
 * among them; reductions, whose bits are those of the loop unsplit on one GPU; what travels; and parts that a GPU has
 * no memory for all at once. */
#include "edge_programs.h"

#include <math.h>

#include "call/split.h"
#include "data/split.h"

SL_KERNEL_DECLARE(sg_fill, (i), scalar(double, a), out(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(sg_dot, (i), inout(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s),
                  reduce(double, max, m));
SL_KERNEL_DECLARE(sg_start, (i, j), scalar(double, a), out(double, 2, u, own), out(double, 2, w, own));
SL_KERNEL_DECLARE(sg_sweep, (i, j), in(double, 2, u, halo(1)), out(double, 2, w, own), reduce(double, sum, s),
                  reduce(SL_LOC(double), maxloc, m));
SL_KERNEL_DECLARE(sg_zero, (i), out(double, 0, s), out(SL_LOC(double), 0, m));
SL_KERNEL_DECLARE(sg_step, (i, j), in(double, 0, s), in(SL_LOC(double), 0, m), in(double, 2, u, halo(1)),
                  out(double, 2, w, own), reduce(double, sum, t), reduce(SL_LOC(double), maxloc, k));
SL_KERNEL_DECLARE(sg_look, (i), in(double, 0, s), in(double, 1, t), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sg_change, (i), scalar(double, a), inout(double, 1, t, own));
SL_KERNEL_DECLARE(sg_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
extern const sl_kernel ne_near1__kernel;

static int gpus, parts_run; /* whether there are GPUs; and whether parts run there: bodies do not check bounds */

static void anywhere(uint64_t *seed)
{
    edge_policy.where = gpus && random_below(seed, 4) > 0 ? SL_CUDA : SL_CPU;
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

/* What a run gives, all of it. */
struct results {
    double sum[3], most[3];
    sl_loc_double at[3];
    uint64_t elements; /* a hash of a view's bits */
};

static uint64_t hash_of(sl_view *view)
{
    const sl_index n = sl_view_extent(view, 0) * (sl_view_rank(view) > 1 ? sl_view_extent(view, 1) : 1);
    const uint64_t *p = (const uint64_t *)(const void *)SL_HOST_READ(double, view);
    uint64_t hash = 1;
    for (sl_index i = 0; p && i < n; i++)
        hash = hash * 1099511628211U + p[i];
    must(sl_host_end(view));
    return hash;
}

static sl_policy on_gpu_in(int parts)
{
    return parts > 1 ? SL_POLICY(.where = SL_CUDA, .split = SL_SPLIT(parts)) : SL_POLICY(.where = SL_CUDA);
}

static struct results line(sl_index n, sl_index lo, int parts)
{
    struct results r;
    memset(&r, 0, sizeof r);
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    must(sl_forall_with(on_gpu_in(parts), sg_fill, SL_RANGE(0, n), 3.0, x, y));
    for (int k = 0; k < 3; k++)
        must(sl_reduce_with(on_gpu_in(parts), sg_dot, SL_RANGE(lo, n - lo), x, y, &r.sum[k], &r.most[k]));
    must(sl_wait());
    r.elements = hash_of(x);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return r;
}

static struct results plane(sl_index rows, sl_index columns, int parts)
{
    struct results r;
    memset(&r, 0, sizeof r);
    const sl_extents e = SL_EXTENTS(rows, columns);
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, e), *w = view_of("w", SL_DOUBLE, RIGHT, e);
    must(sl_forall_with(on_gpu_in(parts), sg_start, SL_BOX(0, rows, 0, columns), 5.0, u, w));
    for (int k = 0; k < 3; k++)
        must(sl_reduce_with(on_gpu_in(parts), sg_sweep, SL_BOX(1, rows - 1, 1, columns - 1), k % 2 ? w : u,
                            k % 2 ? u : w, &r.sum[k], &r.at[k]));
    must(sl_wait());
    r.elements = hash_of(w);
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    return r;
}

/* Runs one case in one part, as the reference, and in several. */
static void same_in_parts(int rank, sl_index n, sl_index m)
{
    static const int parts[] = {2, 4};
    const struct results whole = rank == 1 ? line(n, m, 1) : plane(n, m, 1);
    for (int k = 0; k < 2; k++) {
        const int64_t queued = sl__split_parts_queued();
        const struct results split = rank == 1 ? line(n, m, parts[k]) : plane(n, m, parts[k]);
        ok(memcmp(&split, &whole, sizeof whole) == 0,
           "rank %d, %lld and %lld: reductions in %d parts have the bits of one", rank, (long long)n, (long long)m,
           parts[k]);
        if (parts_run && sl_gpus() > 1)
            is_int(sl__split_parts_queued() - queued, 4 * parts[k], "and run in parts");
    }
}

static void test_reductions(void)
{
    same_in_parts(1, 3000000, 0);
    same_in_parts(1, 1 << 22, 1);
    same_in_parts(1, 5000001, 7);
    same_in_parts(2, 2050, 300);
    same_in_parts(2, 4098, 1030);
    same_in_parts(2, 3001, 517);
    same_in_parts(2, 60000, 6);
}

/* Many steps that nobody waits for, each of which reads the sum and the place of the largest value that the one before
 * has reduced, and joins its own sum into that of the one before last. */
static struct results chain(sl_index rows, sl_index columns, int parts)
{
    enum { STEPS = 200, RING = 3 };
    struct results r;
    memset(&r, 0, sizeof r);
    const sl_extents e = SL_EXTENTS(rows, columns);
    sl_view *u[2] = {view_of("u", SL_DOUBLE, RIGHT, e), view_of("w", SL_DOUBLE, RIGHT, e)}, *s[RING], *m[RING];
    for (int k = 0; k < RING; k++) {
        must(sl_view_create("s", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s[k]));
        must(sl_view_create("m", SL_TYPE(SL_LOC(double)), SL_LAYOUT_RIGHT, SL_EXTENTS(), &m[k]));
        must(sl_forall(sg_zero, SL_RANGE(0, 1), s[k], m[k]));
    }
    must(sl_forall_with(on_gpu_in(parts), sg_start, SL_BOX(0, rows, 0, columns), 5.0, u[0], u[1]));
    sl_policy policy = on_gpu_in(parts);
    for (int k = 0; k < STEPS; k++) {
        policy.combine = k % 5 == 4;
        must(sl_forall_with(policy, sg_step, SL_BOX(1, rows - 1, 1, columns - 1), s[k % RING], m[k % RING], u[k % 2],
                            u[1 - k % 2], SL_INTO(s[(k + 1) % RING]), SL_INTO(m[(k + 1) % RING])));
    }
    for (int k = 0; k < RING; k++) {
        r.sum[k] = *SL_HOST_READ(double, s[k]);
        must(sl_host_end(s[k]));
        r.at[k] = *(const sl_loc_double *)(const void *)SL_HOST_READ(sl_loc_double, m[k]);
        must(sl_host_end(m[k]));
        sl_view_destroy(&s[k]);
        sl_view_destroy(&m[k]);
    }
    r.elements = hash_of(u[0]);
    sl_view_destroy(&u[0]);
    sl_view_destroy(&u[1]);
    return r;
}

static void test_chains(void)
{
    static const sl_index rows[] = {2050, 6001};
    for (int c = 0; c < 2; c++) {
        const struct results whole = chain(rows[c], 300, 1);
        for (int parts = 2; parts <= 4; parts++) {
            const struct results split = chain(rows[c], 300, parts);
            ok(memcmp(&split, &whole, sizeof whole) == 0,
               "%lld rows in %d parts: steps that need what was reduced before have the bits of one",
               (long long)rows[c], parts);
        }
    }
}

/* ---- what is small ------------------------------------------------------------------------------------------- */

enum { TABLE = 16, LONG_LINE = 200000 };

/* A table in plain C beside the view of it. */
struct table {
    sl_view *view;
    double value[TABLE];
};

/* Changes the table by the host, by a loop on CPUs, or by one on a GPU where there is one. */
static void change(struct table *t, int how, double a)
{
    if (how == 0) {
        double *p = SL_HOST_RDWR(double, t->view);
        for (int i = 0; p != NULL && i < TABLE; i++)
            p[i] = p[i] * 0.5 + a;
        must(sl_host_end(t->view));
    } else {
        must(sl_forall_with(SL_POLICY(.where = how == 2 && gpus ? SL_CUDA : SL_CPU), sg_change, SL_RANGE(0, TABLE), a,
                            t->view));
    }
    for (int i = 0; i < TABLE; i++)
        t->value[i] = t->value[i] * 0.5 + a;
}

/* Loops in parts that read a factor, which is the sum of the loop before, and a table, which others change meanwhile:
 * GPUs have copies of both for themselves, and none may be an old one. */
static void test_small(int parts)
{
    static double x[LONG_LINE];
    struct table t = {.view = view_of("t", SL_DOUBLE, RIGHT, SL_EXTENTS(TABLE))};
    sl_view *v = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(LONG_LINE)), *s = NULL;
    double factor = 1, off = 0;
    uint64_t seed = 17;
    const sl_policy policy = SL_POLICY(.where = gpus ? SL_CUDA : SL_CPU, .split = SL_SPLIT(parts));
    must(sl_view_create("s", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s));
    must(sl_view_fill(s, SL_DOUBLE, &factor));
    must(sl_view_fill(v, SL_DOUBLE, &factor));
    must(sl_view_fill(t.view, SL_DOUBLE, &factor));
    for (int i = 0; i < TABLE; i++)
        t.value[i] = factor;
    for (int i = 0; i < LONG_LINE; i++)
        x[i] = factor;
    for (int k = 0; k < 40; k++) {
        if (k % 3 == 1)
            change(&t, (int)random_below(&seed, 3), 0.25 * (double)(k % 5));
        if (k % 4 == 2) {
            factor = 0.5 / (double)(k + 1);
            must(sl_view_fill(s, SL_DOUBLE, &factor));
        }
        must(sl_forall_with(policy, sg_look, SL_RANGE(0, LONG_LINE), s, t.view, v));
        for (int i = 0; i < LONG_LINE; i++)
            x[i] = x[i] * factor + t.value[i % TABLE];
        if (k % 4 == 0) {
            must(sl_forall_with(policy, sg_sum, SL_RANGE(0, LONG_LINE), v, SL_INTO(s)));
            factor = 0;
            for (int i = 0; i < LONG_LINE; i++)
                factor += 1 / (1 + x[i] * x[i]) / LONG_LINE;
        }
    }
    const double *p = SL_HOST_READ(double, v);
    for (int i = 0; p != NULL && i < LONG_LINE; i++)
        off = fmax(off, fabs(p[i] - x[i]) / fabs(x[i]));
    ok(p != NULL && off < 1e-12, "%d parts read a factor and a table that others change: off by %.1e", parts, off);
    must(sl_host_end(v));
    sl_view_destroy(&v);
    sl_view_destroy(&s);
    sl_view_destroy(&t.view);
}

/* ---- less memory than parts ---------------------------------------------------------------------------------- */

static void test_evicted(void)
{
    enum { SIDE = 2048, PARTS = 16, SWEEPS = 6 };
    static const sl_index n[] = {SIDE, SIDE};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    cut_views(m, PARTS);
    fill_model(&m[0], 3);
    fill_model(&m[1], 4);
    edge_policy.where = SL_CUDA;
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL);
    for (int s = 0; s < SWEEPS; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0,
           "two views of 32 MiB in %d parts are swept on GPUs with room for half of one", PARTS);
    end_model(&m[0]);
    end_model(&m[1]);
}

static void start(void)
{
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    gpus = sl_gpus() > 0;
    parts_run = gpus && !ne_near1__kernel.bounds_checked;
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    start();
    diag("%d GPUs", sl_gpus());
    edge_place = anywhere;
    run_programs(parts_run);
    for (int parts = 1; parts <= 4; parts++)
        test_small(parts);
    if (gpus) {
        test_reductions();
        test_chains();
        must(sl_finalize());
        setenv("STARPU_LIMIT_CUDA_MEM", "16", 1); /* MiB */
        start();
        test_evicted();
    } else {
        skip(sl__device_absence(), "reductions in parts on GPUs");
        skip(sl__device_absence(), "steps that need what was reduced before");
        skip(sl__device_absence(), "parts that a GPU has no memory for");
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
