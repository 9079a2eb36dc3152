/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/costs.h"

#include <math.h>

#include "call/inline.h"
#include "place/lean.h"

/* What a call on CPUs costs besides, in a batch. */
#define CPU_CALL 0.5e-6
#define WAIT 10e-6 /* until a program goes on that waits for a worker, or for a GPU */

/* From here on a scheduler's decision is worth its time, if the other kind of device is not much slower. */
#define LONG 200e-6
#define CLOSE 4

/* Times of an earlier run, and guesses, that keep calls from a kind of device are checked once they have done so for
 * that many times what the check costs, and after each check for twice as long: it may cost more than was known. */
#define CHECK 100
#define FIRST 1e-3 /* seconds, besides, for each kernel that was never seen there */

/* Calls whose place was chosen, by known times, since one was left to the scheduler for want of a time; loosely. A
 * chain needs neighbours: while some are left to it, choices in the hope for one would be in vain. */
static _Atomic int placed_in_a_row;
#define HOPES_FROM 64

void sl__costs_begin(void)
{
    atomic_store_explicit(&placed_in_a_row, 0, memory_order_relaxed);
}

int sl__costs_choose(const sl__costs *costs, int *sure)
{
    double cpu = costs->run[SL__ON_CPU] + costs->move[SL__ON_CPU];
    double gpu = costs->run[SL__ON_DEVICE] + costs->move[SL__ON_DEVICE] + costs->guess;
    int device = gpu < cpu ? SL__ON_DEVICE : SL__ON_CPU;
    *sure = costs->trusted[device] && (fmin(cpu, gpu) < LONG || fmax(cpu, gpu) > CLOSE * fmin(cpu, gpu));
    return device;
}

void sl__costs_wait(sl__costs *costs, double here, double share, double queued)
{
    const double waited = costs->run[SL__ON_CPU] + share * WAIT;
    costs->run[SL__ON_CPU] = queued * waited + (1 - queued) * fmin(waited, here);
    costs->run[SL__ON_DEVICE] += share * WAIT;
}

double sl__costs_counts(float lean, int device)
{
    double wish = device == SL__ON_DEVICE ? lean : -lean;
    return wish > 0 ? 1 - fmin(wish, 1) : 1;
}

/* ---- the views of a task ------------------------------------------------------------------------------- */

int sl__costs_planned(sl_view *view)
{
    int now = atomic_load_explicit(&view->planned, memory_order_relaxed);
    if (now != 0 && !atomic_load_explicit(&view->exposed, memory_order_acquire))
        return now;
    return (starpu_data_is_on_node(view->handle, STARPU_MAIN_RAM) ? SL__VIEW_IN_MAIN : 0) |
           (sl__lean_on_gpu(view) ? SL__VIEW_ON_GPU : 0);
}

static int is_needed(const sl__task_view *use)
{
    return use->access != SL_WRITE || use->keeps;
}

/* What it takes to have the views on a device; and to have what is only written where its loops want it, later. */
static double moves(const sl__task_view use[], int views, int device)
{
    double seconds = 0;
    for (int i = 0; i < views; i++) {
        sl_view *view = use[i].view;
        const float lean = atomic_load_explicit(&view->lean, memory_order_relaxed);
        if (!is_needed(&use[i]))
            seconds += sl__lean_transfer(view) * (1 - sl__costs_counts(lean, !device));
        else if (!(sl__costs_planned(view) & sl__costs_bit(device)))
            seconds += sl__lean_transfer(view) * sl__costs_counts(lean, device);
    }
    return seconds;
}

int sl__costs_weigh(const sl__task_view use[], int views, sl__costs *costs, int *sure)
{
    for (int d = 0; d < SL__SIDES; d++)
        costs->move[d] = moves(use, views, d);
    return sl__costs_choose(costs, sure);
}

/* Whether a call needs a view that is on the device alone for others' sake, and there is reason for that. */
static int is_kept(const sl__task_view *use, const void *kernel, int device)
{
    return is_needed(use) && sl__costs_planned(use->view) == sl__costs_bit(device) &&
           (device == SL__ON_DEVICE ? sl__lean_may_stay(use->view) : sl__lean_is_home(use->view)) &&
           atomic_load_explicit(&use->view->placed_by, memory_order_relaxed) != kernel;
}

void sl__costs_pulls(const sl__task_view use[], int views, const void *kernel, double pull[])
{
    double all = 0;
    for (int i = 0; i < views; i++) {
        pull[i] = is_kept(&use[i], kernel, SL__ON_DEVICE) ? sl__lean_transfer(use[i].view)
                  : is_kept(&use[i], kernel, SL__ON_CPU)  ? -sl__lean_transfer(use[i].view)
                                                          : 0;
        all += pull[i];
    }
    for (int i = 0; i < views; i++)
        pull[i] = all - pull[i];
}

int sl__costs_against(const sl__task_view use[], int views, int device)
{
    for (int i = 0; i < views; i++) {
        const float lean = atomic_load_explicit(&use[i].view->lean, memory_order_relaxed);
        if ((use[i].access & SL_WRITE) && sl__costs_counts(lean, !device) == 0)
            return 1;
    }
    return 0;
}

