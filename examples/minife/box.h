/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A cube of hexahedra, whole or the part of it that a process has. */
#ifndef MINIFE_BOX_H
#define MINIFE_BOX_H

#include <stdint.h>

enum { CORNERS = 8, MOST_COLUMNS = 27 /* of a row: the corners of the eight elements around a point */ };

/** The unit cube in nx x ny x nz elements. Points lie in planes of the same z; a process has the rows of some planes,
 * and keeps the points of the planes beside them as well, which its elements reach. Points are numbered among those
 * that it keeps, along x first. */
struct box {
    int64_t nx, ny, nz; /**< elements along each axis, of the whole cube */
    int64_t own[2];     /**< the first plane whose rows the process has, and the one after the last */
    int64_t kept[2];    /**< the same of the planes that it keeps */
};

/** The part of one process of several. @param[in] rank  from 0, of @p ranks, at most nz + 1 */
static inline struct box box_part(int64_t nx, int64_t ny, int64_t nz, int64_t rank, int64_t ranks)
{
    const int64_t planes = nz + 1;
    struct box b = {nx, ny, nz, {planes * rank / ranks, planes * (rank + 1) / ranks}, {0, planes}};
    if (b.own[0] > 0)
        b.kept[0] = b.own[0] - 1;
    if (b.own[1] < planes)
        b.kept[1] = b.own[1] + 1;
    return b;
}

/** @return points of a plane */
static inline int64_t box_plane(const struct box *b)
{
    return (b->nx + 1) * (b->ny + 1);
}

/** @return points that the process keeps */
static inline int64_t box_points(const struct box *b)
{
    return box_plane(b) * (b->kept[1] - b->kept[0]);
}

/** @return elements between the planes that it keeps: all that reach a row of its own */
static inline int64_t box_elements(const struct box *b)
{
    return b->nx * b->ny * (b->kept[1] - b->kept[0] - 1);
}

/** @return the first of its rows, or the one after the last. @param[in] end  0 or 1 */
static inline int64_t box_row(const struct box *b, int end)
{
    return box_plane(b) * (b->own[end] - b->kept[0]);
}

#endif
