/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranges that copies have met, sorted by address. Two views with one address do not exist, but for empty ones. */
#include "data/pin.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <device/device.h>

#include "data/slab.h"
#include "data/view.h"

typedef struct pin_range {
    uintptr_t data, end;
    int pinned; /* or about to be; 0: refused */
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

/* Whether a range that is to stand at i shares a page with a pinned one: no page is pinned twice. Ranges do not
 * overlap, so only those beside it can. */
static int pin_shares_page(size_t i, uintptr_t data, uintptr_t end)
{
    const long size = sysconf(_SC_PAGESIZE);
    const uintptr_t page = size > 0 ? (uintptr_t)size : 4096;
    return (i > 0 && pin.at[i - 1].pinned && (pin.at[i - 1].end - 1) / page >= data / page) ||
           (i < pin.count && pin.at[i].pinned && pin.at[i].data / page <= (end - 1) / page);
}

/* Enters a range that is not there. Returns 1 when it is to be pinned. */
static int pin_enter(uintptr_t data, size_t bytes)
{
    int pinned = 0;
    pthread_mutex_lock(&pin.lock);
    size_t i = pin_find(data);
    if (!pin_is_at(i, data) && pin_grow()) {
        pinned = !pin_shares_page(i, data, data + bytes);
        memmove(&pin.at[i + 1], &pin.at[i], (pin.count - i) * sizeof pin.at[0]);
        pin.at[i] = (pin_range){data, data + bytes, pinned};
        pin.count++;
    }
    pthread_mutex_unlock(&pin.lock);
    return pinned;
}

void sl__pin_copied(void *data, size_t bytes)
{
    const uintptr_t address = (uintptr_t)data;
    if (bytes <= SL__SLAB_MOST || (bytes < SL__PIN_WRAPPED_FROM && sl__wrapped_holds(data)) ||
        !pin_enter(address, bytes))
        return;
    /* Not under the lock: it may take seconds, in which other workers look for other ranges. */
    if (sl__device_pin(data, bytes))
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
