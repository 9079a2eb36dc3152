/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Checks of iteration spaces. */
#ifndef STARLOOP_KERNEL_SPACE_H
#define STARLOOP_KERNEL_SPACE_H

#include <starloop/space.h>

/** Refuses a space that is none, has another rank than the kernel, or too many points to count.
 *  @return #SL_SUCCESS, #SL_ERR_ARGUMENT, #SL_ERR_RANK or #SL_ERR_EXTENT. */
sl_status sl__space_check(const sl_space *space, const char *function, const char *kernel, int rank);

#endif
