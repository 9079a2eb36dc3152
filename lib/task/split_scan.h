/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scans in parts.
 *
 * A view that is cut along another dimension than that of a scan has whole lines in each part, and these run in any
 * order. Where the lines are cut, parts run one after another, and each hands on what its lines have come to, in memory
 * of the call's own, which StarPU orders and moves as any data: the *carry*. It has two halves, which are written in
 * turns. Parts begin where blocks do (on CPUs), or tiles (on devices), so that the order of what is joined is that of
 * the scan unsplit. */
#ifndef STARLOOP_LIB_TASK_SPLIT_SCAN_H
#define STARLOOP_LIB_TASK_SPLIT_SCAN_H

#include "task/split.h"

/** Finds out whether a plan cuts the lines of a scan, and has parts begin with blocks then: sets plan->along.
 *  @return 0: it is a scan that is cut along that and another dimension, which does not run in parts. */
int sl__split_scan_make(sl__split_plan *plan);

/** Whether a scan can run in parts that begin where those of its views do. @return 0: what it joins would be joined in
 *  another order than unsplit. */
int sl__split_scan_fits(const sl__split_plan *plan);

/** Makes the carry of a call. @return 0 without memory. */
int sl__split_scan_carry(sl__split_loop *call);

/** Tells a task that stands in for a part where its lines begin and go on. @param[in] buffers  the carry is behind
 *  those that the part uses */
void sl__split_scan_aim(const sl__part *part, void *const buffers[], sl__task *task);

#endif
