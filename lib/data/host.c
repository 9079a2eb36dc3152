/* SPDX-License-Identifier: BSD-3-Clause */
/* Host access. Each access has an acquisition of the StarPU handle for itself, which orders it among the tasks: a
 * reader that comes after a task that writes waits for it, though another reader is still there. It is had at once when
 * no task uses the view; else by a request with a callback, never by starpu_data_acquire(), which could not be given up
 * when the tasks it waits for never run. A request that was given up releases the handle as soon as it gets it.
 *
 * An access to a small part of a view may lock the copies of the view where they are (host_box.h).
 *
 * A reader to whom a device has published the value (mailbox.h) has a copy of it, and no acquisition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "base/state.h"
#include "data/host_box.h"
#include "data/split.h"
#include "data/subview.h"
#include "data/mailbox.h"
#include "data/guard.h"
#include "data/holders.h"
#include "data/hooks.h"
#include "data/host.h"
#include "data/reaper.h"

enum { REQUEST_WAITING = 0, REQUEST_GRANTED = 1, REQUEST_ABANDONED = 2 };

struct sl__host_request {
    _Atomic int state;
    _Atomic int references; /* the callback's, and that of the access that waits */
    sl_view *view;
    int node;               /* STARPU_MAIN_RAM; STARPU_ACQUIRE_NO_NODE_LOCK_ALL: the copies stay where they are */
    sl__host_request *next; /* among those of the view; under its lock */
};

static _Atomic int host_open; /* or waiting, or about to */
static _Atomic int mailbox_open;

int sl__data_open_accesses(void)
{
    return atomic_load(&host_open);
}

