/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sets of bits on the host; in bodies: starloop/kernel/bits.h.
 *
 *     sl_view *seen;
 *     sl_view_create("seen", SL_UINT32, SL_LAYOUT_RIGHT, SL_EXTENTS(SL_BIT_WORDS(n)), &seen);   all bits are 0
 *     sl_forall(mark, SL_RANGE(0, m), corner, seen);
 *     sl_bits_count(seen, &count);
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_BITS_H
#define STARLOOP_BITS_H

#include <starloop/view.h>

/** Elements of uint32_t that hold n bits. Bits from n on, in the last one, are the program's to leave at 0. */
#define SL_BIT_WORDS(n) (((sl_index)(n) + 31) / 32)

SL_BEGIN_DECLS

/** Counts the bits that are 1.
 *  @param[in]  bits_   #SL_UINT32, rank 1
 *  @param[out] count_  host memory for the number
 *  @return #SL_SUCCESS; #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_ARGUMENT (NULL), #SL_ERR_DESTROYED, #SL_ERR_MEMORY,
 *  #SL_ERR_STATE; the failure of a task that writes @p bits_. Waits for these. Thread-safe. */
SL_API sl_status sl_bits_count(sl_view *bits_, sl_index *count_);

SL_END_DECLS

#endif
