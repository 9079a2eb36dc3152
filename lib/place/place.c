/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/place.h"

#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "task/batch.h"
#include "call/inline.h"
#include "place/lean.h"

/* What a call on a GPU costs besides that is waited for. */
#define CUDA_CALL 4e-6
#define CUDA_RUN 6e-6    /* a run of a region: its graph, whose launch the loops before seldom hide */
#define CUDA_LOOP 1.1e-6 /* the shortest loop, where graphs are launched one after another */

/* The scheduler, to which guesses are left, counts so much more on a GPU. Without it here, a call might be left to it
 * each time, and each time refused. */
#define GUESS (SL__CUDA_LAUNCH - SL__CPU_LAUNCH)

/* Runs of a piece of a region between two choices, at most; and where runs are so short that a choice, some
 * microseconds, would take more than a hundredth of the time between two. */
#define RUNS 16
#define SHORT_RUNS 64
#define FRESH_RUNS 256 /* by which it is known how many are first ones */
#define BETWEEN 300e-6

static int chooses; /* the scheduler goes by costs: it would do the same, later */

void sl__place_begin(void)
{
    struct starpu_sched_policy *policy = starpu_sched_ctx_get_sched_policy(0);
    chooses = policy && policy->policy_name && strncmp(policy->policy_name, "dm", 2) == 0;
    sl__costs_begin();
    sl__lean_begin();
}

/* ---- one call ------------------------------------------------------------------------------------------ */

/* Calls of a kernel that are alike, but for where their views are. */
static uint32_t kind_of(const sl__task *task)
{
    return task->waited ? ~task->footprint : task->footprint;
}

/* What a model keeps of its last call that was placed: its kind, after how many calls the next one is placed anew,
 * how many there were since, and the device. */
static uint64_t pack(uint32_t kind, unsigned due, unsigned since, int device)
{
    return (uint64_t)kind << 32 | due << 16 | since << 8 | (unsigned)device;
}

static unsigned due_of(uint64_t placed, uint32_t kind)
{
    return placed >> 32 == kind ? placed >> 16 & 255 : 0;
}

static unsigned since_of(uint64_t placed, uint32_t kind)
{
    return placed >> 32 == kind ? placed >> 8 & 255 : 0;
}

/* Where a call goes that is like the one before and finds its views where that had them; SL__SIDES: it is to be
 * placed anew. That takes half a microsecond, and to queue it on a GPU three. Among calls that nobody looks at it would
 * use up hopes for chains, too. */
static int place_again(sl__task *task)
{
    sl__model *model = &task->state->model;
    const uint64_t placed = atomic_load_explicit(&model->placed, memory_order_relaxed);
    const unsigned since = since_of(placed, kind_of(task)) + 1, due = due_of(placed, kind_of(task));
    const int device = (int)(placed & 1);
    const int looked = sl__batch_looks() != atomic_load_explicit(&model->looks, memory_order_relaxed);
    if (since >= due || (looked && sl__costs_against(task->view, task->views, device)))
        return SL__SIDES;
    for (int i = 0; i < task->views; i++)
        if (!(sl__costs_planned(task->view[i].view) & sl__costs_bit(device)))
            return SL__SIDES;
    atomic_store_explicit(&model->placed, pack(kind_of(task), due, since, device), memory_order_relaxed);
    sl__lean_repeat(task->view, task->views, atomic_load_explicit(&model->gain, memory_order_relaxed));
    task->weighed = 1;
    return device;
}

/* A call was placed for sure, as were those since the last one that was.
 * @param[in] gain  seconds that it saves on a GPU  @param[in] settled  as in the model  @return where it goes */
