/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How long a loop takes in a place, as far as is known. */
#ifndef STARLOOP_LIB_TASK_SECONDS_H
#define STARLOOP_LIB_TASK_SECONDS_H

#include "task/place.h"

/** Learns how fast the machine is. @param[in] worker  StarPU's, of a device; -1: there is none */
void sl__seconds_begin(int worker);

/** @return seconds that it takes to move one of so many parts of a view; 1: all of it. */
double sl__seconds_move(const sl_view *view, int parts);

/** @return what a loop is, for an estimate. */
sl__loop_size sl__seconds_size(const sl__task *task);

/** @return about how long a loop takes on a side, without its launch, in seconds; more than 0. */
double sl__place_seconds(const sl__task *task, int side);

/** The same, at least @p unknown seconds where the kernel never ran there. */
double sl__place_seconds_or(const sl__task *task, int side, double unknown);

/** @return the seconds that memory allows on CPUs; and those in which a worker group reads so many bytes. */
double sl__place_roofline(const sl__task *task);
double sl__place_fetch(double bytes);

/** @return the side of one of StarPU's architectures. */
int sl__place_side(const struct starpu_perfmodel_arch *arch);

/** Fills in StarPU's cost model of a kernel's codelet, whose symbol is kept by the caller. */
void sl__place_perfmodel(struct starpu_perfmodel *model, const char *symbol);

#endif
