/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/holders.h"
#include "data/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic uint64_t threads;
static _Thread_local uint64_t self; /* pthread_t would be used again after the end of a thread */
static _Thread_local int opens;     /* at least those of this thread: another one may have destroyed a view */

/* ---- of one view, with its lock ---- */

static int is_free_place(const sl__host_thread *place)
{
    return place->open == 0 && place->published == 0 && place->waits == 0;
}

static sl__host_thread *place_at(sl__host *host, int i)
{
    return i < SL__HOST_THREADS ? &host->by[i] : &host->more[i - SL__HOST_THREADS];
}

sl__host_thread *sl__holder_find(sl__host *host)
{
    for (int i = 0; i < SL__HOST_THREADS + host->mores; i++) {
        sl__host_thread *place = place_at(host, i);
        if (place->thread == self && !is_free_place(place))
            return place;
    }
    return NULL;
}

static sl__host_thread *free_place(sl__host *host)
{
    for (int i = 0; i < SL__HOST_THREADS + host->mores; i++)
        if (is_free_place(place_at(host, i)))
            return place_at(host, i);
    const int mores = host->mores > 0 ? 2 * host->mores : SL__HOST_THREADS;
    sl__host_thread *more = realloc(host->more, (size_t)mores * sizeof *more);
    if (!more)
        return NULL;
    memset(more + host->mores, 0, (size_t)(mores - host->mores) * sizeof *more);
    sl__host_thread *fresh = more + host->mores;
    host->more = more;
    host->mores = mores;
    return fresh;
}

sl__host_thread *sl__holder_place(sl__host *host)
{
    if (self == 0)
        self = atomic_fetch_add(&threads, 1) + 1;
    sl__host_thread *place = sl__holder_find(host);
    if (!place && (place = free_place(host)) != NULL)
        place->thread = self;
    return place;
}

void sl__holders_forget(sl__host *host)
{
    memset(host->by, 0, sizeof host->by);
    free(host->more);
    host->more = NULL;
    host->mores = 0;
}

/* ---- of all views ---- */

void sl__holder_opens(int more)
{
    opens += more;
}

/* @return the views that are open or waited for; to be freed. */
static sl_view **opened_views(size_t *count)
{
    size_t most = sl__pool_opened(NULL, 0);
    sl_view **views = most > 0 ? malloc(most * sizeof(sl_view *)) : NULL;
    *count = 0;
    if (!views)
        return NULL;
    size_t found = sl__pool_opened(views, most);
    *count = found < most ? found : most;
    return views;
}

int sl__holder_views(sl__held_view **held)
{
    size_t count = 0;
    int found = 0;
    *held = NULL;
    if (opens <= 0)
        return 0;
    sl_view **views = opened_views(&count);
    sl__held_view *mine = count > 0 ? malloc(count * sizeof *mine) : NULL;
    for (size_t i = 0; mine && i < count; i++) {
        pthread_mutex_lock(&views[i]->host.lock);
        const sl__host_thread *place = sl__holder_find(&views[i]->host);
        if (place && place->open > 0)
            mine[found++] = (sl__held_view){views[i], sl__view_host_state(views[i]) == 2};
        pthread_mutex_unlock(&views[i]->host.lock);
    }
    free(views);
    if (found > 0) {
        *held = mine;
        return found;
    }
    if (mine || count == 0)
        opens = 0;
    free(mine);
    return 0;
}

void sl__holders_name(char *text, size_t size)
{
    enum { REST = 24 }; /* room for "and N more" */
    size_t count = 0, used = 0;
    sl_view **views = opened_views(&count);
    int named = 0, left = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        pthread_mutex_lock(&views[i]->host.lock);
        const int open = views[i]->host.open > 0 || views[i]->host.published > 0;
        const char *how = sl__view_host_state(views[i]) == 2 ? "writing" : "reading";
        pthread_mutex_unlock(&views[i]->host.lock);
        char one[SL__VIEW_LABEL + 24];
        int length = snprintf(one, sizeof one, "%s\"%s\" (%s)", named > 0 ? ", " : "", views[i]->label, how);
        if (!open)
            continue;
        if (left > 0 || used + (size_t)length + REST >= size) {
            left++;
            continue;
        }
        memcpy(text + used, one, (size_t)length + 1);
        used += (size_t)length;
        named++;
    }
    if (left > 0)
        snprintf(text + used, size - used, " and %d more", left);
    free(views);
}
