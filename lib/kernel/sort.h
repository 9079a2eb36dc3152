/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of sorts that devices have code of their own for. */
#ifndef STARLOOP_LIB_KERNEL_SORT_H
#define STARLOOP_LIB_KERNEL_SORT_H

#include <starloop/kernel/sort_view.h>

/** The kernel that sorts a view. Its arguments are a struct sl__codes, whether it descends, the keys as unsigned
 * numbers, and values, if there are any, likewise and without gaps.
 *  @param[in] key, value  bytes of each: 1, 2, 4, 8; 0: no values  @param[in] device  whether devices are to run it,
 * too
 *  @return NULL where the back end has no code for them: keys or values of 1 and 2 bytes, 2^31 keys or more, or a build
 *  without it. */
const sl_kernel *sl__sort_kernel(size_t key, size_t value, sl_index count, int device);

/** The kernel that sorts the codes of segments on a device alone. Its arguments are where segments begin, and behind
 * that where they end, as int32_t, the codes, and an index of 64 bits that goes with them.
 *  @param[in] key  bytes of a key; codes of fewer than 4 have 4  @param[in] pairs  whether there is an index
 *  @return NULL where the back end has none: 2^31 keys or segments or more, or a build without it. */
const sl_kernel *sl__sort_segments_kernel(size_t key, int pairs, sl_index count, sl_index segments);

#endif
