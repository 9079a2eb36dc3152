/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/pool.h"
#include "data/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/state.h"
#include "data/split.h"
#include "data/subview.h"
#include "data/hooks.h"
#include "data/host.h"
#include "data/reaper.h"
#include "data/spread.h"

sl_status sl__view_check_live(const sl_view *v, const char *function, const char *argument)
{
    if (sl__view_live(v))
        return SL_SUCCESS;
    if (!v)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected a view, got NULL", function, argument);
    if (atomic_load(&v->magic) == SL__MAGIC_DEAD)
        return SL_FAIL_OF(SL_ERR_DESTROYED, sl__view_made(v),
                          "%s: %s: expected a live view, got \"%s\", which was destroyed", function, argument,
                          v->label);
    return SL_FAIL(SL_ERR_DESTROYED, "%s: %s: expected a live view, got a pointer to something else", function,
                   argument);
}

sl_status sl__view_check(const sl_view *v, const char *function, const char *argument)
{
    SL_TRY(sl__view_check_live(v, function, argument));
    if (v->spread == NULL)
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(v),
                      "%s: %s: expected a view that is whole here, got \"%s\", which is distributed over ranks: "
                      "sl_mpi_local() gives a block of it",
                      function, argument, v->label);
}

void sl__view_set_label(sl_view *v, const char *text)
{
    const int length = snprintf(v->label, sizeof v->label, "%s", text);
    if (length >= (int)sizeof v->label)
        memcpy(v->label + sizeof v->label - 4, "...", 4);
}

sl_status sl__view_check_writable(const sl_view *v, const char *function, const char *argument)
{
    if (!v->readonly)
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(v),
                      "%s: %s: expected a view that may be written, got \"%s\" of sl_view_readonly()", function,
                      argument, v->label);
}

sl_status sl__view_check_strides(const sl_view *v, const char *function, const char *argument)
{
    if (v->layout.map == SL__LAYOUT_RIGHT)
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(v),
                      "%s: %s: expected a view whose layout has strides, got \"%s\", which is blocked, in the order of "
                      "Morton or mapped",
                      function, argument, v->label);
}

sl_status sl__view_check_one_layout(const sl_view *v, const char *function, const char *argument)
{
    SL_TRY(sl__view_check_strides(v, function, argument));
    if (!v->root->layout.automatic)
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(v),
                      "%s: %s: expected a view of one layout, got \"%s\" of SL_LAYOUT_AUTO, which is left on devices",
                      function, argument, v->label);
}

sl_status sl__subview_refuse(const sl_view *v, const char *function)
{
    SL_TRY(sl__view_check_one_layout(v, function, "view"));
    if (v == v->root)
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(v),
                      "%s: view: expected a view with memory of its own, got \"%s\", a subview of \"%s\"", function,
                      v->label, v->root->label);
}

sl_status sl__view_enter(sl_view *v, const char *function)
{
    SL_TRY(sl__view_check_live(v, function, "view"));
    if (sl__view_retain(v))
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_DESTROYED, sl__view_made(v),
                      "%s: view: expected a live view, got \"%s\", which is being destroyed", function, v->label);
}

sl_view *sl_view_retain(sl_view *view)
{
    SL__CALL();
    if (sl__runtime_check("sl_view_retain") != SL_SUCCESS)
        return NULL;
    return sl__view_enter(view, "sl_view_retain") == SL_SUCCESS ? view : NULL;
}

/* Drops one reference. Returns 1 for the last. */
static int view_leave(sl_view *v)
{
    int32_t users = atomic_load(&v->users);
    while (users > 0) {
        if (atomic_compare_exchange_weak(&v->users, &users, users - 1))
            return users == 1;
    }
    return 0;
}

static int view_idle(void *arg)
{
    return sl__view_pending(arg) <= 0;
}

static sl_status view_wait_idle(sl_view *v, const char *function)
{
    char what[SL__VIEW_LABEL + 16];
    sl__data_hooks.host_synced();
    if (view_idle(v))
        return SL_SUCCESS;
    sl__data_hooks.flush();
    SL_TRY(sl__data_hooks.waits(v, 0, function));
    snprintf(what, sizeof what, "view \"%s\"", v->label);
    return sl__progress_wait(view_idle, v, function, what);
}

