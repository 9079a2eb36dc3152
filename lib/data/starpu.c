/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/starpu.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/state.h"
#include "data/interface.h"
#include "data/split.h"
#include "data/mailbox.h"
#include "data/hooks.h"
#include "data/starpu.h"

static _Atomic int exposed; /* views whose handle the program has */

int sl__data_exposed(void)
{
    return atomic_load(&exposed);
}

void sl__view_hide(sl_view *v)
{
    if (atomic_exchange(&v->exposed, 0))
        atomic_fetch_sub(&exposed, 1);
}

starpu_data_handle_t sl_view_starpu_handle(sl_view *view)
{
    SL__CALL();
    int held;
    if (sl__runtime_check("sl_view_starpu_handle") != SL_SUCCESS ||
        sl__view_check(view, "sl_view_starpu_handle", "view") != SL_SUCCESS ||
        sl__subview_refuse(view, "sl_view_starpu_handle") != SL_SUCCESS ||
        sl__state_check_outside("sl_view_starpu_handle") != SL_SUCCESS ||
        sl__split_hold(view, "sl_view_starpu_handle", &held) != SL_SUCCESS)
        return NULL;
    atomic_fetch_add(&exposed, 1); /* from now on StarPU knows of each of our tasks at once; it stays whole */
    atomic_store(&view->was_exposed, 1);
    if (atomic_exchange(&view->exposed, 1))
        atomic_fetch_sub(&exposed, 1);
    sl__mailbox_clear(view); /* who publishes looks whether it is exposed after saying so: task/publish.c */
    sl__data_hooks.flush();
    sl__view_await(view);
    sl__split_release(view, held);
    sl__progress_drain(); /* what StarPU takes for ended is so before the program's codelets see it */
    sl__device_settle();
    return view->handle;
}

sl_status sl_view_starpu_done(sl_view *view)
{
    SL__CALL();
    SL_TRY(sl__runtime_check("sl_view_starpu_done"));
    SL_TRY(sl__view_check(view, "sl_view_starpu_done", "view"));
    SL_TRY(sl__subview_refuse(view, "sl_view_starpu_done"));
    atomic_store_explicit(&view->placement.planned, 0,
                          memory_order_relaxed); /* the program's tasks may have moved it */
    sl__view_hide(view);
    return SL_SUCCESS;
}

/* The buffer as ours, or NULL. */
static const struct sl__interface *door_buffer(const void *buffer, const char *function)
{
    const struct sl__interface *itf = buffer;
    if (itf && itf->id == sl__interface_id())
        return itf;
    (void)SL_FAIL(SL_ERR_ARGUMENT, "%s: buffer: expected buffers[i] for the handle of a view, got %s", function,
                  itf ? "that of another data interface" : "NULL");
    return NULL;
}

static int door_dimension(const struct sl__interface *itf, int d, const char *function)
{
    if (d >= 0 && d < itf->rank)
        return 1;
    (void)SL_FAIL(SL_ERR_RANK, "%s: d: expected a dimension of a view of rank %d, got %d", function, itf->rank, d);
    return 0;
}

void *sl_starpu_pointer(const void *buffer)
{
    const struct sl__interface *itf = door_buffer(buffer, "sl_starpu_pointer");
    return itf ? (void *)itf->ptr : NULL;
}

int sl_starpu_rank(const void *buffer)
{
    const struct sl__interface *itf = door_buffer(buffer, "sl_starpu_rank");
    return itf ? itf->rank : -1;
}

sl_index sl_starpu_extent(const void *buffer, int d)
{
    const struct sl__interface *itf = door_buffer(buffer, "sl_starpu_extent");
    return itf && door_dimension(itf, d, "sl_starpu_extent") ? itf->n[d] : -1;
}

sl_index sl_starpu_stride(const void *buffer, int d)
{
    const struct sl__interface *itf = door_buffer(buffer, "sl_starpu_stride");
    return itf && door_dimension(itf, d, "sl_starpu_stride") ? itf->s[d] : 0;
}
