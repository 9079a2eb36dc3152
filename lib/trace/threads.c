/* SPDX-License-Identifier: BSD-3-Clause */
/* What each thread collects for itself, and the rows of the picture. */
#include <stdlib.h>

#include "machine/machine.h"
#include "trace/parts.h"

enum { LANES = 4096, FIRST_OTHER = 1 << 26 }; /* rows of workers, and of other threads */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl__watcher *watchers; /* under the lock */
static int others;            /* rows of threads that are no workers */
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int have_key;
static _Thread_local sl__watcher *current;

static void thread_ends(void *watcher)
{
    pthread_mutex_lock(&lock);
    ((sl__watcher *)watcher)->taken = 0;
    pthread_mutex_unlock(&lock);
}

static void make_key(void)
{
    have_key = pthread_key_create(&key, thread_ends) == 0;
}

static sl__watcher *make_watcher(void)
{
    sl__watcher *watcher = calloc(1, sizeof *watcher);
    if (watcher == NULL)
        return NULL;
    pthread_mutex_init(&watcher->lock, NULL);
    watcher->next = watchers;
    watchers = watcher;
    return watcher;
}

static sl__watcher *take_watcher(void)
{
    pthread_once(&once, make_key);
    pthread_mutex_lock(&lock);
    sl__watcher *watcher = watchers;
    while (watcher != NULL && watcher->taken)
        watcher = watcher->next;
    if (watcher == NULL)
        watcher = make_watcher();
    if (watcher != NULL) {
        watcher->taken = 1;
        watcher->row = 0;
    }
    pthread_mutex_unlock(&lock);
    if (watcher != NULL && have_key)
        (void)pthread_setspecific(key, watcher); /* or what it leaves is not used again */
    return watcher;
}

sl__watcher *sl__watcher_current(void)
{
    if (current == NULL)
        current = take_watcher();
    return current;
}

void sl__watchers_visit(void (*function)(sl__watcher *watcher, void *arg), void *arg)
{
    pthread_mutex_lock(&lock);
    for (sl__watcher *w = watchers; w != NULL; w = w->next) {
        pthread_mutex_lock(&w->lock);
        function(w, arg);
        pthread_mutex_unlock(&w->lock);
    }
    pthread_mutex_unlock(&lock);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

int sl__trace_row(int worker, int lane)
{
    return 1 + worker * LANES + lane % LANES;
}

int sl__trace_row_current(void)
{
    int worker = starpu_worker_get_id();
    if (worker >= 0)
        return sl__trace_row(worker, 0);
    sl__watcher *watcher = sl__watcher_current();
    if (watcher == NULL)
        return FIRST_OTHER;
    if (watcher->row == 0) {
        pthread_mutex_lock(&lock);
        watcher->row = FIRST_OTHER + ++others;
        pthread_mutex_unlock(&lock);
    }
    return watcher->row;
}

const sl__group *sl__trace_row_group(int row)
{
    return row < FIRST_OTHER ? sl__machine_group_of_worker((row - 1) / LANES) : NULL;
}

int sl__trace_row_works(int row)
{
    return row < FIRST_OTHER;
}

void sl__trace_row_name(int row, char *text, size_t size)
{
    static const char *const lanes[] = {"", ": host to device", ": device to host", ": device to device"};
    if (row >= FIRST_OTHER) {
        snprintf(text, size, "thread %d of the program", row - FIRST_OTHER);
        return;
    }
    int worker = (row - 1) / LANES, lane = (row - 1) % LANES;
    const sl__group *group = sl__trace_row_group(row);
    if (group == NULL)
        snprintf(text, size, "GPU %d%s", starpu_worker_get_devid(worker), lanes[lane % 4]);
    else if (lane > 0)
        snprintf(text, size, "group %d, thread %d", group->number, lane);
    else
        snprintf(text, size, "group %d (%d core%s)", group->number, group->size, group->size == 1 ? "" : "s");
}