/* The last reference has gone. */
static void view_end(sl_view *v, const char *function)
{
    atomic_store(&v->magic, SL__MAGIC_DEAD);
    if (v->spread != NULL) /* here and not where it is freed, which comes when its messages are over: all ranks agree */
        atomic_fetch_sub(&sl__spread_living, 1);
    if (sl__host_abandon(v) > 0)
        SL_LOG(SL_LOG_WARN, "%s: \"%s\" was open for host access, which is ended", function, v->label);
}

sl_status sl__view_keep(sl_view *v, const char *function)
{
    if (v->managed)
        return sl__view_enter(v, function);
    atomic_fetch_add(&v->region_references,
                     1); /* before the look at the magic number, and sl_view_destroy() the other way round */
    sl_status status = sl__view_check(v, function, "view");
    if (status != SL_SUCCESS)
        atomic_fetch_sub(&v->region_references, 1);
    return status;
}

void sl__view_unkeep(sl_view *v)
{
    if (!v->managed) {
        atomic_fetch_sub(&v->region_references, 1); /* and it may be freed */
    } else if (view_leave(v)) {
        if (v->root != v) {
            sl__view_unkeep(sl__subview_end(v, "sl_region"));
            return;
        }
        view_end(v, "sl_region");
        sl__view_release(v);
    }
}

sl_view *sl__subview_end(sl_view *v, const char *function)
{
    sl_view *root = v->root;
    int ended = 0;
    atomic_store(&v->magic, SL__MAGIC_DEAD);
    while (atomic_load(&v->opened) > 0 && sl__host_end(v, function) == SL_SUCCESS)
        ended++;
    if (ended > 0)
        SL_LOG(SL_LOG_WARN, "%s: \"%s\" was open for host access, which is ended", function, v->label);
    sl__pool_give(v);
    return root;
}

void sl_view_destroy(sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_view_destroy";
    if (!view || !*view)
        return;
    sl_view *v = *view;
    *view = NULL;
    if (sl__view_check_live(v, function, "view") != SL_SUCCESS || sl__runtime_check(function) != SL_SUCCESS ||
        !view_leave(v))
        return;
    if (v != sl__view_root(v)) {
        sl_view *root = sl__subview_end(v, function);
        sl_view_destroy(&root);
        return;
    }
    view_end(v, function);
    if (atomic_load(&v->region_references) > 0 && !sl__state_in_body()) /* else by who empties the reaper's list */
        sl__data_hooks.lose(v);
    if (v->managed || sl__view_in_starpu()) {
        sl__view_release(v);
    } else if (sl__in_region() && !view_idle(v)) {
        (void)SL_FAIL_OF(SL_ERR_CONTEXT, sl__view_made(v),
                         "%s: view: expected a call outside of a region for wrapped view \"%s\", which "
                         "queued tasks use, got one between sl_region_begin() and sl_region_end(), where nothing waits "
                         "for them: its memory is the program's after the next sl_wait()",
                         function, v->label);
        sl__view_release(v);
    } else if (view_wait_idle(v, function) == SL_SUCCESS) {
        sl__view_free(v); /* not by way of the reaper, which may be another thread: the memory is the caller's next */
    } else {
        sl__view_give_up(v, function); /* a stall, or a wait for itself, which is recorded */
        sl__view_release(v);
    }
    sl__view_reap();
}

sl_status sl_view_wait(sl_view *view)
{
    SL__CALL();
    return sl__view_wait("sl_view_wait", view);
}

sl_status sl__view_wait(const char *function, sl_view *view)
{
    SL_TRY(sl__runtime_check_blocking(function));
    SL_TRY(sl__view_check_live(view, function, "view"));
    view = sl__view_root(view);
    SL_TRY(view_wait_idle(view, function));
    sl__view_reap();
    sl__failure *failure = sl__view_poison(view);
    if (!failure)
        failure = sl__split_poison(view);
    if (!failure)
        return SL_SUCCESS;
    sl_status status = sl__failure_raise(failure);
    sl__failure_release(failure);
    return status;
}

