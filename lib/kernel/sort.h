/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of sorts that devices have code of their own for. */
#ifndef STARLOOP_LIB_KERNEL_SORT_H
#define STARLOOP_LIB_KERNEL_SORT_H

#include <starloop/kernel/sort_view.h>

/** The kernel that sorts codes on a device alone: keys, room for as many, and with pairs their numbers and room for
 *  as many; in place, all without gaps. @param[in] bits  of a key
 *  @return NULL where the back end has none: keys of other sizes, 2^31 of them or more, or a build without it. */
const sl_kernel *sl__sort_kernel(int bits, int pairs, sl_index count);

#endif
