/* SPDX-License-Identifier: BSD-3-Clause */
/* Placement under a virtual clock: 300 programs on machines that are made up, and what loops take is drawn. The library
 * sees the bandwidths, and samples with noise; what it chooses is counted by the true times. SL_TEST_SEED draws others.
 *
 * What is asked of programs that take LONG times their moves: no more than 1.10 of the better side, which is the whole
 * program on the CPUs or on one GPU, moves included, and one run of each kernel and size class on its slower side, and
 * one move of each view. */
#include <time.h>

#include "place/choose.h"
#include "place/estimate.h"
#include "tap.h"

enum { PROGRAMS = 300, VIEWS = 6, KERNELS = 6, PHASES = 3, SPIKES = 200, LONG = 30, SHORT = 10, MISSED = 3 };

#define AIM 1.10
#define NOISE 0.2
#define SPLIT_PART 3e-6 /* seconds that a part of a loop costs besides */

static uint64_t seed;

/* SplitMix64, by S. Vigna. */
static uint64_t draw(uint64_t *from)
{
    *from += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *from;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static double uniform(double least, double most)
{
    return least + (most - least) * (double)(draw(&seed) >> 11) / (double)(UINT64_C(1) << 53);
}

static double logarithmic(double least, double most)
{
    return exp(uniform(log(least), log(most)));
}

static int integer(int least, int most)
{
    return least + (int)(draw(&seed) % (uint64_t)(most - least + 1));
}

/* ---- machines and programs ------------------------------------------------------------------------------- */

typedef struct view {
    double bytes;
    sl__membership member;
    int on[SL__SIDES]; /* where its contents are */
    int dirty;         /* loops have written it since the host has looked */
} view;

typedef struct kernel {
    int64_t points;
    int views, view[VIEWS], reads[VIEWS], writes[VIEWS];
    double itself, chained, device; /* true seconds: on the CPUs by itself, there in a chain, on a device */
    sl__times *times;
    uint32_t key;
    int on_cpu; /* it has run there */
} kernel;

typedef struct program {
    sl__speeds speeds;
    int gpus, parts; /* 1: it is not split */
    int views, kernels, phases, calls, region;
    int chains;
    int look, look_at, look_writes; /* after so many calls the host looks at a view; 0: never */
    view view[VIEWS];
    kernel kernel[KERNELS];
    int phase_of[KERNELS];
} program;

static double launch(const program *p, int side)
{
    return p->parts * (side == SL__ON_DEVICE ? 5e-6 : 1e-6) / (side == SL__ON_DEVICE && p->parts > 1 ? p->gpus : 1);
}

static double move_of(const program *p, int v)
{
    return sl__estimate_move(&p->speeds, p->view[v].bytes);
}

static double bytes_of(const program *p, const kernel *k)
{
    double bytes = 0;
    for (int i = 0; i < k->views; i++)
        bytes += p->view[k->view[i]].bytes * (k->reads[i] + k->writes[i]);
    return bytes;
}

static void make_kernel(program *p, kernel *k, int64_t n)
{
    k->points = n;
    k->views = integer(1, p->views < 3 ? p->views : 3);
    for (int i = 0, first = integer(0, p->views - 1); i < k->views; i++) {
        const int access = integer(0, 2);
        k->view[i] = (first + i) % p->views;
        k->reads[i] = access != 1;
        k->writes[i] = access != 0 || i == 0;
    }
    const sl__loop_size size = {.points = n, .bytes = bytes_of(p, k), .cores = 1};
    const double ratio = logarithmic(1.0 / 30, 30), slow = logarithmic(1, 10);
    const double least = p->gpus > 0 ? sl__estimate_roofline(&p->speeds, &size, SL__ON_DEVICE) : 0;
    k->itself = slow * fmax(sl__estimate_roofline(&p->speeds, &size, SL__ON_CPU), least * ratio);
    k->chained = k->itself * (p->chains ? uniform(0.8, 1) : 1);
    k->device = k->itself / ratio;
    k->times = calloc(1, sizeof *k->times);
    k->key = (uint32_t)draw(&seed);
}

/* Every tenth may be over before its moves have paid. */
static int is_short(int number)
{
    return number % SHORT == SHORT - 1;
}

static void make_program(program *p, int number)
{
    const double cores = integer(1, 64);
    memset(p, 0, sizeof *p);
    p->speeds = (sl__speeds){.cores = cores,
                             .memory = fmin(cores * 1e10, 1.5e11),
                             .cache = 4e10,
                             .level = 1 << 20,
                             .bus = logarithmic(6e9, 1e11),
                             .request = 20e-6};
    p->gpus = integer(0, 3);
    p->speeds.device = p->gpus > 0 ? logarithmic(5e11, 4e12) : 0;
    p->views = integer(1, VIEWS);
    p->phases = number % 4 == 3 ? integer(2, PHASES) : 1;
    p->chains = number % 3 == 1;
    p->region = number % 5 == 2 ? integer(2, KERNELS) : 1;
    p->parts = number % 5 == 4 ? integer(2, 16) : 1;
    p->kernels = number % 3 == 0 && p->region == 1 ? 1 : integer(1, KERNELS);
    p->phases = p->phases < p->kernels ? p->phases : p->kernels;
    p->calls = (int)logarithmic(10, 3000);
    p->look = number % 4 == 1 ? (int)logarithmic(1, 100) : 0;
    p->look_at = integer(0, p->views - 1);
    p->look_writes = integer(0, 1);
    const int64_t n = (int64_t)logarithmic(1e3, 1e8);
    for (int v = 0; v < p->views; v++) {
        p->view[v].bytes = 8 * (double)n;
        p->view[v].on[SL__ON_CPU] = integer(0, 3) > 0;
    }
    double move = 0, run = 0;
    for (int v = 0; v < p->views; v++)
        move += move_of(p, v);
    for (int k = 0; k < p->kernels; k++) {
        make_kernel(p, &p->kernel[k], n);
        p->phase_of[k] = k < p->phases ? k : integer(0, p->phases - 1);
        run +=
            fmin(p->kernel[k].itself, p->kernel[k].device / (p->parts > 1 && p->gpus > 1 ? p->gpus : 1)) / p->kernels;
    }
    if (!is_short(number) && p->calls < LONG * move / run)
        p->calls = (int)(LONG * move / run);
}

/* Which kernels call number c is of: one after another, or all that a region has. @return how many */
static int kernels_of(program *p, int c, kernel *of[])
{
    const int phase = (int)((int64_t)c * p->phases / p->calls);
    int n = 0;
    for (int k = 0; k < p->kernels; k++)
        if (p->phase_of[k] == phase)
            of[n++] = &p->kernel[k];
    if (p->region > 1 || n == 0)
        return n < p->region ? n : p->region;
    of[0] = of[c % n];
    return 1;
}

/* ---- running --------------------------------------------------------------------------------------------- */

static double true_time(const program *p, const kernel *k, int side, int chained)
{
    if (side == SL__ON_CPU)
        return chained ? k->chained : k->itself;
    return k->device / (p->parts > 1 ? p->gpus : 1);
}

/* Moves what a loop needs to a side, and says where its views are then. @return seconds */
static double bring(program *p, const kernel *k, int side)
{
    double seconds = 0;
    for (int i = 0; i < k->views; i++) {
        view *v = &p->view[k->view[i]];
        if (k->reads[i] && !v->on[side] && v->on[!side]) {
            seconds += move_of(p, k->view[i]);
            v->on[side] = 1;
        }
        if (k->writes[i]) {
            v->on[side] = v->dirty = 1;
            v->on[!side] = 0;
        }
    }
    return seconds;
}

static double look(program *p, int learns)
{
    view *v = &p->view[p->look_at];
    const double seconds = v->on[SL__ON_DEVICE] && !v->on[SL__ON_CPU] ? move_of(p, p->look_at) : 0;
    if (learns)
        sl__choose_accessed(&v->member, SL__ON_CPU, p->look_writes);
    v->on[SL__ON_CPU] |= v->on[SL__ON_DEVICE];
    v->dirty = 0;
    if (p->look_writes) {
        v->on[SL__ON_CPU] = 1;
        v->on[SL__ON_DEVICE] = 0;
    }
    return seconds;
}

/* What was measured of a run. */
static void note(const program *p, kernel *k, int side, int chained, double seconds)
{
    double sample = seconds * uniform(1 - NOISE, 1 + NOISE), busy = sample;
    if (side == SL__ON_CPU && !k->on_cpu++)
        sample += 1e-3; /* threads are made */
    if (side == SL__ON_CPU && integer(1, SPIKES) == 1)
        sample *= logarithmic(10, 100); /* its threads were stopped */
    if (side == SL__ON_CPU)
        sl__cores_note(k->times, SL__ALL_CORES, k->points, sample, busy * p->speeds.cores);
    const int way = side == SL__ON_DEVICE ? SL__BY_DEVICE : chained ? SL__IN_CHAIN : SL__BY_ITSELF;
    sl__times_note(k->times, k->key, way, k->points, sample, busy);
}

static double since_of(kernel *k, int side)
{
    const sl__size_times *class = sl__times_class(k->times, k->key, 1);
    return atomic_load(&class->since[side]);
}

/* What the library chooses for some loops. */
static int place(program *p, kernel *of[], int count)
{
    sl__side_choice choice = {.sure = {1, 1}, .calls = 1};
    sl__side_view use[VIEWS];
    int number[VIEWS], views = 0;
    for (int i = 0; i < count; i++) {
        kernel *k = of[i];
        const sl__loop_size size = {k->key, k->points, bytes_of(p, k), 1, p->chains};
        for (int s = 0; s < SL__SIDES; s++) {
            choice.sure[s] &= sl__estimate_is_sure(k->times, &size, s);
            choice.run[s] += sl__estimate(k->times, &p->speeds, &size, s) + launch(p, s);
            choice.since[s] += since_of(k, s);
        }
        for (int j = 0; j < k->views; j++) {
            int u = 0;
            while (u < views && number[u] != k->view[j])
                u++;
            view *v = &p->view[k->view[j]];
            if (u == views) {
                number[views++] = k->view[j];
                use[u] = (sl__side_view){.member = &v->member,
                                         .move = move_of(p, k->view[j]),
                                         .on = {v->on[0], v->on[1]},
                                         .reads = k->reads[j],
                                         .writes = k->writes[j]};
            } else {
                use[u].writes |= k->writes[j];
            }
        }
    }
    if (p->gpus == 0)
        return SL__ON_CPU;
    const int side = sl__choose(&choice, use, views);
    for (int i = 0; i < count; i++) {
        sl__size_times *class = sl__times_class(of[i]->times, of[i]->key, 1);
        atomic_store(&class->since[side], 0);
        sl__add_loosely(&class->since[!side], choice.run[side] / count);
    }
    return side;
}

/* Runs a program. @param[in] forced  a side; SL__SIDES: where the library chooses  @return seconds */
static double run(const program *made, int forced, double only[])
{
    program p = *made;
    double seconds = 0;
    int last = -1;
    for (int c = 0; c < p.calls; c++) {
        kernel *of[KERNELS];
        const int count = kernels_of(&p, c, of);
        const int side = forced != SL__SIDES ? forced : count > 0 ? place(&p, of, count) : SL__ON_CPU;
        const int chained = p.chains && (last == side || forced != SL__SIDES);
        last = side;
        for (int i = 0; i < count; i++) {
            const double took = true_time(&p, of[i], side, chained);
            seconds += bring(&p, of[i], side) + took + launch(&p, side);
            if (forced == SL__SIDES) {
                note(&p, of[i], side, chained, took);
                only[side]++;
            }
        }
        if (p.look > 0 && (c + 1) % p.look == 0)
            seconds += look(&p, forced == SL__SIDES);
    }
    for (int v = 0; v < p.views; v++)
        sl__party_leave(&p.view[v].member);
    return seconds;
}

/* What is allowed besides. */
static double slack_of(const program *p)
{
    double slack = 0;
    for (int k = 0; k < p->kernels; k++)
        slack += fmax(p->kernel[k].itself + launch(p, SL__ON_CPU), p->kernel[k].device + launch(p, SL__ON_DEVICE));
    for (int v = 0; v < p->views; v++)
        slack += move_of(p, v);
    return slack;
}

static void describe(const program *p, int number, double ratio, const double took[], const double only[])
{
    diag("program %d: %.3f of what is allowed; %d calls, %d phases, %d GPUs, %d parts, regions of %d%s, look %d %d",
         number, ratio, p->calls, p->phases, p->gpus, p->parts, p->region, p->chains ? ", chains" : "", p->look,
         p->look_writes);
    diag("CPUs %.3g s, a GPU %.3g s, placed %.3g s, slack %.3g; ran %g %g", took[0], took[1], took[2], slack_of(p),
         only[0], only[1]);
    for (int k = 0; k < p->kernels; k++) {
        const kernel *at = &p->kernel[k];
        diag("  kernel %d phase %d: %lld points, CPU %.3g (%.3g), GPU %.3g; roofline %.3g", k, p->phase_of[k],
             (long long)at->points, at->itself, at->chained, at->device,
             sl__estimate_roofline(&p->speeds, &(sl__loop_size){.bytes = bytes_of(p, at), .cores = 1}, 1));
        for (int i = 0; i < at->views; i++)
            diag("     view %d %s%s move %.3g", at->view[i], at->reads[i] ? "r" : "", at->writes[i] ? "w" : "",
                 move_of(p, at->view[i]));
    }
}

static void test_programs(void)
{
    const uint64_t first = draw(&seed); /* each program has a seed of its own */
    double worst[2] = {0, 0};
    int missed = 0;
    for (int n = 0; n < PROGRAMS; n++) {
        program p;
        double runs[SL__SIDES] = {0}, took[SL__SIDES + 1];
        seed = first + (uint64_t)n;
        make_program(&p, n);
        for (int s = 0; s <= SL__SIDES; s++)
            took[s] = s == SL__ON_DEVICE && p.gpus == 0 ? INFINITY : run(&p, s, runs);
        const double ratio = (took[SL__SIDES] - slack_of(&p)) / fmin(took[SL__ON_CPU], took[SL__ON_DEVICE]);
        missed += !is_short(n) && ratio > AIM;
        if (ratio > worst[is_short(n)] || (!is_short(n) && ratio > AIM))
            describe(&p, n, ratio, took, runs);
        worst[is_short(n)] = fmax(worst[is_short(n)], ratio);
        for (int k = 0; k < p.kernels; k++)
            free(p.kernel[k].times);
    }
    ok(missed <= MISSED,
       "%d programs take no more than %.2f of the better side, and what trying costs: %d do, the worst %.3f",
       PROGRAMS - PROGRAMS / SHORT, AIM, missed, worst[0]);
    ok(worst[1] <= 3, "short ones, of which nobody knows how they go on, no more than 3 times as long: %.3f", worst[1]);
}

/* ---- times ------------------------------------------------------------------------------------------------ */

static void test_times(void)
{
    static sl__time time;
    static sl__times times;
    enum { KEY = 77 };
    sl__time_note(&time, 3.0);
    is_close(sl__time_of(&time), 3, 1e-6, "a first sample is what is known,");
    ok(sl__time_is_new(&time), "but not for sure");
    sl__time_note(&time, 1.0);
    is_close(sl__time_of(&time), 1, 1e-6, "of two the shorter counts");
    for (int k = 0; k < 10; k++)
        sl__time_note(&time, 1.0);
    sl__time_note(&time, 100.0);
    is_close(sl__time_of(&time), 1, 1e-6, "a spike is no sample");
    sl__time_note(&time, 100.0);
    ok(sl__time_of(&time) < 1.5, "two in a row hardly count");
    sl__time_note(&time, 1.0);
    sl__time_note(&time, 1.0);
    is_close(sl__time_of(&time), 1, 1e-6, "and are forgotten");
    int samples = 0;
    for (; sl__time_of(&time) < 3.9 && samples < 100; samples++)
        sl__time_note(&time, 4.0);
    ok(samples < 12, "a loop that has become slower is known for it after %d samples", samples);
    for (samples = 0; sl__time_of(&time) > 1.1 && samples < 100; samples++)
        sl__time_note(&time, 1.0);
    ok(samples <= 2, "one that has become faster after %d", samples);
    ok(sl__times_of(&times, KEY, SL__BY_ITSELF, 100) == 0 && sl__times_is_new(&times, KEY, SL__BY_ITSELF),
       "of a loop that never ran nothing is known");
    sl__times_note(&times, KEY, SL__BY_ITSELF, 100, 7e-3, 1e-4);
    is_close(sl__times_of(&times, KEY, SL__BY_ITSELF, 100), 1e-4, 1e-3,
             "a first one counts as its threads have computed");
    is_close(sl__times_of(&times, KEY, SL__BY_ITSELF, 120), 1.2e-4, 1e-3,
             "and others of its class by their iterations");
    ok(sl__times_of(&times, KEY, SL__BY_DEVICE, 100) == 0, "on the other side nothing is known");
    int due = 0;
    for (int k = 0; k < 3; k++)
        sl__times_note(&times, KEY, SL__BY_ITSELF, 100, 1e-4, 1e-4);
    for (int k = 0; k < 16 + 1600; k++)
        due += sl__times_due(&times, sl__times_class(&times, KEY, 0), SL__ON_CPU);
    is_int(due, 16 + 100, "the first calls are timed, then one in 16,");
    ok(sl__times_due(&times, sl__times_class(&times, KEY + 1, 0), SL__ON_CPU), "and one that was never seen");
    int kept = 0;
    for (uint32_t key = 1; key <= 40; key++)
        sl__times_note(&times, key * 2654435761u, SL__BY_DEVICE, 1, key, key);
    for (uint32_t key = 1; key <= 40; key++)
        kept += sl__times_of(&times, key * 2654435761u, SL__BY_DEVICE, 1) == key;
    ok(kept >= 36, "of 40 classes of a kernel the times are kept (%d)", kept);
}

/* ---- cores ------------------------------------------------------------------------------------------------ */

enum { MANY = 20000, FEW = 1000, CORES = 16, BELOW_US = 10 };

/* Runs a loop as often as that, and notes what it has taken. @return how often it was forked */
static int run_loop(sl__times *times, int64_t points, double one, double all, int runs)
{
    int forked = 0;
    for (int k = 0; k < 2; k++)
        sl__times_note(times, 1, SL__BY_ITSELF, points, one, one);
    for (int k = 0; k < runs; k++) {
        const sl__cores_use use = sl__cores_use_of(times, points, points > 8192);
        const int fork = use.way == SL__ALL_CORES, due = sl__times_due(times, sl__times_class(times, 1, 0), SL__ON_CPU);
        forked += fork;
        if (!due && !use.timed)
            continue;
        if (fork)
            sl__cores_note(times, SL__ALL_CORES, points, all * uniform(1 - NOISE, 1 + NOISE), one);
        else
            sl__cores_note(times, SL__ONE_CORE, points, one * uniform(1 - NOISE, 1 + NOISE), one);
    }
    return forked;
}

static int forks(const sl__times *times, int64_t points, int large)
{
    return sl__cores_use_of(times, points, large).way == SL__ALL_CORES;
}

static void test_cores(void)
{
    static sl__times few, many, slow, vain, spoilt, lucky;
    ok(!forks(&few, FEW, 0), "a loop of few iterations begins on one core");
    ok(forks(&many, MANY, 1), "one of many on all");
    is_int(run_loop(&few, FEW, 4e-6, 20e-6, 100), 0, "4 us on one core stay there");
    ok(run_loop(&slow, FEW, 700e-6, 60e-6, 100) > 90, "700 us are worth all cores, however few iterations they are");
    ok(run_loop(&many, MANY, 2e-3, 150e-6, 100) == 100, "2 ms are never tried on one core");
    ok(run_loop(&vain, MANY, 12e-6, 40e-6, 200) < 20, "12 us that take several cores 40 run on one");
    ok(run_loop(&vain, MANY, 12e-6, 4e-6, 4000) > 2000, "until that has become a gain");
    sl__cores_note(&spoilt, SL__ALL_CORES, MANY, 7e-3, 200e-6);
    sl__cores_note(&spoilt, SL__ONE_CORE, MANY, 200e-6, 200e-6);
    ok(run_loop(&spoilt, MANY, 200e-6, 20e-6, 20) > 15, "one slow run keeps no later ones off the other cores");
    sl__cores_note(&lucky, SL__ALL_CORES, FEW, 50e-6, 4e-6);
    sl__cores_note(&lucky, SL__ONE_CORE, FEW, 800e-6, 800e-6);
    ok(!forks(&lucky, FEW, 0), "a loop whose threads compute for 4 us is tried on one core twice");
    run_loop(&lucky, FEW, 4e-6, 50e-6, 1);
    ok(run_loop(&lucky, FEW, 4e-6, 50e-6, 50) == 0, "and stays there");
    ok(sl__cores_large(&slow, FEW, 0) && !sl__cores_large(&few, FEW, 0),
       "in a chain a long loop counts as large, and a short one does not");
}

static void test_here(void)
{
    static sl__times times, unknown, woken, stale;
    const double below = 1e-6 * BELOW_US;
    ok(sl__cores_in_caller(&unknown, FEW, below) == 0, "a loop that never ran does not run in the calling thread");
    sl__cores_note(&times, SL__ONE_CORE, FEW, 3e-6, 3e-6);
    ok(sl__cores_in_caller(&times, FEW, below) > 0, "one of 3 us does");
    sl__cores_note(&woken, SL__ONE_CORE, FEW, 80e-6, 80e-6);
    ok(sl__cores_in_caller(&woken, FEW, below) > 0, "one of 80 us in a worker, which may have slept, is tried");
    for (int k = 0; k < 2; k++)
        sl__cores_note(&woken, SL__IN_CALLER, FEW, 90e-6, 90e-6);
    ok(sl__cores_in_caller(&woken, FEW, below) == 0, "twice");
    sl__cores_note(&times, SL__ONE_CORE, MANY, 120e-6, 120e-6);
    ok(sl__cores_in_caller(&times, MANY, below) == 0, "one of 120 us is not");
    for (int k = 0; k < 2; k++)
        sl__cores_note(&stale, SL__IN_CALLER, FEW, 500e-6, 500e-6);
    int runs = 0;
    for (; runs < 5000 && sl__cores_in_caller(&stale, FEW, below) == 0; runs++)
        sl__cores_note(&stale, SL__ONE_CORE, FEW, 3e-6, 3e-6);
    ok(runs > 10 && runs < 5000, "one that has become short comes back after %d runs in a worker", runs);
}

/* So many calls of a loop that is waited for: what it takes here, and on all cores. @return how many ran here */
static int run_waited(sl__times *times, double here, double all, int calls)
{
    const double below = 1e-6 * BELOW_US, hand_over = 15e-6, most = 60e-6;
    int count = 0;
    for (int k = 0; k < calls; k++) {
        if (sl__cores_in_caller(times, MANY, below) > 0 ||
            sl__cores_in_caller_waited(times, MANY, hand_over, most) > 0) {
            sl__cores_note(times, SL__IN_CALLER, MANY, here, here);
            count++;
        } else if (forks(times, MANY, 1)) {
            sl__cores_note(times, SL__ALL_CORES, MANY, all, here);
        } else {
            sl__cores_note(times, SL__ONE_CORE, MANY, here, here);
        }
    }
    return count;
}

static void test_waited(void)
{
    static sl__times near, wide, slow, longer, spike;
    ok(run_waited(&near, 30e-6, 22e-6, 200) > 180,
       "a loop that is waited for, of 30 us here and 22 on all cores, runs here");
    ok(run_waited(&wide, 45e-6, 8e-6, 200) < 10, "one of 45 us here and 8 on all cores does not, once that is known");
    ok(run_waited(&longer, 70e-6, 65e-6, 200) < 10, "nor does one for whose views others would have to wait for 70 us");
    for (int k = 0; k < 2; k++)
        sl__cores_note(&slow, SL__ALL_CORES, MANY, 500e-6, 45e-6);
    ok(run_waited(&slow, 45e-6, 8e-6, 500) > 0, "after two slow runs on all cores it runs here");
    ok(run_waited(&slow, 45e-6, 8e-6, 500) < 10, "and not for ever: they are tried again");
    run_waited(&spike, 20e-6, 15e-6, 50);
    for (int k = 0; k < 2; k++)
        sl__cores_note(&spike, SL__IN_CALLER, MANY, 50e-6, 50e-6);
    run_waited(&spike, 20e-6, 15e-6, 500);
    ok(run_waited(&spike, 20e-6, 15e-6, 200) > 180, "one that was slow here twice comes back");
}

/* ---- estimates --------------------------------------------------------------------------------------------- */

static void test_estimate(void)
{
    static sl__times times;
    const sl__speeds speeds = {
        .cores = 8, .memory = 8e10, .cache = 4e10, .level = 1 << 20, .device = 2e12, .bus = 2e10, .request = 20e-6};
    const sl__loop_size large = {.key = 1, .points = 1000000, .bytes = 64e6, .cores = 1};
    const sl__loop_size larger = {.key = 2, .points = 4000000, .bytes = 256e6, .cores = 1};
    const sl__loop_size nothing = {.key = 3, .cores = 1}, few = {.key = 4, .points = 16, .bytes = 128};
    ok(sl__estimate(&times, &speeds, &large, SL__ON_DEVICE) < sl__estimate(&times, &speeds, &large, SL__ON_CPU),
       "a device is taken to beat CPUs on much data");
    ok(sl__estimate(&times, &speeds, &nothing, SL__ON_CPU) > 0 &&
           sl__estimate(&times, &speeds, &nothing, SL__ON_DEVICE) > 0,
       "nothing takes some time, too: 0 means unknown");
    for (int k = 0; k < 3; k++)
        sl__times_note(&times, large.key, SL__BY_DEVICE, large.points, 1e-3, 1e-3);
    is_close(sl__estimate(&times, &speeds, &large, SL__ON_DEVICE), 1e-3, 1e-3, "what was measured counts");
    const double fair = sl__estimate_roofline(&speeds, &large, SL__ON_DEVICE);
    is_close(sl__estimate(&times, &speeds, &larger, SL__ON_DEVICE),
             1e-3 / fair * sl__estimate_roofline(&speeds, &larger, SL__ON_DEVICE), 1e-3,
             "other sizes miss the roofline there by as much");
    is_close(sl__estimate(&times, &speeds, &larger, SL__ON_CPU), sl__estimate_roofline(&speeds, &larger, SL__ON_CPU),
             1e-6, "which says nothing of the CPUs");
    static sl__times deep;
    sl__cores_note(&deep, SL__ONE_CORE, 16, 0.16, 0.16);
    ok(sl__estimate(&deep, &speeds, &few, SL__ON_DEVICE) > 0.079,
       "a thread of a device is not taken to be as fast as a core");
}

/* ---- a party ------------------------------------------------------------------------------------------------ */

/* Calls over one view that begins in main memory. @return the side of the last one; counts moves */
static int call(sl__membership *member, int *on_device, double cpu, double device, double move, int calls, int *moves)
{
    int side = SL__ON_CPU;
    for (int k = 0; k < calls; k++) {
        const sl__side_choice choice = {.run = {cpu, device}, .sure = {1, 1}, .calls = 1};
        const sl__side_view view = {
            .member = member, .move = move, .on = {!*on_device, *on_device}, .reads = 1, .writes = 1};
        side = sl__choose(&choice, &view, 1);
        *moves += side != *on_device;
        *on_device = side;
    }
    return side;
}

static void test_party(void)
{
    sl__membership member = {NULL};
    int on_device = 0, moves = 0;
    is_int(call(&member, &on_device, 2, 1, 10, 8, &moves), SL__ON_CPU, "loops stay until they have lost a move,");
    is_int(call(&member, &on_device, 2, 1, 10, 4, &moves), SL__ON_DEVICE, "and then the view is moved");
    is_int(call(&member, &on_device, 1, 2, 10, 15, &moves), SL__ON_DEVICE, "not back for a few others");
    is_int(moves, 1, "in one move");
    is_int(call(&member, &on_device, 1, 30, 10, 1, &moves), SL__ON_CPU, "but for one that saves more than its moves");
    sl__party_leave(&member);
    ok(member.party == NULL, "and in the end nothing is left of the party");
}

int main(void)
{
    const char *given = getenv("SL_TEST_SEED");
    const time_t now = time(NULL);
    struct tm day;
    gmtime_r(&now, &day);
    seed = given ? strtoull(given, NULL, 0)
                 : (uint64_t)((day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday);
    diag("SL_TEST_SEED=%" PRIu64, seed);
    test_times();
    test_cores();
    test_here();
    test_waited();
    test_estimate();
    test_party();
    test_programs();
    return done_testing();
}