int sl__data_mailbox_accesses(void)
{
    return atomic_load(&mailbox_open);
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
        starpu_data_release_on_node(v->handle, request->node);
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

/* ---- what a view knows of its accesses; under its lock ---- */

/* The handle is there for one more access, of this thread. */
static void host_opened(sl__host *host, sl__host_thread *place)
{
    host->open++;
    place->open++;
    sl__holder_opens(1);
}

/* One access is over, of whatever kind. */
static void host_less(sl__host *host)
{
    if (--host->count > 0)
        return;
    atomic_store(&host->state, 0);
    sl__holders_forget(host);
}

/* The same for one that has the handle, or waits for it. */
static void host_left(sl__host *host)
{
    atomic_fetch_sub(&host_open, 1);
    host_less(host);
}

/* The same for one that is open. Its handle is to be released, after unlocking. @param place  NULL: the view goes */
static void host_closed(sl__host *host, sl__host_thread *place)
{
    if (place) {
        place->open--;
        sl__holder_opens(-1);
    }
    host->open--;
    host_left(host);
}

/* The same for one that has a published value. */
static void host_forgets(sl__host *host, sl__host_thread *place)
{
    if (place)
        place->published--;
    host->published--;
    atomic_fetch_sub(&mailbox_open, 1);
    host_less(host);
}

/* Takes a request off the list. Returns 0 when it is not on it any more: the view was destroyed. */
static int host_unlink(sl__host *host, sl__host_request *request)
{
    sl__host_request **at = &host->requests;
    while (*at && *at != request)
        at = &(*at)->next;
    if (!*at)
        return 0;
    *at = request->next;
    return 1;
}

/* ---- beginning and ending ---- */

static void host_release(sl_view *v, int node, int times)
{
    for (; times > 0; times--)
        starpu_data_release_on_node(v->handle, node);
}

/* Ends an access of a thread to a part, if it has one that leaves the copies where they are: they get what was written.
 * It is the one that was begun by way of the view, else any. Under the lock. @return the node on which the handle is to
 * be released */
static int host_unbox(sl_view *root, const sl_view *view, const sl__host_thread *place)
{
    sl__host_box **found = NULL;
    int boxes = 0, named = 0;
    for (sl__host_box **at = &root->host.boxes; *at != NULL; at = &(*at)->next) {
        if ((*at)->thread != place->thread)
            continue;
        boxes++;
        if (!named)
            found = at;
        named |= (*at)->view == view;
    }
    if (!named && boxes < place->open) /* which has another access, that it may end by any view of the memory */
        return STARPU_MAIN_RAM;
    sl__host_box *box = *found;
    *found = box->next;
    sl__host_box_close(root, box);
    return STARPU_ACQUIRE_NO_NODE_LOCK_ALL;
}

/* Gives up an access that was just granted. @param[in] view  what it is opened by; NULL: it has no part yet */
static void host_drop(sl_view *root, const sl_view *view, int node)
{
    pthread_mutex_lock(&root->host.lock);
    sl__host_thread *place = sl__holder_find(&root->host);
    const int open = place && place->open > 0; /* or it was destroyed meanwhile */
    if (open) {
        if (view != NULL && node != STARPU_MAIN_RAM)
            (void)host_unbox(root, view, place);
        host_closed(&root->host, place);
    }
    pthread_mutex_unlock(&root->host.lock);
    host_release(root, node, open);
}

/* Refuses an access that cannot be together with those there are. */
static sl_status host_busy(const sl_view *v, sl_access access, int state, const char *holder, const char *function)
{
    return SL_FAIL_OF(SL_ERR_BUSY, sl__view_made(v),
                      "%s: view: expected \"%s\" to be free for %s, but it is open for %s by %s", function, v->label,
                      host_access_name(access), state == 2 ? "writing" : "reading", holder);
}

/* A request that waits, on the view's list; NULL without memory. Under the lock. */
static sl__host_request *host_request(sl_view *v, int node)
{
    sl__host_request *request = sl__reserve_ask(SL__RESERVE_TASK) ? sl__memory_small(sizeof *request) : NULL;
    if (!request)
        return NULL;
    atomic_store(&request->references, 2);
    request->view = v;
    request->node = node;
    request->next = v->host.requests;
    v->host.requests = request;
    return request;
}

/* Hands the request to StarPU, which may grant it at once. */
static void host_submit(sl_view *v, sl__host_request *request, sl_access access)
{
    sl__view_task_queued(v);
    if (starpu_data_acquire_on_node_cb(v->handle, request->node, host_mode(access), host_granted, request) == 0)
        return;
    (void)request_settle(request, REQUEST_ABANDONED);
    request_release(request);
    sl__view_task_done(v);
}

/* Waits for what was granted, or says why not. A thread that has the view open itself would wait in vain: what is not
 * granted at once to a second reader is behind a task that writes, and that waits for the first. */
static sl_status host_await(sl_view *v, sl__host_request *request, sl_access access, int own, const char *function)
{
    char what[SL__VIEW_LABEL + 16];
    if (own && !request_done(request))
        return SL_FAIL_OF(SL_ERR_BUSY, sl__view_made(v),
                          "%s: view: expected \"%s\" to be free for reading, but a task that writes it was "
                          "queued, which waits until this thread ends the access that it has open",
                          function, v->label);
    if (!request_done(request))
        SL_TRY(sl__data_hooks.waits(v, access, function));
    snprintf(what, sizeof what, "view \"%s\"", v->label);
    SL_TRY(sl__progress_wait(request_done, request, function, what));
    return SL_SUCCESS;
}

/* Takes what StarPU has granted, or gives the access up. */
static sl_status host_wait(sl_view *v, sl__host_request *request, sl_access access, int own, const char *function)
{
    sl__host *host = &v->host;
    sl_status status = host_await(v, request, access, own, function);
    int there, given = 0, release = 0;
    pthread_mutex_lock(&host->lock);
    there = host_unlink(host, request);
    sl__host_thread *place = there ? sl__holder_find(host) : NULL;
    if (place)
        place->waits--;
    if (place && status == SL_SUCCESS && atomic_load(&request->state) == REQUEST_GRANTED) {
        host_opened(host, place);
        given = 1;
    } else if (there) {
        release = !request_settle(request, REQUEST_ABANDONED) && atomic_load(&request->state) == REQUEST_GRANTED;
        host_left(host);
    }
    pthread_mutex_unlock(&host->lock);
    host_release(v, request->node, release);
    request_release(request);
    if (status == SL_SUCCESS && !there)
        return SL_FAIL_OF(SL_ERR_DESTROYED, sl__view_made(v), "%s: view: \"%s\" was destroyed during the wait",
                          function, v->label);
    if (status == SL_SUCCESS && !given)
        return SL_FAIL(SL_ERR_STARPU, "%s: StarPU did not give \"%s\" to the host", function, v->label);
    return status;
}

static void host_name(sl__host *host, const char *function)
{
    snprintf(host->holder, sizeof host->holder, "%s", function);
}

/* Opens a view for a reader to whom the value was published. Accesses that are open at a time have the same one.
 * @return NULL while others are open. */
static void *host_knows(sl__host *host, uint64_t number, uint64_t value, const char *function)
{
    if (host->count > 0 && (host->published == 0 || host->mail_number != number))
        return NULL;
    sl__host_thread *place = sl__holder_place(host);
    if (!place)
        return NULL;
    place->published++;
    if (host->count++ == 0) {
        host_name(host, function);
        atomic_store(&host->state, 1);
    }
    host->published++;
    atomic_fetch_add(&mailbox_open, 1);
    host->mail_number = number;
    host->mail_value = value;
    return &host->mail_value;
}

/* Waits for what a device publishes, for a reader. @return NULL when the view is to be had in another way only. */
static void *host_published(sl_view *v, const char *function)
{
    void *at = NULL;
    uint64_t number, value;
    if (atomic_load(&v->mail.number) == 0 || sl__splits_of(v) != NULL)
        return NULL;
    sl__data_hooks.flush();
    sl__view_task_queued(v); /* so that it stays, whoever destroys it */
    if (sl__mailbox_await(v, &number, &value)) {
        pthread_mutex_lock(&v->host.lock);
        if (sl__view_live(v))
            at = host_knows(&v->host, number, value, function);
        pthread_mutex_unlock(&v->host.lock);
    }
    sl__view_task_done(v);
    sl__progress_wake();
    return at;
}

/* Takes the view, or makes the request for it. @param[out] own  this thread has it open already */
static sl_status host_take(sl_view *v, sl_access access, int node, const char *function, sl__host_request **request,
                           int *own)
{
    sl__host *host = &v->host;
    char holder[sizeof host->holder];
    pthread_mutex_lock(&host->lock);
    int state = atomic_load(&host->state);
    if (state == 2 || (state == 1 && access != SL_READ)) {
        memcpy(holder, host->holder, sizeof holder);
        pthread_mutex_unlock(&host->lock);
        return host_busy(v, access, state, holder, function);
    }
    sl__host_thread *place = sl__holder_place(host);
    *own = place && place->open > 0;
    int first = place && host->count == 0;
    if (first) {
        host_name(host, function);
        atomic_store(&host->state, access == SL_READ ? 1 : 2); /* before it looks for who holds the view: hold.h */
    }
    if (place && sl__view_pending(v) == 0 && starpu_data_acquire_on_node_try(v->handle, node, host_mode(access)) == 0) {
        host_opened(host, place);
    } else if (place && (*request = host_request(v, node))) {
        place->waits++;
    } else {
        if (first)
            atomic_store(&host->state, 0);
        pthread_mutex_unlock(&host->lock);
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory to wait for \"%s\"", function, v->label);
    }
    host->count++;
    pthread_mutex_unlock(&host->lock);
    return SL_SUCCESS;
}

