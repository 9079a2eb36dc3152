/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What both sides of stencil3d and jacobi2d have in common. */
#ifndef SCALE_SWEEPS_H
#define SCALE_SWEEPS_H

#include "../../examples/stencil3d/wave.h"
#include "cases.h"

struct sweeps {
    struct wave wave; /**< of the whole */
    int64_t n[3];     /**< points of the whole, edges included; the last is 1 in two dimensions */
    double decay;     /**< by a step */
    double *u, *next; /**< [rows + 2, n[1], n[2]] of the plain side */
    void (*sweep)(const struct sweeps *w, const struct twin_rows *rows);
};

/** @return the wave as a strip sees so many rows of its own, from its row `from` on */
struct wave sweeps_part(const struct sweeps *w, const struct strip *s, int64_t from, int64_t rows);

/** Compares with what is known. @param[in] u  [rows, n[1], n[2]] of the strip */
void sweeps_judge(const struct scale_options *o, struct scale_run *run, const struct sweeps *w, const double *u);

#endif
