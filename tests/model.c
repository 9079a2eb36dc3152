/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost model's footprint tells apart what takes another time: kernels, spaces and policies, not only the views.
 * Each kind of device has its own history, and the estimates that the scheduler gets follow it. */
#include "core/clock.h"
#include "device/device.h"
#include "loop/kernel.h"
#include "loop/lean.h"
#include "loop/model.h"
#include "loop/task.h"
#include "loop_testing.h"
#include "machine/machine.h"

SL_KERNEL_DECLARE(model_scale, (i), scalar(double, a), inout(double, 1, x));
SL_KERNEL_DECLARE(model_shift, (i), scalar(double, a), inout(double, 1, x));
SL_KERNEL_DECLARE(model_plane, (i, j), inout(double, 2, x));
SL_KERNEL_DECLARE(model_slope, (i), scalar(sl_index, steep), inout(double, 1, x, own));
SL_KERNEL_DECLARE(model_chained, (i), scalar(double, a), inout(double, 1, x, own));
extern const sl_kernel model_scale__kernel, model_shift__kernel, model_plane__kernel, model_slope__kernel,
    model_chained__kernel;

static uint32_t print_of(const sl_kernel *kernel, sl_policy p, sl_space s)
{
    return sl__model_footprint(kernel, &p, &s);
}

#define RANGE_PRINT(n, ...) print_of(&model_scale__kernel, SL_POLICY(__VA_ARGS__), SL_RANGE(0, n))
#define BOX_PRINT(a, b, ...) print_of(&model_plane__kernel, SL_POLICY(__VA_ARGS__), SL_BOX(0, a, 0, b))