void sl__costs_plan(const sl__task_view use[], int views, const void *kernel, int device)
{
    for (int i = 0; i < views; i++) {
        int there = sl__costs_bit(device);
        if (!(use[i].access & SL_WRITE))
            there |= sl__costs_planned(use[i].view);
        else if (device == SL__ON_DEVICE)
            atomic_store_explicit(&use[i].view->near, SL__NEAR_GPU, memory_order_relaxed);
        if (is_needed(&use[i]))
            atomic_store_explicit(&use[i].view->needed, 1, memory_order_relaxed);
        atomic_store_explicit(&use[i].view->placed_by, kernel, memory_order_relaxed);
        atomic_store_explicit(&use[i].view->planned, there, memory_order_relaxed);
    }
}

/* ---- calls --------------------------------------------------------------------------------------------- */

double sl__costs_here(const sl__task *task)
{
    return sl__inline_seconds(task->state, &task->policy, sl_space_size(&task->space), SL__SIDE_CPU, 0);
}

/* Whether the time of a call on a device was measured, and more than once. */
static int is_trusted(const sl__task *task, int device, sl__sample known)
{
    return known.samples >= SL__SAMPLES_TRUSTED ||
           (device == SL__ON_CPU && sl__costs_here(task) > 0 &&
            !sl__model_tries_here(&task->state->model, sl_space_size(&task->space)));
}

/* A call of whose time on the device nothing is known but that of an earlier run, or a guess by which it may be as good
 * as any other; NULL: there is none. */
static const sl__task *doubtful_one(sl__task *const call[], int count, const sl__costs *costs, int device,
                                    sl__costs_look *known)
{
    const int close = sl__model_close(costs->run[SL__ON_CPU], costs->run[SL__ON_DEVICE]);
    for (int i = 0; i < count; i++) {
        const sl__sample is = known(&call[i]->state->model, device, call[i]->footprint);
        if (is.old || (close && !is_trusted(call[i], device, is)))
            return call[i];
    }
    return NULL;
}

/* Kernels of which no such call was seen on the device. */
static int unseen(sl__task *const call[], int count, int device, sl__costs_look *known)
{
    int kernels = 0;
    for (int i = 0; i < count; i++) {
        int first = 0;
        while (call[first]->state != call[i]->state)
            first++;
        kernels += first == i && known(&call[i]->state->model, device, call[i]->footprint).samples == 0;
    }
    return kernels;
}

int sl__costs_check(sl__task *const call[], int count, const sl__costs *costs, int device, int calls,
                    sl__costs_look *known)
{
    const sl__task *doubtful = doubtful_one(call, count, costs, !device, known);
    if (doubtful == NULL)
        return 0;
    _Atomic float *spent = &doubtful->state->model.on[device].spent;
    sl__add_loosely(spent, calls * costs->run[device]);
    _Atomic int *checks = &doubtful->state->model.on[device].checks;
    const int checked = atomic_load_explicit(checks, memory_order_relaxed);
    const double most = atomic_load_explicit(spent, memory_order_relaxed) / (CHECK * exp2(checked));
    const double check = costs->run[!device] + costs->move[!device] + costs->move[device];
    if (most < check || most < check + FIRST * unseen(call, count, !device, known))
        return 0;
    atomic_store_explicit(spent, 0, memory_order_relaxed);
    atomic_store_explicit(checks, checked + 1, memory_order_relaxed);
    return 1;
}

void sl__costs_placed(int trusted)
{
    const int before = atomic_load_explicit(&placed_in_a_row, memory_order_relaxed);
    if (!trusted || before < HOPES_FROM)
        atomic_store_explicit(&placed_in_a_row, trusted ? before + 1 : 0, memory_order_relaxed);
}

double sl__costs_call(const sl__task *task, sl__costs_look *known, sl__costs *costs, double *all_here)
{
    double (*hope)(const sl__task *, int) = known == sl__model_look_in_run ? sl__model_hope_in_run : sl__model_hope;
    const sl__model *model = &task->state->model;
    const double here = sl__costs_here(task);
    const double gpu = hope(task, SL__ON_DEVICE);
    *all_here += here > 0 ? here + sl__inline_call() : INFINITY;
    const double other = known == sl__model_look_in_run ? gpu : fmax(gpu, SL__CUDA_QUEUED);
    const double by_itself = hope(task, SL__ON_CPU);
    const int hopes =
        known == sl__model_look_in_run || atomic_load_explicit(&placed_in_a_row, memory_order_relaxed) >= HOPES_FROM;
    double hoped = sl__model_hope_chained(task, by_itself, other);
    if (!hopes && hoped > 0)
        hoped = SL__NO_HOPE;
    costs->run[SL__ON_CPU] += by_itself - fmax(hoped, 0) + CPU_CALL;
    costs->run[SL__ON_DEVICE] += gpu;
    for (int d = 0; d < SL__SIDES; d++)
        costs->trusted[d] &= is_trusted(task, d, known(model, d, task->footprint));
    return hoped;
}

void sl__costs_spend(sl__task *const call[], int count, double hoped[], double away)
{
    for (int i = 0; i < count; i++) {
        double all = hoped[i], calls = 1;
        if (hoped[i] < 0)
            continue;
        for (int j = i + 1; j < count; j++)
            if (call[j]->state == call[i]->state && hoped[j] >= 0) {
                all += hoped[j];
                hoped[j] = SL__NO_HOPE;
                calls++;
            }
        sl__model_spend_hope(&call[i]->state->model, call[i]->footprint, all, away * calls / count);
    }
}
