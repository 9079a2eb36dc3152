/* SPDX-License-Identifier: BSD-3-Clause */
/* One call on several worker groups: the same answers as plain C, to the bit where it reduces, for every schedule,
 * level and scheduler; all cores take part; and no group that is busy, paused or late is waited for. On a machine with
 * one core there is one group, and most of this is trivial. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getcpu */
#endif
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "canonical.h"
#include "base/env.h"
#include "base/state.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/gang.h"

SL_KERNEL_DECLARE(gg_visit1, (i), scalar(int64_t, k), inout(int64_t, 1, y, own));
SL_KERNEL_DECLARE(gg_visit2, (i, j), scalar(int64_t, k), inout(int64_t, 2, y, own));
SL_KERNEL_DECLARE(gg_visit3, (i, j, l), scalar(int64_t, k), inout(int64_t, 3, y, own));
SL_KERNEL_DECLARE(gg_reduce1, (i), in(double, 1, v, own), in(float, 1, w, own), reduce(double, sum, s),
                  reduce(double, max, m), reduce(float, sum, t));
SL_KERNEL_DECLARE(gg_reduce2, (i, j), in(double, 2, v, own), in(float, 2, w, own), reduce(double, sum, s),
                  reduce(double, max, m), reduce(float, sum, t));
SL_KERNEL_DECLARE(gg_reduce3, (i, j, k), in(double, 3, v, own), in(float, 3, w, own), reduce(double, sum, s),
                  reduce(double, max, m), reduce(float, sum, t));
SL_KERNEL_DECLARE(gg_where, (i), out(int32_t, 1, core, own));
SL_KERNEL_DECLARE(gg_fail, (i), scalar(sl_index, from), scalar(sl_index, to), inout(double, 1, y, own));
SL_KERNEL_DECLARE(gg_copy, (i), in(double, 1, x, own), out(double, 1, y, own));

extern const sl_kernel gg_where__kernel;

enum { POLICIES = 10, TRIES = 50 };

static const sl_policy policies[POLICIES] = {{.schedule = SL_AUTO},    {.schedule = SL_AUTO, .chunk = 9},
                                             {.schedule = SL_STATIC},  {.schedule = SL_STATIC, .chunk = 3},
                                             {.schedule = SL_DYNAMIC}, {.schedule = SL_DYNAMIC, .chunk = 50},
                                             {.schedule = SL_GUIDED},  {.schedule = SL_RUNTIME},
                                             {.schedule = SL_SEQ},     {.schedule = SL_SIMD}};

static void start(sl_worker_level level, const char *scheduler)
{
    must(sl_init(&(sl_config){.cpu_workers = level, .gpus = -1, .scheduler = scheduler}));
}

static sl_policy policy_number(int k)
{
    sl_policy p = policies[k % POLICIES];
    p.where = SL_CPU;
    return p;
}

/* ---- visits -------------------------------------------------------------------------------------------- */

static sl_status visit(const sl_policy *p, const sl_space *s, int64_t k, sl_view *y)
{
    return s->rank == 1   ? sl_forall_with(*p, gg_visit1, *s, k, y)
           : s->rank == 2 ? sl_forall_with(*p, gg_visit2, *s, k, y)
                          : sl_forall_with(*p, gg_visit3, *s, k, y);
}

/* Several dependent loops over one view: what differs from plain C afterwards. */
static int wrong_visits(int rank, const sl_index n[], int kind, const sl_policy *p)
{
    enum { LOOPS = 3 };
    sl_extents e = {.rank = rank};
    sl_index x[SL_MAX_RANK] = {0};
    memcpy(e.n, n, (size_t)rank * sizeof *n);
    sl_view *y = view_of("y", SL_INT64, kind, e);
    sl_space space = space_at(rank, NULL, n);
    for (int k = 0; k < LOOPS; k++)
        must(visit(p, &space, k + 2, y));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    int wrong = got == NULL;
    if (got)
        do {
            int64_t code = 0;
            for (int d = 0; d < rank; d++)
                code = 1000 * code + x[d];
            wrong += got[place(y, x)] != (2 + 3 + 4) * code + LOOPS;
        } while (next_point(rank, n, x));
    must(sl_host_end(y));
    sl_view_destroy(&y);
    return wrong;
}

