/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/state.h"

#include <stdatomic.h>

#include "base/error.h"
#include "base/gate.h"
#include "base/order.h"
#include "base/progress.h"
#include "base/wait.h"
#include "base/starpu.h"

_Thread_local int sl__in_task;
_Thread_local int sl__in_host_function;
_Thread_local unsigned sl__region_round;

static _Atomic int phase;
static _Atomic unsigned rounds;
static _Atomic unsigned pauses;  /* 1: it is paused; what is to run sleeps on it */
static _Thread_local int calls;  /* that this thread is in, one in another */
static _Thread_local int closer; /* this thread ends the library */

sl__state_phase sl__state_get(void)
{
    return (sl__state_phase)atomic_load_explicit(&phase, memory_order_acquire);
}

void sl__state_set(sl__state_phase now)
{
    if (now == SL__STATE_STARTING)
        atomic_fetch_add(&rounds, 1);
    if (now == SL__STATE_OFF)
        closer = 0;
    atomic_store(&phase, now);
}

/* ---- calls ---------------------------------------------------------------------------------------------- */

int sl__call_begin(void)
{
    sl__order_end();
    if (calls++ == 0)
        sl__gate_enter(SL__GATE_CALLS);
    return 1;
}

void sl__call_end(int *call)
{
    calls -= *call;
    sl__order_begin();
    if (calls > 0)
        return;
    sl__gate_leave(SL__GATE_CALLS);
    if (__builtin_expect(atomic_load_explicit(&phase, memory_order_relaxed) == SL__STATE_ENDING, 0))
        sl__progress_wake(); /* who ends the library may be waiting for this */
}

void sl__state_close(void)
{
    closer = 1;
    atomic_store(&phase, SL__STATE_ENDING);
}

void sl__state_reopen(void)
{
    atomic_store(&phase, SL__STATE_ON);
    closer = 0;
}

static int is_quiet(void *gate)
{
    return sl__gate_passed(*(const int *)gate);
}

/* Waits until the passages of a gate that have begun have ended. */
static sl_status wait_for_gate(int gate, const char *function, const char *what)
{
    for (sl__wait wait = {0}; !sl__gate_mark(gate);)
        sl__wait_again(&wait);
    return sl__progress_wait(is_quiet, &gate, function, what);
}

sl_status sl__state_wait_for_calls(void)
{
    return wait_for_gate(SL__GATE_CALLS, "sl_finalize", "calls of other threads");
}

/* Whether this thread may call the library while it ends. */
static int is_admitted(void)
{
    return closer || sl__in_task || starpu_worker_get_id() >= 0;
}

/* ---- pauses --------------------------------------------------------------------------------------------- */

void sl__state_set_paused(int paused)
{
    atomic_store(&pauses, paused != 0);
    if (!paused)
        sl__wait_wake(&pauses);
}

int sl__run_try(void)
{
    sl__gate_enter(SL__GATE_RUNS);
    if (__builtin_expect(!sl__runtime_paused(), 1))
        return 1;
    sl__run_end(NULL);
    return 0;
}

int sl__run_begin(void)
{
    while (!sl__run_try())
        sl__wait_sleep(&pauses, 1, 0);
    sl__order_begin();
    return 1;
}

void sl__run_end(int *run)
{
    (void)run;
    sl__gate_leave(SL__GATE_RUNS);
    if (__builtin_expect(sl__runtime_paused(), 0))
        sl__progress_wake(); /* who pauses may be waiting for this */
}

sl_status sl__state_wait_for_runs(void)
{
    SL_TRY(wait_for_gate(SL__GATE_RUNS, "sl_pause", "what runs"));
    sl__progress_drain(); /* what a device has not ended */
    return SL_SUCCESS;
}

sl_status sl__state_forked(const char *function)
{
    return SL_FAIL(SL_ERR_FORKED,
                   "%s: this process was forked after sl_init(): StarPU's threads are in its parent "
                   "only; fork first, or exec in the child",
                   function);
}

sl_status sl__state_inside_task(const char *function)
{
    return SL_FAIL(SL_ERR_CONTEXT, "%s: called from inside a task, where nothing may block", function);
}

sl_status sl__runtime_check(const char *function)
{
    int now = atomic_load_explicit(&phase, memory_order_acquire);

    if (__builtin_expect(now == SL__STATE_ON, 1))
        return SL_SUCCESS;
    if (now == SL__STATE_FORKED)
        return sl__state_forked(function);
    if (now == SL__STATE_ENDING && is_admitted())
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_STATE, "%s: expected a call between sl_init() and sl_finalize()", function);
}

sl_status sl__runtime_check_end(const char *function)
{
    return sl__state_get() == SL__STATE_ENDING ? SL_SUCCESS : sl__runtime_check(function);
}

sl_status sl__runtime_check_blocking(const char *function)
{
    SL_TRY(sl__runtime_check(function));
    if (sl__in_region())
        return SL_FAIL(SL_ERR_CONTEXT,
                       "%s: expected a call outside of a region, got one between sl_region_begin() and "
                       "sl_region_end(), where nothing runs that it could wait for",
                       function);
    return sl__runtime_in_task() ? sl__state_inside_task(function) : SL_SUCCESS;
}

int sl__runtime_in_task(void)
{
    return sl__in_task || starpu_worker_get_id() >= 0;
}

int sl__runtime_paused(void)
{
    return atomic_load_explicit(&pauses, memory_order_relaxed) != 0;
}

int sl__runtime_runs(unsigned round)
{
    const int now = atomic_load_explicit(&phase, memory_order_acquire);
    return (now == SL__STATE_ON || now == SL__STATE_ENDING) && sl__runtime_round() == round;
}

unsigned sl__runtime_round(void)
{
    return atomic_load_explicit(&rounds, memory_order_relaxed);
}

sl_status sl__runtime_check_round(unsigned round, const char *function, const char *argument)
{
    if (round == sl__runtime_round())
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_STATE, "%s: %s: expected one of this sl_init(), got one from before the last sl_finalize()",
                   function, argument);
}

int sl_is_initialized(void)
{
    const int now = atomic_load(&phase);
    return now == SL__STATE_ON || (now == SL__STATE_ENDING && is_admitted());
}

int sl__state_in_body(void)
{
    return sl__in_task && sl__in_host_function != SL__HOST_FUNCTION_QUEUED;
}

sl_status sl__state_check_outside(const char *function)
{
    if (!sl__state_in_body())
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_CONTEXT, "%s: expected a call from outside of %s, got one from inside", function,
                   sl__in_host_function == SL__HOST_FUNCTION_NONE ? "the bodies of loops"
                                                                  : "host tasks that run in the calling thread");
}
