/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What loops over distributed views scatter, or reduce, into views that each rank has whole: a block does so
 * into a copy of its own, and behind the loop the copies of all blocks are joined into the view, in the order of
 * blocks: the same bits for any number of ranks, as long as the blocks are the same. */
#ifndef STARLOOP_LIB_CALL_POOLED_H
#define STARLOOP_LIB_CALL_POOLED_H

#include "data/spread.h"
#include "data/view.h"

/** Such a view. */
typedef struct sl__pooled {
    sl_view *whole;
    int op;         /**< how values are joined: kernel/scatter.h; or results: kernel/reduce.h */
    int results;    /**< it is reduced into: its elements are results */
    int combine;    /**< which are joined into what it holds; else they replace that */
    sl_view **copy; /**< [own blocks]; NULL before the begin */
} sl__pooled;

/** Makes the copies, of the view's extents, which hold what changes nothing.
 *  @param[in,out] pooled  all but the copies is set  @param[in] spread  whose blocks have them
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, recorded */
sl_status sl__pooled_begin(sl__pooled *pooled, const sl__spread *spread, const char *function);

/** Waits for the loops over blocks, and joins the copies of all. All ranks call it.
 *  @param[in] status  what became of this rank's loops, which is recorded
 *  @return #SL_SUCCESS on all ranks; else an error on all, recorded */
sl_status sl__pooled_join(const sl__pooled pooled[], int n, const sl__spread *spread, const char *function,
                          sl_status status);

/** Drops the copies. */
void sl__pooled_end(sl__pooled pooled[], int n, const sl__spread *spread);

#endif
