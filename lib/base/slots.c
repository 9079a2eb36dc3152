/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/slots.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64, REST = 1024, ALIGN = 64 };

static void **link_of(const sl__slots *slots, void *slot)
{
    return (void **)((char *)slot + slots->link);
}

static void *at(const sl__slots *slots, size_t chunk, size_t i)
{
    return (char *)slots->chunk[chunk] + i * slots->size;
}

/* Called with the lock held, as are those below. */
static void *oldest(sl__slots *slots)
{
    void *slot = slots->first;
    if (!slot)
        return NULL;
    slots->first = *link_of(slots, slot);
    if (!slots->first)
        slots->last = NULL;
    slots->resting--;
    return slot;
}

static int add_chunk(sl__slots *slots)
{
    if (slots->chunks == SL__SLOTS_CHUNKS)
        return 0;
    void *chunk = aligned_alloc(ALIGN, CHUNK * slots->size);
    if (!chunk)
        return 0;
    memset(chunk, 0, CHUNK * slots->size);
    slots->chunk[slots->chunks++] = chunk;
    for (size_t i = 0; slots->fresh && i < CHUNK; i++)
        slots->fresh(at(slots, slots->chunks - 1, i));
    slots->unused = CHUNK;
    return 1;
}

/* A slot that was never used; NULL without memory. */
static void *unused(sl__slots *slots)
{
    if (slots->unused == 0 && !add_chunk(slots))
        return NULL;
    return at(slots, slots->chunks - 1, CHUNK - slots->unused--);
}

void *sl__slots_take(sl__slots *slots)
{
    pthread_mutex_lock(&slots->lock);
    void *slot = slots->resting > REST ? oldest(slots) : unused(slots);
    if (!slot)
        slot = oldest(slots);
    pthread_mutex_unlock(&slots->lock);
    return slot;
}

void sl__slots_give(sl__slots *slots, void *slot)
{
    pthread_mutex_lock(&slots->lock);
    *link_of(slots, slot) = NULL;
    if (slots->last)
        *link_of(slots, slots->last) = slot;
    else
        slots->first = slot;
    slots->last = slot;
    slots->resting++;
    pthread_mutex_unlock(&slots->lock);
}

size_t sl__slots_count(sl__slots *slots)
{
    pthread_mutex_lock(&slots->lock);
    size_t count = slots->chunks * CHUNK;
    pthread_mutex_unlock(&slots->lock);
    return count;
}

void *sl__slots_at(sl__slots *slots, size_t i)
{
    pthread_mutex_lock(&slots->lock);
    void *slot = i / CHUNK < slots->chunks ? at(slots, i / CHUNK, i % CHUNK) : NULL;
    pthread_mutex_unlock(&slots->lock);
    return slot;
}
