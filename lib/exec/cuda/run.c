/* SPDX-License-Identifier: BSD-3-Clause */
/* A task on a CUDA worker: launched by its function, ended by StarPU's epilogue, which comes when the stream has passed
 * the launch and before the tasks that depend on it are released. Both run in the worker's own thread. Short batches
 * end in another way: early_completion.c. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/fp.h"
#include "base/state.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/early_completion.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/clock.h"
#include "exec/cuda/joined.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/results.h"
#include "exec/cuda/run.h"
#include "exec/cuda/scatter.h"
#include "exec/cuda/state.h"
#include "exec/function.h"
#include "exec/form.h"
#include "exec/nest_shape.h"
#include "task/batch.h"
#include "task/fault.h"
#include "task/homes.h"
#include "kernel/kinds.h"

static void run_note_time(const sl__flight *flight)
{
    const sl__task *task = flight->task;
    float milliseconds = 0;
    if (gpu_event_elapsed_time(&milliseconds, flight->begin, flight->end) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return;
    }
    if (flight->due)
        sl__times_note(&task->state->times, task->footprint, SL__BY_DEVICE, sl__task_points(task), 1e-3 * milliseconds,
                       1e-3 * milliseconds);
    if (flight->due && task->stands_for != NULL)
        sl__homes_note(task, flight->device->worker, 1e-3 * milliseconds);
    sl__cuda_scatter_note(flight, 1e-3 * milliseconds);
}

sl__failure *sl__cuda_outcome(const sl__flight *flight)
{
    sl__task *task = flight->task;
    sl__failure *failure = NULL;
    if (sl__task_may_fail(task)) {
        task->fault = flight->pinned->fault;
        failure = sl__task_fault(task);
    }
    if (failure == NULL) { /* a failed loop has no result */
        sl__cuda_store_results(flight);
        sl__cuda_joined_store(flight);
        if (flight->timed && (flight->due || flight->scatter.timed))
            run_note_time(flight);
    }
    if (sl__watched())
        sl__cuda_flown(flight);
    return failure;
}

sl__failure *sl__cuda_joined_failure(const sl__task *task, gpu_error error)
{
    char who[SL__TASK_WHO];
    if (error == GPU_SUCCESS)
        return NULL;
    (void)gpu_get_last_error();
    return sl__failure_new(task->at, error == GPU_ERROR_MEMORY_ALLOCATION ? SL_ERR_MEMORY : SL_ERR_DEVICE,
                           "%s: expected a copy for a part of what it scatters or reduces into, got %s",
                           sl__task_who(task, who), gpu_get_error_string(error));
}

/* Launches a task. @return its flight; NULL with *failure set. */
static sl__flight *run_launch(sl__cuda_device *device, sl__task *task, unsigned *failed, unsigned depends, unsigned bit,
                              void *buffers[], sl__failure **failure)
{
    sl__flight *flight = sl__cuda_flight_take(device, task);
    if (flight == NULL) {
        *failure = sl__task_lacks(task, "pinned memory");
        return NULL;
    }
    flight->failed = failed;
    flight->depends = depends;
    flight->bit = bit;
    flight->due = sl__homes_due(task);
    flight->timed = flight->due || sl__watched();
    if (sl__watched() && task->whole == NULL)
        sl__cuda_places(task, buffers);
    if (sl__tools_on())
        sl__trace_tool_begin(task, SL__ON_DEVICE);
    *failure = sl__cuda_joined_failure(task, sl__cuda_joined_begin(flight, buffers));
    if (*failure == NULL)
        *failure = sl__cuda_launch(flight, buffers);
    if (*failure == NULL) {
        flight->joined_error = sl__cuda_joined_fetch(flight); /* with the device locked: from its scratch memory */
        return flight;
    }
    sl__cuda_flight_give(flight);
    return NULL;
}

sl__flight *sl__cuda_launch_with_lock(sl__cuda_device *device, sl__task *task, void *buffers[], sl__failure **failure)
{
    return run_launch(device, task, NULL, 0, 0, buffers, failure);
}

