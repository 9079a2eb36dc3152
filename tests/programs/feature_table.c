/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of doc/guide/features.md, from the library itself: each feature is tried in a loop on CPUs, over split
 * views, in a region and in a chain, and the profile says whether the loop ran in parts. What has an effect on a launch
 * is asked of the pure functions that cut loops. `feature_table --print` writes the page: `make update` keeps it. The
 * rows are feature_table_rows.c, and the page is read and written by feature_table_page.c.
 *
 * On a GPU loops are tried where there is one. Where there is none, cells of kernels that nvcc compiled come from their
 * tables, and what only a device can say is taken from the page as it is. */
#include "feature_table_rows.h"

#include <unistd.h>

#include "exec/cpu/plan.h"
#include "exec/launch.h"
#include "tap.h"

const char *cell[MOST_FEATURES][COLUMNS];

/* ---- a loop with a feature -------------------------------------------------------------------------------- */

extern const struct sl__nest_policy *__start_sl__nests[], *__stop_sl__nests[];

enum { MOST_POLICIES = 4 };

typedef struct copy {
    sl_kernel kernel;
    struct sl__kernel_state *state;
} copy;

/* Each use of a feature is a kernel of its own, by name, so that the profile has a line for it. So are the policies of
 * a nest. */
typedef struct named {
    copy whole, part[MOST_POLICIES];
    char name[32];
    struct sl__nest_policy policy[MOST_POLICIES];
    const struct sl__nest_policy *found[MOST_POLICIES];
    int policies;
} named;

static const sl_kernel *copy_kernel(copy *to, const sl_kernel *from, const char *name)
{
    to->kernel = *from;
    to->kernel.name = name;
    to->kernel.state = &to->state;
    return &to->kernel;
}

static named *named_of(int f, int column)
{
    static named all[MOST_FEATURES][COLUMNS];
    named *n = &all[f][column];
    if (n->name[0] != '\0')
        return n;
    snprintf(n->name, sizeof n->name, "feature_%d_%d", f, column);
    copy_kernel(&n->whole, features[f].kernel, n->name);
    for (const struct sl__nest_policy **p = __start_sl__nests; p < __stop_sl__nests; p++)
        if ((*p)->nest_ == features[f].kernel && n->policies < MOST_POLICIES) {
            const int k = n->policies++;
            n->policy[k] = **p;
            n->policy[k].nest_ = &n->whole.kernel;
            if ((*p)->kernel_ != NULL)
                n->policy[k].kernel_ = copy_kernel(&n->part[k], (*p)->kernel_, n->name);
            n->found[k] = &n->policy[k];
        }
    return n;
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
    sl_view *x, *z, *one, *table, *map, *unique, *result, *end;
    sl_list *list;
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

/* The indices of dimension 0 but for the edges; or first the odd ones, then the even ones. */
static sl_status make_list(views *v, int jumps)
{
    int32_t index[FT_SIDE * FT_SIDE], count = 0;
    for (int first = 1; first <= 1 + jumps; first++)
        for (int32_t i = first; i < v->side - 1; i += 1 + jumps)
            index[count++] = i;
    return sl_list_create("list", SL_INT32, index, count, &v->list);
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
    SL_TRY(sl_view_create("end", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &v->end));
    SL_TRY(SL_VIEW_FILL(int64_t, v->end, sl_view_first(v->x, 0) + v->side - 1));
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
    SL_TRY(sl_host_end(v->x));
    return make_list(v, features[f].way == BY_JUMPS);
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
    sl_view_destroy(&v->end);
    sl_list_destroy(&v->list);
}

/* The loop's space: all but the edges, which a halo must not leave; or a league, which begins at 0. */
static sl_space space_of(int f, const views *v)
{
    sl_space along[SL_MAX_RANK];
    if (features[f].policy.league > 0)
        return SL_RANGE(0, features[f].policy.league);
    for (int d = 0; d < v->rank; d++)
        along[d] = SL_RANGE(sl_view_first(v->x, d) + 1, sl_view_first(v->x, d) + v->side - 1);
    if (features[f].way == BY_STRIDE)
        along[0] = SL_RANGE_STRIDE(v->side - 2, 0, -1);
    if (features[f].way == BY_LIST || features[f].way == BY_JUMPS)
        along[0] = SL_LIST(v->list);
    if (features[f].way == BY_END)
        along[0] = SL_RANGE_VIEW(along[0].lo[0], along[0].hi[0] + 1, v->end);
    return sl_space_product(v->rank, along);
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
    named *n = named_of(f, column);
    const sl_kernel *kernel = &n->whole.kernel;
    const sl__call called = {NULL, SL__NEST_CALL, 0};
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
        else if (info->kind == SL__REDUCTION && features[f].way == TO_HOST)
            args[i] = (sl_arg){.kind = SL_ARG_HOST, .data = host};
        else if (info->kind == SL__REDUCTION)
            args[i] = (sl_arg){.kind = SL_ARG_INTO, .view = v->result};
        else
            args[i] = (sl_arg){.kind = SL_ARG_VIEW, .view = view_for(v, info)};
    }
    return n->policies == 0 ? sl_submit(kernel, &policy, &space, args, kernel->nargs)
                            : sl__nest_submit(kernel, n->found, n->found + n->policies, &policy, &space, args,
                                              kernel->nargs, &called);
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
    named *n = named_of(f, ON_GPU);
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
    for (int k = 0; k < n->policies && sl_gpus() == 0; k++)
        if (n->policy[k].launch_ != NULL && n->policy[k].launch_->code_ != NULL)
            cell[f][ON_GPU] = "+";
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
            strcmp(name, named_of(f, column)->name) == 0)
            found |= (as_tasks ? tasks : parts) > calls;
    if (file != NULL)
        fclose(file);
    return found;
}

static void in_parts(const char *profile, int column, const char *otherwise)
{
    for (int f = 0; f < feature_count; f++)
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
    for (int f = 0; f < feature_count; f++) {
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
        for (int f = 0; f < feature_count; f++)
            try_split(f);
        for (int f = 0; f < feature_count; f++)
            if (features[f].policy.split.n[0] != 0)
                try_region(f, REGION);
        sl_finalize();
        in_parts(profile, SPLIT, "whole");
        for (int f = 0; f < feature_count; f++)
            if (features[f].policy.split.n[0] != 0 && cell[f][REGION][0] == '+' && !ran_in_parts(profile, f, REGION, 1))
                cell[f][REGION] = "no effect";
    }
    for (int f = 0; f < feature_count && cores == 1; f++) /* nothing is split: nobody sees what a region makes of it */
        if (features[f].policy.split.n[0] != 0)
            cell[f][REGION] = NULL;
    remove(profile);
    setenv("STARLOOP_PROFILE", "0", 1);
    if (!started("0", SL_WORKERS_MACHINE, 0))
        return 0;
    for (int f = 0; f < feature_count; f++)
        try_gpu(f);
    sl_finalize();
    return 1;
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
        compare_page(path);
    return done_testing();
}
