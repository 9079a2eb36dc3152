/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of views. StarPU may be asked to unregister a handle neither in a task nor in a callback, which is where the
 * last reference of a view often goes: such views wait on a list for the next call that may. */
#include <pthread.h>
#include <stdio.h>

#include "base/log.h"
#include "base/position.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "base/state.h"
#include "data/guard.h"
#include "data/holders.h"
#include "data/interface.h"
#include "data/list_borders.h"
#include "data/pin.h"
#include "data/pool.h"
#include "data/slab.h"
#include "data/split.h"
#include "data/view.h"
#include "data/watch.h"
#include "data/hooks.h"
#include "data/host.h"
#include "data/reaper.h"
#include "data/starpu.h"
#include "backend/backend.h"
#include "data/wrapped.h"

static pthread_mutex_t reaper_lock = PTHREAD_MUTEX_INITIALIZER;
static sl_view *reaper_list;
static _Atomic int reaper_waiting; /* whether there is something on the list: read without the lock */
static sl_view *leaving;           /* wrapped views that were released while something used them, with the lock */
static _Atomic uint64_t releases;  /* of wrapped views */

int sl__view_in_starpu(void)
{
    return sl__runtime_in_task();
}

static void reaper_add(sl_view *v)
{
    pthread_mutex_lock(&reaper_lock);
    for (sl_view **at = &leaving; *at; at = &(*at)->next)
        if (*at == v) {
            *at = v->next;
            break;
        }
    v->next = reaper_list;
    reaper_list = v;
    atomic_store_explicit(&reaper_waiting, 1, memory_order_release);
    pthread_mutex_unlock(&reaper_lock);
}

void sl__view_free(sl_view *v)
{
    /* Nobody will read a managed view again; a wrapped one is brought up to date in the caller's memory. */
    sl__party_leave(&v->placement.member);
    sl__split_free(v);
    sl__list_forget(v);
    (void)sl__reserve_use(SL__RESERVE_TASK); /* this cannot be refused */
    if (v->managed)
        starpu_data_unregister_no_coherency(v->handle);
    else
        starpu_data_unregister(v->handle);
    v->handle = NULL;
    sl__view_hide(v);
    sl__pin_forget(v->data);
    sl__wrapped_leave(v);
    sl__guard_free(v);
    sl__memory_put(&v->block);
    if (v->managed && v->foreign.data != NULL) /* a substitute */
        sl__interface_give(v->foreign.node, (uintptr_t)v->foreign.data, v->span);
    atomic_store(&v->ending.gone, 0); /* or the poison would stay, and be lost */
    sl__view_set_poison(v, NULL);
    if (v->past != NULL)
        sl__watch.forget(&v->past);
    sl__pool_give(v);
}

/* Whether no task runs that has begun before the view was given up. */
static int give_up_done(void *arg)
{
    return sl__view_pending(arg) <= 0 || sl__progress_running() <= 0;
}

static void substitute_host(sl_view *v)
{
    sl__pin_forget(v->data);
    if (!sl__memory_reserve(v->span, &v->block))
        return;
    struct sl__interface *itf = starpu_data_get_interface_on_node(v->handle, STARPU_MAIN_RAM);
    itf->ptr = itf->dev_handle = (uintptr_t)v->block.data;
    v->data = v->block.data;
    sl__split_moved(v);
}

static void substitute_device(sl_view *v)
{
    struct sl__interface *itf = starpu_data_get_interface_on_node(v->handle, v->foreign.node);
    const uintptr_t other = sl__interface_take(v->foreign.node, v->span, (uintptr_t)v->data);
    v->foreign.data = (void *)other;
    if (other != 0)
        itf->ptr = itf->dev_handle = other;
}

void sl__view_give_up(sl_view *v, const char *function)
{
    char what[SL__VIEW_LABEL + 40];
    sl__failure *failure = sl__failure_new((sl__at){.call = sl__position}, SL_ERR_STALLED,
                                           "the wrapped view \"%s\" was destroyed when tasks that use "
                                           "it were stalled: they are given up",
                                           v->label);
    atomic_store(&v->ending.gone, 1);
    sl__view_set_poison(v, failure);
    sl__failure_release(failure);
    /* StarPU may still copy from and to what it takes for the view's memory. */
    sl__wrapped_leave(v);
    v->managed = 1;
    if (v->foreign.data != NULL)
        substitute_device(v);
    else
        substitute_host(v);
    snprintf(what, sizeof what, "the tasks that run, to give up \"%s\"", v->label);
    (void)sl__progress_wait(give_up_done, v, function, what);
}

/* A wrapped view that was destroyed in the body of a loop may be in regions yet. If one has run since nothing used the
 * view, it is not to be freed now. */
static int is_unused(sl_view *v)
{
    if (atomic_load(&v->region_references) == 0)
        return 1;
    sl__data_hooks.lose(v);
    if (sl__view_pending(v) == 0)
        return 1;
    atomic_store(&v->ending.reaped, 0);
    sl__view_release(v);
    return 0;
}

