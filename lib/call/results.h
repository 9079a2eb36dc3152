/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a loop over distributed views reduces over all ranks: partial results of all blocks in one message, in
 *  which those of other ranks are 0, so that all ranks may or them, and join them in one order. */
#ifndef STARLOOP_LIB_CALL_RESULTS_H
#define STARLOOP_LIB_CALL_RESULTS_H

#include "data/view.h"
#include "kernel/reduce.h"

typedef struct sl__results sl__results;

/** @param[in] blocks   how many partial results there are of each reduction
 *  @param[in] combine  results are joined into what their targets hold
 *  @return memory for them; NULL without, recorded */
sl__results *sl__results_new(const char *function, const sl_kernel *kernel, sl_index blocks, int combine);

/** Where the result of an argument goes: host memory, or an element of a view, of which this keeps a reference. */
void sl__results_to(sl__results *results, int i, void *host, sl_view *view, sl_index into);

/** @return [nargs] where the partial results of a reduction go; NULL: the argument is none. */
void *const *sl__results_partial(const sl__results *results);

/** Joins all that ranks have reduced, puts it where it is to go, and frees the memory. All ranks call it.
 *  @param[in] status  what became of this rank's part of the loop, or why it was not queued, which is recorded
 *  @return #SL_SUCCESS on all ranks; else an error on all, recorded. */
sl_status sl__results_join(sl__results *results, const char *function, sl_status status);

#endif
