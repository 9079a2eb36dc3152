/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The same steps in plain C with OpenMP, to compare with. */
#ifndef STENCIL3D_TWIN_H
#define STENCIL3D_TWIN_H

#include <stdint.h>

/** Makes steps from u to next and back. @param[in] n [3] points along z, y and x @param[in,out] u,next [nz, ny, nx],
 *  with the same values on the faces @return which of the two the last step has written; u where there was none */
double *twin_run(const int64_t n[3], long steps, double *u, double *next);

#endif
