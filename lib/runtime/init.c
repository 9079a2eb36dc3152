/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The beginning and end of the library, and pauses. */
#include "config.h"

#include <pthread.h>
#include <unistd.h>

#include <starloop/loop.h>

#include "backend/backend.h"
#include "base/descriptors.h"
#include "base/env.h"
#include "base/error.h"
#include "base/failure.h"
#include "base/fp.h"
#include "base/gate.h"
#include "base/log.h"
#include "base/order.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "base/signals.h"
#include "base/starpu.h"
#include "base/state.h"
#include "call/inline.h"
#include "call/region.h"
#include "call/split.h"
#include "call/submit.h"
#include "data/holders.h"
#include "data/hooks.h"
#include "data/host.h"
#include "data/reaper.h"
#include "data/view.h"
#include "exec/cpu/cpu.h"
#include "exec/worker.h"
#include "machine/machine.h"
#include "task/place.h"
#include "runtime/part.h"
#include "runtime/probe.h"
#include "runtime/start.h"
#include "task/batch.h"
#include "task/epoch.h"
#include "task/fused.h"
#include "task/spans.h"
#include "task/split.h"
#include "task/split_part.h"
#include "task/stuck.h"
#include "task/task.h"
#include "trace/trace.h"
#include "machine/lend.h"
#include "task/arrows.h"

/* Held while the library starts, ends, pauses. Never taken from inside a task, nor in a forked child. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int depth;       /* of sl_init() */
static int pause_depth; /* of sl_pause() */
static int mpi_runs;    /* StarPU-MPI does, which ends before StarPU */

/* ---- forks ---- */

static void after_fork_in_child(void)
{
    sl__state_phase now = sl__state_get();
    if (now == SL__STATE_STARTING || now == SL__STATE_ON || now == SL__STATE_ENDING)
        sl__state_set(SL__STATE_FORKED);
}

static void watch_forks(void)
{
    if (pthread_atfork(NULL, NULL, after_fork_in_child) != 0)
        SL_LOG(SL_LOG_WARN, "sl_init: no memory to watch forks: a forked child that calls Starloop will hang");
}

/* ---- starting and ending ---- */

/* Whether there is a core that neither loops nor the workers of devices nor StarPU-MPI use. */
static int has_spare_core(void)
{
    const sl__topology *topology = sl__machine_topology();
    const sl__plan *plan = sl__machine_plan();
    return topology != NULL && !topology->is_share &&
           topology->allowed_cores > plan->cores + (plan->gpu_shared ? 0 : plan->gpus) + mpi_runs;
}

static sl_status start_loops(void)
{
    sl__worker_init();
    sl__fused_init();
    sl__part_init();
    sl__cpu_init();
    SL_TRY(sl__device_init());
    if (sl__device_workers() > 0)
        sl__device_function_codelet(&sl__task_host_codelet);
    sl__batch_init();
    sl__inline_init();
    sl__lend_init();
    sl__place_begin();
    sl__split_loops_init();
    sl__progress_set_spare(has_spare_core());
    sl__progress_set_poll(sl__device_workers() > 0 ? sl__device_poll : NULL);
    return sl__task_init();
}

static void end_loops(void)
{
    sl__lend_fini();
    sl__regions_fini();
    starpu_task_wait_for_all(); /* our tasks have run; StarPU may not have finished with the last of them */
    sl__progress_drain();       /* another thread may be ending what nobody waits for any more */
    sl__progress_set_poll(NULL);
    sl__split_loops_fini();
    sl__task_fini();
    sl__batch_fini();
    sl__device_fini();
    sl__cpu_fini();
}

static sl_status start_parts(void)
{
    sl_status status;

    SL_TRY(sl__trace_init());
    sl__arrows_init();
    sl__data_hooks = (struct sl__data_hooks){.flush = sl__batch_flush,
                                             .host_synced = sl__batch_host_synced,
                                             .lose = sl__regions_lose,
                                             .waits = sl__stuck_view,
                                             .copy = sl__deep_copy};
    status = sl__data_init();
    if (status == SL_SUCCESS) {
        status = start_loops();
        if (status != SL_SUCCESS)
            sl__data_fini();
    }
    if (status != SL_SUCCESS)
        (void)sl__trace_fini();
    return status;
}