static sl_status host_begin(sl_view *v, sl_access access, int node, const char *function)
{
    sl__host_request *request = NULL;
    int held, own = 0;
    atomic_fetch_add(&host_open, 1); /* from now on no loop is collected: it could share a batch with one that waits */
    sl_status status = sl__split_hold(v, function, &held); /* so that nobody puts it into parts meanwhile */
    if (status == SL_SUCCESS) {
        sl__data_hooks.flush(); /* loops that were queued before come before */
        if (sl__view_pending(v) != 0)
            sl__progress_poll(); /* they may have ended, and nobody has noticed */
        status = host_take(v, access, node, function, &request, &own);
        if (status == SL_SUCCESS && request)
            host_submit(v, request, access);
        sl__split_release(v, held);
    }
    if (status != SL_SUCCESS)
        atomic_fetch_sub(&host_open, 1);
    return status == SL_SUCCESS && request ? host_wait(v, request, access, own, function) : status;
}

/* What a reader must know: whether the data was computed. */
static sl_status host_poison(sl_view *root, const sl_view *view, int node)
{
    sl__failure *failure = sl__view_poison(root);
    if (!failure)
        return SL_SUCCESS;
    host_drop(root, view, node);
    sl_status status = sl__failure_raise(failure);
    sl__failure_release(failure);
    return status;
}