static void test_different(void)
{
    ok(RANGE_PRINT(10, 0) != RANGE_PRINT(100000000, 0), "10 and 1e8 iterations over one view");
    ok(print_of(&model_scale__kernel, SL_POLICY(0), SL_RANGE(0, 1000)) !=
           print_of(&model_shift__kernel, SL_POLICY(0), SL_RANGE(0, 1000)),
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
    ok(print_of(&model_scale__kernel, SL_POLICY(0), SL_RANGE(0, 1000)) ==
           print_of(&model_scale__kernel, SL_POLICY(0), SL_RANGE(5, 1005)),
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
    ok(sl__model_known(&model, SL__ON_CUDA, small) == 0 && sl__model_known(&model, SL__ON_CUDA, large) == 0,
       "on a CPU: nothing is known of GPUs by that");
    double per_point = sl__model_per_point(&model);
    for (int k = 0; k < 50; k++)
        sl__model_note(&model, SL__ON_CUDA, large, 100000000, 1, 0.01);
    is_close(sl__model_known(&model, SL__ON_CUDA, large), 0.01, 0.05, "it learns the long one there");
    is_close(sl__model_known(&model, SL__ON_CPU, large), 0.25, 0.05, "and remembers what the CPU took");
    is_close(sl__model_per_point(&model), per_point, 1e-6, "the time of an iteration is one of a core");
    for (int k = 0; k < 50; k++)
        sl__model_note(&model, SL__ON_CUDA, large, 100000000, 1, 1.0);
    is_close(sl__model_known(&model, SL__ON_CUDA, large), 1.0, 0.05, "what has changed is learnt again");
    int due[2] = {0, 0};
    for (int k = 0; k < 160; k++) {
        due[SL__ON_CPU] += sl__model_due(&model, SL__ON_CPU, large);
        due[SL__ON_CUDA] += k % 4 == 0 && sl__model_due(&model, SL__ON_CUDA, large);
    }
    is_int(due[SL__ON_CPU], 16 + 9, "of 160 calls on a CPU the first 16 are timed, and one in 16 of the others");
    is_int(due[SL__ON_CUDA], 16 + 2, "of 40 on a GPU as well: the devices are counted by themselves");
    ok(sl__model_due(&model, SL__ON_CUDA, large + SL__MODEL_ENTRIES), "and one that was never seen there");
}

/* ---- estimates ----------------------------------------------------------------------------------------- */

static struct starpu_perfmodel_device cpu_device = {.type = STARPU_CPU_WORKER, .ncores = 1};
static struct starpu_perfmodel_device cuda_device = {.type = STARPU_CUDA_WORKER, .ncores = 1};
static struct starpu_perfmodel_arch archs[] = {{.ndevices = 1, .devices = &cpu_device},
                                               {.ndevices = 1, .devices = &cuda_device}};

/* A task as sl_forall(model_scale, SL_RANGE(0, n), ...) makes it, with a model of its own, that StarPU never sees. It
 * may run on a CPU only, so that no transfers are asked for. */
struct fake {
    sl__task task;
    sl__kernel_state state;
    struct starpu_task starpu;
};

static void fake_make(struct fake *f, sl_view *view, sl_index n)
{
    sl__kernel_state *state;
    must(sl__kernel_state_of(&model_scale__kernel, "test", &state));
    memset(f, 0, sizeof *f);
    sl__model_make(&f->state.model, "fake", 1);
    f->task.kernel = &model_scale__kernel;
    f->task.state = &f->state;
    f->task.where = STARPU_CPU;
    f->task.space = SL_RANGE(0, n);
    f->task.footprint = RANGE_PRINT(n, 0);
    f->task.views = 1;
    f->task.view[0] = (sl__task_view){view, SL_RDWR, 0};
    f->starpu.cl_arg = &f->task;
}

/* What StarPU is told, in microseconds. */
static double cost_of(struct fake *f, int device)
{
    return f->state.model.starpu.arch_cost_function(&f->starpu, &archs[device], 0);
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
    fake_make(&f, large, 4000000); /* 4e6 doubles, read and written: 64 MB at 2 TB/s, and 10 us */
    is_close(cost_of(&f, SL__ON_CUDA), 32 + 10, 1e-9, "a GPU is taken to move 2 TB/s, 10 us after it is told");
    ok(cost_of(&f, SL__ON_CPU) > cost_of(&f, SL__ON_CUDA), "which beats a CPU on much data");
    ok(cost_of(&f, SL__ON_CPU) >= 64e6 / 1.5e11 * 1e6 && cost_of(&f, SL__ON_CPU) <= 64e6 / 1e10 * 1e6 + 10,
       "of which one core moves 10 GB/s, and a package 150");
    fake_make(&f, large, 10);
    ok(cost_of(&f, SL__ON_CPU) < 3 && cost_of(&f, SL__ON_CPU) < cost_of(&f, SL__ON_CUDA),
       "10 iterations over a large view are short, and shorter on a CPU (%g us)", cost_of(&f, SL__ON_CPU));
    fake_make(&f, small, 100000000);
    ok(cost_of(&f, SL__ON_CPU) < 3, "many over a small view move no more than there is (%g us)",
       cost_of(&f, SL__ON_CPU));
    fake_make(&f, small, 0);
    ok(cost_of(&f, SL__ON_CPU) > 0 && cost_of(&f, SL__ON_CUDA) > 0, "nothing takes some time, too: 0 means unknown");
    ok(f.state.model.starpu.arch_cost_function(&f.starpu, NULL, 0) == cost_of(&f, SL__ON_CPU),
       "without an architecture a CPU is meant");
}

static void test_measured(sl_view *large)
{
    static struct fake f, g;
    fake_make(&f, large, 1000000);
    double before = cost_of(&f, SL__ON_CUDA);
    double estimate = cost_of(&f, SL__ON_CPU);
    note(&f, SL__ON_CPU, 1e-6 * estimate + 0.9e-3, 1);
    is_close(cost_of(&f, SL__ON_CPU), estimate, 1e-6, "a first call that is a millisecond too long says nothing yet");
    fake_make(&f, large, 1000000);
    note(&f, SL__ON_CPU, 0.1, 1); /* of 16 MB */
    is_close(cost_of(&f, SL__ON_CPU), 100001 - 1000 - 4000, 1e-6,
             "of a long one a millisecond may be the first call's, and 0.25 ns a byte");
    note(&f, SL__ON_CPU, 0.1, 1);
    is_close(cost_of(&f, SL__ON_CPU), 100001, 1e-6, "two measured calls replace the estimate");
    ok(cost_of(&f, SL__ON_CUDA) < cost_of(&f, SL__ON_CPU), "a GPU that was never tried is worth a try");
    ok(cost_of(&f, SL__ON_CUDA) > before, "though the kernel moves its bytes slower than was thought");
    note(&f, SL__ON_CUDA, 0.5, 20);
    ok(cost_of(&f, SL__ON_CPU) < cost_of(&f, SL__ON_CUDA), "when it has proved slower it is left alone");
    note(&f, SL__ON_CPU, 0.9, 20);
    ok(cost_of(&f, SL__ON_CUDA) < cost_of(&f, SL__ON_CPU), "until the CPU has become the slower one");
    note(&f, SL__ON_CPU, 1e-3, 60);
    note(&f, SL__ON_CUDA, 2e-4, 60);
    is_close(cost_of(&f, SL__ON_CUDA) / cost_of(&f, SL__ON_CPU), 208. / 1001, 0.02, "StarPU is told what was measured");

    /* Another size of the same kernel: as much slower than the roofline. */
    memcpy(&g, &f, sizeof g);
    g.task.state = &g.state;
    g.starpu.cl_arg = &g.task;
    g.task.space = SL_RANGE(0, 4000000);
    g.task.footprint = RANGE_PRINT(4000000, 0);
    is_close(cost_of(&g, SL__ON_CUDA), 4 * 200 + 8, 0.15, "another size is estimated by what the first one took");
    ok(cost_of(&g, SL__ON_CPU) > 2.5 * 1000, "on the CPU as well (%g us)", cost_of(&g, SL__ON_CPU));
}

/* A kernel that is bound by arithmetic, seen on the GPU first: its bytes say nothing of the CPU. */
static void test_arithmetic(sl_view *large)
{
    static struct fake f;
    fake_make(&f, large, 1000000);
    double roof = sl__model_roofline(&f.task, SL__ON_CUDA), cpu = cost_of(&f, SL__ON_CPU);
    note(&f, SL__ON_CUDA, 100 * roof, 2);
    (void)cost_of(&f, SL__ON_CUDA);
    is_close(cost_of(&f, SL__ON_CPU), 10 * cpu, 0.1, "what takes 100 times its bytes on a GPU, takes 10 times as much");
    note(&f, SL__ON_CPU, 1e-6, 1);
    is_close(cost_of(&f, SL__ON_CPU), 2, 0.01, "until it is measured");
}

/* Few iterations that take long on a core: bytes say nothing of the GPU, either. */
static void test_few(sl_view *large)
{
    static struct fake f;
    fake_make(&f, large, 16);
    note(&f, SL__ON_CPU, 10e-3, 2); /* by one thread, as note() says: 0.6 ms an iteration */
    (void)cost_of(&f, SL__ON_CPU);
    ok(cost_of(&f, SL__ON_CUDA) > 8 * 600, "a thread of a GPU is not taken to be as fast as a core (%g us)",
       cost_of(&f, SL__ON_CUDA));
    fake_make(&f, large, 16);
    note(&f, SL__ON_CPU, 10e-6, 2);
    (void)cost_of(&f, SL__ON_CPU);
    ok(cost_of(&f, SL__ON_CUDA) < 30, "which does not matter to short ones (%g us)", cost_of(&f, SL__ON_CUDA));
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

/* The time on one core, of which it depends whether a loop runs in the calling thread, whatever ran it. */
static void test_alone(void)
{
    static sl__model model;
    enum { PRINT = 6, N = 1000 };
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 1e-3);
    is_close(sl__model_alone(&model, N), 2e-3, 1e-6, "a first loop on two threads is all that is known of one");
    is_close(sl__model_alone(&model, 2 * N), 0, 0, "and nothing of twice as many iterations");
    for (int k = 0; k < 40; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 1e-6);
    is_close(sl__model_alone(&model, N), 2e-6, 0.05, "others on two threads show that it was too long");
    for (int k = 0; k < 40; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 5e-6);
    is_close(sl__model_alone(&model, N), 2e-6, 0.05, "longer ones there may have been the fork");
    for (int k = 0; k < 40; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 5e-6);
    is_close(sl__model_alone(&model, N), 5e-6, 0.05, "longer ones on one thread were not");
    for (int k = 0; k < SL__ALONE_TRIED; k++) {
        ok(sl__model_tries_here(&model, N), "in a calling thread it is to be tried %d times", SL__ALONE_TRIED);
        sl__model_tried_here(&model, N, k == 0 ? 8e-6 : 1e-6);
    }
    is_close(sl__model_alone(&model, N), 1e-6, 0.05, "of which the shorter one stands");
    ok(!sl__model_tries_here(&model, N) && sl__model_tries_here(&model, 2 * N), "that is for loops of one size");
}

/* Whether a loop of few iterations is worth a fork. */
static void test_long(void)
{
    static sl__model quick, slow, unknown;
    enum { PRINT = 7, N = 1000 };
    const double fork = 10e-6;
    ok(!sl__model_is_long(&unknown, N, fork), "a loop that never ran is not long");
    sl__model_note(&unknown, SL__ON_CPU, PRINT, 10 * N, 16, 1e-3);
    ok(sl__model_is_long(&unknown, N, fork), "but for what ten times as many iterations took");
    for (int k = 0; k < 20; k++) {
        sl__model_note(&quick, SL__ON_CPU, PRINT, N, 16, 50e-6);
        sl__model_note(&slow, SL__ON_CPU, PRINT, N, 16, 50e-6);
    }
    ok(!sl__model_is_long(&quick, N, fork), "50 us on 16 cores may be the fork: it is to be tried on one");
    sl__model_note(&quick, SL__ON_CPU, PRINT, N, 1, 800e-6);
    ok(!sl__model_is_long(&quick, N, fork), "twice, for the first time may have been long by chance");
    sl__model_note(&quick, SL__ON_CPU, PRINT, N, 1, 4e-6);
    sl__model_note(&quick, SL__ON_CPU, PRINT, N, 16, 50e-6);
    ok(!sl__model_is_long(&quick, N, fork), "4 us are not long");
    for (int k = 0; k < 2; k++)
        sl__model_note(&slow, SL__ON_CPU, PRINT, N, 1, 700e-6);
    ok(sl__model_is_long(&slow, N, fork), "700 us are");
    for (int k = 0; k <= SL__ALONE_AGAIN; k++)
        sl__model_note(&slow, SL__ON_CPU, PRINT, N, 16, 50e-6);
    ok(!sl__model_is_long(&slow, N, fork), "but both times may have been long by chance: it is tried again, some day");
    sl__model_note(&slow, SL__ON_CPU, PRINT, N, 1, 650e-6);
    ok(sl__model_is_long(&slow, N, fork), "once, and is still long");
}

/* Notes that a loop of so many iterations took so long on one thread, and so long on 16, twice each. */
static void note_both(sl__model *model, sl_index n, double alone, double forked)
{
    for (int k = 0; k < SL__ALONE_TRIED; k++) {
        sl__model_note(model, SL__ON_CPU, 8, n, 1, alone);
        sl__model_note(model, SL__ON_CPU, 9, n, 16, forked);
    }
}

/* Whether several threads gain anything. */
static void test_forks(void)
{
    static sl__model model;
    enum { PRINT = 8, VAIN = 1000, GAIN = 2000, LONG = 4000 };
    note_both(&model, GAIN, 20e-6, 5e-6);
    ok(!sl__model_forks_in_vain(&model, GAIN), "a fork that makes 5 us of 20 is no vain one");
    note_both(&model, LONG, 2 * SL__FORKS_ABOVE, 3 * SL__FORKS_ABOVE);
    ok(!sl__model_forks_in_vain(&model, LONG), "nor is that of a long loop, whatever was measured");
    for (int k = 0; k < SL__ALONE_TRIED; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 1, 12e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "of a loop that was never forked nothing is known");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 16, 80e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "one that takes 80 us instead of 12 may have made the threads");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 16, 40e-6);
    ok(sl__model_forks_in_vain(&model, VAIN), "two have not");
    for (int k = 0; k < SL__ALONE_AGAIN; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 1, 12e-6);
    ok(sl__model_forks_in_vain(&model, VAIN), "the loop runs on one thread many times");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 1, 12e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "and then is tried on several again");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 16, 4e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "which may be a gain meanwhile");
}

