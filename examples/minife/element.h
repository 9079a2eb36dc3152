/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One hexahedron: its matrix and its part of the right side; and what is known at the faces of the cube. For
 *         kernels and for plain C. */
#ifndef MINIFE_ELEMENT_H
#define MINIFE_ELEMENT_H

#include <starloop/kernel.h>

/** What heats the cube within, at a point. */
SL_FN double minife_source(double x, double y, double z)
{
    const double a = x * (1 - x), b = y * (1 - y), c = z * (1 - z);
    return 2 * (b * c + a * c + a * b);
}

/** The temperature at a point (i, j, k) of the grid that lies on a face: 1 on the face x = 1, 0 on the others, 1/2 at
 * the edges between. Below 0: the point lies on no face, its temperature is to be found. */
SL_FN double minife_fixed(int64_t i, int64_t j, int64_t k, int64_t nx, int64_t ny, int64_t nz)
{
    const int side = (j == 0) | (j == ny) | (k == 0) | (k == nz);
    if (i == nx)
        return side ? 0.5 : 1.0;
    return side | (i == 0) ? 0.0 : -1.0;
}

/** Value and gradient at a point of Gauss of the functions that are 1 at one corner of the unit cube: corner a lies at
 *  (a & 1, a >> 1 & 1, a >> 2). */
SL_FN void minife_shape(const double at[3], double value[8], double gradient[8][3])
{
    for (int a = 0; a < 8; a++) {
        const int x = a & 1, y = a >> 1 & 1, z = a >> 2;
        const double fx = x ? at[0] : 1 - at[0], fy = y ? at[1] : 1 - at[1], fz = z ? at[2] : 1 - at[2];
        value[a] = fx * fy * fz;
        gradient[a][0] = (x ? 1 : -1) * fy * fz;
        gradient[a][1] = (y ? 1 : -1) * fx * fz;
        gradient[a][2] = (z ? 1 : -1) * fx * fy;
    }
}

/** The inverse of a 3 x 3 matrix. @return its determinant */
SL_FN double minife_invert(const double m[3][3], double inverse[3][3])
{
    const double c0 = m[1][1] * m[2][2] - m[1][2] * m[2][1], c1 = m[1][2] * m[2][0] - m[1][0] * m[2][2],
                 c2 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
    const double determinant = m[0][0] * c0 + m[0][1] * c1 + m[0][2] * c2, f = 1 / determinant;
    inverse[0][0] = f * c0;
    inverse[1][0] = f * c1;
    inverse[2][0] = f * c2;
    inverse[0][1] = f * (m[0][2] * m[2][1] - m[0][1] * m[2][2]);
    inverse[1][1] = f * (m[0][0] * m[2][2] - m[0][2] * m[2][0]);
    inverse[2][1] = f * (m[0][1] * m[2][0] - m[0][0] * m[2][1]);
    inverse[0][2] = f * (m[0][1] * m[1][2] - m[0][2] * m[1][1]);
    inverse[1][2] = f * (m[0][2] * m[1][0] - m[0][0] * m[1][2]);
    inverse[2][2] = f * (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
    return determinant;
}

/** The integrals over a hexahedron of grad N_a . grad N_b and of the source times N_a, by 2 x 2 x 2 points of Gauss.
 *  @param[in]  corner  where its corners are
 *  @param[out] matrix  [8, 8]  @param[out] vector  [8] */
SL_FN void minife_element(const double corner[8][3], double matrix[8][8], double vector[8])
{
    const double gauss[2] = {0.21132486540518712, 0.78867513459481288};
    for (int a = 0; a < 8; a++) {
        vector[a] = 0;
        for (int b = 0; b < 8; b++)
            matrix[a][b] = 0;
    }
    for (int q = 0; q < 8; q++) {
        const double at[3] = {gauss[q & 1], gauss[q >> 1 & 1], gauss[q >> 2]};
        double value[8], gradient[8][3], jacobian[3][3] = {{0}}, inverse[3][3], place[3] = {0};
        minife_shape(at, value, gradient);
        for (int a = 0; a < 8; a++)
            for (int d = 0; d < 3; d++) {
                place[d] += value[a] * corner[a][d];
                for (int k = 0; k < 3; k++)
                    jacobian[d][k] += corner[a][d] * gradient[a][k];
            }
        const double weight = minife_invert(jacobian, inverse) / 8;
        const double source = weight * minife_source(place[0], place[1], place[2]);
        double g[8][3];
        for (int a = 0; a < 8; a++)
            for (int d = 0; d < 3; d++)
                g[a][d] =
                    gradient[a][0] * inverse[0][d] + gradient[a][1] * inverse[1][d] + gradient[a][2] * inverse[2][d];
        for (int a = 0; a < 8; a++) {
            vector[a] += source * value[a];
            for (int b = 0; b < 8; b++)
                matrix[a][b] += weight * (g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2]);
        }
    }
}

#endif
