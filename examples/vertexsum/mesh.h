/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A Cartesian mesh of quadrilaterals, as plain arrays: nothing but this file's makers knows that it is one. */
#ifndef VERTEXSUM_MESH_H
#define VERTEXSUM_MESH_H

#include <stdint.h>

/** A mesh. */
struct mesh {
    int64_t rows, columns, elements, vertices;
    int32_t *corner; /**< [elements, 4] vertices of each element, going around */
    double *x, *y;   /**< [vertices] */
};

/** Makes a mesh of rows x columns elements, whose sides grow from left to right and upwards.
 *  @return 0, or -1 without memory; mesh_free() in any case */
int mesh_make(int64_t rows, int64_t columns, struct mesh *m);

/** Frees its arrays. */
void mesh_free(struct mesh *m);

/** Puts the elements into four colours by row and column, odd or even: those of one have no corner in common.
 *  @param[out] element  [elements] those of colour 0, then those of colour 1, ...; each colour's go up
 *  @param[out] count    elements of each colour */
void mesh_colors(const struct mesh *m, int32_t element[], int64_t count[4]);

/** The vertex sum by one plain loop. @param[out] sum  [vertices] */
void mesh_vertex_sum(const struct mesh *m, double sum[]);

#endif
