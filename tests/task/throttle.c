/* SPDX-License-Identifier: BSD-3-Clause */
/* STARLOOP_MAX_QUEUED bounds the queue, whoever submits, and loses nothing. */
#include <pthread.h>

#include <starloop/starpu.h>

#include "base/progress.h"
#include "misuse.h"

SL_KERNEL_DECLARE(th_add, (i), scalar(double, a), inout(double, 1, y, own));

enum { LIMIT = 100, CALLS = 20000, N = 16, THREADS = 4 };

typedef struct submitter {
    sl_view *view;
    int calls, refused;
    int64_t longest;
} submitter;

static void *submit(void *arg)
{
    submitter *s = arg;
    for (int i = 0; i < s->calls; i++) {
        s->refused += sl_forall(th_add, SL_RANGE(0, N), 1.0, s->view) != SL_SUCCESS;
        int64_t pending = sl__progress_pending();
        if (pending > s->longest)
            s->longest = pending;
    }
    return NULL;
}

static void test_one(sl_view *x)
{
    submitter one = {.view = x, .calls = CALLS};
    submit(&one);
    is_int(one.refused, 0, "%d calls are accepted", CALLS);
    ok(one.longest <= LIMIT + 10, "never more than %d tasks are queued", LIMIT + 10);
    diag("the longest queue had %lld tasks", (long long)one.longest);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    is_int(misuse_changed(x, CALLS), 0, "each has run once");
}

static void test_threads(void)
{
    pthread_t thread[THREADS];
    submitter s[THREADS];
    int64_t longest = 0;
    int wrong = 0;
    for (int t = 0; t < THREADS; t++) {
        s[t] = (submitter){.view = misuse_vector("own", N, t), .calls = CALLS / THREADS};
        pthread_create(&thread[t], NULL, submit, &s[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        wrong += s[t].refused;
        longest = s[t].longest > longest ? s[t].longest : longest;
    }
    is_int(wrong, 0, "%d calls from %d threads are accepted", CALLS, THREADS);
    ok(longest <= LIMIT + 10 * THREADS, "never more than %d tasks are queued", LIMIT + 10 * THREADS);
    diag("the queue of %d threads had %lld tasks", THREADS, (long long)longest);
    for (int t = 0; t < THREADS; t++) {
        is_int(misuse_changed(s[t].view, t + CALLS / THREADS), 0, "thread %d: each has run once", t);
        sl_view_destroy(&s[t].view);
    }
}

/* The queue is full and cannot move, because the submitting thread itself holds the view: an error, not a hang. */
static void test_stalled(sl_view *x)
{
    int accepted = 0;
    sl_status status = SL_SUCCESS;
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; p && i < N; i++)
        p[i] = i;
    while (status == SL_SUCCESS && accepted < 10 * LIMIT) {
        status = sl_forall(th_add, SL_RANGE(0, N), 1.0, x);
        accepted += status == SL_SUCCESS;
    }
    is_int(status, SL_ERR_BUSY, "a full queue that cannot move is SL_ERR_BUSY");
    like(sl_last_error(), "sl_forall: ", "and the call is named");
    like(sl_last_error(), "th_add", "and the task that needs the view");
    ok(accepted >= LIMIT && accepted <= LIMIT + 10, "after %d calls", accepted);
    sl_host_end(x);
    is_int(sl_wait(), SL_SUCCESS, "what was accepted ends");
    is_int(misuse_changed(x, accepted), 0, "and what was refused has not run");
}

/* A codelet of the program's own may submit, but not wait: it keeps a worker from running what it would wait for. */
static int refused_inside;
static sl_view *inside;
static void submit_inside(void *buffers[], void *arg)
{
    (void)buffers, (void)arg;
    for (int i = 0; i < 3 * LIMIT; i++)
        refused_inside += sl_forall(th_add, SL_RANGE(0, N), 1.0, inside) != SL_SUCCESS;
}

static struct starpu_codelet codelet = {
    .cpu_funcs = {submit_inside}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "own"};

static void test_codelet(sl_view *x)
{
    inside = misuse_vector("inside", N, 0);
    is_int(starpu_task_insert(&codelet, STARPU_RW, sl_view_starpu_handle(x), 0), 0,
           "a codelet of the program's own submits %d loops", 3 * LIMIT);
    starpu_task_wait_for_all();
    is_int(refused_inside, 0, "all are accepted: a task does not wait for room");
    is_int(misuse_changed(inside, 3 * LIMIT), 0, "and run");
    sl_view_destroy(&inside);
}

int main(void)
{
    setenv("STARLOOP_MAX_QUEUED", "100", 1);
    setenv("STARLOOP_INLINE", "0", 1); /* what does not queue is not throttled */
    setenv("STARLOOP_STALL_SECONDS", "1", 1);
    setenv("STARPU_LIMIT_MIN_SUBMITTED_TASKS", "2", 1); /* StarPU would end the program when a worker submits */
    setenv("STARPU_LIMIT_MAX_SUBMITTED_TASKS", "4", 1);
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    sl_view *x = misuse_vector("x", N, 0);
    test_one(x);
    test_threads();
    test_stalled(x);
    test_codelet(x);
    sl_view_destroy(&x);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
