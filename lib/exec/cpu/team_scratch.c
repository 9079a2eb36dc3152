/* SPDX-License-Identifier: BSD-3-Clause */
/* Scratch memory of a thread on CPUs, which is a team, or has lanes of reductions: it keeps what it had, until it ends.
 */
#include <pthread.h>
#include <stdlib.h>

#include <starloop/kernel/abi.h>

enum { LINE = 64 };

static _Thread_local struct {
    void *memory;
    sl_index bytes;
} scratch;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* the same memory, which ends with its thread */
static int ends;

static void team_begin(void)
{
    ends = pthread_key_create(&key, free) == 0;
}

void *sl__team_memory(sl_index bytes)
{
    if (bytes <= scratch.bytes)
        return scratch.memory;
    (void)pthread_once(&once, team_begin);
    free(scratch.memory);
    scratch.bytes = 0;
    scratch.memory = aligned_alloc(LINE, ((size_t)bytes + LINE - 1) / LINE * LINE);
    if (ends)
        (void)pthread_setspecific(key, scratch.memory);
    if (scratch.memory != NULL)
        scratch.bytes = bytes;
    return scratch.memory;
}
