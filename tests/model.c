/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost model's footprint tells apart what takes another time: kernels, spaces and policies, not only the views.
 * Each kind of device has its own history, and the estimates that the scheduler gets follow it. */
#include "model_testing.h"

SL_KERNEL_DECLARE(model_scale, (i), scalar(double, a), inout(double, 1, x));
SL_KERNEL_DECLARE(model_shift, (i), scalar(double, a), inout(double, 1, x));
SL_KERNEL_DECLARE(model_plane, (i, j), inout(double, 2, x));
extern const sl_kernel model_scale__kernel, model_shift__kernel, model_plane__kernel;

static uint32_t print_with(const sl_kernel *kernel, sl_policy p, sl_space s)
{
    return sl__model_footprint(kernel, &p, &s);
}

#define RANGE_PRINT(n, ...) print_with(&model_scale__kernel, SL_POLICY(__VA_ARGS__), SL_RANGE(0, n))
#define BOX_PRINT(a, b, ...) print_with(&model_plane__kernel, SL_POLICY(__VA_ARGS__), SL_BOX(0, a, 0, b))

static void test_different(void)
{
    ok(RANGE_PRINT(10, 0) != RANGE_PRINT(100000000, 0), "10 and 1e8 iterations over one view");
    ok(print_with(&model_scale__kernel, SL_POLICY(0), SL_RANGE(0, 1000)) !=
           print_with(&model_shift__kernel, SL_POLICY(0), SL_RANGE(0, 1000)),
       "two kernels");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(200, 100, 0), "a box and the box on its side");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(100, 200, .tile = {8, 8}), "a tile");
    ok(BOX_PRINT(100, 200, .tile = {8, 8}) != BOX_PRINT(100, 200, .tile = {8, 16}), "another tile");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(100, 200, .order = {1, 0}), "an order");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(100, 200, .collapse = 1), "collapse");
    ok(RANGE_PRINT(1000, .schedule = SL_DYNAMIC) != RANGE_PRINT(1000, .schedule = SL_DYNAMIC, .chunk = 1), "a chunk");
    ok(RANGE_PRINT(1000, 0) != RANGE_PRINT(1000, .block = 256), "a block of a CUDA launch");
    ok(RANGE_PRINT(1000, .block = 128) != RANGE_PRINT(1000, .block = 256), "another block");
    ok(RANGE_PRINT(1000, .grid = 256) != RANGE_PRINT(1000, .block = 256), "a grid");
    ok(RANGE_PRINT(1000, 0) != RANGE_PRINT(1000, .occupancy = SL_OCC_MAX), "an occupancy");
    ok(RANGE_PRINT(1000, .occupancy = SL_OCC_FRACTION(1, 2, 0)) !=
           RANGE_PRINT(1000, .occupancy = SL_OCC_FRACTION(1, 2, 1)),
       "another occupancy");
}

static void test_equal(void)
{
    ok(RANGE_PRINT(1000, 0) == RANGE_PRINT(1000, 0), "the same call twice has one footprint");
    ok(BOX_PRINT(30, 40, .tile = {4, 4}) == BOX_PRINT(30, 40, .tile = {4, 4}), "and the same tiled call");
    ok(print_with(&model_scale__kernel, SL_POLICY(0), SL_RANGE(0, 1000)) ==
           print_with(&model_scale__kernel, SL_POLICY(0), SL_RANGE(5, 1005)),
       "bounds that are moved change nothing");
    char label[] = "a name";
    ok(RANGE_PRINT(1000, .label = "a label", .priority = 3, .synchronous = 1) == RANGE_PRINT(1000, .label = label),
       "nor do label, priority and waiting");
    ok(RANGE_PRINT(1000, .where = SL_CPU) == RANGE_PRINT(1000, 0), "nor the place: every place has its own history");
}

/* All footprints of a set of calls differ from one another. */
static void test_spread(void)
{
    enum { SIZES = 24, CALLS = SIZES * (SL_RUNTIME + 1) * 3 };
    static uint32_t print[CALLS];
    int count = 0, equal = 0;
    for (int k = 0; k < SIZES; k++)
        for (int s = SL_AUTO; s <= SL_RUNTIME; s++)
            for (int c = 0; c < 3; c++)
                print[count++] = RANGE_PRINT((sl_index)1 << (k + 1), .schedule = (sl_schedule)s, .chunk = 16 * c);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            equal += print[a] == print[b];
    is_int(equal, 0, "%d sizes, schedules and chunks have as many footprints", count);
}