/* Whether one thread runs a loop of so many iterations, which is said to take 12 us there. */
static int is_alone(sl_view *x, sl_index n, double forked)
{
    sl__kernel_state *state;
    must(sl__kernel_state_of(&model_chained__kernel, "test", &state));
    sl__model_forget(&state->model);
    for (int k = 0; k < SL__ALONE_TRIED; k++)
        sl__model_tried_here(&state->model, n, INFINITY); /* it is queued */
    note_both(&state->model, n, 12e-6, forked);
    _Atomic unsigned char *tried = &state->model.tried[sl__alone_class(n)]; /* counts loops on several now */
    int before = atomic_load(tried);
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), model_chained, SL_RANGE(0, n), 1.0, x));
    must(sl_wait());
    int alone = atomic_load(tried) == before;
    sl__model_forget(&state->model);
    return alone;
}

/* Loops that run by themselves. */
static void test_spared(void)
{
    enum { N = 10000 };
    sl_view *x = view_of("spared", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    ok(is_alone(x, N, 45e-6), "a loop that takes several threads longer runs on one");
    if (sl_cpu_cores() > sl_cpu_workers())
        ok(!is_alone(x, N, 4e-6), "one that takes them less does not");
    else
        skip("groups have one core", "one that takes them less does not");
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[0] >= 1 && p[N - 1] == p[0], "and they compute");
    must(sl_host_end(x));
    sl_view_destroy(&x);
}

