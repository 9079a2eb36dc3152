/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "backend/backend.h"

/* Numbers of calls that were given away. Who keeps what he has made of calls knows them by their numbers. */
static _Atomic uint64_t numbers;

static void number_calls(sl__recording *r)
{
    const uint64_t first = atomic_fetch_add_explicit(&numbers, (uint64_t)r->calls, memory_order_relaxed) + 1;
    for (int i = 0; i < r->calls; i++)
        r->call[i]->recorded = first + (uint64_t)i;
}

sl__recording *sl__recording_new(void)
{
    sl__recording *r = calloc(1, sizeof *r);
    if (r != NULL)
        atomic_init(&r->references, 1);
    return r;
}

void sl__recording_free_call(sl__task *call)
{
    if (call->scalars != call->small)
        free(call->scalars);
    free(call->many);
    sl__windows_release(call->windows);
    free(call);
}

void sl__recording_release(sl__recording *r)
{
    if (r == NULL || atomic_fetch_sub(&r->references, 1) > 1)
        return;
    for (int t = 0; t < r->pieces; t++) {
        sl__device_graphs_free(&r->piece[t].graphs);
        sl__fused_forget(&r->piece[t].fusing);
        free(r->piece[t].view);
    }
    for (int i = 0; i < r->calls; i++)
        sl__recording_free_call(r->call[i]);
    free(r->call);
    free(r->piece);
    free(r);
}

void sl__recording_changed(sl__recording *r)
{
    for (int t = 0; t < r->pieces; t++)
        sl__fused_forget(&r->piece[t].fusing);
}

/* ---- adding calls -------------------------------------------------------------------------------------- */

int sl__recording_uses(sl__task *copy, const sl__task *call)
{
    copy->many = NULL;
    if (call->many == NULL)
        return 1;
    const size_t bytes = (size_t)call->views * (call->renamed ? 2 : 1) * sizeof *call->many;
    copy->many = malloc(bytes);
    if (copy->many != NULL)
        memcpy(copy->many, call->many, bytes);
    return copy->many != NULL;
}

sl__task *sl__recording_copy_call(const sl__task *task)
{
    sl__task *copy = aligned_alloc(64, (sizeof *copy + 63) / 64 * 64);
    if (copy == NULL)
        return NULL;
    *copy = *task;
    sl__task_set_policy(copy, task->policy);
    copy->scalars = copy->small;
    if (!sl__task_make_room(copy, sl__task_scalars(task)) || !sl__recording_uses(copy, task)) {
        if (copy->scalars != copy->small)
            free(copy->scalars);
        free(copy);
        return NULL;
    }
    if (task->scalars != task->small)
        memcpy(copy->scalars, task->scalars, sl__task_scalars(task));
    (void)sl__windows_retain(copy->windows);
    return copy;
}

/* Makes room for one more call. @return 0 without memory. */
static int recording_grow(sl__recording *r)
{
    if (r->calls < r->room)
        return 1;
    int room = r->room ? 2 * r->room : 16;
    sl__task **call = realloc(r->call, (size_t)room * sizeof *call);
    if (call == NULL)
        return 0;
    r->call = call;
    r->room = room;
    return 1;
}

sl_status sl__recording_add(sl__recording *r, const sl__task *task, const char *function)
{
    sl__task *copy = recording_grow(r) ? sl__recording_copy_call(task) : NULL;
    if (copy == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory to record a %s, got none", function,
                       task->kernel != NULL ? "loop" : "host task");
    sl_status status = SL_SUCCESS;
    int kept = 0;
    for (; kept < copy->views && status == SL_SUCCESS; kept += status == SL_SUCCESS)
        status = sl__view_keep(sl__task_views(copy)[kept].view, function);
    if (status == SL_SUCCESS) {
        r->call[r->calls++] = copy;
        return SL_SUCCESS;
    }
    while (kept > 0) /* another thread has destroyed a view since it was checked for this call */
        sl__view_unkeep(sl__task_views(copy)[--kept].view);
    sl__recording_free_call(copy);
    return status;
}

/* ---- letting go of views ------------------------------------------------------------------------------- */

/* The slot of a wrapped view that was let go of may hold another one, so what is left is NULL. */
int sl__recording_unwrap(sl__recording *r, const sl_view *view)
{
    int found = 0;
    for (int i = 0; i < r->calls; i++)
        for (int v = 0; v < r->call[i]->views; v++) {
            sl__task_view *use = &sl__task_views(r->call[i])[v];
            if (use->view == NULL || use->view->managed || (view != NULL && use->view != view))
                continue;
            sl__view_unkeep(use->view);
            use->view = NULL;
            found = 1;
        }
    return found;
}

