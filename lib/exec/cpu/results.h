/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Partial results of reductions, and where they end. */
#ifndef STARLOOP_LIB_EXEC_CPU_RESULTS_H
#define STARLOOP_LIB_EXEC_CPU_RESULTS_H

#include "exec/cpu/loop.h"

/** @return bytes that the partial results of a loop that reduces need, a multiple of 16. */
size_t sl__run_partial_bytes(const sl__loop_exec *r);

/** Puts them into @p memory. */
void sl__run_partials(sl__loop_exec *r, char *memory);

/** All units have run: combines the partial results, and stores the results; of a part of a loop, puts them where those
 *  of the whole loop are combined. A failed loop has none. @param[in] buffers  [views of the task] struct sl__interface
 * each
 */
void sl__run_results(sl__loop_exec *r, void *buffers[]);

#endif
