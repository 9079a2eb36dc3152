/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Launches of kernels. */
#ifndef STARLOOP_LIB_EXEC_CUDA_LAUNCH_H
#define STARLOOP_LIB_EXEC_CUDA_LAUNCH_H

#include "exec/cuda/cuda.h"

/** Launches a task's kernel on StarPU's stream.
 *  @param[in] buffers  [task->views] struct sl__interface each
 *  @return NULL, or why it could not be launched. */
sl__failure *sl__cuda_launch(sl__flight *flight, void *buffers[]);

/** Launches a kernel's function that only joins what is there. With the device locked.
 *  @param[in] r  which results, and where they go */
gpu_error sl__cuda_launch_join(sl__cuda_device *device, const sl_kernel *kernel, sl__device_box *box,
                               sl__device_reduction *r);

/** Works a launch out without making it.
 *  @param[out] packed  [args_size] the kernel's arguments
 *  @return NULL, or why that was not possible. */
sl__failure *sl__cuda_aim(sl__flight *flight, void *buffers[], unsigned char *packed, sl__launch *launch);

/** @return where a launch's first parameter stands: the packed arguments, or the pointer to where they are on the
 *  device. */
void *sl__cuda_first_parameter(sl__flight *flight, const sl__task *task, void *packed);

/** Whether a function of the task's kernel may be launched so that it begins before what was launched before it has
 *  ended. */
int sl__cuda_overlaps(const sl__cuda_device *device, const sl__task *task, const void *function);

/** Makes an event where there is none. @return whether there is one: nothing depends on it */
int sl__cuda_event(gpu_event *event);

/** @return whether it was recorded. */
int sl__cuda_record(gpu_event event, gpu_stream stream);

#endif
