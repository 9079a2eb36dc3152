/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views that are in layout left on devices and in layout right on the host. */
#ifndef STARLOOP_LIB_EXEC_CUDA_AUTO_LAYOUT_H
#define STARLOOP_LIB_EXEC_CUDA_AUTO_LAYOUT_H

#include "exec/cuda/cuda.h"

/** Copies a view that is automatic (data/interface.h) between host and device, and turns it: right there, left here.
 *  @param[in] number  the device, which is the current one  @param[in] out  not 0: from the device to the host
 *  @param[in] waits   not 0: to its end  @return GPU_ERROR_MEMORY_ALLOCATION: there is no room for a piece */
gpu_error sl__cuda_convert(const struct sl__interface *itf, void *host, void *device, int number, int out,
                           gpu_stream stream, int waits);
/** Frees its rooms. When nothing is copied any more. */
void sl__cuda_convert_end(void);

#endif
