/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The state of the library, for its own parts. */
#ifndef STARLOOP_LIB_BASE_STATE_H
#define STARLOOP_LIB_BASE_STATE_H

#include <starloop/runtime.h>
#include <starloop/status.h>

#include "base/part.h"

/** STARTING: StarPU runs, but not all of the library is there. ENDING: only tasks and the thread that ends the library
 *  may call it. FORKED: this is a child process that must not touch it. */
typedef enum sl__state_phase {
    SL__STATE_OFF = 0,
    SL__STATE_STARTING,
    SL__STATE_ON,
    SL__STATE_ENDING,
    SL__STATE_FORKED
} sl__state_phase;

sl__state_phase sl__state_get(void);
/** For sl_init() and sl_finalize(). STARTING begins a new round. */
void sl__state_set(sl__state_phase now);
/** Begins to end the library: from now on calls of other threads are refused. Undone by sl__state_reopen(). */
void sl__state_close(void);
void sl__state_reopen(void);
/** Waits until the calls of other threads that have begun are over. @return #SL_SUCCESS, #SL_ERR_STALLED. */
sl_status sl__state_wait_for_calls(void);

/** In every public function that touches views, tasks or StarPU, before it looks whether the library runs
 *  (sl__runtime_check()): sl_finalize() waits for its end. Nests. A store or two. */
#define SL__CALL() __attribute__((cleanup(sl__call_end), unused)) int call_ = sl__call_begin()
SL__PART int sl__call_begin(void);
SL__PART void sl__call_end(int *call);

/** For sl_pause() and sl_resume(). What is to begin meanwhile waits at SL__RUN(). */
void sl__state_set_paused(int paused);
/** Waits until what has begun before it was paused has ended. @return #SL_SUCCESS, #SL_ERR_STALLED. */
sl_status sl__state_wait_for_runs(void);

/** In every function that StarPU calls to run something of ours: waits while it is paused, and sl_pause() waits for its
 *  end. StarPU itself only starts nothing more: what a worker has fetched already, it would run. A store or two. */
#define SL__RUN() __attribute__((cleanup(sl__run_end), unused)) int run_ = sl__run_begin()
int sl__run_begin(void);
void sl__run_end(int *run);
/** The same where a thread of the program is to run something on the cores of loops. @return whether it may; 0 while
 *  it is paused. */
int sl__run_try(void);

/** Record the error of a call in a forked child (#SL_ERR_FORKED), of a call that blocks inside a task
 * (#SL_ERR_CONTEXT).
 */
sl_status sl__state_forked(const char *function);
sl_status sl__state_inside_task(const char *function);

/** Not 0 while this thread runs the body of a task: of a loop, or a host function. */
extern _Thread_local int sl__in_task;
/** Whether it runs a host function, and whether that is one which holds its views in the thread that has called it. */
enum { SL__HOST_FUNCTION_NONE = 0, SL__HOST_FUNCTION_QUEUED, SL__HOST_FUNCTION_IN_CALLER };
extern _Thread_local int sl__in_host_function;

/** Not 0 in the bodies of loops, and in host functions that run in the calling thread. */
int sl__state_in_body(void);

/** Refuses what these may not call, for a lock that it takes: they may hold views in the calling thread (data/hold.h),
 *  for which who has the lock may be waiting. Host functions that were queued may.
 *  @return #SL_SUCCESS, #SL_ERR_CONTEXT. */
sl_status sl__state_check_outside(const char *function);

/** In which round (sl__runtime_round()) this thread has begun to record a region; 0: it records none. */
extern _Thread_local unsigned sl__region_round;

/** @return whether the library runs, in that round. */
int sl__runtime_runs(unsigned round);

/** @return whether this thread records a region, which ends with the round, whichever thread ends that. */
static inline int sl__in_region(void)
{
    return __builtin_expect(sl__region_round != 0, 0) && sl__runtime_runs(sl__region_round);
}

/** @return not 0 inside a task, be it a codelet of the program's own, and in callbacks on StarPU's threads. The library
 *  must run. */
int sl__runtime_in_task(void);

/** @return not 0 between sl_pause() and sl_resume(), when StarPU starts no task. */
int sl__runtime_paused(void);

/** @return #SL_SUCCESS between sl_init() and sl_finalize(), else #SL_ERR_STATE, or #SL_ERR_FORKED in a child
 *  process. @p function names the public function for the message. A few ns. */
SL__PART sl_status sl__runtime_check(const char *function);

/** The same for what a thread may end while another one ends the library. */
sl_status sl__runtime_check_end(const char *function);

/** The same for functions that block: also #SL_ERR_CONTEXT where sl__runtime_in_task(), or sl__in_region(). */
SL__PART sl_status sl__runtime_check_blocking(const char *function);

/** @return how often sl_init() has started StarPU in this process; tells apart the rounds. */
unsigned sl__runtime_round(void);

/** Refuses what was made in another round. @return #SL_SUCCESS, #SL_ERR_STATE. */
sl_status sl__runtime_check_round(unsigned round, const char *function, const char *argument);

#endif
