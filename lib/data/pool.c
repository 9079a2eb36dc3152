/* SPDX-License-Identifier: BSD-3-Clause */
/* Slots of views (base/slots.h). */
#include "data/pool.h"
#include "data/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/slots.h"

static void pool_fresh(void *slot)
{
    sl_view *v = slot;
    pthread_mutex_init(&v->host.lock, NULL);
    pthread_mutex_init(&v->poison.lock, NULL);
}

static sl__slots pool = SL__SLOTS(sl_view, next, pool_fresh);

/* Everything but the locks, and the magic number, which others may be looking at. */
static void pool_clear(sl_view *v)
{
    atomic_store(&v->users, 0);
    atomic_store(&v->region_references, 0);
    atomic_store(&v->queued, 0);
    atomic_store(&v->finished, 0);
    atomic_store(&v->ending.released, 0);
    atomic_store(&v->ending.reaped, 0);
    atomic_store(&v->poison.why, NULL);
    atomic_store(&v->ending.gone, 0);
    atomic_store(&v->exposed, 0);
    atomic_store(&v->was_exposed, 0);
    sl__view_changed(v, 0); /* also for the view that had the slot before */
    atomic_store(&v->launched, 0);
    atomic_store(&v->mail.is_read, 0);
    atomic_store(&v->mail.maker, NULL);
    atomic_store(&v->mail.number, 0);
    v->mail.box = NULL;
    v->placement.member = (sl__membership){NULL};
    atomic_store(&v->placement.planned, 0);
    atomic_store(&v->placement.host_accessed, 0);
    atomic_store(&v->dual, 0);
    atomic_store(&v->host.state, 0);
    v->host.count = 0;
    v->host.open = 0;
    v->host.published = 0;
    v->host.requests = NULL;
    memset(v->host.by, 0, sizeof v->host.by);
    free(v->host.more); /* of a thread that waited when the view went */
    v->host.more = NULL;
    v->host.mores = 0;
    atomic_store(&v->splits, NULL);
    v->spread = NULL;
    v->is_block = 0;
    v->list.ascends = 0;
    atomic_store(&v->list.borders, NULL);
    v->handle = NULL;
    v->data = NULL;
    v->root = NULL;
    v->rank = 0;
    v->part.offset = 0;
    v->layout.map = SL__LAYOUT_RIGHT;
    v->part.whole = 0;
    v->part.sliced = 0;
    atomic_store(&v->opened, 0);
    v->made_at = sl__position_keep(sl__position);
    v->guard.at = NULL;
    v->guard.users = v->guard.writes = 0;
    v->managed = 0;
    v->foreign.data = NULL;
    v->foreign.node = STARPU_MAIN_RAM;
    v->readonly = 0;
    v->bound = 0;
    v->block = (sl__block){.data = NULL};
    v->next = NULL;
    v->past = NULL;
}

sl_view *sl__pool_take(void)
{
    sl_view *v = sl__slots_take(&pool);
    if (v) {
        pool_clear(v);
        atomic_store(&v->used, 1);
    }
    return v;
}

void sl__pool_give(sl_view *v)
{
    atomic_store(&v->used, 0);
    sl__slots_give(&pool, v);
}

void sl__pool_lose(sl_view *v)
{
    atomic_store(&v->used, 0);
}

size_t sl__pool_slots(void)
{
    return sl__slots_count(&pool);
}

sl_view *sl__pool_slot(size_t i)
{
    sl_view *v = sl__slots_at(&pool, i);
    return v && atomic_load(&v->used) ? v : NULL;
}

const sl_view *sl__pool_find(const void *data)
{
    for (size_t i = 0, slots = sl__pool_slots(); i < slots; i++) {
        const sl_view *v = sl__pool_slot(i);
        if (v != NULL && v->root == v && v->data == data)
            return v;
    }
    return NULL;
}

size_t sl__pool_opened(sl_view *views[], size_t most)
{
    size_t found = 0, slots = sl__pool_slots();
    for (size_t i = 0; i < slots; i++) {
        sl_view *v = sl__pool_slot(i);
        if (!v || sl__view_host_state(v) == 0)
            continue;
        if (found < most)
            views[found] = v;
        found++;
    }
    return found;
}
