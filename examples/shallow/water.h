/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The water in a basin: views, and steps of time. */
#ifndef SHALLOW_WATER_H
#define SHALLOW_WATER_H

#include <starloop.h>

#include "basin.h"

/** Ways in which what flows through edges comes to the cells. */
enum way { BY_SCATTER, BY_COLORS, BY_GATHER, WAYS };
extern const char *const way_names[WAYS];

/** Water. */
struct water {
    const struct basin *basin;
    enum way way;
    sl_view *x, *area;     /**< [cells] */
    sl_view *edges;        /**< [cells, 3] of each cell */
    sl_view *cells, *edge; /**< [edges, 2], [edges] */
    sl_view *u, *v, *rate; /**< [cells] struct state: the water, the same between two stages, what changes it */
    sl_index_set *colors;  /**< of the edges, BY_COLORS */
    sl_region *step;       /**< one step of time */
};

/** Fills a basin. @param[out] w  water_free() in any case */
sl_status water_fill(const struct basin *basin, enum way way, struct water *w);
/** Queues steps of time. */
sl_status water_run(struct water *w, long steps);
/** How much there is. */
sl_status water_volume(struct water *w, double *volume);
/** Gives all back. */
void water_free(struct water *w);

#endif
