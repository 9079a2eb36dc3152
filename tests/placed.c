/* SPDX-License-Identifier: BSD-3-Clause */
/* Where whole programs go that do not say where, on a machine that is made up here: what loops take on its cores, by
 * themselves and in chains, and on its GPU, what to move a view takes, and what more a program waits for. The library
 * chooses as ever, by times as it would have measured them. Left open, a program takes no longer than on the better
 * side alone, but for 25 % in its first run, and 5 % with the times of earlier ones. */
#include <stdlib.h>

#include "core/env.h"
#include "loop/batch.h"
#include "loop/lean.h"
#include "loop/place.h"
#include "machine/machine.h"
#include "model_testing.h"

SL_KERNEL_DECLARE(placed_any, (i), inout(double, 1, x, own));
extern const sl_kernel placed_any__kernel;

/* ---- the machine --------------------------------------------------------------------------------------- */

/* Seconds, as on 16 cores with an H200. */
#define SUBMIT 0.4e-6   /* the program queues a call, */
#define SUBMIT_ONE 4e-6 /* and one that is a task of StarPU's of its own, more */
#define LAUNCH 3.3e-6   /* a call in a queue of calls on the GPU, at least */
#define GRAPH 6e-6      /* the GPU runs a graph, besides its loops */
#define STALL 40e-6     /* a loop waits for views that are moved, besides the moves */
#define BATCH 5e-6      /* a batch on cores, and */
#define EACH 0.25e-6    /* each of its loops, besides what is measured */
#define FORK 12e-6      /* a chain */
#define LOOK 10e-6      /* a program goes on that has waited */
#define ASLEEP 300e-6   /* threads that had nothing to do for so long sleep, */
#define WAKE 150e-6     /* and must be woken */
#define ONCE 1e-3       /* a kernel's first call on the GPU */

/* Of the bus, in microseconds, and in bytes a microsecond. */
#define LATENCY 7.0
#define BANDWIDTH 5e4

enum { CORES = 14 }; /* for loops */
enum { MAIN = 1, GPU = 2, MOST_VIEWS = 4, MOST_CALLS = 1 << 19, LOOPS = 64, POINTS = 20000, EITHER = SL__DEVICES };

typedef struct view {
    sl_view view;
    int valid; /* MAIN, GPU: where it is */
} view;

typedef struct kernel {
    /* Seconds that a loop takes on the cores by itself, in a chain, of which each core computes for so long, and on the
     * GPU. */
    double itself, chained, work, gpu;
    sl__kernel_state state;
    int ran[SL__DEVICES];
} kernel;

typedef struct call {
    kernel *kernel;
    int views;
    view *view[MOST_VIEWS];
    short access[MOST_VIEWS];
} call;

/* Calls that run together. */
typedef struct batch {
    int where;        /* SL__ON_CPU, SL__ON_CUDA, EITHER: the scheduler chooses */
    int first, count; /* calls */
    int graph;
    double handed; /* over, at this time */
} batch;

static struct {
    int active;  /* StarPU is asked about this machine */
    int forced;  /* STARPU_CPU, STARPU_CUDA; 0: the library chooses */
    double now;  /* of the program */
    double free; /* when the machine has run all that it has begun */
    double used; /* when the cores had something to do last */
    call call[MOST_CALLS];
    batch batch[MOST_CALLS];
    int calls, begun, handed; /* of the batches so many were begun, and handed over; the next one is open, if any is */
    int open, running;        /* and the last one that was begun runs */
    int ahead[SL__DEVICES + 1];
    unsigned looks;
    long moves;
} sim;

static int bit_of(int device)
{
    return device == SL__ON_CUDA ? GPU : MAIN;
}

static sl__model *model_in(const call *c)
{
    return &c->kernel->state.model;
}

static uint32_t print_in(const kernel *k)
{
    return 16 * k->state.hash;
}

static void task_of(sl__task *task, const call *c)
{
    memset(task, 0, sizeof *task);
    task->kernel = &placed_any__kernel;
    task->state = &c->kernel->state;
    task->where = STARPU_CPU | STARPU_CUDA;
    task->space = SL_RANGE(0, POINTS);
    task->footprint = print_in(c->kernel);
    task->views = c->views;
    for (int i = 0; i < c->views; i++)
        task->view[i] = (sl__task_view){&c->view[i]->view, c->access[i], 0};
}

