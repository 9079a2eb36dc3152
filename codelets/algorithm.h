/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Algorithms over views: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_ALGORITHM_H
#define STARLOOP_CODELETS_ALGORITHM_H

#include <starloop/kernel/codes.h>

/** A test of the elements of a view: with a value by a range of codes; with other elements by the bits. */
struct sl__test {
    struct sl__codes codes;
    uint64_t from, span; /* it holds for codes from the first on, up to so many more; or */
    uint64_t negated;    /* 1: for all others */
    uint64_t value_bits; /* of an element: all but the sign of a float */
    uint64_t most;       /* these bits, of the largest number that is none */
    uint64_t nan;        /* the bits of one */
    int64_t units;       /* of an element that is moved; bytes of one that is written */
};

#endif
