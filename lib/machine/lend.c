/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_SET_S, sched_getcpu */
#endif
#include "machine/lend.h"

#include <sched.h>
#include <string.h>

#include "base/log.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "base/wait.h"
#include "base/starpu.h"
#include "base/state.h"
#include "machine/measured.h"

/* It is home, was asked to leave, has left, somebody has its place. */
enum { HOME = 0, ASKED, LENT, TAKEN };

/* What the worker, which sleeps on it, is to do: look now and then, look often, come back. */
enum { AWAY = 0, WATCH, COME };

_Atomic unsigned sl__lend_state, sl__lend_queued, sl__lend_uses;
_Thread_local int sl__lend_worker = -1;

static _Atomic unsigned wanted;       /* AWAY, WATCH or COME */
static _Atomic unsigned in_row, need; /* what could have used it; so many are needed; counted loosely */
static _Atomic int open_;             /* the library runs, with one group */

/* Changes what is wanted, from that to that. @return whether it was the former */
static int want(unsigned from, unsigned to)
{
    return atomic_load_explicit(&wanted, memory_order_relaxed) == from &&
           atomic_compare_exchange_strong(&wanted, &from, to);
}

static int swap(unsigned from, unsigned to)
{
    return atomic_compare_exchange_strong(&sl__lend_state, &from, to);
}

/* ---- the worker ------------------------------------------------------------------------------------------------- */

/* Comes back unless somebody has its place: then when that is over. */
static int come_back(void)
{
    for (sl__wait wait = {0}; !swap(LENT, HOME); sl__wait_again(&wait))
        if (atomic_load(&wanted) != COME)
            return 0;
    return 1;
}

static void be_away(void *buffers[], void *arg)
{
    unsigned before = atomic_load(&sl__lend_uses);
    (void)buffers;
    (void)arg;
    atomic_store(&sl__lend_state, LENT);
    sl__wait_wake(&sl__lend_state);
    SL_LOG(SL_LOG_DEBUG, "the worker lends its place");
    for (int64_t idle = 0;;) {
        const unsigned how = atomic_load(&wanted);
        const int64_t ns = how == WATCH ? SL__LEND_WATCH_NS : SL__LEND_LOOK_NS;
        if (how != COME)
            sl__wait_sleep(&wanted, how, ns);
        const unsigned now = atomic_load(&sl__lend_uses);
        idle = now == before ? idle + ns : 0;
        before = now;
        if ((atomic_load(&wanted) == COME || idle >= SL__LEND_IDLE_NS || starpu_task_nready() > 1) && come_back())
            break;
    }
    SL_LOG(SL_LOG_DEBUG, "the worker comes back: %u loops so far", before);
}

static struct starpu_codelet codelet = {.where = STARPU_CPU, .cpu_funcs = {be_away}, .nbuffers = 0, .name = "sl_lend"};

/* ---- threads of the program ------------------------------------------------------------------------------- */

static void lend_ask(void)
{
    if (!swap(HOME, ASKED))
        return;
    struct starpu_task *task = sl__reserve_ask(SL__RESERVE_TASK) ? starpu_task_create() : NULL;
    atomic_store(&wanted, AWAY);
    if (task != NULL) {
        task->cl = &codelet;
        task->execute_on_a_specific_worker = 1;
        task->workerid = (unsigned)sl__machine_group(0)->worker;
        if (starpu_task_submit(task) == 0)
            return;
        task->destroy = 0;
        starpu_task_destroy(task);
    }
    atomic_store(&sl__lend_state, HOME);
}

/* @return whether the worker has been asked now. */
static int count_one(void)
{
    const unsigned row = atomic_load_explicit(&sl__lend_queued, memory_order_relaxed) > 1
                             ? 1
                             : atomic_load_explicit(&in_row, memory_order_relaxed) + 1;
    atomic_store_explicit(&sl__lend_queued, 0, memory_order_relaxed);
    atomic_store_explicit(&in_row, row, memory_order_relaxed);
    if (row < atomic_load_explicit(&need, memory_order_relaxed) || sl__progress_pending() > 0)
        return 0;
    lend_ask();
    return 1;
}

