/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A policy for CPUs and one for CUDA as one kernel. */
#ifndef STARLOOP_LIB_EXEC_NEST_PAIR_H
#define STARLOOP_LIB_EXEC_NEST_PAIR_H

#include <starloop/kernel/abi.h>

/** Finds the kernel that runs the one on CPUs and the other one on CUDA, making it at the first call; with times of its
 *  own, since it may be quicker here or there.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY. Thread-safe. */
sl_status sl__nest_pair(const struct sl__nest_policy *host, const struct sl__nest_policy *device,
                        const sl_kernel **kernel);

#endif
