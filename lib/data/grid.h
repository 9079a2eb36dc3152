/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the parts of a split view lie: pure functions of extents and counts. */
#ifndef STARLOOP_LIB_DATA_GRID_H
#define STARLOOP_LIB_DATA_GRID_H

#include <starloop/split.h>

/** Fills in a count for each dimension: 1 where @p split has none, no more than there are indices.
 *  @param[in]  n  [rank] extents, more than 0
 *  @param[out] count  [SL_MAX_RANK]; 1 beyond the rank  @return the number of parts. */
int sl__grid_counts(const sl_split *split, int rank, const sl_index n[], int count[]);

/** The border of part number @p k among @p count parts of @p n indices: it begins at border k and ends before border
 *  k + 1. Borders are multiples of a power of two, of many indices times what tiles of a line begin at
 *  (kernel/blocks.h), as far as that makes no part larger than the others by more than a sixteenth: loops over the
 *  same indices that are cut into blocks or tiles, for reductions, are then cut there, too.
 *  @param[in] count  1 to n  @param[in] k  0 to count */
sl_index sl__grid_border(sl_index n, int count, int k);

/** @return what the borders of so many parts are multiples of, but for the end of the last one. */
sl_index sl__grid_unit(sl_index n, int count);

/** @return the part that index @p i, 0 or more and below n, is in. */
int sl__grid_find(sl_index n, int count, sl_index i);

#endif
