/* SPDX-License-Identifier: BSD-3-Clause */
#include "placed.h"

#include <stdlib.h>

#include "base/env.h"
#include "task/batch.h"
#include "call/inline.h"
#include "place/lean.h"
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
#define CAPTURE 70e-6   /* the program makes a graph of a region, */
#define AIM 25e-6       /* or aims one of a region that is gone: */
#define GRAPHS 21       /* after so many */
#define CHOICE 0.4e-6   /* the library chooses a place, for each loop of a run */
#define STALL 40e-6     /* a loop waits for views that are moved, besides the moves */
#define BATCH 5e-6      /* a batch on cores, and */
#define EACH 0.25e-6    /* each of its loops, besides what is measured */
#define FORK 12e-6      /* a chain */
#define LOOK 10e-6      /* a program goes on that has waited */
#define ASLEEP 300e-6   /* threads that had nothing to do for so long sleep, */
#define WAKE 150e-6     /* and must be woken */
#define ONCE 1e-3       /* a kernel's first call on the GPU */
#define HERE 0.3e-6     /* a loop in the calling thread, besides what is measured */
#define CACHED 1.2e10   /* bytes a second that a core fetches from another one's cache, or of what was moved */

#define NEVER 1e-12 /* no loop is so short that it runs in the calling thread */

/* Of the bus, in microseconds, and in bytes a microsecond. */
#define LATENCY 7.0
#define BANDWIDTH 5e4

enum { CORES = 14 }; /* for loops */
enum { MAIN = 1, GPU = 2, PROGRAM = 1, WORKER = 2, MOST_CALLS = 1 << 19, LOOPS = 64, EITHER = SL__SIDES };
enum { POINTS = 20000, FEW_POINTS = 4096 }; /* of a loop, of a short one */

typedef placed_view view;
typedef placed_kernel kernel;
typedef placed_call call;

/* Calls that run together. */
typedef struct batch {
    int where;        /* SL__ON_CPU, SL__ON_DEVICE, EITHER: the scheduler chooses */
    int first, count; /* calls */
    int graph;
    double handed; /* over, at this time */
} batch;

static struct {
    int active;  /* StarPU is asked about this machine */
    int forced;  /* SL__SIDE_CPU, SL__SIDE_DEVICE; 0: the library chooses */
    double now;  /* of the program */
    double free; /* when the machine has run all that it has begun */
    double used; /* when the cores had something to do last */
    call call[MOST_CALLS];
    batch batch[MOST_CALLS];
    int calls, begun, handed; /* of the batches so many were begun, and handed over; the next one is open, if any is */
    int open, running;        /* and the last one that was begun runs */
    int ahead[SL__SIDES + 1];
    unsigned looks, chains;
    long moves;
    int graphs, program;
    uint64_t seed;
} sim;

static int bit_of(int device)
{
    return device == SL__ON_DEVICE ? GPU : MAIN;
}

static sl__model *model_in(const call *c)
{
    return &c->kernel->state.model;
}

static sl_index points_of(const kernel *k)
{
    return k->core > 0 ? FEW_POINTS : POINTS;
}

