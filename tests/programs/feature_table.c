/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of doc/guide/features.md, from the library itself: each feature is tried in a loop on CPUs, over split
 * views, in a region and in a chain, and the profile says whether the loop ran in parts. What has an effect on a launch
 * is asked of the pure functions that cut loops. `feature_table --print` writes the page: `make update` keeps it.
 *
 * On a GPU loops are tried where there is one. Where there is none, cells of kernels that nvcc compiled come from their
 * tables, and what only a device can say is taken from the page as it is. */
#include "feature_table.h"

#include <unistd.h>

#include "exec/cpu/plan.h"
#include "exec/launch.h"
#include "tap.h"

enum { RIGHT, LEFT, STRIDED, MIXED, PERMUTED, PADDED, OFFSET, BLOCKED, MORTON, MAPPED };

/* What a policy's field is about: a shape of the work, which may have no effect at a place. */
enum { NO_SHAPE, SHAPES };

typedef struct feature {
    const char *group, *name;
    const sl_kernel *kernel;
    sl_policy policy;
    int layout;
    int shape;
    int host; /* the result of the reduction goes to host memory: the call waits */
} feature;

enum { ON_CPU, ON_GPU, SPLIT, REGION, CHAIN, COLUMNS };
static const char *const column_name[COLUMNS] = {"CPUs", "GPUs", "split loops", "regions", "chains"};

