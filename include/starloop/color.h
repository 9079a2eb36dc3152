/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Colouring: index sets whose segments have no two elements that share a target.
 *
 *     sl_index_set *colors = NULL;
 *     sl_color(corners, vertices, &colors);
 *     sl_forall(add_to_corners, SL_INDEX_SET(colors), corners, sums);
 *     sl_index_set_destroy(&colors);
 *
 * Iterations of one segment may add to their targets without atomics; the segments run one after another. */
#include <starloop/called_at.h>
#ifndef STARLOOP_COLOR_H
#define STARLOOP_COLOR_H

#include <starloop/index_set.h>
#include <starloop/view.h>

/** How to colour. A value; zero in every field is the default. */
typedef struct sl_coloring {
    int balance; /**< not 0: elements move from large colours to small ones, as far as their targets allow it */
} sl_coloring;

/** What sl_color_statistics() tells. */
typedef struct sl_color_stats {
    int colors;        /**< segments that have elements */
    sl_index smallest; /**< elements of the smallest of them; 0 where there is none */
    sl_index largest;  /**< elements of the largest */
} sl_color_stats;

SL_BEGIN_DECLS

/** Colours the elements of a mesh, or of anything that has targets: each in its turn gets the first colour that none of
 *  the elements before it has with which it shares a target. The result depends on the map alone. An element that has a
 *  target twice does not conflict with itself. Colours whose elements are evenly apart are ranges and strides, others
 *  lists, of #SL_INT32 where the elements allow it; the elements of each go up.
 *  @param[in]  map        [elements, targets of each], #SL_INT32 or #SL_INT64; element i is index i of its first
 *                         dimension. Either extent may be 0
 *  @param[in]  n_targets  number of targets; those in the map are at least 0 and below it
 *  @param[out] set        a segment for each colour, owned by the caller: sl_index_set_destroy(). It has the label of
 *                         @p map, and does not follow what is written there later
 *  @return #SL_SUCCESS; #SL_ERR_EXTENT (a target that is not in [0, @p n_targets), whose text names element and value;
 *  a negative number), #SL_ERR_RANK, #SL_ERR_TYPE, #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_MEMORY,
 *  #SL_ERR_STATE; as sl_host_begin(). Waits for what writes @p map. Thread-safe. */
SL_API sl_status sl_color(sl_view *map_, sl_index n_targets_, sl_index_set **set_);

/** sl_color() in another way. The colours are as many.
 *  @param[in]  coloring   how; with .balance the result depends on the map alone, too
 *  @param[in]  map        as of sl_color()
 *  @param[in]  n_targets  as of sl_color()
 *  @param[out] set        as of sl_color()
 *  @return as sl_color() */
SL_API sl_status sl_color_with(sl_coloring coloring_, sl_view *map_, sl_index n_targets_, sl_index_set **set_);

/** Colours the vertices of a graph, as a Gauss-Seidel sweep needs them: each in its turn gets the first colour that
 * none of the vertices before it has which are too near. Of two vertices an edge from one to the other is enough, in
 * either direction; one from a vertex to itself does not count. The result depends on the graph alone; its segments are
 * those of sl_color(). A grid whose points have an edge to each neighbour along a line has two colours at distance 1.
 *  @param[in]  rows      [vertices + 1], rank 1, #SL_INT32 or #SL_INT64: the edges of vertex v are those from rows[v]
 * on, up to rows[v + 1]. They do not decrease
 *  @param[in]  columns   [edges], rank 1, likewise: the vertex at the other end of each. Vertices are numbered as the
 *                        elements of @p rows, from its first index on, and edges as those of @p columns
 *  @param[in]  distance  1: vertices with an edge between them have different colours; 2: those with a path of two
 *                        edges, too
 *  @param[out] set       a segment for each colour, owned by the caller: sl_index_set_destroy(). It has the label of
 *                        @p rows, and does not follow what is written to the views later
 *  @return #SL_SUCCESS; #SL_ERR_EXTENT (no element in @p rows; a row that is no range of @p columns; a vertex that is
 *  not there; the text names them), #SL_ERR_ARGUMENT, #SL_ERR_RANK, #SL_ERR_TYPE, #SL_ERR_DESTROYED, #SL_ERR_MEMORY,
 *  #SL_ERR_STATE; as sl_host_begin(). Waits for what writes the views. Thread-safe. */
SL_API sl_status sl_graph_color(sl_view *rows_, sl_view *columns_, int distance_, sl_index_set **set_);

/** sl_graph_color() in another way. The colours are as many.
 *  @param[in]  coloring  how
 *  @param[in]  rows      as of sl_graph_color()
 *  @param[in]  columns   as of sl_graph_color()
 *  @param[in]  distance  as of sl_graph_color()
 *  @param[out] set       as of sl_graph_color()
 *  @return as sl_graph_color() */
SL_API sl_status sl_graph_color_with(sl_coloring coloring_, sl_view *rows_, sl_view *columns_, int distance_,
                                     sl_index_set **set_);

/** Refuses a set that is no colouring of a map: one that has two elements in a segment which share a target, an element
 *  twice, or not at all. For sets that were made by hand.
 *  @param[in] map        as of sl_color()
 *  @param[in] n_targets  as of sl_color()
 *  @param[in] set        the set
 *  @return #SL_SUCCESS; #SL_ERR_RACE, whose text names the elements, their segment and target; #SL_ERR_ARGUMENT, which
 *  names the element that is there twice or is missing; #SL_ERR_EXTENT for an index that is no element; as sl_color().
 *  Waits for what writes @p map and the lists of the set. */
SL_API sl_status sl_color_check(sl_view *map_, sl_index n_targets_, const sl_index_set *set_);

/** Counts the colours of a set, and their elements.
 *  @param[in]  set    the set
 *  @param[out] stats  the numbers
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL), #SL_ERR_DESTROYED, #SL_ERR_STATE. Does not wait. */
SL_API sl_status sl_color_statistics(const sl_index_set *set_, sl_color_stats *stats_);

SL_END_DECLS

#endif
