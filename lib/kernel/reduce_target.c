/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_INTO: a target in the graph, handed through a parameter that is a pointer to the result's type. The pointer is
 * one that no program can have: bit 62 is set, and the rest is a ticket. Tickets are read by the call in whose
 * argument list they stand, by the same thread, so a ring of a few calls' worth is enough. A thread has its ring on the
 * heap: thread-local memory of the library is small, or dlopen() would find no room for it (AM_CFLAGS). */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "kernel/policy.h"

#include <starloop/kernel/abi.h>

enum { RING = 4 * SL_MAX_ARGS };
#define TAG ((uintptr_t)1 << 62)

struct ticket {
    uint64_t number;
    sl_arg arg;
};
static _Thread_local struct ticket *ring; /* [RING]; NULL: this thread has none yet */
static _Thread_local uint64_t tickets;
static pthread_once_t rings_once = PTHREAD_ONCE_INIT;
static pthread_key_t rings; /* the same ring, which ends with its thread */
static int rings_end;

static void rings_begin(void)
{
    rings_end = pthread_key_create(&rings, free) == 0;
}

/* @return NULL without memory. */
static struct ticket *ring_of_thread(void)
{
    if (ring == NULL) {
        (void)pthread_once(&rings_once, rings_begin);
        ring = calloc(RING, sizeof *ring);
        if (rings_end)
            (void)pthread_setspecific(rings, ring);
    }
    return ring;
}

void *sl__into(sl_view *view, int count, const sl_index index[])
{
    struct ticket *t = ring_of_thread();
    if (t == NULL) /* sl__into_read() finds no ring */
        return (void *)(TAG | (uintptr_t)tickets++);
    t += tickets % RING;
    memset(t, 0, sizeof *t);
    t->number = tickets;
    t->arg.kind = SL_ARG_INTO;
    t->arg.view = view;
    t->arg.rank = count;
    for (int d = 0; d < count && d < SL_MAX_RANK; d++)
        t->arg.index[d] = index[d];
    return (void *)(TAG | (uintptr_t)tickets++);
}

int sl__into_read(void *target, sl_arg *arg)
{
    uintptr_t bits = (uintptr_t)target;
    if (!(bits & TAG))
        return 0;
    const struct ticket *t = ring != NULL ? &ring[(bits & ~TAG) % RING] : NULL;
    if (t != NULL && t->number == (bits & ~TAG)) {
        *arg = t->arg;
    } else {
        memset(arg, 0, sizeof *arg);
        arg->kind = SL_ARG_INTO; /* an old ticket: its view is gone, and the check of the view says so */
        arg->rank = ring != NULL ? 0 : SL__INTO_LOST;
    }
    return 1;
}

sl_arg sl__target(void *target)
{
    sl_arg arg = {.kind = SL_ARG_HOST, .data = target};
    sl__into_read(target, &arg);
    return arg;
}