/* ---- what it does -------------------------------------------------------------------------------------- */

static double move(const call *c, int device)
{
    double seconds = 0;
    for (int i = 0; i < c->views; i++) {
        view *v = c->view[i];
        if (c->access[i] != SL_WRITE && !(v->valid & bit_of(device))) {
            seconds += sl__lean_transfer(&v->view) + (seconds == 0 ? STALL : 0);
            sim.moves++;
            v->valid |= bit_of(device);
        }
        if (c->access[i] != SL_READ)
            v->valid = bit_of(device);
    }
    return seconds;
}

static double wake(void)
{
    return sim.free - sim.used > ASLEEP ? WAKE : 0;
}

/* The first loop of a kernel finds nothing in the caches. */
static double run_alone(const call *c)
{
    const int first = c->kernel->ran[SL__ON_CPU]++ == 0;
    sl__model_ran_alone(model_in(c));
    const double seconds = (first ? 3 : 1) * c->kernel->itself + wake();
    if (sl__model_due(model_in(c), SL__ON_CPU, print_in(c->kernel)))
        sl__model_note_cpu(model_in(c), print_in(c->kernel), POINTS, CORES, (first ? 8 : 1) * CORES * c->kernel->work,
                           seconds);
    return seconds;
}

static double run_chain(const batch *b)
{
    double all = 0;
    for (int i = b->first; i < b->first + b->count; i++)
        all += sim.call[i].kernel->chained;
    const double seconds = FORK + wake() + all;
    for (int i = b->first; i < b->first + b->count; i++) {
        const kernel *k = sim.call[i].kernel;
        (void)sl__model_due(model_in(&sim.call[i]), SL__ON_CPU, print_in(k)); /* counts it */
        sl__model_note_chained(model_in(&sim.call[i]), print_in(k), POINTS, CORES, CORES * k->work,
                               seconds * k->chained / all);
    }
    return seconds;
}

static double run_on_gpu(const batch *b)
{
    double seconds = b->graph ? GRAPH : 0;
    for (int i = b->first; i < b->first + b->count; i++) {
        kernel *k = sim.call[i].kernel;
        seconds += (b->graph ? k->gpu : fmax(k->gpu, LAUNCH)) + (k->ran[SL__ON_CUDA]++ == 0 ? ONCE : 0);
        if (sl__model_due(&k->state.model, SL__ON_CUDA, print_in(k)))
            sl__model_note(&k->state.model, SL__ON_CUDA, print_in(k), POINTS, 1, k->gpu);
    }
    return seconds;
}

/* As dmdas does, which counts transfers once more as a penalty. */
static int schedule(const call *c)
{
    sl__task task;
    struct starpu_codelet codelet;
    struct starpu_task asked;
    double cost[SL__DEVICES];
    starpu_codelet_init(&codelet);
    starpu_task_init(&asked);
    task_of(&task, c);
    asked.cl = &codelet;
    codelet.nbuffers = c->views;
    for (int i = 0; i < c->views; i++) {
        codelet.modes[i] = c->access[i] == SL_READ ? STARPU_R : c->access[i] == SL_WRITE ? STARPU_W : STARPU_RW;
        asked.handles[i] = c->view[i]->view.handle;
    }
    sim.active = 1;
    for (int d = 0; d < SL__DEVICES; d++) {
        cost[d] = sl__model_hope(&task, d) + sl__lean_charge(&task, &asked, d) +
                  (d == SL__ON_CUDA ? SL__CUDA_LAUNCH : SL__CPU_LAUNCH);
        for (int i = 0; i < c->views; i++)
            cost[d] += 2e-6 * starpu_data_expected_transfer_time(asked.handles[i], d == SL__ON_CUDA, codelet.modes[i]);
    }
    sim.active = 0;
    starpu_task_clean(&asked);
    return cost[SL__ON_CUDA] < cost[SL__ON_CPU] ? SL__ON_CUDA : SL__ON_CPU;
}

static void begin(const batch *b)
{
    const int device = b->where == EITHER ? schedule(&sim.call[b->first]) : b->where;
    sim.free = fmax(sim.free, b->handed);
    for (int i = b->first; i < b->first + b->count; i++)
        sim.free += move(&sim.call[i], device);
    if (device == SL__ON_CUDA) {
        sim.free += run_on_gpu(b);
    } else {
        sim.free += (b->count > 1 ? run_chain(b) : run_alone(&sim.call[b->first])) + BATCH + EACH * b->count;
        sim.used = sim.free;
    }
}