sl__flight *sl__cuda_launch_alone(sl__cuda_device *device, sl__task *task, void *buffers[], sl__failure **failure)
{
    pthread_mutex_lock(&device->launching);
    sl__flight *flight = sl__cuda_launch_with_lock(device, task, buffers, failure);
    pthread_mutex_unlock(&device->launching);
    return flight;
}

/* ---- one task ------------------------------------------------------------------------------------------ */

static void task_passed(void *arg)
{
    sl__flight *flight = arg;
    sl__task *task = flight->task;
    sl__failure *failure = sl__cuda_outcome(flight);
    sl__cuda_flight_give(flight);
    sl__task_end(task, failure, 1);
}

/* StarPU reads the callback when the task has terminated. */
void sl__cuda_set_epilogue(sl__cuda_device *const devices[], int count, void (*function)(void *), void *arg)
{
    struct starpu_task *starpu_task = starpu_task_get_current();
    for (int d = 0; d < count; d++)
        sl__cuda_join(devices[d]);
    starpu_task->epilogue_callback_func = function;
    starpu_task->epilogue_callback_arg = arg;
}

static void run_task_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__task *task = arg;
    sl__failure *failure = NULL;
    if (!sl__task_begin(task))
        return;
    sl__cuda_device *device = sl__cuda_device_current(task->at, &failure);
    sl__flight *flight = device ? sl__cuda_launch_alone(device, task, buffers, &failure) : NULL;
    if (flight != NULL)
        sl__cuda_set_epilogue(&device, 1, task_passed, flight);
    else
        sl__task_end(task, failure, 1);
}

/* ---- a host function ------------------------------------------------------------------------------------- */

/* One between its call and the end of what it has put into the stream. */
typedef struct function_flight {
    sl__task *task;
    sl__failure *failure;
} function_flight;

static void function_passed(void *arg)
{
    function_flight *f = arg;
    sl__trace_tool_end(f->task);
    sl__task_end(f->task, f->failure, 1);
    free(f);
}

/* Nobody else puts anything into the stream meanwhile. */
static sl__failure *call_function(sl__cuda_device *device, sl__task *task, void *buffers[])
{
    sl__fp_use();
    pthread_mutex_lock(&device->launching);
    const sl__task *before = sl__task_inside(task);
    (void)gpu_get_last_error(); /* of others */
    sl__failure *failure = sl__function_run(task, buffers, device->stream);
    const gpu_error error = gpu_get_last_error();
    sl__task_outside(before);
    pthread_mutex_unlock(&device->launching);
    if (failure != NULL || error == GPU_SUCCESS)
        return failure;
    return sl__failure_new(task->at, SL_ERR_DEVICE, "host task \"%s\": expected calls that CUDA takes, got %s",
                           task->label, gpu_get_error_string(error));
}

static void run_function_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__task *task = arg;
    sl__failure *failure = NULL;
    if (!sl__task_begin(task))
        return;
    sl__cuda_device *device = sl__cuda_device_current(task->at, &failure);
    function_flight *f = device != NULL ? malloc(sizeof *f) : NULL;
    if (f == NULL) {
        if (failure == NULL)
            failure =
                sl__failure_new(task->at, SL_ERR_MEMORY, "host task \"%s\": expected memory, got none", task->label);
        sl__task_end(task, failure, 1);
        return;
    }
    f->task = task;
    if (sl__tools_on())
        sl__trace_tool_begin(task, SL__ON_DEVICE);
    f->failure = call_function(device, task, buffers);
    sl__cuda_set_epilogue(&device, 1, function_passed, f);
}

void sl__cuda_function_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_function_run);
}

/* ---- a batch ------------------------------------------------------------------------------------------- */

