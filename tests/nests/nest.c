/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests: every statement and level of a policy visits each point as plain C does, for sizes around those of tiles, any
 * layout and any number of threads; what a call may not ask for. What nests compute: nest_values.c. */
#include "nest.h"

#include <string.h>

#include "loop_testing.h"
#include "misuse.h"
#include "nest_values.h"
#include "nest_walk.h"
#include "task/cores.h"

enum { SLIDE = 3 /* where boxes begin */ };

/* ---- visits -------------------------------------------------------------------------------------------- */

typedef struct visit {
    sl_view *seen, *note, *plain;
    sl_index n[3]; /* of the box, which begins at SLIDE in each dimension */
    int32_t size, flag;
} visit;

static visit visit_make(const sl_index n[3], int layout)
{
    visit v = {.n = {n[0], n[1], n[2]}, .size = 8};
    const sl_extents e = SL_EXTENTS(n[0] + SLIDE, n[1] + SLIDE, n[2] + SLIDE);
    v.seen = view_of("seen", SL_INT32, layout, e);
    v.note = view_of("note", SL_INT32, layout, e);
    v.plain = view_of("plain", SL_INT32, RIGHT, SL_EXTENTS(2));
    return v;
}

static void visit_free(visit *v)
{
    sl_view_destroy(&v->seen);
    sl_view_destroy(&v->note);
    sl_view_destroy(&v->plain);
}

/* Without a name the first one for CPUs. */
static sl_status visit_run(const visit *v, const char *policy)
{
    return sl_nest_with(SL_POLICY(.where = policy == NULL ? SL_CPU : SL_ANYWHERE, .nest = policy), nest_visit,
                        SL_BOX(SLIDE, SLIDE + v->n[0], SLIDE, SLIDE + v->n[1], SLIDE, SLIDE + v->n[2]), v->size,
                        v->flag, v->seen, v->note, v->plain);
}

/* @return points of the views that do not hold what they should: `seen` times inside of the box, 0 outside, and what
 * note() says, where it is not NULL. */
static sl_index visit_wrong(const visit *v, int seen, int32_t (*note)(const visit *, sl_index, sl_index, sl_index))
{
    const int32_t *s = SL_HOST_READ(int32_t, v->seen), *w = SL_HOST_READ(int32_t, v->note);
    sl_index x[3] = {0, 0, 0}, wrong = 0, all[3] = {v->n[0] + SLIDE, v->n[1] + SLIDE, v->n[2] + SLIDE};
    do {
        const int in = x[0] >= SLIDE && x[1] >= SLIDE && x[2] >= SLIDE;
        const sl_index at = place(v->seen, x);
        wrong += s[at] != (in ? seen : 0);
        wrong += note != NULL && w[at] != (in ? note(v, x[0] - SLIDE, x[1] - SLIDE, x[2] - SLIDE) : 0);
    } while (next_point(3, all, x));
    must(sl_host_end(v->seen));
    must(sl_host_end(v->note));
    return wrong;
}

static int32_t plain_of(const visit *v, int i)
{
    const int32_t *p = SL_HOST_READ(int32_t, v->plain);
    const int32_t value = p[i];
    must(sl_host_end(v->plain));
    return value;
}

static int32_t turn_kij(const visit *v, sl_index i, sl_index j, sl_index k)
{
    return (int32_t)((k * v->n[0] + i) * v->n[1] + j) + 1;
}

static int32_t turn_collapsed(const visit *v, sl_index i, sl_index j, sl_index k)
{
    return turn_kij(v, i, j, k);
}

/* Tiles of 8 in i, then of v->size in k; in them j, i, k. Counted by going there. */
static int32_t turn_tiles(const visit *v, sl_index i, sl_index j, sl_index k)
{
    const sl_index ti = i / 8 * 8, tk = k / v->size * v->size;
    const sl_index rows = v->n[0] - ti < 8 ? v->n[0] - ti : 8, deep = v->n[2] - tk < v->size ? v->n[2] - tk : v->size;
    const sl_index before = ti * v->n[1] * v->n[2] + rows * v->n[1] * tk;
    return (int32_t)(before + (j * rows + (i - ti)) * deep + (k - tk)) + 1;
}

