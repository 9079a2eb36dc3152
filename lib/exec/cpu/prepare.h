/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a loop is given before its threads run. */
#ifndef STARLOOP_LIB_EXEC_CPU_PREPARE_H
#define STARLOOP_LIB_EXEC_CPU_PREPARE_H

#include "exec/cpu/loop.h"

/** A way to use the cores (place/times.h): the loop shares them, and its fork, with others of a sequence. */
enum { SL__IN_SEQUENCE = SL__CORE_WAYS };

/** Packs a task's arguments, cuts its loop and chooses schedule and threads.
 *  @param[in]  buffers  [views of the task] struct sl__interface each
 *  @param[out] packed   [kernel->args_size] its arguments, which it has until it ends
 *  @param[in]  streams  when to write past the caches, if the kernel can
 *  @param[in]  use      how it uses the cores if its schedule does not say */
void sl__run_make(sl__loop_exec *r, sl__task *task, void *buffers[], unsigned char *packed, const sl__group *group,
                  unsigned streams, sl__cores_use use);

/** Gives what OMP_SCHEDULE says, as one of our schedules.
 *  @param[in,out] chunk  stays where it is not 0; 0: OpenMP's own */
void sl__runtime_schedule(sl_schedule *schedule, sl_index *chunk);

/** Tells the profile what is slow about a loop, once for each run. */
void sl__run_watch(const sl__loop_exec *r);

#endif
