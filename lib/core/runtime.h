/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The state of the library, for its own parts. */
#ifndef STARLOOP_CORE_RUNTIME_H
#define STARLOOP_CORE_RUNTIME_H

#include <starloop/runtime.h>
#include <starloop/status.h>

/** Not 0 while this thread runs the body of a task; the loop part sets it. */
extern _Thread_local int sl__in_task;

/** @return #SL_SUCCESS between sl_init() and sl_finalize(), else #SL_ERR_STATE, or #SL_ERR_FORKED in a child
 *  process. @p function names the public function for the message. A few ns. */
sl_status sl__runtime_check(const char *function);

/** The same for functions that block: also #SL_ERR_CONTEXT inside a task. */
sl_status sl__runtime_check_blocking(const char *function);

/** @return how often sl_init() has started StarPU in this process; tells apart the rounds. */
unsigned sl__runtime_round(void);

#endif