sl__failure *sl__view_poison(const sl_view *v)
{
    sl_view *mutable = (sl_view *)(uintptr_t)v; /* for its lock */
    if (!sl__view_is_poisoned(v))
        return NULL;
    pthread_mutex_lock(&mutable->poison.lock);
    sl__failure *failure = sl__failure_retain(atomic_load(&mutable->poison.why));
    pthread_mutex_unlock(&mutable->poison.lock);
    return failure;
}

void sl__view_set_poison(sl_view *v, sl__failure *f)
{
    if (!f && (!sl__view_is_poisoned(v) || atomic_load(&v->ending.gone)))
        return;
    sl__failure_retain(f);
    pthread_mutex_lock(&v->poison.lock);
    sl__failure *old = atomic_exchange(&v->poison.why, f);
    pthread_mutex_unlock(&v->poison.lock);
    sl__failure_release(old);
}

const char *sl_view_label(const sl_view *view)
{
    return sl__view_check_live(view, "sl_view_label", "view") == SL_SUCCESS ? view->label : "?";
}

sl_type sl_view_type(const sl_view *view)
{
    return sl__view_check_live(view, "sl_view_type", "view") == SL_SUCCESS ? view->type : 0;
}

int sl_view_rank(const sl_view *view)
{
    return sl__view_check_live(view, "sl_view_rank", "view") == SL_SUCCESS ? view->rank : -1;
}

/* Whether the view is live and has dimension d. */
static int view_has(const sl_view *v, const char *function, int d)
{
    if (sl__view_check_live(v, function, "view") != SL_SUCCESS)
        return 0;
    if (d >= 0 && d < v->rank)
        return 1;
    (void)SL_FAIL_OF(SL_ERR_RANK, sl__view_made(v), "%s: d: expected a dimension of \"%s\", which has rank %d, got %d",
                     function, v->label, v->rank, d);
    return 0;
}

sl_index sl_view_extent(const sl_view *view, int d)
{
    return view_has(view, "sl_view_extent", d) ? view->n[d] : -1;
}

sl_index sl_view_stride(const sl_view *view, int d)
{
    static const char function[] = "sl_view_stride";
    if (!view_has(view, function, d) || sl__view_check_strides(view, function, "view") != SL_SUCCESS)
        return 0;
    return view->s[d];
}

sl_index sl_view_first(const sl_view *view, int d)
{
    return view_has(view, "sl_view_first", d) ? view->indices.first[d] : 0;
}

sl_index sl__view_place(const sl_view *v, const sl_index x[])
{
    const sl_layout_map map = sl__view_map(v);
    if (v->layout.map == SL__LAYOUT_MAPPED)
        return map != NULL ? map(x, v->n) : -1;
    return sl__layout_place(v->layout.map, v->rank, x, v->n, v->s);
}

sl_status sl__view_find(const sl_view *v, const char *function, int rank, const sl_index index[], sl_index *place)
{
    sl_index x[SL_MAX_RANK] = {0};
    SL_TRY(sl__view_check(v, function, "view"));
    if (rank != v->rank || (rank > 0 && index == NULL))
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(v), "%s: index: expected %d indices for \"%s\", got %d", function,
                          v->rank, v->label, index ? rank : 0);
    if (v->layout.map == SL__LAYOUT_MAPPED && sl__view_map(v) == NULL)
        return SL_FAIL_OF(
            SL_ERR_UNSUPPORTED, sl__view_made(v),
            "%s: view: expected a layout that the library knows, got \"%s\", whose map kernel files have, and "
            "not sl_view_set_map()",
            function, v->label);
    for (int d = 0; d < rank; d++) {
        if (index[d] < v->indices.first[d] || index[d] >= v->indices.first[d] + v->n[d])
            return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(v),
                              "%s: index: expected one in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                              "%" PRId64,
                              function, v->indices.first[d], v->indices.first[d] + v->n[d], d, v->label, index[d]);
        x[d] = index[d] - v->indices.first[d];
    }
    *place = sl__view_place(v, x);
    return SL_SUCCESS;
}

sl_index sl_view_place(const sl_view *view, int rank, const sl_index index[])
{
    sl_index place = -1;
    return sl__view_find(view, "sl_view_place", rank, index, &place) == SL_SUCCESS ? place : -1;
}

sl_index sl_view_size(const sl_view *view)
{
    return sl__view_check_live(view, "sl_view_size", "view") == SL_SUCCESS ? view->count : -1;
}
