/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_SORT_H
#define STARLOOP_CODELETS_SORT_H

#include <stdint.h>

enum { SL__SORT_DIGITS = 256 };

/** A radix sort. Keys become unsigned numbers ("codes") whose order is the one asked for, and become keys again. */
struct sl__radix {
    int64_t count, block, blocks; /* keys; keys of a block; blocks */
    uint64_t sign;                /* the sign bit; 0 for unsigned keys */
    uint64_t negative_nans;       /* codes that NaNs with a sign would have before all numbers: moved to the end */
    uint64_t last;                /* the largest code of a number */
    int32_t is_float, descending, shift, pad;
};

/** A merge sort by a function. */
struct sl__merge {
    int64_t count, block, width, elem; /* elements; of a block; of a run; bytes of an element */
    int (*compare)(const void *, const void *);
};

#endif
