/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Memory that a worker keeps between its loops: fresh memory costs a page fault every few kilobytes. */
#ifndef STARLOOP_LIB_EXEC_CPU_KEPT_H
#define STARLOOP_LIB_EXEC_CPU_KEPT_H

#include <stddef.h>

/** What it is for: one use of each at a time. */
typedef enum sl__kept_use {
    SL__KEPT_SEQUENCE, /**< the sequence that runs: zeroed when it is new */
    SL__KEPT_PLANS,    /**< plans of bundles: likewise */
    SL__KEPT_LOOPS,    /**< arguments and partial results of a sequence's loops */
    SL__KEPT_LOOP,     /**< partial results of a loop, links of a scan, marks of a sequence's plan */
    SL__KEPT_COPIES,   /**< of views that a loop scatters into */
    SL__KEPT_USES
} sl__kept_use;

/** @return so much memory, aligned to 64 bytes, which the calling worker keeps; NULL without memory.
 *  @param[out] own  in a thread of the program's: the same, to be freed; else NULL. For what workers alone use it may
 * be NULL. */
void *sl__kept(sl__kept_use use, size_t bytes, void **own);

/** Frees that of all workers. */
void sl__kept_fini(void);

#endif
