/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The canonical blocks of a reduction: doc/spec/reductions.md. */
#ifndef STARLOOP_LIB_KERNEL_BLOCKS_H
#define STARLOOP_LIB_KERNEL_BLOCKS_H

#include <stddef.h>

#include <starloop/policy.h>
#include <starloop/space.h>

/** What the blocks of a reduction are: sets of iterations with lanes; runs of iterations in lexicographic order, with
 * one lane, for operators of the program's own; the same for members of a league, of which few may be work enough; and
 * those of a scan by a body, which is of rank 1. */
enum { SL__BLOCKS_OF_LANES, SL__BLOCKS_IN_ORDER, SL__BLOCKS_OF_TEAMS, SL__BLOCKS_OF_SCANS };

/** The blocks of a space, which are numbered with dimension 0 slowest. */
typedef struct sl__blocks {
    sl_index extent[SL_MAX_RANK]; /**< [rank] of a block; those at an end of the space may have less */
    sl_index grid[SL_MAX_RANK];   /**< [rank] number of blocks along each dimension */
    sl_index shift;               /**< along dimension 0 the first block would begin so many indices before the space
                                       does, of which it has those of the space alone */
    sl_index count;               /**< their number; 0 for an empty space */
} sl__blocks;

/** Cuts a space into blocks, which depend on the space alone. @param[in] kind  SL__BLOCKS_* */
void sl__blocks_make(const sl_space *space, int kind, sl__blocks *blocks);

/** @return where block number @p k along a dimension begins, counted from where the space does; for the number of
 *  blocks an index at or behind its end. @param[in] shift  of sl__blocks along dimension 0; 0 along the others */
static inline sl_index sl__block_begin(sl_index extent, sl_index shift, sl_index k)
{
    return k > 0 ? k * extent - shift : 0;
}

/** @return the number of the block along a dimension that has index @p at, counted from where the space begins; as
 *  above. */
static inline sl_index sl__block_of(sl_index extent, sl_index shift, sl_index at)
{
    return (at + shift) / extent;
}

/** @return how far an index is behind the multiple of an extent at or before it. */
static inline sl_index sl__block_behind(sl_index at, sl_index extent)
{
    return (at % extent + extent) % extent;
}

/** What one GPU block of threads works on at a time: a tile, shared by SL__DEVICE_LANES lanes. Two tiles that are
 *  neighbours along the last dimension are one box, of which they take the columns in turns; an only tile along it is a
 *  box. Like the blocks they depend on the space alone, but there are enough of them for a GPU. */
typedef struct sl__tiles {
    int rows, columns;           /**< lanes along dimension 0 and along the last one; rank 1: 1 row */
    sl_index turns[SL_MAX_RANK]; /**< [rank] iterations of a lane along each dimension */
    sl_index shift;              /**< along dimension 0 the first tile, or box, would begin so many indices before the
                                      space does */
    sl_index grid[SL_MAX_RANK];  /**< [rank] number of tiles along each dimension, dimension 0 slowest */
    sl_index count;              /**< their number; 0 for an empty space */
} sl__tiles;

/** Cuts a space into tiles. */
void sl__tiles_make(const sl_space *space, sl__tiles *tiles);

/** How many indices along a dimension there are from where one tile begins to where the next does; along the last one
 *  from one pair of tiles to the next. */
static inline sl_index sl__tiles_extent(const sl__tiles *tiles, int rank, int dimension)
{
    return tiles->turns[dimension] * (dimension == rank - 1 ? 2 * tiles->columns : dimension == 0 ? tiles->rows : 1);
}

/** @return the multiples of what the tiles of a line of so many elements begin at; 1: they begin with the line. */
sl_index sl__tiles_of_line(sl_index n);

/** Which of the results of a loop are those of a part: some that are neighbours, and again a step further on. */
typedef struct sl__part_results {
    sl_index first, count, step; /**< number of the first one; how many neighbours; from them to the next such ones */
    sl_index times;              /**< how often */
} sl__part_results;

/** Of the blocks of a space those of a part of it, which is cut along dimension 0 where blocks begin.
 *  @param[in] before  places of dimension 0 before the part  @param[in,out] blocks  @return their numbers among those
 * of the whole */
sl__part_results sl__blocks_of_part(const sl_space *part, sl_index before, sl__blocks *blocks);

/** @return the dimension along which a part of a space is cut out of it; 0 where it is all of it. */
int sl__blocks_cut(const sl_space *whole, const sl_space *part);

/** Of the tiles of a space those of a part of it, which is cut along one dimension where tiles begin, along the last
 * one where pairs do.
 *  @param[in,out] tiles  @return their numbers among those of the whole */
sl__part_results sl__tiles_of_part(const sl_space *whole, const sl_space *part, sl__tiles *tiles);

/** How many tiles a CUDA block has, one or two: with two, its part is a branch of the tree.
 *  @param[in] reductions  of the kernel  @param[in] rank  of the space
 *  @param[in] cut  the dimension along which there are parts of the space; -1: there are none */
int sl__tiles_together(const sl__tiles *tiles, const sl_policy *policy, int reductions, int rank, int cut);

/** How many members of a league, neighbours, have a result together on a device.
 *  @param[in] members  of the league  @return 1 at least */
sl_index sl__team_group(sl_index members);

/** Into how many blocks CPUs cut a loop that reduces into arrays, 1 at least: runs of iterations in lexicographic
 * order, of which each has a copy of the arrays. They depend on the space and the arrays alone.
 *  @param[in] elements  of all arrays of a block  @param[in] bytes  of them, each array to the next multiple of 64 */
sl_index sl__array_blocks(sl_index points, sl_index elements, size_t bytes);

/** @return the iteration with which block number @p block of @p blocks begins; that of number @p blocks is their end.
 */
static inline sl_index sl__array_block_begin(sl_index points, sl_index blocks, sl_index block)
{
    const sl_index more = points % blocks;
    return points / blocks * block + (block < more ? block : more);
}

/** How a device reduces into arrays: lanes have copies of them, blocks have lanes. They depend on the space and the
 *  arrays alone. */
typedef struct sl__array_lanes {
    int lanes;       /**< of a block, a power of two up to SL__DEVICE_LANES */
    sl_index blocks; /**< 1 at least */
    sl_index each;   /**< iterations of a block; the last blocks may have fewer, or none */
} sl__array_lanes;

/** Shares out the iterations of a loop that reduces into arrays on a device.
 *  @param[in] points  iterations  @param[in] elements  of all arrays  @param[in] bytes  of them */
void sl__array_lanes_make(sl_index points, sl_index elements, size_t bytes, sl__array_lanes *l);

/** Has the blocks of a long space begin where multiples of a power of two of indices along dimension 0 do, counted from
 *  its first one: there parts of views begin, too. There may be twice as many of them then. */
void sl__array_lanes_align(const sl_space *space, sl__array_lanes *l);

#endif
