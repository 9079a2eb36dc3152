/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a block scatters: into copies in its shared memory, or by atomics. */
#ifndef STARLOOP_LIB_EXEC_CUDA_SCATTER_H
#define STARLOOP_LIB_EXEC_CUDA_SCATTER_H

#include "exec/cuda/cuda.h"

/** Decides how a loop scatters: call->copies. @return NULL, or why it cannot as its policy says. */
sl__failure *sl__cuda_scatter_choose(sl__flight *flight, void *const buffers[], sl__launch_call *call);

/** @return whether that is still to be found out, by launches that are timed. */
int sl__cuda_scatter_is_open(const sl__cuda_device *device, const sl__task *task, void *const buffers[]);

/** A timed launch has passed: notes how long it took, where that was wanted. */
void sl__cuda_scatter_note(const sl__flight *flight, double seconds);

#endif
