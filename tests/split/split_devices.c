/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over split views beside GPUs: all parts of a call go to one side, which follows their times, and on GPUs each
 * to its own; groups that help GPUs are in split_homes.c. The times are entered, and once they are measured. An element
 * notes where it was computed. Then loops with halos between such calls, which run part by part, too, on groups or on
 * GPUs; that also without one. All against plain C. */
#include "split_devices.h"

#include "data/split.h"
#include "call/split.h"
#include "loop_testing.h"
#include "times_testing.h"

SL_KERNEL_DECLARE(sd_fill, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own), out(uint64_t, 1, side, own));
SL_KERNEL_DECLARE(sd_work, (i), scalar(int64_t, turns), inout(uint64_t, 1, x, own), inout(uint64_t, 1, side, own));
SL_KERNEL_DECLARE(sd_smooth, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(sd_back, (i), in(uint64_t, 1, w, own), inout(uint64_t, 1, u, own));
extern const sl_kernel sd_work__kernel, sd_smooth__kernel;

/* ---- parts -------------------------------------------------------------------------------------------------- */

/* 64, or more where there are many groups: each side is to have several turns. */
static int parts_of_call(void)
{
    int parts = 64;
    while (parts < 4 * sl_cpu_workers() && parts < SL__SPLIT_MOST)
        parts *= 2;
    return parts;
}

struct sides {
    int cpu, gpu; /* passes over parts */
    int mixed;    /* parts whose elements were not all computed in the same places, or not so often */
};

/* Where the parts of a view were computed in so many passes. */
static struct sides sides_of(sl_view *side, int parts, int passes)
{
    struct sides s = {0, 0, 0};
    const sl_index n = sl_view_extent(side, 0);
    const uint64_t *mark = SL_HOST_READ(uint64_t, side);
    for (int p = 0; mark && p < parts; p++) {
        const sl_index lo = sl__grid_border(n, parts, p), hi = sl__grid_border(n, parts, p + 1);
        const int cpu = (int)(mark[lo] % SIDE_GPU / SIDE_CPU), gpu = (int)(mark[lo] / SIDE_GPU);
        int same = cpu + gpu == passes;
        for (sl_index i = lo; i < hi; i++)
            same &= mark[i] == mark[lo];
        s.cpu += cpu;
        s.gpu += gpu;
        s.mixed += !same;
    }
    must(sl_host_end(side));
    return s;
}

/* v after so many turns of v = FACTOR * v + i. */
static uint64_t turned(uint64_t v, uint64_t i, int64_t turns)
{
    uint64_t f = FACTOR, c = i; /* of 1, 2, 4, ... turns: v = f v + c */
    for (; turns > 0; turns /= 2) {
        if (turns % 2)
            v = f * v + c;
        c += f * c;
        f *= f;
    }
    return v;
}

/* How many elements are not what plain C gives after so many turns in all. */
static long wrong_turns(sl_view *x, uint64_t a, int64_t turns)
{
    long wrong = 0;
    const uint64_t *got = SL_HOST_READ(uint64_t, x);
    for (sl_index i = 0; got && i < sl_view_extent(x, 0); i++)
        if (got[i] != turned(a + (uint64_t)i, (uint64_t)i, turns) && wrong++ == 0)
            diag("x[%lld]: got %llx, want %llx", (long long)i, (unsigned long long)got[i],
                 (unsigned long long)turned(a + (uint64_t)i, (uint64_t)i, turns));
    must(sl_host_end(x));
    return got ? wrong : -1;
}

static sl_view *words(const char *label, sl_index n)
{
    return view_of(label, SL_UINT64, RIGHT, SL_EXTENTS(n));
}

/* Fills two views in parts: anywhere at first, since a loop with one GPU to go to is not cut, and then on GPUs, where
 * there are any: after that no group has a part in its caches. */
static void fill(sl_split split, uint64_t a, sl_view *x, sl_view *side)
{
    const sl_space all = SL_RANGE(0, sl_view_extent(x, 0));
    must(sl_forall_with(SL_POLICY(.split = split), sd_fill, all, a, x, side));
    if (sl_gpus() > 0)
        must(sl_forall_with(SL_POLICY(.split = split, .where = SL_CUDA), sd_fill, all, a, x, side));
}

/* ---- entered times ---------------------------------------------------------------------------------------- */

static void start(void)
{
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
}

/* For StarPU's policy a worker is busy until its last task was to end, though that took no time in truth. */
static void start_again(void)
{
    must(sl_finalize());
    start();
}

/* Calls with times of a part that are entered. @return where the parts of the last one ran */
static void calls(int parts, double cpu, double gpu, struct sides *s)
{
    enum { EACH = 4096, A = 12345, TURNS = 3, CALLS = 12 };
    start_again();
    const sl_index n = (sl_index)parts * EACH;
    sl_view *x = words("x", n), *side = words("side", n);
    struct sides before;
    is_int(sl__grid_border(n, parts, 1), EACH, "all parts are of one size");
    const int64_t queued = sl__split_parts_queued();
    fill(SL_SPLIT(parts), A, x, side);
    for (int c = 0; c < CALLS; c++) {
        must(sl_wait());
        set_times(&sd_work__kernel, EACH, cpu, gpu);
        note_times(&sd_work__kernel, SL__BY_ITSELF, n, parts * cpu);
        note_times(&sd_work__kernel, SL__BY_DEVICE, n, parts * gpu);
        if (c == CALLS - 1)
            before = sides_of(side, parts, CALLS - 1);
        must(sl_forall_with(SL_POLICY(.split = SL_SPLIT(parts)), sd_work, SL_RANGE(0, n), (int64_t)TURNS, x, side));
    }
    must(sl_wait());
    ok(sl__split_parts_queued() - queued >= CALLS * parts, "%g ms a part on a group, %g on a GPU: calls in %d parts",
       1e3 * cpu, 1e3 * gpu, parts);
    *s = sides_of(side, parts, CALLS);
    s->cpu -= before.cpu;
    s->gpu -= before.gpu;
    ok(s->cpu == 0 || s->gpu == 0, "the last one ran on one side: %d parts on CPUs, %d on GPUs", s->cpu, s->gpu);
    is_int(wrong_turns(x, A, TURNS * CALLS), 0, "with right values");
    sl_view_destroy(&x);
    sl_view_destroy(&side);
}

static void test_entered(void)
{
    const int parts = parts_of_call();
    struct sides s;
    calls(parts, 20e-3, 1e-5, &s);
    is_int(s.gpu, parts, "the GPUs are far faster: all parts run there");
    calls(parts, 1e-5, 20e-3, &s);
    is_int(s.cpu, parts, "the groups are: all run on them");
}

/* ---- measured times ---------------------------------------------------------------------------------------- */

/* Parts of few elements that take many turns: each is a thread's on a GPU. */
static void test_measured(void)
{
    enum { ROUNDS = 10, A = 99 };
    const int64_t turns = quick() ? 50000 : 200000;
    const int parts = parts_of_call();
    sl_index each = 16;
    while (each < 4 * sl_cpu_workers())
        each *= 2;
    const sl_index n = each * parts;
    sl_view *x = words("x", n), *side = words("side", n);
    struct sides s;
    must(sl_view_split(x, SL_SPLIT(parts)));
    must(sl_view_split(side, SL_SPLIT(parts)));
    fill((sl_split){{0}}, A, x, side);
    forget(&sd_work__kernel);
    for (int r = 0; r < ROUNDS; r++) {
        must(sl_forall(sd_work, SL_RANGE(0, n), turns, x, side));
        must(sl_wait());
    }
    s = sides_of(side, parts, ROUNDS);
    ok(s.mixed == 0 && s.cpu + s.gpu == ROUNDS * parts, "each part ran once in each of %d calls", ROUNDS);
    ok(s.cpu % parts == 0 && s.gpu % parts == 0, "and each call on one side: %d parts on CPUs, %d on GPUs", s.cpu,
       s.gpu);
    is_int(wrong_turns(x, A, turns * ROUNDS), 0, "with right values");
    sl_view_destroy(&x);
    sl_view_destroy(&side);
}

/* ---- halos between ------------------------------------------------------------------------------------------- */

enum { SMOOTH_ON_CPU, SMOOTH_ON_GPU, SMOOTH_FORCED };

static const char *const smooth_name[] = {"that is faster on CPUs runs on groups", "that is faster on a GPU runs there",
                                          "that must run on a GPU runs there"};

/* The same in plain C: u = FACTOR * u + i; w = smooth(u); u = u + w. */
static void plain_round(uint64_t u[], uint64_t w[], sl_index n)
{
    for (sl_index i = 0; i < n; i++)
        u[i] = turned(u[i], (uint64_t)i, 1);
    for (sl_index i = 1; i < n - 1; i++)
        w[i] = u[i - 1] + 2 * u[i] + 3 * u[i + 1];
    for (sl_index i = 0; i < n; i++)
        u[i] += w[i];
}

static void right(sl_view *view, const uint64_t want[])
{
    const uint64_t *got = SL_HOST_READ(uint64_t, view);
    same_array(got, want, sl_view_extent(view, 0), "the values of %s and those of the calls around it are plain C's",
               sl_view_label(view));
    must(sl_host_end(view));
}

/* A call, a loop with a halo, one more call. A GPU has a copy of each part for itself, and edges of its neighbours. */
static void test_halo(int how)
{
    enum { EACH = 1024, ROUNDS = 6, A = 777 };
    const int parts = parts_of_call(), gpu = sl_gpus() > 0, there = how != SMOOTH_ON_CPU;
    const sl_index n = (sl_index)parts * EACH;
    sl_view *u = words("u", n), *w = words("w", n), *side = words("side", n), *all[] = {u, w, side};
    uint64_t *pu = malloc((size_t)n * sizeof *pu), *pw = malloc((size_t)n * sizeof *pw);
    const sl_policy smooth = {.where = how == SMOOTH_FORCED ? SL_CUDA : SL_ANYWHERE};
    int on_cpu = 0, on_gpu = 0;
    for (int v = 0; v < 3; v++)
        must(sl_view_split(all[v], SL_SPLIT(parts)));
    fill((sl_split){{0}}, A, u, side);
    fill((sl_split){{0}}, 0, w, side);
    for (sl_index i = 0; i < n; i++) {
        pu[i] = A + (uint64_t)i;
        pw[i] = (uint64_t)i;
    }
    const int64_t gathers = sl__split_gathers_of_all(), queued = sl__split_parts_queued();
    for (int r = 0; r < ROUNDS; r++) {
        must(sl_wait());
        set_times(&sd_work__kernel, EACH, how == SMOOTH_ON_CPU ? 1e-5 : 20e-3, how == SMOOTH_ON_CPU ? 20e-3 : 1e-5);
        set_times(&sd_smooth__kernel, n - 2, how == SMOOTH_ON_CPU ? 1e-3 : 2e-2, how == SMOOTH_ON_CPU ? 2e-2 : 1e-3);
        for (sl_index of_part = EACH - 1; of_part <= EACH; of_part++) {
            note_times(&sd_smooth__kernel, SL__BY_ITSELF, of_part, how == SMOOTH_ON_CPU ? 1e-5 : 20e-3);
            note_times(&sd_smooth__kernel, SL__BY_DEVICE, of_part, how == SMOOTH_ON_CPU ? 20e-3 : 1e-5);
        }
        must(sl_forall(sd_work, SL_RANGE(0, n), (int64_t)1, u, side));
        must(sl_forall_with(smooth, sd_smooth, SL_RANGE(1, n - 1), u, w));
        must(sl_forall(sd_back, SL_RANGE(0, n), w, u));
        must(sl_wait());
        on_cpu += (int)calls_on(&sd_smooth__kernel, SL__ON_CPU);
        on_gpu += (int)calls_on(&sd_smooth__kernel, SL__ON_DEVICE);
        plain_round(pu, pw, n);
    }
    if (sl__split_active) {
        is_int(sl__split_parts_queued() - queued, ROUNDS * parts * 3, "a loop with a halo %s, in %d parts",
               smooth_name[how], parts);
        is_int(sl__split_gathers_of_all() - gathers, 0, "its views stay in them");
        ok((there ? on_gpu >= ROUNDS : 2 * on_cpu > ROUNDS * parts) && (there ? on_cpu : on_gpu) == 0,
           "as the model has counted: %d parts on CPUs, %d on GPUs, which time all of a call or none", on_cpu, on_gpu);
    }
    right(u, pu);
    right(w, pw);
    if (gpu) {
        const struct sides s = sides_of(side, parts, ROUNDS);
        ok(s.mixed == 0 && s.cpu % parts == 0 && s.gpu % parts == 0,
           "each call before it ran on one side: %d parts on CPUs, %d on GPUs", s.cpu, s.gpu);
    }
    for (int v = 0; v < 3; v++)
        sl_view_destroy(&all[v]);
    free(pu);
    free(pw);
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1); /* what runs in the calling thread is not placed */
    unsetenv("STARLOOP_WHERE");
    unsetenv("STARPU_SCHED");
    start();
    const int gpus = sl_gpus(), checked = sd_work__kernel.bounds_checked; /* then parts are for CPUs */
    test_halo(SMOOTH_ON_CPU);
    if (gpus > 0 && !checked) {
        test_halo(SMOOTH_ON_GPU);
        test_halo(SMOOTH_FORCED);
        test_entered();
        start_again();
        test_measured();
    } else {
        const char *why = gpus > 0 ? "bodies check bounds" : sl__device_absence();
        skip(why, "a loop with a halo that is faster on a GPU runs there in parts");
        skip(why, "parts of a call go to one side, by entered times");
        skip(why, "parts of a call go to one side, by measured times");
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
