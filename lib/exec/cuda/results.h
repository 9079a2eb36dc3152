/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where what a launch reduces goes. */
#ifndef STARLOOP_LIB_EXEC_CUDA_RESULTS_H
#define STARLOOP_LIB_EXEC_CUDA_RESULTS_H

#include "exec/cuda/cuda.h"
#include "task/split.h"

/** Makes the device's scratch memory so large at least; launches use it one after another. */
gpu_error sl__cuda_scratch(sl__cuda_device *device, size_t bytes);

/** Fills in where the partial results and the results of a launch that is laid out go.
 *  @param[in] buffers  [views] struct sl__interface each  @param[in] scans  it is a scan
 *  @param[in] before  bytes of the device's scratch memory that others have */
gpu_error sl__cuda_aim_results(sl__flight *flight, void *buffers[], int scans, size_t before, sl__launch *launch);

/** Fills in a launch that joins the results of the parts of a call, and stores them.
 *  @param[in] targets  of the task behind the parts */
void sl__cuda_aim_join(sl__cuda_device *device, const sl__split_loop *call, void *targets[], sl__device_reduction *r);

/** Stores what a launch that the stream has passed has reduced into the host's memory: results where the program wants
 *  them, or those of a part's blocks beside those of the other parts. */
void sl__cuda_store_results(const sl__flight *flight);

#endif