void sl__recording_leave(sl__recording *r)
{
    for (int i = 0; i < r->calls; i++) {
        const sl__task_view *use = sl__task_uses(r->call[i]);
        for (int v = 0; v < r->call[i]->views; v++)
            if (use[v].view != NULL)
                sl__view_unkeep(use[v].view);
    }
}

/* ---- other views --------------------------------------------------------------------------------------- */

/* What stands in the place of a view once two have changed places; NULL: it is neither. */
static sl_view *exchanged(const sl_view *v, sl_view *view, sl_view *with)
{
    return v == NULL ? NULL : v == view ? with : v == with ? view : NULL;
}

/* Windows of a call in which two views change places: their labels begin with the view's. */
static sl__windows *windows_with(const sl__task *call, sl_view *view, sl_view *with)
{
    const int n = call->kernel->nargs;
    sl__windows *windows = sl__windows_new(n);
    for (int i = 0; windows != NULL && i < n; i++) {
        sl__window *window = &windows->of[i];
        *window = call->windows->of[i];
        if (!window->is)
            continue;
        const sl_view *old = call->view[call->slot[i]].view, *now = exchanged(old, view, with);
        const size_t length = strlen(old->label);
        if (now == NULL || strncmp(window->label, old->label, length) != 0)
            continue;
        char text[2 * SL__VIEW_LABEL];
        snprintf(text, sizeof text, "%s%s", now->label, call->windows->of[i].label + length);
        text[SL__VIEW_LABEL - 1] = '\0';
        memcpy(window->label, text, sizeof window->label);
    }
    return windows;
}

/* A host function goes on to know its views by the names that they had. @return 0 without memory. */
static int name_views(sl__task *call)
{
    if (call->renamed)
        return 1;
    sl__task_view *many = malloc(2 * (size_t)call->views * sizeof *many);
    if (many == NULL)
        return 0;
    for (int k = 0; k < 2; k++)
        memcpy(many + k * call->views, sl__task_uses(call), (size_t)call->views * sizeof *many);
    free(call->many);
    call->many = many;
    call->renamed = 1;
    return 1;
}

/* Takes the references that the calls will have, and makes their windows, [calls] of fresh; or undoes that. */
static sl_status exchange_prepare(sl__recording *r, sl_view *view, sl_view *with, sl__windows *fresh[],
                                  const char *function)
{
    sl_status status = SL_SUCCESS;
    int kept[2] = {0, 0};
    for (int i = 0; i < r->calls && status == SL_SUCCESS; i++) {
        const sl__task *call = r->call[i];
        int used = 0;
        for (int v = 0; v < call->views && status == SL_SUCCESS; v++) {
            sl_view *now = exchanged(sl__task_uses(call)[v].view, view, with);
            if (now == NULL)
                continue;
            status = sl__view_keep(now, function);
            kept[now == with] += status == SL_SUCCESS;
            used = 1;
        }
        if (status == SL_SUCCESS && used &&
            ((call->windows != NULL && (fresh[i] = windows_with(call, view, with)) == NULL) ||
             (call->kernel == NULL && !name_views(r->call[i]))))
            status = SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a recorded loop, got none", function);
    }
    if (status == SL_SUCCESS && kept[1] == 0)
        status = SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view),
                            "%s: view: expected one that the region uses, got \"%s\", which it does not", function,
                            view->label);
    for (int k = 0; k < 2 && status != SL_SUCCESS; k++)
        while (kept[k]-- > 0)
            sl__view_unkeep(k ? with : view);
    for (int i = 0; i < r->calls && status != SL_SUCCESS; i++)
        sl__windows_release(fresh[i]);
    return status;
}

static void exchange_in(sl__task_view views[], int count, sl_view *view, sl_view *with, int kept)
{
    for (int v = 0; v < count; v++) {
        sl_view *old = views[v].view, *now = exchanged(old, view, with);
        if (now == NULL)
            continue;
        views[v].view = now;
        if (kept)
            sl__view_unkeep(old);
    }
}