/* A model learns each footprint by itself, and on each kind of device. */
static void test_learning(void)
{
    static sl__model model;
    uint32_t small = RANGE_PRINT(10, 0), large = small;
    for (sl_index n = 100000000; n < 100001000 && large % SL__MODEL_ENTRIES == small % SL__MODEL_ENTRIES; n++)
        large = RANGE_PRINT(n, 0); /* a slot of its own */
    ok(sl__model_known(&model, SL__ON_CPU, small) == 0, "a new model knows nothing");
    for (int k = 0; k < 50; k++) {
        sl__model_note(&model, SL__ON_CPU, small, 10, 1, 2e-6);
        sl__model_note(&model, SL__ON_CPU, large, 100000000, 2, 0.25);
    }
    is_close(sl__model_known(&model, SL__ON_CPU, small), 2e-6, 0.05, "it learns the short call");
    is_close(sl__model_known(&model, SL__ON_CPU, large), 0.25, 0.05, "and the long one, over the same view");
    ok(sl__model_known(&model, SL__ON_DEVICE, small) == 0 && sl__model_known(&model, SL__ON_DEVICE, large) == 0,
       "on a CPU: nothing is known of GPUs by that");
    double per_point = sl__model_per_point(&model);
    for (int k = 0; k < 50; k++)
        sl__model_note(&model, SL__ON_DEVICE, large, 100000000, 1, 0.01);
    is_close(sl__model_known(&model, SL__ON_DEVICE, large), 0.01, 0.05, "it learns the long one there");
    is_close(sl__model_known(&model, SL__ON_CPU, large), 0.25, 0.05, "and remembers what the CPU took");
    is_close(sl__model_per_point(&model), per_point, 1e-6, "the time of an iteration is one of a core");
    for (int k = 0; k < 50; k++)
        sl__model_note(&model, SL__ON_DEVICE, large, 100000000, 1, 1.0);
    is_close(sl__model_known(&model, SL__ON_DEVICE, large), 1.0, 0.05, "what has changed is learnt again");
    int due[2] = {0, 0};
    for (int k = 0; k < 160; k++) {
        due[SL__ON_CPU] += sl__model_due(&model, SL__ON_CPU, large);
        due[SL__ON_DEVICE] += k % 4 == 0 && sl__model_due(&model, SL__ON_DEVICE, large);
    }
    is_int(due[SL__ON_CPU], 16 + 9, "of 160 calls on a CPU the first 16 are timed, and one in 16 of the others");
    is_int(due[SL__ON_DEVICE], 16 + 2, "of 40 on a GPU as well: the devices are counted by themselves");
    ok(sl__model_due(&model, SL__ON_DEVICE, large + SL__MODEL_ENTRIES), "and one that was never seen there");
}

/* ---- estimates ----------------------------------------------------------------------------------------- */

/* What StarPU is told, in microseconds. */
static double cost_of(struct fake *f, int device)
{
    return told_cost(&f->state.model.starpu, &f->starpu, device);
}

static void note(struct fake *f, int device, double seconds, int times)
{
    for (int k = 0; k < times; k++)
        sl__model_note(&f->state.model, device, f->task.footprint, sl_space_size(&f->task.space), 1, seconds);
}

/* Before anything is measured: bytes over bandwidth, and a launch. The numbers are worked out here. */
static void test_seeds(sl_view *large, sl_view *small)
{
    static struct fake f;
    fake_make(&f, &model_scale__kernel, large, 4000000); /* 4e6 doubles, read and written: 64 MB at 2 TB/s, and 10 us */
    is_close(cost_of(&f, SL__ON_DEVICE), 32 + 10, 1e-9, "a GPU is taken to move 2 TB/s, 10 us after it is told");
    ok(cost_of(&f, SL__ON_CPU) > cost_of(&f, SL__ON_DEVICE), "which beats a CPU on much data");
    ok(cost_of(&f, SL__ON_CPU) >= 64e6 / 1.5e11 * 1e6 && cost_of(&f, SL__ON_CPU) <= 64e6 / 1e10 * 1e6 + 10,
       "of which one core moves 10 GB/s, and a package 150");
    fake_make(&f, &model_scale__kernel, large, 10);
    ok(cost_of(&f, SL__ON_CPU) < 3 && cost_of(&f, SL__ON_CPU) < cost_of(&f, SL__ON_DEVICE),
       "10 iterations over a large view are short, and shorter on a CPU (%g us)", cost_of(&f, SL__ON_CPU));
    fake_make(&f, &model_scale__kernel, small, 100000000);
    ok(cost_of(&f, SL__ON_CPU) < 3, "many over a small view move no more than there is (%g us)",
       cost_of(&f, SL__ON_CPU));
    fake_make(&f, &model_scale__kernel, small, 0);
    ok(cost_of(&f, SL__ON_CPU) > 0 && cost_of(&f, SL__ON_DEVICE) > 0, "nothing takes some time, too: 0 means unknown");
    ok(f.state.model.starpu.arch_cost_function(&f.starpu, NULL, 0) == cost_of(&f, SL__ON_CPU),
       "without an architecture a CPU is meant");
}