static void hand_over(double when)
{
    if (!sim.open)
        return;
    sim.batch[sim.handed].handed = when;
    sim.ahead[sim.batch[sim.handed].where]++;
    sim.handed++;
    sim.open = 0;
}

/* What happens until then. One batch runs after the other: each needs what the one before has made. */
static void advance(double until)
{
    for (;;) {
        if (sim.running && sim.free <= until) {
            sim.running = 0;
            sim.ahead[sim.batch[sim.begun - 1].where]--;
            if (sim.open && sim.ahead[sim.batch[sim.handed].where] < SL__BATCH_ENOUGH)
                hand_over(sim.free);
        } else if (!sim.running && sim.begun < sim.handed &&
                   fmax(sim.free, sim.batch[sim.begun].handed) <= until) {
            begin(&sim.batch[sim.begun++]);
            sim.running = 1;
        } else {
            return;
        }
    }
}

/* ---- what programs do ---------------------------------------------------------------------------------- */

static void look(void)
{
    sim.looks++;
    hand_over(sim.now);
    advance(INFINITY);
    sim.now = fmax(sim.now, sim.free) + LOOK;
}

static void collect(const call *c, int where, int graph)
{
    const int place = where == STARPU_CUDA ? SL__ON_CUDA : where == STARPU_CPU ? SL__ON_CPU : EITHER;
    const batch *last = &sim.batch[sim.handed];
    if (sim.open && (last->where != place || last->count == LOOPS || place == EITHER || last->graph != graph))
        hand_over(sim.now);
    if (!sim.open)
        sim.batch[sim.handed] = (batch){.where = place, .first = sim.calls, .graph = graph};
    sim.open = 1;
    sim.call[sim.calls++] = *c;
    sim.batch[sim.handed].count++;
}

/* No more are queued at once. */
static void wait_for_room(void)
{
    while (sim.begun < sim.handed && sim.calls - sim.batch[sim.begun].first > sl__env_int(SL__ENV_MAX_QUEUED)) {
        sim.now = fmax(sim.now, sim.free);
        advance(sim.now);
    }
}

static void queue(const call *c)
{
    sl__task task;
    wait_for_room();
    sim.now += SUBMIT;
    advance(sim.now);
    task_of(&task, c);
    sim.active = 1;
    if (sim.forced)
        task.where = sim.forced;
    else
        sl__place(&task);
    sim.active = 0;
    const int either = task.where == (STARPU_CPU | STARPU_CUDA);
    sim.now += either ? SUBMIT_ONE : 0;
    collect(c, task.where, 0);
    if (either || sim.ahead[sim.batch[sim.handed].where] == 0)
        hand_over(sim.now);
}

/* A run of a region of some loops, and a look at what it has made. */
static void run_and_look(const call *loop, int count, const sl__task_view *use, int uses, sl__place_memory *memory)
{
    static sl__task task[LOOPS];
    sl__task *tasks[LOOPS];
    int where = sim.forced;
    for (int i = 0; i < count; i++) {
        task_of(&task[i], &loop[i]);
        tasks[i] = &task[i];
    }
    sim.now += count * SUBMIT;
    sim.active = 1;
    if (!sim.forced)
        where = sl__place_piece(tasks, count, use, uses, STARPU_CPU | STARPU_CUDA, memory);
    sim.active = 0;
    hand_over(sim.now);
    for (int i = 0; i < count; i++)
        collect(&loop[i], where == STARPU_CUDA ? STARPU_CUDA : STARPU_CPU, where == STARPU_CUDA);
    look();
}

/* ---- what StarPU and the rest of the library say of the machine ---------------------------------------- */

/* Stands for a function of that name: the linker's --wrap (tests/local.mk). __real_NAME is that function. */
#define INSTEAD_OF(type, name, ...) \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

INSTEAD_OF(struct starpu_sched_policy *, starpu_sched_ctx_get_sched_policy, unsigned context)
{
    static char name[] = "dmdas";
    static struct starpu_sched_policy policy = {.policy_name = name};
    return sim.active ? &policy : __real_starpu_sched_ctx_get_sched_policy(context);
}

INSTEAD_OF(unsigned, starpu_cuda_worker_get_count, void)
{
    return sim.active ? 1 : __real_starpu_cuda_worker_get_count();
}