sl_status sl__host_check(const sl_view *v, sl_access access, sl_type type, const char *function)
{
    SL_TRY(sl__runtime_check_blocking(function));
    SL_TRY(sl__view_check(v, function, "view"));
    if (access < SL_READ || access > SL_RDWR)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(v),
                          "%s: access: expected SL_READ, SL_WRITE or SL_RDWR for \"%s\", got %d", function, v->label,
                          (int)access);
    if (type != v->type)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(v), "%s: type: expected %s, the type of \"%s\", got %s", function,
                          sl_type_name(v->type), v->label, sl_type_name(type));
    return access == SL_READ ? SL_SUCCESS : sl__view_check_writable(v, function, "view");
}

/* The part of a view whose copies are locked comes to the host. @return 0: they are not any more, for it cannot */
static int host_box(sl_view *root, const sl_view *view, sl_access access)
{
    sl__host_box *box = sl__host_box_open(root, view, access);
    if (box == NULL) {
        host_drop(root, NULL, STARPU_ACQUIRE_NO_NODE_LOCK_ALL);
        return 0;
    }
    pthread_mutex_lock(&root->host.lock);
    const sl__host_thread *place = sl__holder_find(&root->host);
    box->thread = place != NULL ? place->thread : 0;
    box->next = root->host.boxes;
    root->host.boxes = box;
    pthread_mutex_unlock(&root->host.lock);
    return 1;
}

/* Opens the root for a view of its memory. @param[out] node  on which the handle is had */
static sl_status host_have(sl_view *root, const sl_view *view, sl_access access, sl_access taken, int *node,
                           const char *function)
{
    *node = STARPU_ACQUIRE_NO_NODE_LOCK_ALL;
    if (sl__host_box_pays(root, view)) {
        SL_TRY(host_begin(root, taken, *node, function));
        if (host_box(root, view, access))
            return SL_SUCCESS;
    }
    *node = STARPU_MAIN_RAM;
    SL_TRY(host_begin(root, taken, *node, function));
    atomic_store_explicit(&root->placement.planned, 0, memory_order_relaxed); /* nothing is queued that moves it */
    atomic_fetch_or_explicit(&root->placement.host_accessed, (int)taken, memory_order_relaxed);
    return SL_SUCCESS;
}

/* Who writes some of a view keeps the rest of it, and what it lacks: neither fails because of that nor mends it. */
static void *host_give(sl_view *root, const sl_view *view, sl_access access, const char *function)
{
    const int part = sl__view_is_part(view);
    const sl_access taken = part && access == SL_WRITE ? SL_RDWR : access;
    int node;
    sl__data_hooks.host_synced();
    if (access == SL_READ && root->mail.box != NULL) {
        void *value = host_published(root, function);
        if (value != NULL)
            return value;
        if (sl__view_check(root, function, "view") != SL_SUCCESS) /* destroyed during the wait */
            return NULL;
        sl__mailbox_was_read(root);
    }
    if (host_have(root, view, access, taken, &node, function) != SL_SUCCESS)
        return NULL;
    if (access != SL_READ) {
        sl__mailbox_clear(root);
        sl__view_changed(root, part);
    }
    if (access == SL_WRITE && !part)
        sl__view_set_poison(root, NULL);
    else if (access != SL_WRITE && host_poison(root, view, node) != SL_SUCCESS)
        return NULL;
    return sl__guard_open(root, access != SL_READ);
}

