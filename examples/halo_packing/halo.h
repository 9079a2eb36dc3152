/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The halo of a cube of cells: which cells go to each of 26 neighbours, and where those of theirs come. */
#ifndef HALO_PACKING_HALO_H
#define HALO_PACKING_HALO_H

#include <stdint.h>

enum { NEIGHBOURS = 26 };

/** Neighbour d lies at (-1, 0 or 1, ...) from the block; NEIGHBOURS - 1 - d is the one on the other side. */
void halo_offset(int neighbour, int offset[3]);

/** @param[in] n  cells along a side, without the halo  @return the number of cells that go to a neighbour */
int64_t halo_count(int neighbour, int64_t n);

/** Writes numbers of cells in a cube of (n + 2)^3, the last index fastest.
 *  @param[in]  inside  1: the block's own cells next to the neighbour; 0: the halo's that hold the neighbour's
 *  @param[out] cells   [halo_count(neighbour, n)] */
void halo_cells(int neighbour, int64_t n, int inside, int32_t cells[]);

#endif