/* The worker polls: it goes at once, or is busy with what is not ours. */
static int await_lent(void)
{
    const int64_t until = sl__wait_now_ns() + SL__LEND_GOES_NS;
    while (!swap(LENT, TAKEN)) {
        const int64_t left = until - sl__wait_now_ns();
        if (left <= 0)
            return 0;
        sl__wait_sleep(&sl__lend_state, ASKED, left); /* not polling: it may be waiting for this core */
    }
    return 1;
}

/* Whether the calling thread may run on the worker's core: on any other it would share it with a thread of the crew.
 * One that may not is asked again later. @param[out] mask  where it may run */
static int may_bind(unsigned pu, sl__mask *mask)
{
    static _Thread_local int refused;
    if (refused > 0) {
        refused--;
        return 0;
    }
    memset(mask, 0, sizeof *mask);
    if (pu < 8 * sizeof mask->bits && sched_getaffinity(0, sizeof mask->bits, (cpu_set_t *)mask->bits) >= 0 &&
        CPU_ISSET_S(pu, sizeof mask->bits, (cpu_set_t *)mask->bits))
        return 1;
    refused = SL__LEND_REFUSED;
    return 0;
}

/* Moves the calling thread there. Linux leaves it where it is. */
static void bind_caller(unsigned pu, const sl__mask *mask)
{
    sl__mask one = {0};
    CPU_SET_S(pu, sizeof one.bits, (cpu_set_t *)one.bits);
    if (sched_setaffinity(0, sizeof one.bits, (cpu_set_t *)one.bits) == 0)
        sched_setaffinity(0, sizeof mask->bits, (const cpu_set_t *)mask->bits);
}

static const sl__group *lend_place(void)
{
    const unsigned pu = sl__machine_group(0)->pu_os[0];
    sl__mask mask;
    const int there = (unsigned)sched_getcpu() == pu;
    if (!there && !may_bind(pu, &mask))
        return NULL;
    if (!swap(LENT, TAKEN) && (atomic_load(&sl__lend_state) != HOME || !count_one() || !await_lent()))
        return NULL;
    if (!there)
        bind_caller(pu, &mask);
    want(WATCH, AWAY);
    atomic_store_explicit(&sl__lend_queued, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&sl__lend_uses, 1, memory_order_relaxed);
    return sl__machine_group(0);
}

const sl__group *sl__lend_take(void)
{
    if (!atomic_load_explicit(&open_, memory_order_relaxed) || !sl__run_try())
        return NULL;
    const sl__group *group = lend_place();
    if (group == NULL)
        sl__run_end(NULL);
    else
        sl__lend_worker = group->worker;
    return group;
}

void sl__lend_give(void)
{
    sl__lend_worker = -1;
    atomic_store(&sl__lend_state, LENT);
    sl__run_end(NULL);
}

void sl__lend_end(int queued)
{
    static _Atomic unsigned at; /* uses when it was called back last */
    if (atomic_exchange(&wanted, COME) == COME)
        return;
    sl__wait_wake(&wanted);
    if (!queued)
        return;
    const unsigned now = atomic_load(&sl__lend_uses), many = atomic_load(&need);
    const unsigned more = 2 * many < SL__LEND_ASK_MOST ? 2 * many : SL__LEND_ASK_MOST;
    atomic_store(&need, now - atomic_exchange(&at, now) < SL__LEND_SOON ? more : SL__LEND_ASK_FIRST);
    atomic_store(&in_row, 0);
}

void sl__lend_look(void)
{
    if (atomic_load_explicit(&sl__lend_state, memory_order_relaxed) >= LENT && starpu_task_nready() > 1 &&
        sl__progress_pending() == 0)
        sl__lend_end(1);
}

void sl__lend_watch(void)
{
    if (atomic_load(&sl__lend_state) == LENT && want(AWAY, WATCH))
        sl__wait_wake(&wanted);
}

/* ---- beginning and end ------------------------------------------------------------------------------------ */

void sl__lend_init(void)
{
    atomic_store(&need, SL__LEND_ASK_FIRST);
    atomic_store(&in_row, 0);
    atomic_store(&open_, sl__machine_groups() == 1);
}

void sl__lend_fini(void)
{
    atomic_store(&open_, 0);
    sl__lend_end(0);
}
