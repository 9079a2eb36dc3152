/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/gate.h"

#include <stdatomic.h>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/measured.h"
#include "base/wait.h"

enum { PLACES = 256 }; /* threads with a place of their own */

/* Odd: the thread is inside. Places are never given back: a program with more threads than places has the others
 * counted together, which is slower. */
static struct place {
    _Alignas(64) _Atomic unsigned passages[SL__GATES];
} places[PLACES];
static _Atomic int taken;
static _Alignas(
    64) _Atomic int overflow[SL__GATES][2]; /* who comes after sl__gate_mark() is counted in the other one */
static _Alignas(64) _Atomic unsigned turn[SL__GATES];
static unsigned marked[SL__GATES][PLACES]; /* the passages then; 0: there is nobody to wait for */
static unsigned marked_turn[SL__GATES];
static _Thread_local struct place *own;
static _Thread_local int is_one_of_many;
static _Thread_local unsigned char counted_in[SL__GATES];
static _Atomic int
    remote_fence; /* the one who asks can have all threads pass a fence: those who pass the gate need none */

void sl__gate_init(void)
{
    atomic_store(&remote_fence, syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0);
}

static void take_place(void)
{
    int number = atomic_load(&taken) < PLACES ? atomic_fetch_add(&taken, 1) : PLACES;
    if (number < PLACES)
        own = &places[number];
    else
        is_one_of_many = 1;
}

void sl__gate_enter(int gate)
{
    if (own == 0 && !is_one_of_many)
        take_place();
    if (!own) {
        counted_in[gate] = atomic_load(&turn[gate]) & 1;
        atomic_fetch_add(&overflow[gate][counted_in[gate]], 1);
        return;
    }
    unsigned inside = atomic_load_explicit(&own->passages[gate], memory_order_relaxed) + 1;
    if (!atomic_load_explicit(&remote_fence, memory_order_relaxed)) {
        atomic_exchange(&own->passages[gate], inside);
        return;
    }
    atomic_store_explicit(&own->passages[gate], inside, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
}

void sl__gate_leave(int gate)
{
    if (!own) {
        atomic_fetch_sub(&overflow[gate][counted_in[gate]], 1);
        return;
    }
    unsigned outside = atomic_load_explicit(&own->passages[gate], memory_order_relaxed) + 1;
    if (!atomic_load_explicit(&remote_fence, memory_order_relaxed)) {
        atomic_exchange(&own->passages[gate], outside);
        return;
    }
    atomic_store_explicit(&own->passages[gate], outside, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
}

/* What all threads write from now on they write after they have seen what this one has. @return 0: it cannot be had. */
static int fence_all(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    return !atomic_load(&remote_fence) || syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
}

/* ---- quiet ---------------------------------------------------------------------------------------------- */

/* Whether the thread of a place has left, or has begun another passage, in which it sees what we have written. */
static int has_passed(struct place *place, int gate)
{
    unsigned then = atomic_load(&place->passages[gate]);
    for (sl__wait wait = {0}; then % 2 != 0 && atomic_load(&place->passages[gate]) == then; sl__wait_again(&wait))
        if (wait.looks == SL__GATE_LOOKS)
            return 0;
    return 1;
}

static int has_overflow(int gate)
{
    return atomic_load(&overflow[gate][0]) + atomic_load(&overflow[gate][1]) > 0;
}

int sl__gate_quiet(int gate)
{
    if (!fence_all())
        return 0;
    int count = atomic_load(&taken);
    for (int i = 0; i < count && i < PLACES; i++)
        if (!has_passed(&places[i], gate))
            return 0;
    for (sl__wait wait = {0}; has_overflow(gate); sl__wait_again(&wait))
        if (wait.looks == SL__GATE_LOOKS)
            return 0;
    return 1;
}

/* ---- marks ---------------------------------------------------------------------------------------------- */

int sl__gate_mark(int gate)
{
    if (!fence_all())
        return 0;
    for (int i = 0; i < PLACES; i++) {
        const unsigned then = atomic_load(&places[i].passages[gate]);
        marked[gate][i] = then % 2 != 0 && &places[i] != own ? then : 0;
    }
    marked_turn[gate] = atomic_fetch_add(&turn[gate], 1) & 1;
    return 1;
}

int sl__gate_passed(int gate)
{
    for (int i = 0; i < PLACES; i++)
        if (marked[gate][i] != 0 && atomic_load(&places[i].passages[gate]) == marked[gate][i])
            return 0;
    return atomic_load(&overflow[gate][marked_turn[gate]]) == 0;
}
