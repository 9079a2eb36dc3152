/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Meshes as plain arrays: a Cartesian one of quadrilaterals, of which nothing but its maker knows that it is
 * one, and unstructured ones of triangles. */
#ifndef VERTEXSUM_MESH_H
#define VERTEXSUM_MESH_H

#include <stdint.h>

/** A mesh. */
struct mesh {
    int64_t rows, columns; /**< of a Cartesian mesh; else 0 */
    int64_t elements, vertices;
    int sides;       /**< 3 or 4 */
    int32_t *corner; /**< [elements, sides] vertices of each element, going around */
    double *x, *y;   /**< [vertices] */
};

/** Makes a mesh of rows x columns elements, whose sides grow from left to right and upwards.
 *  @return 0, or -1 without memory; mesh_free() in any case */
int mesh_make(int64_t rows, int64_t columns, struct mesh *m);

/** Makes two triangles of each cell of rows x columns, by one of its diagonals, with vertices that are out of line, and
 *  numbers vertices and triangles in no order.
 *  @return as mesh_make() */
int mesh_make_triangles(int64_t rows, int64_t columns, struct mesh *m);

/** Reads triangles: the numbers of vertices and triangles, x and y of each vertex, three vertices of each triangle,
 * from 0 on. Messages go to stderr. @return 0, or -1 after one; mesh_free() in any case */
int mesh_read(const char *path, struct mesh *m);

/** Writes triangles as mesh_read() reads them. @return 0, or -1 after a message */
int mesh_write(const char *path, const struct mesh *m);

/** Frees its arrays. */
void mesh_free(struct mesh *m);

/** Puts the elements of a Cartesian mesh into four colours by row and column, odd or even: those of one have no corner
 * in common.
 *  @param[out] element  [elements] those of colour 0, then those of colour 1, ...; each colour's go up
 *  @param[out] count    elements of each colour */
void mesh_colors(const struct mesh *m, int32_t element[], int64_t count[4]);

/** The vertex sum by one plain loop. @param[out] sum  [vertices] */
void mesh_vertex_sum(const struct mesh *m, double sum[]);

#endif
