/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans over views in parts, on worker groups and on GPUs: sl_scan_inclusive(), sl_scan_exclusive() and SL_SCAN_KERNEL,
 * with lines that are cut and lines that are not, have the bits of the same unsplit, and plain C's values. */
#include "scan_parts.h"

extern const sl_kernel ss_offsets__kernel;

/* All run in parts on groups. Those of the second table do not on GPUs: the tiles of many lines would lie in two parts
 * each, and parts would lie between each other. */
static const view_scan scans[] = {
    {SL_DOUBLE, SL_SUM, 1, 0, RIGHT, {1 << 18}, {2}, 0, 0, 1},
    {SL_DOUBLE, SL_SUM, 1, 0, RIGHT, {300007}, {4}, 1, 1, 1},
    {SL_INT32, SL_SUM, 1, 0, STRIDED, {100003}, {3}, 1, 0, 1},
    {SL_DOUBLE, SL_MAX, 1, 0, RIGHT, {65537}, {4}, 0, 1, 1},
    {SL_DOUBLE, SL_SUM, 2, 0, RIGHT, {5000, 37}, {4}, 0, 0, 1},   /* few lines, of columns */
    {SL_DOUBLE, SL_SUM, 2, 1, RIGHT, {40, 9001}, {4}, 1, 0, 1},   /* lines that are not cut */
    {SL_DOUBLE, SL_SUM, 2, 1, LEFT, {33, 7001}, {1, 4}, 1, 1, 1}, /* that are, in layout left */
    {SL_INT32, SL_SUM, 2, 0, RIGHT, {4099, 150}, {2}, 0, 1, 1},   /* many lines */
    {SL_DOUBLE, SL_SUM, 2, 1, RIGHT, {150, 3000}, {4}, 0, 0, 1},  /* that are not cut */
    {SL_DOUBLE, SL_SUM, 2, 1, RIGHT, {4000, 50}, {4}, 0, 0, 1},   /* short ones */
};
enum { SCANS = sizeof scans / sizeof *scans };
static const view_scan on_groups[] = {
    {SL_DOUBLE, SL_SUM, 2, 0, RIGHT, {4099, 150}, {2}, 0, 1, 1},
    {SL_DOUBLE, SL_SUM, 3, 1, STRIDED, {9, 4100, 11}, {1, 3}, 1, 0, 1},
};

static int on_gpus; /* what runs where the policy says so runs in parts there */

static void test_views(void)
{
    for (int k = 0; k < SCANS; k++)
        view_scan_in_parts(&scans[k]);
    for (int k = 0; k < 2; k++) {
        view_scan s = on_groups[k];
        s.runs = !on_gpus;
        view_scan_in_parts(&s);
    }
    const view_scan short_ones = {SL_DOUBLE, SL_SUM, 2, 0, RIGHT, {60, 2000}, {3}, 1, 0, on_gpus};
    view_scan_in_parts(&short_ones); /* on groups all of a line is one block */
    const view_scan both = {SL_DOUBLE, SL_SUM, 2, 1, RIGHT, {2048, 3000}, {2, 2}, 0, 0, 0};
    view_scan_in_parts(&both); /* cut along both dimensions: whole */
    const view_scan long_one = {SL_DOUBLE, SL_SUM, 1, 0, RIGHT, {12000011}, {4}, 0, 0, 1};
    if (on_gpus)
        view_scan_in_parts(&long_one); /* more than a supergroup of tiles */
}

static void test_bodies(void)
{
    static const int parts[] = {2, 4, 7};
    for (int k = 0; k < 3; k++) {
        body_in_parts(BODY_OFFSETS, 262144, 0, parts[k], 1);
        body_in_parts(BODY_RUNNING, 300001, 0, parts[k], 1);
        body_in_parts(BODY_MAPS, 240000, 0, parts[k], 1);
    }
    body_in_parts(BODY_NEAR, 262144, 4096, 4, 1);
    body_in_parts(BODY_NEAR, 200003, 1, 4, !on_gpus); /* on GPUs no tile begins where a part does */
    if (on_gpus)
        body_in_parts(BODY_RUNNING, 5000011, 0, 4, 1); /* more than a supergroup of tiles */
}