static int32_t note_agreed(const visit *v, sl_index i, sl_index j, sl_index k)
{
    (void)v;
    (void)i;
    return (int32_t)(1000 * (2 * k + 1) + j % 8);
}

static int32_t note_counts(const visit *v, sl_index i, sl_index j, sl_index k)
{
    (void)v;
    (void)j;
    (void)k;
    return (int32_t)(i / 8 * 100 + i % 8);
}

typedef struct visited {
    const char *policy;
    int32_t (*note)(const visit *v, sl_index i, sl_index j, sl_index k);
    const char *sentence;
} visited;

static const visited visits[] = {
    {NULL, turn_kij, "the first policy runs where none is named: FOR(2, FOR(0, FOR(1)))"},
    {"kij", turn_kij, "FOR in an order of the policy's own"},
    {"tiles_in_turn", turn_tiles, "TILE fixed and dynamic, in sequence"},
    {"collapsed_in_turn", turn_collapsed, "COLLAPSE of three in sequence"},
    {"two", NULL, "COLLAPSE of two, dynamic, with simd in it"},
    {"three", NULL, "COLLAPSE of three, in chunks round-robin"},
    {"tiles", NULL, "TILE dynamic, guided"},
    {"inner", NULL, "an omp level without a wait in a sequential one"},
    {"lines", NULL, "HYPERPLANE over two dimensions"},
    {"faces", NULL, "HYPERPLANE over three dimensions"},
    {"agreed", note_agreed, "DO beside an omp level runs in one thread; all threads have what it leaves in locals"},
    {"counts", note_counts, "TILE_TCOUNT and FOR_ICOUNT"},
};

