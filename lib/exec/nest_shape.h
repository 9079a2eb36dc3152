/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Grid and block of a nest on CUDA. Pure functions; nothing here knows a device's library. */
#ifndef STARLOOP_LIB_EXEC_NEST_SHAPE_H
#define STARLOOP_LIB_EXEC_NEST_SHAPE_H

#include <starloop/kernel/abi.h>

#include "kernel/policy.h"

enum { SL__NEST_WHY = 256 };

/** What a launch is made from. */
typedef struct sl__nest_call {
    const struct sl__nest_launch *launch;
    const sl_space *space;
    const int64_t *value; /**< [arguments] those that are sizes of tiles, 1 or more; others are not looked at */
    int threads;          /**< most threads of a block of this function, up to SL__BLOCK_THREADS */
    int wanted;           /**< threads of a block whose levels take any number; 0: the library chooses */
} sl__nest_call;

/** Computes grid and block.
 *  @param[out] why  [SL__NEST_WHY] what is expected, and what was got, as part of a sentence
 *  @return 1; 0 where no grid will do. */
int sl__nest_shape(const sl__nest_call *call, unsigned block[3], unsigned grid[3], char *why);

/** Whether the planes of its HYPERPLANE may be of several blocks. NULL is allowed. */
int sl__nest_has_planes(const struct sl__nest_launch *launch);
/** How many planes there are, where they do not fit the one block that @p grid is, so each is a launch of its own; 0:
 *  one launch has all. */
int64_t sl__nest_planes(const sl__nest_call *call, const unsigned grid[3]);
/** The grid of one of them, of the grid of all. */
void sl__nest_plane(const sl__nest_call *call, int64_t plane, const unsigned block[3], const unsigned grid[3],
                    unsigned of_plane[3]);

#endif
