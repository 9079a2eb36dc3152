/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#endif
#include "data/guard.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/env.h"

/* The copy, with its pages shut. @return 0 without memory. */
static int have_pages(sl_view *v)
{
    if (v->guard.at != NULL)
        return 1;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (v->span + page - 1) / page * page;
    void *at = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return 0;
    v->guard.at = at;
    v->guard.bytes = bytes;
    return 1;
}

static void *guard_open(sl_view *v, int writes)
{
    if (!have_pages(v))
        return v->data;
    if (v->guard.users > 0) { /* for another reader it is there */
        v->guard.users++;
        return v->guard.at;
    }
    if (mprotect(v->guard.at, v->guard.bytes, PROT_READ | PROT_WRITE) != 0)
        return v->data;
    memcpy(v->guard.at, v->data, v->span);
    v->guard.writes = writes;
    v->guard.users = 1;
    if (!writes)
        (void)mprotect(v->guard.at, v->guard.bytes, PROT_READ);
    return v->guard.at;
}

void *sl__guard_open(sl_view *v, int writes)
{
    if (v->block.data == NULL || v->data != v->block.data || v->span == 0 || sl__env_int(SL__ENV_CHECK_ACCESS) == 0)
        return v->data;
    pthread_mutex_lock(&v->host.lock);
    void *data = guard_open(v, writes);
    pthread_mutex_unlock(&v->host.lock);
    return data;
}

void sl__guard_close(sl_view *v)
{
    if (v->guard.users == 0 || --v->guard.users > 0)
        return;
    if (v->guard.writes)
        memcpy(v->data, v->guard.at, v->span);
    v->guard.writes = 0;
    (void)mprotect(v->guard.at, v->guard.bytes, PROT_NONE);
}

void sl__guard_free(sl_view *v)
{
    if (v->guard.at != NULL)
        (void)munmap(v->guard.at, v->guard.bytes);
    v->guard.at = NULL;
}
