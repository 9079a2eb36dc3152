/* SPDX-License-Identifier: BSD-3-Clause */
/* .nest = "auto": each policy is tried, under a clock of the test's own the one that it favours stays, results are
 * right by each of them; log and profile tell the choice, as they do for SL_TILE_AUTO. */
#include "nest_auto.h"

#include <stdio.h>
#include <string.h>

#include "exec/cpu/plan.h"
#include "exec/fastest.h"
#include "call/nest_auto.h"
#include "loop_testing.h"
#include "misuse.h"
#include "task/cores.h"

extern const sl_kernel na_grid__kernel;
/* The policies of this program. */
extern const struct sl__nest_policy *__start_sl__nests[], *__stop_sl__nests[];

enum { ROWS = 1, COLUMNS, TILES, POLICIES = TILES };

static double now_is, cost_of[POLICIES + 1];
static int looks[POLICIES + 1];

/* Each look takes as long as the policy's loop is to. */
static double virtual_clock(sl__fastest_of of, int way)
{
    (void)of;
    looks[way]++;
    return now_is += cost_of[way];
}

static void favour(int fast)
{
    for (int way = 1; way <= POLICIES; way++)
        cost_of[way] = way == fast ? 1e-3 : 2e-3;
    memset(looks, 0, sizeof looks);
}

typedef struct grid {
    sl_view *x, *y, *who;
    sl_index m, n;
    int32_t size;
} grid;

static grid grid_make(sl_index m, sl_index n, int layout)
{
    grid g = {.m = m, .n = n, .size = 5};
    g.x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(m, n));
    g.y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(m, n));
    g.who = view_of("who", SL_INT32, layout, SL_EXTENTS(m, n));
    double *p = SL_HOST_WRITE(double, g.x);
    for (sl_index k = 0; k < m * n; k++)
        p[place(g.x, (const sl_index[]){k / n, k % n})] = (double)k;
    must(sl_host_end(g.x));
    return g;
}

static void grid_free(grid *g)
{
    sl_view_destroy(&g->x);
    sl_view_destroy(&g->y);
    sl_view_destroy(&g->who);
}

static sl_status grid_run(const grid *g, const char *policy)
{
    return sl_nest_with(SL_POLICY(.nest = policy, .where = SL_CPU, .label = "grid"), na_grid, SL_BOX(0, g->m, 0, g->n),
                        g->size, g->x, g->y, g->who);
}

/* @return the number of the policy that wrote all; 0: several did, or a result is wrong. */
static int who_wrote(const grid *g)
{
    const double *y = SL_HOST_READ(double, g->y);
    const int32_t *who = SL_HOST_READ(int32_t, g->who);
    int found = g->m * g->n > 0 ? who[0] : 0;
    for (sl_index k = 0; k < g->m * g->n; k++) {
        const sl_index at[] = {k / g->n, k % g->n};
        if (y[place(g->y, at)] != 2 * (double)k + g->size || who[place(g->who, at)] != found)
            found = 0;
    }
    must(sl_host_end(g->y));
    must(sl_host_end(g->who));
    return found;
}

static void test_choice(int fast, sl_index m)
{
    int order[7];
    grid g = grid_make(m, 20, RIGHT);
    favour(fast);
    for (int k = 0; k < 7; k++) {
        must(grid_run(&g, "auto"));
        order[k] = who_wrote(&g);
    }
    static const int tried[] = {1, 1, 2, 2, 3, 3};
    same_array(order, tried, 6, "the first calls run by each policy twice, all results are right");
    is_int(order[6], fast, "then by the one that the clock favours");
    is_int(looks[1] + looks[2] + looks[3], 12, "which is not looked at any more");
    g.m -= 3; /* of the same size class */
    must(grid_run(&g, "auto"));
    tap_ok(who_wrote(&g) == fast, "and by it in a call over a box that is as large");
    must(grid_run(&g, NULL));
    tap_ok(who_wrote(&g) == ROWS, "without a name the first policy runs all the same");
    grid_free(&g);
}