static sl_status start_threads(const sl_config *config)
{
    sl_status status;

    sl__gate_init();
    sl__fp_remember();
    SL_TRY(sl__env_read());
    SL_TRY(sl__start_check(config));
    SL_TRY(sl__start(config));
    sl__state_set(SL__STATE_STARTING);
    sl__reserve_init();
    status = start_parts();
    if (status != SL_SUCCESS) {
        sl__reserve_give();
        sl__state_set(SL__STATE_OFF);
        sl__start_undo();
        sl__trace_release();
        return status;
    }
    sl__state_set(SL__STATE_ON); /* last: other threads may wait for it */
    SL_LOG(SL_LOG_INFO, "sl_init: %d cores in %d worker groups, %d GPUs, scheduler %s", sl_cpu_cores(),
           sl_cpu_workers(), sl_gpus(), sl__start_scheduler());
    return SL_SUCCESS;
}

static sl_status start(const sl_config *config)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sl__signals before;

    pthread_once(&once, watch_forks);
    sl__signals_block(&before);
    const unsigned held = sl__descriptors_hold();
    sl__log_watch_stderr(held >> STDERR_FILENO & 1);
    sl_status status = start_threads(config);
    sl__descriptors_release(held);
    sl__signals_restore(&before);
    return status;
}

/* A nested call cannot change what runs; it may say the same again. */
static void compare_nested(const sl_config *config)
{
    if (!config)
        return;
    if ((config->cpu_workers != SL_WORKERS_DEFAULT && config->cpu_workers != sl__start_level()) ||
        (config->cpu_cores > 0 && config->cpu_cores != sl_cpu_cores()))
        SL_LOG(SL_LOG_WARN, "sl_init: Starloop runs already: the worker groups stay as the first sl_init() made them");
    if (config->gpus != 0 && sl_gpus() > (config->gpus < 0 ? 0 : config->gpus))
        SL_LOG(SL_LOG_WARN, "sl_init: Starloop runs already: the GPUs stay as the first sl_init() chose them");
}

sl_status sl__init(unsigned abi, const sl_config *config)
{
    if (abi != SL__ABI)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_init: expected a program that was compiled with the headers of this library, interface %d, "
                       "got one of interface %u: compile it again",
                       SL__ABI, abi);
    return (sl_init)(config);
}

sl_status(sl_init)(const sl_config *config)
{
    sl_status status;

    if (sl__state_get() == SL__STATE_FORKED)
        return sl__state_forked("sl_init");
    if (sl__in_task || (sl_is_initialized() && sl__runtime_in_task()))
        return sl__state_inside_task("sl_init");
    pthread_mutex_lock(&lock);
    if (depth > 0) {
        status = sl__start_check(config);
        if (status == SL_SUCCESS)
            compare_nested(config);
    } else {
        status = start(config);
    }
    if (status == SL_SUCCESS)
        depth++;
    pthread_mutex_unlock(&lock);
    return status;
}

/* Only the first of several nested pauses, and the end of the last one, pause StarPU and let it go on. */
static void set_pauses(int wanted)
{
    if (pause_depth == 0 && wanted > 0) {
        sl__lend_end(0);
        starpu_pause(); /* the threads of the groups sleep by themselves between loops */
        sl__state_set_paused(1);
    } else if (pause_depth > 0 && wanted == 0) {
        sl__state_set_paused(0);
        starpu_resume();
    }
    pause_depth = wanted;
}

/* Tasks that other threads have queued since the wait may have begun: they end. */
static sl_status pause_first(void)
{
    SL_TRY(sl_wait());
    set_pauses(1);
    sl_status status = sl__state_wait_for_runs();
    if (status != SL_SUCCESS)
        set_pauses(0);
    return status;
}

