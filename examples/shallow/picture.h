/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A picture of the water. */
#ifndef SHALLOW_PICTURE_H
#define SHALLOW_PICTURE_H

#include "basin.h"

/** Draws the cells, the deeper the darker, as SVG. @param[in] u  [cells]  @return 0; -1 where the file cannot be
 * written
 */
int draw_water(const char *path, const struct basin *b, const struct state *u);

#endif