static void test_visits(const char *level)
{
    static const sl_index sizes[][3] = {{1, 1, 1}, {7, 5, 3}, {64, 33, 65}, {300, 7, 129}};
    static const int threads[] = {0, 1, 3, 8, 9};
    for (int rank = 1; rank <= 3; rank++) {
        int wrong = 0, tried = 0;
        for (int s = 0; s < 4; s++)
            for (int k = 0; k < POLICIES; k++)
                for (int kind = 0; kind < LAYOUTS; kind++) {
                    sl_policy p = policy_number(k);
                    sl_index n[3] = {sizes[s][0] * (rank == 1 ? 97 : 1), sizes[s][1], sizes[s][2]};
                    sl__cpu_threads_override = threads[tried++ % 5];
                    int w = wrong_visits(rank, n, kind, &p);
                    if (w)
                        diag("%s, size %d, layout %s, %d threads: %d points are wrong", policy_text(&p), s,
                             layout_name[kind], sl__cpu_threads_override, w);
                    wrong += w;
                }
        is_int(wrong, 0, "level %s, rank %d: loops of every schedule and layout visit each point once", level, rank);
    }
    sl__cpu_threads_override = 0;
}

/* ---- reductions ---------------------------------------------------------------------------------------- */

static sl_view *random_view(sl_type type, int kind, sl_extents e, uint64_t seed, void *plain)
{
    sl_view *v = view_of("random", type, kind, e);
    void *p = sl_host_begin(v, SL_WRITE, type, "random_view");
    sl_index x[SL_MAX_RANK] = {0}, k = 0;
    do {
        double r = random_double(&seed);
        if (type == SL_DOUBLE)
            ((double *)p)[place(v, x)] = ((double *)plain)[k++] = r;
        else
            ((float *)p)[place(v, x)] = ((float *)plain)[k++] = (float)r;
    } while (next_point(e.rank, e.n, x));
    must(sl_host_end(v));
    return v;
}

static void test_reductions(const char *level)
{
    static const sl_index sizes[3][3] = {{100003}, {211, 530}, {31, 17, 190}};
    for (int rank = 1; rank <= 3; rank++) {
        sl_extents e = {.rank = rank};
        memcpy(e.n, sizes[rank - 1], (size_t)rank * sizeof *e.n);
        sl_index count = points(rank, e.n);
        double *a = malloc((size_t)count * sizeof *a);
        float *b = malloc((size_t)count * sizeof *b);
        sl_space space = space_at(rank, NULL, e.n);
        int wrong = 0;
        for (int k = 0; k < POLICIES; k++) {
            sl_view *v = random_view(SL_DOUBLE, k % 2, e, 7, a), *w = random_view(SL_FLOAT, k % 2, e, 8, b);
            struct canonical c = canonical_cpu(rank, NULL, e.n);
            struct result want = canonical_result(&c, a, b), got = {0, 0, 0};
            sl_policy p = policy_number(k);
            must(rank == 1   ? sl_reduce_with(p, gg_reduce1, space, v, w, &got.s, &got.m, &got.t)
                 : rank == 2 ? sl_reduce_with(p, gg_reduce2, space, v, w, &got.s, &got.m, &got.t)
                             : sl_reduce_with(p, gg_reduce3, space, v, w, &got.s, &got.m, &got.t));
            int same = got.s == want.s && got.m == want.m && got.t == want.t;
            if (!same)
                diag("%s: got %a, %a, %a, want %a, %a, %a", policy_text(&p), got.s, got.m, (double)got.t, want.s,
                     want.m, (double)want.t);
            wrong += !same;
            sl_view_destroy(&v);
            sl_view_destroy(&w);
        }
        is_int(wrong, 0, "level %s, rank %d: reductions have the canonical bits under every schedule", level, rank);
        free(a);
        free(b);
    }
}

/* ---- who takes part ------------------------------------------------------------------------------------ */

#define SPIN_SECONDS 2e-6

static atomic_int outside, allowed;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Takes its time, and now and then tries what a body may not. */
int gg_here(sl_index i);
int gg_here(sl_index i)
{
    outside += !sl__in_task;
    if (i % 1000 == 0)
        allowed += sl_wait() != SL_ERR_CONTEXT;
    for (double end = now() + SPIN_SECONDS; now() < end;)
        ;
    return sched_getcpu();
}

