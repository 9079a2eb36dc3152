/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime/probe.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>

#include "base/error.h"

#define ROOM ((size_t)256 << 20) /* what StarPU, and the heaps of threads, want beside stacks; more than was seen */

static void *probe_thread(void *arg)
{
    pthread_mutex_lock(arg);
    pthread_mutex_unlock(arg);
    return NULL;
}

/* @return 0, or why not. */
static int address_space(void)
{
    void *room = mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return errno;
    munmap(room, ROOM);
    return 0;
}

sl_status sl__probe_threads(int threads)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *started = malloc((size_t)threads * sizeof *started);
    int count = 0, error = 0, space = 0;

    if (!started)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: expected memory for the names of %d threads, got none", threads);
    pthread_mutex_lock(&gate);
    while (count < threads && (error = pthread_create(&started[count], NULL, probe_thread, &gate)) == 0)
        count++;
    if (error == 0)
        space = address_space();
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < count; i++)
        pthread_join(started[i], NULL);
    free(started);
    if (error != 0)
        return SL_FAIL(
            SL_ERR_SYSTEM,
            "sl_init: expected room for %d threads, got %d: %s (see ulimit -u, ulimit -v and pids.max of the "
            "cgroup; STARLOOP_CPU_CORES uses fewer)",
            threads, count, strerror(error));
    if (space != 0)
        return SL_FAIL(SL_ERR_SYSTEM,
                       "sl_init: expected %zu MiB of address space beside %d threads, got %s (see "
                       "ulimit -v)",
                       ROOM >> 20, threads, strerror(space));
    return SL_SUCCESS;
}
