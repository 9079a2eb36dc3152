/* SPDX-License-Identifier: BSD-3-Clause */
/* The locks behind atomics on elements for which the machine has no instruction, and the wait for a token. */
#include <starloop/kernel.h>

#include <pthread.h>

#include "base/wait.h"

enum { LOCKS = 256, LINE = 64 };

/* A cache line each. A mutex and not a spinning lock: a thread that has it may lose its core. */
static union {
    pthread_mutex_t mutex;
    char line[LINE];
} locks[LOCKS] __attribute__((aligned(LINE))) = {[0 ... LOCKS - 1] = {PTHREAD_MUTEX_INITIALIZER}};

static pthread_mutex_t *lock_of(const void *address)
{
    uint64_t hash = ((uint64_t)(uintptr_t)address >> 3) * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / the golden ratio */
    return &locks[hash >> 56].mutex;
}

void sl__atomic_lock(const void *address)
{
    pthread_mutex_lock(lock_of(address));
}

void sl__atomic_unlock(const void *address)
{
    pthread_mutex_unlock(lock_of(address));
}

void sl__token_wait(sl_index rounds)
{
    sl__wait wait = {.looks = (unsigned)rounds};
    sl__wait_again(&wait);
}