/* @return how many different cores ran a sixteenth of a fair share or more. */
static int cores_of(sl_view *view)
{
    static int count[CPU_SETSIZE];
    sl_index n = sl_view_size(view);
    const int32_t *core = SL_HOST_READ(int32_t, view);
    int cores = 0;
    memset(count, 0, sizeof count);
    for (sl_index i = 0; core && i < n; i++)
        if (core[i] >= 0 && core[i] < CPU_SETSIZE && ++count[core[i]] == n / (16 * sl_cpu_cores()))
            cores++;
    must(sl_host_end(view));
    return cores;
}

/* Others may use the machine: it is enough that it is so once. */
static void test_all_cores(const char *level)
{
    static const sl_schedule schedules[] = {SL_AUTO, SL_STATIC, SL_DYNAMIC, SL_GUIDED};
    sl_view *view = view_of("cores", SL_INT32, RIGHT, SL_EXTENTS(2000 * (sl_index)sl_cpu_cores()));
    const int always = sl__gang_always;
    sl__gang_always = 0;
    outside = allowed = 0;
    for (int s = 0; s < 4; s++) {
        int cores = 0;
        for (int k = 0; k < TRIES && cores < sl_cpu_cores(); k++) {
            must(sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = schedules[s]), gg_where,
                                SL_RANGE(0, sl_view_size(view)), view));
            cores = cores_of(view);
        }
        sl_policy p = {.schedule = schedules[s]};
        is_int(cores, sl_cpu_cores(), "level %s, %s: one call runs on all cores of %d groups", level, policy_text(&p),
               sl_cpu_workers());
    }
    is_int(outside, 0, "level %s: each thread knows that it runs a task", level);
    is_int(allowed, 0, "level %s: a blocking call is refused on each", level);
    sl__kernel_state *state;
    must(sl__kernel_state_of(&gg_where__kernel, "test", &state));
    double each = sl__times_per_point(&state->times);
    ok(each >= 0.95 * SPIN_SECONDS, "level %s: the time of an iteration on one core takes all cores into account",
       level);
    diag("an iteration of %g s is taken for %g s", SPIN_SECONDS, each);
    sl_view_destroy(&view);
    sl__gang_always = always;
}

/* The loops of a region are not for one group either. */
static void test_region(const char *level)
{
    enum { VIEWS = 2 };
    const int always = sl__gang_always;
    sl_view *view[VIEWS];
    sl_region *region = NULL;
    int cores = 0;
    sl__gang_always = 0;
    for (int v = 0; v < VIEWS; v++)
        view[v] = view_of("cores", SL_INT32, RIGHT, SL_EXTENTS(2000 * (sl_index)sl_cpu_cores()));
    must(sl_region_begin(&region));
    for (int v = 0; v < VIEWS; v++)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), gg_where, SL_RANGE(0, sl_view_size(view[v])), view[v]));
    must(sl_region_end(region));
    for (int k = 0; k < TRIES && cores < VIEWS * sl_cpu_cores(); k++) {
        must(sl_region_run(region));
        cores = 0;
        for (int v = 0; v < VIEWS; v++)
            cores += cores_of(view[v]);
    }
    is_int(cores, VIEWS * sl_cpu_cores(), "level %s: each loop of a region runs on all cores of %d groups", level,
           sl_cpu_workers());
    sl_region_destroy(&region);
    for (int v = 0; v < VIEWS; v++)
        sl_view_destroy(&view[v]);
    sl__gang_always = always;
}

/* ---- groups that do not come --------------------------------------------------------------------------- */

static atomic_int holding, released;

static int hold(void *arg)
{
    (void)arg;
    holding++;
    while (!released)
        ;
    return 0;
}

