/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What is small from device to device, in the order of the launches: small_copies.c. */
#ifndef STARLOOP_LIB_EXEC_CUDA_SMALL_COPIES_H
#define STARLOOP_LIB_EXEC_CUDA_SMALL_COPIES_H

#include "exec/cuda/cuda.h"

/** A stream for a copy of something small from one device to another, of which nobody need see the end: all launches on
 *  both devices wait for it that come behind. By the numbers of the devices. @return 0: there is none, for instance
 *  because the program has handles of views, and its own codelets may use them on streams of theirs. */
int sl__cuda_small_leaves(int from_device, int to_device, gpu_stream *stream);
/** Behind that copy. @return GPU_SUCCESS, or why the launches do not wait. */
gpu_error sl__cuda_small_left(int from_device, int to_device);

/** Has another stream wait for such copies to any device: before it copies what they may have brought, or read. */
void sl__cuda_small_order(gpu_stream stream);

#endif