static void test_choices(void)
{
    double (*const clock)(sl__fastest_of, int) = sl__fastest_clock;
    sl__fastest_clock = virtual_clock;
    sl__cpu_threads_override = 3;
    test_choice(COLUMNS, 31);
    test_choice(TILES, 60);
    test_choice(ROWS, 120);
    sl__cpu_threads_override = 0;
    sl__fastest_clock = clock;
}

/* ---- any size, any layout, queued and recorded ---------------------------------------------------------- */

static void test_sizes(void)
{
    static const sl_index sizes[][2] = {{1, 1}, {1, 33}, {7, 1}, {13, 17}, {64, 9}};
    int wrong = 0;
    for (int s = 0; s < 5 * LAYOUTS; s++) {
        grid g = grid_make(sizes[s % 5][0], sizes[s % 5][1], s / 5);
        for (int k = 0; k < 7; k++) {
            must(grid_run(&g, "auto"));
            wrong += who_wrote(&g) == 0;
        }
        grid_free(&g);
    }
    tap_ok(wrong == 0, "one point, odd numbers, all layouts: right by whatever policy runs");
    grid g = grid_make(3, 3, RIGHT);
    must(grid_run(&g, "rows"));
    sl_status status =
        sl_nest_with(SL_POLICY(.nest = "auto", .where = SL_CPU), na_grid, SL_BOX(2, 2, 0, 3), g.size, g.x, g.y, g.who);
    tap_ok(status == SL_SUCCESS && who_wrote(&g) == ROWS, "a box without points is left alone");
    grid_free(&g);
}

static void test_random(void)
{
    uint64_t state = test_seed(15);
    int wrong = 0;
    for (int k = 0; k < 40; k++) {
        grid g = grid_make(1 + random_below(&state, 90), 1 + random_below(&state, 90), random_below(&state, LAYOUTS));
        g.size = 1 + random_below(&state, 70);
        for (int c = 0; c < 3; c++)
            must(grid_run(&g, "auto"));
        wrong += who_wrote(&g) == 0;
        grid_free(&g);
    }
    tap_ok(wrong == 0, "random boxes, calls queued after each other");
}

static void test_region(void)
{
    sl_region *region = NULL;
    grid g = grid_make(50, 40, RIGHT);
    must(sl_region_begin(&region));
    must(grid_run(&g, "auto"));
    must(sl_region_end(region));
    int wrong = 0;
    for (int k = 0; k < 8; k++) {
        must(sl_region_run(region));
        wrong += who_wrote(&g) == 0;
    }
    tap_ok(wrong == 0, "a recorded call runs by whatever policy is the fastest when it runs");
    sl_region_destroy(&region);
    grid_free(&g);
}

/* ---- what is told --------------------------------------------------------------------------------------- */

static double both_clocks(sl__fastest_of of, int way)
{
    if (of != SL__FASTEST_TILES)
        return virtual_clock(of, way);
    return now_is += way == SL__TILES_SMALL ? 1e-3 : 2e-3;
}

static const char *profile_of_choices(void)
{
    static const char file[] = "nest_auto.profile";
    static char text[16384];
    double (*const clock)(sl__fastest_of, int) = sl__fastest_clock;
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    sl__fastest_clock = both_clocks;
    grid g = grid_make(300, 20, RIGHT);
    favour(TILES);
    for (int k = 0; k < 7; k++) {
        must(grid_run(&g, "auto"));
        must(sl_forall_with(SL_POLICY(.tile = SL_TILE_AUTO, .where = SL_CPU), na_middle, SL_BOX(0, 300, 0, 20), g.x,
                            g.y));
    }
    grid_free(&g);
    must(sl_finalize());
    sl__fastest_clock = clock;
    unsetenv("STARLOOP_PROFILE");
    FILE *f = fopen(file, "r");
    if (f != NULL) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    return text;
}