sl_status sl__recording_exchange(sl__recording *r, sl_view *view, sl_view *with, const char *function)
{
    sl__windows **fresh = calloc((size_t)r->calls + 1, sizeof *fresh);
    if (fresh == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for %d recorded loops, got none", function, r->calls);
    const sl_status status = exchange_prepare(r, view, with, fresh, function);
    for (int i = 0; i < r->calls && status == SL_SUCCESS; i++) {
        sl__task *call = r->call[i];
        if (fresh[i] != NULL) {
            sl__windows_release(call->windows);
            call->windows = fresh[i];
        }
        exchange_in(sl__task_views(call), call->views, view, with, 1);
    }
    if (status == SL_SUCCESS) {
        number_calls(r);
        sl__recording_changed(r);
    }
    for (int t = 0; t < r->pieces && status == SL_SUCCESS; t++)
        exchange_in(r->piece[t].view, r->piece[t].views, view, with, 0);
    free(fresh);
    return status;
}

/* ---- cutting ------------------------------------------------------------------------------------------- */

/* Whether a piece has room for a call's views. */
static int recording_has_room(const sl__task *call, const sl__task_view view[], int views)
{
    int fresh = 0;
    for (int v = 0; v < call->views; v++)
        fresh += sl__task_find_view(view, views, sl__task_uses(call)[v].view) < 0;
    return views + fresh <= SL__BATCH_VIEWS;
}

/* Adds a call's views. Returns how many there are then. What a view that was there is read for was there, too. */
static int add_views(const sl__task *call, sl__task_view view[], int views)
{
    for (int v = 0; v < call->views; v++) {
        const sl__task_view *use = &sl__task_uses(call)[v];
        int at = sl__task_find_view(view, views, use->view);
        if (at < 0)
            view[views++] = *use;
        else
            view[at].access = (short)(view[at].access | (use->access & SL_WRITE));
    }
    return views;
}

/* Puts as many calls as fit into one StarPU task, which has one place to run, into a piece. A host function is one by
 * itself. Returns 0 without memory. */
static int recording_fill(const sl__recording *r, sl__piece *piece)
{
    sl__task_view view[SL__BATCH_VIEWS];
    piece->where = r->call[piece->first]->where;
    while (piece->first + piece->count < r->calls &&
           piece->count < (piece->where & SL__SIDE_DEVICE ? SL__FAILING_ON_DEVICE : SL__BATCH_TASKS)) {
        const sl__task *call = r->call[piece->first + piece->count];
        if ((piece->where & call->where) == 0 || sl__task_gpu(r->call[piece->first]) != sl__task_gpu(call) ||
            !recording_has_room(call, view, piece->views) || (call->kernel == NULL && piece->count > 0))
            break;
        piece->where &= call->where;
        piece->views = add_views(call, view, piece->views);
        piece->count++;
        if (call->kernel == NULL)
            break;
    }
    piece->view = malloc(((size_t)piece->views + 1) * sizeof *view);
    if (piece->view == NULL)
        return 0;
    memcpy(piece->view, view, (size_t)piece->views * sizeof *view);
    return 1;
}

/* Whether a GPU can hold all views of a piece at once. */
static int recording_fits_device(const sl__piece *piece)
{
    size_t bytes[SL__BATCH_VIEWS];
    for (int i = 0; i < piece->views; i++)
        bytes[i] =
            piece->view[i].view->spread != NULL ? 0 : piece->view[i].view->span; /* of blocks a call asks later */
    return sl__device_fits(bytes, piece->views);
}

sl_status sl__recording_cut(sl__recording *r)
{
    int most = r->calls + 1;
    number_calls(r);
    r->piece = calloc((size_t)most, sizeof *r->piece);
    for (int i = 0; r->piece != NULL && i < r->calls; i += r->piece[r->pieces - 1].count) {
        sl__piece *piece = &r->piece[r->pieces++];
        piece->first = i;
        if (!recording_fill(r, piece))
            return SL_FAIL(SL_ERR_MEMORY, "sl_region_end: expected memory for the region, got none");
        if (!(piece->where & SL__SIDE_DEVICE) || recording_fits_device(piece))
            continue;
        if (!(piece->where & SL__SIDE_CPU))
            return SL_FAIL(SL_ERR_MEMORY,
                           "sl_region_end: region: expected views that fit into a GPU's memory at once "
                           "(%lld bytes), got more",
                           (long long)sl__device_room());
        piece->where = SL__SIDE_CPU;
    }
    return r->piece != NULL ? SL_SUCCESS
                            : SL_FAIL(SL_ERR_MEMORY, "sl_region_end: expected memory for the region, got none");
}

sl_status sl__recording_with(const sl__recording *r, int number, const sl__task *call, sl__recording **with)
{
    sl__recording *made = *with = sl__recording_new();
    sl_status status =
        made != NULL ? SL_SUCCESS : SL_FAIL(SL_ERR_MEMORY, "sl_region_end: expected memory for the region, got none");
    for (int i = 0; i < r->calls && status == SL_SUCCESS; i++)
        status = sl__recording_add(made, i == number ? call : r->call[i], "sl_region_end");
    return status == SL_SUCCESS ? sl__recording_cut(made) : status;
}