/* All groups but one are held by host tasks until the loop is done. */
static void test_busy_groups(const char *level)
{
    enum { LOOPS = 200 };
    const sl_index n[1] = {20000};
    int held = sl_cpu_workers() - 1;
    sl_policy p = {.where = SL_CPU};
    holding = released = 0;
    for (int g = 0; g < held; g++)
        must(sl_task(hold, NULL));
    while (holding < held)
        ;
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n[0]));
    sl_space space = space_at(1, NULL, n);
    for (int k = 0; k < LOOPS; k++)
        must(visit(&p, &space, 1, y));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    int wrong = got == NULL;
    for (sl_index i = 0; got && i < n[0]; i++)
        wrong += got[i] != LOOPS * (i + 1);
    is_int(wrong, 0, "level %s: with %d groups held by other tasks, %d loops are done by the last group", level, held,
           LOOPS);
    must(sl_host_end(y));
    released = 1;
    is_int(sl_wait(), SL_SUCCESS, "level %s: and the held groups go on", level);
    sl_view_destroy(&y);
}

/* Two gangs at a time from threads that each have a chain of loops: brackets call one another. */
static void *chain(void *arg)
{
    enum { LOOPS = 300 };
    const sl_index n[2] = {150, 200};
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(150, 200));
    sl_space space = space_at(2, NULL, n);
    int *wrong = arg;
    for (int k = 0; k < LOOPS; k++) {
        sl_policy p = policy_number(k % 8);
        must(visit(&p, &space, 1, y));
    }
    const int64_t *got = SL_HOST_READ(int64_t, y);
    *wrong = got == NULL;
    for (sl_index i = 0; got && i < n[0] * n[1]; i++)
        *wrong += got[i] != LOOPS * (1000 * (i / n[1]) + i % n[1] + 1);
    must(sl_host_end(y));
    sl_view_destroy(&y);
    return NULL;
}

static void test_chains(const char *level)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    int wrong[THREADS], sum = 0;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, chain, &wrong[t]);
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        sum += wrong[t];
    }
    is_int(sum, 0, "level %s: independent chains of %d threads are right", level, THREADS);
}

/* ---- failures ------------------------------------------------------------------------------------------ */

/* Whoever runs them, the iterations of each share in turn fail. */
static void test_failures(const char *level)
{
    enum { N = 40000, PARTS = 16 };
    int wrong = 0;
    for (int k = 0; k < PARTS; k++) {
        sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
        sl_index from = (sl_index)k * N / PARTS, to = (sl_index)(k + 1) * N / PARTS;
        long long at = -1;
        sl_policy p = policy_number(k % 8);
        p.label = "raises";
        must(sl_forall_with(p, gg_fail, SL_RANGE(0, N), from, to, y));
        sl_status status = sl_wait();
        const char *text = strstr(sl_last_error(), "iteration (");
        wrong += status != SL_ERR_RAISED || text == NULL || sscanf(text, "iteration (%lld", &at) != 1 || at < from ||
                 at >= to || sl_view_wait(y) != SL_ERR_RAISED;
        sl_view_destroy(&y);
    }
    is_int(wrong, 0, "level %s: what any share raises fails the task, and the error says where", level);
}

/* ---- pausing, ending, many ----------------------------------------------------------------------------- */

/* The last loop's calls of other groups may not have been answered when the library pauses or ends. */
static void test_pauses(const char *level)
{
    const sl_index n[1] = {300};
    sl_policy p = {.where = SL_CPU, .schedule = SL_STATIC};
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n[0]));
    sl_space space = space_at(1, NULL, n);
    int wrong = 0;
    for (int k = 0; k < 500; k++) {
        must(visit(&p, &space, 0, y));
        wrong += sl_pause() != SL_SUCCESS;
        wrong += sl_resume() != SL_SUCCESS;
    }
    const int64_t *got = SL_HOST_READ(int64_t, y);
    for (sl_index i = 0; got && i < n[0]; i++)
        wrong += got[i] != 500;
    must(sl_host_end(y));
    is_int(wrong, 0, "level %s: pauses between loops change nothing", level);
    sl_view_destroy(&y);
}

static void test_ends(sl_worker_level level, const char *name)
{
    const sl_index n[1] = {300};
    int wrong = 0;
    for (int k = 0; k < 10; k++) {
        start(level, NULL);
        sl_policy p = {.where = SL_CPU, .schedule = k % 2 ? SL_STATIC : SL_DYNAMIC};
        sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n[0]));
        sl_space space = space_at(1, NULL, n);
        must(visit(&p, &space, 0, y));
        sl_view_destroy(&y);
        wrong += sl_finalize() != SL_SUCCESS;
    }
    is_int(wrong, 0, "level %s: sl_finalize() right after a loop", name);
}

