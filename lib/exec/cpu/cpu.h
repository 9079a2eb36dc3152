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

/** Runs a task's kernel in the calling thread and the threads that it leads, stores reductions, and notes the time.
 *  @param[in] buffers  [task->views] struct sl__interface each
 *  @param[in] group    NULL: in the calling thread alone, which is the program's own
 *  @return NULL, or why it failed, with a reference. */
sl__failure *sl__cpu_run(sl__task *task, void *buffers[], const sl__group *group);

/** Calls a kernel's function, which runs its body over a box. */
static inline void sl__chunk_call(sl__chunk_function function, const void *args, struct sl__box *box)
{
    sl__order_begin();
    function(args, box);
    sl__order_end();
}

#endif