static int settle(sl__task *task, const sl__costs *costs, int device, double gain, double settled)
{
    sl__model *model = &task->state->model;
    const uint64_t placed = atomic_load_explicit(&model->placed, memory_order_relaxed);
    const unsigned calls = since_of(placed, kind_of(task)) + 1;
    const unsigned due = (int)(placed & 1) == device ? 2 * due_of(placed, kind_of(task)) + 1 : 1;
    const int checks = sl__costs_check(&task, 1, costs, device, (int)calls, sl__model_look_queued);
    if (device == SL__ON_DEVICE && sl__model_close(costs->run[SL__ON_CPU], costs->run[SL__ON_DEVICE]))
        sl__model_renew_hopes(model, calls * costs->run[SL__ON_DEVICE]);
    sl__add_loosely(&model->settled, ((device == SL__ON_DEVICE ? 1 : -1) - settled) * fmin(calls, RUNS) / RUNS);
    atomic_store_explicit(&model->gain, (float)gain, memory_order_relaxed);
    atomic_store_explicit(&model->looks, sl__batch_looks(), memory_order_relaxed);
    atomic_store_explicit(&model->placed,
                          pack(kind_of(task),
                               checks       ? 0
                               : due < RUNS ? due
                                            : RUNS,
                               0, device),
                          memory_order_relaxed);
    return checks ? !device : device;
}

/* What a call saves on a GPU. That a guess says so counts as far as it does for the scheduler, no less than nothing. */
static double gain_of(const sl__costs *costs)
{
    const double gain = costs->run[SL__ON_CPU] - costs->run[SL__ON_DEVICE];
    return costs->trusted[SL__ON_DEVICE] || gain < 0 ? gain : fmax(gain - GUESS, 0);
}

/* @param[in] wanted  it makes views that are wanted on a GPU */
static int place(sl__task *task, int wanted, int *sure)
{
    sl__model *model = &task->state->model;
    double settled = atomic_load_explicit(&model->settled, memory_order_relaxed), here = 0;
    sl__costs costs = {.trusted = {1, 1}};
    *sure = 1;
    int device = place_again(task);
    if (device != SL__SIDES)
        return device;
    double hoped = sl__costs_call(task, sl__model_look_queued, &costs, &here);
    const double loop = costs.run[SL__ON_DEVICE];
    costs.run[SL__ON_DEVICE] = task->waited ? loop + CUDA_CALL : fmax(loop, SL__CUDA_QUEUED);
    sl__costs_wait(&costs, here, task->waited, 0);
    const double gain = gain_of(&costs);
    costs.guess = costs.trusted[SL__ON_DEVICE] ? 0 : GUESS;
    device = sl__costs_weigh(task->view, task->views, &costs, sure);
    *sure |= wanted && device == SL__ON_DEVICE; /* of which the scheduler knows nothing */
    sl__costs_placed(*sure || costs.trusted[device]);
    if (!costs.trusted[device]) {
        if (*sure)
            sl__lean_weigh(task, gain, NULL, 0);
        return device; /* counted when the scheduler asks: then more is known */
    }
    double pull[SL__TASK_VIEWS];
    sl__costs_pulls(task->view, task->views, task->state, pull);
    sl__lean_weigh(task, gain, pull, settled > 0.5 ? settled : 0);
    device = sl__costs_weigh(task->view, task->views, &costs, sure);
    if (!*sure)
        return device;
    device = settle(task, &costs, device, gain, settled);
    if (device == SL__ON_CPU)
        sl__costs_spend(&task, 1, &hoped, costs.move[SL__ON_CPU]);
    return device;
}

void sl__place(sl__task *task)
{
    int sure = 1, device = sl__costs_device(task->where);
    if (task->kernel != NULL && task->where == SL__SIDE_BOTH) {
        const int wanted = sl__lean_made(sl__task_views(task), task->views, &task->state->model);
        if (!chooses)
            return;
        device = place(task, wanted, &sure);
        if (sure)
            task->where = device == SL__ON_DEVICE ? SL__SIDE_DEVICE : SL__SIDE_CPU;
    } else if (!task->weighed) {
        sl__lean_weigh(task, 0, NULL, 0);
    }
    sl__costs_plan(sl__task_views(task), task->views, task->kernel != NULL ? task->state : NULL, device);
}

/* ---- a piece of a region ------------------------------------------------------------------------------- */

/* Whether a run is loops in the calling thread that are shorter than the shortest on a GPU, over views in main memory.
 * Nothing else need be known of it then, and to find it out would take as long as some of them do. */
static int is_tiny(sl__task *const call[], int count, const sl__task_view view[], int views, double *gain)
{
    *gain = -count * CUDA_LOOP;
    for (int i = 0; i < count; i++) {
        const double here = sl__costs_here(call[i]);
        *gain += here + sl__inline_call();
        if (here == 0 || *gain >= 0)
            return 0;
    }
    for (int i = 0; i < views; i++)
        if (sl__costs_planned(view[i].view) != SL__VIEW_IN_MAIN)
            return 0;
    return 1;
}

