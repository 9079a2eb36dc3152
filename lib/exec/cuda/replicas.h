/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies of small views that a device has beside that which StarPU knows, which is on another device: for loops
 *         in parts that read them whole. With the device locked. */
#ifndef STARLOOP_LIB_EXEC_CUDA_REPLICAS_H
#define STARLOOP_LIB_EXEC_CUDA_REPLICAS_H

#include "exec/cuda/cuda.h"

/** @return the device's copy of a view, or the one that was used longest ago in its place: there are more than a loop
 *  can use. What was launched with what was there before is ahead of what is made of it. */
sl__cuda_replica *sl__cuda_replica_of(sl__cuda_device *device, const sl_view *view);

/** Whether it has the view's data. */
int sl__cuda_replica_is_current(const sl__cuda_replica *replica, const sl_view *view);

/** Memory for so many bytes. In the device's context. */
gpu_error sl__cuda_replica_reserve(sl__cuda_replica *replica, size_t bytes);

void sl__cuda_replicas_free(sl__cuda_device *device);

#endif
