/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The equations: mesh, matrix and right side as views, made by loops. */
#ifndef MINIFE_SYSTEM_H
#define MINIFE_SYSTEM_H

#include <starloop.h>

#include "box.h"

/** All views have a place for each point that the process keeps; rows of other processes are empty. */
struct system {
    struct box box;
    int64_t entries; /**< of the matrix */
    sl_view *place;  /**< [points, 3] where they are */
    sl_view *fixed;  /**< [points] the temperature where it is known, else below 0 */
    sl_view *corner; /**< [elements, CORNERS] their points */
    sl_view *begin;  /**< [points + 1] where the rows of the matrix begin */
    sl_view *column; /**< [entries] of each row going up */
    sl_view *value;  /**< [entries] */
    sl_view *b;      /**< [points] the right side */
};

/** Makes points and elements. @param[out] s  system_destroy() in any case */
sl_status system_mesh(const struct box *box, struct system *s);
/** Makes the structure of the matrix: counts columns, adds up, fills in. Waits for the number of entries. */
sl_status system_structure(struct system *s);
/** Adds up the matrices and vectors of the elements. @param[in] way  how those that meet are kept apart */
sl_status system_assemble(struct system *s, sl_scatter way);
/** Takes the rows and columns of known temperatures out of the equations. */
sl_status system_dirichlet(struct system *s);
/** Gives the views back. */
void system_destroy(struct system *s);

#endif
