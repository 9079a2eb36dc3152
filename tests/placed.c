/* SPDX-License-Identifier: BSD-3-Clause */
/* Where whole programs go that do not say where, on a machine that is made up here: what loops take on its cores, by
 * themselves and in chains, and on its GPU, what to move a view takes, and what more a program waits for. The library
 * chooses as ever, by times as it would have measured them. Left open, a program takes no longer than on the better
 * side alone, but for 25 % in its first run, and 5 % with the times of earlier ones. */
#include <stdlib.h>

#include "model_testing.h"
#include "placed.h"

/* ---- programs ------------------------------------------------------------------------------------------ */

typedef placed_view view;
typedef placed_kernel kernel;
typedef placed_call call;

/* Copy, scale, add, triad. */
static void run_chains(kernel k[])
{
    static view a, b, c;
    placed_make(&a, 1000);
    placed_make(&b, 1000);
    placed_make(&c, 1000);
    for (int n = 0; n < 100000; n++) {
        placed_queue(&(call){&k[0], 2, {&a, &c}, {SL_READ, SL_WRITE}});
        placed_queue(&(call){&k[1], 2, {&c, &b}, {SL_READ, SL_WRITE}});
        placed_queue(&(call){&k[2], 3, {&a, &b, &c}, {SL_READ, SL_READ, SL_WRITE}});
        placed_queue(&(call){&k[3], 3, {&b, &c, &a}, {SL_READ, SL_READ, SL_WRITE}});
    }
}

enum { DENSITY, ENERGY, U, KX, KY, R, P, W, RR, PW, FIELDS };
enum { FILL, RECTANGLE, TEMPERATURE, FACES, START, STORE, APPLY, RESIDUAL, ADVANCE };

/* Steps of a heat equation, as in examples/heat: small loops of many kinds, and runs of a region. */
static void solve(kernel k[], view v[])
{
    enum { STEPS = 5, RUNS = 12, LOOPS_OF_RUN = 12 };
    static const int used[] = {P, KX, W, PW, R, RR, U};
    const call iteration[3] = {{&k[APPLY], 4, {&v[P], &v[KX], &v[W], &v[PW]}, {SL_READ, SL_READ, SL_WRITE, SL_WRITE}},
                               {&k[RESIDUAL], 4, {&v[PW], &v[W], &v[R], &v[RR]}, {SL_READ, SL_READ, SL_RDWR, SL_WRITE}},
                               {&k[ADVANCE], 4, {&v[RR], &v[R], &v[U], &v[P]}, {SL_READ, SL_READ, SL_RDWR, SL_RDWR}}};
    enum { USES = sizeof used / sizeof used[0] };
    placed_region region = {0};
    sl__task_view use[USES];
    call loop[LOOPS_OF_RUN];
    for (int i = 0; i < USES; i++)
        use[i] = (sl__task_view){&v[used[i]].view, used[i] == KX ? SL_READ : SL_RDWR, 0};
    for (int i = 0; i < LOOPS_OF_RUN; i++)
        loop[i] = iteration[i % 3];
    for (int step = 0; step < STEPS; step++) {
        placed_queue(&(call){&k[START], 4, {&v[U], &v[KX], &v[R], &v[P]}, {SL_READ, SL_READ, SL_WRITE, SL_WRITE}});
        for (int run = 0; run < RUNS; run++) {
            placed_run(loop, LOOPS_OF_RUN, use, USES, &region);
            placed_wait();
        }
        placed_queue(&(call){&k[STORE], 3, {&v[DENSITY], &v[U], &v[ENERGY]}, {SL_READ, SL_READ, SL_WRITE}});
    }
    placed_wait();
}

