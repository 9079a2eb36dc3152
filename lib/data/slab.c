/* SPDX-License-Identifier: BSD-3-Clause */
/* A class of blocks for each power of two from 64 bytes on. Chunks of pinned memory are cut into blocks of one class,
 * and stay with it until the end. A free block holds the pointer to the next one. */
#include "data/slab.h"

#include <pthread.h>

#include "backend/backend.h"

#define SLAB_CLASSES 11                /* 64 bytes to SL__SLAB_MOST */
#define SLAB_CHUNK ((size_t)256 << 10) /* bytes of a chunk, or 16 blocks where that is more */

/* At the start of a chunk, in the room of SL__SLAB_LEAST bytes. */
typedef struct slab_chunk {
    struct slab_chunk *next;
} slab_chunk;

typedef struct slab_block {
    struct slab_block *next;
} slab_block;

static struct {
    pthread_mutex_t lock;
    slab_chunk *chunks;
    slab_block *free[SLAB_CLASSES];
    char *fresh[SLAB_CLASSES];     /* blocks of the newest chunk that were never used: from here ... */
    char *fresh_end[SLAB_CLASSES]; /* ... to here */
    size_t used;                   /* blocks given out */
} slab = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int slab_class(size_t bytes)
{
    int k = 0;
    while ((SL__SLAB_LEAST << k) < bytes)
        k++;
    return k;
}

static int slab_grow(int k)
{
    const size_t block = SL__SLAB_LEAST << k, room = 16 * block > SLAB_CHUNK ? 16 * block : SLAB_CHUNK;
    slab_chunk *chunk = sl__device_pinned(room + SL__SLAB_LEAST);
    if (!chunk)
        return 0;
    chunk->next = slab.chunks;
    slab.chunks = chunk;
    slab.fresh[k] = (char *)chunk + SL__SLAB_LEAST;
    slab.fresh_end[k] = slab.fresh[k] + room;
    return 1;
}

void *sl__slab_get(size_t bytes)
{
    void *data = NULL;
    if (bytes > SL__SLAB_MOST || sl__device_workers() == 0)
        return NULL;
    const int k = slab_class(bytes);
    pthread_mutex_lock(&slab.lock);
    if (slab.free[k]) {
        data = slab.free[k];
        slab.free[k] = slab.free[k]->next;
    } else if (slab.fresh[k] < slab.fresh_end[k] || slab_grow(k)) {
        data = slab.fresh[k];
        slab.fresh[k] += SL__SLAB_LEAST << k;
    }
    slab.used += data != NULL;
    pthread_mutex_unlock(&slab.lock);
    return data;
}

void sl__slab_put(void *data, size_t bytes)
{
    const int k = slab_class(bytes);
    slab_block *block = data;
    pthread_mutex_lock(&slab.lock);
    block->next = slab.free[k];
    slab.free[k] = block;
    slab.used--;
    pthread_mutex_unlock(&slab.lock);
}

void sl__slab_fini(void)
{
    pthread_mutex_lock(&slab.lock);
    if (slab.used == 0) {
        for (int k = 0; k < SLAB_CLASSES; k++) {
            slab.free[k] = NULL;
            slab.fresh[k] = slab.fresh_end[k] = NULL;
        }
        while (slab.chunks) {
            slab_chunk *chunk = slab.chunks;
            slab.chunks = chunk->next;
            sl__device_pinned_free(chunk);
        }
    }
    pthread_mutex_unlock(&slab.lock);
}