static void test_told(void)
{
    const char *text = profile_of_choices(), *head = strstr(text, "by measurement");
    char name[64], label[64], chosen[64], times[128];
    long long points = 0;
    tap_ok(head != NULL && strstr(head, "ns/iteration") != NULL, "the profile has a table of choices");
    const char *line = head != NULL ? strstr(head, "na_grid.auto") : NULL;
    const int found =
        line != NULL ? sscanf(line, "%63s %63s %lld %63s %127[^\n]", name, label, &points, chosen, times) : 0;
    if (!tap_ok(found == 5 && strcmp(label, "\"grid\"") == 0 && points == 6000 && strcmp(chosen, "tiles") == 0,
                "with nest, label, iterations and the policy that was chosen"))
        diag("%s", text);
    is_str(times, "rows 333; columns 333; tiles 167", "and what each has taken, in nanoseconds an iteration");
    line = head != NULL ? strstr(head, "na_middle") : NULL;
    tap_ok(line != NULL && sscanf(line, "%63s %lld %63[a-z ] %127[^\n]", name, &points, chosen, times) == 4 &&
               strncmp(chosen, "small tiles", 11) == 0,
           "SL_TILE_AUTO has a line there, too");
    tap_ok(line != NULL && strstr(line, "no tiles 333; large tiles 333; small tiles 167") != NULL,
           "in which what has no tiles is one of the ways that were timed");
}

/* ---- policies for devices, by times that the test notes -------------------------------------------------- */

/* What a kernel of .nest = "auto" is made of; NULL: it is no such one. */
static const sl__nest_auto *made_of(const sl_kernel *kernel)
{
    return kernel->form == SL__FORM_NEST_AUTO ? (const sl__nest_auto *)kernel : NULL;
}

static const char *chosen_device(const sl__nest_set *host, const sl__nest_set *device, sl_index n, double first,
                                 double second)
{
    const sl_policy policy = SL_POLICY(.label = "grid");
    const sl_space space = SL_BOX(0, n, 0, n);
    const double seconds[] = {first, second};
    const sl_kernel *kernel;
    sl__kernel_state *state;
    int tried[2] = {0, 0};
    for (int k = 0; k < 10; k++) {
        must(sl__nest_auto_choose(host, device, &policy, &space, &kernel));
        must(sl__kernel_state_of(kernel, "nest_auto", &state));
        const int way = strcmp(made_of(kernel)->device->name_, "second") == 0;
        tried[way]++;
        sl__times_note(&state->times, sl__kernel_key(kernel, &policy, &space), SL__BY_DEVICE, n * n, seconds[way],
                       seconds[way]);
    }
    tap_ok(tried[0] >= 2 && tried[1] >= 2, "each policy for devices is tried twice");
    must(sl__nest_auto_choose(host, device, &policy, &space, &kernel));
    return made_of(kernel)->device->name_;
}

static void test_devices(void)
{
    static const struct sl__nest_launch launch[2];
    const struct sl__nest_policy second = {&na_grid__kernel, "second", NULL, &launch[1], 9, ""},
                                 first = {&na_grid__kernel, "first", NULL, &launch[0], 8, ""};
    static struct sl__nest_policy kept[2]; /* what is made of them stays */
    kept[0] = second;
    kept[1] = first;
    const struct sl__nest_policy *all[] = {&kept[0], &kept[1]};
    const sl_kernel *kernel;
    const sl__nest_set host = sl__nest_set_of(&na_grid__kernel, __start_sl__nests, __stop_sl__nests, 0);
    const sl__nest_set device = sl__nest_set_of(&na_grid__kernel, all, all + 2, 1);
    is_int(host.count, POLICIES, "a nest has its policies for CPUs");
    tap_ok(device.count == 2 && device.policy[0] == &kept[1], "and for devices, in the order of their file");
    is_str(chosen_device(&host, &device, 100, 1e-3, 2e-3), "first", "the first one stays where it is faster there");
    is_str(chosen_device(&host, &device, 1000, 2e-3, 1e-3), "second", "the second one where that is");
    const sl_policy policy = SL_POLICY(.label = "grid");
    const sl_space space = SL_BOX(0, 100, 0, 100);
    must(sl__nest_auto_choose(&host, &(sl__nest_set){.count = 0}, &policy, &space, &kernel));
    tap_ok(made_of(kernel)->device == NULL && kernel->cuda == NULL, "without any it runs on CPUs");
}

