/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The state of the library, for its own parts. */
#ifndef STARLOOP_BASE_STATE_H
#define STARLOOP_BASE_STATE_H

#include <starloop/runtime.h>
#include <starloop/status.h>

/** Not 0 while this thread runs the body of a task; the loop part sets it. */
extern _Thread_local int sl__in_task;

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
sl_status sl__runtime_check(const char *function);

/** The same for functions that block: also #SL_ERR_CONTEXT where sl__runtime_in_task(), or sl__in_region(). */
sl_status sl__runtime_check_blocking(const char *function);

/** @return how often sl_init() has started StarPU in this process; tells apart the rounds. */
unsigned sl__runtime_round(void);

#endif