void *sl_host_begin(sl_view *view, sl_access access, sl_type type, const char *function)
{
    SL__CALL();
    if (!function)
        function = "sl_host_begin";
    if (sl__host_check(view, access, type, function) != SL_SUCCESS)
        return NULL;
    void *data = host_give(sl__view_root(view), view, access, function);
    if (data == NULL)
        return NULL;
    if (view != sl__view_root(view))
        atomic_fetch_add(&view->opened, 1);
    return (char *)data + view->part.offset;
}

sl_status sl_host_end(sl_view *view)
{
    SL__CALL();
    static const char function[] = "sl_host_end";
    SL_TRY(sl__runtime_check_end(function));
    SL_TRY(sl__view_check(view, function, "view"));
    return sl__host_end(view, function);
}

sl_status sl__host_end(sl_view *view, const char *function)
{
    sl_view *root = sl__view_root(view);
    sl__host *host = &root->host;
    pthread_mutex_lock(&host->lock);
    const int begun = view == root || atomic_load(&view->opened) > 0;
    sl__host_thread *place = begun ? sl__holder_find(host) : NULL;
    const int others = host->open > 0 || host->published > 0;
    if (!place || (place->open == 0 && place->published == 0)) {
        pthread_mutex_unlock(&host->lock);
        return SL_FAIL_OF(SL_ERR_STATE, sl__view_made(view),
                          "%s: view: expected \"%s\" to be open for host access by this thread, but %s", function,
                          view->label, others ? "another thread has opened it, which ends it" : "it is not");
    }
    const int forgets = place->published > 0; /* the value itself stays until the last end */
    int node = STARPU_MAIN_RAM;
    if (forgets) {
        host_forgets(host, place);
    } else {
        sl__guard_close(root);
        node = host_unbox(root, view, place);
        host_closed(host, place);
    }
    pthread_mutex_unlock(&host->lock);
    host_release(root, node, !forgets);
    if (view != root)
        atomic_fetch_sub(&view->opened, 1);
    return SL_SUCCESS;
}

int sl__host_abandon(sl_view *v)
{
    sl__host *host = &v->host;
    int count, release = 0, locked = 0;
    pthread_mutex_lock(&host->lock);
    count = host->count;
    sl__holders_forget(host);
    while (host->published > 0)
        host_forgets(host, NULL);
    for (; host->boxes != NULL; locked++) {
        sl__host_box *box = host->boxes;
        host->boxes = box->next;
        sl__host_box_close(v, box);
    }
    while (host->open > 0) {
        host_closed(host, NULL);
        release++;
    }
    release -= locked;
    while (host->requests) {
        sl__host_request *request = host->requests;
        int *there = request->node == STARPU_MAIN_RAM ? &release : &locked;
        host->requests = request->next;
        *there += !request_settle(request, REQUEST_ABANDONED) && atomic_load(&request->state) == REQUEST_GRANTED;
        host_left(host);
    }
    pthread_mutex_unlock(&host->lock);
    host_release(v, STARPU_MAIN_RAM, release);
    host_release(v, STARPU_ACQUIRE_NO_NODE_LOCK_ALL, locked);
    if (count > 0)
        sl__progress_wake();
    return count;
}

sl_status sl__view_check_host(const sl_view *view, int access, const char *function, const char *kernel,
                              const char *argument)
{
    int state = sl__view_host_state(sl__view_root(view));
    if (state == 2 || (state == 1 && (access & SL_WRITE)))
        return SL_FAIL_OF(
            SL_ERR_BUSY, sl__view_made(view),
            "%s: %s%s%sargument %s: expected a view that the host does not hold, got \"%s\": the call would "
            "wait for sl_host_end()",
            function, kernel ? "kernel " : "", kernel ? kernel : "", kernel ? ", " : "", argument, view->label);
    return SL_SUCCESS;
}
