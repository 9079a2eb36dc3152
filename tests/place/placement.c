/* SPDX-License-Identifier: BSD-3-Clause */
/* Where loops go whose policy does not say: where their times are shorter. These are entered here, and inverted: then
 * StarPU is told the opposite, and where there is a GPU, the loops go to the other side. */
#include "times_testing.h"

SL_KERNEL_DECLARE(placement_step, (i), scalar(double, a), inout(double, 1, x, own));
extern const sl_kernel placement_step__kernel;

/* ---- keys ------------------------------------------------------------------------------------------------ */

static uint32_t key_with(sl_policy policy, sl_space space)
{
    return sl__kernel_key(&placement_step__kernel, &policy, &space);
}

#define RANGE_KEY(n, ...) key_with((sl_policy){__VA_ARGS__}, SL_RANGE(0, n))
#define BOX_KEY(m, n, ...) key_with((sl_policy){__VA_ARGS__}, SL_BOX(0, m, 0, n))

static void test_keys(void)
{
    char label[] = "another label";
    ok(RANGE_KEY(10, 0) != RANGE_KEY(100000000, 0), "times differ for 10 and 1e8 iterations over one view");
    ok(RANGE_KEY(1000, 0) == RANGE_KEY(1001, 0), "but not for 1000 and 1001");
    ok(BOX_KEY(100, 200, 0) != BOX_KEY(200, 100, 0), "for a box and the box on its side");
    ok(BOX_KEY(100, 200, 0) != BOX_KEY(100, 200, .tile = {8, 8}), "for a tile");
    ok(BOX_KEY(100, 200, .tile = {8, 8}) != BOX_KEY(100, 200, .tile = {8, 16}), "another tile");
    ok(BOX_KEY(100, 200, 0) != BOX_KEY(100, 200, .order = {1, 0}), "an order");
    ok(BOX_KEY(100, 200, 0) != BOX_KEY(100, 200, .collapse = 1), "collapse");
    ok(RANGE_KEY(1000, .schedule = SL_DYNAMIC) != RANGE_KEY(1000, .schedule = SL_DYNAMIC, .chunk = 1), "a chunk");
    ok(RANGE_KEY(1000, 0) != RANGE_KEY(1000, .block = 256), "a block of a launch");
    ok(RANGE_KEY(1000, .block = 128) != RANGE_KEY(1000, .block = 256), "another block");
    ok(RANGE_KEY(1000, .grid = 256) != RANGE_KEY(1000, .block = 256), "a grid");
    ok(RANGE_KEY(1000, 0) != RANGE_KEY(1000, .occupancy = SL_OCC_MAX), "an occupancy");
    ok(RANGE_KEY(1000, .label = "a label", .priority = 3, .synchronous = 1) == RANGE_KEY(1000, .label = label),
       "not for what changes no speed");
    ok(RANGE_KEY(1000, .where = SL_CPU) == RANGE_KEY(1000, 0), "nor for the place: every side has its own times");
}

/* ---- what StarPU is told ---------------------------------------------------------------------------------- */

/* Microseconds, by the codelet of the kernel, as StarPU asks. */
static double told(sl_view *x, sl_index n, int side)
{
    static sl__task task;
    static struct starpu_task starpu_task;
    struct starpu_perfmodel_device one = {.type = side == SL__ON_DEVICE ? STARPU_CUDA_WORKER : STARPU_CPU_WORKER,
                                          .ncores = 1};
    struct starpu_perfmodel_arch arch = {.ndevices = 1, .devices = &one};
    sl__kernel_state *state;
    must(sl__kernel_state_of(&placement_step__kernel, "test", &state));
    memset(&task, 0, sizeof task);
    memset(&starpu_task, 0, sizeof starpu_task);
    task.kernel = &placement_step__kernel;
    task.policy = &sl__policy_default;
    task.state = state;
    task.where = SL__SIDE_CPU;
    task.space = SL_RANGE(0, n);
    task.footprint = key_of(&placement_step__kernel, n);
    task.views = 1;
    task.view[0] = (sl__task_view){x, SL_RDWR, 0};
    starpu_task.cl_arg = &task;
    return state->codelet.model->arch_cost_function(&starpu_task, &arch, 0);
}