#define K(name) &name##__kernel
static const feature features[] = {
    {"argument kinds", "`scalar`", K(ft_scalar), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`in`", K(ft_own), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`in` of rank 0", K(ft_rank_0), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`out`", K(ft_own), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`inout`", K(ft_inout), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`table`", K(ft_table), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`scatter`, `multi_reduce`", K(ft_scatter), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`reduce`, into a view", K(ft_sum), {0}, RIGHT, NO_SHAPE, 0},
    {"argument kinds", "`reduce`, into host memory", K(ft_sum), {0}, RIGHT, NO_SHAPE, 1},
    {"argument kinds", "`reduce`, `array(n)`", K(ft_array), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "none, of a view that is read", K(ft_in), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "none, of a view that is written", K(ft_out), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`own`", K(ft_own), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`own(1, 0)`", K(ft_own_other), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`own(0, all)`", K(ft_own_rows), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`halo(1, 1)`", K(ft_halo), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`fixed(256, 0)`", K(ft_fixed), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`pack(2)`", K(ft_pack), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`map`, beside `scatter`", K(ft_map), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`random` (a hint; nothing yet)", K(ft_random), {0}, RIGHT, NO_SHAPE, 0},
    {"modifiers", "`atomic`, of the numbers of `SL_UNIQUE_TOKEN`", K(ft_token), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`sum`", K(ft_sum), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`min`", K(ft_min), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`max`", K(ft_max), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`prod`", K(ft_prod), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`land`", K(ft_land), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`lor`", K(ft_lor), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`band`", K(ft_band), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`bor`", K(ft_bor), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`bxor`", K(ft_bxor), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`minmax`", K(ft_minmax), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`minloc`", K(ft_minloc), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`maxloc`", K(ft_maxloc), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`minmaxloc`", K(ft_minmaxloc), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`sum` of complex numbers", K(ft_sum_complex), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "`prod` of complex numbers", K(ft_prod_complex), {0}, RIGHT, NO_SHAPE, 0},
    {"reduction operators", "of the program, `SL_REDUCER`", K(ft_reducer), {0}, RIGHT, NO_SHAPE, 0},
    {"scans", "`SL_SCAN_KERNEL`, its total into a view", K(ft_scan), {0}, RIGHT, NO_SHAPE, 0},
    {"scans", "`SL_SCAN_KERNEL`, its total into host memory", K(ft_scan), {0}, RIGHT, NO_SHAPE, 1},
    {"scans", "`SL_SCAN_KERNEL` by an operator of the program, `SL_REDUCER`", K(ft_scan_own), {0}, RIGHT, NO_SHAPE, 0},
    {"teams", "`SL_TEAM_KERNEL`, by `sl_launch`", K(ft_team), {.league = FT_SIDE * FT_SIDE}, RIGHT, NO_SHAPE, 0},
    {"teams", "`reduce` of a launch, into a view", K(ft_team_sum), {.league = FT_SIDE * FT_SIDE}, RIGHT, NO_SHAPE, 0},
    {"teams",
     "`reduce` of a launch, into host memory",
     K(ft_team_sum),
     {.league = FT_SIDE * FT_SIDE},
     RIGHT,
     NO_SHAPE,
     1},
    {"teams",
     "`.team`, `.vector`, `.scratch_bytes`",
     K(ft_team),
     {.league = FT_SIDE * FT_SIDE, .team = 8, .vector = 4, .scratch_bytes = 64},
     RIGHT,
     NO_SHAPE,
     0},
    {"schedules", "`SL_AUTO`", K(ft_own), {.schedule = SL_AUTO}, RIGHT, NO_SHAPE, 0},
    {"schedules", "`SL_SEQ`", K(ft_own), {.schedule = SL_SEQ}, RIGHT, NO_SHAPE, 0},
    {"schedules", "`SL_SIMD`", K(ft_own), {.schedule = SL_SIMD}, RIGHT, SHAPES, 0},
    {"schedules", "`SL_STATIC`", K(ft_own), {.schedule = SL_STATIC}, RIGHT, SHAPES, 0},
    {"schedules", "`SL_DYNAMIC`", K(ft_own), {.schedule = SL_DYNAMIC}, RIGHT, SHAPES, 0},
    {"schedules", "`SL_GUIDED`", K(ft_own), {.schedule = SL_GUIDED}, RIGHT, SHAPES, 0},
    {"schedules", "`SL_RUNTIME`", K(ft_own), {.schedule = SL_RUNTIME}, RIGHT, SHAPES, 0},
    {"policy fields", "`.where`", K(ft_own), {.where = SL_CPU}, RIGHT, NO_SHAPE, 0},
    {"policy fields", "`.chunk`", K(ft_own), {.chunk = 16}, RIGHT, SHAPES, 0},
    {"policy fields", "`.order`", K(ft_own), {.order = {1, 0}}, RIGHT, SHAPES, 0},
    {"policy fields", "`.tile`", K(ft_own), {.tile = {8, 16}}, RIGHT, SHAPES, 0},
    {"policy fields", "`.tile = SL_TILE_AUTO`", K(ft_own), {.tile = SL_TILE_AUTO}, RIGHT, NO_SHAPE, 0},
    {"policy fields",
     "`.iterate_outer`",
     K(ft_own),
     {.tile = {8, 16}, .iterate_outer = SL_ITERATE_LEFT},
     RIGHT,
     SHAPES,
     0},
    {"policy fields", "`.iterate_inner`", K(ft_own), {.iterate_inner = SL_ITERATE_LEFT}, RIGHT, SHAPES, 0},
    {"policy fields", "`.collapse`", K(ft_own), {.collapse = 2}, RIGHT, SHAPES, 0},
    {"policy fields", "`.block`", K(ft_own), {.block = 64}, RIGHT, SHAPES, 0},
    {"policy fields", "`.min_blocks`", K(ft_own), {.min_blocks = 4}, RIGHT, SHAPES, 0},
    {"policy fields", "`.grid`", K(ft_own), {.grid = 7}, RIGHT, SHAPES, 0},
    {"policy fields", "`.occupancy`", K(ft_own), {.occupancy = {SL__OCCUPANCY_MAX, 0, 1, 0, 0}}, RIGHT, SHAPES, 0},
    {"policy fields", "`.priority`", K(ft_own), {.priority = 1}, RIGHT, NO_SHAPE, 0},
    {"policy fields", "`.synchronous`", K(ft_own), {.synchronous = 1}, RIGHT, NO_SHAPE, 0},
    {"policy fields", "`.combine`", K(ft_sum), {.combine = 1}, RIGHT, NO_SHAPE, 0},
    {"policy fields", "`.split`", K(ft_own), {.split = {{4}}}, RIGHT, NO_SHAPE, 0},
    {"policy fields",
     "`.scatter`",
     K(ft_scatter),
     {.schedule = SL_STATIC, .scatter = SL_SCATTER_DUPLICATE},
     RIGHT,
     SHAPES,
     0},
    {"policy fields",
     "`.reproducible`, of a scatter of floats",
     K(ft_scatter),
     {.reproducible = SL_YES},
     RIGHT,
     NO_SHAPE,
     0},
    {"policy fields",
     "`.reproducible = SL_ACROSS_DEVICES`, of a reduction",
     K(ft_sum),
     {.reproducible = SL_ACROSS_DEVICES},
     RIGHT,
     NO_SHAPE,
     0},
    {"policy fields", "`.label`", K(ft_own), {.label = "a label"}, RIGHT, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_RIGHT`", K(ft_own), {0}, RIGHT, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_LEFT`", K(ft_own), {0}, LEFT, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_STRIDE`", K(ft_own), {0}, STRIDED, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_PERMUTED`", K(ft_own), {0}, PERMUTED, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_PADDED`", K(ft_own), {0}, PADDED, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_OFFSET`", K(ft_own), {0}, OFFSET, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_BLOCKED`, by `layout(blocked)`", K(ft_blocked), {0}, BLOCKED, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_MORTON`, by `layout(morton)`", K(ft_morton), {0}, MORTON, NO_SHAPE, 0},
    {"layouts", "`SL_LAYOUT_MAPPED`, by `layout(name)`", K(ft_mapped), {0}, MAPPED, NO_SHAPE, 0},
    {"layouts", "views that differ in layout", K(ft_own), {0}, MIXED, NO_SHAPE, 0},
    {"ranks of a loop", "1", K(ft_1), {0}, RIGHT, NO_SHAPE, 0},
    {"ranks of a loop", "2", K(ft_own), {0}, RIGHT, NO_SHAPE, 0},
    {"ranks of a loop", "3", K(ft_3), {0}, RIGHT, NO_SHAPE, 0},
    {"ranks of a loop", "4", K(ft_4), {0}, RIGHT, NO_SHAPE, 0},
    {"ranks of a loop", "5", K(ft_5), {0}, RIGHT, NO_SHAPE, 0},
    {"ranks of a loop", "6", K(ft_6), {0}, RIGHT, NO_SHAPE, 0},
};
enum { FEATURES = sizeof features / sizeof *features };

static const char *cell[FEATURES][COLUMNS]; /* NULL: nobody here can say */

/* ---- a loop with a feature -------------------------------------------------------------------------------- */

/* Each use of a feature is a kernel of its own, by name, so that the profile has a line for it. */
typedef struct named {
    sl_kernel kernel;
    struct sl__kernel_state *state;
    char name[32];
} named;

static const sl_kernel *kernel_named(int f, int column)
{
    static named all[FEATURES][COLUMNS];
    named *n = &all[f][column];
    if (n->kernel.name == NULL) {
        snprintf(n->name, sizeof n->name, "feature_%d_%d", f, column);
        n->kernel = *features[f].kernel;
        n->kernel.name = n->name;
        n->kernel.state = &n->state;
    }
    return &n->kernel;
}

static sl_index side_of(int rank)
{
    static const sl_index side[] = {0, FT_SIDE * FT_SIDE, FT_SIDE, 40, 16, 12, 8};
    return side[rank];
}

enum { FIRST = -3 }; /* the first index of each dimension of a view with OFFSET */

static sl_layout layout_of(int layout, int rank, sl_index side, int written)
{
    if (layout == PERMUTED)
        return SL_LAYOUT_PERMUTED(1, 0);
    if (layout == PADDED)
        return SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 3);
    if (layout == OFFSET)
        return SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, FIRST, FIRST);
    if (layout == BLOCKED)
        return SL_LAYOUT_BLOCKED(8, 8);
    if (layout == MORTON)
        return SL_LAYOUT_MORTON;
    if (layout == MAPPED)
        return SL_LAYOUT_MAPPED(side * side);
    if (layout == LEFT || (layout == MIXED && written))
        return SL_LAYOUT_LEFT;
    if (layout != STRIDED)
        return SL_LAYOUT_RIGHT;
    sl_layout strided = {.kind = SL__LAYOUT_STRIDE, .count = rank};
    sl_index stride = 2;
    for (int d = rank - 1; d >= 0; d--, stride *= side)
        strided.stride[d] = stride;
    return strided;
}

