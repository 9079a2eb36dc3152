/* SPDX-License-Identifier: BSD-3-Clause */
/* Transpositions by indices, own(1, 0) and its kin: what is written against plain C, and the order and the tiles that
 * the library chooses. */
#include "exec/cpu/plan.h"
#include "exec/cpu/tiles.h"
#include "exec/launch.h"
#include "kernel/cases.h"
#include "loop_testing.h"
#include "exec/cpu/cpu.h"

extern const sl_kernel tu_matrix__kernel, tu_middle__kernel, tu_cycle__kernel;

/* ---- values --------------------------------------------------------------------------------------------------- */

/* A kernel, and which loop index dimension d of each view follows. */
struct turned {
    const char *name;
    const sl_kernel *kernel;
    int rank, x[SL_MAX_RANK], y[SL_MAX_RANK];
};
static const struct turned all[] = {{"own(1, 0)", &tu_matrix__kernel, 2, {0, 1}, {1, 0}},
                                    {"own(0, 2, 1)", &tu_middle__kernel, 3, {0, 1, 2}, {0, 2, 1}},
                                    {"own(2, 0, 1) to own(2, 1, 0)", &tu_cycle__kernel, 3, {2, 0, 1}, {2, 1, 0}}};
enum { KERNELS = sizeof all / sizeof *all };

static sl_view *view_along(const char *label, int rank, const int follows[], const sl_index n[], int layout)
{
    sl_extents e = {.rank = rank};
    for (int d = 0; d < rank; d++)
        e.n[d] = n[follows[d]];
    return view_of(label, SL_DOUBLE, layout, e);
}

/* Where a view has the element of a loop's indices. */
static sl_index place_along(const sl_view *v, const int follows[], const sl_index l[])
{
    sl_index x[SL_MAX_RANK] = {0};
    for (int d = 0; d < sl_view_rank(v); d++)
        x[d] = l[follows[d]];
    return place(v, x);
}

static double number(const sl_index l[])
{
    return (double)(l[0] + 1000 * l[1] + 1000000 * l[2] + 1);
}

static void fill(sl_view *v, int rank, const int follows[], const sl_index n[])
{
    sl_index l[SL_MAX_RANK] = {0};
    double *a = SL_HOST_WRITE(double, v);
    if (a && sl_view_size(v) > 0)
        do
            a[place_along(v, follows, l)] = number(l);
        while (next_point(rank, n, l));
    must(sl_host_end(v));
}

static sl_index wrong_of(const sl_view *v, int rank, const int follows[], const sl_index n[])
{
    sl_index l[SL_MAX_RANK] = {0}, wrong = 0;
    const double *a = SL_HOST_READ(double, (sl_view *)v);
    if (a && sl_view_size(v) > 0)
        do {
            const double got = a[place_along(v, follows, l)], want = number(l);
            if (got != want && wrong++ == 0)
                diag("at (%lld, %lld, %lld): got %g, want %g", (long long)l[0], (long long)l[1], (long long)l[2], got,
                     want);
        } while (next_point(rank, n, l));
    must(sl_host_end((sl_view *)v));
    return a ? wrong : 1;
}

static sl_index try(const struct turned *t, const sl_index n[], int of_x, int of_y, sl_policy policy)
{
    sl_view *x = view_along("x", t->rank, t->x, n, of_x), *y = view_along("y", t->rank, t->y, n, of_y);
    const sl_index zero[SL_MAX_RANK] = {0};
    const sl_arg arguments[] = {{.kind = SL_ARG_VIEW, .view = x}, {.kind = SL_ARG_VIEW, .view = y}};
    const sl_space space = space_at(t->rank, zero, n);
    fill(x, t->rank, t->x, n);
    must(sl_submit(t->kernel, &policy, &space, arguments, 2));
    const sl_index wrong = wrong_of(y, t->rank, t->y, n);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return wrong;
}