static void test_many(void)
{
    static const struct sl__nest_launch launch;
    struct sl__nest_policy policy[SL__NEST_WAYS + 3];
    const struct sl__nest_policy *all[SL__NEST_WAYS + 3];
    const int count = SL__NEST_WAYS + 3;
    for (int i = 0; i < count; i++) {
        policy[i] = (struct sl__nest_policy){.nest_ = &na_grid__kernel, .launch_ = &launch, .number_ = i * 7 % count};
        all[i] = &policy[i];
    }
    const sl__nest_set set = sl__nest_set_of(&na_grid__kernel, all, all + count, 1);
    int wrong = set.count != SL__NEST_WAYS;
    for (int i = 0; i < set.count; i++)
        wrong += set.policy[i]->number_ != i;
    tap_ok(wrong == 0, "of more policies than are tried the first ones of the file are");
}

static void test_misuse(void)
{
    grid g = grid_make(4, 4, RIGHT);
    refused(grid_run(&g, "auto, rows"), SL_ERR_ARGUMENT, "auto beside a name", "sl_nest: nest na_grid: policy.nest",
            "expected \"auto\", ", "\"rows\"", "got \"auto, rows\"");
    refused(grid_run(&g, "automatic"), SL_ERR_ARGUMENT, "a name that no policy has", "expected \"auto\", ",
            "\"columns\"", "got \"automatic\"");
    g.size = 0;
    refused(grid_run(&g, "auto"), SL_ERR_ARGUMENT, "tiles of no size in one of the policies", "nest na_grid",
            "argument size: expected 1 or more", "got 0");
    g.size = 5;
    refused(sl_nest_with(SL_POLICY(.nest = "auto", .tile = SL_TILE_AUTO), na_grid, SL_BOX(0, 4, 0, 4), g.size, g.x, g.y,
                         g.who),
            SL_ERR_UNSUPPORTED, "tiles by measurement, which policies have", "policy.tile");
    tap_ok(grid_run(&g, "auto") == SL_SUCCESS && who_wrote(&g) > 0, "what follows runs");
    grid_free(&g);
}

/* On a GPU, where there is one: whichever policy runs, also while they are tried. */
static void test_gpu(void)
{
    if (sl_gpus() == 0) {
        skip("no CUDA device", "on a GPU: right by each policy for it");
        return;
    }
    grid g = grid_make(200, 300, RIGHT);
    int wrong = 0, last = 0;
    for (int k = 0; k < 12; k++) {
        must(sl_nest_with(SL_POLICY(.nest = "auto", .where = SL_CUDA), na_grid, SL_BOX(0, g.m, 0, g.n), g.size, g.x,
                          g.y, g.who));
        last = who_wrote(&g);
        wrong += last != 1 && last != 2;
    }
    tap_ok(wrong == 0, "on a GPU: right by each policy for it; %s stays", last == 1 ? "gpu_rows" : "gpu_columns");
    grid_free(&g);
}

int main(void)
{
    must(sl_init(NULL));
    test_choices();
    test_sizes();
    test_random();
    test_region();
    test_devices();
    test_many();
    sl_log_set_handler(misuse_count, NULL);
    test_misuse();
    sl_log_set_handler(NULL, NULL);
    test_gpu();
    must(sl_finalize());
    test_told();
    return done_testing();
}
