/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A picture of the temperature. */
#ifndef MINIFE_PICTURE_H
#define MINIFE_PICTURE_H

#include "box.h"

/** Draws the plane y = 1/2, x to the right and z upwards, a square for each point, from blue to red, as SVG.
 *  @param[in] x  [points] of the whole cube  @return 0; -1 where the file cannot be written */
int draw_middle(const char *path, const struct box *box, const double *x);

#endif
