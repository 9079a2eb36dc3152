/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Numbers that the nests and their twins have in common. */
#ifndef STARLOOP_BENCH_NEST_SIZES_H
#define STARLOOP_BENCH_NEST_SIZES_H

enum { NEST_ROWS = 16, NEST_COLUMNS = 256, NEST_DEPTH = 64 };             /**< tiles of the product */
enum { NEST_TILE = 32 };                                                  /**< of the transposition by a local array */
enum { NEST_LAYERS = 8, NEST_LINES = 16 };                                /**< of the stencil */
enum { NEST_ROW_THREADS = 256, NEST_SHARED = 32 };                        /**< CUDA: of a block, of shared tiles */
enum { NEST_TURN_ROWS = 8, NEST_STENCIL_X = 64, NEST_STENCIL_Y = 4 };     /**< CUDA: of blocks */
enum { NEST_PLANE_THREADS = 256 };                                        /**< CUDA: of a block of a plane */
enum { NEST_MATCH = 3, NEST_MISMATCH = -3, NEST_GAP = -2 };               /**< scores of two sequences */
enum { TWO_ALPHA = 2, TWO_BETA = 3 };                                     /**< of 2MM */
enum { LTIMES_DIRECTIONS = 64, LTIMES_GROUPS = 32, LTIMES_MOMENTS = 25 }; /**< as RAJAPerf has them */

#endif
