/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/gate.h"

#include <stdatomic.h>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/progress.h"

/* Threads with a place of their own, and how often a place is looked at before the asker gives up. */
enum { PLACES = 256, LOOKS = 2000 };

/* Odd: the thread is inside. Places are never given back: a program with more threads than places has the others
 * counted together, which is slower. */
static struct place {
    _Alignas(64) _Atomic unsigned passages;
} places[PLACES];
static _Atomic int taken;
static _Alignas(64) _Atomic int crowd;
static _Thread_local struct place *own;
static _Thread_local int is_one_of_many;
static int remote_fence; /* the one who asks can have all threads pass a fence: those who pass the gate need none */

void sl__gate_init(void)
{
    remote_fence = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

static void take_place(void)
{
    int number = atomic_load(&taken) < PLACES ? atomic_fetch_add(&taken, 1) : PLACES;
    if (number < PLACES)
        own = &places[number];
    else
        is_one_of_many = 1;
}

void sl__gate_enter(void)
{
    if (own == 0 && !is_one_of_many)
        take_place();
    if (!own) {
        atomic_fetch_add(&crowd, 1);
        return;
    }
    unsigned inside = atomic_load_explicit(&own->passages, memory_order_relaxed) + 1;
    if (!remote_fence) {
        atomic_exchange(&own->passages, inside);
        return;
    }
    atomic_store_explicit(&own->passages, inside, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
}

void sl__gate_leave(void)
{
    if (own)
        atomic_store_explicit(&own->passages, atomic_load_explicit(&own->passages, memory_order_relaxed) + 1,
                              memory_order_release);
    else
        atomic_fetch_sub(&crowd, 1);
}

/* Whether the thread of a place has left, or has begun another passage, in which it sees what we have written. */
static int has_passed(struct place *place)
{
    unsigned then = atomic_load(&place->passages);
    for (int i = 0; then % 2 != 0 && atomic_load(&place->passages) == then; i++) {
        if (i == LOOKS)
            return 0;
        sl__progress_relax();
    }
    return 1;
}

int sl__gate_quiet(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (remote_fence && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
        return 0;
    int count = atomic_load(&taken);
    for (int i = 0; i < count && i < PLACES; i++)
        if (!has_passed(&places[i]))
            return 0;
    for (int i = 0; atomic_load(&crowd) > 0; i++) {
        if (i == LOOKS)
            return 0;
        sl__progress_relax();
    }
    return 1;
}
