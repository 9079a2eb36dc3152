/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief On which side loops over distributed views run: cores of each rank, or its GPUs.
 *
 *  All ranks choose alike: by the call, and by what they have told each other when they began (sl__ranks.gpus), and not
 *  by what a rank has measured. So what a loop reduces has the same bits for any number of ranks, also where a GPU
 *  rounds a product and a sum once. Tiles of a GPU (kernel/blocks.h) are not for that: where they begin is fit for
 * parts of few ranks alone. GPUs take the blocks of CPUs instead, as with SL_ACROSS_DEVICES. */
#ifndef STARLOOP_LIB_CALL_SPREAD_SIDE_H
#define STARLOOP_LIB_CALL_SPREAD_SIDE_H

#include "task/split.h"

/** Whether a loop runs on GPUs: its policy says so, or leaves it open and each rank has one. */
typedef enum sl__spread_gpus { SL__GPUS_NEVER, SL__GPUS_WHERE_CUT, SL__GPUS_ALWAYS } sl__spread_gpus;

/** @return that of a task that was not cut yet, or is cut again. */
sl__spread_gpus sl__spread_gpus_of(const sl__task *task);

/** Of a call whose policy wants GPUs each rank must have one: before it is counted, as one without refuses it then.
 *  @return #SL_SUCCESS; #SL_ERR_DEVICE, recorded */
sl_status sl__spread_check_gpus(const char *function, const sl_kernel *kernel, const sl_policy *policy);

/** Whether the parts of a loop that is cut may run on GPUs, of which the least has room for the largest blocks.
 *  @param[out] why  where not, what the loop is */
int sl__spread_fits_gpus(const sl__split_plan *plan, const char **why);

/** Chooses which of this rank's GPUs has which of its blocks. */
void sl__spread_find_homes(sl__split_plan *plan);

/** @return the worker that is the home of a block of this rank; -1: any that has cores. */
int sl__spread_home(const sl__split_plan *plan, int block);

/** Notes where the blocks will be, for loops over them by themselves. */
void sl__spread_placed(const sl__split_plan *plan);

#endif
