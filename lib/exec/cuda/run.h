/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tasks on a CUDA worker have in common: a launch, how it ends, and what it has come to. */
#ifndef STARLOOP_LIB_EXEC_CUDA_RUN_H
#define STARLOOP_LIB_EXEC_CUDA_RUN_H

#include "exec/cuda/cuda.h"

/** Launches a task that is no part of a batch. @return its flight; NULL with *failure set. */
sl__flight *sl__cuda_launch_alone(sl__cuda_device *device, sl__task *task, void *buffers[], sl__failure **failure);
/** The same with the device locked. */
sl__flight *sl__cuda_launch_with_lock(sl__cuda_device *device, sl__task *task, void *buffers[], sl__failure **failure);

/** Has StarPU call a function when devices have passed what was launched, and before it releases what depends on the
 *  task. In the task's function. @param[in] devices  [count] 0: nothing was launched */
void sl__cuda_set_epilogue(sl__cuda_device *const devices[], int count, void (*function)(void *), void *arg);

/** Adds the device's function to a codelet: it puts its work into a stream, and returns. */
static inline void sl__cuda_codelet(struct starpu_codelet *codelet, starpu_cuda_func_t function)
{
    codelet->where |= STARPU_CUDA;
    codelet->cuda_funcs[0] = function;
    codelet->cuda_flags[0] = STARPU_CUDA_ASYNC;
}

/** What a launch that the stream has passed has come to. @return NULL: its results are stored; or its failure */
sl__failure *sl__cuda_outcome(const sl__flight *flight);

/** What an error is of the copies of what a part of a loop leaves. @return NULL: it is none */
sl__failure *sl__cuda_joined_failure(const sl__task *task, gpu_error error);

#endif