static void set_up(kernel k[], view v[], sl_index count)
{
    for (int i = 0; i < FIELDS; i++)
        placed_make(&v[i], i < RR ? count : 1);
    placed_queue(&(call){&k[FILL], 2, {&v[DENSITY], &v[ENERGY]}, {SL_WRITE, SL_WRITE}});
    for (int i = 0; i < 4; i++)
        placed_queue(&(call){&k[RECTANGLE], 2, {&v[DENSITY], &v[ENERGY]}, {SL_RDWR, SL_RDWR}});
    placed_queue(&(call){&k[TEMPERATURE], 3, {&v[DENSITY], &v[ENERGY], &v[U]}, {SL_READ, SL_READ, SL_WRITE}});
    placed_queue(&(call){&k[FACES], 2, {&v[DENSITY], &v[KX]}, {SL_READ, SL_WRITE}});
    placed_queue(&(call){&k[FACES], 2, {&v[DENSITY], &v[KY]}, {SL_READ, SL_WRITE}});
}

static void run_heat(kernel k[])
{
    static view v[FIELDS];
    for (int solution = 0; solution < 120; solution++) {
        set_up(k, v, 1000);
        solve(k, v);
    }
}

/* Iterations of examples/heat/solver.c: regions of one or of four, and looks behind which others are queued. */
enum { RING = 16, BLOCK = 4, BLOCKS = 4, ITERATIONS = 24, AHEAD = 1, STRIDE = 8, USES = 8 };

typedef struct solver {
    kernel *kernel;
    view *view;
    call loop[3 * BLOCK];
    sl__task_view use[USES];
    placed_region first, one[RING], block[BLOCKS];
    int run[2 * ITERATIONS]; /* that has made an iteration, or is to */
    long likely, queued;
} solver;

static void make_solver(solver *s, kernel k[], view v[])
{
    static const int used[USES] = {P, KX, KY, W, PW, R, RR, U};
    const call iteration[3] = {
        {&k[APPLY], 5, {&v[P], &v[KX], &v[KY], &v[W], &v[PW]}, {SL_READ, SL_READ, SL_READ, SL_WRITE, SL_WRITE}},
        {&k[RESIDUAL], 4, {&v[PW], &v[W], &v[R], &v[RR]}, {SL_READ, SL_READ, SL_RDWR, SL_WRITE}},
        {&k[ADVANCE], 4, {&v[RR], &v[R], &v[U], &v[P]}, {SL_READ, SL_READ, SL_RDWR, SL_RDWR}}};
    memset(s, 0, sizeof *s);
    s->kernel = k;
    s->view = v;
    for (int i = 0; i < USES; i++)
        s->use[i] = (sl__task_view){&v[used[i]].view, used[i] == KX || used[i] == KY ? SL_READ : SL_RDWR, 0};
    for (int i = 0; i < 3 * BLOCK; i++)
        s->loop[i] = iteration[i % 3];
}

static void queue_more(solver *s)
{
    const long enough = s->likely + AHEAD;
    const int fits = s->queued > 0 && (s->queued - 1) % BLOCK == 0;
    const int whole = fits && (s->queued + BLOCK <= enough || s->queued >= enough + BLOCK);
    placed_region *region = whole            ? &s->block[(s->queued - 1) / BLOCK % BLOCKS]
                            : s->queued == 0 ? &s->first
                                             : &s->one[(s->queued + 1) % RING];
    const int run = placed_run(s->loop, whole ? 3 * BLOCK : 3, s->use, USES, region);
    for (int i = 0; i < (whole ? BLOCK : 1); i++)
        s->run[++s->queued] = run;
}

static long stride_at(const solver *s, long at)
{
    const long left = at < s->likely ? s->likely - at : at == 0 ? 1 : (ITERATIONS - at) / 2;
    return left < 1 ? 1 : left < STRIDE ? left : STRIDE;
}

static void solve_short(solver *s)
{
    view *v = s->view;
    placed_queue(&(call){
        &s->kernel[START], 5, {&v[U], &v[KX], &v[KY], &v[R], &v[P]}, {SL_READ, SL_READ, SL_READ, SL_WRITE, SL_WRITE}});
    s->queued = 0;
    for (long at = 0; at < ITERATIONS;) {
        at += stride_at(s, at);
        const long more = s->likely + AHEAD - at;
        while (s->queued < at + (more < AHEAD ? AHEAD : more < BLOCK ? more : BLOCK))
            queue_more(s);
        placed_look(s->run[at]);
    }
    placed_queue(&(call){&s->kernel[STORE], 3, {&v[DENSITY], &v[U], &v[ENERGY]}, {SL_READ, SL_READ, SL_WRITE}});
    s->likely = ITERATIONS;
}

