/* SPDX-License-Identifier: BSD-3-Clause */
/* Two marks of a root; the data are StarPU's concern. */
#include <starloop/dual_view.h>

#include "base/error.h"
#include "base/state.h"
#include "data/view.h"

enum { HOST_NEWER = 1, DEVICE_NEWER = 2 };

/* Sets some of the marks and clears others. */
static sl_status dual_mark(const char *function, sl_view *view, int writes, int set, int clear)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (writes)
        SL_TRY(sl__view_check_writable(view, function, "view"));
    _Atomic int *marks = &sl__view_root(view)->dual;
    atomic_fetch_and(marks, ~clear);
    atomic_fetch_or(marks, set);
    return SL_SUCCESS;
}

sl_status sl_view_modify_host(sl_view *view)
{
    SL__CALL();
    return dual_mark("sl_view_modify_host", view, 1, HOST_NEWER, 0);
}

sl_status sl_view_modify_device(sl_view *view)
{
    SL__CALL();
    return dual_mark("sl_view_modify_device", view, 1, DEVICE_NEWER, 0);
}

sl_status sl_view_sync_device(sl_view *view)
{
    SL__CALL();
    return dual_mark("sl_view_sync_device", view, 0, 0, HOST_NEWER);
}

sl_status sl_view_sync_host(sl_view *view)
{
    SL__CALL();
    static const char function[] = "sl_view_sync_host";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (sl_host_begin(view, SL_READ, view->type, function) == NULL)
        return sl_last_status();
    atomic_fetch_and(&sl__view_root(view)->dual, ~DEVICE_NEWER);
    return sl_host_end(view);
}

static int dual_marked(const char *function, const sl_view *view, int mark)
{
    if (sl__runtime_check(function) != SL_SUCCESS || sl__view_check(view, function, "view") != SL_SUCCESS)
        return -1;
    return (atomic_load(&sl__view_root(view)->dual) & mark) != 0;
}

int sl_view_need_sync_host(const sl_view *view)
{
    SL__CALL();
    return dual_marked("sl_view_need_sync_host", view, DEVICE_NEWER);
}

int sl_view_need_sync_device(const sl_view *view)
{
    SL__CALL();
    return dual_marked("sl_view_need_sync_device", view, HOST_NEWER);
}