static void test_values(void)
{
    static const sl_index sizes[][3] = {{1, 1, 1}, {0, 5, 3}, {40, 131, 5}, {7, 33, 129}, {130, 2, 65}, {64, 64, 32}};
    static const sl_policy policies[] = {{0}, {.schedule = SL_DYNAMIC}, {.schedule = SL_SEQ}, {.tile = {5, 8}}};
    const int step = quick() ? 2 : 1;
    for (int k = 0; k < KERNELS; k++)
        for (int layouts = 0; layouts < LAYOUTS * LAYOUTS; layouts += step) {
            sl_index wrong = 0;
            for (int s = 0; s < 6; s++)
                for (int p = 0; p < (on_gpu() ? 1 : 4); p++) {
                    sl__cpu_threads_override = (s + p) % 3;
                    wrong += try(&all[k], sizes[s], layouts / LAYOUTS, layouts % LAYOUTS, policies[p]);
                }
            sl__cpu_threads_override = 0;
            is_int(wrong, 0, "%s, x %s, y %s: as a plain loop", all[k].name, layout_name[layouts / LAYOUTS],
                   layout_name[layouts % LAYOUTS]);
        }
}

/* ---- order and tiles ------------------------------------------------------------------------------------------- */

/* Interfaces of views of these layouts, and what the library makes of them. */
static sl__layouts layouts_of(const struct turned *t, const sl_index n[], int of_x, int of_y)
{
    static sl__task task;
    struct sl__interface seen[2];
    void *buffers[2] = {&seen[0], &seen[1]};
    unsigned char packed[512];
    memset(&task, 0, sizeof task);
    memset(seen, 0, sizeof seen);
    task.kernel = t->kernel;
    must(sl__kernel_state_of(t->kernel, "turn", &task.state));
    for (int v = 0; v < 2; v++) {
        sl_view *view = view_along("v", t->rank, v ? t->y : t->x, n, v ? of_y : of_x);
        task.slot[v] = (unsigned char)v;
        seen[v].rank = t->rank;
        seen[v].count = sl_view_size(view);
        for (int d = 0; d < t->rank; d++) {
            seen[v].n[d] = sl_view_extent(view, d);
            seen[v].s[d] = sl_view_stride(view, d);
        }
        sl_view_destroy(&view);
    }
    return sl__task_pack(&task, buffers, packed);
}

struct choice {
    int kernel, of_x, of_y;
    int order[3], across;
    sl_index extent[3]; /* of a tile; 0: rows */
};

static void is_choice(const struct choice *c, const sl_index n[])
{
    const struct turned *t = &all[c->kernel];
    const sl__layouts layouts = layouts_of(t, n, c->of_x, c->of_y);
    const sl_index zero[SL_MAX_RANK] = {0};
    const sl_space space = space_at(t->rank, zero, n);
    const sl_policy policy = SL_POLICY(.where = SL_ANYWHERE), first = SL_POLICY(.order = {0, 1, t->rank == 3 ? 2 : 0});
    const sl__launch_limits limits = {132, 2048, 1024, 1, 0};
    const sl__launch_call call = {.policy = &policy, .space = &space, .layouts = layouts, .turns = 1};
    sl__cut cut;
    sl__launch launch;
    sl__cut_make(t->kernel, &policy, &space, &layouts, SL__REDUCES_NOT, 0, &cut);
    sl__launch_make(&call, &limits, &launch);
    int good = cut.kind == (c->extent[0] ? SL__UNIT_TILES : SL__UNIT_ROWS) && layouts.across == c->across;
    for (int l = 0; l < t->rank; l++) {
        const int axis = t->rank - 1 - l;
        good &= cut.order[l] == c->order[l] && (!c->extent[0] || cut.extent[l] == c->extent[l]);
        good &= launch.box.axis_[c->order[l]] == axis;
    }
    ok(good, "%s, x %s, y %s: order %d, %d, %d, tiles of %lld x %lld x %lld; on a GPU the same order", t->name,
       layout_name[c->of_x], layout_name[c->of_y], c->order[0], c->order[1], c->order[2], (long long)c->extent[0],
       (long long)c->extent[1], (long long)c->extent[2]);
    sl__cut_make(t->kernel, &first, &space, &layouts, SL__REDUCES_NOT, 0, &cut);
    ok(cut.kind == SL__UNIT_ROWS && cut.order[0] == 0 && cut.order[1] == 1, "and in rows as .order says");
}