static void test_told(void)
{
    static const double times[][2] = {{1e-5, 1e-3}, {1e-4, 2e-4}, {1e-2, 1.1e-2}, {1e-3, 1}, {5, 6}};
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
    for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
        const double less = times[k][0], more = times[k][1];
        set_times(&placement_step__kernel, 1000, less, more);
        double cpu = told(x, 1000, SL__ON_CPU), gpu = told(x, 1000, SL__ON_DEVICE);
        is_close(gpu - cpu, 1e6 * (more - less) + 7, 1e-3,
                 "%g us on a CPU, %g us on a GPU: that is the difference, and the longer launch", 1e6 * less,
                 1e6 * more);
        set_times(&placement_step__kernel, 1000, more, less);
        cpu = told(x, 1000, SL__ON_CPU), gpu = told(x, 1000, SL__ON_DEVICE);
        ok(gpu < cpu, "inverted: StarPU is told that a GPU is cheaper (%g, %g)", cpu, gpu);
    }
    forget(&placement_step__kernel);
    for (sl_index n = 0; n <= 1000; n += 500)
        for (int side = 0; side < SL__SIDES; side++) {
            const double cost = told(x, n, side);
            ok(cost > 0 && cost < 1e9, "nothing is known of %lld iterations: the cost is a number above 0 (%g)",
               (long long)n, cost);
        }
    sl_view_destroy(&x);
}

/* ---- loops ------------------------------------------------------------------------------------------------- */

/* Queues loops and waits for them. @return how many of the last half ran on a GPU, in percent */
static int share(sl_view *x, sl_index n, int calls, double cpu, double gpu)
{
    const sl_kernel *kernel = &placement_step__kernel;
    unsigned on[SL__SIDES] = {0};
    for (int k = 0; k < calls; k++) {
        set_times(kernel, n, cpu, gpu);
        must(sl_forall(placement_step, SL_RANGE(0, n), 1.0, x));
        must(sl_wait());
        for (int side = 0; side < SL__SIDES && 2 * k >= calls; side++)
            on[side] += calls_on(kernel, side);
    }
    return (int)(100 * on[SL__ON_DEVICE] / (on[SL__ON_CPU] + on[SL__ON_DEVICE]));
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
    is_int(share(x, N, CALLS, 1e-6, 1e-2), 0, "loops that were faster on CPUs run there");
    is_int(share(x, N, CALLS, 1e-2, 1e-6), 100, "inverted: they run on the GPU");
    is_int(share(x, N, CALLS, 1e-6, 1e-2), 0, "and back");
    ok(is_right(x, N, 3 * CALLS), "with right results");
    sl_view_destroy(&x);
}

/* The loops of a region that is left open go to one place together. */
static void test_region(void)
{
    enum { N = 1000, LOOPS = 5, RUNS = 80 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall(placement_step, SL_RANGE(0, N), 1.0, x));
    must(sl_region_end(region));
    for (int k = 0; k < 3; k++) {
        const int gpu = k == 1;
        sl_region_counts before, after;
        for (int r = 0; r < RUNS; r++) {
            set_times(&placement_step__kernel, N, gpu ? 1e-2 : 1e-6, gpu ? 1e-6 : 1e-2);
            if (r == RUNS / 2)
                must(sl_region_count(region, &before));
            must(sl_region_run(region));
            must(sl_wait());
        }
        must(sl_region_count(region, &after));
        is_int(after.replays - before.replays, gpu ? RUNS / 2 : 0, "%s",
               k == 0 ? "the loops of a region run where they are faster"
               : gpu  ? "inverted: on the GPU"
                      : "and back");
    }
    ok(is_right(x, N, 3 * LOOPS * RUNS), "with right results");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1); /* what runs in the calling thread is not placed */
    unsetenv("STARLOOP_WHERE");
    unsetenv("STARPU_SCHED");
    must(sl_init(NULL));
    test_keys();
    test_told();
    if (have_gpu("loops go where they are faster")) {
        test_inverted();
        test_region();
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
