/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/queue.h"
#include "call/inline.h"

#include <math.h>

#include "kernel/blocks.h"
#include "base/clock.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/state.h"
#include "data/hold.h"
#include "exec/cpu/cpu.h"
#include "data/split.h"
#include "place/lean.h"
#include "task/publish.h"
#include "machine/machine.h"
#include "task/spans.h"

/* Loops shorter than this on one core run in the calling thread: about what a wait for a queued one takes. A worker
 * group runs such loops on one thread, one after another. But several groups run them side by side: there a loop that
 * is not waited for is to take no more than queuing it. Measured: doc/notes/inline.md. */
#define SHORT_SECONDS 10e-6
#define SEVERAL_GROUPS_SECONDS 2e-6
#define LEFT_OPEN_SECONDS 4e-6 /* what a GPU takes for the shortest loop, in a batch */

/* One that took up to so many times as long in a worker is tried. */
#define TRIED 10

/* One that takes so many times as long as it is known to was stopped. */
#define STOPPED 4

int sl__inline_asks;
double sl__inline_below;

static double queued_below, waited_below; /* seconds; 0: never */
static int nodes;                         /* StarPU's memory nodes */
static _Atomic float call_seconds;        /* what a call costs besides its loop, lately */
#define CALL_SECONDS 0.3e-6F              /* before any was timed */

/* What the body of this thread's loop has submitted. */
static _Thread_local int running;
static _Thread_local sl__task *put_off, **put_off_end;

void sl__inline_init(void)
{
    waited_below = sl__env_int(SL__ENV_INLINE) ? SHORT_SECONDS : 0;
    queued_below = waited_below > 0 && sl__machine_groups() > 1 ? SEVERAL_GROUPS_SECONDS : waited_below;
    if (sl__inline_below > 0 && waited_below > 0)
        queued_below = waited_below = sl__inline_below;
    nodes = (int)starpu_memory_nodes_get_count();
    atomic_store_explicit(&call_seconds, CALL_SECONDS, memory_order_relaxed);
}

/* A loop that a GPU may run, too, would stay where its views are for ever. So a longer one does if it is placed on CPUs
 * when it is queued. */
static double limit(const sl__kernel_state *state, int where, int waits)
{
    double below = waits ? waited_below : queued_below;
    if (where == SL__SIDE_CPU || nodes == 1 || atomic_load_explicit(&state->model.settled, memory_order_relaxed) < -0.5)
        return below;
    return below < LEFT_OPEN_SECONDS ? below : LEFT_OPEN_SECONDS;
}

/* Nothing more than that is lost by longer ones, either, where a group runs them on one thread in any case: reductions
 * of one block, in ranks 1 and 2. */
static int is_for_one(const sl__kernel_state *state, sl_index points, double seconds)
{
    return seconds < SL__FORKS_ABOVE && state->reductions > 0 && points <= SL__BLOCK;
}

double sl__inline_seconds(const sl__kernel_state *state, const sl_policy *policy, sl_index points, int where, int waits)
{
    if (waited_below == 0)
        return 0;
    double seconds = sl__model_alone(&state->model, points), below = limit(state, where, waits);
    int here = seconds > 0 &&
               (seconds < below || (seconds < TRIED * below && sl__model_tries_here(&state->model, points)) ||
                (below >= SHORT_SECONDS && is_for_one(state, points, seconds))) &&
               policy->schedule <= SL_SIMD && (where & SL__SIDE_CPU) && state->scalars <= SL__TASK_SCALARS &&
               !sl__runtime_in_task() && sl__cpu_threads_override == 0 &&
               !(sl__split_active && sl__split_asked(&policy->split));
    return here ? seconds : 0;
}

/* ---- StarPU, where it has several memory nodes ------------------------------------------------------------ */

enum { VALID = 1, REQUESTED = 2 };

static int state_on(const sl_view *view, int node)
{
    int allocated, valid, requested;
    starpu_data_query_status(view->handle, node, &allocated, &valid, &requested);
    return (valid ? VALID : 0) | (requested ? REQUESTED : 0);
}

/* Whether another node has a copy, or is about to have one. */
static int is_elsewhere(const sl_view *view)
{
    for (int node = 0; node < nodes; node++)
        if (node != STARPU_MAIN_RAM && state_on(view, node))
            return 1;
    return 0;
}

