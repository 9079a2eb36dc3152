/* SPDX-License-Identifier: BSD-3-Clause */
/* Slots of views. They are made in chunks that stay for ever, and a slot that was given back waits behind POOL_REST
 * others before it is used again: the magic number of a destroyed view stays readable, and stays that of a
 * destroyed view for as long as a program that still has the pointer is likely to use it. */
#include "data/view.h"

#include <stdlib.h>
#include <string.h>

#define POOL_CHUNK 64
#define POOL_REST 1024
#define POOL_CHUNKS 65536

static struct {
    pthread_mutex_t lock;
    sl_view *chunk[POOL_CHUNKS]; /* address space that costs memory only where it is used */
    size_t chunks;
    size_t fresh;          /* slots of the last chunk that were never used */
    sl_view *first, *last; /* resting slots, the longest rested first */
    size_t resting;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sl_view *pool_oldest(void)
{
    sl_view *v = pool.first;
    if (!v)
        return NULL;
    pool.first = v->next;
    if (!pool.first)
        pool.last = NULL;
    pool.resting--;
    return v;
}

/* A slot that was never used; NULL without memory. */
static sl_view *pool_fresh(void)
{
    if (pool.fresh == 0) {
        if (pool.chunks == POOL_CHUNKS)
            return NULL;
        sl_view *chunk = sl__memory_small(POOL_CHUNK * sizeof *chunk + SL__MEMORY_ALIGN);
        if (!chunk)
            return NULL;
        chunk = (sl_view *)(((uintptr_t)chunk + SL__MEMORY_ALIGN - 1) & ~(uintptr_t)(SL__MEMORY_ALIGN - 1));
        for (int i = 0; i < POOL_CHUNK; i++) {
            pthread_mutex_init(&chunk[i].host.lock, NULL);
            pthread_mutex_init(&chunk[i].poison_lock, NULL);
        }
        pool.chunk[pool.chunks++] = chunk;
        pool.fresh = POOL_CHUNK;
    }
    return &pool.chunk[pool.chunks - 1][POOL_CHUNK - pool.fresh--];
}

/* Everything but the locks, and the magic number, which others may be looking at. */
static void pool_clear(sl_view *v)
{
    atomic_store(&v->users, 0);
    atomic_store(&v->kept, 0);
    atomic_store(&v->queued, 0);
    atomic_store(&v->finished, 0);
    atomic_store(&v->released, 0);
    atomic_store(&v->reaped, 0);
    atomic_store(&v->poison, NULL);
    atomic_store(&v->gone, 0);
    atomic_store(&v->exposed, 0);
    atomic_store(&v->launched, 0);
    atomic_store(&v->is_read, 0);
    atomic_store(&v->maker, NULL);
    atomic_store(&v->published, 0);
    v->mailbox = NULL;
    v->member = (sl__membership){NULL};
    atomic_store(&v->planned, 0);
    atomic_store(&v->looked, 0);
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
    v->handle = NULL;
    v->data = NULL;
    v->managed = 0;
    v->bound = 0;
    v->block = (sl__block){.data = NULL};
    v->next = NULL;
    v->past = NULL;
}

sl_view *sl__pool_take(void)
{
    pthread_mutex_lock(&pool.lock);
    sl_view *v = pool.resting > POOL_REST ? pool_oldest() : pool_fresh();
    if (!v)
        v = pool_oldest();
    if (v) {
        pool_clear(v);
        v->used = 1;
    }
    pthread_mutex_unlock(&pool.lock);
    return v;
}

void sl__pool_give(sl_view *v)
{
    pthread_mutex_lock(&pool.lock);
    v->used = 0;
    v->next = NULL;
    if (pool.last)
        pool.last->next = v;
    else
        pool.first = v;
    pool.last = v;
    pool.resting++;
    pthread_mutex_unlock(&pool.lock);
}

void sl__pool_lose(sl_view *v)
{
    pthread_mutex_lock(&pool.lock);
    v->used = 0;
    pthread_mutex_unlock(&pool.lock);
}

size_t sl__pool_slots(void)
{
    pthread_mutex_lock(&pool.lock);
    size_t slots = pool.chunks * POOL_CHUNK;
    pthread_mutex_unlock(&pool.lock);
    return slots;
}

sl_view *sl__pool_slot(size_t i)
{
    pthread_mutex_lock(&pool.lock);
    sl_view *v = i / POOL_CHUNK < pool.chunks ? &pool.chunk[i / POOL_CHUNK][i % POOL_CHUNK] : NULL;
    if (v && !v->used)
        v = NULL;
    pthread_mutex_unlock(&pool.lock);
    return v;
}

size_t sl__pool_opened(sl_view *views[], size_t most)
{
    size_t found = 0;
    pthread_mutex_lock(&pool.lock);
    for (size_t i = 0; i < pool.chunks * POOL_CHUNK; i++) {
        sl_view *v = &pool.chunk[i / POOL_CHUNK][i % POOL_CHUNK];
        if (!v->used || sl__view_host_state(v) == 0)
            continue;
        if (found < most)
            views[found] = v;
        found++;
    }
    pthread_mutex_unlock(&pool.lock);
    return found;
}
