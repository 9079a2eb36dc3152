/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief .tile = SL_TILE_AUTO: the first calls try some tiles, and none; then the fastest stay. */
#ifndef STARLOOP_LIB_EXEC_CPU_TILES_H
#define STARLOOP_LIB_EXEC_CPU_TILES_H

#include "exec/cpu/plan.h"
#include "task/task.h"

/** What a loop runs in, and whether that is to be timed. Zero: as the policy says. */
typedef struct sl__tiles_use {
    int way;      /**< SL__TILES_*; 0: it is not asked for */
    int timed;    /**< its time is wanted */
    uint32_t key; /**< of its size class */
    double begin; /**< seconds */
} sl__tiles_use;

/** Decides for a loop that is about to run. @param[out] own  its policy, with the tile  @return it, or the task's */
const sl_policy *sl__tiles_begin(const sl__task *task, const sl_policy *policy, sl_policy *own, sl__tiles_use *use);

/** The loop is over: notes its time, where that is wanted. */
void sl__tiles_end(const sl__task *task, const sl__tiles_use *use);

/** The clock by which tiles are timed, in seconds. A test may have another one, even for each way. */
extern double (*sl__tiles_clock)(int way);

#endif