void sl__view_reap(void)
{
    if (!atomic_load_explicit(&reaper_waiting, memory_order_acquire) || sl__view_in_starpu())
        return;
    pthread_mutex_lock(&reaper_lock);
    sl_view *list = reaper_list;
    reaper_list = NULL;
    atomic_store_explicit(&reaper_waiting, 0, memory_order_relaxed);
    pthread_mutex_unlock(&reaper_lock);
    while (list) {
        sl_view *v = list;
        list = v->next;
        if (is_unused(v))
            sl__view_free(v);
    }
}

/* Whoever comes last, the end of the last task or the release, sees what the other wrote: both orders are total. */
void sl__view_left(sl_view *v)
{
    if (atomic_load(&v->ending.released) && atomic_load(&v->finished) == atomic_load(&v->queued) &&
        !atomic_exchange(&v->ending.reaped, 1))
        reaper_add(v);
}

void sl__view_task_done(sl_view *v)
{
    atomic_fetch_add(&v->finished, 1);
    sl__view_left(v);
}

void sl__view_release(sl_view *v)
{
    if (!v->managed) {
        pthread_mutex_lock(&reaper_lock);
        v->ending.number = atomic_fetch_add(&releases, 1) + 1;
        v->next = leaving;
        leaving = v;
        pthread_mutex_unlock(&reaper_lock);
    }
    atomic_store(&v->ending.released, 1);
    sl__view_left(v);
}

/* Whether none is in use of those that were released by then. */
static int have_left(void *arg)
{
    const uint64_t *last = arg;
    int left = 1;
    pthread_mutex_lock(&reaper_lock);
    for (const sl_view *v = leaving; v && left; v = v->next)
        left = v->ending.number > *last;
    pthread_mutex_unlock(&reaper_lock);
    return left;
}

sl_status sl__view_wait_released(const char *function)
{
    uint64_t last = atomic_load(&releases);
    if (last == 0 || have_left(&last))
        return SL_SUCCESS;
    sl__data_hooks.flush(); /* no loop that uses them can come later */
    return sl__progress_wait(have_left, &last, function, "destroyed wrapped views");
}

sl_status sl__data_init(void)
{
    sl__memory_init();
    sl__progress_set_holders(sl__holders_name);
    sl__interface_init();
    sl__device_copies(&sl__interface_copies);
    (void)sl__device_room(); /* the devices are asked while nothing runs on them */
    return SL_SUCCESS;
}

static void report_leak(const sl_view *v)
{
    char note[SL__MADE_NOTE];
    SL_LOG(SL_LOG_WARN, "sl_finalize: view \"%s\" was not destroyed%s", v->label,
           sl__position_made(note, NULL, v->made_at));
}

/* Ends the subviews that the program forgot to destroy. */
static void fini_subviews(void)
{
    for (size_t i = 0; i < sl__pool_slots(); i++) {
        sl_view *v = sl__pool_slot(i);
        if (v == NULL || v->root == v || !sl__view_live(v))
            continue;
        report_leak(v);
        sl_view *root = sl__subview_end(v, "sl_finalize");
        if (atomic_fetch_sub(&root->users, 1) == 1) {
            atomic_store(&root->magic, SL__MAGIC_DEAD);
            (void)sl__host_abandon(root);
        }
    }
}

/* And distributed views, before the blocks that they have. */
static void fini_distributed(void)
{
    for (size_t i = 0; i < sl__pool_slots(); i++) {
        sl_view *v = sl__pool_slot(i);
        if (v == NULL || v->spread == NULL || !sl__view_live(v))
            continue;
        report_leak(v);
        atomic_store(&v->magic, SL__MAGIC_DEAD);
        atomic_store(&v->users, 0);
        sl__view_release(v);
    }
    sl__view_reap();
    sl__view_reap(); /* their blocks */
}

/* Drops what the program forgot to destroy. All tasks are done. */
void sl__data_fini(void)
{
    sl__view_reap();
    fini_distributed();
    fini_subviews();
    for (size_t i = 0; i < sl__pool_slots(); i++) {
        sl_view *v = sl__pool_slot(i);
        if (!v)
            continue;
        int live = sl__view_live(v);
        atomic_store(&v->magic, SL__MAGIC_DEAD);
        if (live) {
            report_leak(v);
            sl__host_abandon(v);
            atomic_store(&v->users, 0);
        }
        if (sl__view_pending(v) == 0) {
            sl__view_free(v);
            continue;
        }
        SL_LOG(SL_LOG_WARN, "sl_finalize: view \"%s\" is still in use by a task; its memory is not freed", v->label);
        sl__view_hide(v);
        sl__pool_lose(v); /* or the next sl_finalize() would meet it again */
    }
    leaving = NULL; /* lost, too */
    sl__progress_set_holders(NULL);
    sl__slab_fini();
    sl__device_copies_end();
}
