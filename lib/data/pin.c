/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranges that copies have met, sorted by address. Two views with one address do not exist, but for empty ones. */
#include "data/pin.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/backend.h"

#include "data/slab.h"
#include "data/view.h"
#include "data/wrapped.h"

typedef struct pin_range {
    uintptr_t data, end;
    int pinned; /* or about to be; 0: refused, or not met yet */
    int unmet;  /* no copy has met it: memory of a split view, of whose parts the first one pins all */
} pin_range;

static struct {
    pthread_mutex_t lock;
    pin_range *at; /* [count] */
    size_t room;
    _Atomic size_t count; /* read without the lock */
} pin = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The first range at the address or behind it. */
static size_t pin_find(uintptr_t data)
{
    size_t low = 0, high = pin.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pin.at[middle].data < data)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int pin_is_at(size_t i, uintptr_t data)
{
    return i < pin.count && pin.at[i].data == data;
}

static int pin_grow(void)
{
    if (pin.count < pin.room)
        return 1;
    size_t room = pin.room ? 2 * pin.room : 64;
    pin_range *at = realloc(pin.at, room * sizeof *at);
    if (!at)
        return 0;
    pin.at = at;
    pin.room = room;
    return 1;
}

/* Whether the range that stands at i shares a page with a pinned one: no page is pinned twice. Ranges do not overlap,
 * so only those beside it can. */
static int pin_shares_page(size_t i)
{
    const long size = sysconf(_SC_PAGESIZE);
    const uintptr_t page = size > 0 ? (uintptr_t)size : 4096;
    return (i > 0 && pin.at[i - 1].pinned && (pin.at[i - 1].end - 1) / page >= pin.at[i].data / page) ||
           (i + 1 < pin.count && pin.at[i + 1].pinned && pin.at[i + 1].data / page <= (pin.at[i].end - 1) / page);
}

/* The range that holds an address, which may be new: one of @p bytes that begins there. Returns 0 without memory. */
static int pin_enter(uintptr_t data, size_t bytes, size_t *at)
{
    size_t i = pin_find(data);
    if (i > 0 && !pin_is_at(i, data) && pin.at[i - 1].end > data)
        i--;
    *at = i;
    if (pin_is_at(i, data) || (i < pin.count && pin.at[i].data < data))
        return 1;
    if (!pin_grow())
        return 0;
    memmove(&pin.at[i + 1], &pin.at[i], (pin.count - i) * sizeof pin.at[0]);
    pin.at[i] = (pin_range){data, data + bytes, 0, 1};
    pin.count++;
    return 1;
}

/* A copy meets memory. Returns 1, and the range that it is in, when that is to be pinned. */
static int pin_meet(uintptr_t *data, size_t *bytes)
{
    size_t i;
    int pins = 0;
    pthread_mutex_lock(&pin.lock);
    if (pin_enter(*data, *bytes, &i) && pin.at[i].unmet) {
        pin.at[i].unmet = 0;
        pins = pin.at[i].pinned = !pin_shares_page(i);
        *data = pin.at[i].data;
        *bytes = pin.at[i].end - pin.at[i].data;
    }
    pthread_mutex_unlock(&pin.lock);
    return pins;
}

void sl__pin_whole(void *data, size_t bytes)
{
    size_t i;
    if (sl__device_workers() == 0 || bytes == 0)
        return;
    pthread_mutex_lock(&pin.lock);
    (void)pin_enter((uintptr_t)data, bytes, &i); /* without memory only the first part is pinned */
    pthread_mutex_unlock(&pin.lock);
}

void sl__pin_copied(void *data, size_t bytes)
{
    uintptr_t address = (uintptr_t)data;
    if (bytes <= SL__SLAB_MOST || (bytes < SL__PIN_WRAPPED_FROM && sl__wrapped_holds(data, 1)) ||
        !pin_meet(&address, &bytes))
        return;
    /* Not under the lock: it may take seconds, in which other workers look for other ranges. */
    if (sl__device_pin((void *)address, bytes))
        return;
    pthread_mutex_lock(&pin.lock);
    size_t i = pin_find(address);
    if (pin_is_at(i, address))
        pin.at[i].pinned = 0;
    pthread_mutex_unlock(&pin.lock);
}

void sl__pin_forget(const void *data)
{
    const uintptr_t address = (uintptr_t)data;
    int pinned = 0;
    if (pin.count == 0)
        return;
    pthread_mutex_lock(&pin.lock);
    size_t i = pin_find(address);
    if (pin_is_at(i, address)) {
        pinned = pin.at[i].pinned;
        pin.count--;
        memmove(&pin.at[i], &pin.at[i + 1], (pin.count - i) * sizeof pin.at[0]);
    }
    if (pin.count == 0) {
        free(pin.at);
        pin.at = NULL;
        pin.room = 0;
    }
    pthread_mutex_unlock(&pin.lock);
    if (pinned)
        sl__device_unpin((void *)address);
}

size_t sl__pin_count(void)
{
    return pin.count;
}
