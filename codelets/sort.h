/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_SORT_H
#define STARLOOP_CODELETS_SORT_H

#include <starloop/kernel/codes.h>

enum {
    SL__SORT_DIGITS = 256,
    SL__SORT_BAD_SEGMENT = 1 /* raised where the offsets of a segment are no range of the keys */
};

/** Keys become codes, those of numbers turned for a descending one, and become keys again. */
struct sl__radix {
    int64_t count; /* keys */
    struct sl__codes codes;
    int32_t descending;
};

/** A merge sort by a function. */
struct sl__merge {
    int64_t count, block, width, elem; /* elements; of a block; of a run; bytes of an element */
    int64_t key; /* of pairs: bytes of a key, with which an element begins; in its last bytes is the key's place */
    int (*compare)(const void *, const void *);
};

#endif
