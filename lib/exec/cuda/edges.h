/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Edges, and what is small, from device to device, in the order of the launches: edges.c. */
#ifndef STARLOOP_LIB_EXEC_CUDA_EDGES_H
#define STARLOOP_LIB_EXEC_CUDA_EDGES_H

#include "data/split.h"
#include "exec/cuda/cuda.h"

/** Makes what a device needs for edges. */
gpu_error sl__cuda_edges_make(sl__cuda_device *device);
void sl__cuda_edges_free(sl__cuda_device *device);

/** Has the device's stream wait for a copy that another device has made.
 *  @param[in] mark   of its own copies, or of none: nothing is waited for
 *  @param[in] loads  1: it is of a copy out of an edge; 0: of one into an edge */
gpu_error sl__cuda_edges_await(const sl__cuda_device *device, const sl__edge_mark *mark, int loads);
/** Behind copies on the device's stream. In its worker. @param[out] mark  what others are to wait for  @return
 *  GPU_SUCCESS, or why they could not */
gpu_error sl__cuda_edges_mark(sl__cuda_device *device, int saves, sl__edge_mark *mark);

/** A stream for a copy of something small from one device to another, of which nobody need see the end: all launches on
 *  both devices wait for it that come behind. By the numbers of the devices. @return 0: there is none, for instance
 *  because the program has handles of views, and its own codelets may use them on streams of theirs. */
int sl__cuda_small_leaves(int from_device, int to_device, gpu_stream *stream);
/** Behind that copy. @return GPU_SUCCESS, or why the launches do not wait. */
gpu_error sl__cuda_small_left(int from_device, int to_device);

/** Has another stream wait for such copies to any device: before it copies what they may have brought, or read. */
void sl__cuda_small_order(gpu_stream stream);

/** Has another stream wait for what is done to edges on a device of that number: before it copies one from or to there.
 */
void sl__cuda_edges_order(int number, gpu_stream stream);

/** Waits for copies to all devices. */
void sl__cuda_edges_settle(void);

#endif
