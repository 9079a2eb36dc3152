/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime/probe.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <sys/resource.h>

#include "base/descriptors.h"
#include "base/error.h"
#include "data/memory.h"

/* Bytes of addresses that StarPU, and the heaps of threads, want beside stacks; more than was seen. */
#define ROOM ((size_t)256 << 20)

/* Descriptors that hwloc and StarPU have open at once when they start, and a GPU's: more than was seen. */
enum { DESCRIPTORS = 8, DESCRIPTORS_A_GPU = 48 };

sl_status sl__probe_descriptors(int gpus)
{
    const int wanted = DESCRIPTORS + DESCRIPTORS_A_GPU * gpus, got = sl__descriptors_room(wanted);
    if (got >= wanted)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_SYSTEM,
                   "sl_init: expected room for %d files to be open beside the program's, got %d: %s (see ulimit -n)",
                   wanted, got, strerror(errno));
}

static void *probe_thread(void *arg)
{
    pthread_mutex_lock(arg);
    pthread_mutex_unlock(arg);
    return NULL;
}

/* @param use  PROT_NONE for addresses alone, else memory, which a limit counts. @return 0, or why there is none. */
static int probe_memory(size_t bytes, int use)
{
    void *room = mmap(NULL, bytes, use, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return errno;
    munmap(room, bytes);
    return 0;
}

static sl_status probe_rooms(const char *function, int threads)
{
    const int memory = probe_memory(SL__MEMORY_FOR_TASKS, PROT_READ | PROT_WRITE);
    const int space = probe_memory(ROOM, PROT_NONE);

    if (memory == 0 && space == 0)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_SYSTEM, "%s: expected %zu MiB of %s beside %d thread%s, got %s (see ulimit %s)", function,
                   (memory ? SL__MEMORY_FOR_TASKS : ROOM) >> 20, memory ? "memory" : "address space", threads,
                   threads == 1 ? "" : "s", strerror(memory ? memory : space), memory ? "-d and -v" : "-v");
}

sl_status sl__probe_rooms(void)
{
    return probe_rooms("sl_init", 1);
}

/* @return how many threads there could be at once; *rooms is the room that is missing beside them */
static int probe_start(const char *function, int threads, pthread_t *started, int *error, sl_status *rooms)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    int count = 0;

    pthread_mutex_lock(&gate);
    while (count < threads && (*error = pthread_create(&started[count], NULL, probe_thread, &gate)) == 0)
        count++;
    if (*error == 0)
        *rooms = probe_rooms(function, threads);
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < count; i++)
        pthread_join(started[i], NULL);
    return count;
}

static const char *limit_text(int resource, char text[32])
{
    struct rlimit limit;

    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return "unlimited";
    snprintf(text, 32, "%ju", (uintmax_t)limit.rlim_cur);
    return text;
}

/* The system has one error for too many threads and for a stack that finds no place. */
static sl_status no_thread(const char *function, int threads, int count, int error)
{
    char text[3][32];
    pthread_attr_t attr;
    size_t stack = 0;

    if (pthread_attr_init(&attr) == 0) {
        pthread_attr_getstacksize(&attr, &stack);
        pthread_attr_destroy(&attr);
    }
    if (stack > 0 && probe_memory(stack, PROT_READ | PROT_WRITE) != 0)
        return SL_FAIL(SL_ERR_SYSTEM,
                       "%s: expected room for %d thread%s with %zu KiB of stack each, got %d: the process may have "
                       "%s bytes of address space and %s of memory (see ulimit -v, -d and -s; STARLOOP_CPU_CORES uses "
                       "fewer threads)",
                       function, threads, threads == 1 ? "" : "s", stack >> 10, count, limit_text(RLIMIT_AS, text[0]),
                       limit_text(RLIMIT_DATA, text[1]));
    return SL_FAIL(SL_ERR_SYSTEM,
                   "%s: expected room for %d thread%s, got %d: %s: this user may have %s (see ulimit -u, and pids.max "
                   "of the cgroup; STARLOOP_CPU_CORES uses fewer)",
                   function, threads, threads == 1 ? "" : "s", count, strerror(error),
                   limit_text(RLIMIT_NPROC, text[2]));
}

sl_status sl__probe_threads(const char *function, int threads)
{
    pthread_t *started = malloc((size_t)threads * sizeof *started);
    sl_status rooms = SL_SUCCESS;
    int error = 0;

    if (!started)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the names of %d threads, got none", function, threads);
    const int count = probe_start(function, threads, started, &error, &rooms);
    free(started);
    return error != 0 ? no_thread(function, threads, count, error) : rooms;
}
