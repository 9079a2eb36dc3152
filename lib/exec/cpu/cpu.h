/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Running a kernel on the cores of a worker group. */
#ifndef STARLOOP_LIB_EXEC_CPU_CPU_H
#define STARLOOP_LIB_EXEC_CPU_CPU_H

#include "base/failure.h"
#include "base/order.h"
#include "task/cores.h"
#include "task/task.h"
#include "machine/machine.h"
#include "place/times.h"

/** Reads what does not change between sl_init() and sl_finalize(). */
void sl__cpu_init(void);
/** Frees what the workers keep. */
void sl__cpu_fini(void);
void sl__sequence_fini(void);
void sl__bundle_fini(void);

/** What a loop takes of the cores. */
typedef struct sl__cpu_effort {
    sl__cores_use use; /**< how it is to use them if its schedule does not say */
    int timed;         /**< whether to measure the work */
    int threads;       /**< on how many it ran */
    double work; /**< seconds that they have computed, together; of no meaning where it ran on one. Less than their
                      number times the loop's time: they sleep, and must be woken first */
} sl__cpu_effort;

/** Runs a task's kernel in the calling thread and the threads that it leads, and stores reductions.
 *  @param[in]     buffers  [task->views] struct sl__interface each
 *  @param[in,out] effort   use and timed are read
 *  @return NULL, or why it could not run. What a body recorded is in task->fault. */
sl__failure *sl__cpu_run(sl__task *task, void *buffers[], const sl__group *group, sl__cpu_effort *effort);

/** Calls a kernel's function, which runs its body over a box. */
static inline void sl__chunk_call(sl__chunk_function function, const void *args, struct sl__box *box)
{
    sl__order_begin();
    function(args, box);
    sl__order_end();
}

#endif
