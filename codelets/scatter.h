/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Joining one view into another: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_SCATTER_H
#define STARLOOP_CODELETS_SCATTER_H

#include <stdint.h>

/** Two ways to lay out the same elements. */
struct sl__join {
    int32_t op, rank;             /* SL__SUM, ...; 0: number i of the one joins number i of the other */
    int64_t parts;                /* numbers of an element */
    int64_t n[6], from[6], to[6]; /* [rank] extents and strides, dimension 0 outermost */
};

/** Brings the index of a number to its places in the two. */
#define SL__JOIN_PLACES(j, i, a, b) \
    int64_t a = 0, b = 0; \
    if ((j).rank == 0) { \
        a = b = (i); \
    } else { \
        int64_t rest_ = (i) / (j).parts; \
        for (int d_ = (j).rank - 1; d_ >= 0; d_--) { \
            a += rest_ % (j).n[d_] * (j).from[d_]; \
            b += rest_ % (j).n[d_] * (j).to[d_]; \
            rest_ /= (j).n[d_]; \
        } \
        a = a * (j).parts + (i) % (j).parts; \
        b = b * (j).parts + (i) % (j).parts; \
    }

#endif
