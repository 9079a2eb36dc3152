/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a loop is cut: which chunk function, in which order, into which units of work.
 *
 * A unit is what schedules deal in: an iteration (rank 1), a row or a group of rows (.collapse), a tile, or a block
 * of a reduction or one of its lanes. Pure functions; nothing here runs a kernel. */
#ifndef STARLOOP_LIB_EXEC_CPU_PLAN_H
#define STARLOOP_LIB_EXEC_CPU_PLAN_H

#include <starloop/kernel/abi.h>

#include "exec/pack.h"
#include "kernel/blocks.h"

/** Kinds of units. */
typedef enum sl__unit_kind { SL__UNIT_ROWS, SL__UNIT_TILES, SL__UNIT_BLOCKS, SL__UNIT_LANES } sl__unit_kind;

/** When a loop may write past the caches: where the views like one case, where only the written ones do. */
enum { SL__STREAMS_ONE_CASE = 1, SL__STREAMS_MIXED = 2 };

/** Whether a loop reduces: with lanes, or in the order of its iterations. */
enum { SL__REDUCES_NOT, SL__REDUCES }; /* the second, and more: which SL__BLOCKS_ it has */

/** What SL_TILE_AUTO tries; a policy's tile[0] is SL__TILE_AUTO less one of these where it is decided. */
enum {
    SL__TILES_NONE = 1,
    SL__TILES_LARGE,
    SL__TILES_SMALL,
    SL__TILES_WAYS = 1 << SL__TILES_NONE | 1 << SL__TILES_LARGE | 1 << SL__TILES_SMALL /**< or-ed */
};

/** A cut loop. */
typedef struct sl__cut {
    sl__unit_kind kind;
    int function; /**< SL__CASE_*: which chunk function */
    int streams;  /**< it is one that writes past the caches */
    int rank;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK]; /**< the places of the space */
    int order[SL_MAX_RANK];                    /**< loops, outermost first */
    int outer[SL_MAX_RANK];                    /**< tiles: the order of these, outermost first */
    int together;                              /**< of whole blocks: sl__box::together_, at most; where that is more
                                                    than 1, dimension 0 comes first among the units */
    sl_index columns;                          /**< of the same: sl__box::columns_ */
    int levels;                                /**< rows: how many outer loops make up the units */
    sl_index extent[SL_MAX_RANK];              /**< tiles and blocks: extents of one, by dimension */
    sl_index shift;                            /**< blocks: that of sl__blocks */
    sl_index grid[SL_MAX_RANK]; /**< number of units along each level (rows, tiles) or dimension (blocks) */
    sl_index units;             /**< product of grid */
    sl_index points;            /**< iterations in the space */
} sl__cut;

/** Cuts a loop.
 *  @param[in] layouts  of its views
 *  @param[in] reduces  SL__REDUCES_NOT, or SL__REDUCES + SL__BLOCKS_*
 *  @param[in] streams  an or of SL__STREAMS_*: when to write past the caches, if there is a function for it */
void sl__cut_make(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, const sl__layouts *layouts,
                  int reduces, unsigned streams, sl__cut *cut);

/** Lets boxes have several whole blocks, where that helps: those that are neighbours along dimension 0, which is the
 *  innermost. @param[in] most  that there is room for */
void sl__cut_together(sl__cut *cut, int most);

/** Leaves of a loop that was cut into blocks those of a part of its space, which begins and ends at borders of blocks;
 *  they are numbered anew. */
void sl__cut_restrict(sl__cut *cut, const sl_space *part);

/** Cuts the blocks of a loop further, into their lanes: those of block b are the units from b times the lanes on. */
void sl__cut_lanes(sl__cut *cut);

/** Undoes that. */
void sl__cut_no_lanes(sl__cut *cut);

/** @return lanes of a block. */
static inline int sl__cut_lanes_of(const sl__cut *cut)
{
    return cut->rank == 1 ? SL__LANES : SL__LANES_2D;
}

/** @return where tile or block number @p k along a dimension begins, counted from the first place. */
static inline sl_index sl__cut_begin(const sl__cut *cut, int dimension, sl_index k)
{
    return sl__block_begin(cut->extent[dimension], dimension == 0 ? cut->shift : 0, k);
}

/** The first box of the units [first, last): sets box->lo_, hi_ and, for blocks, base_ and block_.
 *  @return how many units it covers. */
sl_index sl__cut_box(const sl__cut *cut, sl_index first, sl_index last, struct sl__box *box);

#endif
