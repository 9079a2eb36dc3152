/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief .tile = SL_TILE_AUTO. */
#ifndef STARLOOP_LIB_EXEC_CPU_TILES_H
#define STARLOOP_LIB_EXEC_CPU_TILES_H

#include "exec/cpu/plan.h"
#include "exec/fastest.h"

/** Chooses the tile of a loop that is about to run. @param[out] own  its policy, with the tile  @return it, or the
 * task's */
const sl_policy *sl__tiles_choose(const sl__task *task, const sl_policy *policy, sl_policy *own, sl__fastest *tiles);

#endif
