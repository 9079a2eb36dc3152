/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reverse Cuthill-McKee numbers for what has targets. Two targets are neighbours where an element has both; the
 * degree of a target is how often the map has it.
 *
 * Nothing here records a failure or touches a view. */
#ifndef STARLOOP_LIB_DATA_RENUMBERING_H
#define STARLOOP_LIB_DATA_RENUMBERING_H

#include "data/coloring.h"

/** Numbers the targets of a map whose targets are all there. Each connected part begins at a target far from others:
 *  the one of smallest degree of the last level of a breadth-first search, which is repeated from there, up to twice,
 *  while it has more levels. Of equal degrees the smaller number comes first. Targets that no element has come last.
 *  @param[out] number  [targets] the new number of each
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY. Not recorded. */
sl_status sl__renumber_targets(const sl__target_map *m, sl_index number[]);

/** Numbers the elements by the smallest new number of their targets; those of one in their old order.
 *  @param[in]  target   [targets] of sl__renumber_targets()
 *  @param[out] element  [elements] the new number of each
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY. Not recorded. */
sl_status sl__renumber_elements(const sl__target_map *m, const sl_index target[], sl_index element[]);

#endif
