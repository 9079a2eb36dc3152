/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views over memory of the program's on a device. */
#ifndef STARLOOP_LIB_DATA_WRAP_DEVICE_H
#define STARLOOP_LIB_DATA_WRAP_DEVICE_H

#include "data/view.h"

/** Makes a view over memory of the program's on a device, by the driver's number.
 *  @param[out] shared  as of sl__wrapped_enter()  @return as sl_view_wrap_cuda(). */
sl_status sl__view_wrap_device(const char *function, const char *label, sl_type type, const sl_layout *layout,
                               const sl_extents *extents, void *data, int device, sl_view **shared, sl_view **view);

#endif
