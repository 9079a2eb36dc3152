/* SPDX-License-Identifier: BSD-3-Clause */
/* Views over memory of the program's on a device. */
#include "backend/backend.h"
#include "base/error.h"
#include "base/state.h"
#include "data/create.h"
#include "data/view.h"
#include "data/wrap_device.h"

static sl_status check_device(const char *function, int device, int *node)
{
    if (sl__device_workers() == 0)
        return SL_FAIL(SL_ERR_DEVICE, "%s: device: expected a device, got %d, and there is none: %s", function, device,
                       sl__device_absence());
    *node = sl__device_node(device);
    return *node >= 0
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_DEVICE, "%s: device: expected a device that loops use, got %d", function, device);
}

static sl_status check_device_memory(const char *function, const void *data, int device)
{
    const int got = data != NULL ? sl__device_of(data) : device; /* NULL is refused with the rest */
    if (got == device)
        return SL_SUCCESS;
    if (got < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected memory of device %d, got %p, which is no device's",
                       function, device, data);
    return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected memory of device %d, got %p of device %d", function, device,
                   data, got);
}

sl_status sl__view_wrap_device(const char *function, const char *label, sl_type type, const sl_layout *layout,
                               const sl_extents *extents, void *data, int device, sl_view **shared, sl_view **view)
{
    int node = -1;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_device(function, device, &node));
    SL_TRY(check_device_memory(function, data, device));
    return sl__view_wrap_node(function, label, type, layout, extents, data, (unsigned)node, shared, view);
}