void sl__cuda_batch_end_tasks(sl__batch *batch)
{
    int failed = 0;
    sl__trace_batch(1);
    for (int i = 0; i < batch->count; i++) {
        sl__task *task = batch->task[i];
        sl__flight *flight = batch->flight[i];
        sl__failure *failure = batch->failure[i];
        int own = failure != NULL;
        if (failure == NULL) /* those before it in the batch have ended: what they have poisoned is marked */
            failure = sl__task_poisoned(task);
        if (failure == NULL && flight != NULL) {
            failure = sl__cuda_outcome(flight);
            own = 1;
        }
        if (flight != NULL)
            sl__cuda_flight_give(flight);
        failed |= failure != NULL;
        sl__task_end(task, failure, own);
    }
    for (int r = 0; r < batch->runs && failed; r++)
        sl__cuda_graph_failed(batch->run[r].graphs);
    sl__trace_batch(0);
}

static void batch_ended(void *arg)
{
    sl__cuda_batch_end_tasks(arg);
    sl__batch_give(arg);
}

/* Whether StarPU may take it for ended when it is launched. */
static int batch_may_leave(const sl__batch *batch)
{
    if (batch->where != SL__ON_DEVICE)
        return 0;
    for (int i = 0; i < batch->count; i++)
        if (sl__task_may_fail(batch->task[i]) || batch->failure[i] != NULL)
            return 0;
    return 1;
}

static void batch_mark(void *arg)
{
    const sl__batch *batch = arg;
    for (int i = 0; i < batch->count; i++)
        sl__task_mark_outputs(batch->task[i], NULL);
}

static void batch_entered(void *arg)
{
    const sl__batch *batch = arg;
    for (int i = 0; i <= batch->count; i++)
        sl__batch_launched(batch, i, 1);
}

/* Of one that StarPU took for ended all loops were launched, none can have failed, and what they wrote is marked. */
static void batch_passed_early(void *arg)
{
    sl__batch *batch = arg;
    for (int i = 0; i < batch->count; i++) {
        sl__flight *flight = batch->flight[i];
        if (flight != NULL && !flight->of_graph)
            (void)sl__cuda_outcome(flight);
        if (flight != NULL)
            sl__cuda_flight_give(flight);
        sl__batch_launched(batch, i, -1);
        sl__task_close(batch->task[i], NULL, 0);
    }
    sl__batch_launched(batch, batch->count, -1);
    sl__batch_give(batch);
}

int sl__cuda_batch_leaves(sl__cuda_device *device, sl__batch *batch)
{
    const sl__launched what = {.mark = batch_mark,
                               .entered = batch_entered,
                               .passed = batch_passed_early,
                               .arg = batch,
                               .seconds = batch->seconds};
    return batch_may_leave(batch) && sl__early_completion_add(&device, 1, &what);
}

unsigned sl__cuda_may_fail(const sl__batch *batch)
{
    unsigned bits = 0;
    for (int i = 0; i < batch->count && i < SL__FAILING_ON_DEVICE; i++) /* longer batches have none */
        if (sl__task_may_fail(batch->task[i]))
            bits |= 1u << i;
    return bits;
}

/* @param word  where launches that may fail say so; NULL where none may  @param mask  those launches */
static int runs(sl__batch *batch, int i, sl__cuda_device *device, unsigned *word, unsigned mask, void *buffers[],
                const unsigned char missing[])
{
    void *own[SL__TASK_VIEWS];
    sl__task *task = batch->task[i];
    unsigned bit = i < SL__FAILING_ON_DEVICE ? mask & 1u << i : 0;
    batch->failure[i] = sl__task_start(task);
    if (batch->failure[i] != NULL || sl__batch_lacks_input(batch, i, missing))
        return 0;
    sl__batch_buffers(batch, i, buffers, own);
    if (device != NULL)
        batch->flight[i] =
            run_launch(device, task, word, (unsigned)batch->depends[i] & mask, bit, own, &batch->failure[i]);
    return batch->flight[i] != NULL;
}

/* The loops of one run of a region as one graph: where all of them run, and something is written. Runs that write are
 * ordered by StarPU, so the graph of one is not in flight when the next begins; runs that only read are not. @return 0
 * when they are to be launched one by one. */
