/* SPDX-License-Identifier: BSD-3-Clause */
/* One call on worker groups and GPUs together: its parts go to both sides, in shares that follow their times. These are
 * entered while the workers are paused, so that StarPU places all parts of a call by them before one has run; and once
 * they are measured, of parts that are long. An element notes where it was computed. Then loops with halos between such
 * calls, which run on groups part by part, or whole on a GPU; that also without one. All against plain C. */
#include "split_devices.h"

#include "data/split.h"
#include "call/split.h"
#include "loop_testing.h"
#include "model_testing.h"

SL_KERNEL_DECLARE(sd_fill, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own), out(uint64_t, 1, side, own));
SL_KERNEL_DECLARE(sd_work, (i), scalar(int64_t, turns), inout(uint64_t, 1, x, own), inout(uint64_t, 1, side, own));
SL_KERNEL_DECLARE(sd_smooth, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(sd_back, (i), in(uint64_t, 1, w, own), inout(uint64_t, 1, u, own));
extern const sl_kernel sd_work__kernel, sd_smooth__kernel;

/* ---- times ------------------------------------------------------------------------------------------------ */

/* Calls that were counted when no more of the next ones are measured than one in sixteen. */
enum { COUNTED = 17 };

/* The histories say that a loop, or part of one, with n iterations takes that long. While nothing is queued. */
static void set_times(const sl_kernel *kernel, sl_index n, double cpu, double gpu)
{
    const double seconds[SL__SIDES] = {[SL__ON_CPU] = cpu, [SL__ON_DEVICE] = gpu};
    sl__model *model = model_of(kernel);
    sl__model_forget(model);
    for (int d = 0; d < SL__SIDES; d++) {
        for (int k = 0; k < SL__SAMPLES_MOST; k++)
            sl__model_note(model, d, print_of(kernel, n), n, 1, seconds[d]);
        atomic_store(&model->on[d].calls, COUNTED);
    }
}

/* Calls since set_times(), and parts of some; not quite all where several workers count. */
static int calls_since(const sl_kernel *kernel, int device)
{
    return (int)atomic_load(&model_of(kernel)->on[device].calls) - COUNTED;
}

/* ---- parts -------------------------------------------------------------------------------------------------- */

/* 64, or more where there are many groups: each side is to have several turns. */
static int parts_of_call(void)
{
    int parts = 64;
    while (parts < 4 * sl_cpu_workers() && parts < SL__SPLIT_MOST)
        parts *= 2;
    return parts;
}

/* A time of a part on a group with which all groups are so many times as fast as all GPUs, whose time is 1. */
static double group_time(double times)
{
    return sl_cpu_workers() / (times * (sl_gpus() > 0 ? sl_gpus() : 1));
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

/* One call whose parts are placed by the times alone. All of its data is on GPUs before, so no group has a part in its
 * caches; to fetch one takes little beside the times, which are milliseconds at least. */
static void one_call(int parts, double times, struct sides *s)
{
    enum { EACH = 4096, A = 12345, TURNS = 3 };
    start_again();
    const sl_index n = (sl_index)parts * EACH;
    const double gpu = 20e-3, cpu = gpu * group_time(times);
    sl_view *x = words("x", n), *side = words("side", n);
    is_int(sl__grid_border(n, parts, 1), EACH, "all parts are of one size");
    const int64_t queued = sl__split_parts_queued();
    fill(SL_SPLIT(parts), A, x, side);
    must(sl_pause()); /* it waits */
    set_times(&sd_work__kernel, EACH, cpu, gpu);
    must(sl_forall_with(SL_POLICY(.split = SL_SPLIT(parts)), sd_work, SL_RANGE(0, n), (int64_t)TURNS, x, side));
    is_int(sl__split_parts_queued() - queued, 3 * parts,
           "%g ms a part on each of %d groups, %g on each of %d GPUs: "
           "three calls in %d parts are queued",
           1e3 * cpu, sl_cpu_workers(), 1e3 * gpu, sl_gpus(), parts);
    must(sl_resume());
    must(sl_wait());
    *s = sides_of(side, parts, 1);
    diag("%d parts on CPUs, %d on GPUs", s->cpu, s->gpu);
    ok(s->mixed == 0 && s->cpu + s->gpu == parts, "each ran once, on one side");
    is_int(wrong_turns(x, A, TURNS), 0, "with right values");
    sl_view_destroy(&x);
    sl_view_destroy(&side);
}

static void test_entered(void)
{
    const int parts = parts_of_call();
    struct sides s;
    one_call(parts, 1, &s);
    ok(4 * s.cpu >= parts && 4 * s.gpu >= parts, "all groups together are as fast as the GPUs: both have their share");
    one_call(parts, 0.1, &s);
    ok(5 * s.gpu >= 4 * parts, "the GPUs are ten times as fast: most parts run there");
    one_call(parts, 10, &s);
    ok(5 * s.cpu >= 4 * parts, "the groups are: most run on them");
    one_call(parts, 1, &s);
    ok(4 * s.cpu >= parts && 4 * s.gpu >= parts, "and back to equal shares");
}

/* ---- measured times ---------------------------------------------------------------------------------------- */

/* Whether the sides have shared the parts about as their times ask for. A part has a group that it would rather stay
 * with, and of a call's last parts some are too long for their side. */
static void check_shares(struct sides s, int parts, double cpu, double gpu)
{
    const double groups = sl_cpu_workers() / cpu, gpus = sl_gpus() / gpu; /* parts a second */
    const double want = groups / (groups + gpus), got = (double)s.cpu / (s.cpu + s.gpu);
    const char *sentence = "long parts go to both sides by their measured times";
    diag("%g ms a part on each of %d groups, %g on each of %d GPUs: %.0f %% should go to groups, and %.0f %% have",
         1e3 * cpu, sl_cpu_workers(), 1e3 * gpu, sl_gpus(), 100 * want, 100 * got);
    if (fmin(cpu, gpu) < 1e-4)
        skip("parts are short on this machine", "%s", sentence);
    else if (2 * cpu > parts / gpus || 2 * gpu > parts / groups)
        skip("one side is far faster on this machine", "%s", sentence);
    else
        ok(3 * got > want && 3 * (1 - got) > 1 - want, "%s", sentence);
}

/* Long parts, of few elements that take many turns: each is a thread's on a GPU, so that the part takes about as long
 * there as all groups need for one. The first rounds are there to measure: where nothing is known all parts go to one
 * side, and then to the other. */
static void test_measured(void)
{
    enum { LEARN = 6, ROUNDS = 4, A = 99 };
    const int64_t turns = quick() ? 50000 : 200000;
    const int parts = parts_of_call();
    sl_index each = 16;
    while (each < 4 * sl_cpu_workers())
        each *= 2;
    const sl_index n = each * parts;
    sl_view *x = words("x", n), *side = words("side", n);
    sl__model *model = model_of(&sd_work__kernel);
    struct sides s, before = {0, 0, 0};
    int on_gpu = 0;
    must(sl_view_split(x, SL_SPLIT(parts)));
    must(sl_view_split(side, SL_SPLIT(parts)));
    fill((sl_split){{0}}, A, x, side);
    must(sl_wait());
    sl__model_forget(model);
    for (int r = 0; r < LEARN + ROUNDS; r++) {
        must(sl_forall(sd_work, SL_RANGE(0, n), turns, x, side));
        must(sl_wait());
        const int now = (int)atomic_load(&model->on[SL__ON_DEVICE].calls);
        diag("call %d: %d of %d parts on GPUs", r + 1, now - on_gpu, parts);
        on_gpu = now;
        if (r == LEARN - 1)
            before = sides_of(side, parts, LEARN);
    }
    s = sides_of(side, parts, LEARN + ROUNDS);
    ok(before.mixed == 0 && s.mixed == 0, "each part ran once in each of %d calls", LEARN + ROUNDS);
    s.cpu -= before.cpu;
    s.gpu -= before.gpu;
    check_shares(s, parts, sl__model_known(model, SL__ON_CPU, print_of(&sd_work__kernel, each)),
                 sl__model_known(model, SL__ON_DEVICE, print_of(&sd_work__kernel, each)));
    is_int(wrong_turns(x, A, turns * (LEARN + ROUNDS)), 0, "with right values");
    sl_view_destroy(&x);
    sl_view_destroy(&side);
}

/* ---- halos between ------------------------------------------------------------------------------------------- */

enum { SMOOTH_ON_CPU, SMOOTH_ON_GPU, SMOOTH_FORCED };

static const char *const smooth_name[] = {"that is faster on CPUs runs on groups, part by part",
                                          "that is faster on a GPU runs there, whole",
                                          "that must run on a GPU runs there, whole"};

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

/* A call on both sides, a loop with a halo, one more call. A GPU has a copy of each part for itself, so it cannot run
 * the halo's parts. */
static void test_halo(int how)
{
    enum { EACH = 1024, ROUNDS = 6, A = 777 };
    const int parts = parts_of_call(), gpu = sl_gpus() > 0, whole = how != SMOOTH_ON_CPU;
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
        must(sl_pause());
        set_times(&sd_work__kernel, EACH, 20e-3 * group_time(1), 20e-3);
        set_times(&sd_smooth__kernel, n - 2, how == SMOOTH_ON_CPU ? 1e-3 : 2e-2, how == SMOOTH_ON_CPU ? 2e-2 : 1e-3);
        must(sl_forall(sd_work, SL_RANGE(0, n), (int64_t)1, u, side));
        must(sl_forall_with(smooth, sd_smooth, SL_RANGE(1, n - 1), u, w));
        must(sl_forall(sd_back, SL_RANGE(0, n), w, u));
        must(sl_resume());
        must(sl_wait());
        on_cpu += calls_since(&sd_smooth__kernel, SL__ON_CPU);
        on_gpu += calls_since(&sd_smooth__kernel, SL__ON_DEVICE);
        plain_round(pu, pw, n);
    }
    if (sl__split_active) {
        is_int(sl__split_parts_queued() - queued, ROUNDS * parts * (whole ? 2 : 3),
               "loops between a halo's run in %d "
               "parts",
               parts);
        is_int(sl__split_gathers_of_all() - gathers, whole ? 2 * ROUNDS : 0, "a loop with a halo %s", smooth_name[how]);
        ok(whole ? on_cpu == 0 && on_gpu == ROUNDS : 2 * on_cpu > ROUNDS * parts && on_gpu == 0,
           "as the model has counted: %d calls on CPUs, %d on a GPU", on_cpu, on_gpu);
    }
    right(u, pu);
    right(w, pw);
    if (gpu) {
        const struct sides s = sides_of(side, parts, ROUNDS);
        ok(s.mixed == 0 && 8 * s.cpu >= ROUNDS * parts && 8 * s.gpu >= ROUNDS * parts,
           "the calls before it ran on "
           "both sides: %d parts on CPUs, %d on GPUs",
           s.cpu, s.gpu);
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
        skip(why, "a loop with a halo that is faster on a GPU finds whole views there");
        skip(why, "parts of a call go to both sides, by entered times");
        skip(why, "parts of a call go to both sides, by measured times");
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