static void task_of(sl__task *task, const call *c)
{
    memset(task, 0, sizeof *task);
    task->kernel = &placed_any__kernel;
    task->state = &c->kernel->state;
    task->where = SL__SIDE_BOTH;
    task->space = SL_RANGE(0, points_of(c->kernel));
    task->footprint = placed_print(c->kernel);
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
            v->cached = device == SL__ON_CPU ? 0 : v->cached;
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

/* What a core takes for a short loop, whose data may be elsewhere. @return whether the library knows that it was, in
 * @p away */
static double run_on_core(const call *c, int core, int *away)
{
    sl__task task;
    double seconds = c->kernel->core;
    task_of(&task, c);
    *away = sl__task_comes_near(&task, core == PROGRAM ? SL__NEAR_PROGRAM : SL__NEAR_WORKER);
    for (int i = 0; i < c->views; i++) {
        view *v = c->view[i];
        seconds += v->cached & core ? 0 : (double)v->view.span / CACHED;
        v->cached = c->access[i] == SL_READ ? v->cached | core : core;
    }
    return seconds;
}

/* By a worker. */
static double run_short(const call *c)
{
    sl__model *model = model_in(c);
    int away;
    const double seconds = run_on_core(c, WORKER, &away);
    const uint32_t print = placed_print(c->kernel);
    if (sl__model_due(model, SL__ON_CPU, print) || sl__model_tries(model, FEW_POINTS)) {
        const double noted = away ? sl__model_warm(model, print, seconds) : seconds;
        sl__model_note_cpu(model, print, FEW_POINTS, 1, noted, noted);
    }
    sl__model_ran_alone(model);
    return seconds;
}

/* The first loop of a kernel finds nothing in the caches. */
static double run_alone(const call *c)
{
    const int first = c->kernel->ran[SL__ON_CPU]++ == 0;
    sl__model_ran_alone(model_in(c));
    const double seconds = (first ? 3 : 1) * c->kernel->itself + wake(), work = (first ? 8 : 1) * c->kernel->work;
    if (sl__model_due(model_in(c), SL__ON_CPU, placed_print(c->kernel)))
        sl__model_note_cpu(model_in(c), placed_print(c->kernel), POINTS, CORES, CORES * work, seconds);
    return seconds;
}

/* Timed as in lib/exec/cpu/chain.c: what loops would take in many chains, while that is not known. */
static double run_chain(const batch *b)
{
    double all = 0;
    int fresh = 0;
    for (int i = b->first; i < b->first + b->count; i++) {
        all += sim.call[i].kernel->chained;
        fresh |= sl__model_is_new_in_chains(model_in(&sim.call[i]), placed_print(sim.call[i].kernel));
    }
    const double seconds = FORK + wake() + all, counted = fresh ? FORK / 4 + all : seconds;
    const int timed = sim.chains++ % 16 == 0 || fresh;
    for (int i = b->first; i < b->first + b->count; i++) {
        const kernel *k = sim.call[i].kernel;
        int first = b->first;
        while (sim.call[first].kernel != k)
            first++;
        (void)sl__model_due(model_in(&sim.call[i]), SL__ON_CPU, placed_print(k)); /* counts it */
        sl__model_note_chained(model_in(&sim.call[i]), placed_print(k), POINTS, CORES, timed ? CORES * k->work : 0,
                               timed ? counted * k->chained / all : 0, first == i);
    }
    return seconds;
}

static double run_on_gpu(const batch *b)
{
    double seconds = b->graph ? GRAPH : 0;
    for (int i = b->first; i < b->first + b->count; i++) {
        kernel *k = sim.call[i].kernel;
        seconds += (b->graph ? k->gpu : fmax(k->gpu, LAUNCH)) + (k->ran[SL__ON_DEVICE]++ == 0 ? ONCE : 0);
        if (sl__model_due(&k->state.model, SL__ON_DEVICE, placed_print(k)))
            sl__model_note(&k->state.model, SL__ON_DEVICE, placed_print(k), POINTS, 1, k->gpu);
    }
    return seconds;
}

/* As dmdas does, which counts transfers once more as a penalty. */
static int schedule(const call *c)
{
    sl__task task;
    struct starpu_codelet codelet;
    struct starpu_task asked;
    double cost[SL__SIDES];
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
    sl__device_use(1, NULL);
    for (int d = 0; d < SL__SIDES; d++) {
        cost[d] = sl__model_hope(&task, d) + sl__lean_charge(&task, &asked, d) +
                  (d == SL__ON_DEVICE ? SL__CUDA_LAUNCH : SL__CPU_LAUNCH);
        for (int i = 0; i < c->views; i++)
            cost[d] +=
                2e-6 * starpu_data_expected_transfer_time(asked.handles[i], d == SL__ON_DEVICE, codelet.modes[i]);
    }
    sim.active = 0;
    sl__device_use(0, NULL);
    starpu_task_clean(&asked);
    return cost[SL__ON_DEVICE] < cost[SL__ON_CPU] ? SL__ON_DEVICE : SL__ON_CPU;
}

static void begin(const batch *b)
{
    const int device = b->where == EITHER ? schedule(&sim.call[b->first]) : b->where;
    sim.free = fmax(sim.free, b->handed);
    const int is_short = device == SL__ON_CPU && sim.call[b->first].kernel->core > 0;
    for (int i = b->first; i < b->first + b->count; i++) {
        sim.free += move(&sim.call[i], device);
        sim.free += is_short ? run_short(&sim.call[i]) : 0;
    }
    if (device == SL__ON_DEVICE) {
        sim.free += run_on_gpu(b);
    } else if (is_short) {
        sim.free += wake() + BATCH + EACH * b->count;
        sim.used = sim.free;
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
        } else if (!sim.running && sim.begun < sim.handed && fmax(sim.free, sim.batch[sim.begun].handed) <= until) {
            begin(&sim.batch[sim.begun++]);
            sim.running = 1;
        } else {
            return;
        }
    }
}

