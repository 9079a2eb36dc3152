/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory of loops in parts. */
#include <stdlib.h>

#include "backend/backend.h"
#include "task/split.h"
#include "task/split_loop.h"

static pthread_mutex_t calls_lock = PTHREAD_MUTEX_INITIALIZER;
static sl__split_loop *idle;

sl__split_loop *sl__split_loop_take(size_t bytes)
{
    pthread_mutex_lock(&calls_lock);
    sl__split_loop **at = &idle;
    while (*at != NULL && ((*at)->bytes < bytes || (*at)->bytes > 4 * bytes))
        at = &(*at)->next;
    sl__split_loop *call = *at;
    if (call != NULL)
        *at = call->next;
    pthread_mutex_unlock(&calls_lock);
    if (call != NULL)
        return call;
    bytes = (bytes + bytes / 4 + 63) / 64 * 64;
    call = aligned_alloc(64, bytes);
    if (call == NULL)
        return NULL;
    call->bytes = bytes;
    call->results = NULL;
    call->results_room = 0;
    return call;
}

void sl__split_loop_give(sl__split_loop *call)
{
    pthread_mutex_lock(&calls_lock);
    call->next = idle;
    idle = call;
    pthread_mutex_unlock(&calls_lock);
}

void sl__split_loops_free(void)
{
    while (idle != NULL) {
        sl__split_loop *next = idle->next;
        sl__device_results_free(idle->results);
        free(idle);
        idle = next;
    }
}
