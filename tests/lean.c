/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a view is kept that loops use on two sides: by the scheduler, and by the choice at the call, both of which see
 * one loop at a time; against the least that can be had by who knows all loops beforehand. */
#include "place/lean.h"
#include "place/place.h"
#include "loop_testing.h"

/** Places a loop.
 *  @param[in] run  seconds on each side  @param[in] transfer  of its view, seconds  @param[in] at  where that is
 *  @return where it goes */
typedef int placer(const double run[SL__SIDES], double transfer, float lean, int at);

/* StarPU's dmda compares the ends of the task, transfer included, adds the transfer once more, and believes that it
 * takes twice as long as it does. */
static int by_scheduler(const double run[SL__SIDES], double transfer, float lean, int at)
{
    const double believed = 2 * transfer;
    double fit[SL__SIDES];
    for (int d = 0; d < SL__SIDES; d++)
        fit[d] = run[d] + (at == d ? sl__lean_forgive(lean, d, believed) : 2 * believed);
    return fit[SL__ON_DEVICE] < fit[SL__ON_CPU] ? SL__ON_DEVICE : SL__ON_CPU;
}

static int by_choice(const double run[SL__SIDES], double transfer, float lean, int at)
{
    int sure;
    sl__costs costs = {.run = {run[SL__ON_CPU], run[SL__ON_DEVICE]}, .trusted = {1, 1}};
    costs.move[!at] = transfer * sl__costs_counts(lean, !at);
    return sl__costs_choose(&costs, &sure);
}

/* Loops over one view, which begins in main memory. @return what all take, moves included */
static double run_loops(placer *place_loop, int n, const double cpu[], const double gpu[], double transfer, int eager,
                        int *last)
{
    double total = 0;
    float lean = 0;
    int at = SL__ON_CPU;
    for (int k = 0; k < n; k++) {
        const double run[SL__SIDES] = {[SL__ON_CPU] = cpu[k], [SL__ON_DEVICE] = gpu[k]};
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
    ok(last == SL__ON_DEVICE && total < 1.25 * best,
       "%s: loops that are 20 times faster on a GPU go there, though a "
       "transfer takes 10 of them (%g, at best %g)",
       who, total, best);
    total = run_loops(place_loop, LOOPS, fast, slow, 10, 1, &last);
    ok(last == SL__ON_CPU && total < best_loops(LOOPS, fast, slow, 10) + 1e-9, "%s: those that are not stay", who);
    total = run_loops(place_loop, 2, slow, fast, 10, 1, &last);
    ok(last == SL__ON_CPU && total == 2, "%s: and so do two of the former alone", who);
    for (int first = 0; first < 2; first++) {
        make_loops(slow, fast, first);
        total = run_loops(place_loop, LOOPS, slow, fast, 10, 1, &last);
        best = best_loops(LOOPS, slow, fast, 10);
        ok(last == SL__ON_DEVICE && total < most * best,
           "%s: small steps, from loop %d on, do not hold them (%g, at "
           "best %g)",
           who, first, total, best);
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

/* ---- views that a kernel makes ------------------------------------------------------------------------- */

/* A view is made by a kernel's loop, leans to a side, and ends.
 * @return whether it was wanted on a GPU from the start */
static int make_and_end(sl__model *model, float lean, int needed)
{
    static sl_view view;
    const sl__task_view use = {&view, SL_WRITE, 0};
    memset(&view, 0, sizeof view);
    view.count = 1000;
    const int wanted = sl__lean_is_wanted(&use, model), made = sl__lean_made(&use, 1, model);
    ok(wanted == made && view.lean == (float)wanted && view.alone == (float)wanted &&
           view.origin == sl__lean_fate(model, &view),
       "a view that is %s a GPU leans there from the start: %g", wanted ? "wanted on" : "not known to be wanted on",
       (double)view.lean);
    view.lean = lean;
    view.needed = needed;
    sl__view_note_end(&view);
    return made;
}

static void test_made(void)
{
    static sl__model maker, other;
    static sl_view view;
    const sl__task_view made = {&view, SL_WRITE, 0}, changed = {&view, SL_RDWR, 0};
    for (int k = 0; k < 3; k++)
        ok(!make_and_end(&maker, 1, 1), "view %d of a kernel", k + 1);
    ok(make_and_end(&maker, 1, 1), "after three that have ended on a GPU the next one is wanted there");
    ok(make_and_end(&maker, -1, 1) && !make_and_end(&maker, 1, 1), "one that ends in main memory makes that doubtful");
    ok(!make_and_end(&maker, 1, 1) && make_and_end(&maker, 1, 1), "and two on the GPU end the doubt");
    int unneeded = 0;
    while (unneeded < 10 && make_and_end(&maker, 1, 0))
        unneeded++;
    ok(unneeded > 0 && unneeded < 4, "those that no loop has needed were not wanted there: %d of them end it",
       unneeded);
    for (int k = 0; k < 4; k++)
        (void)make_and_end(&maker, 1, 1);
    view.count = 1000;
    ok(!sl__lean_made(&made, 1, &other), "what one kernel makes says nothing of another one's");
    ok(!sl__lean_is_wanted(&made, &maker) && view.origin == sl__lean_fate(&other, &view), "and a view is made once");
    memset(&view, 0, sizeof view);
    ok(!sl__lean_is_wanted(&changed, &maker) && !sl__lean_made(&changed, 1, &maker) && view.origin == NULL,
       "a loop that reads what it writes makes nothing");
    const sl__task_view rest = {&view, SL_WRITE, 1};
    ok(!sl__lean_is_wanted(&rest, &maker), "nor does one that leaves some of it as it was");
    view.lean = -0.5F;
    ok(!sl__lean_is_wanted(&made, &maker) && !sl__lean_made(&made, 1, &maker) && view.lean == -0.5F,
       "and where loops have used the view it stays as they want it");
    view.lean = 0;
    ok(!sl__lean_is_wanted(&made, &maker), "that large ones are wanted on a GPU says nothing of small ones");
    view.count = 1000;
    ok(sl__lean_is_wanted(&made, &maker), "but of large ones");
    int views = 0;
    while (views < 10 && make_and_end(&maker, -1, 1))
        views++;
    ok(views > 0 && views < 4, "when %d have ended in main memory the next one is not wanted on a GPU any more", views);
}

/* Records of views are used again after a while, with nothing of the views before. */
static void test_recycled(void)
{
    enum { VIEWS = 2500 };
    static sl__model maker;
    int stale = 0;
    for (int k = 0; k < VIEWS; k++) {
        sl_view *view = view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(16));
        stale += view->origin != NULL || view->needed != 0 || view->lean != 0;
        view->origin = sl__lean_fate(&maker, view);
        view->needed = 1;
        view->lean = 1;
        sl_view_destroy(&view);
    }
    is_int(stale, 0, "%d views one after another: none has anything of another one's", VIEWS);
    const sl_view like = {.count = 16};
    ok(*sl__lean_fate(&maker, &like) > 0.99F, "and each has told where it was wanted in the end: %g",
       (double)*sl__lean_fate(&maker, &like));
}

int main(void)
{
    test_steady(by_scheduler, "scheduler", 1.5);
    test_steady(by_choice, "choice", 1.25);
    test_changing(by_scheduler, "scheduler", 7, 2000);
    test_changing(by_choice, "choice", 5, 3000);
    must(sl_init(NULL));
    test_taken();
    test_made();
    test_recycled();
    must(sl_finalize());
    return done_testing();
}