typedef struct views {
    sl_view *x, *z, *one, *table, *map, *unique, *result;
    int rank;
    sl_index side;
} views;

/* The place of an element, by indices from 0 on. A map of the program's own, which the library does not know: columns.
 */
static sl_index place_of(const sl_view *view, int layout, const sl_index at[])
{
    sl_index place = 0;
    if (layout == MAPPED)
        return at[1] * sl_view_extent(view, 0) + at[0];
    if (layout == BLOCKED || layout == MORTON)
        return sl_view_place(view, sl_view_rank(view), at);
    for (int d = 0; d < sl_view_rank(view); d++)
        place += at[d] * sl_view_stride(view, d);
    return place;
}

static sl_index next(const sl_view *view, int layout, sl_index at[], sl_index *place)
{
    int d = sl_view_rank(view) - 1;
    for (; d >= 0 && ++at[d] == sl_view_extent(view, d); d--)
        at[d] = 0;
    *place = place_of(view, layout, at);
    return d >= 0;
}

static double value_at(int rank, const sl_index at[])
{
    double sum = 0;
    for (int d = 0; d < rank; d++)
        sum += (double)at[d];
    return sum;
}

/* The type of the result; kernels without one get a view all the same. */
static sl_type result_type(const sl_kernel *kernel)
{
    for (int i = 0; i < kernel->nargs; i++) {
        const sl__arg_info *info = &kernel->args[i];
        if (info->kind == SL__REDUCTION)
            return info->type != 0 ? info->type : sl_type_struct(info->type_name, info->size, info->align);
    }
    return SL_DOUBLE;
}

