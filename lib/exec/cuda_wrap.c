/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/state.h"
#include "data/view.h"
#include "data/wrap_device.h"

sl_status sl_view_wrap_cuda(const char *label, sl_type type, sl_layout layout, sl_extents extents, void *data,
                            int device, sl_view **view)
{
    SL__CALL();
    return sl__view_wrap_device("sl_view_wrap_cuda", label, type, &layout, &extents, data, device, NULL, view);
}
