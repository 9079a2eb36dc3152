/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Launches that StarPU takes for ended when they are made. */
#ifndef STARLOOP_LIB_EXEC_CUDA_EARLY_COMPLETION_H
#define STARLOOP_LIB_EXEC_CUDA_EARLY_COMPLETION_H

#include "exec/cuda/cuda.h"

/** Leaves what was launched, and cannot fail, to be ended when devices have passed it, although StarPU takes it for
 *  ended at once. @param[in] devices  [count] on which it is, in the order of their workers; what->passed is called for
 *  each  @return 1: it is not the caller's any more; 0: it is to end as StarPU says. */
int sl__early_completion_add(sl__cuda_device *const devices[], int count, const sl__launched *what);
/** Ends such launches as the device has passed, so many at most. @return how many. Any thread. */
int sl__early_completion_finish(sl__cuda_device *device, int most);
/** Has a stream wait for those of a device, by its number: before it copies from or to that device. Any thread. */
void sl__early_completion_order(int number, gpu_stream stream);
/** Waits until all devices have passed what was launched. Any thread. */
void sl__early_completion_settle(void);
void sl__early_completion_free(sl__cuda_device *device);
/** How many there are, and how long they are to take together. */
int sl__early_completion_count(sl__cuda_device *device, double *seconds);

#endif
