/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/lean.h"

#include <math.h>

/* Loops come back. Towards the GPU only: the other way go the steps on scalars between two large loops. */
#define EAGERNESS 2

/* The policy counts a predicted transfer in the end of the task, and as a penalty. */
#define COUNTED_TWICE 2

float sl__lean_step(float lean, double gain, double transfer, int eager)
{
    if (gain > 0 && eager)
        gain *= EAGERNESS;
    return (float)fmin(fmax(lean + gain / transfer, -1), 1);
}

double sl__lean_forgive(float lean, int device, double transfer)
{
    double wish = device == SL__ON_CPU ? lean : -lean;
    return wish > 0 ? COUNTED_TWICE * fmin(wish, 1) * transfer : 0;
}

/* ---- the views of a task ------------------------------------------------------------------------------- */

static unsigned nodes[STARPU_NMAXWORKERS], node_count;
static double bandwidth = 1e10, latency = 1e-6; /* bytes a second, seconds */
#define REQUEST 20e-6 /* seconds that StarPU takes to have a view moved, and what follows to wait for it */

void sl__lean_begin(void)
{
    node_count = starpu_cuda_worker_get_count();
    for (unsigned i = 0; i < node_count; i++) {
        int worker = starpu_worker_get_by_type(STARPU_CUDA_WORKER, (int)i);
        nodes[i] = worker < 0 ? STARPU_MAIN_RAM : starpu_worker_get_memory_node((unsigned)worker);
    }
    if (node_count == 0)
        return;
    double speed = starpu_transfer_bandwidth(STARPU_MAIN_RAM, nodes[0]); /* bytes a microsecond */
    double first = starpu_transfer_latency(STARPU_MAIN_RAM, nodes[0]);
    bandwidth = speed > 0 ? 1e6 * speed : 1e10;
    latency = 1e-6 * (first > 1 ? first : 1);
}

int sl__lean_on_gpu(const sl_view *view)
{
    for (unsigned i = 0; i < node_count; i++)
        if (starpu_data_is_on_node(view->handle, nodes[i]))
            return 1;
    return 0;
}

double sl__lean_transfer(const sl_view *view)
{
    return REQUEST + latency + (double)view->count * (double)view->elem / bandwidth;
}

/* Not exact where several threads do it at once for a view, and need not be. */
static void note(sl_view *view, double gain, double pull, double start)
{
    float lean = atomic_load_explicit(&view->lean, memory_order_relaxed);
    float alone = atomic_load_explicit(&view->alone, memory_order_relaxed);
    int past = atomic_load_explicit(&view->lean_past, memory_order_relaxed), there = sl__lean_on_gpu(view);
    if (lean == 0 && past == 0)
        lean = alone = (float)start;
    if ((past & SL__LEAN_THERE) && !there) { /* for want of memory, or by a loop that ran on a CPU */
        lean = fmaxf(lean - 1, -1);
        alone = fmaxf(alone - 1, -1);
        past = SL__LEAN_TAKEN;
    }
    past = (past & SL__LEAN_TAKEN) | (there ? SL__LEAN_THERE : 0);
    lean = sl__lean_step(lean, gain + pull, sl__lean_transfer(view), !(past & SL__LEAN_TAKEN));
    alone = sl__lean_step(alone, gain, sl__lean_transfer(view), !(past & SL__LEAN_TAKEN));
    atomic_store_explicit(&view->lean, lean, memory_order_relaxed);
    atomic_store_explicit(&view->alone, alone, memory_order_relaxed);
    atomic_store_explicit(&view->lean_past, past, memory_order_relaxed);
}

int sl__lean_made(const sl__task_view use[], int views, sl__model *model)
{
    int wanted = 0;
    for (int i = 0; i < views; i++) {
        if (!sl__lean_makes(&use[i]))
            continue;
        const int there = sl__lean_is_wanted(&use[i], model);
        atomic_store_explicit(&use[i].view->origin, sl__lean_fate(model, use[i].view), memory_order_relaxed);
        if (there) {
            atomic_store_explicit(&use[i].view->lean, 1, memory_order_relaxed);
            atomic_store_explicit(&use[i].view->alone, 1, memory_order_relaxed);
        }
        wanted |= there;
    }
    return wanted;
}

void sl__lean_pinned(const sl__task_view view[], int views, int where)
{
    for (int i = 0; i < views; i++) {
        if (!(view[i].access & SL_WRITE))
            continue;
        if (where & SL__SIDE_DEVICE) {
            atomic_store_explicit(&view[i].view->lean, 1, memory_order_relaxed);
            atomic_store_explicit(&view[i].view->alone, 1, memory_order_relaxed);
        } else {
            sl__view_taken(view[i].view);
        }
    }
}

static int may_choose(const sl__task *task)
{
    return (task->where & SL__SIDE_CPU) && (task->where & SL__SIDE_DEVICE);
}

void sl__lean_count(const sl__task_view view[], int views, double gain, const double pull[], double start)
{
    for (int i = 0; i < views; i++)
        note(view[i].view, gain, pull != NULL ? pull[i] : 0, start);
}

/* Mostly it has come to an end of its range long ago. */
static void repeat(_Atomic float *lean, double gain, const sl_view *view, int eager)
{
    const float before = atomic_load_explicit(lean, memory_order_relaxed);
    if (gain > 0 ? before < 1 : before > -1)
        atomic_store_explicit(lean, sl__lean_step(before, gain, sl__lean_transfer(view), eager), memory_order_relaxed);
}

void sl__lean_repeat(const sl__task_view view[], int views, double gain)
{
    for (int i = 0; i < views; i++) {
        sl_view *v = view[i].view;
        const int eager = !(atomic_load_explicit(&v->lean_past, memory_order_relaxed) & SL__LEAN_TAKEN);
        repeat(&v->lean, gain, v, eager);
        repeat(&v->alone, gain, v, eager);
    }
}

void sl__lean_weigh(sl__task *task, double gain, const double pull[], double start)
{
    task->weighed = 1;
    if (!may_choose(task))
        sl__lean_pinned(sl__task_views(task), task->views, task->where);
    else
        sl__lean_count(task->view, task->views, gain, pull, start);
}

/* Microseconds that StarPU will count for the views that are not on the node but lean to its side, as far as they do.
 */
static double forgiven(const sl__task *task, const struct starpu_task *starpu_task, int device, unsigned node)
{
    double micros = 0;
    for (int i = 0; i < task->views; i++) {
        float lean = atomic_load_explicit(&task->view[i].view->lean, memory_order_relaxed);
        if (device == SL__ON_CPU ? lean > 0 : lean < 0)
            micros += sl__lean_forgive(lean, device,
                                       starpu_data_expected_transfer_time(STARPU_TASK_GET_HANDLE(starpu_task, i), node,
                                                                          STARPU_TASK_GET_MODE(starpu_task, i)));
    }
    return micros;
}

double sl__lean_charge(sl__task *task, const struct starpu_task *starpu_task, int device)
{
    if (!may_choose(task))
        return 0;
    if (!task->weighed)
        sl__lean_weigh(task, sl__model_hope(task, SL__ON_CPU) - sl__model_hope(task, SL__ON_DEVICE), NULL, 0);
    if (device == SL__ON_DEVICE)
        return 1e-6 * forgiven(task, starpu_task, device, STARPU_MAIN_RAM);
    double least = INFINITY; /* the GPU to which the least has to go */
    for (unsigned i = 0; i < node_count; i++)
        least = fmin(least, forgiven(task, starpu_task, device, nodes[i]));
    return isfinite(least) ? 1e-6 * least : 0;
}