/* A loop's time on one core, where threads had to be woken. */
static void test_sleepers(void)
{
    static sl__model model;
    enum { PRINT = 11, N = 10000, THREADS = 15 };
    sl__model_note_cpu(&model, PRINT, N, THREADS, 30e-6, 480e-6);
    is_close(sl__model_alone(&model, N), 30e-6, 1e-5, "what threads have computed is what one core takes");
    ok(sl__model_tries(&model, N), "one is to be tried");
    sl__model_note_cpu(&model, PRINT, N, 1, 4e-6, 4e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 4e-6, 1e-5, "and takes less than to wake them");
    sl__model_note_cpu(&model, PRINT + 1, 2 * N, THREADS, 60e-6, 4.9e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 1), 4.9e-3, 1e-5, "a first loop that makes them takes long");
    sl__model_excuse(&model, SL__ON_CPU, PRINT + 1, 60e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 1), 60e-6, 1e-5, "and counts for what it has computed");
}

/* A first call whose thread was stopped. */
static void test_stopped(void)
{
    static sl__model model;
    enum { PRINT = 10, N = 1000 };
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 127e-3);
    sl__model_excuse(&model, SL__ON_CPU, PRINT, 128e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 127e-3, 0.01, "a first call that computes all the time has "
             "taken what it took");
    sl__model_excuse(&model, SL__ON_CPU, PRINT, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 9e-6, 0.01, "of one that was stopped counts what it computed");
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 127e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 9e-6, 0.01, "and the shorter one of two");
    for (int k = 0; k < 100; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 127e-3);
    sl__model_excuse(&model, SL__ON_CPU, PRINT, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 127e-3, 0.01, "one that waits always is known for it");
    sl__model_note(&model, SL__ON_CPU, PRINT + 1, N, 1, 0.5e-3);
    sl__model_excuse(&model, SL__ON_CPU, PRINT + 1, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 1), 0.5e-3, 0.01, "less than a millisecond is not looked at");
    sl__model_recall(&model, SL__ON_CPU, PRINT + 2, 127e-3, 1);
    sl__model_excuse(&model, SL__ON_CPU, PRINT + 2, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 2), 127e-3, 0.01, "nor is what an earlier run has measured");
}

