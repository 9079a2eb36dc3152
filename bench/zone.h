/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Hexahedra of a mesh of bricks: what kernels and twins share. */
#ifndef STARLOOP_BENCH_ZONE_H
#define STARLOOP_BENCH_ZONE_H

/** Numbers of the corners of a zone, around the lower face and around the upper one, from that of its first.
 *  @param[in] row, plane  from a corner to the next one along the second and the third direction */
#define ZONE_CORNERS(first, row, plane) \
    { \
        (first), (first) + 1, (first) + 1 + (row), (first) + (row), (first) + (plane), (first) + 1 + (plane), \
            (first) + 1 + (row) + (plane), (first) + (row) + (plane) \
    }

static inline double zone_det(const double p[3], const double q[3], const double r[3])
{
    return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
}

/** Twelve times the volume of a hexahedron whose faces are bilinear (J. Grandy, UCRL-ID-128886, 1997).
 *  @param[in] a  [3][8] coordinates of the corners, in the order of ZONE_CORNERS */
static inline double zone_volume(double a[3][8])
{
    double p[3][3], q[3][3], r[3][3];
    for (int d = 0; d < 3; d++) {
        p[0][d] = (a[d][3] - a[d][1]) + (a[d][7] - a[d][2]);
        q[0][d] = a[d][6] - a[d][3];
        r[0][d] = a[d][2] - a[d][0];
        p[1][d] = (a[d][4] - a[d][3]) + (a[d][5] - a[d][7]);
        q[1][d] = a[d][6] - a[d][4];
        r[1][d] = a[d][7] - a[d][0];
        p[2][d] = (a[d][1] - a[d][4]) + (a[d][2] - a[d][5]);
        q[2][d] = a[d][6] - a[d][1];
        r[2][d] = a[d][5] - a[d][0];
    }
    return zone_det(p[0], q[0], r[0]) + zone_det(p[1], q[1], r[1]) + zone_det(p[2], q[2], r[2]);
}

#endif
