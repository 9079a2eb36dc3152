/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Joining one view into another: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_SCATTER_H
#define STARLOOP_CODELETS_SCATTER_H

#include <stdint.h>

/** Two ways to lay out the same elements. */
struct sl__join {
    int32_t op, rank;             /* SL__SUM, ...; 0: element i of the one joins element i of the other */
    int64_t n[6], from[6], to[6]; /* [rank] extents and strides, dimension 0 outermost */
};

/** Brings an element's number to its places in the two. */
#define SL__JOIN_PLACES(j, i, a, b) \
    int64_t a = 0, b = 0; \
    if ((j).rank == 0) { \
        a = b = (i); \
    } else { \
        int64_t rest_ = (i); \
        for (int d_ = (j).rank - 1; d_ >= 0; d_--) { \
            a += rest_ % (j).n[d_] * (j).from[d_]; \
            b += rest_ % (j).n[d_] * (j).to[d_]; \
            rest_ /= (j).n[d_]; \
        } \
    }

#endif