/* ---- what programs do ---------------------------------------------------------------------------------- */

void placed_pause(double seconds)
{
    sim.now += seconds;
    advance(sim.now);
}

void placed_wait(void)
{
    sim.looks++;
    hand_over(sim.now);
    advance(INFINITY);
    sim.now = fmax(sim.now, sim.free) + LOOK;
}

void placed_look(int run)
{
    sim.looks++;
    hand_over(sim.now);
    advance(sim.now);
    if (run < 0 || sim.begun > run + 1 || (sim.begun == run + 1 && !sim.running))
        return;
    while (sim.begun <= run || (sim.begun == run + 1 && sim.running)) {
        sim.now = fmax(sim.now, sim.running ? sim.free : fmax(sim.free, sim.batch[sim.begun].handed));
        advance(sim.now);
    }
    sim.now += LOOK;
}

static void collect(const call *c, int where, int graph)
{
    const int place = where == SL__SIDE_DEVICE ? SL__ON_DEVICE : where == SL__SIDE_CPU ? SL__ON_CPU : EITHER;
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

static int is_idle(void)
{
    return !sim.open && !sim.running && sim.begun == sim.handed;
}

static double seconds_here(const call *c, int where)
{
    static const sl_policy plain;
    return sl__inline_seconds(&c->kernel->state, &plain, points_of(c->kernel), where, 0);
}

static int resides(const call *c, int i, int where)
{
    view *v = c->view[i];
    const sl__task_view use = {&v->view, c->access[i], 0};
    return (v->valid & MAIN) && (where == SL__SIDE_CPU || c->access[i] == SL_READ ||
                                 (!(v->valid & GPU) && !sl__lean_is_wanted(&use, model_in(c))));
}

/* A call runs in the calling thread, one in 16 timed.
 * @param[in] pinned  the program asks for CPUs */
static void run_here(const call *c, int pinned)
{
    static unsigned number;
    sl__model *model = model_in(c);
    const int tries = sl__model_tries_here(model, FEW_POINTS);
    const uint32_t print = placed_print(c->kernel);
    int away;
    const double seconds = run_on_core(c, PROGRAM, &away);
    for (int i = 0; i < c->views; i++) {
        if (c->access[i] == SL_READ)
            continue;
        c->view[i]->valid = MAIN;
        (void)sl__lean_made(&(sl__task_view){&c->view[i]->view, c->access[i], 0}, 1, model);
        c->view[i]->view.planned = SL__VIEW_IN_MAIN;
        if (pinned && !tries)
            sl__view_taken(&c->view[i]->view);
    }
    if (tries || number++ % 16 == 7) {
        const double noted = fmin(seconds, 4 * sl__model_alone(model, FEW_POINTS));
        sl__model_tried_here(model, FEW_POINTS, noted);
        sl__model_note(model, SL__ON_CPU, print, FEW_POINTS, 1, away ? sl__model_warm(model, print, noted) : noted);
    }
    sim.now += seconds + HERE;
}

/* @return whether it may. */
static int try_here(const call *c, int where, int pinned)
{
    if (c->kernel->core == 0 || !is_idle() || seconds_here(c, where) == 0)
        return 0;
    for (int i = 0; i < c->views; i++)
        if (!resides(c, i, where))
            return 0;
    run_here(c, pinned);
    return 1;
}

/* A call that may run there is placed and queued. */
static void place_and_collect(const call *c, int where)
{
    sl__task task;
    task_of(&task, c);
    task.where = (unsigned)where;
    if (!sim.forced)
        sl__place(&task);
    const int either = task.where == SL__SIDE_BOTH;
    sim.now += either ? SUBMIT_ONE : 0;
    collect(c, (int)task.where, 0);
    if (either || sim.ahead[sim.batch[sim.handed].where] == 0)
        hand_over(sim.now);
}

static void queue(const call *c, int where)
{
    wait_for_room();
    sim.now += SUBMIT;
    advance(sim.now);
    sim.active = 1;
    sl__device_use(1, NULL);
    if (!try_here(c, where, where == SL__SIDE_CPU))
        place_and_collect(c, where);
    sim.active = 0;
    sl__device_use(0, NULL);
}

void placed_queue(const call *c)
{
    queue(c, sim.forced ? sim.forced : (int)SL__SIDE_BOTH);
}

void placed_queue_on_cpus(const call *c)
{
    queue(c, SL__SIDE_CPU);
}

/* The loops of a region in the calling thread, or queued where that cannot be after all. */
static int run_all_here(const call loop[], int count, int where)
{
    for (int i = 0; i < count; i++)
        if (!try_here(&loop[i], where, 0)) {
            sim.now += SUBMIT;
            place_and_collect(&loop[i], where);
        }
    return is_idle() ? -1 : sim.open ? sim.handed : sim.handed - 1;
}

static void make_graph(kernel *first, placed_region *region)
{
    const double seconds = sim.graphs++ < GRAPHS ? CAPTURE : AIM;
    sim.now += seconds;
    first->state.model.graph = (float)seconds;
    region->captured = 1;
}

int placed_run(const call loop[], int count, const sl__task_view use[], int uses, placed_region *region)
{
    static sl__task task[LOOPS];
    sl__task *tasks[LOOPS];
    int where = sim.forced, run;
    const unsigned choices = loop[0].kernel->state.model.choices;
    for (int i = 0; i < count; i++) {
        task_of(&task[i], &loop[i]);
        tasks[i] = &task[i];
    }
    memcpy(region->use, use, (size_t)uses * sizeof *use);
    sim.now += SUBMIT;
    advance(sim.now);
    sim.active = 1;
    sl__device_use(1, NULL);
    if (!sim.forced)
        where = sl__place_piece(tasks, count, region->use, uses, SL__SIDE_BOTH, &region->alike);
    sim.now += (loop[0].kernel->state.model.choices - choices) * count * CHOICE;
    int here = (where & SL__SIDE_CPU) && loop[0].kernel->core > 0 && is_idle();
    for (int i = 0; i < count && here; i++)
        here = seconds_here(&loop[i], where) > 0;
    if (!sim.forced && (where & SL__SIDE_CPU))
        sl__place_ran(&task[0], here);
    if (here) {
        run = run_all_here(loop, count, where);
    } else {
        sim.now += count * SUBMIT;
        if (where == SL__SIDE_DEVICE && !region->captured)
            make_graph(loop[0].kernel, region);
        for (int i = 0; i < count; i++)
            collect(&loop[i], where == SL__SIDE_DEVICE ? SL__SIDE_DEVICE : SL__SIDE_CPU, where == SL__SIDE_DEVICE);
        run = sim.handed;
        if (sim.ahead[sim.batch[sim.handed].where] == 0)
            hand_over(sim.now);
    }
    sim.active = 0;
    sl__device_use(0, NULL);
    return run;
}

/* ---- a program ----------------------------------------------------------------------------------------- */

void placed_make(view *v, sl_index count)
{
    if (v->program == sim.program)
        sl__view_note_end(&v->view);
    memset(v, 0, sizeof *v);
    v->program = sim.program;
    v->view.handle = (starpu_data_handle_t)(void *)v;
    v->view.count = count;
    v->view.elem = sizeof(double);
    v->view.span = (size_t)count * sizeof(double);
    v->valid = MAIN;
    v->cached = (int)random_below(&sim.seed, PROGRAM + WORKER + 1);
}

void placed_begin(int forced, int here)
{
    sim.forced = forced;
    sim.now = sim.free = sim.used = 0;
    sim.calls = sim.begun = sim.handed = sim.open = sim.running = 0;
    sim.moves = 0;
    sim.graphs = 0;
    sim.chains = 0;
    sim.program++;
    sim.seed = 1;
    memset(sim.ahead, 0, sizeof sim.ahead);
    sim.active = 1;
    sl__device_use(1, NULL);
    sl__place_begin();
    sl__inline_below = here ? 0 : NEVER;
    sl__inline_init();
    sim.active = 0;
    sl__device_use(0, NULL);
}

double placed_end(long *moves)
{
    placed_wait();
    sl__inline_below = 0;
    sl__inline_init();
    *moves = sim.moves;
    return sim.now;
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

INSTEAD_OF(unsigned, starpu_memory_nodes_get_count, void)
{
    return sim.active ? 2 : __real_starpu_memory_nodes_get_count();
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

INSTEAD_OF(unsigned, sl__batch_looks, void)
{
    return sim.active ? sim.looks : __real_sl__batch_looks();
}