/* Waits for every task, those that tasks have queued meanwhile, too. */
static sl_status wait_for_all(void)
{
    sl_status first = SL_SUCCESS, status;

    do {
        status = sl_wait();
        if (first == SL_SUCCESS)
            first = status;
    } while (status != SL_ERR_STALLED && sl__progress_pending() > 0);
    return status == SL_ERR_STALLED ? status : first;
}

static sl_status busy(int open)
{
    char names[SL__ERROR_TEXT / 2];
    sl__holders_name(names, sizeof names);
    return SL_FAIL(SL_ERR_BUSY,
                   "sl_finalize: %d views are open for host access, or about to be: %s: call "
                   "sl_host_end() first",
                   open, names);
}

/* No thread but this one is in a call, nor begins one; tasks may. An access that another one has begun meanwhile it may
 * end, for which the last wait is. */
static sl_status close_calls(void)
{
    sl__batch_flush(); /* what others wait for */
    sl__state_close();
    sl_status status = sl__state_wait_for_calls();
    int open = sl__data_open_accesses() + sl__data_mailbox_accesses();
    if (status == SL_SUCCESS && open > 0) {
        sl__state_reopen();
        return busy(open);
    }
    return status == SL_SUCCESS ? sl__state_wait_for_calls() : status;
}

/* Ends the library, at the outermost level and under the lock. */
static sl_status init_end(void)
{
    sl_status status, late;
    int open = sl__data_open_accesses() + sl__data_mailbox_accesses();

    if (open > 0)
        return busy(open);
    while (pause_depth > 0)
        set_pauses(pause_depth - 1);
    status = close_calls();
    if (status == SL_SUCCESS)
        status = wait_for_all();
    else if (status == SL_ERR_BUSY)
        return status;
    if (status == SL_ERR_STALLED) { /* StarPU would wait for the tasks forever */
        sl__state_reopen();
        sl__trace_flush();
        return status;
    }
    depth = 0;
    sl__reserve_give();
    end_loops();
    late = sl__failure_take(); /* of what codelets of the program's own have queued: not for the next round */
    if (status == SL_SUCCESS)
        status = late;
    sl__data_fini();
    late = sl__trace_fini();
    if (status == SL_SUCCESS)
        status = late;
    sl__state_set(SL__STATE_OFF);
    sl__start_undo();
    sl__trace_release();
    return status;
}

/* The same. Files of StarPU's and of the library are written. */
static sl_status end_quietly(void)
{
    sl__signals before;

    sl__signals_block_writes(&before);
    const unsigned held = sl__descriptors_hold();
    sl_status status = init_end();
    sl__descriptors_release(held);
    sl__signals_restore(&before);
    return status;
}