static sl_status make_views(int f, views *v)
{
    sl_extents e = {.rank = features[f].kernel->rank};
    sl_index at[SL_MAX_RANK] = {0}, place = 0;
    *v = (views){.rank = e.rank, .side = side_of(e.rank)};
    for (int d = 0; d < e.rank; d++)
        e.n[d] = v->side;
    SL_TRY(sl_view_create("x", SL_DOUBLE, layout_of(features[f].layout, e.rank, v->side, 0), e, &v->x));
    SL_TRY(sl_view_create("z", SL_DOUBLE, layout_of(features[f].layout, e.rank, v->side, 1), e, &v->z));
    SL_TRY(sl_view_create("one", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &v->one));
    SL_TRY(sl_view_create("table", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &v->table));
    SL_TRY(sl_view_create("map", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(v->side, 1), &v->map));
    SL_TRY(sl_view_create("unique", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &v->unique));
    SL_TRY(sl_view_create("result", result_type(features[f].kernel), SL_LAYOUT_RIGHT, SL_EXTENTS(), &v->result));
    double *x = SL_HOST_WRITE(double, v->x), *one = SL_HOST_WRITE(double, v->one);
    double *table = SL_HOST_WRITE(double, v->table);
    int32_t *map = SL_HOST_WRITE(int32_t, v->map);
    if (x == NULL || one == NULL || table == NULL || map == NULL)
        return sl_last_status();
    for (sl_index i = 0; i < v->side; i++)
        map[i] = (int32_t)i;
    SL_TRY(sl_host_end(v->map));
    for (int k = 0; k < 5; k++)
        table[k] = 1;
    SL_TRY(sl_host_end(v->table));
    do
        x[place] = value_at(e.rank, at);
    while (next(v->x, features[f].layout, at, &place));
    *one = 1;
    SL_TRY(sl_host_end(v->one));
    return sl_host_end(v->x);
}

static void drop_views(views *v)
{
    sl_view_destroy(&v->x);
    sl_view_destroy(&v->z);
    sl_view_destroy(&v->one);
    sl_view_destroy(&v->table);
    sl_view_destroy(&v->map);
    sl_view_destroy(&v->unique);
    sl_view_destroy(&v->result);
}

/* The loop's space: all but the edges, which a halo must not leave; or a league, which begins at 0. */
static sl_space space_of(int f, const views *v)
{
    sl_space space = {.rank = v->rank};
    if (features[f].policy.league > 0)
        return SL_RANGE(0, features[f].policy.league);
    for (int d = 0; d < v->rank; d++) {
        space.lo[d] = sl_view_first(v->x, d) + 1;
        space.hi[d] = sl_view_first(v->x, d) + v->side - 1;
    }
    return space;
}

