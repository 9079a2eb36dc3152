/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops of a sort over codes (starloop/kernel/codes.h) of 1, 2, 4 or 8 bytes, and over values of as many
 *  that go with them. */
#ifndef STARLOOP_LIB_EXEC_CPU_SORT_CODES_H
#define STARLOOP_LIB_EXEC_CPU_SORT_CODES_H

#include <starloop/kernel/sort_view.h>

enum { SL__DIGIT_BITS = 8, SL__DIGITS = 1 << SL__DIGIT_BITS }; /* bits of a digit, and how many there are */

/** What is sorted: codes and values, both without gaps. Values may be NULL where they have no bytes. */
typedef struct sl__sorted {
    char *codes, *values;
} sl__sorted;

/** The loops over @p n elements, for codes of one size and values of one size. */
typedef struct sl__sort_loops {
    /** Makes codes of numbers @p stride elements apart. @param[out] codes  may be the numbers' memory */
    void (*encode)(const sl__sort_args *args, const char *numbers, sl_index stride, sl_index n, char *codes);
    /** Makes numbers of codes. @param[out] numbers  may be the codes' memory */
    void (*decode)(const sl__sort_args *args, const char *codes, sl_index n, char *numbers, sl_index stride);
    /** @return the bits in which a code differs from the first one. */
    uint64_t (*differing)(const char *codes, sl_index n, const char *first);
    /** Counts digits, which begin at bit @p shift. @param[in,out] count  [SL__DIGITS] */
    void (*count)(const char *codes, sl_index n, int shift, sl_index count[]);
    /** Moves elements in order. @param[in,out] at  [SL__DIGITS] where the next one of each digit goes in @p to */
    void (*move)(const sl__sorted *from, sl_index n, int shift, sl_index at[], const sl__sorted *to);
    /** Sorts a few elements by insertion. @param[out] to  may be @p from */
    void (*insert)(const sl__sorted *from, sl_index n, const sl__sorted *to);
} sl__sort_loops;

/** @param[in] key  1, 2, 4, 8: bytes of a code  @param[in] value  0, 1, 2, 4, 8: bytes of a value */
const sl__sort_loops *sl__sort_loops_of(size_t key, size_t value);

#endif