sl_status sl_finalize(void)
{
    sl_status status;

    SL_TRY(sl__runtime_check_blocking("sl_finalize"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_finalize"); /* another thread may have ended it meanwhile */
    if (status == SL_SUCCESS && depth == 1 && mpi_runs)
        status = SL_FAIL(SL_ERR_STATE, "sl_finalize: expected a call after sl_mpi_finalize(), got one before");
    if (status == SL_SUCCESS && depth == 1) {
        status = end_quietly();
        sl__order_begin();
    } else if (status == SL_SUCCESS) {
        status = pause_depth > 0 ? SL_SUCCESS : sl_wait(); /* what is paused cannot be waited for */
        if (status != SL_ERR_STALLED && status != SL_ERR_BUSY)
            depth--;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- pausing ---- */

sl_status sl_pause(void)
{
    sl_status status;

    SL_TRY(sl__runtime_check_blocking("sl_pause"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_pause");
    if (status == SL_SUCCESS && pause_depth == 0)
        status = pause_first();
    else if (status == SL_SUCCESS)
        set_pauses(pause_depth + 1);
    pthread_mutex_unlock(&lock);
    return status;
}

sl_status sl_resume(void)
{
    sl_status status;

    SL_TRY(sl__runtime_check_blocking("sl_resume"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_resume");
    if (status == SL_SUCCESS && pause_depth == 0)
        status = SL_FAIL(SL_ERR_STATE, "sl_resume: nothing is paused");
    if (status == SL_SUCCESS)
        set_pauses(pause_depth - 1);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- StarPU-MPI ---- */

static void set_mpi_runs(int runs)
{
    mpi_runs = runs;
    sl__progress_set_spare(has_spare_core());
}

sl_status sl__mpi_start(unsigned abi, sl_status (*start)(sl_status ready, void *arg), void *arg)
{
    sl_status status;

    if (abi != SL__ABI)
        return SL_FAIL(
            SL_ERR_ARGUMENT,
            "sl_mpi_init: expected a libstarloop-mpi of the same build as libstarloop, interface %d, got one "
            "of interface %u",
            SL__ABI, abi);
    SL_TRY(sl__runtime_check_blocking("sl_mpi_init"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_mpi_init");
    if (status == SL_SUCCESS && mpi_runs)
        status = SL_FAIL(SL_ERR_STATE, "sl_mpi_init: expected one call before sl_mpi_finalize(), got another one");
    if (status == SL_SUCCESS) {
        status = start(sl__probe_threads("sl_mpi_init", 2), arg);
        set_mpi_runs(status == SL_SUCCESS);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/* Under the lock. */
static sl_status stop_mpi(sl_status (*stop)(void))
{
    if (!mpi_runs)
        return SL_FAIL(SL_ERR_STATE, "sl_mpi_finalize: expected a call after sl_mpi_init(), got one before");
    if (pause_depth > 0) /* what is paused cannot be waited for */
        return SL_FAIL(SL_ERR_STATE, "sl_mpi_finalize: expected a call after sl_resume(), got one after sl_pause()");
    const sl_status first = sl_wait();
    if (first == SL_ERR_STALLED || first == SL_ERR_BUSY)
        return first;
    SL_TRY(stop());
    set_mpi_runs(0);
    return first;
}

sl_status sl__mpi_stop(sl_status (*stop)(void))
{
    sl_status status;

    SL_TRY(sl__runtime_check_blocking("sl_mpi_finalize"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_mpi_finalize");
    if (status == SL_SUCCESS)
        status = stop_mpi(stop);
    pthread_mutex_unlock(&lock);
    return status;
}

void sl__mpi_limits(int64_t *silent, int64_t *stalled)
{
    *silent = sl__env_int(SL__ENV_MPI_TIMEOUT);
    *stalled = sl__env_int(SL__ENV_STALL_SECONDS);
}

int sl__mpi_has_core(void)
{
    const sl__topology *topology = sl__machine_topology();
    const sl__plan *plan = sl__machine_plan();
    return topology != NULL && topology->cores > plan->cores + (plan->gpu_shared ? 0 : plan->gpus);
}

void sl__mpi_beside_loops(void (*start)(void *arg), void *arg)
{
    sl__signals before;
    sl__mask mask;

    sl__signals_block(&before);
    sl__machine_mask_beside(&mask);
    start(arg);
    sl__machine_mask_restore(&mask);
    sl__signals_restore(&before);
}

/* ---- facts ---- */

int sl_cpu_cores(void)
{
    const sl__plan *plan = sl_is_initialized() ? sl__machine_plan() : NULL;
    return plan ? plan->cores : 0;
}

int sl_cpu_workers(void)
{
    return sl_is_initialized() ? sl__machine_groups() : 0;
}

int sl_gpus(void)
{
    return sl_is_initialized() ? sl__device_workers() : 0;
}

sl_index sl_concurrency(void)
{
    sl_index most = sl_cpu_cores();
    for (int place = 0; sl_gpus() > 0 && place < sl__device_count(); place++) {
        const sl_index threads = sl__device_room_for_threads(place);
        most = threads > most ? threads : most;
    }
    return most;
}

const char *sl_version(void)
{
    return PACKAGE_VERSION;
}
