/* SPDX-License-Identifier: BSD-3-Clause */
/* The gate of tests/task/batch, and its starpu_task_submit(), which counts what comes by. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <pthread.h>

#include "batch.h"
#include "task/batch.h"
#include "loop_testing.h"

const sl_policy bt_on_cpu = {.where = SL_CPU};

/* ---- a gate ---------------------------------------------------------------------------------------------- */

static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_changed = PTHREAD_COND_INITIALIZER;
struct gate bt_gate;

struct timespec bt_in_seconds(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    int64_t ns = t.tv_nsec + (int64_t)(seconds * 1e9);
    t.tv_sec += ns / 1000000000;
    t.tv_nsec = ns % 1000000000;
    return t;
}

int bt_wait_at_gate(void *arg)
{
    struct timespec until = bt_in_seconds(PATIENCE);
    struct gate *g = arg;
    pthread_mutex_lock(&gate_lock);
    g->reached = 1;
    pthread_cond_broadcast(&gate_changed);
    while (!g->open && pthread_cond_timedwait(&gate_changed, &gate_lock, &until) == 0)
        ;
    int open = g->open;
    pthread_mutex_unlock(&gate_lock);
    return !open;
}

void bt_open_gate(struct gate *g)
{
    pthread_mutex_lock(&gate_lock);
    g->open = 1;
    pthread_cond_broadcast(&gate_changed);
    pthread_mutex_unlock(&gate_lock);
}

void bt_reach_gate(const struct gate *g)
{
    pthread_mutex_lock(&gate_lock);
    while (!g->reached)
        pthread_cond_wait(&gate_changed, &gate_lock);
    pthread_mutex_unlock(&gate_lock);
}

void bt_close_gate(sl_view *view)
{
    bt_gate.open = bt_gate.reached = 0;
    if (view)
        must(sl_task(bt_wait_at_gate, &bt_gate, SL_RW(view)));
    else
        must(sl_task(bt_wait_at_gate, &bt_gate));
    bt_reach_gate(&bt_gate);
}

/* ---- what is handed to StarPU ----------------------------------------------------------------------------- */

_Atomic int bt_handed[MOST_SENT], bt_handed_over;
int bt_open_at, bt_refuse;

#undef starpu_task_submit
int starpu_task_submit(struct starpu_task *task)
{
    static int (*real)(struct starpu_task *);
    if (real == NULL)
        real = (int (*)(struct starpu_task *))dlsym(RTLD_NEXT, "starpu_task_submit");
    if (bt_refuse)
        return -ENODEV;
    int batch = task->cl && task->cl->name && strcmp(task->cl->name, "sl_batch") == 0;
    int number = atomic_fetch_add(&bt_handed_over, 1);
    if (number < MOST_SENT)
        bt_handed[number] = batch ? ((const sl__batch *)task->cl_arg)->count : 0;
    int open = bt_open_at > 0 && number + 1 == bt_open_at, result = real(task);
    if (open)
        bt_open_gate(&bt_gate);
    return result;
}
