/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches: what is collected is handed over as one StarPU task, fails as if each loop were one, and keeps nobody waiting
 * who does not depend on it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#include <starloop/starpu.h>

#include "loop/batch.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(bt_copy, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_add, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));

enum { N = 100, MOST_SENT = 64 };
static const sl_space all = SL_RANGE(0, N);
static const sl_policy on_cpu = {.where = SL_CPU};

/* ---- what is handed to StarPU ---------------------------------------------------------------------------- */

/* Loops of each batch that was handed over; 0: a task that is none. */
static int handed[MOST_SENT], handed_over;
static int refuse; /* the next ones */

#undef starpu_task_submit
int starpu_task_submit(struct starpu_task *task)
{
    static int (*real)(struct starpu_task *);
    if (real == NULL)
        real = (int (*)(struct starpu_task *))dlsym(RTLD_NEXT, "starpu_task_submit");
    if (refuse)
        return -ENODEV;
    int batch = task->cl && task->cl->name && strcmp(task->cl->name, "sl_batch") == 0;
    if (handed_over < MOST_SENT)
        handed[handed_over++] = batch ? ((const sl__batch *)task->cl_arg)->count : 0;
    return real(task);
}

/* ---- values ---------------------------------------------------------------------------------------------- */

static uint64_t first_value(sl_index i, uint64_t salt)
{
    return salt * 1000 + (uint64_t)i;
}

static sl_view *vector(const char *label, uint64_t salt)
{
    sl_view *view = view_of(label, SL_UINT64, RIGHT, SL_EXTENTS(N));
    uint64_t *p = SL_HOST_WRITE(uint64_t, view);
    for (sl_index i = 0; i < N; i++)
        p[i] = first_value(i, salt);
    must(sl_host_end(view));
    return view;
}

/* ---- a batch that StarPU refuses ------------------------------------------------------------------------- */

static sl_view *refused_view;
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t seen_changed = PTHREAD_COND_INITIALIZER;
static int seen; /* 0: not yet; else 1 + whether the view was poisoned */

/* What any thread does before it hands over a task of its own. */
static void *flush_elsewhere(void *arg)
{
    (void)arg;
    sl__batch_flush();
    pthread_mutex_lock(&seen_lock);
    seen = 1 + sl__view_is_poisoned(refused_view);
    pthread_cond_signal(&seen_changed);
    pthread_mutex_unlock(&seen_lock);
    return NULL;
}

static pthread_t elsewhere;

/* The failure is logged before the outputs are marked. Gives the other thread time to go on, which it must not. */
static void when_logged(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    struct timespec until;
    (void)level, (void)file, (void)line, (void)text, (void)arg;
    pthread_create(&elsewhere, NULL, flush_elsewhere, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&seen_lock);
    while (seen == 0 && pthread_cond_timedwait(&seen_changed, &seen_lock, &until) == 0)
        ;
    pthread_mutex_unlock(&seen_lock);
}

static void test_refused(void)
{
    sl_view *x = vector("x", 1), *y = vector("y", 2);
    refused_view = y;
    sl_log_set_handler(when_logged, NULL);
    refuse = 1;
    must(sl_forall_with(on_cpu, bt_copy, all, x, y));
    refuse = 0;
    sl_log_set_handler(NULL, NULL);
    pthread_join(elsewhere, NULL);
    is_int(seen, 2, "who comes after a batch that StarPU refuses finds its outputs poisoned");
    surfaces(sl_wait(), SL_ERR_STARPU, "the failure of a batch that StarPU refuses", "bt_copy");
    ok(SL_HOST_READ(uint64_t, y) == NULL && sl_last_status() == SL_ERR_STARPU, "its output cannot be read");
    must(sl_forall_with(on_cpu, bt_copy, all, x, y));
    is_int(sl_wait(), SL_SUCCESS, "the next one is taken");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    setenv("STARLOOP_STALL_SECONDS", "2", 1);
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE}));
    test_refused();
    must(sl_finalize());
    return done_testing();
}
