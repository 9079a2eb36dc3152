/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/wait_times.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic int watched;
static void (*_Atomic draw_hook)(const char *function, int64_t begin, int64_t end);
static uint64_t (*_Atomic begins)(const char *function);
static void (*_Atomic ends)(uint64_t id);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl__wait_times table[SL__WAITS]; /* more functions than that do not wait */
static int used;

void sl__wait_times_watch(int on, void (*draw)(const char *function, int64_t begin, int64_t end))
{
    pthread_mutex_lock(&lock);
    if (on)
        used = 0;
    pthread_mutex_unlock(&lock);
    atomic_store(&draw_hook, draw);
    atomic_store(&watched, on);
}

void sl__wait_times_set_hooks(uint64_t (*begin)(const char *function), void (*end)(uint64_t id))
{
    atomic_store(&begins, begin);
    atomic_store(&ends, end);
}

uint64_t sl__wait_times_begin(const char *function)
{
    uint64_t (*const hook)(const char *) = atomic_load(&begins);
    return hook != NULL ? hook(function) : 0;
}

void sl__wait_times_end(uint64_t id)
{
    void (*const hook)(uint64_t) = atomic_load(&ends);
    if (hook != NULL)
        hook(id);
}

int sl__wait_times_watched(void)
{
    return atomic_load_explicit(&watched, memory_order_relaxed);
}

void sl__wait_times_count(const char *function, int64_t begin, int64_t end)
{
    void (*const draw)(const char *, int64_t, int64_t) = atomic_load(&draw_hook);
    int at = 0;
    pthread_mutex_lock(&lock);
    while (at < used && strcmp(table[at].function, function) != 0)
        at++;
    if (at == used && used < SL__WAITS)
        table[used++] = (sl__wait_times){.function = function};
    if (at < used) {
        table[at].count++;
        table[at].ns += end - begin;
    }
    pthread_mutex_unlock(&lock);
    if (draw != NULL)
        draw(function, begin, end);
}

int sl__wait_times_get(sl__wait_times to[SL__WAITS])
{
    pthread_mutex_lock(&lock);
    const int count = used;
    memcpy(to, table, (size_t)count * sizeof *to);
    pthread_mutex_unlock(&lock);
    return count;
}
