/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a chain of loops is run part by part: pure functions; nothing here runs a kernel.
 *
 * The outermost loops of a chain are cut at common borders into parts. A thread owns some neighbouring parts and goes
 * through them, running as many loops over a part as it may while the part's data is in the cache. What it may follows
 * from the declared reach of the arguments: loop l may run over part p when the loops before it that touch a common
 * element have run over the parts where they do: p itself, with halos its neighbours, else all.
 * doc/notes/chains.md. */
#ifndef STARLOOP_LIB_EXEC_CPU_PARTS_H
#define STARLOOP_LIB_EXEC_CPU_PARTS_H

#include <stddef.h>

#include <starloop/kernel/abi.h>

#include "task/batch.h"

/** One view as a loop of a chain uses it. */
typedef struct sl__chain_use {
    int view;       /**< its number in the chain */
    int access;     /**< SL_READ, SL_WRITE or SL_RDWR */
    int dim;        /**< its dimension that follows the outermost loop; -1: any element may be touched */
    int target;     /**< it takes the result of a reduction */
    sl_index width; /**< how far from the loop's index it is touched along dim, */
    sl_index shift; /**< with so much added to that: where the loop has some of the view */
} sl__chain_use;

/** One loop of a chain. */
typedef struct sl__link {
    sl_index lo, hi; /**< bounds of the outermost loop */
    sl_index slab;   /**< iterations of it that stay together, */
    sl_index before; /**< of which the first slab lacks so many */
    sl_index slabs;  /**< their number */
    sl_index units;  /**< units of work of a slab */
    sl_index points; /**< iterations of the whole loop */
    int alone;       /**< runs on one thread, in part 0: it is too short to share */
    int uses;
    sl__chain_use use[SL__TASK_VIEWS];
    /* What sl__parts_make() works out: */
    int aligned;       /**< it is cut at the common borders */
    sl_index shift[2]; /**< its cuts lie so far above them, at least and at most: slabs are not cut */
    int below, above;  /**< loops that the part before, behind must have done */
    uint64_t whole;    /**< loops that must be over in all parts: bits */
    int counted;       /**< others ask whether it is */
} sl__link;

/** The bytes of a view for each index of its dimension that is cut. */
typedef struct sl__chain_view {
    size_t bytes; /**< of the whole view */
    sl_index n[SL_MAX_RANK];
} sl__chain_view;

/** A chain. */
typedef struct sl__parts {
    int count;                /**< loops */
    int parts;                /**< number of parts */
    sl_index origin, granule; /**< borders lie at origin + granule x (p x granules / parts) */
    sl_index granules;
    sl_index least; /**< extent of the smallest part */
    int depth;      /**< loops that a thread runs ahead on one part, for the data to stay in its cache */
    sl__link link[SL__BATCH_TASKS];
} sl__parts;

/** Tests only: number of parts and depth, whatever the sizes; 0: as they are best. */
extern int sl__parts_override, sl__depth_override;

/** Chooses the borders and works out what depends on what.
 *  @param[in,out] chain  with count, and the links up to `use`
 *  @param[in]     views  [of the chain]
 *  @param[in]     cache  bytes of a core's own cache */
void sl__parts_make(sl__parts *chain, const sl__chain_view views[], int threads, size_t cache);

/** @return the first unit of part @p p of loop @p l; the number of its units for p = parts. */
sl_index sl__parts_first(const sl__parts *chain, int l, int p);

/** Of an earlier loop, beside the part itself. */
enum { SL__NEEDS_ALL = 1, SL__NEEDS_BELOW = 2, SL__NEEDS_ABOVE = 4 };

/** @return which parts of loop @p j must be done before loop @p l, which comes later and has a view in common with it
 *  that one of the two writes, runs over a part: an or of SL__NEEDS_*. */
int sl__parts_need(const sl__parts *chain, int l, int j);

#endif