static const sl_index sizes[][3] = {{1, 1, 1},  {7, 8, 9},    {8, 7, 16}, {9, 16, 7}, {17, 15, 8},
                                    {2, 33, 1}, {16, 16, 17}, {0, 4, 5},  {5, 0, 4},  {4, 5, 0}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_visits(void)
{
    for (size_t p = 0; p < sizeof visits / sizeof *visits; p++) {
        sl_index wrong = 0;
        for (int s = 0; s < SIZES; s++)
            for (int t = 0; t < WAYS; t++) {
                visit v = visit_make(sizes[s], (s + t) % LAYOUTS);
                v.size = s % 2 ? 8 : 5;
                sl__cpu_threads_override = threads_of[t];
                must(visit_run(&v, visits[p].policy));
                wrong += visit_wrong(&v, 1, visits[p].note);
                visit_free(&v);
            }
        sl__cpu_threads_override = 0;
        if (!tap_ok(wrong == 0, "%s", visits[p].sentence))
            diag("%lld points are wrong", (long long)wrong);
    }
}

/* ---- CUDA: on the host, and on a GPU where there is one --------------------------------------------------- */

GRID(nest_visit, gpu_tiles);
GRID(nest_visit, gpu_loops);
GRID(nest_visit, gpu_global);
GRID(nest_visit, gpu_sized);
GRID(nest_visit, gpu_waits);
GRID(nest_visit, gpu_warps);
GRID(nest_visit, gpu_masked);
GRID(nest_visit, gpu_flat);
GRID(nest_visit, gpu_counts);
GRID(nest_visit, gpu_unchecked);
GRID(nest_visit, gpu_fills);

static const struct {
    walked w;
    int32_t (*note)(const visit *v, sl_index i, sl_index j, sl_index k);
    const char *sentence;
} grids[] = {
    {WALKED(nest_visit, gpu_tiles, 0), NULL, "tiles by blocks, direct and in a loop, points by threads"},
    {WALKED(nest_visit, gpu_loops, 0), NULL, "blocks and threads in loops, exp(blocks, threads)"},
    {WALKED(nest_visit, gpu_global, 0), NULL, "threads of the grid, fixed(threads)"},
    {WALKED(nest_visit, gpu_sized, 0), NULL, "levels that say how many threads there are, fixed_sm(...)"},
    {WALKED(nest_visit, gpu_waits, 1), NULL, "SYNC_THREADS in a direct level and in a syncable loop"},
    {WALKED(nest_visit, gpu_warps, 0), NULL, "lanes of a warp"},
    {WALKED(nest_visit, gpu_masked, 0), NULL, "some bits of a lane's number"},
    {WALKED(nest_visit, gpu_flat, 0), NULL, "threads along several axes as one"},
    {WALKED(nest_visit, gpu_counts, 0), note_counts, "TILE_TCOUNT and FOR_ICOUNT"},
    {WALKED(nest_visit, gpu_unchecked, 0), NULL, "direct_unchecked"},
    {WALKED(nest_visit, gpu_fills, 0), NULL, "IF, occ"},
};
enum { GRIDS = sizeof grids / sizeof *grids };

int can_walk(void)
{
    return !__start_sl__nests[0]->nest_->bounds_checked;
}

int walks_through(const walked *w, const sl_space *space, const sl_arg args[])
{
    char why[SL__NEST_WHY];
    if (w != NULL && !walk(w, space, args, why))
        diag("%s: %s", w->policy, why);
    return w != NULL;
}

static void visit_walk(const visit *v, const walked *w)
{
    const sl_space space = SL_BOX(SLIDE, SLIDE + v->n[0], SLIDE, SLIDE + v->n[1], SLIDE, SLIDE + v->n[2]);
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = (void *)&v->size},
                           {.kind = SL_ARG_SCALAR, .data = (void *)&v->flag},
                           {.kind = SL_ARG_VIEW, .view = v->seen},
                           {.kind = SL_ARG_VIEW, .view = v->note},
                           {.kind = SL_ARG_VIEW, .view = v->plain}};
    (void)walks_through(w, &space, args);
}

static void test_grids(int on_device)
{
    for (int p = 0; p < GRIDS; p++) {
        sl_index wrong = 0;
        for (int s = 0; s < SIZES; s++) {
            visit v = visit_make(sizes[s], s % LAYOUTS);
            v.size = s % 2 ? 8 : 5;
            v.flag = s % 3;
            if (on_device)
                must(visit_run(&v, grids[p].w.policy));
            else
                visit_walk(&v, &grids[p].w);
            wrong += visit_wrong(&v, 1, grids[p].note);
            visit_free(&v);
        }
        if (!tap_ok(wrong == 0, "%s: %s", on_device ? "on a GPU" : "a grid walked through", grids[p].sentence))
            diag("%lld points are wrong", (long long)wrong);
    }
}

static void test_conditions(void)
{
    const sl_index n[] = {4, 5, 6};
    for (int t = 0; t < WAYS; t++) {
        visit v = visit_make(n, RIGHT);
        sl__cpu_threads_override = threads_of[t];
        v.flag = 7;
        must(visit_run(&v, "conditions"));
        tap_ok(visit_wrong(&v, 1, NULL) == 0 && plain_of(&v, 0) == 2 && plain_of(&v, 1) == 7,
               "IF runs what is in it when a scalar or a local is not 0, on %d threads", threads_of[t]);
        v.flag = 0;
        must(visit_run(&v, "conditions"));
        tap_ok(visit_wrong(&v, 1, NULL) == 0 && plain_of(&v, 0) == 6 && plain_of(&v, 1) == 7,
               "and IF(no(...)) when it is 0");
        visit_free(&v);
    }
    sl__cpu_threads_override = 0;
}

/* ---- in a region ------------------------------------------------------------------------------------------- */

