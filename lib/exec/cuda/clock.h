/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Times of what devices have done, for the trace and the profile. */
#ifndef STARLOOP_LIB_EXEC_CUDA_CLOCK_H
#define STARLOOP_LIB_EXEC_CUDA_CLOCK_H

#include "exec/cuda/cuda.h"

/** Launches that are to be drawn: the host's time of an event that the device has passed, and which was recorded on
 *  the current device. @return 0 where CUDA does not say. */
int64_t sl__cuda_time(gpu_event event);

/** A timed launch has ended: counts and draws it. In the worker's thread. */
void sl__cuda_flown(const sl__flight *flight);

/** A launch is about to be made: notes where on the device its views are. */
void sl__cuda_places(const sl__task *task, void *buffers[]);

/** A copy begins on a stream of the current device. @return what sl__cuda_copy_end() takes; NULL when it is not timed.
 */
struct sl__cuda_copy *sl__cuda_copy_begin(sl__way way, const void *data, size_t bytes, gpu_stream stream);

/** It is on the stream. NULL is allowed. */
void sl__cuda_copy_end(struct sl__cuda_copy *copy, gpu_stream stream);

/** Draws all copies, and frees events. When nothing is copied any more. */
void sl__cuda_copies_drawn(void);

#endif