static sl_view *view_for(const views *v, const sl__arg_info *info)
{
    return info->rank == 0        ? v->one
           : info->name[0] == 'm' ? v->map
           : info->name[0] == 't' ? v->table
           : info->name[0] == 'u' ? v->unique
           : info->name[0] == 'x' ? v->x
                                  : v->z;
}

static sl_status call(int f, int column, sl_policy policy, views *v, double *host)
{
    const sl_kernel *kernel = kernel_named(f, column);
    static double a = 1;
    sl_space space = space_of(f, v);
    sl_arg args[SL_MAX_ARGS] = {{0}};
    sl_view *pack[] = {v->x, v->x};
    for (int i = 0; i < kernel->nargs; i++) {
        const sl__arg_info *info = &kernel->args[i];
        if (info->kind == SL__SCALAR)
            args[i] = (sl_arg){.kind = SL_ARG_SCALAR, .data = &a};
        else if (strstr(info->modifiers, "pack") != NULL)
            args[i] = (sl_arg){.kind = SL_ARG_PACK, .data = pack, .rank = 2};
        else if (info->kind == SL__REDUCTION && features[f].host)
            args[i] = (sl_arg){.kind = SL_ARG_HOST, .data = host};
        else if (info->kind == SL__REDUCTION)
            args[i] = (sl_arg){.kind = SL_ARG_INTO, .view = v->result};
        else
            args[i] = (sl_arg){.kind = SL_ARG_VIEW, .view = view_for(v, info)};
    }
    return sl_submit(kernel, &policy, &space, args, kernel->nargs);
}

/* Whether z is what it must be: x + 1 inside, 0 at the edges. Then it is emptied. */
static int is_right(views *v, int layout)
{
    sl_index at[SL_MAX_RANK] = {0}, place = 0, wrong = 0;
    double *z = SL_HOST_RDWR(double, v->z);
    if (z == NULL)
        return 0;
    do {
        int inside = 1;
        for (int d = 0; d < v->rank; d++)
            inside &= at[d] > 0 && at[d] < v->side - 1;
        double want = inside ? value_at(v->rank, at) + 1 : 0;
        if (z[place] != want && wrong++ == 0)
            diag("element %lld of z: got %g, want %g", (long long)place, z[place], want);
        z[place] = 0;
    } while (next(v->z, layout, at, &place));
    return sl_host_end(v->z) == SL_SUCCESS && wrong == 0;
}

/* ---- what the pure functions say ---------------------------------------------------------------------------- */

static const sl__layouts both = {.all = 3, .written = 3};

/* Whether a policy's shape changes what a loop on CPUs is cut into. Schedules and chunks are about who takes it. */
static int shapes_cpu(const feature *f)
{
    static const sl_policy plain;
    const sl_space space = SL_BOX(0, 100, 0, 100);
    sl__cut with, without;
    if (f->policy.schedule != SL_AUTO || f->policy.chunk != 0)
        return 1;
    memset(&with, 0, sizeof with);
    memset(&without, 0, sizeof without);
    sl__cut_make(f->kernel, &f->policy, &space, &both, 0, 0, &with);
    sl__cut_make(f->kernel, &plain, &space, &both, 0, 0, &without);
    return memcmp(&with, &without, sizeof with) != 0;
}

/* Whether it changes a launch on a GPU. */
static int shapes_gpu(const feature *f)
{
    static const sl_policy plain;
    const sl_space space = SL_BOX(0, 1000, 0, 1000);
    const sl__launch_limits limits = {.multiprocessors = 100, .threads_per_sm = 2048, .threads = 1024};
    const sl__launch_call with = {.policy = &f->policy, .space = &space, .layouts = both, .turns = 1, .own = 1};
    const sl__launch_call without = {.policy = &plain, .space = &space, .layouts = both, .turns = 1, .own = 1};
    sl__launch a, b;
    sl__launch_make(&with, &limits, &a);
    sl__launch_make(&without, &limits, &b);
    return memcmp(&a, &b, sizeof a) != 0 ||
           sl__launch_most(&f->policy, &a, &limits, 8) != sl__launch_most(&plain, &b, &limits, 8);
}

/* ---- trying ------------------------------------------------------------------------------------------------- */

