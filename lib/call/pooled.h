/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What loops over distributed views scatter into views that each rank has whole: a rank scatters into a copy of
 *  its own, and behind the loop the copies of all ranks are joined into the view, in the order of the ranks. */
#ifndef STARLOOP_LIB_CALL_POOLED_H
#define STARLOOP_LIB_CALL_POOLED_H

#include "data/view.h"

/** Such a view. */
typedef struct sl__pooled {
    sl_view *whole, *copy; /**< copy: NULL before the begin */
    int joins;             /**< how values are joined: kernel/scatter.h */
} sl__pooled;

/** Makes the copy, of the view's extents, which holds what changes nothing.
 *  @param[in,out] pooled  whole and joins are set  @return #SL_SUCCESS, #SL_ERR_MEMORY, recorded */
sl_status sl__pooled_begin(sl__pooled *pooled, const char *function);

/** Waits for loops that have scattered into the copies, and joins those of all ranks. All ranks call it.
 *  @param[in] status  what became of this rank's loops, which is recorded
 *  @return #SL_SUCCESS on all ranks; else an error on all, recorded */
sl_status sl__pooled_join(const sl__pooled pooled[], int n, const char *function, sl_status status);

/** Drops the copies. */
void sl__pooled_end(sl__pooled pooled[], int n);

#endif