static int run_graph(sl__cuda_device *device, sl__batch *batch, const sl__batch_run *run, unsigned char missing[],
                     void *buffers[])
{
    void *own[SL__TASK_VIEWS];
    const int end = run->first + run->count;
    int writes = 0;
    for (int i = run->first; i < end; i++) {
        const sl_kernel *kernel = batch->task[i]->kernel;
        if (sl__form_exec_of(kernel)->launches_itself ||
            sl__nest_has_planes(kernel->nest_) ||   /* it may be many launches */
            sl__task_awaits_ends(batch->task[i]) || /* the host reads these */
            batch->task[i]->state->arrays > 0)
            return 0;
        for (int v = 0; v < batch->task[i]->views; v++) {
            if (missing[batch->place[i][v]])
                return 0;
            writes |= batch->task[i]->view[v].access & SL_WRITE;
        }
        sl__batch_buffers(batch, i, buffers, own);
        if (sl__cuda_scatter_is_open(device, batch->task[i], own))
            return 0;
    }
    if (!writes || !sl__cuda_graph_launch(device, batch, run, buffers))
        return 0;
    for (int i = run->first; i < end; i++) {
        batch->failure[i] = sl__task_start(batch->task[i]); /* nobody waits for them, so none was given up */
        sl__batch_mark_outputs(batch, i, missing, 0);
    }
    return 1;
}

int sl__cuda_batch_launch(sl__cuda_device *device, sl__batch *batch, void *buffers[], sl__failure *failure)
{
    unsigned char missing[SL__BATCH_VIEWS];
    unsigned mask = sl__cuda_may_fail(batch);
    unsigned *word = device != NULL && batch->count > 1 && mask != 0 ? sl__cuda_next_word(device) : NULL;
    int all = device != NULL;
    for (int v = 0; v < batch->views; v++)
        missing[v] = (unsigned char)sl__view_is_poisoned(batch->view[v].view);
    for (int i = 0, r = 0; i < batch->count;) {
        const sl__batch_run *run = r < batch->runs && batch->run[r].first == i ? &batch->run[r++] : NULL;
        if (run != NULL && device != NULL && !sl__watched() && run_graph(device, batch, run, missing, buffers)) {
            i += run->count;
            continue;
        }
        for (int end = run != NULL ? i + run->count : batch->count; i < end; i++) {
            int ran = runs(batch, i, device, word, mask, buffers, missing);
            if (device == NULL && batch->failure[i] == NULL)
                batch->failure[i] = sl__failure_retain(failure);
            sl__batch_mark_outputs(batch, i, missing, !ran);
            all &= ran;
        }
    }
    return all;
}

static void run_batch_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__batch *batch = arg;
    sl__failure *failure = NULL;
    sl__cuda_device *device = sl__cuda_device_current(batch->task[0]->at, &failure);
    if (device != NULL)
        pthread_mutex_lock(&device->launching);
    int all = sl__cuda_batch_launch(device, batch, buffers, failure);
    if (device != NULL)
        pthread_mutex_unlock(&device->launching);
    sl__failure_release(failure);
    sl__batch_passed(batch);
    if (!all || !sl__cuda_batch_leaves(device, batch))
        sl__cuda_set_epilogue(&device, device != NULL, batch_ended, batch);
    if (device != NULL)
        sl__early_completion_finish(device, INT_MAX);
}

void sl__cuda_batch_codelet(struct starpu_codelet *codelet)
{
    codelet->where = 0;
    sl__cuda_codelet(codelet, run_batch_run);
}

void sl__cuda_kernel_codelet(struct starpu_codelet *codelet, const sl_kernel *kernel)
{
    if (kernel->cuda == NULL || kernel->cuda->abi != SL__ABI || kernel->cuda->bounds_checked != kernel->bounds_checked)
        return; /* its packed arguments would not be those of the CPU's half */
    sl__cuda_codelet(codelet, run_task_run);
}

sl_status sl__cuda_init(void)
{
    if (sl__device_workers() > 0)
        sl__cuda_watch(1);
    return SL_SUCCESS;
}

void sl__cuda_fini(void)
{
    sl__cuda_watch(0);
    sl__cuda_devices_free();
}
