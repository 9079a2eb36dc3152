/* SPDX-License-Identifier: BSD-3-Clause */
/* Where loops go whose policy does not say: where their measured times are shorter. The measured times are entered
 * here, and inverted: then StarPU is told the opposite, and where there is a GPU, the loops go to the other side. */
#include <unistd.h>

#include "place/history.h"
#include "place/lean.h"
#include "place/place.h"
#include "model_testing.h"

SL_KERNEL_DECLARE(placement_step, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(placement_add, (i), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(placement_sum, (i), in(double, 1, x, own), inout(double, 0, s));
SL_KERNEL_DECLARE(placement_chain, (i), inout(double, 1, x, own));
extern const sl_kernel placement_step__kernel, placement_add__kernel, placement_sum__kernel, placement_chain__kernel;

static const char *const side[] = {"CPU", "GPU"};

/* The histories say that a call with n iterations has taken that long, several times. */
static void set_times(const sl_kernel *kernel, sl_index n, double cpu, double gpu)
{
    sl__model *model = model_of(kernel);
    sl__model_forget(model);
    for (int k = 0; k < 3; k++) {
        if (cpu > 0)
            sl__model_note(model, SL__ON_CPU, print_of(kernel, n), 0, 1, cpu);
        if (gpu > 0)
            sl__model_note(model, SL__ON_DEVICE, print_of(kernel, n), 0, 1, gpu);
    }
}

/* ---- what StarPU is told ------------------------------------------------------------------------------- */

/* Microseconds, by the codelet of the kernel, as StarPU asks. */
static double told(const sl_kernel *kernel, sl_view *x, sl_index n, int device)
{
    static sl__task task;
    static struct starpu_task starpu_task;
    sl__kernel_state *state;
    must(sl__kernel_state_of(kernel, "test", &state));
    memset(&task, 0, sizeof task);
    memset(&starpu_task, 0, sizeof starpu_task);
    task.kernel = kernel;
    task.state = state;
    task.where = SL__SIDE_CPU; /* no transfers are asked for */
    task.space = SL_RANGE(0, n);
    task.footprint = print_of(kernel, n);
    task.views = 1;
    task.view[0] = (sl__task_view){x, SL_READ, 0};
    task.weighed = 1;
    starpu_task.cl = &state->codelet;
    starpu_task.cl_arg = &task;
    return told_cost(state->codelet.model, &starpu_task, device);
}

static void test_told(sl_view *x)
{
    static const double times[][2] = {{1e-5, 1e-3}, {1e-4, 2e-4}, {1e-2, 1.1e-2}, {1e-3, 1}, {5, 6}};
    const sl_kernel *kernel = &placement_step__kernel;
    for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
        double less = times[k][0], more = times[k][1];
        set_times(kernel, 1000, less, more);
        double cpu = told(kernel, x, 1000, SL__ON_CPU), gpu = told(kernel, x, 1000, SL__ON_DEVICE);
        ok(cpu < gpu, "%g us on a CPU, %g us on a GPU: StarPU is told that a CPU is cheaper (%g, %g)", 1e6 * less,
           1e6 * more, cpu, gpu);
        is_close(gpu - cpu, 1e6 * (more - less) + 7, 1e-3, "by what was measured, and the longer launch");
        set_times(kernel, 1000, more, less);
        cpu = told(kernel, x, 1000, SL__ON_CPU);
        gpu = told(kernel, x, 1000, SL__ON_DEVICE);
        ok(gpu < cpu, "inverted: that a GPU is (%g, %g)", cpu, gpu);
    }
    sl__model_forget(model_of(kernel));
}

/* ---- the choice at the call ---------------------------------------------------------------------------- */

static void test_choice(void)
{
    static const struct {
        sl__costs costs;
        int device, sure;
        const char *sentence;
    } cases[] = {
        {{{1e-5, 2e-5}, {0, 0}, {1, 1}, 0}, SL__ON_CPU, 1, "a short loop goes where it is faster"},
        {{{2e-5, 1e-5}, {0, 0}, {1, 1}, 0}, SL__ON_DEVICE, 1, "on either side"},
        {{{1e-5, 2e-5}, {1e-4, 0}, {1, 1}, 0}, SL__ON_DEVICE, 1, "but not for the price of a longer move"},
        {{{2e-5, 1e-5}, {0, 1e-4}, {1, 1}, 0}, SL__ON_CPU, 1, "in either direction"},
        {{{1e-5, 2e-5}, {0, 0}, {1, 0}, 0}, SL__ON_CPU, 1, "it is enough that the better time was measured"},
        {{{1e-5, 2e-5}, {0, 0}, {0, 1}, 0}, SL__ON_CPU, 0, "if that is a guess the scheduler has a look, later"},
        {{{1e-5, 2e-5}, {0, 0}, {0, 0}, 0}, SL__ON_CPU, 0, "as it has where nothing was measured"},
        {{{1e-2, 2e-2}, {0, 0}, {1, 1}, 0}, SL__ON_CPU, 0, "long loops that take about as long on either are its own"},
        {{{1e-2, 1e-3}, {0, 0}, {1, 1}, 0}, SL__ON_DEVICE, 1, "long ones that do not are not"},
        {{{1e-3, 1e-2}, {0, 0}, {1, 1}, 0}, SL__ON_CPU, 1, "on either side"},
        {{{2e-5, 1.5e-5}, {0, 0}, {1, 0}, 7e-6}, SL__ON_CPU, 1, "a guess may count more for a GPU"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        int sure = -1, device = sl__costs_choose(&cases[k].costs, &sure);
        ok(device == cases[k].device && sure == cases[k].sure, "%s (%s%s)", cases[k].sentence, side[device],
           sure ? "" : ", not sure");
    }
    ok(sl__costs_counts(0, SL__ON_CPU) == 1 && sl__costs_counts(0, SL__ON_DEVICE) == 1,
       "the move of a view that leans nowhere counts");
    ok(sl__costs_counts(1, SL__ON_CPU) == 1 && sl__costs_counts(-1, SL__ON_DEVICE) == 1,
       "as does that of one that leans to where it is");
    ok(sl__costs_counts(1, SL__ON_DEVICE) == 0 && sl__costs_counts(-1, SL__ON_CPU) == 0 &&
           sl__costs_counts(0.75f, SL__ON_DEVICE) == 0.25,
       "and the more it leans to the other side the less");
}

/* What a program waits for counts, but not in its own thread. */
static void test_wait(void)
{
    const sl__costs run = {.run = {36e-6, 33e-6}, .trusted = {1, 1}};
    sl__costs costs = run;
    int sure;
    sl__costs_wait(&costs, 35e-6, 0, 0);
    is_int(sl__costs_choose(&costs, &sure), SL__ON_DEVICE, "a run that a GPU ends sooner goes there");
    costs = run;
    sl__costs_wait(&costs, 35e-6, 1, 0);
    is_int(sl__costs_choose(&costs, &sure), SL__ON_CPU, "but not if the program waits for it, and needs not here");
    is_close(costs.run[SL__ON_CPU], 35e-6, 1e-9, "where it takes no more than its loops");
    costs = run;
    sl__costs_wait(&costs, 35e-6, 1, 1);
    is_int(sl__costs_choose(&costs, &sure), SL__ON_DEVICE, "if it never can run here a worker is waited for");
    costs = run;
    sl__costs_wait(&costs, 35e-6, 1, 0.5);
    is_close(costs.run[SL__ON_CPU], 40.5e-6, 1e-9, "and if it can at times, as often");
    costs = run;
    sl__costs_wait(&costs, INFINITY, 1, 0);
    is_int(sl__costs_choose(&costs, &sure), SL__ON_DEVICE, "a worker is waited for, too");
    costs = run;
    sl__costs_wait(&costs, 35e-6, 0.1, 0);
    is_int(sl__costs_choose(&costs, &sure), SL__ON_DEVICE, "and one wait in ten runs is not much");
}

/* ---- loops --------------------------------------------------------------------------------------------- */

/* Queues loops and waits for them. @return how many ran on a GPU, in percent */
static int share(sl_view *x, sl_index n, int calls)
{
    const sl_kernel *kernel = &placement_step__kernel;
    unsigned before[2] = {calls_on(kernel, SL__ON_CPU), calls_on(kernel, SL__ON_DEVICE)};
    for (int k = 0; k < calls; k++)
        must(sl_forall(placement_step, SL_RANGE(0, n), 1.0, x));
    must(sl_wait());
    unsigned cpu = calls_on(kernel, SL__ON_CPU) - before[SL__ON_CPU];
    unsigned gpu = calls_on(kernel, SL__ON_DEVICE) - before[SL__ON_DEVICE];
    is_int(cpu + gpu, calls, "each of %d loops ran once", calls);
    return (int)(100 * gpu / (cpu + gpu));
}

/* After so many steps of x = x + 1 from 0. */
static int is_right(sl_view *x, sl_index n, int steps)
{
    int wrong = 0;
    const double *p = SL_HOST_READ(double, x);
    for (sl_index i = 0; p && i < n; i++)
        wrong += p[i] != steps;
    must(sl_host_end(x));
    return p && wrong == 0;
}

static void test_inverted(void)
{
    enum { N = 1000, CALLS = 40 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    set_times(&placement_step__kernel, N, 1e-6, 1e-2);
    int first = share(x, N, CALLS);
    is_int(first, 0, "loops that were faster on CPUs run there");
    set_times(&placement_step__kernel, N, 1e-2, 1e-6);
    int second = share(x, N, CALLS);
    is_int(second, 100, "inverted: they run on the GPU");
    set_times(&placement_step__kernel, N, 1e-6, 1e-2);
    int third = share(x, N, CALLS);
    is_int(third, 0, "and back");
    ok(is_right(x, N, 3 * CALLS), "with right results");
    sl_view_destroy(&x);
}

/* Runs a region and waits. @return how many of the runs a GPU has made, in percent */
static int share_of_runs(sl_region *region, int runs)
{
    sl_region_counts before, after;
    must(sl_region_count(region, &before));
    for (int k = 0; k < runs; k++)
        must(sl_region_run(region));
    must(sl_wait());
    must(sl_region_count(region, &after));
    return (int)(100 * (after.replays - before.replays) / runs);
}

/* A small loop reads what a region keeps on one side, and writes a view that only it uses and that begins on the other.
 * @return how many of its last runs were on the GPU */
static int share_beside(double cpu, double gpu, sl_where others, sl_index length)
{
    enum { N = 1000, BEFORE = 30, RUNS = 20 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(length));
    sl_region *region = NULL;
    int there = 0;
    if (others == SL_CPU)
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), placement_add, SL_RANGE(0, N), x, y));
    must(sl_region_begin(&region));
    must(sl_forall_with(SL_POLICY(.where = others), placement_step, SL_RANGE(0, N), 1.0, x));
    must(sl_region_end(region));
    for (int k = 0; k < BEFORE + RUNS; k++) {
        set_times(&placement_add__kernel, N, cpu, gpu);
        must(sl_region_run(region));
        must(sl_forall(placement_add, SL_RANGE(0, N), x, y));
        must(sl_wait());
        there += k >= BEFORE && sl__lean_on_gpu(y); /* it writes y */
    }
    const double *p = SL_HOST_READ(double, y);
    ok(p && p[0] == (BEFORE + RUNS) * (BEFORE + RUNS + 1) / 2 && p[N - 1] == p[0], "the sums are right");
    must(sl_host_end(y));
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return there;
}

