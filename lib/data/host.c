/* SPDX-License-Identifier: BSD-3-Clause */
/* Host access. All readers of a view share one acquisition of its StarPU handle. It is had at once when no task uses
 * the view; else by a request with a callback, never by starpu_data_acquire(), which could not be given up when
 * the tasks it waits for never run. A request that was given up releases the handle as soon as it gets it. */
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/progress.h"
#include "core/runtime.h"
#include "data/view.h"

enum { REQUEST_WAITING = 0, REQUEST_GRANTED = 1, REQUEST_ABANDONED = 2 };

struct sl__host_request {
    _Atomic int state;
    _Atomic int references; /* the callback's, the view's, and one for each access that waits */
    sl_view *view;
};

static _Atomic int host_open;

int sl__data_open_accesses(void)
{
    return atomic_load(&host_open);
}

static void request_release(sl__host_request *request)
{
    if (atomic_fetch_sub(&request->references, 1) == 1)
        free(request);
}

/* Changes the state of a request that waits. Returns 1 for the one that did it. */
static int request_settle(sl__host_request *request, int state)
{
    int waiting = REQUEST_WAITING;
    return atomic_compare_exchange_strong(&request->state, &waiting, state);
}

static int request_done(void *arg)
{
    return atomic_load(&((sl__host_request *)arg)->state) != REQUEST_WAITING;
}

/* StarPU gives the handle: in the thread that asked, or in a worker. The request's use of the view ends here, since
 * the application's reference, or that of its destruction, protects a granted access. */
static void host_granted(void *arg)
{
    sl__host_request *request = arg;
    sl_view *v = request->view;
    if (!request_settle(request, REQUEST_GRANTED))
        starpu_data_release_on_node(v->handle, STARPU_MAIN_RAM);
    request_release(request);
    sl__view_task_done(v);
    sl__progress_wake();
}

static enum starpu_data_access_mode host_mode(sl_access access)
{
    return access == SL_READ ? STARPU_R : access == SL_WRITE ? STARPU_W : STARPU_RW;
}

static const char *host_access_name(sl_access access)
{
    return access == SL_READ ? "reading" : access == SL_WRITE ? "writing" : "reading and writing";
}

/* Ends one access, under the lock. Returns 1 when the caller must release the handle, after unlocking. */
static int host_leave(sl_view *v)
{
    sl__host *host = &v->host;
    int release = 0;
    atomic_fetch_sub(&host_open, 1);
    if (--host->count > 0)
        return 0;
    release = host->granted;
    if (host->request) {
        if (!host->granted && !request_settle(host->request, REQUEST_ABANDONED))
            release = atomic_load(&host->request->state) == REQUEST_GRANTED;
        request_release(host->request);
        host->request = NULL;
    }
    host->granted = 0;
    atomic_store(&host->state, 0);
    return release;
}

static void host_drop(sl_view *v)
{
    pthread_mutex_lock(&v->host.lock);
    int release = host_leave(v);
    pthread_mutex_unlock(&v->host.lock);
    if (release)
        starpu_data_release_on_node(v->handle, STARPU_MAIN_RAM);
}

static sl_status host_busy(const sl_view *v, sl_access access, const char *function)
{
    const char *how = atomic_load(&v->host.state) == 2 ? "writing" : "reading";
    return SL_FAIL(SL_ERR_BUSY, "%s: view: expected \"%s\" to be free for %s, but it is open for %s by %s", function,
                   v->label, host_access_name(access), how, v->host.holder);
}

/* The first access: takes the handle if it is free, else leaves a request in host->request. Under the lock. */
static sl_status host_open_first(sl_view *v, sl_access access, const char *function)
{
    sl__host *host = &v->host;
    if (sl__view_pending(v) == 0 &&
        starpu_data_acquire_on_node_try(v->handle, STARPU_MAIN_RAM, host_mode(access)) == 0) {
        host->granted = 1;
    } else {
        sl__host_request *request = sl__memory_small(sizeof *request);
        if (!request)
            return SL_FAIL(SL_ERR_MEMORY, "%s: no memory to wait for \"%s\"", function, v->label);
        atomic_store(&request->references, 2);
        request->view = v;
        host->request = request;
    }
    snprintf(host->holder, sizeof host->holder, "%s", function);
    atomic_store(&host->state, access == SL_READ ? 1 : 2);
    return SL_SUCCESS;
}

/* Hands the request that this thread has just made to StarPU. */
static void host_submit(sl_view *v, sl__host_request *request, sl_access access)
{
    sl__view_task_queued(v);
    if (starpu_data_acquire_on_node_cb(v->handle, STARPU_MAIN_RAM, host_mode(access), host_granted, request) == 0)
        return;
    (void)request_settle(request, REQUEST_ABANDONED);
    request_release(request);
    sl__view_task_done(v);
}