static const char *verdict(sl_status status, int right)
{
    return status == SL_SUCCESS ? right ? "+" : "WRONG" : "no";
}

static void try_cpu(int f)
{
    views v;
    double host = 0;
    sl_status status = make_views(f, &v);
    if (status == SL_SUCCESS) {
        sl_policy policy = features[f].policy;
        policy.where = SL_CPU;
        status = call(f, ON_CPU, policy, &v, &host);
        cell[f][ON_CPU] = verdict(status, status == SL_SUCCESS && is_right(&v, features[f].layout));
        if (cell[f][ON_CPU][0] == '+' && features[f].shape == SHAPES && !shapes_cpu(&features[f]))
            cell[f][ON_CPU] = "no effect";
    }
    drop_views(&v);
}

static void try_gpu(int f)
{
    const sl__device_code *code = features[f].kernel->cuda;
    views v;
    double host = 0;
    if (sl_gpus() > 0) {
        sl_policy policy = features[f].policy;
        policy.where = SL_CUDA;
        sl_status status = make_views(f, &v);
        if (status == SL_SUCCESS)
            status = call(f, ON_GPU, policy, &v, &host);
        cell[f][ON_GPU] = verdict(status, status == SL_SUCCESS && is_right(&v, features[f].layout));
        drop_views(&v);
    } else if (code != NULL && features[f].policy.schedule != SL_SEQ && features[f].policy.reproducible != SL_YES) {
        cell[f][ON_GPU] = "+";
        for (int k = 0; k < SL__DEVICE_FUNCTIONS; k++)
            if (code->function[k] == NULL && k != SL__DEVICE_COPIES) /* of loops that scatter only */
                cell[f][ON_GPU] = "no";
    }
    if (features[f].shape == SHAPES && !shapes_gpu(&features[f]))
        cell[f][ON_GPU] = "no effect";
}

/* Four loops in a region, twice: with one worker group as many of a chain. Whether they ran in parts is in the profile.
 * @param[in] names  the column by which they are found there */
static void try_region(int f, int names)
{
    views v;
    sl_region *region = NULL;
    double host = 0;
    sl_status status = make_views(f, &v);
    if (status == SL_SUCCESS)
        status = sl_region_begin(&region);
    sl_policy policy = features[f].policy;
    policy.where = SL_CPU;
    sl_status recorded = SL_SUCCESS;
    for (int k = 0; k < 4 && status == SL_SUCCESS && recorded == SL_SUCCESS; k++)
        recorded = call(f, names, policy, &v, &host);
    if (status == SL_SUCCESS)
        status = sl_region_end(region);
    for (int k = 0; k < 2 && status == SL_SUCCESS && recorded == SL_SUCCESS; k++)
        status = sl_region_run(region);
    status = status == SL_SUCCESS ? recorded : status;
    cell[f][REGION] = verdict(status, status == SL_SUCCESS && is_right(&v, features[f].layout));
    sl_region_destroy(&region);
    drop_views(&v);
}

/* Outside of a region a loop that follows others comes to be in a chain, too. */
static void try_chain(int f)
{
    views v;
    double host = 0;
    sl_status status = make_views(f, &v);
    sl_policy policy = features[f].policy;
    policy.where = SL_CPU;
    for (int k = 0; k < 8 && status == SL_SUCCESS; k++)
        status = call(f, CHAIN, policy, &v, &host);
    cell[f][CHAIN] = verdict(status, status == SL_SUCCESS && is_right(&v, features[f].layout));
    drop_views(&v);
}

static void try_split(int f)
{
    views v;
    double host = 0;
    sl_policy policy = features[f].policy;
    policy.where = SL_CPU;
    sl_status status = make_views(f, &v);
    if (status == SL_SUCCESS && policy.split.n[0] == 0) {
        status = sl_view_split(v.x, SL_SPLIT(4));
        if (status == SL_SUCCESS)
            status = sl_view_split(v.z, SL_SPLIT(4));
    }
    if (status == SL_SUCCESS)
        status = call(f, SPLIT, policy, &v, &host);
    cell[f][SPLIT] = verdict(status, status == SL_SUCCESS && is_right(&v, features[f].layout));
    drop_views(&v);
}

