/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The vertex sum of a mesh: its views, and what is done with them beside summing up. */
#ifndef VERTEXSUM_H
#define VERTEXSUM_H

#include <starloop.h>

#include "mesh.h"

/** The mesh as views, the sums, and what plain C has for these. */
struct problem {
    struct mesh mesh;
    sl_view *corner, *x, *y, *area, *sum;
    double *want;
    int wrong;           /**< not 0: something was not as it should be, after a message */
    const char *picture; /**< file for a picture of the colours, or NULL */
};

/** The mesh once more, with other numbers. */
struct renumbered {
    sl_view *element, *vertex; /**< [elements], [vertices] the new number of each */
    sl_view *corner, *area;    /**< those of the mesh, by their new numbers */
    sl_view *sum;              /**< [vertices] zero, by new numbers */
    sl_renumber_stats before, after;
};

/** Gives a mesh new numbers. @return a status; renumbered_free() in any case */
sl_status renumber(const struct problem *p, struct renumbered *r);

/** Destroys its views. */
void renumbered_free(struct renumbered *r);

/** Draws the elements of a mesh in the colours of a set, as an SVG file at p->picture. Waits. Where it cannot be
 * written p->wrong says so, after a message. */
sl_status draw_colors(struct problem *p, const sl_index_set *colors);

#endif
