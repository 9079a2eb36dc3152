/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Memory that a worker keeps between its loops: fresh memory costs a page fault every few kilobytes. Who has
 *  the worker's place (machine/lend.h) has its memory, too. */
#ifndef STARLOOP_LIB_EXEC_CPU_WORKSPACE_H
#define STARLOOP_LIB_EXEC_CPU_WORKSPACE_H

#include "data/memory.h"

/** What it is for: one use of each at a time. */
typedef enum sl__workspace_use {
    SL__WORKSPACE_SEQUENCE, /**< the sequence that runs: zeroed when it is new */
    SL__WORKSPACE_PLANS,    /**< plans of bundles: likewise */
    SL__WORKSPACE_LOOPS,    /**< arguments and partial results of a sequence's loops */
    SL__WORKSPACE_LOOP,     /**< partial results of a loop, links of a scan, marks of a sequence's plan, the
                                  second place of what is sorted */
    SL__WORKSPACE_COPIES,   /**< of views that a loop scatters into */
    SL__WORKSPACE_USES
} sl__workspace_use;

/** @return so much memory, aligned to 64 bytes, which the calling worker keeps; NULL without memory.
 *  @param[out] own  in a thread of the program's, and where it is more than a worker keeps: the same, for
 * sl__memory_put(); else nothing, for which that does nothing. For little that workers alone use it may be NULL. */
void *sl__workspace(sl__workspace_use use, size_t bytes, sl__block *own);

/** Frees that of all workers. */
void sl__workspace_fini(void);

#endif