static void run_short_heat(kernel k[])
{
    static view v[FIELDS];
    static solver s;
    for (int solution = 0; solution < 40; solution++) {
        set_up(k, v, 64 * 64);
        make_solver(&s, k, v);
        for (int step = 0; step < 20; step++)
            solve_short(&s);
    }
}

/* Two regions with the same loop by turns, over a large view each that belongs on the GPU; but one of these is written
 * by CPUs each time. */
static void run_turns(kernel k[])
{
    enum { REGIONS = 2, BYTES = 8000000 };
    static view a[REGIONS], y[REGIONS];
    placed_region region[REGIONS] = {{0}};
    for (int r = 0; r < REGIONS; r++) {
        placed_make(&a[r], BYTES / 8);
        placed_make(&y[r], 1000);
    }
    for (int n = 0; n < 500; n++) {
        placed_queue_on_cpus(&(call){&k[1], 1, {&a[1]}, {SL_WRITE}});
        for (int r = 0; r < REGIONS; r++) {
            const call loop = {&k[0], 2, {&a[r], &y[r]}, {SL_READ, SL_RDWR}};
            const sl__task_view use[] = {{&a[r].view, SL_READ, 0}, {&y[r].view, SL_RDWR, 0}};
            placed_run(&loop, 1, use, 2, &region[r]);
            placed_wait();
        }
    }
}

/* Runs of a region between which the program does something else for so long that threads sleep. */
static void run_paused(kernel k[])
{
    enum { LOOPS = 12 };
    static view a, b;
    placed_region region = {0};
    call loop[LOOPS];
    placed_make(&a, 1000);
    placed_make(&b, 1000);
    const sl__task_view use[] = {{&a.view, SL_RDWR, 0}, {&b.view, SL_RDWR, 0}};
    for (int i = 0; i < LOOPS; i++)
        loop[i] = (call){&k[i % 3], 2, {&a, &b}, {i % 2 ? SL_READ : SL_RDWR, i % 2 ? SL_RDWR : SL_READ}};
    for (int n = 0; n < 2000; n++) {
        placed_run(loop, LOOPS, use, 2, &region);
        placed_wait();
        placed_pause(400e-6);
    }
}

/* ---- what they take ------------------------------------------------------------------------------------ */

enum { KERNELS = 9, VARIANTS = 3, RUNS = 4 };

typedef struct program {
    const char *name;
    void (*run)(kernel kernels[]);
    double itself, chained, work, gpu; /* microseconds of a loop */
    double first, later;               /* times as long as on the better side: no more */
    double core;                       /* microseconds of a loop on one core, about, if that is where they run */
} program;

static kernel kernels[KERNELS];

/* Loops that are not all alike, but for the first variant. */
static void make_kernels(const program *p, int variant)
{
    uint64_t seed = 17 * (uint64_t)variant;
    const double all = variant == 0 ? 1 : 0.9 + 0.01 * random_below(&seed, 20);
    /* Of short loops in examples/heat, for each kernel, as on 64 x 64 cells. */
    static const double part[KERNELS] = {0.9, 0.9, 0.7, 1.1, 2.5, 1.1, 1.4, 0.65, 0.8};
    memset(kernels, 0, sizeof kernels);
    for (int i = 0; i < KERNELS; i++) {
        kernel *k = &kernels[i];
        const double cpu = 1e-6 * (variant == 0 ? 1 : 0.8 + 0.01 * random_below(&seed, 40));
        const double gpu = 1e-6 * (variant == 0 ? 1 : all * (0.85 + 0.01 * random_below(&seed, 30)));
        k->itself = cpu * p->itself;
        k->chained = cpu * p->chained;
        k->work = cpu * p->work;
        k->gpu = gpu * p->gpu;
        k->core = cpu * p->core * part[i];
        sl__model_make(&k->state.model, "placed", (uint32_t)i + 1);
        k->state.hash = (uint32_t)i + 1;
    }
}