INSTEAD_OF(int, starpu_worker_get_by_type, enum starpu_worker_archtype type, int number)
{
    return sim.active ? 0 : __real_starpu_worker_get_by_type(type, number);
}

INSTEAD_OF(unsigned, starpu_worker_get_memory_node, unsigned worker)
{
    return sim.active ? 1 : __real_starpu_worker_get_memory_node(worker);
}

INSTEAD_OF(double, starpu_transfer_bandwidth, unsigned from, unsigned to)
{
    return sim.active ? BANDWIDTH : __real_starpu_transfer_bandwidth(from, to);
}

INSTEAD_OF(double, starpu_transfer_latency, unsigned from, unsigned to)
{
    return sim.active ? LATENCY : __real_starpu_transfer_latency(from, to);
}

static int is_there(starpu_data_handle_t handle, unsigned node)
{
    const view *v = (const view *)(const void *)handle;
    return (v->valid & (node == STARPU_MAIN_RAM ? MAIN : GPU)) != 0;
}

INSTEAD_OF(int, starpu_data_is_on_node, starpu_data_handle_t handle, unsigned node)
{
    return sim.active ? is_there(handle, node) : __real_starpu_data_is_on_node(handle, node);
}

INSTEAD_OF(double, starpu_data_expected_transfer_time, starpu_data_handle_t handle, unsigned node,
           enum starpu_data_access_mode mode)
{
    if (!sim.active)
        return __real_starpu_data_expected_transfer_time(handle, node, mode);
    const view *v = (const view *)(const void *)handle;
    return !(mode & STARPU_R) || is_there(handle, node) ? 0 : LATENCY + (double)v->view.span / BANDWIDTH;
}

INSTEAD_OF(const sl__topology *, sl__machine_topology, void)
{
    static const sl__topology topology = {.cores = CORES + 2, .packages = 1, .l2 = 1 << 21};
    return sim.active ? &topology : __real_sl__machine_topology();
}

INSTEAD_OF(const sl__plan *, sl__machine_plan, void)
{
    static const sl__plan plan = {.groups = 1, .cores = CORES};
    return sim.active ? &plan : __real_sl__machine_plan();
}

INSTEAD_OF(int, sl__machine_groups, void)
{
    return sim.active ? 1 : __real_sl__machine_groups();
}

INSTEAD_OF(int, sl__device_workers, void)
{
    return sim.active ? 1 : __real_sl__device_workers();
}

INSTEAD_OF(unsigned, sl__batch_looks, void)
{
    return sim.active ? sim.looks : __real_sl__batch_looks();
}

/* ---- programs ------------------------------------------------------------------------------------------ */

static void make(view *v, sl_index count)
{
    memset(v, 0, sizeof *v);
    v->view.handle = (starpu_data_handle_t)(void *)v;
    v->view.count = count;
    v->view.elem = sizeof(double);
    v->view.span = (size_t)count * sizeof(double);
    v->valid = MAIN;
}

/* Copy, scale, add, triad. */
static void run_chains(kernel k[])
{
    static view a, b, c;
    make(&a, 1000);
    make(&b, 1000);
    make(&c, 1000);
    for (int n = 0; n < 100000; n++) {
        queue(&(call){&k[0], 2, {&a, &c}, {SL_READ, SL_WRITE}});
        queue(&(call){&k[1], 2, {&c, &b}, {SL_READ, SL_WRITE}});
        queue(&(call){&k[2], 3, {&a, &b, &c}, {SL_READ, SL_READ, SL_WRITE}});
        queue(&(call){&k[3], 3, {&b, &c, &a}, {SL_READ, SL_READ, SL_WRITE}});
    }
}

enum { DENSITY, ENERGY, U, KX, KY, R, P, W, RR, PW, FIELDS };
enum { FILL, RECTANGLE, TEMPERATURE, FACES, START, STORE, APPLY, RESIDUAL, ADVANCE };