/* A loop of few iterations that runs in chains only, since the system stopped its thread when it was timed first. */
static void test_chained(void)
{
    enum { N = 1000, LOOPS = 10, MOST = 500 };
    const double stopped = 5e-3, fork = 10e-6;
    sl__kernel_state *state;
    sl_view *x = view_of("chained", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl__kernel_state_of(&model_chained__kernel, "test", &state));
    uint32_t print = print_of(&model_chained__kernel, SL_POLICY(0), SL_RANGE(0, N));
    sl__model_note(&state->model, SL__ON_CPU, print, N, 1, stopped);
    ok(sl__model_is_long(&state->model, N, fork), "a loop of 1000 that took 5 ms is long");
    int rounds = 0;
    for (; rounds < MOST && sl__model_is_long(&state->model, N, fork); rounds++) {
        for (int k = 0; k < LOOPS; k++)
            must(sl_forall_with(SL_POLICY(.where = SL_CPU), model_chained, SL_RANGE(0, N), 1.0, x));
        must(sl_wait());
    }
    sl__sample known = sl__model_look_queued(&state->model, SL__ON_CPU, print);
    ok(rounds < MOST, "until it is seen to be short, in chains, too (%d rounds)", rounds);
    ok(known.samples >= SL__SAMPLES_TRUSTED && known.seconds < 0.5 * stopped, "it takes %g us", 1e6 * known.seconds);
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[0] == (double)LOOPS * rounds && p[N - 1] == p[0], "and computes");
    must(sl_host_end(x));
    sl_view_destroy(&x);
}