static void test_measured(sl_view *large)
{
    static struct fake f, g;
    fake_make(&f, &model_scale__kernel, large, 1000000);
    double before = cost_of(&f, SL__ON_DEVICE);
    double estimate = cost_of(&f, SL__ON_CPU);
    note(&f, SL__ON_CPU, 1e-6 * estimate + 0.9e-3, 1);
    is_close(cost_of(&f, SL__ON_CPU), estimate, 1e-6, "a first call that is a millisecond too long says nothing yet");
    fake_make(&f, &model_scale__kernel, large, 1000000);
    note(&f, SL__ON_CPU, 0.1, 1); /* of 16 MB */
    is_close(cost_of(&f, SL__ON_CPU), 100001 - 1000 - 4000, 1e-6,
             "of a long one a millisecond may be the first call's, and 0.25 ns a byte");
    note(&f, SL__ON_CPU, 0.1, 1);
    is_close(cost_of(&f, SL__ON_CPU), 100001, 1e-6, "two measured calls replace the estimate");
    ok(cost_of(&f, SL__ON_DEVICE) < cost_of(&f, SL__ON_CPU), "a GPU that was never tried is worth a try");
    ok(cost_of(&f, SL__ON_DEVICE) > before, "though the kernel moves its bytes slower than was thought");
    note(&f, SL__ON_DEVICE, 0.5, 20);
    ok(cost_of(&f, SL__ON_CPU) < cost_of(&f, SL__ON_DEVICE), "when it has proved slower it is left alone");
    note(&f, SL__ON_CPU, 0.9, 20);
    ok(cost_of(&f, SL__ON_DEVICE) < cost_of(&f, SL__ON_CPU), "until the CPU has become the slower one");
    note(&f, SL__ON_CPU, 1e-3, 60);
    note(&f, SL__ON_DEVICE, 2e-4, 60);
    is_close(cost_of(&f, SL__ON_DEVICE) / cost_of(&f, SL__ON_CPU), 208. / 1001, 0.02,
             "StarPU is told what was measured");

    /* Another size of the same kernel: as much slower than the roofline. */
    memcpy(&g, &f, sizeof g);
    g.task.state = &g.state;
    g.starpu.cl_arg = &g.task;
    g.task.space = SL_RANGE(0, 4000000);
    g.task.footprint = RANGE_PRINT(4000000, 0);
    is_close(cost_of(&g, SL__ON_DEVICE), 4 * 200 + 8, 0.15, "another size is estimated by what the first one took");
    ok(cost_of(&g, SL__ON_CPU) > 2.5 * 1000, "on the CPU as well (%g us)", cost_of(&g, SL__ON_CPU));
}

/* A kernel that is bound by arithmetic, seen on the GPU first: its bytes say nothing of the CPU. */
static void test_arithmetic(sl_view *large)
{
    static struct fake f;
    fake_make(&f, &model_scale__kernel, large, 1000000);
    double roof = sl__model_roofline(&f.task, SL__ON_DEVICE), cpu = cost_of(&f, SL__ON_CPU);
    note(&f, SL__ON_DEVICE, 100 * roof, 2);
    (void)cost_of(&f, SL__ON_DEVICE);
    is_close(cost_of(&f, SL__ON_CPU), 10 * cpu, 0.1, "what takes 100 times its bytes on a GPU, takes 10 times as much");
    note(&f, SL__ON_CPU, 1e-6, 1);
    is_close(cost_of(&f, SL__ON_CPU), 2, 0.01, "until it is measured");
}