/* ---- the profile: name, place, calls, tasks, parts ------------------------------------------------------------- */

/* Whether the loops of a name ran in parts: of a chain; or, where as_tasks, each part as a task. */
static int ran_in_parts(const char *profile, int f, int column, int as_tasks)
{
    char line[512], name[64], label[64], place[64];
    long calls, tasks, parts;
    int found = 0;
    FILE *file = fopen(profile, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if ((sscanf(line, " %63s %63s %ld %ld %ld", name, place, &calls, &tasks, &parts) == 5 ||
             sscanf(line, " %63s \"%63[^\"]\" %63s %ld %ld %ld", name, label, place, &calls, &tasks, &parts) == 6) &&
            strcmp(name, kernel_named(f, column)->name) == 0)
            found |= (as_tasks ? tasks : parts) > calls;
    if (file != NULL)
        fclose(file);
    return found;
}

static void in_parts(const char *profile, int column, const char *otherwise)
{
    for (int f = 0; f < FEATURES; f++)
        if (cell[f][column] != NULL && cell[f][column][0] == '+' && !ran_in_parts(profile, f, column, column == SPLIT))
            cell[f][column] = otherwise;
}

static int started(const char *profile, sl_worker_level level, int gpus)
{
    const sl_config config = {.cpu_workers = level, .gpus = gpus};
    setenv("STARLOOP_PROFILE", profile, 1);
    return sl_init(&config) == SL_SUCCESS;
}

/* Fills in the cells. @return 0 when the library did not start. */
static int derive(void)
{
    const char *profile = "feature_table.profile";
    setenv("STARLOOP_INLINE", "0", 1); /* in the calling thread no loop has parts */
    sl_log_set_level(SL_LOG_NONE);     /* refusals are what is looked for */
    if (!started(profile, SL_WORKERS_MACHINE, -1))
        return 0;
    int cores = sl_cpu_cores();
    for (int f = 0; f < FEATURES; f++) {
        try_cpu(f);
        try_region(f, CHAIN);
        if (cell[f][REGION][0] != '+') /* it cannot be recorded, but loops that are queued become chains, too */
            try_chain(f);
        else
            cell[f][CHAIN] = "+";
    }
    sl_finalize();
    in_parts(profile, CHAIN, "by itself");
    if (cores > 1) {
        if (!started(profile, SL_WORKERS_CORE, -1))
            return 0;
        for (int f = 0; f < FEATURES; f++)
            try_split(f);
        for (int f = 0; f < FEATURES; f++)
            if (features[f].policy.split.n[0] != 0)
                try_region(f, REGION);
        sl_finalize();
        in_parts(profile, SPLIT, "whole");
        for (int f = 0; f < FEATURES; f++)
            if (features[f].policy.split.n[0] != 0 && cell[f][REGION][0] == '+' && !ran_in_parts(profile, f, REGION, 1))
                cell[f][REGION] = "no effect";
    }
    for (int f = 0; f < FEATURES && cores == 1; f++) /* nothing is split: nobody sees what a region makes of it */
        if (features[f].policy.split.n[0] != 0)
            cell[f][REGION] = NULL;
    remove(profile);
    setenv("STARLOOP_PROFILE", "0", 1);
    if (!started("0", SL_WORKERS_MACHINE, 0))
        return 0;
    for (int f = 0; f < FEATURES; f++)
        try_gpu(f);
    sl_finalize();
    return 1;
}

/* ---- the page --------------------------------------------------------------------------------------------------- */

/* A row of the page. @return whether there is one: its cells. */
static int page_row(const char *path, int f, char row[COLUMNS][32])
{
    char line[512], group[64] = "", *at;
    int found = 0;
    FILE *page = fopen(path, "r");
    while (page != NULL && !found && fgets(line, sizeof line, page) != NULL) {
        char name[128];
        if (sscanf(line, "## %63[^\n]", group) == 1 || strcmp(group, features[f].group) != 0)
            continue;
        if (sscanf(line, "| %127[^|]", name) != 1)
            continue;
        name[strcspn(name, "|")] = '\0';
        for (size_t n = strlen(name); n > 0 && name[n - 1] == ' '; n--)
            name[n - 1] = '\0';
        if (strcmp(name, features[f].name) != 0)
            continue;
        found = 1;
        at = strchr(line + 1, '|');
        for (int c = 0; c < COLUMNS; c++) {
            row[c][0] = '\0';
            if (at == NULL || sscanf(at, "| %31[^|]", row[c]) != 1)
                found = 0;
            for (size_t n = strlen(row[c]); n > 0 && row[c][n - 1] == ' '; n--)
                row[c][n - 1] = '\0';
            at = at ? strchr(at + 1, '|') : NULL;
        }
    }
    if (page != NULL)
        fclose(page);
    return found;
}

static void print_head(const char *path)
{
    char line[512];
    FILE *page = fopen(path, "r");
    while (page != NULL && fgets(line, sizeof line, page) != NULL && strncmp(line, "## ", 3) != 0)
        fputs(line, stdout);
    if (page != NULL)
        fclose(page);
}

/* What stands behind the last table. */
static void print_tail(const char *path)
{
    char line[512];
    long tail = 0;
    FILE *page = fopen(path, "r");
    while (page != NULL && fgets(line, sizeof line, page) != NULL)
        if (line[0] == '|')
            tail = ftell(page);
    if (page != NULL)
        fseek(page, tail, SEEK_SET);
    while (page != NULL && fgets(line, sizeof line, page) != NULL)
        fputs(line, stdout);
    if (page != NULL)
        fclose(page);
}

/* Writes the page: its head and tail as they are, and the tables. What nobody here can say stays as it is. */
static void print_page(const char *path)
{
    print_head(path);
    for (int f = 0; f < FEATURES; f++) {
        char row[COLUMNS][32] = {{0}};
        int old = page_row(path, f, row);
        if (f == 0 || strcmp(features[f].group, features[f - 1].group) != 0) {
            printf("%s## %s\n\n|", f ? "\n" : "", features[f].group);
            for (int c = 0; c < COLUMNS; c++)
                printf(" | %s", column_name[c]);
            printf(" |\n|---|---|---|---|---|---|\n");
        }
        printf("| %s", features[f].name);
        for (int c = 0; c < COLUMNS; c++)
            printf(" | %s", cell[f][c] ? cell[f][c] : old ? row[c] : "?");
        printf(" |\n");
    }
    print_tail(path);
}

static void compare(const char *path)
{
    int unknown = 0;
    for (int f = 0; f < FEATURES; f++) {
        char row[COLUMNS][32];
        if (!ok(page_row(path, f, row), "%s, %s: doc/guide/features.md has the row", features[f].group,
                features[f].name))
            continue;
        int same = 1;
        for (int c = 0; c < COLUMNS; c++) {
            unknown += cell[f][c] == NULL;
            if (cell[f][c] != NULL && strcmp(cell[f][c], row[c]) != 0) {
                diag("%s: got \"%s\", the page has \"%s\"", column_name[c], cell[f][c], row[c]);
                same = 0;
            }
        }
        ok(same, "%s, %s: its cells are what the library does", features[f].group, features[f].name);
    }
    diag("%d cells were not looked at: this machine, or this build, has nothing to try them on", unknown);
    unsigned operators = 0, kinds = 0;
    for (int f = 0; f < FEATURES; f++)
        for (int i = 0; i < features[f].kernel->nargs; i++) {
            kinds |= 1u << features[f].kernel->args[i].kind;
            operators |= 1u << features[f].kernel->args[i].op;
        }
    is_int(operators >> 1, (1u << (SL__OPERATORS_END - 1)) - 1, "each operator that the library knows has a row");
    is_int(kinds >> 1, (1u << (SL__KINDS_END - 1)) - 1, "each kind of argument has a row");
}

int main(int argc, char **argv)
{
    const char *root = getenv("abs_top_srcdir");
    char path[4096];
    snprintf(path, sizeof path, "%s/doc/guide/features.md", root ? root : ".");
    if (access(path, R_OK) != 0) {
        printf("Bail out! %s: expected a page that can be read: set abs_top_srcdir to the project's root\n", path);
        return 1;
    }
    int came = derive();
    if (argc > 1 && strcmp(argv[1], "--print") == 0 && came) {
        print_page(path);
        return 0;
    }
    ok(came, "the library starts");
    if (came)
        compare(path);
    return done_testing();
}