/* Waits for the request, of which the caller holds a reference. */
static sl_status host_wait(sl_view *v, sl__host_request *request, const char *function)
{
    char what[SL__VIEW_LABEL + 16];
    snprintf(what, sizeof what, "view \"%s\"", v->label);
    sl_status status = sl__progress_wait(request_done, request, function, what);
    pthread_mutex_lock(&v->host.lock);
    if (v->host.request == request) {
        if (status == SL_SUCCESS && atomic_load(&request->state) == REQUEST_GRANTED)
            v->host.granted = 1;
        else if (status == SL_SUCCESS)
            status = SL_FAIL(SL_ERR_STARPU, "%s: StarPU did not give \"%s\" to the host", function, v->label);
    } else if (status == SL_SUCCESS) {
        status = SL_ERR_DESTROYED; /* recorded below: the access was ended by the view's destruction */
    }
    int ours = v->host.request == request;
    pthread_mutex_unlock(&v->host.lock);
    if (status != SL_SUCCESS && ours)
        host_drop(v);
    else if (status == SL_ERR_DESTROYED)
        (void)SL_FAIL(status, "%s: view: \"%s\" was destroyed during the wait", function, v->label);
    request_release(request);
    return status;
}

static sl_status host_begin(sl_view *v, sl_access access, const char *function)
{
    sl__host *host = &v->host;
    sl__host_request *request;
    sl_status status = SL_SUCCESS;
    pthread_mutex_lock(&host->lock);
    int state = atomic_load(&host->state);
    if (state != 0 && (state == 2 || access != SL_READ))
        status = host_busy(v, access, function);
    else if (state == 0)
        status = host_open_first(v, access, function);
    if (status != SL_SUCCESS) {
        pthread_mutex_unlock(&host->lock);
        return status;
    }
    host->count++;
    atomic_fetch_add(&host_open, 1);
    request = host->granted ? NULL : host->request;
    if (request)
        atomic_fetch_add(&request->references, 1);
    pthread_mutex_unlock(&host->lock);
    if (!request)
        return SL_SUCCESS;
    if (state == 0)
        host_submit(v, request, access);
    return host_wait(v, request, function);
}

/* What a reader must know: whether the data was computed. */
static sl_status host_poison(sl_view *v)
{
    sl__failure *failure = sl__view_poison(v);
    if (!failure)
        return SL_SUCCESS;
    host_drop(v);
    sl_status status = sl__failure_raise(failure);
    sl__failure_release(failure);
    return status;
}

static sl_status host_check(const sl_view *v, sl_access access, sl_type type, const char *function)
{
    SL_TRY(sl__runtime_check_blocking(function));
    SL_TRY(sl__view_check(v, function, "view"));
    if (access < SL_READ || access > SL_RDWR)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: access: expected SL_READ, SL_WRITE or SL_RDWR for \"%s\", got %d",
                       function, v->label, (int)access);
    if (type != v->type)
        return SL_FAIL(SL_ERR_TYPE, "%s: type: expected %s, the type of \"%s\", got %s", function,
                       sl_type_name(v->type), v->label, sl_type_name(type));
    return SL_SUCCESS;
}

void *sl_host_begin(sl_view *view, sl_access access, sl_type type, const char *function)
{
    if (!function)
        function = "sl_host_begin";
    if (host_check(view, access, type, function) != SL_SUCCESS || host_begin(view, access, function) != SL_SUCCESS)
        return NULL;
    if (access == SL_WRITE)
        sl__view_set_poison(view, NULL);
    else if (host_poison(view) != SL_SUCCESS)
        return NULL;
    return view->data;
}

sl_status sl_host_end(sl_view *view)
{
    static const char function[] = "sl_host_end";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    pthread_mutex_lock(&view->host.lock);
    if (!view->host.granted) {
        pthread_mutex_unlock(&view->host.lock);
        return SL_FAIL(SL_ERR_STATE, "%s: view: expected \"%s\" to be open for host access, but it is not", function,
                       view->label);
    }
    int release = host_leave(view);
    pthread_mutex_unlock(&view->host.lock);
    if (release)
        starpu_data_release_on_node(view->handle, STARPU_MAIN_RAM);
    return SL_SUCCESS;
}

int sl__host_abandon(sl_view *v)
{
    int count, release = 0;
    pthread_mutex_lock(&v->host.lock);
    count = v->host.count;
    while (v->host.count > 0)
        release |= host_leave(v);
    pthread_mutex_unlock(&v->host.lock);
    if (release)
        starpu_data_release_on_node(v->handle, STARPU_MAIN_RAM);
    if (count > 0)
        sl__progress_wake();
    return count;
}
