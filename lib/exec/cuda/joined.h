/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a part of a loop on a device leaves for the task behind all parts: task/split_joined.h. */
#ifndef STARLOOP_LIB_EXEC_CUDA_JOINED_H
#define STARLOOP_LIB_EXEC_CUDA_JOINED_H

#include "exec/cuda/cuda.h"

/** Puts copies that hold what changes nothing in place of the views that a part scatters into: in the flight's device
 *  memory, in the order of the stream. Before the launch is made. @param[in,out] buffers  [views] struct sl__interface
 *  each */
gpu_error sl__cuda_joined_begin(sl__flight *flight, void *const buffers[]);

/** Notes where the blocks of a launch leave their results of arrays, in the device's scratch memory, and has room for
 * them in the flight's pinned memory. @param[in] r  laid out, and aimed at that */
gpu_error sl__cuda_joined_aim(sl__flight *flight, const sl__device_reduction *r);

/** Copies what the launch left to the flight's pinned memory, behind it in the stream. */
gpu_error sl__cuda_joined_fetch(const sl__flight *flight);

/** Puts it where the task behind all parts finds it. When the stream has passed that. */
void sl__cuda_joined_store(const sl__flight *flight);

/** Frees what a flight has for it. */
void sl__cuda_joined_free(sl__flight *flight);

#endif