/* A loop's time in chains is known beside that by itself. */
static void test_company(void)
{
    static sl__model model;
    enum { PRINT = 7, N = 100000, THREADS = 4 };
    double seconds;
    sl__model_note(&model, SL__ON_CPU, PRINT, N, THREADS, 40e-6);
    sl__model_note(&model, SL__ON_CPU, PRINT, N, THREADS, 40e-6);
    is_close(sl__model_look_in_run(&model, SL__ON_CPU, PRINT).seconds, 40e-6, 1e-5,
             "a loop that was in no chain yet is expected to take in one what it takes by itself");
    sl__model_note_chained(&model, PRINT, N, THREADS, 60e-6, 20e-6);
    seconds = sl__model_look_in_run(&model, SL__ON_CPU, PRINT).seconds;
    is_close(seconds, 20e-6, 1e-5, "then what it took");
    is_close(sl__model_look_queued(&model, SL__ON_CPU, PRINT).seconds, 40e-6, 1e-5,
             "one that may be in a chain what is known for sure");
    is_close(sl__model_alone(&model, N), 0.75 * 160e-6 + 0.25 * 60e-6, 1e-5, "what its threads compute is the work");
    sl__model_note_chained(&model, PRINT, N, THREADS, 0, 20e-6);
    is_close(sl__model_look_queued(&model, SL__ON_CPU, PRINT).seconds, 20e-6, 1e-5, "or the shorter of two such times");
    is_close(sl__model_alone(&model, N), 0.75 * 160e-6 + 0.25 * 60e-6, 1e-5, "where that was not asked for it stays");
    sl__model_note_chained(&model, PRINT, N, THREADS, 60e-6, 0);
    is_int(sl__model_look_in_run(&model, SL__ON_CPU, PRINT).samples, 2, "a chain that was not timed is no measurement");
    is_close(sl__model_look(&model, SL__ON_CPU, PRINT).seconds, 40e-6, 1e-5, "by itself it takes what it took");
    is_int(sl__model_look_in_run(&model, SL__ON_CUDA, PRINT).samples, 0, "and on a GPU nothing is known");
}

/* What takes long by itself for its fork may take less in a chain, and is tried in one. */
static void test_hopes(sl_view *large)
{
    enum { N = 100000, MOST = 1000 };
    static struct fake f;
    const int cores = sl__machine_plan()->cores;
    fake_make(&f, large, N);
    if (sl__machine_groups() != 1 || cores < 2) {
        skip("chains run on one group of several cores", "a loop is hoped to take less in a chain");
        return;
    }
    sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    const double share = 600e-6 / cores;
    is_close(sl__model_hope_chained(&f.task, 1e-3, 400e-6, 0), share, 1e-4, "a loop is hoped to take less in a chain");
    f.state.model.hoped = 0;
    is_close(sl__model_hope_chained(&f.task, 5e-6, 400e-6, 0), 5e-6, 1e-9, "unless it takes less by itself");
    is_close(sl__model_hope_chained(&f.task, 1e-3, 1e-6, 0), 1e-3, 1e-9, "or on the other kind of device");
    is_close(f.state.model.hoped, 0, 1e-9, "which costs no hopes");
    int hopes = 0;
    while (hopes < MOST && sl__model_hope_chained(&f.task, 1e-3, 400e-6, 0) < 1e-3)
        hopes++;
    ok(hopes > 1 && hopes < 20, "for some choices (%d)", hopes);
    f.state.model.hoped = 0;
    (void)sl__model_hope_chained(&f.task, 50e-3, 400e-6, 0);
    is_close(sl__model_hope_chained(&f.task, 50e-3, 400e-6, 0), 50e-3, 1e-9, "for fewer, the more may be lost by them");
    f.state.model.hoped = 0;
    (void)sl__model_hope_chained(&f.task, 500e-6, 400e-6, 10e-3);
    is_close(sl__model_hope_chained(&f.task, 500e-6, 400e-6, 0), 500e-6, 1e-9, "or the further its views are away");
    for (int k = 0; k < 49; k++)
        sl__model_renew_hopes(&f.state.model, 0.01);
    is_close(sl__model_hope_chained(&f.task, 1e-3, 400e-6, 0), 1e-3, 1e-9, "no more");
    sl__model_renew_hopes(&f.state.model, 0.02);
    is_close(sl__model_hope_chained(&f.task, 1e-3, 400e-6, 0), share, 1e-4,
             "until calls that are about as long on either side have taken half a second");
    f.state.model.hoped = 0;
    sl__model_recall(&f.state.model, SL__ON_CPU, f.task.footprint ^ SL__FOOTPRINT_CHAINED, 900e-6, 2);
    is_close(sl__model_hope_chained(&f.task, 1e-3, 400e-6, 0), 1e-3, 1e-9,
             "if it was not seen in one by an earlier run");
    is_close(sl__model_hope_chained(&f.task, 1e-3, 600e-6, 0), share, 1e-4, "unless it hardly matters");
    sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    is_close(sl__model_look_in_run(&f.state.model, SL__ON_CPU, f.task.footprint).seconds, 600e-6, 1e-4,
             "which counts no more than what this run has seen without");
}

