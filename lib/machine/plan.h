/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which cores the worker groups have. */
#ifndef STARLOOP_LIB_MACHINE_PLAN_H
#define STARLOOP_LIB_MACHINE_PLAN_H

#include "machine/machine.h"

/** @return "machine", "package", "numa", "l3" or "core". */
const char *sl__plan_level_name(sl_worker_level level);

/** Makes the plan. @return #SL_ERR_MEMORY, #SL_ERR_ARGUMENT for limits or counts that no plan can meet. */
sl_status sl__plan_make(const sl__topology *topology, const sl__plan_limits *limits, sl__plan *plan);
void sl__plan_free(sl__plan *plan);

/** Where a thread should run beside those of the plan. Pure.
 *  @param[out] pu_os  [2 x topology->cores] OS indices of PUs; at least one
 *  @param[out] n      how many
 *  @return whether they are cores that no worker uses; else other hardware threads of cores, or shared with loops. */
int sl__plan_beside(const sl__topology *topology, const sl__plan *plan, unsigned *pu_os, int *n);

#endif
