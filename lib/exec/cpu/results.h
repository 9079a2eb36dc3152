/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Partial results of reductions, and where they end. */
#ifndef STARLOOP_LIB_EXEC_CPU_RESULTS_H
#define STARLOOP_LIB_EXEC_CPU_RESULTS_H

#include "exec/cpu/run.h"

/** Room of the calling worker, kept from loop to loop: fresh memory costs page faults. @return NULL without memory. */
void *sl__cpu_scratch(size_t bytes);
/** Frees that of all workers. */
void sl__results_fini(void);

/** @return bytes that the partial results of a loop that reduces need, a multiple of 16. */
size_t sl__run_partial_bytes(const sl__loop_exec *r);

/** Puts them into @p memory. */
void sl__run_partials(sl__loop_exec *r, char *memory);

/** Combines them, and stores the results. @param[in] buffers  [views of the task] struct sl__interface each */
void sl__run_store(sl__loop_exec *r, void *buffers[]);

/** Of a part of a loop: puts them where those of the whole loop are combined. */
void sl__run_keep_partials(const sl__loop_exec *r);

#endif
