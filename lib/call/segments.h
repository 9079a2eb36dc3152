/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops over index sets. */
#ifndef STARLOOP_LIB_CALL_SEGMENTS_H
#define STARLOOP_LIB_CALL_SEGMENTS_H

#include <starloop/loop.h>

/** sl__submit_one() for each of the spaces that a set of #SL_SPACE_SET consists of, if none of them is refused. */
sl_status sl__segments_submit(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                              const sl_space *space, const sl_arg args[], int n);

#endif