static int runs_between(double run)
{
    return BETWEEN > SHORT_RUNS * run ? SHORT_RUNS : BETWEEN > RUNS * run ? (int)(BETWEEN / run) : RUNS;
}

/* The share of the last runs, of so many. */
static void follow(_Atomic float *share, int is, int runs)
{
    sl__add_loosely(share, ((is ? 1 : 0) - atomic_load_explicit(share, memory_order_relaxed)) / runs);
}

/* A piece is about to run: whether the program has looked at something since the last one of that kind. */
static void note_look(sl__model *model)
{
    const unsigned looks = sl__batch_looks();
    follow(&model->looked, looks != atomic_load_explicit(&model->looks, memory_order_relaxed), RUNS);
    atomic_store_explicit(&model->looks, looks, memory_order_relaxed);
}

void sl__place_ran(const sl__task *call, int here)
{
    follow(&call->state->model.queued, !here, RUNS);
}

/* What graphs take that are made, of each run its share: regions may be recorded anew for each solution. */
static double graph_of(const sl__model *model)
{
    const float known = atomic_load_explicit(&model->graph, memory_order_relaxed);
    return atomic_load_explicit(&model->fresh, memory_order_relaxed) * (known > 0 ? known : SL__MODEL_GRAPH);
}

/* What is kept of runs: a copy, while one is placed. */
typedef struct memory {
    int where, since, due, most;
    double gain;
    const void *by; /* the piece whose run was chosen a place last */
} memory;

/* What runs have in common that are alike: kernels, extents and policies of all their loops. */
static uint32_t print_of(sl__task *const call[], int count)
{
    uint32_t print = (uint32_t)count;
    for (int i = 0; i < count; i++)
        print = 31 * print + call[i]->footprint;
    return print != 0 ? print : 1;
}

/* Where runs that are alike have their memory, or a place for it: a free one, if there is any. */
static sl__alike *alike_of(sl__model *model, uint32_t print)
{
    for (uint32_t wanted = print;; wanted = 0) {
        for (int i = 0; i < SL__ALIKE; i++)
            if (atomic_load_explicit(&model->alike[i].print, memory_order_relaxed) == wanted)
                return &model->alike[i];
        if (wanted == 0) /* another one each time: of two that are in use none is to drive the other one out */
            return &model->alike[atomic_load_explicit(&model->choices, memory_order_relaxed) % SL__ALIKE];
    }
}

static memory recall(const sl__alike *alike, uint32_t print)
{
    if (atomic_load_explicit(&alike->print, memory_order_relaxed) != print)
        return (memory){0};
    return (memory){.where = atomic_load_explicit(&alike->where, memory_order_relaxed),
                    .since = atomic_load_explicit(&alike->since, memory_order_relaxed),
                    .due = atomic_load_explicit(&alike->due, memory_order_relaxed),
                    .most = atomic_load_explicit(&alike->most, memory_order_relaxed),
                    .gain = atomic_load_explicit(&alike->gain, memory_order_relaxed),
                    .by = atomic_load_explicit(&alike->by, memory_order_relaxed)};
}

static void keep(sl__alike *alike, uint32_t print, const memory *m)
{
    atomic_store_explicit(&alike->print, print, memory_order_relaxed);
    atomic_store_explicit(&alike->where, m->where, memory_order_relaxed);
    atomic_store_explicit(&alike->since, m->since, memory_order_relaxed);
    atomic_store_explicit(&alike->due, m->due, memory_order_relaxed);
    atomic_store_explicit(&alike->most, m->most, memory_order_relaxed);
    atomic_store_explicit(&alike->gain, (float)m->gain, memory_order_relaxed);
    atomic_store_explicit(&alike->by, m->by, memory_order_relaxed);
}