/* What the library keeps of a run for the next one.
 * @param[in] longer  so many times as long are those in chains said to be as they were */
static void keep_times(double longer)
{
    for (int i = 0; i < KERNELS; i++) {
        kernel *k = &kernels[i];
        sl__model *model = &k->state.model;
        const uint32_t print[2] = {placed_print(k), placed_print(k) ^ SL__FOOTPRINT_CHAINED};
        sl__sample kept[SL__SIDES][2];
        const float settled = model->settled;
        for (int n = 0; n < 2 * SL__SIDES; n++)
            kept[n / 2][n % 2] = sl__model_look(model, n / 2, print[n % 2]);
        sl__model_forget(model);
        for (int n = 0; n < 2 * SL__SIDES; n++)
            if (kept[n / 2][n % 2].samples > 0)
                sl__model_recall(model, n / 2, print[n % 2], (n % 2 ? longer : 1) * kept[n / 2][n % 2].seconds,
                                 kept[n / 2][n % 2].samples);
        model->settled = settled;
        k->ran[SL__ON_CPU] = k->ran[SL__ON_DEVICE] = 0;
    }
}

static double seconds_of(const program *p, int forced, long *moves)
{
    placed_begin(forced, p->core > 0);
    p->run(kernels);
    return placed_end(moves);
}

/* What runs that are left open take of the better side's time, each with the times that those before have kept. */
static void measure(const program *p, int variant, double ratio[RUNS])
{
    long moves;
    make_kernels(p, variant);
    const double cpu = seconds_of(p, SL__SIDE_CPU, &moves);
    make_kernels(p, variant);
    const double gpu = seconds_of(p, SL__SIDE_DEVICE, &moves);
    make_kernels(p, variant);
    for (int run = 0; run < RUNS; run++) {
        const double open = seconds_of(p, 0, &moves);
        diag("%s: %.4f s on CPUs, %.4f on the GPU, run %d left open %.4f with %ld moves", p->name, cpu, gpu, run + 1,
             open, moves);
        ratio[run] = isfinite(open) ? open / fmin(cpu, gpu) : INFINITY;
        keep_times(1);
    }
}

static void test_program(const program *p)
{
    double worst[RUNS] = {0};
    for (int variant = 0; variant < VARIANTS; variant++) {
        double ratio[RUNS];
        measure(p, variant, ratio);
        for (int run = 0; run < RUNS; run++)
            worst[run] = fmax(worst[run], ratio[run]);
    }
    ok(worst[0] < p->first, "%s: a first run takes no more than %.2f of the better side's time (%.3f)", p->name,
       p->first, worst[0]);
    for (int run = 1; run < RUNS; run++)
        ok(worst[run] < p->later, "%s: run %d no more than %.2f (%.3f)", p->name, run + 1, p->later, worst[run]);
}

/* Chains that earlier programs have seen on cores that others used. */
static void test_longer(const program *p)
{
    long moves;
    make_kernels(p, 1);
    const double cpu = seconds_of(p, SL__SIDE_CPU, &moves);
    make_kernels(p, 1);
    (void)seconds_of(p, 0, &moves);
    keep_times(8);
    for (int run = 0; run < 2; run++) {
        const double open = seconds_of(p, 0, &moves) / cpu;
        ok(open < (run == 0 ? p->first : p->later), "%s: kept times of chains that are far too long %s (%.3f)", p->name,
           run == 0 ? "are seen to be" : "are forgotten", open);
        keep_times(1);
    }
}

/* ---- many more of them (tests/placed --sweep), for who changes how places are chosen ------------------- */

typedef struct summary {
    int count, over;
    double sum, most;
} summary;

static void enter(summary *all, double ratio, double limit)
{
    all->count++;
    all->over += ratio > limit;
    all->sum += ratio;
    all->most = fmax(all->most, ratio);
}

static void sweep_one(const program *p, summary all[2])
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        double ratio[RUNS];
        measure(p, variant, ratio);
        for (int run = 0; run < RUNS; run++)
            enter(&all[run > 0], ratio[run], run > 0 ? 1.05 : 1.25);
    }
}

