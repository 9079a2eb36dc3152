/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops that the library calls itself. */
#ifndef STARLOOP_LIB_CALL_SUBMIT_H
#define STARLOOP_LIB_CALL_SUBMIT_H

#include <starloop/kernel/abi.h>

/** sl_submit() in the name of another function; notes a failure in the region that is recorded. */
sl_status sl__submit_as(const char *function, const sl_kernel *kernel, const sl_policy *policy, const sl_space *space,
                        const sl_arg args[], int n);

#endif
