/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief .nest = "auto": which of a nest's policies for devices runs there, by the times of calls before. */
#ifndef STARLOOP_LIB_CALL_NEST_AUTO_H
#define STARLOOP_LIB_CALL_NEST_AUTO_H

#include "exec/nest_auto.h"

/** Chooses the kernel of a call: all policies for CPUs, of which each run there takes one, and one for devices.
 *  @param[in] host    policies for CPUs, one at least
 *  @param[in] device  those for devices that the call's space has a grid for; none: it runs on CPUs
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_MEMORY, #SL_ERR_TYPE of the kernels. */
sl_status sl__nest_auto_choose(const sl__nest_set *host, const sl__nest_set *device, const sl_policy *policy,
                               const sl_space *space, const sl_kernel **kernel);

#endif
