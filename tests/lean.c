/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a view is kept that loops use on two sides: by the scheduler, and by the choice at the call, both of which see
 * one loop at a time; against the least that can be had by who knows all loops beforehand. */
#include "loop/lean.h"
#include "loop/place.h"
#include "loop_testing.h"

/** Places a loop.
 *  @param[in] run  seconds on each side  @param[in] transfer  of its view, seconds  @param[in] at  where that is
 *  @return where it goes */
typedef int placer(const double run[SL__DEVICES], double transfer, float lean, int at);

/* StarPU's dmda compares the ends of the task, transfer included, adds the transfer once more, and believes that it
 * takes twice as long as it does. */
static int by_scheduler(const double run[SL__DEVICES], double transfer, float lean, int at)
{
    const double believed = 2 * transfer;
    double fit[SL__DEVICES];
    for (int d = 0; d < SL__DEVICES; d++)
        fit[d] = run[d] + (at == d ? sl__lean_forgive(lean, d, believed) : 2 * believed);
    return fit[SL__ON_CUDA] < fit[SL__ON_CPU] ? SL__ON_CUDA : SL__ON_CPU;
}

static int by_choice(const double run[SL__DEVICES], double transfer, float lean, int at)
{
    int sure;
    sl__place_costs costs = {.run = {run[SL__ON_CPU], run[SL__ON_CUDA]}, .trusted = {1, 1}};
    costs.move[!at] = transfer * sl__place_counts(lean, !at);
    return sl__place_choose(&costs, &sure);
}

/* Loops over one view, which begins in main memory. @return what all take, moves included */
static double run_loops(placer *place_loop, int n, const double cpu[], const double gpu[], double transfer, int eager,
                        int *last)
{
    double total = 0;
    float lean = 0;
    int at = SL__ON_CPU;
    for (int k = 0; k < n; k++) {
        const double run[SL__DEVICES] = {[SL__ON_CPU] = cpu[k], [SL__ON_CUDA] = gpu[k]};
        lean = sl__lean_step(lean, cpu[k] - gpu[k], transfer, eager);
        const int go = place_loop(run, transfer, lean, at);
        total += (go != at ? transfer : 0) + run[go];
        at = go;
    }
    *last = at;
    return total;
}

/* The least that the same loops can take, from all that is to come: both ends of every step are kept. */
static double best_loops(int n, const double cpu[], const double gpu[], double transfer)
{
    double on_cpu = 0, on_gpu = transfer;
    for (int k = 0; k < n; k++) {
        double c = fmin(on_cpu, on_gpu + transfer) + cpu[k], g = fmin(on_gpu, on_cpu + transfer) + gpu[k];
        on_cpu = c;
        on_gpu = g;
    }
    return fmin(on_cpu, on_gpu);
}

enum { LOOPS = 400 };

/* Large loops that take 20 times as long on one side, and small steps from loop @p first on, each second one. */
static void make_loops(double slow[], double fast[], int first)
{
    for (int k = 0; k < LOOPS; k++) {
        slow[k] = k >= first && (k - first) % 2 == 0 ? 0.02 : 1;
        fast[k] = k >= first && (k - first) % 2 == 0 ? 0.08 : 0.05;
    }
}

/* @param[in] most  times the least, where there are small steps */
static void test_steady(placer *place_loop, const char *who, double most)
{
    static double slow[LOOPS], fast[LOOPS];
    int last;
    make_loops(slow, fast, LOOPS);
    double total = run_loops(place_loop, LOOPS, slow, fast, 10, 1, &last), best = best_loops(LOOPS, slow, fast, 10);
    ok(last == SL__ON_CUDA && total < 1.25 * best, "%s: loops that are 20 times faster on a GPU go there, though a "
       "transfer takes 10 of them (%g, at best %g)", who, total, best);
    total = run_loops(place_loop, LOOPS, fast, slow, 10, 1, &last);
    ok(last == SL__ON_CPU && total < best_loops(LOOPS, fast, slow, 10) + 1e-9, "%s: those that are not stay", who);
    total = run_loops(place_loop, 2, slow, fast, 10, 1, &last);
    ok(last == SL__ON_CPU && total == 2, "%s: and so do two of the former alone", who);
    for (int first = 0; first < 2; first++) {
        make_loops(slow, fast, first);
        total = run_loops(place_loop, LOOPS, slow, fast, 10, 1, &last);
        best = best_loops(LOOPS, slow, fast, 10);
        ok(last == SL__ON_CUDA && total < most * best, "%s: small steps, from loop %d on, do not hold them (%g, at "
           "best %g)", who, first, total, best);
        total = run_loops(place_loop, LOOPS, fast, slow, 10, 1, &last);
        best = best_loops(LOOPS, fast, slow, 10);
        ok(last == SL__ON_CPU && total <= best + 1e-9, "%s: nor send away those that are faster here (%g)", who, total);
    }
}

static void test_changing(placer *place_loop, const char *who, uint64_t seed, int rounds)
{
    static double cpu[LOOPS], gpu[LOOPS];
    double worst[2] = {0, 0};
    int last;
    for (int round = 0; round < rounds; round++) {
        double transfer = 1 + random_below(&seed, 30);
        int length = 1 + random_below(&seed, 60), towards = 0;
        for (int k = 0; k < LOOPS; k++) {
            if (k % length == 0)
                towards = random_below(&seed, 3);
            cpu[k] = 0.01 * (1 + random_below(&seed, towards == 0 ? 1000 : 100));
            gpu[k] = 0.01 * (1 + random_below(&seed, towards == 1 ? 1000 : 100));
        }
        const double best = best_loops(LOOPS, cpu, gpu, transfer) + transfer;
        for (int eager = 0; eager < 2; eager++)
            worst[eager] = fmax(worst[eager], run_loops(place_loop, LOOPS, cpu, gpu, transfer, eager, &last) / best);
    }
    ok(worst[0] <= 3, "%s: loops that change their mind take at most three times the least (%.2f)", who, worst[0]);
    ok(worst[1] <= 3, "%s: and so do they where a GPU is preferred (%.2f)", who, worst[1]);
}

/* What the host does to a view. */
static void test_taken(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    ok(atomic_load(&x->lean) == 0, "a new view leans nowhere");
    (void)SL_HOST_WRITE(double, x);
    must(sl_host_end(x));
    ok(atomic_load(&x->lean) == 0, "nor does one that the host fills before the first loop");
    atomic_store(&x->lean, 1);
    (void)SL_HOST_READ(double, x);
    must(sl_host_end(x));
    ok(atomic_load(&x->lean) == 1, "reading it leaves it where it is");
    (void)SL_HOST_RDWR(double, x);
    must(sl_host_end(x));
    ok(atomic_load(&x->lean) == -1, "writing it brings it back");
    sl_view_destroy(&x);
}

int main(void)
{
    test_steady(by_scheduler, "scheduler", 1.5);
    test_steady(by_choice, "choice", 1.25);
    test_changing(by_scheduler, "scheduler", 7, 2000);
    test_changing(by_choice, "choice", 5, 3000);
    must(sl_init(NULL));
    test_taken();
    must(sl_finalize());
    return done_testing();
}
