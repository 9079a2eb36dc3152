/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Distributed views: views in parts, of which each rank has some.
 *
 * A distributed view is split for its life into *blocks*: parts of one grid (data/split.h), of which block k is of rank
 * k modulo the ranks; along dimension 0 unless the program wants others, too. A rank has memory for its own blocks
 * alone: each is an ordinary view, whose handle is that of the part, with room on either side for rows of the blocks
 * beside it. The distributed view itself has a handle without elements, which no task uses; its `data` is where element
 * (0, ..., 0) would be as seen from a block, and is not looked at.
 *
 * Where the program wants blocks along other dimensions, too, a block's memory has room on all sides that are cut, and
 * is a view by itself, of which the block is the inner part: then room is part of it for all tasks.
 *
 * Rows of neighbours travel as edges (data/edges.h): the owner's edge goes by a message to the edge of the same name on
 * the rank that reads it. Every rank knows from the calls which edges its neighbours need, so nobody asks: `sent` says
 * on both sides that the reader has what the owner has.
 *
 * The counts and marks are in the order of submission, and guarded by the lock of the view's record. */
#ifndef STARLOOP_LIB_DATA_SPREAD_H
#define STARLOOP_LIB_DATA_SPREAD_H

#include "data/ranks.h"
#include "data/split.h"
#include "data/view.h"

enum { SL__SPREAD_CUTS = 3 }; /**< most dimensions along which a view is cut */

/** What blocks have of those around them: what a loop over a box reads. */
typedef struct sl__around {
    int known;                                 /**< 0: nothing is known */
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK]; /**< [rank] of the box, in the view's dimensions */
    sl_index width[SL_MAX_RANK];               /**< [rank] of the halo */
} sl__around;

typedef struct sl__spread {
    sl_view *view;
    sl__grid *grid;
    int64_t number;  /**< of the view among all distributed ones, the same on all ranks */
    int rank, ranks; /**< this one, and how many there are */
    int shared;      /**< a block was given to the program, which may write it unseen */
    int by_block;    /**< it is cut along other dimensions than 0: loops run block by block, call/by_block.h */
    sl_index room;   /**< rows, or indices of a dimension that is cut, that a block has room for on either side */
    sl_index shortest[SL_MAX_RANK]; /**< [rank] the least length of a block */
    int64_t exchanges;              /**< of borders between its blocks so far, on any rank: call/borders.h */
    sl__around around;              /**< of such a view: what blocks have beside them since it was written */
    int own;                        /**< blocks of this rank */
    sl_view *block[];               /**< [own] in ascending order: a reference each */
} sl__spread;

/** @return the rank that has a block. */
static inline int sl__spread_owner(const sl__spread *spread, int block)
{
    return block % spread->ranks;
}

/** @return one of this rank's blocks, by its number among these, as a number among all. */
static inline int sl__spread_block(const sl__spread *spread, int own)
{
    return spread->rank + own * spread->ranks;
}

/** Makes a distributed view. Each rank calls it, with the same arguments.
 *  @param[in] count  [SL_MAX_RANK] blocks along each dimension: at least 1, at most the extent, more than 1 along
 *  #SL__SPREAD_CUTS dimensions at most  @param[in] number  of sl__spread_number()
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, #SL_ERR_TYPE, #SL_ERR_EXTENT, recorded with @p function: what other ranks met
 * is not known yet. */
SL__PART sl_status sl__spread_create(const char *function, const char *label, sl_type type, const sl_extents *extents,
                                     const int count[], int64_t number, sl_view **view);

/** @return the number of one more, on each rank. */
SL__PART int64_t sl__spread_number(void);

/** @return into how many blocks such a view is cut where the program leaves that to the library: each rank has one, but
 *  none has so few elements that a reduction's block would lie on more than two ranks. */
SL__PART int sl__spread_blocks(const sl_extents *extents, int ranks);

/** A live view that is distributed, where the public function may be called now: @return its record; NULL, and why not
 *  is recorded. */
SL__PART sl__spread *sl__spread_find(sl_view *v, const char *function, const char *argument, sl_status *status);

/** Gives a block to the program: one more reference to it. All ranks do so. @param[in] own  among this rank's
 *  @return NULL: it has no such block */
SL__PART sl_view *sl__spread_share(sl__spread *spread, int own);

/** All blocks of a view are written, by all ranks. Takes the lock of its record. */
SL__PART void sl__spread_rewritten(sl__spread *spread);

/** One more call, by a hash of its own. @param[in] function, name, label  what was called, which kernel, and the label
 *  of a view of it, for messages: copied, and shortened; NULL: none */
SL__PART void sl__spread_called(uint64_t call, const char *function, const char *name, const char *label);
/** Has all ranks tell one another how they are, and that they make the same calls: before sl_mpi_finalize().
 *  @param[in] status  this rank's, which is recorded unless it is #SL_SUCCESS  @param[in,out] message, bytes  as of
 *  sl__ranks.join  @return as that */
SL__PART sl_status sl__spread_agree(const char *function, sl_status status, void *message, size_t bytes);
/** Ranks that have called otherwise have heard of it: they go on from one hash, and one number of calls. */
SL__PART void sl__spread_agreed(uint64_t hash, int64_t number);
/** Mixes bytes into a hash. */
SL__PART uint64_t sl__spread_mix(uint64_t hash, const void *bytes, size_t count);
/** @return the hash with which that of a loop begins: of its kernel's name and its space. */
uint64_t sl__spread_mix_loop(const char *kernel, const sl_space *space);

/** Messages of edges that were sent since sl_init(), and their bytes. Any thread. */
SL__PART void sl__spread_sent(int64_t *messages, int64_t *bytes);

/** Sees to it that the edge of a block has a handle with so many rows at least: a new one holds nothing yet.
 *  @return 0 without memory. */
int sl__spread_reserve_edge(sl__spread *spread, int block, int stretch, sl_index rows);

/** Sends an edge of this rank's to the rank beside it, or receives one from there, unless it is there already.
 *  @param[in] block, stretch  which edge
 *  @return #SL_SUCCESS, #SL_ERR_MPI, recorded with @p function */
sl_status sl__spread_move_edge(sl__spread *spread, int block, int stretch, const char *function);

/** Sends a border to the rank of another block, or receives it from there: call/borders.h.
 *  @param[in] border  a view of it alone  @param[in] from, to  which block has it, and which one gets it
 *  @return as sl__spread_move_edge() */
sl_status sl__spread_move_border(const sl__spread *spread, sl_view *border, int from, int to, const char *function);

/** Whether all blocks of a view that is cut along other dimensions have so much around them. */
int sl__spread_has_around(const sl__spread *spread, const sl__around *around);

/** Distributed views that live: from sl__spread_create() to the end of their last reference, at the same call on all
 *  ranks. */
extern _Atomic int sl__spread_living;

#endif
