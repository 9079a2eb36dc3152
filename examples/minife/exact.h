/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The temperature that the cube has, known by a series. */
#ifndef MINIFE_EXACT_H
#define MINIFE_EXACT_H

/** The solution of -laplace u = minife_source() with u = 1 on the face x = 1 and 0 on the others.
 *  @param[in] x, y, z  a point of the unit cube, x at most 3/4: nearer to the face the series converges slowly */
double minife_exact(double x, double y, double z);

#endif