/* A recorded nest runs as often as its region, after what it reads. */
static void test_region(void)
{
    const sl_index n[] = {9, 8, 7};
    visit v = visit_make(n, RIGHT);
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(visit_run(&v, "two"));
    must(visit_run(&v, "faces"));
    must(sl_region_end(region));
    must(sl_region_run(region));
    must(sl_region_run(region));
    tap_ok(visit_wrong(&v, 4, NULL) == 0, "two nests in a region that runs twice visit each point four times");
    sl_region_destroy(&region);
    visit_free(&v);
}

/* ---- misuse --------------------------------------------------------------------------------------------- */

/* What is set in a recorded nest is checked as the call's argument is. */
static void test_set_sizes(void)
{
    const sl_index n[] = {3, 4, 5};
    visit r = visit_make(n, RIGHT);
    r.size = 3;
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(visit_run(&r, "tiles"));
    must(visit_run(&r, "kij"));
    must(sl_region_end(region));
    refused(SL_REGION_SET(region, 0, int32_t, size, 0), SL_ERR_ARGUMENT, "tiles of no size, set in what is recorded",
            "sl_region_set: value: expected 1 or more for size of nest nest_visit.tiles", "got 0");
    refused(SL_REGION_SET(region, 0, int32_t, size, -7), SL_ERR_ARGUMENT, "a negative one", "got -7");
    is_int(SL_REGION_SET(region, 0, int32_t, size, 5), SL_SUCCESS, "tiles of another size are taken");
    is_int(SL_REGION_SET(region, 1, int32_t, size, 0), SL_SUCCESS, "so is any where the policy has no tiles of it");
    must(sl_region_run(region));
    const int32_t *seen = SL_HOST_READ(int32_t, r.seen);
    sl_index all = 0, size = sl_view_size(r.seen);
    for (sl_index k = 0; seen != NULL && k < size; k++)
        all += seen[k];
    is_int(all, 2 * 3 * 4 * 5, "both nests visit each point once");
    must(sl_host_end(r.seen));
    sl_region_destroy(&region);
    visit_free(&r);
}

static void test_misuse(void)
{
    const sl_index n[] = {4, 4, 4};
    visit v = visit_make(n, RIGHT);
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(4));
    refused(visit_run(&v, "jik"), SL_ERR_ARGUMENT, "a policy that the nest does not have", "sl_nest", "nest_visit",
            "policy.nest", "\"kij\"", "\"tiles_in_turn\"", "got \"jik\"");
    v.size = 0;
    refused(visit_run(&v, "tiles"), SL_ERR_ARGUMENT, "tiles of no size", "nest_visit.tiles, argument size",
            "expected 1 or more", "got 0");
    v.size = 8;
    tap_ok(visit_run(&v, "lines") == SL_SUCCESS && visit_wrong(&v, 1, NULL) == 0, "what follows runs");
    refused(sl_nest(nest_bare, SL_RANGE(0, 4), x), SL_ERR_ARGUMENT, "a nest without a policy", "nest nest_bare",
            "expected an SL_NEST_POLICY", "got none");
    refused(sl_nest_with(SL_POLICY(.reproducible = SL_ACROSS_DEVICES), nest_wave, SL_BOX(1, 2, 1, 2, 1, 2), x),
            SL_ERR_UNSUPPORTED, "a nest across devices", "policy.reproducible: expected SL_NO or SL_YES for a nest");
    refused(sl_nest_with(SL_POLICY(.tile = {8}), nest_wave, SL_BOX(1, 2, 1, 2, 1, 2), x), SL_ERR_UNSUPPORTED,
            "a tile, which the nest's policy says", "policy.tile", "got another value");
    refused(sl_nest_with(SL_POLICY(.where = SL_CUDA, .nest = "lines"), nest_wave, SL_BOX(1, 2, 1, 2, 1, 2), x),
            SL_ERR_DEVICE, "a place on a GPU", "policy.where", "expected SL_CPU or SL_ANYWHERE, got SL_CUDA",
            "runs on CPUs");
    refused(sl_nest(nest_wave, SL_BOX(1, 2, 1, 2), v.seen), SL_ERR_RANK, "a space of another rank", "nest_wave.lines");
    refused(sl_nest(nest_wave, SL_BOX(1, 2, 1, 2, 1, 2), x), SL_ERR_TYPE, "a view of another type", "argument h");
    refused(sl_forall_with(SL_POLICY(.nest = "rows"), nest_none, SL_RANGE(0, 4), x), SL_ERR_ARGUMENT,
            "the policy of a nest for a loop", "sl_forall", "policy.nest", "got \"rows\"");
    sl_view_destroy(&x);
    visit_free(&v);
}

