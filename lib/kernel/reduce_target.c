/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_INTO: a target in the graph, handed through a parameter that is a pointer to the result's type. The pointer is
 * one that no program can have: bit 62 is set, and the rest is a ticket. Tickets are read by the call in whose
 * argument list they stand, by the same thread, so a ring of a few calls' worth is enough. */
#include <string.h>

#include "base/error.h"
#include "kernel/policy.h"

#include <starloop/kernel/abi.h>

enum { RING = 4 * SL_MAX_ARGS };
#define TAG ((uintptr_t)1 << 62)

static _Thread_local struct ticket {
    uint64_t number;
    sl_arg arg;
} ring[RING];
static _Thread_local uint64_t tickets;

void *sl__into(sl_view *view, int count, const sl_index index[])
{
    struct ticket *t = &ring[tickets % RING];
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
    const struct ticket *t = &ring[(bits & ~TAG) % RING];
    if (t->number == (bits & ~TAG)) {
        *arg = t->arg;
    } else {
        memset(arg, 0, sizeof *arg);
        arg->kind = SL_ARG_INTO; /* an old ticket: its view is gone, and the check of the view says so */
    }
    return 1;
}

sl_arg sl__target(void *target)
{
    sl_arg arg = {.kind = SL_ARG_HOST, .data = target};
    sl__into_read(target, &arg);
    return arg;
}