/* A loop that may run on a GPU, too, does not take from there what it would write, and does not make here what is
 * wanted there. @param[in] taken  it writes what has a copy elsewhere */
static int resides(const sl__task *task, const sl__task_view *use, int taken)
{
    return (state_on(use->view, STARPU_MAIN_RAM) & VALID) &&
           (task->where == SL__SIDE_CPU || (!taken && !sl__lean_is_wanted(use, &task->state->model)));
}

/* @param[in] asked  bits: of which views StarPU was asked */
static void leave_starpu(const sl__task *task, unsigned asked)
{
    for (int i = 0; i < task->views; i++)
        if (asked & 1u << i)
            starpu_data_release_on_node(task->view[i].view->handle, STARPU_MAIN_RAM);
}

/* What only is in main memory stays there, and nothing else, while a loop holds the view. Where there are other copies,
 * those of what it writes must be known as old. StarPU grants this at once: all tasks have ended, but for what comes
 * after their functions, and if that is not over it says so. */
static int enter_starpu(const sl__task *task, unsigned *asked)
{
    *asked = 0;
    for (int i = 0; i < task->views; i++) {
        const sl__task_view *use = &task->view[i];
        const int taken = (use->access & SL_WRITE) && is_elsewhere(use->view), asks = taken || sl__inline_asks;
        if (resides(task, use, taken) &&
            (!asks || starpu_data_acquire_on_node_try(use->view->handle, STARPU_MAIN_RAM, sl__task_mode(use)) == 0)) {
            *asked |= (unsigned)asks << i;
            continue;
        }
        leave_starpu(task, *asked);
        return 0;
    }
    for (int i = 0; i < task->views; i++) {
        sl_view *view = task->view[i].view;
        if (task->view[i].access != SL_WRITE && !atomic_load_explicit(&view->needed, memory_order_relaxed))
            atomic_store_explicit(&view->needed, 1, memory_order_relaxed);
        if (!(task->view[i].access & SL_WRITE))
            continue;
        atomic_store_explicit(&view->planned, SL__VIEW_IN_MAIN, memory_order_relaxed);
        if (task->where != SL__SIDE_CPU)
            (void)sl__lean_made(&task->view[i], 1, &task->state->model);
        if (task->where == SL__SIDE_CPU && !task->weighed &&
            !sl__model_tries_here(&task->state->model, sl_space_size(&task->space)))
            sl__view_taken(view);
    }
    return 1;
}

/* ---- running ------------------------------------------------------------------------------------------------ */

static void let_go(const sl__task *task, int count)
{
    for (int i = 0; i < count; i++)
        sl__view_let_go(task->view[i].view, task->view[i].access & SL_WRITE);
}

static int hold(const sl__task *task)
{
    for (int i = 0; i < task->views; i++)
        if (!sl__view_hold(task->view[i].view, task->view[i].access & SL_WRITE)) {
            let_go(task, i);
            if (i > 0)
                sl__progress_wake(); /* somebody may have found them held */
            return 0;
        }
    return 1;
}

/* Whether to time a call: one in 16, but not every 16th, which may be the same kernel's always. */
static int due(void)
{
    static _Thread_local uint32_t number;
    return sl__random(&number) >> 28 == 0;
}

/* What a call costs besides its loop: what comes before that is about half of it. Some samples may be too long by any
 * factor, none is too short. */
static void note_call(double before)
{
    const float known = atomic_load_explicit(&call_seconds, memory_order_relaxed);
    const double seconds = fmin(2 * before, STOPPED * (double)known);
    atomic_store_explicit(&call_seconds, (float)(0.9 * known + 0.1 * seconds), memory_order_relaxed);
}

double sl__inline_call(void)
{
    return atomic_load_explicit(&call_seconds, memory_order_relaxed);
}

/* A call was timed: for the history of queued ones, too, which may know a first call only. One that took far longer
 * than what it is here for was stopped meanwhile. */
static void note(const sl__task *task, double seconds, int away, int failed)
{
    uint32_t footprint = sl__model_footprint(task->kernel, &task->policy, &task->space);
    sl_index points = sl_space_size(&task->space);
    seconds = fmin(seconds, STOPPED * sl__model_alone(&task->state->model, points));
    if (away)
        seconds = sl__model_warm(&task->state->model, footprint, seconds);
    sl__model_tried_here(&task->state->model, points, failed ? INFINITY : seconds);
    if (!failed)
        sl__model_note(&task->state->model, SL__ON_CPU, footprint, points, 1, seconds);
}