/* Seconds that one thread takes for a loop of model_slope, at least. */
static double slope_seconds(sl_view *x, sl_index n, sl_index steep)
{
    double best = INFINITY;
    for (int round = 0; round < 5; round++) {
        double begin = sl__clock_now();
        must(sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = SL_SEQ), model_slope, SL_RANGE(0, n), steep, x));
        must(sl_wait());
        best = fmin(best, sl__clock_now() - begin);
    }
    return best;
}

/* Parts of a chain that others wait for are time of the chain: one of several threads has all the work. */
static void test_slope(void)
{
    enum { N = 100000, LOOPS = 4, ROUNDS = 40 };
    if (sl__machine_groups() != 1 || sl__machine_plan()->cores < 2) {
        skip("chains run on one group of several cores", "threads that wait for another one count");
        return;
    }
    sl_view *x = view_of("slope", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    double *w = SL_HOST_WRITE(double, x);
    for (int i = 0; w && i < N; i++)
        w[i] = 1;
    must(sl_host_end(x));
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), model_slope, SL_RANGE(0, N), N / sl__machine_plan()->cores, x));
    must(sl_region_end(region));
    for (int k = 0; k < ROUNDS; k++) {
        must(sl_region_run(region));
        must(sl_wait());
    }
    sl__model *model = &(*model_slope__kernel.state)->model;
    double even = slope_seconds(x, N, N / sl__machine_plan()->cores) / sl__machine_plan()->cores;
    sl__sample known = sl__model_look_in_run(model, SL__ON_CPU, print_of(&model_slope__kernel, SL_POLICY(0),
                                                                         SL_RANGE(0, N)));
    ok(known.samples >= SL__SAMPLES_TRUSTED && known.seconds > 1.3 * even,
       "threads that wait for another one count: %g us, %g if all had worked", 1e6 * known.seconds, 1e6 * even);
    const double *p = SL_HOST_READ(double, x);
    ok(p && fabs(p[0] - 1.618033988749895) < 1e-14 && p[N - 1] == 1, "with right results");
    must(sl_host_end(x));
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* Loops on several threads count what each of them computes. */
static void test_work(void)
{
    enum { N = 1 << 18, ROUNDS = 20 };
    sl_view *x = view_of("work", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    if (sl__machine_groups() != 1 || sl__machine_plan()->cores < 2) {
        skip("groups have one core", "a loop on several threads counts their work");
        sl_view_destroy(&x);
        return;
    }
    const int steep = N / sl__machine_plan()->cores; /* of which one thread has nearly all */
    double *w = SL_HOST_WRITE(double, x);
    for (int i = 0; w && i < N; i++)
        w[i] = 1;
    must(sl_host_end(x));
    const double alone = slope_seconds(x, N, steep);
    sl__model *model = &(*model_slope__kernel.state)->model;
    sl__model_forget(model);
    for (int k = 0; k < ROUNDS; k++) {
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), model_slope, SL_RANGE(0, N), steep, x));
        must(sl_wait());
    }
    const double known = sl__model_alone(model, N);
    ok(known > 0.2 * alone && known < 0.5 * (1 + sl__machine_plan()->cores) * alone,
       "threads that have nothing to do count for nothing: %g us, one thread %g", 1e6 * known, 1e6 * alone);
    sl_view_destroy(&x);
}

/* What a batch takes a loop for. */
static void test_share(sl_view *large)
{
    static struct fake f;
    fake_make(&f, large, 10);
    is_close(sl__model_share(&f.task, SL__ON_CPU, 1e-3), 1e-3, 1e-6, "a kernel that never ran may take long");
    note(&f, SL__ON_CPU, 2e-6, 1);
    is_close(sl__model_share(&f.task, SL__ON_CPU, 1e-3), 2e-6, 1e-4, "one that did takes what it took");
    f.task.footprint++;
    ok(sl__model_share(&f.task, SL__ON_CPU, 1e-3) < 1e-4, "and is known by it in other sizes");
}

/* ---- where views should be ----------------------------------------------------------------------------- */

/* One view between two memories, used by loops that StarPU's dmda places: it compares the ends of the task, transfer
 * included, adds the transfer once more, and believes that it takes twice as long as it does. @return what all take */
