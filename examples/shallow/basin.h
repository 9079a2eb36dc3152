/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A basin of triangles, as plain arrays: cells, the edges between them, and a dam in the middle. */
#ifndef SHALLOW_BASIN_H
#define SHALLOW_BASIN_H

#include "../vertexsum/mesh.h"
#include "state.h"

#define LENGTH 10.0 /* of every basin, along x */
#define DAM (LENGTH / 2)
#define HIGH 1.0 /* depth of the water to the left of the dam, */
#define LOW 0.2  /* and to the right */

/** A basin. Lengths are metres. */
struct basin {
    struct mesh mesh;
    int straight; /**< whether its walls are: only then the exact profile holds */
    int64_t cells, edges;
    double *x, *y;       /**< [cells] their centres */
    double *area;        /**< [cells] */
    int32_t *cell_edges; /**< [cells, 3] */
    int32_t *edge_cells; /**< [edges, 2] the cells at both sides; at a wall the only one, twice */
    struct edge *edge;   /**< [edges] */
    double dt;           /**< a step of time that no wave is too fast for */
};

/** Makes a basin of rows x columns squares, two triangles of each; of no order, with vertices out of line, but for the
 * walls. @return 0; -1 without memory; basin_free() in any case */
int basin_make(int64_t rows, int64_t columns, struct basin *b);
/** Makes one of the triangles of a file, see vertexsum/mesh.h. @return 0; -1 after a message */
int basin_read(const char *path, struct basin *b);
/** Frees its arrays. */
void basin_free(struct basin *b);

/** Depth and velocity at x after that time, while no wave has met a wall: Stoker's solution of the dam break. */
void basin_exact(double x, double time, double *depth, double *velocity);
/** @return seconds until the first wave meets a wall */
double basin_time(void);

#endif
