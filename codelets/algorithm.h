/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Algorithms over views: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_ALGORITHM_H
#define STARLOOP_CODELETS_ALGORITHM_H

#include <stdint.h>

/** A view that is gone through by blocks, and what its elements are compared with. */
struct sl__algorithm {
    int64_t count, block, blocks; /* elements; of a block; blocks */
    int64_t units;                /* of an element that is moved */
    uint64_t value;               /* the bytes of a value, from the first one on */
    int32_t comparison;           /* sl_comparison */
    int32_t wants;                /* of a search: 0 the place, -1 when there is none; 1 whether there is none */
};

#endif