static void test_misuse_cuda(void)
{
    const sl_index n[] = {9, 33, 33}, odd[] = {4, 5, 6};
    visit v = visit_make(n, RIGHT), w = visit_make(odd, RIGHT);
    refused(visit_run(&v, "gpu_unchecked"), SL_ERR_ARGUMENT, "a block that is too large", "nest_visit.gpu_unchecked",
            "block: expected at most 1024 threads", "got 33 x 33 x 1");
    v.size = 11;
    refused(visit_run(&v, "kij, gpu_fixed"), SL_ERR_ARGUMENT, "a block larger than fixed(threads)",
            "nest_visit.gpu_fixed", "block: expected at most 32 threads", "got 33 x 11 x 1");
    w.size = 4;
    refused(visit_run(&w, "gpu_fixed"), SL_ERR_ARGUMENT, "tiles that direct_unchecked does not fit",
            "level thread_y_direct_unchecked of dimension 1", "expected tiles of one size");
    w.size = 0;
    refused(visit_run(&w, "gpu_fixed"), SL_ERR_ARGUMENT, "tiles of no size on CUDA", "nest nest_visit, argument size",
            "expected 1 or more", "got 0");
    w.size = 8;
    refused(visit_run(&w, "kij, gpu_none"), SL_ERR_ARGUMENT, "one of two policies is none of the nest",
            "policy.nest: expected", "\"gpu_fixed\"", "got \"kij, gpu_none\"");
    refused(sl_nest_with(SL_POLICY(.where = SL_CPU, .nest = "gpu_lines"), nest_wave, SL_BOX(1, 2, 1, 2, 1, 2), v.seen),
            SL_ERR_ARGUMENT, "a policy for CUDA on CPUs", "expected a policy for CPUs with SL_CPU", "\"gpu_lines\"");
    refused(sl_nest_with(SL_POLICY(.block = 64), nest_wave, SL_BOX(1, 2, 1, 2, 1, 2), v.seen), SL_ERR_UNSUPPORTED,
            "a block, which the policy says", "policy.block", "got another value");
    if (sl__device_workers() == 0)
        refused(visit_run(&w, "gpu_loops"), SL_ERR_DEVICE, "a policy for CUDA where there is no GPU", "policy.where",
                "got SL_CUDA");
    tap_ok(visit_run(&w, "kij, gpu_loops") == SL_SUCCESS && visit_wrong(&w, 1, NULL) == 0,
           "a call that names a policy for CPUs and one for CUDA runs");
    visit_free(&v);
    visit_free(&w);
}

int main(void)
{
    must(sl_init(NULL));
    const int gpu = have_gpu("nests on a GPU");
    test_visits();
    if (can_walk())
        test_grids(0);
    if (gpu)
        test_grids(1);
    test_conditions();
    test_values(gpu);
    test_region();
    sl_log_set_handler(misuse_count, NULL);
    test_misuse();
    test_set_sizes();
    test_misuse_cuda();
    sl_log_set_handler(NULL, NULL);
    must(sl_finalize());
    return done_testing();
}
