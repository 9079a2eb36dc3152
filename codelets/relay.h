/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies between views of which one has no strides: what the kernel and who calls it agree on. */
#ifndef STARLOOP_CODELETS_RELAY_H
#define STARLOOP_CODELETS_RELAY_H

#include <stdint.h>

#include <starloop/view.h>

/** How the elements of one view lie in its memory. */
struct sl__relay_side {
    int map;           /* SL__LAYOUT_BLOCKED, SL__LAYOUT_MORTON, SL__LAYOUT_MAPPED; else by strides */
    int64_t s[6];      /* [rank] extents of a block, bits of an index, or strides in elements */
    sl_layout_map own; /* of SL__LAYOUT_MAPPED */
};

/** Two views of one shape. */
struct sl__relay {
    int rank, elem; /* 1 to 6; bytes of an element */
    int64_t n[6];   /* [rank] extents */
    struct sl__relay_side from, to;
};

#endif