/* A part that fails: those behind it have nothing to begin with; those before it are there. */
static void test_failure(void)
{
    enum { N = 131072, PARTS = 4 };
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t *p = SL_HOST_WRITE(int64_t, x), total = 11;
    for (int i = 0; i < N; i++)
        p[i] = i == N / PARTS + 5000 ? -1 : 1;
    must(sl_host_end(x));
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    ok(sl_reduce_with(scan_policy, ss_raise, SL_RANGE(0, N), x, y, &total) == SL_ERR_RAISED && total == 11,
       "what a body raises in a part fails the scan, which has no total");
    const sl__grid *grid = sl__splits_of(y)->parts;
    int spoilt = 0;
    for (int k = 0; grid != NULL && k < PARTS; k++)
        spoilt += (atomic_load(&grid->part[k].stretch[SL__STRETCH_PART].poison) != NULL) << k;
    is_int(spoilt, 14, "and leaves that part, and those behind it, without values, but not the one before it");
    p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < N; i++)
        p[i] = 1;
    must(sl_host_end(x));
    must(sl_reduce_with(scan_policy, ss_raise, SL_RANGE(0, N), x, y, &total));
    is_int(total, N, "the next one is as it was");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* Scans between loops, all over the same parts. */
static void test_between_loops(void)
{
    enum { N = 1 << 18, TURNS = 5 };
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t *model = calloc(2 * N, sizeof *model), wrong = 0;
    must(sl_view_split(x, SL_SPLIT(4)));
    must(sl_view_split(y, SL_SPLIT(4)));
    (void)counted();
    for (int k = 0; k < TURNS; k++) {
        int64_t sum = 0;
        must(sl_forall_with(scan_policy, ss_add, SL_RANGE(0, N), (int64_t)k, x));
        must(sl_scan_inclusive_with(scan_policy, SL_SUM, 0, x, y));
        must(sl_forall_with(scan_policy, ss_add, SL_RANGE(0, N), (int64_t)-k, y));
        must(sl_scan_exclusive_with(scan_policy, SL_MAX, 0, &(int64_t){3}, y, x));
        for (int i = 0; i < N; i++)
            model[N + i] = (sum += model[i] += k) - k;
        int64_t most = 3;
        for (int i = 0; i < N; i++) {
            model[i] = most;
            most = most > model[N + i] ? most : model[N + i];
        }
    }
    const counts c = counted();
    const int64_t *p = SL_HOST_READ(int64_t, x), *q = SL_HOST_READ(int64_t, y);
    for (int i = 0; i < N; i++)
        wrong += p[i] != model[i] || q[i] != model[N + i];
    must(sl_host_end(x));
    must(sl_host_end(y));
    is_int(wrong, 0, "scans and loops in turns over the same parts");
    is_int(c.gathers, 0, "put nothing together");
    is_int(c.parts, TURNS * 4 * 4, "and are a task for each part");
    free(model);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* What chooses elements finds views whole; what only looks at them runs in parts. */
static void test_algorithms(void)
{
    enum { N = 40000, PARTS = 4, BELOW = 300 };
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(N));
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS());
    sl_view *ends = view_of("ends", SL_INT32, RIGHT, SL_EXTENTS(2));
    const int32_t below = BELOW;
    int32_t *p = SL_HOST_WRITE(int32_t, x);
    int64_t found = 0, wrong = 0;
    for (int i = 0; i < N; i++)
        p[i] = 7 + i * 37 % 1009;
    must(sl_host_end(x));
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    must(sl_minmax_of_with(scan_policy, x, ends));
    (void)counted();
    must(sl_minmax_of_with(scan_policy, x, ends));
    const counts looked = counted();
    must(sl_copy_if_with(scan_policy, SL_LESS, &below, x, x, y, count));
    const counts chosen = counted();
    const int32_t *q = SL_HOST_READ(int32_t, y), *e = SL_HOST_READ(int32_t, ends);
    const int64_t *n = SL_HOST_READ(int64_t, count);
    for (int i = 0; i < N; i++) {
        const int32_t v = 7 + i * 37 % 1009;
        if (v < BELOW)
            wrong += q[found++] != v;
    }
    ok(wrong == 0 && *n == found, "elements are chosen from a view in parts");
    is_int(chosen.parts, 0, "whole");
    ok(e[0] == 7 && e[1] == 7 + 1008, "and their ends are found");
    is_int(looked.gathers, 0, "which puts nothing together");
    must(sl_host_end(y));
    must(sl_host_end(ends));
    must(sl_host_end(count));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&count);
    sl_view_destroy(&ends);
}

static void test_all(void)
{
    test_views();
    test_bodies();
    test_failure();
    test_between_loops();
    test_algorithms();
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    if (sl_cpu_workers() < 2 || !sl__split_active) {
        skip("nothing is split here", "scans in parts on groups");
    } else {
        scan_policy.where = SL_CPU;
        test_all();
    }
    if (sl_gpus() < 2 || ss_offsets__kernel.bounds_checked) {
        skip(sl_gpus() > 0 ? "one GPU" : sl__device_absence(), "scans in parts on GPUs");
    } else {
        scan_policy.where = SL_CUDA;
        on_gpus = 1;
        test_all();
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
