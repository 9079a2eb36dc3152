/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a kernel can be asked for: policy and space of a call, before its arguments. */
#ifndef STARLOOP_LIB_KERNEL_CHECK_H
#define STARLOOP_LIB_KERNEL_CHECK_H

#include <starloop/kernel/abi.h>

/** Refuses a space of another rank, or of a kind that the kernel's form does not run over, and a policy that makes no
 *  sense, or not for that form.
 *  @param[in] bound  threads of a CUDA block for which its device code was compiled
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_UNSUPPORTED. */
sl_status sl__kernel_check(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                           const char *function);

#endif