static void test_pulled(void)
{
    is_int(share_beside(4e-6, 8e-6, SL_CUDA, 1000), 20,
           "a small loop goes to the GPU that has what it reads, though it were faster on CPUs");
    is_int(share_beside(4e-6, 8e-3, SL_CUDA, 1000), 0, "but not if it takes long there");
    is_int(share_beside(4e-6, 8e-6, SL_CPU, 400000), 0,
           "a small loop leaves the GPU for where what it reads is, though a view that is its own is long to move");
}

/* A region of some loops over x that are left open. */
static sl_region *steps_of(sl_view *x, sl_index n, int loops)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    for (int k = 0; k < loops; k++)
        must(sl_forall(placement_step, SL_RANGE(0, n), 1.0, x));
    must(sl_region_end(region));
    return region;
}

/* The loops of a region that is left open go to one place together. It is looked at once in 16 runs, or once in up to
 * 64 where they are short: all that CPUs or the GPU take is 10 us. */
static void test_region(void)
{
    enum { N = 1000, LOOPS_OF_RUN = 5, RUNS = 40, ANEW = 64 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_region *region = steps_of(x, N, LOOPS_OF_RUN);
    for (int k = 0; k < 3; k++) {
        int gpu = k == 1;
        set_times(&placement_step__kernel, N, gpu ? 1e-2 : 1e-6, gpu ? 1e-6 : 1e-2);
        (void)share_of_runs(region, ANEW);
        is_int(share_of_runs(region, RUNS), gpu ? 100 : 0, "%s",
               k == 0 ? "the loops of a region run where they are faster"
               : gpu  ? "inverted: on the GPU"
                      : "and back");
    }
    ok(is_right(x, N, 3 * LOOPS_OF_RUN * (RUNS + ANEW)), "with right results");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* A region goes to the GPU by an estimate that is too good. Its runs there are measured, though they are graphs. */
static void test_estimated(void)
{
    enum { LOOPS_OF_RUN = 5, MOST = 64, RUNS = 40 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(1));
    const sl_kernel *kernel = &placement_chain__kernel;
    sl_region *region = NULL;
    int on_gpu = 0;
    set_times(kernel, 1, 3e-5, 0); /* a run of less than 0.2 ms: longer ones are StarPU's to place */
    double *w = SL_HOST_WRITE(double, x);
    w[0] = 1;
    must(sl_host_end(x));
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS_OF_RUN; k++)
        must(sl_forall(placement_chain, SL_RANGE(0, 1), x));
    must(sl_region_end(region));
    for (int k = 0; k < MOST; k++)
        on_gpu += share_of_runs(region, 1) == 100;
    sl__sample known = sl__model_look(model_of(kernel), SL__ON_DEVICE, print_of(kernel, 1));
    diag("%d of %d runs on the GPU, where a loop takes %g us", on_gpu, MOST, 1e6 * known.seconds);
    ok(on_gpu > 0, "a region that a GPU might be faster with is tried there");
    ok(known.samples >= SL__SAMPLES_TRUSTED && known.seconds > 2e-5, "and measured");
    is_int(share_of_runs(region, RUNS), 0, "so that it does not stay there if a GPU is slower");
    const double *p = SL_HOST_READ(double, x);
    is_close(p ? p[0] : NAN, 1.618033988749895, 1e-14, "with a right result");
    must(sl_host_end(x));
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* What speaks against the GPU is of an earlier run: it is checked once in a while. */
static void test_check(void)
{
    enum { N = 1000, CALLS = 40000 };
    sl__model *model = model_of(&placement_step__kernel);
    uint32_t print = print_of(&placement_step__kernel, N);
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl__model_forget(model);
    sl__model_recall(model, SL__ON_CPU, print, 1e-6, 3);
    sl__model_recall(model, SL__ON_DEVICE, print, 2e-5, 3);
    int checked = share(x, N, CALLS);
    unsigned tried = calls_on(&placement_step__kernel, SL__ON_DEVICE);
    ok(tried > 0 && !sl__model_look(model, SL__ON_DEVICE, print).old, "a time of an earlier run is checked (%u calls)",
       tried);
    ok(checked < 5, "for little in all (%d %%)", checked);
    ok(is_right(x, N, CALLS), "with right results");
    sl_view_destroy(&x);
}

/* The same for a region. */
static void test_check_region(void)
{
    enum { N = 1000, LOOPS_OF_RUN = 5, RUNS = 20000 };
    sl__model *model = model_of(&placement_step__kernel);
    uint32_t print = print_of(&placement_step__kernel, N);
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_region *region = steps_of(x, N, LOOPS_OF_RUN);
    sl__model_forget(model);
    sl__model_recall(model, SL__ON_CPU, print, 1e-5, 3);
    sl__model_recall(model, SL__ON_DEVICE, print, 1e-4, 3);
    is_int(share_of_runs(region, 1), 0, "a region goes where an earlier run says that it is faster");
    int checked = share_of_runs(region, RUNS);
    sl_region_destroy(&region); /* whatever was timed is noted */
    sl__sample known = sl__model_look(model, SL__ON_DEVICE, print);
    ok(!known.old && known.seconds < 1e-4, "until that is checked (%g us, %d %% of the runs)", 1e6 * known.seconds,
       checked);
    ok(is_right(x, N, LOOPS_OF_RUN * (1 + RUNS)), "with right results");
    sl_view_destroy(&x);
}

/* A scalar that loops on the GPU have written: its steps stay there, though they are shorter on a CPU. */
static void test_scalar(void)
{
    enum { N = 100000, STEPS = 30 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    set_times(&placement_step__kernel, N, 1e-3, 1e-5);
    set_times(&placement_sum__kernel, 1, 1e-7, 2e-6);
    double want = 0, v = 0;
    for (int k = 0; k < STEPS; k++) {
        must(sl_forall(placement_step, SL_RANGE(0, N), 0.5, x));
        must(sl_forall(placement_sum, SL_RANGE(0, 1), x, s));
        v = 0.5 * v + 1;
        want += v;
    }
    const double *p = SL_HOST_READ(double, s);
    is_close(p ? *p : NAN, want, 1e-14, "large loops and steps on scalars by turns are right");
    if (p)
        must(sl_host_end(s));
    is_int(calls_on(&placement_sum__kernel, SL__ON_CPU), 0,
           "steps that read what a GPU has stay there, though they are shorter on a CPU");
    sl_view_destroy(&x);
    sl_view_destroy(&s);
}

/* ---- two runs ------------------------------------------------------------------------------------------ */

enum { LARGE = 4000000, ROUND = 100 };

/* Rounds of loops over large data. Prints how many of the first and last round ran on the GPU. */
static int child(const char *history)
{
    setenv("STARLOOP_HISTORY", history, 1);
    must(sl_init(NULL));
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(LARGE));
    int first = share(x, LARGE, ROUND), last = 0;
    for (int k = 0; k < 4; k++)
        last = share(x, LARGE, ROUND);
    sl__model *model = model_of(&placement_step__kernel);
    uint32_t print = print_of(&placement_step__kernel, LARGE);
    printf("FIRST %d LAST %d CPU %g GPU %g\n", first, last, sl__model_known(model, SL__ON_CPU, print),
           sl__model_known(model, SL__ON_DEVICE, print));
    sl_view_destroy(&x);
    must(sl_finalize());
    return 0;
}

static void test_two_runs(const char *program)
{
    const char *build = getenv("abs_top_builddir");
    char folder[512], command[2048], line[1024];
    int first[2] = {-1, -1}, last[2] = {-1, -1};
    double cpu = 0, gpu = 0;
    snprintf(folder, sizeof folder, "%s%s/placement-XXXXXX", build ? build : "/tmp", build ? "/tests/work" : "");
    ok(mkdtemp(folder) != NULL, "there is a folder for the times");
    for (int k = 0; k < 2; k++) {
        snprintf(command, sizeof command, "env -u STARPU_SCHED -u STARLOOP_WHERE '%s' '%s'", program, folder);
        FILE *f = popen(command, "r");
        while (f && fgets(line, sizeof line, f))
            sscanf(line, "FIRST %d LAST %d CPU %lg GPU %lg", &first[k], &last[k], &cpu, &gpu);
        ok(f && pclose(f) == 0 && last[k] >= 0, "run %d of a program of large loops ends", k + 1);
    }
    diag("%g us on the CPU, %g us on the GPU; on the GPU: first run %d %%, in the end %d %%; second run %d %%, %d %%",
         1e6 * cpu, 1e6 * gpu, first[0], last[0], first[1], last[1]);
    if (gpu > 0 && (cpu == 0 || cpu > 4 * gpu)) {
        ok(last[0] >= 95, "the first run ends up on the GPU, which is faster");
        ok(first[1] == 100, "the second one begins there");
    } else {
        skip("the GPU is not far faster", "the first run ends up on the GPU, which is faster");
        skip("the GPU is not far faster", "the second one begins there");
    }
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ok(system(command) == 0, "the times can be removed");
}

int main(int argc, char *argv[])
{
    setenv("STARLOOP_INLINE", "0", 1); /* what runs in the calling thread is not placed */
    if (argc == 2)
        return child(argv[1]);
    unsetenv("STARPU_SCHED");
    unsetenv("STARLOOP_WHERE");
    must(sl_init(NULL));
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
    test_told(x);
    sl_view_destroy(&x);
    test_choice();
    test_wait();
    int gpus = sl_gpus();
    if (gpus > 0) {
        test_inverted();
        test_pulled();
        test_region();
        test_estimated();
        test_check();
        test_check_region();
        test_scalar();
    }
    must(sl_finalize());
    if (gpus > 0) {
        test_two_runs(argv[0]);
    } else {
        skip(sl__device_absence(), "loops run where their times are shorter, inverted on the other side");
        skip(sl__device_absence(), "a small loop goes to the GPU that has what it reads");
        skip(sl__device_absence(), "the loops of a region run where they are faster, inverted on the other side");
        skip(sl__device_absence(), "runs of regions on a GPU are measured");
        skip(sl__device_absence(), "times of an earlier run are checked, of regions, too");
        skip(sl__device_absence(), "steps on scalars stay with their loops");
        skip(sl__device_absence(), "the second run of a program begins where the first one ended");
    }
    return done_testing();
}
