/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Renumbering: numbers for the elements of a mesh and for their targets that put together what belongs
 * together.
 *
 *     sl_renumber(corner, vertices, element_number, vertex_number);
 *     sl_forall(move_corners, SL_BOX(0, elements, 0, 3), corner, element_number, vertex_number, new_corner);
 *
 * Loops over a mesh whose neighbours are far apart in memory wait for memory; after a renumbering they find most of
 * what they need in the cache. */
#include <starloop/called_at.h>
#ifndef STARLOOP_RENUMBER_H
#define STARLOOP_RENUMBER_H

#include <starloop/view.h>

/** What sl_renumber_statistics() tells. */
typedef struct sl_renumber_stats {
    sl_index bandwidth; /**< the largest difference between two targets of an element; 0 where there is none */
    double mean_span;   /**< the mean over the elements of the difference between their largest and smallest target */
} sl_renumber_stats;

SL_BEGIN_DECLS

/** Finds new numbers for targets by reverse Cuthill-McKee, and for elements by the smallest new number of their
 * targets. Two targets are neighbours where an element has both. The result depends on the map alone. Numbers count
 * from 0, also where the map has another first index; targets that no element has come last. Nothing is moved: a loop
 * does that (guide/colouring.md).
 *  @param[in]  map        [elements, targets of each], #SL_INT32 or #SL_INT64; element i is the i-th of its first
 *                         dimension. Either extent may be 0
 *  @param[in]  n_targets  number of targets; those in the map are at least 0 and below it
 *  @param[out] elements   [elements], #SL_INT32 or #SL_INT64: the new number of each element; NULL: not wanted
 *  @param[out] targets    [@p n_targets], likewise: the new number of each target; NULL: not wanted
 *  @return #SL_SUCCESS; #SL_ERR_EXTENT (a target that is not in [0, @p n_targets), whose text names element and value;
 *  a view of another length; numbers that its type does not hold), #SL_ERR_RANK, #SL_ERR_TYPE, #SL_ERR_ARGUMENT,
 *  #SL_ERR_ALIAS (the two views have an element in common), #SL_ERR_DESTROYED, #SL_ERR_MEMORY, #SL_ERR_STATE; as
 *  sl_host_begin(). Waits for what writes @p map
 *  and what uses the other views. Thread-safe. Source: E. Cuthill and J. McKee, Reducing the bandwidth of sparse
 *  symmetric matrices, 1969; A. George and J. Liu, An implementation of a pseudoperipheral node finder, 1979. */
SL_API sl_status sl_renumber(sl_view *map_, sl_index n_targets_, sl_view *elements_, sl_view *targets_);

/** Measures how far apart the targets of an element are: before and after a renumbering.
 *  @param[in]  map        as of sl_renumber()
 *  @param[in]  n_targets  as of sl_renumber()
 *  @param[out] stats      the numbers
 *  @return as sl_renumber(). Waits for what writes @p map. */
SL_API sl_status sl_renumber_statistics(sl_view *map_, sl_index n_targets_, sl_renumber_stats *stats_);

SL_END_DECLS

#endif