/* Steps of a heat equation, as in examples/heat: small loops of many kinds, and runs of a region. */
static void solve(kernel k[], view v[])
{
    enum { STEPS = 5, RUNS = 12, LOOPS_OF_RUN = 12 };
    static const int used[] = {P, KX, W, PW, R, RR, U};
    const call iteration[3] = {
        {&k[APPLY], 4, {&v[P], &v[KX], &v[W], &v[PW]}, {SL_READ, SL_READ, SL_WRITE, SL_WRITE}},
        {&k[RESIDUAL], 4, {&v[PW], &v[W], &v[R], &v[RR]}, {SL_READ, SL_READ, SL_RDWR, SL_WRITE}},
        {&k[ADVANCE], 4, {&v[RR], &v[R], &v[U], &v[P]}, {SL_READ, SL_READ, SL_RDWR, SL_RDWR}}};
    enum { USES = sizeof used / sizeof used[0] };
    sl__place_memory memory = {0};
    sl__task_view use[USES];
    call loop[LOOPS_OF_RUN];
    for (int i = 0; i < USES; i++)
        use[i] = (sl__task_view){&v[used[i]].view, used[i] == KX ? SL_READ : SL_RDWR, 0};
    for (int i = 0; i < LOOPS_OF_RUN; i++)
        loop[i] = iteration[i % 3];
    for (int step = 0; step < STEPS; step++) {
        queue(&(call){&k[START], 4, {&v[U], &v[KX], &v[R], &v[P]}, {SL_READ, SL_READ, SL_WRITE, SL_WRITE}});
        for (int run = 0; run < RUNS; run++)
            run_and_look(loop, LOOPS_OF_RUN, use, USES, &memory);
        queue(&(call){&k[STORE], 3, {&v[DENSITY], &v[U], &v[ENERGY]}, {SL_READ, SL_READ, SL_WRITE}});
    }
    look();
}

static void run_heat(kernel k[])
{
    static view v[FIELDS];
    for (int solution = 0; solution < 120; solution++) {
        for (int i = 0; i < FIELDS; i++)
            make(&v[i], i < RR ? 1000 : 1);
        queue(&(call){&k[FILL], 2, {&v[DENSITY], &v[ENERGY]}, {SL_WRITE, SL_WRITE}});
        for (int i = 0; i < 4; i++)
            queue(&(call){&k[RECTANGLE], 2, {&v[DENSITY], &v[ENERGY]}, {SL_RDWR, SL_RDWR}});
        queue(&(call){&k[TEMPERATURE], 3, {&v[DENSITY], &v[ENERGY], &v[U]}, {SL_READ, SL_READ, SL_WRITE}});
        queue(&(call){&k[FACES], 2, {&v[DENSITY], &v[KX]}, {SL_READ, SL_WRITE}});
        queue(&(call){&k[FACES], 2, {&v[DENSITY], &v[KY]}, {SL_READ, SL_WRITE}});
        solve(k, v);
    }
}

/* ---- what they take ------------------------------------------------------------------------------------ */

enum { KERNELS = 9, VARIANTS = 3, RUNS = 4 };

typedef struct program {
    const char *name;
    void (*run)(kernel kernels[]);
    double itself, chained, work, gpu; /* microseconds of a loop */
    double first, later;               /* times as long as on the better side: no more */
} program;

static kernel kernels[KERNELS];

/* Loops that are not all alike, but for the first variant. */
static void make_kernels(const program *p, int variant)
{
    uint64_t seed = 17 * (uint64_t)variant;
    const double all = variant == 0 ? 1 : 0.9 + 0.01 * random_below(&seed, 20);
    memset(kernels, 0, sizeof kernels);
    for (int i = 0; i < KERNELS; i++) {
        kernel *k = &kernels[i];
        const double cpu = 1e-6 * (variant == 0 ? 1 : 0.8 + 0.01 * random_below(&seed, 40));
        const double gpu = 1e-6 * (variant == 0 ? 1 : all * (0.85 + 0.01 * random_below(&seed, 30)));
        k->itself = cpu * p->itself;
        k->chained = cpu * p->chained;
        k->work = cpu * p->work;
        k->gpu = gpu * p->gpu;
        sl__model_make(&k->state.model, "placed", (uint32_t)i + 1);
        k->state.hash = (uint32_t)i + 1;
    }
}