/* Few iterations that take long on a core: bytes say nothing of the GPU, either. */
static void test_few(sl_view *large)
{
    static struct fake f;
    fake_make(&f, &model_scale__kernel, large, 16);
    note(&f, SL__ON_CPU, 10e-3, 2); /* by one thread, as note() says: 0.6 ms an iteration */
    (void)cost_of(&f, SL__ON_CPU);
    ok(cost_of(&f, SL__ON_DEVICE) > 8 * 600, "a thread of a GPU is not taken to be as fast as a core (%g us)",
       cost_of(&f, SL__ON_DEVICE));
    fake_make(&f, &model_scale__kernel, large, 16);
    note(&f, SL__ON_CPU, 10e-6, 2);
    (void)cost_of(&f, SL__ON_CPU);
    ok(cost_of(&f, SL__ON_DEVICE) < 30, "which does not matter to short ones (%g us)", cost_of(&f, SL__ON_DEVICE));
}

/* How far a measurement is trusted. */
static void test_samples(void)
{
    static sl__model model;
    enum { PRINT = 5 };
    sl__model_note(&model, SL__ON_CPU, PRINT, 0, 1, 1e-3);
    is_int(sl__model_look(&model, SL__ON_CPU, PRINT).samples, 1, "one measurement is counted");
    sl__model_note(&model, SL__ON_CPU, PRINT, 0, 1, 1e-5);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 1e-5, 1e-5, "a second, shorter one stands for both");
    sl__model_note(&model, SL__ON_CPU, PRINT, 0, 1, 2e-5);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 1.25e-5, 1e-5, "a third counts a quarter");
    sl__model_forget(&model);
    ok(sl__model_look(&model, SL__ON_CPU, PRINT).samples == 0 && sl__model_known(&model, SL__ON_CPU, PRINT) == 0,
       "all can be forgotten");
    sl__model_recall(&model, SL__ON_CPU, PRINT, 1e-3, 3);
    sl__sample known = sl__model_look(&model, SL__ON_CPU, PRINT);
    ok(known.old && known.samples == 3 && fabs(known.seconds - 1e-3) < 1e-8, "and recalled as old");
    sl__model_recall(&model, SL__ON_CPU, PRINT + SL__MODEL_ENTRIES, 5, 3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 1e-3, 1e-5, "unless the place is taken");
    for (int k = 0; k < 100; k++)
        (void)sl__model_due(&model, SL__ON_CPU, PRINT);
    ok(sl__model_due(&model, SL__ON_CPU, PRINT), "what is old is due");
    sl__model_note(&model, SL__ON_CPU, PRINT, 0, 1, 3e-3);
    known = sl__model_look(&model, SL__ON_CPU, PRINT);
    ok(!known.old && known.seconds > 1e-3 && known.seconds < 1.3e-3, "a first longer one of this run says little");
    for (int k = 0; k < 30; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, 0, 1, 3e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 3e-3, 0.01, "many say all");
}

/* What a loop takes that fetches its data from another core's cache. */
static void test_away(sl_view *large)
{
    static sl__model model;
    enum { PRINT = 8 };
    struct fake f;
    sl_view *small = view_of("scalar", SL_DOUBLE, RIGHT, SL_EXTENTS());
    is_close(sl__model_warm(&model, PRINT, 6e-6), 6e-6, 1e-6, "the time of a first loop is what there is");
    for (int k = 0; k < SL__SAMPLES_TRUSTED; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, 0, 1, 4e-6);
    is_close(sl__model_warm(&model, PRINT, 6e-6), 4e-6, 1e-3, "one that had to fetch its data says no more than that");
    is_close(sl__model_warm(&model, PRINT, 3e-6), 3e-6, 1e-6, "but for one that was quicker still");
    fake_make(&f, &model_scale__kernel, large, 10);
    atomic_store(&large->near, SL__NEAR_NOBODY);
    ok(!sl__task_comes_near(&f.task, SL__NEAR_PROGRAM), "the first loop over a view has nothing to fetch");
    atomic_store(&large->near, SL__NEAR_GPU);
    ok(sl__task_comes_near(&f.task, SL__NEAR_PROGRAM), "what a GPU has left is fetched,");
    ok(!sl__task_comes_near(&f.task, SL__NEAR_PROGRAM), "once,");
    ok(sl__task_comes_near(&f.task, SL__NEAR_WORKER) && sl__task_comes_near(&f.task, SL__NEAR_WORKER + 1),
       "and so by each worker that has not touched it last");
    f.task.view[0].view = small;
    ok(!sl__task_comes_near(&f.task, SL__NEAR_WORKER), "a scalar does not count");
    must(sl_forall(model_scale, SL_RANGE(0, 10), 1.0, large));
    must(sl_wait());
    ok(atomic_load(&large->near) != SL__NEAR_WORKER + 1, "loops that run say who has their data");
    sl_view_destroy(&small);
}