static void test_choices(void)
{
    static const sl_index n[] = {1000, 900, 800};
    static const struct choice choices[] = {
        {0, RIGHT, RIGHT, {1, 0}, 1, {16, 256}},
        {0, LEFT, LEFT, {0, 1}, 0, {128, 32}},
        {0, RIGHT, LEFT, {0, 1}, -1, {0}},
        {0, LEFT, RIGHT, {1, 0}, -1, {0}},
        {1, RIGHT, RIGHT, {0, 2, 1}, 2, {1, 32, 128}},
        {1, RIGHT, LEFT, {1, 2, 0}, 2, {32, 1, 128}},
        {2, RIGHT, RIGHT, {2, 1, 0}, 1, {16, 256, 1}},
        {2, LEFT, LEFT, {0, 1, 2}, -1, {0}},
    };
    for (unsigned c = 0; c < sizeof choices / sizeof *choices; c++)
        is_choice(&choices[c], n);
}

/* ---- SL_TILE_AUTO ----------------------------------------------------------------------------------------------- */

static int fast_way;
static double fast_time = 10;

/* Each look is 1000 s later, or of the way that is to be fast less. */
static double virtual_clock(sl__fastest_of of, int way)
{
    (void)of;
    static double now = 1;
    return now += way == fast_way ? fast_time : 1000;
}

/* What the loops of a size are cut into, once all ways were timed. */
static sl__cut cut_in_the_end(sl_index rows, int way)
{
    static sl__task task;
    const sl_policy asked = SL_POLICY(.tile = SL_TILE_AUTO);
    const sl__layouts layouts = {.all = SL__TAKES_RIGHT, .written = SL__TAKES_RIGHT};
    sl_policy own;
    sl__fastest use;
    sl__cut cut;
    memset(&task, 0, sizeof task);
    task.kernel = &tu_middle__kernel;
    task.space = SL_BOX(0, rows, 0, 900, 0, 900);
    task.footprint = sl__kernel_key(task.kernel, &asked, &task.space);
    must(sl__kernel_state_of(task.kernel, "turn", &task.state));
    fast_way = way;
    do {
        const sl_policy *policy = sl__tiles_choose(&task, &asked, &own, &use);
        sl__cut_make(task.kernel, policy, &task.space, &layouts, SL__REDUCES_NOT, 0, &cut);
        sl__fastest_end(&task, &use);
    } while (use.timed);
    return cut;
}

static void test_auto(void)
{
    double (*const clock)(sl__fastest_of, int) = sl__fastest_clock;
    sl__fastest_clock = virtual_clock;
    sl__cut cut = cut_in_the_end(100, SL__TILES_NONE);
    ok(cut.kind == SL__UNIT_ROWS, "SL_TILE_AUTO: rows where these are fastest");
    cut = cut_in_the_end(1000, SL__TILES_LARGE);
    ok(cut.kind == SL__UNIT_TILES && cut.extent[2] == 512 && cut.extent[1] == 32 && cut.extent[0] == 32,
       "large tiles where these are");
    cut = cut_in_the_end(10000, SL__TILES_SMALL);
    ok(cut.kind == SL__UNIT_TILES && cut.extent[2] == 256 && cut.extent[1] == 8 && cut.extent[0] == 8,
       "small tiles where these are");
    fast_time = 950;
    cut = cut_in_the_end(100000, SL__TILES_LARGE);
    ok(cut.kind == SL__UNIT_ROWS, "rows where tiles gain a twentieth");
    sl__fastest_clock = clock;
}

int main(void)
{
    must(sl_init(NULL));
    test_values();
    test_choices();
    test_auto();
    must(sl_finalize());
    return done_testing();
}