/* @param[in] called  when the call has begun; 0: it is not to be timed */
static sl__failure *run_kernel(sl__task *task, double called)
{
    void *buffers[SL__TASK_VIEWS];
    const int away = sl__task_comes_near(task, SL__NEAR_PROGRAM);
    int timed = called > 0 || sl__model_tries_here(&task->state->model, sl_space_size(&task->space));
    for (int i = 0; i < task->views; i++)
        buffers[i] = starpu_data_get_interface_on_node(task->view[i].view->handle, STARPU_MAIN_RAM);
    sl__cpu_effort effort = {.timed = 0}; /* on one thread */
    int64_t traced = sl__trace_begin();
    double begin = timed ? sl__clock_now() : 0;
    sl__in_task++;
    running = 1;
    sl__failure *failure = sl__cpu_run(task, buffers, NULL, &effort);
    running = 0;
    sl__in_task--;
    double seconds = timed ? sl__clock_now() - begin : 0;
    if (called > 0)
        note_call(begin - called);
    if (traced != 0) {
        task->number = sl__task_number();
        sl__trace_end(task, SL__ON_CPU, traced);
    }
    if (failure == NULL)
        failure = sl__task_fault(task);
    if (timed)
        note(task, seconds, away, failure != NULL);
    return failure;
}

/* What a task that is queued does from its begin to its end. Returns why it failed, with a reference. */
static sl__failure *run_and_mark(sl__task *task, double called)
{
    sl__failure *failure = sl__task_poisoned(task);
    int own = failure == NULL;
    if (own)
        failure = run_kernel(task, called);
    sl__task_mark_outputs(task, failure);
    if (failure != NULL && own && !task->waited)
        sl__failure_report(failure, sl__task_number());
    return failure;
}

/* ---- what a body submits ------------------------------------------------------------------------------------ */

int sl__inline_puts_off(sl__task *task)
{
    if (!running)
        return 0;
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        (void)sl__view_task_coming(views[i].view); /* the body may destroy it */
    if (put_off == NULL)
        put_off_end = &put_off;
    task->next = NULL;
    *put_off_end = task;
    put_off_end = &task->next;
    return 1;
}

/* Hands over one task, and gives back what sl__inline_puts_off() took. There is no call to return an error from. */
static void submit_one(sl__task *task)
{
    sl_view *view[SL__TASK_USES];
    int views = task->views;
    for (int i = 0; i < views; i++)
        view[i] = sl__task_views(task)[i].view;
    sl_status status = sl__task_submit(task, task->kernel ? &task->state->codelet : &sl__task_host_codelet,
                                       task->kernel ? "sl_forall" : "sl_task");
    for (int i = 0; i < views; i++)
        sl__view_task_done(view[i]);
    if (status == SL_SUCCESS)
        return;
    sl__failure *failure = sl__failure_new(status, "%s", sl_last_error());
    sl__failure_report(failure, sl__task_number());
    sl__failure_release(failure);
}

static void submit_put_off(void)
{
    while (put_off != NULL) {
        sl__task *task = put_off;
        put_off = task->next;
        submit_one(task);
    }
}

int sl__inline_run(sl__task *task, const char *function, sl_status *status)
{
    unsigned asked = 0;
    const double called = due() ? sl__clock_now() : 0;
    if (!hold(task))
        return 0;
    if ((nodes > 1 || sl__inline_asks) && !enter_starpu(task, &asked)) {
        let_go(task, task->views);
        sl__progress_wake();
        return 0;
    }
    SL_LOG(SL_LOG_DEBUG, "%s: loop \"%s\" runs in the calling thread", function, task->label);
    sl__tell_nothing(task->view, task->views);
    sl__failure *failure = run_and_mark(task, called);
    leave_starpu(task, asked);
    let_go(task, task->views);
    sl__progress_passed();
    if (put_off != NULL)
        submit_put_off();
    *status = SL_SUCCESS;
    if (failure == NULL)
        return 1;
    if (task->waited)
        *status = sl__failure_raise(failure);
    sl__failure_release(failure);
    return 1;
}
