/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starting StarPU: its configuration, and the environment variables that would spoil it. */
#ifndef STARLOOP_LIB_RUNTIME_START_H
#define STARLOOP_LIB_RUNTIME_START_H

#include <stdio.h>

#include <starloop/runtime.h>
#include <starloop/status.h>

/** Checks the fields of @p config (NULL is allowed) and the scheduler that the environment names.
 *  @return #SL_ERR_ARGUMENT naming field, expected and got. */
sl_status sl__start_check(const sl_config *config);

/** Plans the machine, starts StarPU accordingly, and compares. On failure nothing is left started. */
sl_status sl__start(const sl_config *config);

/** Ends StarPU and forgets the plan. */
void sl__start_undo(void);

/** @return the scheduling policy in force. */
const char *sl__start_scheduler(void);

/** Prints which share of this node the process has, a line or two of the section "Machine" of starloop-info. */
void sl__start_print_share(FILE *f);

/** @return the level of the worker groups in force. */
sl_worker_level sl__start_level(void);

#endif