static int place_piece(sl__task *const call[], int count, const sl__task_view view[], int views, memory *memory)
{
    sl__costs costs = {.run = {0, CUDA_RUN}, .trusted = {1, 1}};
    double here = 0, hoped[SL__BATCH_TASKS];
    int sure;
    const sl__model *model = &call[0]->state->model;
    if (is_tiny(call, count, view, views, &memory->gain)) {
        memory->most = SHORT_RUNS;
        sl__lean_repeat(view, views, memory->gain);
        return SL__SIDE_CPU;
    }
    for (int i = 0; i < count; i++)
        hoped[i] = sl__costs_call(call[i], sl__model_look_in_run, &costs, &here);
    sl__costs_wait(&costs, here, atomic_load_explicit(&model->looked, memory_order_relaxed),
                   atomic_load_explicit(&model->queued, memory_order_relaxed));
    costs.run[SL__ON_DEVICE] += graph_of(model);
    double pull[SL__BATCH_VIEWS];
    sl__costs_pulls(view, views, call[0]->state, pull);
    memory->gain = costs.run[SL__ON_CPU] - costs.run[SL__ON_DEVICE];
    memory->most = runs_between(fmin(costs.run[SL__ON_CPU], costs.run[SL__ON_DEVICE]));
    sl__lean_count(view, views, memory->gain, pull, 0);
    int device = sl__costs_weigh(view, views, &costs, &sure);
    if (!sure && costs.trusted[device])
        return SL__SIDE_BOTH; /* long ones; a guess is tried */
    if (sure && sl__costs_check(call, count, &costs, device, memory->since, sl__model_look_in_run)) {
        memory->most = 1; /* the next run is placed anew */
        device = !device;
    }
    if (device == SL__ON_CPU)
        sl__costs_spend(call, count, hoped, costs.move[SL__ON_CPU]);
    return device == SL__ON_DEVICE ? SL__SIDE_DEVICE : SL__SIDE_CPU;
}

/* Whether a view would have to be fetched for the place that was chosen: others have use for it elsewhere. */
static int is_away(int where, const sl__task_view view[], int views)
{
    const int other = where == SL__SIDE_CPU ? SL__VIEW_ON_GPU : SL__VIEW_IN_MAIN;
    for (int i = 0; i < views; i++)
        if (sl__costs_planned(view[i].view) == other)
            return 1;
    return 0;
}

/* Whether a run's place is chosen, or it goes where the last one has gone: of its own piece, or of another one, whose
 * views are others perhaps. */
static int is_due(const memory *m, const sl__task_view view[], int views, int first)
{
    return m->where == 0 || m->since >= m->due || m->where == SL__SIDE_BOTH ||
           ((first || m->by != view || m->since >= RUNS) && is_away(m->where, view, views)) ||
           sl__costs_against(view, views, sl__costs_device(m->where));
}

/* Where a run goes that may go to either side. */
static int choose_where(sl__task *const call[], int count, const sl__task_view view[], int views, uint32_t print,
                        int first)
{
    sl__alike *alike = alike_of(&call[0]->state->model, print);
    memory m = recall(alike, print);
    follow(&call[0]->state->model.fresh, first, FRESH_RUNS);
    (void)sl__lean_made(view, views, &call[0]->state->model);
    m.since++;
    if (is_due(&m, view, views, first)) {
        m.by = view;
        m.where = place_piece(call, count, view, views, &m);
        atomic_fetch_add_explicit(&call[0]->state->model.choices, 1, memory_order_relaxed);
        m.due = 2 * m.due < m.most ? 2 * m.due + 1 : m.most;
        m.since = 0;
    } else { /* or what other loops say of the views between would count more than these */
        sl__lean_repeat(view, views, m.gain);
    }
    keep(alike, print, &m);
    return m.where;
}

int sl__place_piece(sl__task *const call[], int count, const sl__task_view view[], int views, int where,
                    uint32_t *alike)
{
    const int both = SL__SIDE_BOTH;
    if (!chooses || sl__device_workers() == 0)
        return where;
    note_look(&call[0]->state->model);
    const int first = *alike == 0;
    if (first)
        *alike = print_of(call, count);
    if (where != both)
        sl__lean_pinned(view, views, where);
    else
        where = choose_where(call, count, view, views, *alike, first);
    if (where != both)
        sl__costs_plan(view, views, call[0]->state, sl__costs_device(where));
    for (int i = 0; i < views && where == both; i++)
        if (view[i].access & SL_WRITE)
            atomic_store_explicit(&view[i].view->planned, 0, memory_order_relaxed);
    return where;
}