static double run_loops(int n, const double cpu[], const double gpu[], double transfer, int eager, int *last)
{
    double total = 0;
    float lean = 0;
    int at = SL__ON_CPU;
    for (int k = 0; k < n; k++) {
        double believed = 2 * transfer;
        lean = sl__lean_step(lean, cpu[k] - gpu[k], transfer, eager);
        double fit_cpu = cpu[k] + (at == SL__ON_CPU ? sl__lean_forgive(lean, SL__ON_CPU, believed) : 2 * believed);
        double fit_gpu = gpu[k] + (at == SL__ON_CUDA ? sl__lean_forgive(lean, SL__ON_CUDA, believed) : 2 * believed);
        int go = fit_gpu < fit_cpu ? SL__ON_CUDA : SL__ON_CPU;
        total += (go != at ? transfer : 0) + (go == SL__ON_CUDA ? gpu[k] : cpu[k]);
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

static void test_lean(void)
{
    static double cpu[LOOPS], gpu[LOOPS];
    int last;
    for (int k = 0; k < LOOPS; k++) {
        cpu[k] = 1;
        gpu[k] = 0.05;
    }
    double total = run_loops(LOOPS, cpu, gpu, 10, 1, &last), best = best_loops(LOOPS, cpu, gpu, 10);
    ok(last == SL__ON_CUDA && total < 1.25 * best,
       "loops that are 20 times faster on a GPU go there, though a transfer takes 10 of them (%g, at best %g)", total,
       best);
    total = run_loops(LOOPS, gpu, cpu, 10, 1, &last);
    ok(last == SL__ON_CPU && total < best_loops(LOOPS, gpu, cpu, 10) + 1e-9, "those that are not stay");
    total = run_loops(2, cpu, gpu, 10, 1, &last);
    ok(last == SL__ON_CPU && total == 2, "and so do two of the former alone");
    for (int k = 0; k < LOOPS; k += 2) { /* a step on a scalar between two large loops */
        cpu[k] = 0.02;
        gpu[k] = 0.08;
    }
    total = run_loops(LOOPS, cpu, gpu, 10, 1, &last);
    ok(last == SL__ON_CUDA && total < 1.5 * best_loops(LOOPS, cpu, gpu, 10), "small steps between do not hold them");

    uint64_t seed = 7;
    double worst = 0, worst_eager = 0;
    for (int round = 0; round < 2000; round++) {
        double transfer = 1 + random_below(&seed, 30);
        int length = 1 + random_below(&seed, 60), towards = 0;
        for (int k = 0; k < LOOPS; k++) {
            if (k % length == 0)
                towards = random_below(&seed, 3);
            cpu[k] = 0.01 * (1 + random_below(&seed, towards == 0 ? 1000 : 100));
            gpu[k] = 0.01 * (1 + random_below(&seed, towards == 1 ? 1000 : 100));
        }
        best = best_loops(LOOPS, cpu, gpu, transfer) + transfer;
        worst = fmax(worst, run_loops(LOOPS, cpu, gpu, transfer, 0, &last) / best);
        worst_eager = fmax(worst_eager, run_loops(LOOPS, cpu, gpu, transfer, 1, &last) / best);
    }
    ok(worst <= 3, "loops that change their mind take at most three times the least (%.2f)", worst);
    ok(worst_eager <= 3, "and so do they where a GPU is preferred (%.2f)", worst_eager);
}

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

/* ---- on a GPU ------------------------------------------------------------------------------------------ */

static unsigned calls_on(const sl_kernel *kernel, int device)
{
    return atomic_load(&(*kernel->state)->model.on[device].calls);
}

/* Runs a chain of calls in rounds. @return of the last round, the calls that ran on a GPU, in percent */
static int share_on_gpu(const sl_kernel *kernel, sl_view *x, sl_index n)
{
    unsigned before = 0;
    enum { ROUNDS = 6, CALLS = 100 };
    for (int r = 0; r < ROUNDS; r++) {
        before = calls_on(kernel, SL__ON_CUDA);
        for (int k = 0; k < CALLS; k++)
            must(kernel == &model_scale__kernel ? sl_forall(model_scale, SL_RANGE(0, n), 1.0, x)
                                                : sl_forall(model_shift, SL_RANGE(0, n), 0.0, x));
        must(sl_wait());
    }
    return (int)(calls_on(kernel, SL__ON_CUDA) - before);
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
    double cpu = sl__model_known(model, SL__ON_CPU, print), gpu = sl__model_known(model, SL__ON_CUDA, print);
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
    test_alone();
    test_long();
    test_forks();
    test_spared();
    test_stopped();
    test_sleepers();
    test_chained();
    test_company();
    test_hopes(large);
    test_slope();
    test_work();
    test_share(large);
    test_lean();
    test_taken();
    test_placement(large);
    sl_view_destroy(&large);
    sl_view_destroy(&x);
    must(sl_finalize());
    return done_testing();
}