/* What the library keeps of a run for the next one. */
static void keep_times(void)
{
    for (int i = 0; i < KERNELS; i++) {
        kernel *k = &kernels[i];
        sl__model *model = &k->state.model;
        const uint32_t print[2] = {print_in(k), print_in(k) ^ SL__FOOTPRINT_CHAINED};
        sl__sample kept[SL__DEVICES][2];
        const float settled = model->settled;
        for (int n = 0; n < 2 * SL__DEVICES; n++)
            kept[n / 2][n % 2] = sl__model_look(model, n / 2, print[n % 2]);
        sl__model_forget(model);
        for (int n = 0; n < 2 * SL__DEVICES; n++)
            if (kept[n / 2][n % 2].samples > 0)
                sl__model_recall(model, n / 2, print[n % 2], kept[n / 2][n % 2].seconds, kept[n / 2][n % 2].samples);
        model->settled = settled;
        k->ran[SL__ON_CPU] = k->ran[SL__ON_CUDA] = 0;
    }
}

static double seconds_of(const program *p, int forced)
{
    sim.forced = forced;
    sim.now = sim.free = sim.used = 0;
    sim.calls = sim.begun = sim.handed = sim.open = sim.running = 0;
    sim.moves = 0;
    memset(sim.ahead, 0, sizeof sim.ahead);
    sim.active = 1;
    sl__place_begin();
    sim.active = 0;
    p->run(kernels);
    look();
    return sim.now;
}

/* What runs that are left open take of the better side's time, each with the times that those before have kept. */
static void measure(const program *p, int variant, double ratio[RUNS])
{
    make_kernels(p, variant);
    const double cpu = seconds_of(p, STARPU_CPU);
    make_kernels(p, variant);
    const double gpu = seconds_of(p, STARPU_CUDA);
    make_kernels(p, variant);
    for (int run = 0; run < RUNS; run++) {
        const double open = seconds_of(p, 0);
        diag("%s: %.4f s on CPUs, %.4f on the GPU, run %d left open %.4f with %ld moves", p->name, cpu, gpu, run + 1,
             open, sim.moves);
        ratio[run] = isfinite(open) ? open / fmin(cpu, gpu) : INFINITY;
        keep_times();
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
    static const double chained[] = {1.2, 1.7, 2.2, 2.8, 3.4, 4.2, 6}, gpu[] = {3, 4, 6};
    summary all[2] = {{0}};
    for (int i = 0; i < 6 * 3; i++) {
        const double cpu = small[i / 3];
        sweep_one(&(program){"small loops", run_heat, fmax(8, 4 * cpu), cpu, fmin(cpu, 1.2), small_gpu[i % 3], 0, 0},
                  all);
    }
    for (int i = 0; i < 7 * 3; i++)
        sweep_one(&(program){"chains", run_chains, 40, chained[i / 3], chained[i / 3], gpu[i % 3], 0, 0}, all);
    for (int later = 0; later < 2; later++)
        diag("%d %s: %.3f of the better side's time, at most %.3f; %d are over %.2f", all[later].count,
             later ? "runs with kept times" : "first runs", all[later].sum / all[later].count, all[later].most,
             all[later].over, later ? 1.05 : 1.25);
}

int main(int argc, char **argv)
{
    /* Where both sides take about as long, what each choice knows is no more exact than that. */
    static const program programs[] = {
        {"short loops for CPUs, in chains", run_chains, 40, 1.7, 1.7, 4, 1.25, 1.05},
        {"loops for the GPU", run_chains, 40, 7, 7, 3, 1.25, 1.05},
        {"loops for either", run_chains, 40, 3.4, 3.4, 3.6, 1.25, 1.1},
        {"small loops of many kinds for CPUs", run_heat, 10, 0.7, 0.6, 3, 1.25, 1.05},
        {"small loops of many kinds for either", run_heat, 14, 1.8, 1.2, 3, 1.25, 1.25},
        {"small loops of many kinds for the GPU", run_heat, 30, 9, 1.4, 3, 1.25, 1.05},
        {"and more so", run_heat, 50, 20, 1.5, 3.4, 1.25, 1.05},
    };
    enum { PROGRAMS = sizeof programs / sizeof programs[0] };
    setenv("STARLOOP_INLINE", "0", 1); /* nothing runs in the calling thread */
    unsetenv("STARLOOP_CHAIN");
    unsetenv("STARLOOP_MAX_QUEUED");
    unsetenv("STARLOOP_SERIAL_BELOW");
    must(sl_init(NULL));
    if (argc > 1 && strcmp(argv[1], "--sweep") == 0)
        sweep();
    for (int i = 0; i < PROGRAMS; i++)
        test_program(&programs[i]);
    sl__place_begin();
    must(sl_finalize());
    return done_testing();
}