/* What a batch takes a loop for. */
static void test_share(sl_view *large)
{
    static struct fake f;
    fake_make(&f, &model_scale__kernel, large, 10);
    is_close(sl__model_share(&f.task, SL__ON_CPU, 1e-3), 1e-3, 1e-6, "a kernel that never ran may take long");
    note(&f, SL__ON_CPU, 2e-6, 1);
    is_close(sl__model_share(&f.task, SL__ON_CPU, 1e-3), 2e-6, 1e-4, "one that did takes what it took");
    f.task.footprint++;
    ok(sl__model_share(&f.task, SL__ON_CPU, 1e-3) < 1e-4, "and is known by it in other sizes");
}

/* ---- on a GPU ------------------------------------------------------------------------------------------ */

/* Runs a chain of calls in rounds. @return of the last round, the calls that ran on a GPU, in percent */
static int share_on_gpu(const sl_kernel *kernel, sl_view *x, sl_index n)
{
    unsigned before = 0;
    enum { ROUNDS = 6, CALLS = 100 };
    for (int r = 0; r < ROUNDS; r++) {
        before = calls_on(kernel, SL__ON_DEVICE);
        for (int k = 0; k < CALLS; k++)
            must(kernel == &model_scale__kernel ? sl_forall(model_scale, SL_RANGE(0, n), 1.0, x)
                                                : sl_forall(model_shift, SL_RANGE(0, n), 0.0, x));
        must(sl_wait());
    }
    return (int)(calls_on(kernel, SL__ON_DEVICE) - before);
}

static void test_placement(sl_view *large)
{
    const sl__model *model;
    if (sl_gpus() == 0) {
        skip(sl__device_absence(), "large loops end up where they are faster");
        skip(sl__device_absence(), "short loops over data in main memory stay on the CPU");
        return;
    }
    sl_view *small = view_of("small", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    int share = share_on_gpu(&model_scale__kernel, large, 4000000);
    uint32_t print = RANGE_PRINT(4000000, 0);
    model = &(*model_scale__kernel.state)->model;
    double cpu = sl__model_known(model, SL__ON_CPU, print), gpu = sl__model_known(model, SL__ON_DEVICE, print);
    diag("measured: %g us on the CPU, %g us on the GPU; %d %% ran there", 1e6 * cpu, 1e6 * gpu, share);
    if (gpu > 0 && (cpu == 0 || gpu < 0.5 * cpu))
        ok(share >= 95, "large loops end up on the GPU, which is faster (%d %%)", share);
    else
        ok(cpu > 0 && (share <= 5 || gpu < 2 * cpu), "large loops end up on the CPU, which is faster (%d %% not)",
           share);
    share = share_on_gpu(&model_shift__kernel, small, 10);
    ok(share <= 5, "short loops over data in main memory stay on the CPU (%d %% do not)", share);
    sl_view_destroy(&small);
}

int main(void)
{
    must(sl_init(NULL));
    test_different();
    test_equal();
    test_spread();
    test_learning();
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    for (int k = 0; k < 20; k++) {
        must(sl_forall(model_scale, SL_RANGE(0, 10), 1.0, x));
        must(sl_forall(model_shift, SL_RANGE(0, 10), 1.0, x));
    }
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[9] == 20, "and the kernels run");
    must(sl_host_end(x));
    sl_view *large = view_of("large", SL_DOUBLE, RIGHT, SL_EXTENTS(4000000));
    test_seeds(large, x);
    test_measured(large);
    test_arithmetic(large);
    test_few(large);
    test_samples();
    test_away(large);
    test_share(large);
    test_placement(large);
    sl_view_destroy(&large);
    sl_view_destroy(&x);
    must(sl_finalize());
    return done_testing();
}