/* Dependent loops, thousands, with two views in turn. */
static void test_many(const char *level, int loops)
{
    enum { N = 5000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, LEFT, SL_EXTENTS(N));
    int wrong = 0;
    for (int k = 0; k < loops; k++) {
        sl_policy p = policy_number(k % 8);
        must(sl_forall_with(p, gg_copy, SL_RANGE(0, N), k % 2 ? y : x, k % 2 ? x : y));
    }
    const double *got = SL_HOST_READ(double, loops % 2 ? y : x);
    for (int i = 0; got && i < N; i++)
        wrong += got[i] != loops;
    must(sl_host_end(loops % 2 ? y : x));
    is_int(wrong, 0, "level %s: %d dependent loops, none before the one that it depends on", level, loops);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- when a gang pays ---------------------------------------------------------------------------------- */

static int pays(sl__task *task, double each, sl_index n, sl_schedule schedule)
{
    atomic_store(&task->state->times.per_point.seconds, (float)each);
    task->space = SL_RANGE(0, n);
    sl__task_set_policy(task, &(sl_policy){.schedule = schedule});
    return sl__gang_pays(task);
}

static void test_when_it_pays(const char *level)
{
    static sl__kernel_state state;
    sl__task task = {.state = &state};
    const int always = sl__gang_always, several = sl_cpu_workers() > 1;
    sl__gang_always = 0;
    is_int(pays(&task, 1e-7, 10, SL_AUTO), 0, "level %s: a loop of a microsecond is not worth a gang", level);
    is_int(pays(&task, 1e-3, 1000, SL_AUTO), several, "level %s: one of a second is where there are several", level);
    is_int(pays(&task, 0, 100, SL_STATIC), 0, "level %s: a short loop that was never measured is not", level);
    is_int(pays(&task, 0, 100000000, SL_STATIC), several, "level %s: and a long one is", level);
    is_int(pays(&task, 1e-3, 1000, SL_SEQ) + pays(&task, 1e-3, 1000, SL_SIMD), 0,
           "level %s: what runs on one thread never is", level);
    sl__gang_always = always;
}

static void ignore(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level, (void)file, (void)line, (void)text, (void)arg;
}

static void test_schedulers(void)
{
    static const char *const schedulers[] = {"eager", "prio", "random", "ws",    "lws",
                                             "dm",    "dmda", "dmdar",  "dmdas", "modular-eager"};
    for (int k = 0; k < 10; k++) {
        char name[64];
        snprintf(name, sizeof name, "core, %s", schedulers[k]);
        start(SL_WORKERS_CORE, schedulers[k]);
        test_many(name, 400);
        test_chains(name);
        must(sl_finalize());
    }
}

int main(void)
{
    static const struct {
        sl_worker_level level;
        const char *name;
    } levels[] = {{SL_WORKERS_MACHINE, "machine"},
                  {SL_WORKERS_PACKAGE, "package"},
                  {SL_WORKERS_NUMA, "numa"},
                  {SL_WORKERS_L3, "l3"},
                  {SL_WORKERS_CORE, "core"}};
    int groups = 0;
    unsetenv("STARPU_SCHED");
    unsetenv("STARLOOP_CPU_WORKERS");
    sl_log_set_handler(ignore, NULL);
    for (int l = 0; l < 5; l++) {
        start(levels[l].level, NULL);
        if (sl_cpu_workers() == groups) {
            must(sl_finalize());
            skip("it has as many groups as the level before", "level %s", levels[l].name);
            continue;
        }
        groups = sl_cpu_workers();
        diag("level %s: %d groups, %d cores", levels[l].name, groups, sl_cpu_cores());
        test_all_cores(levels[l].name);
        test_region(levels[l].name);
        test_when_it_pays(levels[l].name);
        sl__gang_always = 1;
        test_visits(levels[l].name);
        test_reductions(levels[l].name);
        test_failures(levels[l].name);
        test_busy_groups(levels[l].name);
        test_chains(levels[l].name);
        test_pauses(levels[l].name);
        test_many(levels[l].name, 5000);
        must(sl_finalize());
        test_ends(levels[l].level, levels[l].name);
        sl__gang_always = 0;
    }
    sl__gang_always = 1;
    test_schedulers();
    return done_testing();
}
