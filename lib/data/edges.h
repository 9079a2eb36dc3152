/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Edges of the parts of split views: what the parts beside them read of them on other memory nodes.
 *
 * In main memory the parts of a view are the view, and a loop finds its neighbours' rows where they are. On a device a
 * part is an allocation of its own, with room for rows of its neighbours before and behind it. These rows travel as
 * *edges*: the first and the last rows of a part, each with a handle of its own, so that StarPU orders and moves them
 * like any data; or leaves them where they lie, for a task that copies them from there itself. Who writes a part there
 * copies its edges out afterwards; who reads around a part takes the edges of its neighbours, too, and copies them into
 * the room before. An edge is an edge of a grid that is cut along one dimension, that of the largest stride: *rows* are
 * all elements of one index along it, one run of memory.
 *
 * This file knows geometry and handles, and no device. The counts below are in the order of submission: they are read
 * and changed with the lock of the view's record, as data/split.h has it. */
#ifndef STARLOOP_LIB_DATA_EDGES_H
#define STARLOOP_LIB_DATA_EDGES_H

#include "data/split.h"

/** How many rows the parts of a new grid get room for on either side.
 *  @param[in] cut  the dimension that is cut  @param[in] shortest  rows of the shortest part
 *  @param[in] rows  that are needed, at most as many  @return at least that. */
sl_index sl__edges_room(const sl_view *v, int cut, sl_index shortest, sl_index rows);

/** The same in bytes, for struct sl__interface; a multiple of what devices align memory to. */
size_t sl__edges_room_bytes(const sl_view *v, int cut, sl_index rows);

/** Sees to it that the edges of all parts have handles, of so many rows at least.
 *  @param[in] low, high  first rows, and last rows, at most the grid's room; 0: none are needed
 *  @return 0 without memory. */
int sl__edges_reserve(sl__grid *grid, sl_index low, sl_index high);

/** The same of one edge of one part. A new one holds nothing yet. */
int sl__edge_reserve(sl__grid *grid, int part, int stretch, sl_index rows);

/** No edge holds what its part does any more: the view was whole meanwhile. */
void sl__edges_outdate(sl__grid *grid);

/** Unregisters the edges of a part that nobody uses. */
void sl__edges_free(sl__grid_part *part);

/** A copy on one memory node, between a part and an edge. */
typedef struct sl__edge_copy {
    void *to;
    const void *from;
    size_t bytes;
} sl__edge_copy;

/** The copy of an edge out of its part, or beside its neighbour.
 *  @param[in] number, stretch  which edge: of which part, and SL__STRETCH_LOW or SL__STRETCH_HIGH
 *  @param[in] edge    the edge's copy on the node, struct sl__interface
 *  @param[in] whole   where the view would begin on the node, as seen from the part that the task has
 *  @param[in] saves   1: out of that part; 0: beside it */
sl__edge_copy sl__edge_copy_of(const sl__grid *grid, int number, int stretch, const void *edge, uintptr_t whole,
                               int saves);

/** The copy of an edge out of its part beside a neighbour, without a copy of it between them.
 *  @param[in] rows          of it  @param[in] there, whole  where the view would begin, as seen from that part, and
 * from the neighbour */
sl__edge_copy sl__edge_copy_between(const sl__grid *grid, int number, int stretch, sl_index rows, uintptr_t there,
                                    uintptr_t whole);

#endif
