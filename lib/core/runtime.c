/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The state of the library: off, on, or in a forked child that must not touch it. */
#include <pthread.h>
#include <stdatomic.h>

#include <starloop/loop.h>

#include <core/env.h>
#include <core/error.h>
#include <core/failure.h>
#include <core/log.h>
#include <core/parts.h>
#include <core/progress.h>
#include <core/runtime.h>
#include <core/start.h>
#include <core/starpu.h>
#include <device/device.h>
#include <machine/machine.h>

enum { OFF, STARTING, ON, FORKED }; /* STARTING: StarPU runs, but not all of the library is there */

_Thread_local int sl__in_task;
_Thread_local unsigned sl__region_round;

static _Atomic int state;
static _Atomic unsigned rounds;
/* Held while the library starts, ends, pauses. Never taken from inside a task, nor in a forked child. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int depth;               /* of sl_init() */
static _Atomic int pause_depth; /* of sl_pause() */

/* ---- checks ---- */

static sl_status forked(const char *function)
{
    return SL_FAIL(SL_ERR_FORKED,
                   "%s: this process was forked after sl_init(): StarPU's threads are in its parent "
                   "only; fork first, or exec in the child",
                   function);
}

static sl_status inside_task(const char *function)
{
    return SL_FAIL(SL_ERR_CONTEXT, "%s: called from inside a task, where nothing may block", function);
}

sl_status sl__runtime_check(const char *function)
{
    int now = atomic_load_explicit(&state, memory_order_acquire);

    if (__builtin_expect(now == ON, 1))
        return SL_SUCCESS;
    if (now == FORKED)
        return forked(function);
    return SL_FAIL(SL_ERR_STATE, "%s: expected a call between sl_init() and sl_finalize()", function);
}

sl_status sl__runtime_check_blocking(const char *function)
{
    SL_TRY(sl__runtime_check(function));
    if (sl__in_region())
        return SL_FAIL(SL_ERR_CONTEXT,
                       "%s: expected a call outside of a region, got one between sl_region_begin() and "
                       "sl_region_end(), where nothing runs that it could wait for",
                       function);
    return sl__runtime_in_task() ? inside_task(function) : SL_SUCCESS;
}

int sl__runtime_in_task(void)
{
    return sl__in_task || starpu_worker_get_id() >= 0;
}

int sl__runtime_paused(void)
{
    return atomic_load_explicit(&pause_depth, memory_order_relaxed) > 0;
}

int sl__runtime_runs(unsigned round)
{
    return atomic_load_explicit(&state, memory_order_acquire) == ON && sl__runtime_round() == round;
}

unsigned sl__runtime_round(void)
{
    return atomic_load_explicit(&rounds, memory_order_relaxed);
}

static void after_fork_in_child(void)
{
    int now = atomic_load(&state);
    if (now == STARTING || now == ON)
        atomic_store(&state, FORKED);
}

static void watch_forks(void)
{
    if (pthread_atfork(NULL, NULL, after_fork_in_child) != 0)
        SL_LOG(SL_LOG_WARN, "sl_init: no memory to watch forks: a forked child that calls Starloop will hang");
}

/* ---- starting and ending ---- */

static sl_status start_parts(void)
{
    sl_status status;

    SL_TRY(sl__trace_init());
    status = sl__data_init();
    if (status == SL_SUCCESS) {
        status = sl__loop_init();
        if (status != SL_SUCCESS)
            sl__data_fini();
    }
    if (status != SL_SUCCESS)
        sl__trace_fini();
    return status;
}

static sl_status start(const sl_config *config)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sl_status status;

    pthread_once(&once, watch_forks);
    SL_TRY(sl__env_read());
    SL_TRY(sl__start_check(config));
    SL_TRY(sl__start(config));
    atomic_fetch_add(&rounds, 1);
    atomic_store(&state, STARTING);
    status = start_parts();
    if (status != SL_SUCCESS) {
        atomic_store(&state, OFF);
        sl__start_undo();
        return status;
    }
    atomic_store(&state, ON); /* last: other threads may wait for it */
    SL_LOG(SL_LOG_INFO, "sl_init: %d cores in %d worker groups, %d GPUs, scheduler %s", sl_cpu_cores(),
           sl_cpu_workers(), sl_gpus(), sl__start_scheduler());
    return SL_SUCCESS;
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

    if (atomic_load(&state) == FORKED)
        return forked("sl_init");
    if (sl__in_task || (atomic_load(&state) == ON && sl__runtime_in_task()))
        return inside_task("sl_init");
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

/* Ends the library, at the outermost level and under the lock. */
static sl_status end(void)
{
    sl_status status, late;
    int open = sl__data_open_accesses() + sl__data_told_accesses();

    if (open > 0)
        return SL_FAIL(SL_ERR_BUSY, "sl_finalize: %d views are open for host access: call sl_host_end() first", open);
    for (; pause_depth > 0; pause_depth--)
        starpu_resume();
    status = wait_for_all();
    if (status == SL_ERR_STALLED) { /* StarPU would wait for the tasks forever */
        sl__trace_flush();
        return status;
    }
    depth = 0;
    sl__loop_fini();
    late = sl__failure_take(); /* of what codelets of the program's own have queued: not for the next round */
    if (status == SL_SUCCESS)
        status = late;
    sl__data_fini();
    sl__trace_fini();
    atomic_store(&state, OFF);
    sl__start_undo();
    return status;
}

sl_status sl_finalize(void)
{
    sl_status status;

    SL_TRY(sl__runtime_check_blocking("sl_finalize"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_finalize"); /* another thread may have ended it meanwhile */
    if (status == SL_SUCCESS && depth == 1) {
        status = end();
    } else if (status == SL_SUCCESS) {
        status = pause_depth > 0 ? SL_SUCCESS : sl_wait(); /* what is paused cannot be waited for */
        if (status != SL_ERR_STALLED)
            depth--;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

int sl_is_initialized(void)
{
    return atomic_load(&state) == ON;
}

/* ---- pausing ---- */

sl_status sl_pause(void)
{
    sl_status status;

    SL_TRY(sl__runtime_check_blocking("sl_pause"));
    pthread_mutex_lock(&lock);
    status = sl__runtime_check("sl_pause");
    if (status == SL_SUCCESS && pause_depth == 0)
        status = sl_wait();
    if (status == SL_SUCCESS && pause_depth++ == 0)
        starpu_pause(); /* the OpenMP threads of the groups sleep by themselves between loops */
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
    if (status == SL_SUCCESS && --pause_depth == 0)
        starpu_resume();
    pthread_mutex_unlock(&lock);
    return status;
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

const char *sl_version(void)
{
    return SL_VERSION;
}