/* Programs that take a third to three times as long on CPUs. */
static void sweep(void)
{
    static const double small[] = {0.7, 1.2, 1.8, 2.5, 4, 8}, small_gpu[] = {2.6, 3, 3.6};
    static const double core[] = {1.4, 2, 2.4, 2.8, 3.2, 3.8, 4.5, 5.6}, short_gpu[] = {2.1, 2.42, 2.8};
    static const double chained[] = {1.2, 1.7, 2.2, 2.8, 3.4, 4.2, 6}, gpu[] = {3, 4, 6};
    summary all[2] = {{0}};
    for (int i = 0; i < 6 * 3; i++) {
        const double cpu = small[i / 3];
        sweep_one(&(program){"small loops", run_heat, fmax(8, 4 * cpu), cpu, fmin(cpu, 1.2), small_gpu[i % 3], 0, 0, 0},
                  all);
    }
    for (int i = 0; i < 8 * 3; i++)
        sweep_one(&(program){"short loops", run_short_heat, 0, 0, 0, short_gpu[i % 3], 0, 0, core[i / 3]}, all);
    for (int i = 0; i < 7 * 3; i++)
        sweep_one(&(program){"chains", run_chains, 40, chained[i / 3], chained[i / 3], gpu[i % 3], 0, 0, 0}, all);
    for (int later = 0; later < 2; later++)
        diag("%d %s: %.3f of the better side's time, at most %.3f; %d are over %.2f", all[later].count,
             later ? "runs with kept times" : "first runs", all[later].sum / all[later].count, all[later].most,
             all[later].over, later ? 1.05 : 1.25);
}

int main(int argc, char **argv)
{
    /* Where both sides take about as long, what each choice knows is no more exact than that. */
    static const program programs[] = {
        {"short loops for CPUs, in chains", run_chains, 40, 1.7, 1.7, 4, 1.25, 1.05, 0},
        {"loops for the GPU", run_chains, 40, 7, 7, 3, 1.25, 1.05, 0},
        {"loops for either", run_chains, 40, 3.4, 3.4, 3.6, 1.25, 1.1, 0},
        {"small loops of many kinds for CPUs", run_heat, 10, 0.7, 0.6, 3, 1.25, 1.05, 0},
        {"small loops of many kinds for either", run_heat, 14, 1.8, 1.2, 3, 1.25, 1.25, 0},
        {"small loops of many kinds for the GPU", run_heat, 30, 9, 1.4, 3, 1.25, 1.05, 0},
        {"and more so", run_heat, 50, 20, 1.5, 3.4, 1.25, 1.05, 0},
        {"small loops for a GPU, of which that is not expected", run_heat, 8, 1.8, 1.2, 2.6, 1.25, 1.05, 0},
        {"chains whose threads have to be woken each time", run_paused, 14, 1.8, 1.2, 3, 1.25, 1.05, 0},
        {"the same loop over views here and there", run_turns, 150, 130, 130, 30, 0.85, 0.85, 0},
        {"short loops for one core", run_short_heat, 0, 0, 0, 2.4, 1.1, 1.05, 2},
        {"short loops for either", run_short_heat, 0, 0, 0, 2.4, 1.1, 1.05, 2.8},
        {"short loops for the GPU", run_short_heat, 0, 0, 0, 2.4, 1.1, 1.05, 4.5},
    };
    enum { PROGRAMS = sizeof programs / sizeof programs[0] };
    unsetenv("STARLOOP_INLINE");
    unsetenv("STARLOOP_CHAIN");
    unsetenv("STARLOOP_MAX_QUEUED");
    unsetenv("STARLOOP_SERIAL_BELOW");
    must(sl_init(NULL));
    if (argc > 1 && strcmp(argv[1], "--sweep") == 0)
        sweep();
    for (int i = 0; i < PROGRAMS; i++)
        test_program(&programs[i]);
    test_longer(&programs[0]);
    sl__place_begin();
    must(sl_finalize());
    return done_testing();
}
