/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/gang.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fp.h"
#include "base/log.h"
#include "base/order.h"
#include "base/wait.h"
#include "base/reserve.h"
#include "base/state.h"
#include "exec/cpu/cpu.h"
#include "task/split.h"

enum { TEST_THREADS = 8 }; /* most threads of a group, by sl__cpu_threads_override, that have shares */

enum { OPEN = 1, MEMBER = 2 };

static int groups, capacity; /* 0: there are no gangs */
static sl__gang *gangs;      /* [groups] */
static sl__cursor *cursors;  /* [groups][capacity] */

/* ---- calls --------------------------------------------------------------------------------------------- */

static void member(void *buffers[], void *arg);

/* Without a model: where a policy asks, it takes no time, and nothing stays in the policy's sums. */
static struct starpu_codelet codelet = {.where = STARPU_CPU, .cpu_funcs = {member}, .nbuffers = 0, .name = "sl_gang"};

static void call_group(int g)
{
    if (atomic_load(&gangs[g].pending) || atomic_exchange(&gangs[g].pending, 1))
        return;
    struct starpu_task *task = sl__reserve_ask(SL__RESERVE_TASK) ? starpu_task_create() : NULL;
    if (task != NULL) {
        task->cl = &codelet;
        task->cl_arg = (void *)(intptr_t)g; /* not a pointer: StarPU neither copies nor frees it */
        task->priority = starpu_sched_get_max_priority();
        task->execute_on_a_specific_worker = 1;
        task->workerid = (unsigned)sl__machine_group(g)->worker;
        if (starpu_task_submit(task) == 0)
            return;
        sl__task_discard(task);
    }
    atomic_store(&gangs[g].pending, 0); /* the bracket does without it */
}

/* Whoever has come calls other groups, before it works, until all are called. */
static void call_groups(sl__gang *gang, int caller)
{
    while (!atomic_load_explicit(&gang->drained, memory_order_relaxed)) {
        int next = atomic_fetch_add_explicit(&gang->called, 1, memory_order_relaxed) + 1;
        if (next >= groups)
            return;
        int g = ((int)(gang - gangs) + next) % groups;
        if (g != caller)
            call_group(g);
    }
}

/* ---- members ------------------------------------------------------------------------------------------- */

/* Between the successful exchange and the subtraction the gang's bracket waits for us. */
static void gang_join(sl__gang *gang, const sl__group *group)
{
    int state = atomic_load_explicit(&gang->state, memory_order_seq_cst);
    do {
        if (!(state & OPEN) || atomic_load_explicit(&gang->drained, memory_order_relaxed))
            return;
    } while (!atomic_compare_exchange_weak_explicit(&gang->state, &state, state + MEMBER, memory_order_acquire,
                                                    memory_order_relaxed));
    atomic_fetch_add_explicit(&gang->threads, sl__gang_threads(group), memory_order_relaxed);
    call_groups(gang, group->number);
    const sl__task *before = sl__task_inside(gang->task);
    sl__order_begin();
    gang->work(gang->arg, group);
    sl__order_end();
    sl__task_outside(before);
    atomic_fetch_sub_explicit(&gang->state, MEMBER, memory_order_release);
}

/* A bracket that finds the call pending has opened its gang before it is cleared here: so we see it. One that comes
 * later calls again. */
static void member(void *buffers[], void *arg)
{
    int own = (int)(intptr_t)arg;
    (void)buffers;
    atomic_exchange(&gangs[own].pending, 0);
    sl__fp_use();
    for (int i = 1; i < groups; i++)
        gang_join(&gangs[(own + i) % groups], sl__machine_group(own));
}

/* ---- brackets ------------------------------------------------------------------------------------------ */

sl__gang *sl__gang_of(const sl__group *group)
{
    return group != NULL && group->number < groups && sl__gang_shares() <= capacity ? &gangs[group->number] : NULL;
}

void sl__gang_open(sl__gang *gang, sl__gang_work work, void *arg)
{
    gang->work = work;
    gang->task = sl__task_current;
    gang->arg = arg;
    sl__order_end();
    atomic_store_explicit(&gang->drained, 0, memory_order_relaxed);
    atomic_store_explicit(&gang->threads, 0, memory_order_relaxed);
    atomic_store_explicit(&gang->called, 0, memory_order_relaxed);
    atomic_store(&gang->state, OPEN);
    call_groups(gang, (int)(gang - gangs));
}

int sl__gang_close(sl__gang *gang)
{
    atomic_fetch_and_explicit(&gang->state, ~OPEN, memory_order_acq_rel);
    for (sl__wait wait = {0}; atomic_load_explicit(&gang->state, memory_order_acquire) != 0;)
        sl__wait_again(&wait);
    sl__order_begin();
    return atomic_load_explicit(&gang->threads, memory_order_relaxed);
}

/* ---- threads and shares -------------------------------------------------------------------------------- */

int sl__gang_threads(const sl__group *group)
{
    return sl__cpu_threads_override > 0 ? sl__cpu_threads_override : group->size;
}

int sl__gang_first(const sl__group *group)
{
    int first = 0;
    for (int g = 0; g < group->number; g++)
        first += sl__gang_threads(sl__machine_group(g));
    return first;
}

int sl__gang_shares(void)
{
    return sl__cpu_threads_override > 0 ? groups * sl__cpu_threads_override : sl__machine_plan()->cores;
}

/* ---- beginning and end --------------------------------------------------------------------------------- */

void sl__gang_init(void)
{
    const sl__plan *plan = sl__machine_plan();
    if (plan == NULL || plan->groups < 2)
        return;
    size_t n = (size_t)plan->groups,
           each = n * TEST_THREADS > (size_t)plan->cores ? n * TEST_THREADS : (size_t)plan->cores;
    gangs = aligned_alloc(64, n * sizeof *gangs);
    cursors = aligned_alloc(64, n * each * sizeof *cursors);
    if (gangs == NULL || cursors == NULL) {
        sl__gang_fini();
        SL_LOG(SL_LOG_WARN, "sl_init: no memory for gangs: one call runs on one of the %d worker groups", plan->groups);
        return;
    }
    memset(gangs, 0, n * sizeof *gangs);
    for (size_t g = 0; g < n; g++)
        gangs[g].cursor = &cursors[g * each];
    groups = (int)n;
    capacity = (int)each;
}

void sl__gang_fini(void)
{
    groups = capacity = 0;
    free(gangs);
    free(cursors);
    gangs = NULL;
    cursors = NULL;
}
