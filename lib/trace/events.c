/* SPDX-License-Identifier: BSD-3-Clause */
/* Events wait in chunks of the threads that made them. So many chunks are kept; when there are more, who fills one
 * writes them all. What is kept is 8 MiB, as much again while that is written, and a chunk a thread. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "trace/measured.h"
#include "trace/parts.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl__chunk *full; /* under the lock, like all here; the last filled first */
static int kept;
static sl__chunk *idle;
static pthread_mutex_t file_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t dropped;

/* Bytes that were moved. */
typedef struct counter {
    const char *name;
    pthread_mutex_t lock;
    double sum;
    int64_t at;   /* of the last event, */
    double drawn; /* and its value */
} counter;

static counter of_loops = {"loops", PTHREAD_MUTEX_INITIALIZER, 0, 0, 0};
static counter of_copies = {"copies", PTHREAD_MUTEX_INITIALIZER, 0, 0, 0};

/* The list the other way round: in the order in which chunks were filled. */
static sl__chunk *turned(sl__chunk *list)
{
    sl__chunk *other = NULL;
    while (list != NULL) {
        sl__chunk *next = list->next;
        list->next = other;
        other = list;
        list = next;
    }
    return other;
}

static void write_full(void)
{
    pthread_mutex_lock(&file_lock);
    pthread_mutex_lock(&lock);
    sl__chunk *list = turned(full);
    full = NULL;
    kept = 0;
    pthread_mutex_unlock(&lock);
    if (list != NULL)
        sl__json_write(list);
    pthread_mutex_lock(&lock);
    while (list != NULL) {
        sl__chunk *next = list->next;
        list->next = idle;
        idle = list;
        list = next;
    }
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&file_lock);
}

/* Takes a thread's chunk from it. @return whether there are too many. */
static int put_chunk(sl__watcher *watcher)
{
    pthread_mutex_lock(&lock);
    if (watcher->chunk != NULL && watcher->chunk->used > 0) {
        watcher->chunk->next = full;
        full = watcher->chunk;
        kept++;
        watcher->chunk = NULL;
    }
    int many = kept >= SL__CHUNKS_KEPT;
    pthread_mutex_unlock(&lock);
    return many;
}

static sl__chunk *new_chunk(void)
{
    pthread_mutex_lock(&lock);
    sl__chunk *chunk = idle;
    if (chunk != NULL)
        idle = chunk->next;
    pthread_mutex_unlock(&lock);
    if (chunk == NULL)
        chunk = malloc(sizeof *chunk);
    if (chunk != NULL)
        chunk->used = 0;
    return chunk;
}

static size_t length_of(const char *text)
{
    return strnlen(text, 255);
}

/* Room in the thread's chunk, which is locked; NULL without memory. */
static unsigned char *room(sl__watcher *watcher, size_t size, int *many)
{
    if (watcher->chunk != NULL && watcher->chunk->used + size > SL__CHUNK_BYTES)
        *many = put_chunk(watcher);
    if (watcher->chunk == NULL && (watcher->chunk = new_chunk()) == NULL)
        return NULL;
    unsigned char *at = watcher->chunk->bytes + watcher->chunk->used;
    watcher->chunk->used += size;
    return at;
}

void sl__event_add(const sl__event *event, const char *name, const char *label)
{
    size_t n = length_of(name), l = length_of(label), size = (sizeof *event + n + l + 7) / 8 * 8;
    sl__watcher *watcher = sl__watcher_current();
    unsigned char *at = NULL;
    int many = 0;
    if (watcher != NULL) {
        pthread_mutex_lock(&watcher->lock);
        at = room(watcher, size, &many);
        if (at != NULL) {
            memcpy(at, event, sizeof *event);
            ((sl__event *)at)->name = (unsigned char)n;
            ((sl__event *)at)->label = (unsigned char)l;
            memcpy(at + sizeof *event, name, n);
            memcpy(at + sizeof *event + n, label, l);
        }
        pthread_mutex_unlock(&watcher->lock);
    }
    if (at == NULL)
        atomic_fetch_add(&dropped, 1);
    if (many)
        write_full();
}

/* ---- counters ------------------------------------------------------------------------------------------ */

static void count_queued(int64_t at)
{
    static _Thread_local int64_t last;
    if (at - last < SL__TRACE_QUEUED_NS && at >= last)
        return;
    last = at;
    sl__event event = {.kind = SL__EVENT_QUEUED, .begin = at, .value = sl__progress_pending()};
    sl__event_add(&event, "", "");
}

void sl__trace_queued(void)
{
    if (sl__trace_on())
        count_queued(sl__trace_now());
}

/* Who counts later has the later time, a little after the end of its span if need be: else the sum would seem to fall.
 * Short loops count for each other. */
static void events_count(counter *c, double bytes, int64_t at, int all)
{
    pthread_mutex_lock(&c->lock);
    c->sum += bytes;
    int due =
        c->sum > c->drawn && (all || c->sum - c->drawn >= SL__TRACE_BYTES_FEW || at - c->at >= SL__TRACE_BYTES_NS);
    if (due) {
        c->at = at > c->at ? at : c->at + 1;
        c->drawn = c->sum;
    }
    sl__event event = {.kind = SL__EVENT_BYTES, .begin = c->at, .value = (int64_t)(c->drawn + 0.5)};
    pthread_mutex_unlock(&c->lock);
    if (due)
        sl__event_add(&event, c->name, "");
}

void sl__events_count(double loops, double copies, int64_t at)
{
    if (loops > 0)
        events_count(&of_loops, loops, at, 0);
    if (copies > 0)
        events_count(&of_copies, copies, at, 0);
    count_queued(at);
}

/* ---- beginning and ending ------------------------------------------------------------------------------ */

/* What an earlier round may have left. */
static void events_forget(sl__watcher *watcher, void *arg)
{
    (void)arg;
    if (watcher->chunk != NULL)
        watcher->chunk->used = 0;
}

void sl__events_begin(void)
{
    sl__watchers_visit(events_forget, NULL);
    atomic_store(&dropped, 0);
    of_loops.sum = of_loops.drawn = of_copies.sum = of_copies.drawn = 0;
    of_loops.at = of_copies.at = 0;
}

static void events_put(sl__watcher *watcher, void *arg)
{
    (void)arg;
    (void)put_chunk(watcher);
}

static void free_idle(void)
{
    pthread_mutex_lock(&lock);
    while (idle != NULL) {
        sl__chunk *next = idle->next;
        free(idle);
        idle = next;
    }
    pthread_mutex_unlock(&lock);
}

void sl__events_flush(void)
{
    sl__event last = {.kind = SL__EVENT_QUEUED, .begin = sl__trace_now(), .value = sl__progress_pending()};
    sl__event_add(&last, "", "");
    events_count(&of_loops, 0, last.begin, 1);
    events_count(&of_copies, 0, last.begin, 1);
    sl__watchers_visit(events_put, NULL);
    write_full();
    free_idle();
}

sl_status sl__events_end(void)
{
    sl__events_flush();
    pthread_mutex_lock(&file_lock);
    sl_status status = sl__json_close(atomic_load(&dropped));
    pthread_mutex_unlock(&file_lock);
    return status;
}
