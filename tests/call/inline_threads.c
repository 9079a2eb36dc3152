/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops in the calling threads, loops that are queued, host tasks, host accesses and destructions by several threads on
 * the same few views: counters add up, and nobody sees a view in the middle of another loop. */
#include <pthread.h>
#include <sched.h>

#include "base/progress.h"
#include "data/hold.h"
#include "data/reaper.h"
#include "call/inline.h"
#include "task/place.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(it_add, (i), inout(double, 1, y, own));
SL_KERNEL_DECLARE(it_move, (i), inout(double, 1, from, own), inout(double, 1, to, own));
SL_KERNEL_DECLARE(it_total, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own),
                  reduce(double, sum, s));

enum { THREADS = 4, STEPS = 3000, N = 2, PURSES = 3, MONEY = 1000 };

/* ---- the lock ------------------------------------------------------------------------------------------------ */

static _Atomic int arrived, may_end;

static void *queue_one(void *arg)
{
    sl__view_task_queued(arg);
    atomic_store(&arrived, 1);
    return NULL;
}

static void *read_one(void *arg)
{
    double *p = SL_HOST_RDWR(double, arg);
    atomic_store(&arrived, p != NULL ? 1 : -1);
    while (!atomic_load(&may_end))
        sched_yield();
    must(sl_host_end(arg));
    return NULL;
}

/* Whether a thread that has said that it wants the view is still waiting after a while, in which it would have come. */
static int is_kept_out(pthread_t *thread, void *(*function)(void *), sl_view *v)
{
    struct timespec t = {0, 20000000};
    int64_t queued = atomic_load(&v->queued);
    atomic_store(&arrived, 0);
    pthread_create(thread, NULL, function, v);
    while (atomic_load(&v->queued) == queued)
        sched_yield();
    nanosleep(&t, NULL);
    return !atomic_load(&arrived);
}

static void test_hold(void)
{
    sl_view *v = misuse_vector("v", N, 0);
    pthread_t thread;
    ok(sl__view_hold(v, 0) && sl__view_hold(v, 0) && !sl__view_hold(v, 1), "readers share a view, and a writer waits");
    sl__view_let_go(v, 0);
    ok(!sl__view_hold(v, 1), "for the last of them");
    sl__view_let_go(v, 0);
    ok(sl__view_hold(v, 1) && !sl__view_hold(v, 1) && !sl__view_hold(v, 0), "a writer shares it with nobody");
    ok(sl__view_pending(v) > 0, "a held view is not idle");
    ok(is_kept_out(&thread, queue_one, v), "who queues a task waits for the holder");
    ok(!sl__view_hold(v, 0), "and others are behind it");
    sl__view_let_go(v, 1);
    pthread_join(thread, NULL);
    ok(!sl__view_hold(v, 0) && !sl__view_hold(v, 1), "a view with a task is not held");
    sl__view_task_done(v);
    ok(sl__view_hold(v, 0), "until the task is done");
    ok(is_kept_out(&thread, read_one, v), "a host access waits for the holder");
    ok(!sl__view_hold(v, 0), "and others are behind it");
    sl__view_let_go(v, 0);
    sl__progress_passed();
    while (!atomic_load(&arrived))
        sched_yield();
    is_int(atomic_load(&arrived), 1, "it gets the view");
    ok(!sl__view_hold(v, 0) && !sl__view_hold(v, 1), "which nobody holds meanwhile");
    atomic_store(&may_end, 1);
    pthread_join(thread, NULL);
    ok(sl__view_hold(v, 1), "but after it");
    sl_view *again = v;
    sl_view_destroy(&again);
    ok(sl__view_pending(v) > 0 && v->handle != NULL, "a view that is destroyed stays while it is held");
    sl__view_let_go(v, 1);
    sl__view_reap();
    ok(v->handle == NULL, "and no longer");
    ok(!sl__view_hold(v, 0), "nobody holds it after that");
}

/* ---- everything at once ---------------------------------------------------------------------------------------- */

typedef struct worker {
    pthread_t thread;
    uint64_t seed;
    int64_t added; /* to the counter */
    int here, wrong;
} worker;

static sl_view *counter, *purse[PURSES];

static int add_in_task(void *arg)
{
    double *p = sl_task_data(arg);
    for (int i = 0; p && i < N; i++)
        p[i] += 1;
    return p == NULL;
}

static void move(worker *w)
{
    int from = random_below(&w->seed, PURSES), to = (from + 1 + random_below(&w->seed, PURSES - 1)) % PURSES;
    sl_policy p = {.schedule = random_below(&w->seed, 16) ? SL_AUTO : SL_STATIC,
                   .synchronous = random_below(&w->seed, 8) == 0};
    sl_status status = sl_forall_with(p, it_move, SL_RANGE(0, N), purse[from], purse[to]);
    w->wrong += status != SL_SUCCESS && status != SL_ERR_BUSY; /* a host has it open, and the call would wait */
}

static void count(worker *w)
{
    double s = -1;
    sl_status status = sl_reduce(it_total, SL_RANGE(0, N), purse[0], purse[1], purse[2], &s);
    w->wrong += status == SL_SUCCESS ? s != PURSES * N * MONEY : status != SL_ERR_BUSY;
}

static void add(worker *w)
{
    w->wrong += sl_forall(it_add, SL_RANGE(0, N), counter) != SL_SUCCESS;
    w->added++;
}

static void add_by_host(worker *w)
{
    double *p = SL_HOST_RDWR(double, counter);
    if (p == NULL) {
        w->wrong += sl_last_status() != SL_ERR_BUSY; /* another thread has it open */
        return;
    }
    double before[N];
    memcpy(before, p, sizeof before);
    sched_yield();
    for (int i = 0; i < N; i++) {
        w->wrong += p[i] != before[i];
        p[i] += 1;
    }
    w->added++;
    w->wrong += sl_host_end(counter) != SL_SUCCESS;
}

/* Puts views into parts, and together, while others hold them. With one worker that is a wish only. */
static void split_or_join(worker *w)
{
    sl_view *v = random_below(&w->seed, 2) ? counter : purse[random_below(&w->seed, PURSES)];
    w->wrong += (random_below(&w->seed, 3) ? sl_view_join(v) : sl_view_split(v, SL_SPLIT(2))) != SL_SUCCESS;
}

/* A view of this thread's: wrapped, its memory is the thread's again at once; managed, it goes when it likes. */
static void come_and_go(worker *w)
{
    double memory[N] = {0};
    sl_view *v = NULL, *managed = misuse_vector("managed", N, 0);
    int calls = random_below(&w->seed, 6);
    must(sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &v));
    for (int k = 0; k < calls; k++) {
        w->wrong += sl_forall(it_add, SL_RANGE(0, N), v) != SL_SUCCESS;
        if (random_below(&w->seed, 8) == 0)
            w->wrong += sl_forall_with(SL_POLICY(.schedule = SL_STATIC), it_move, SL_RANGE(0, N), managed, v);
        else
            w->wrong += sl_forall(it_move, SL_RANGE(0, N), v, managed) != SL_SUCCESS;
    }
    sl_view_destroy(&managed);
    sl_view_destroy(&v);
    double first = memory[0];
    sched_yield();
    w->wrong += memory[0] != memory[1] || memory[0] != first;
}

static void *work(void *arg)
{
    worker *w = arg;
    for (int s = 0; s < STEPS; s++) {
        int what = random_below(&w->seed, 64);
        if (what < 24) {
            move(w);
        } else if (what < 36) {
            add(w);
        } else if (what < 52) {
            count(w);
        } else if (what < 55) {
            add_by_host(w);
        } else if (what < 57) {
            w->wrong += sl_task(add_in_task, counter, SL_RW(counter)) != SL_SUCCESS;
            w->added++;
        } else if (what < 60) {
            come_and_go(w);
        } else if (what < 61) {
            split_or_join(w);
        } else if (what < 62) {
            sl_event *event = NULL;
            must(sl_event_record(&event));
            w->wrong += sl_event_wait(event) != SL_SUCCESS || sl_event_test(event) != 1;
            sl_event_destroy(&event);
        } else {
            w->wrong += sl_wait() != SL_SUCCESS;
        }
    }
    return NULL;
}

/* The kernels are measured until they run here. */
static int warm_up(void)
{
    double s;
    int64_t passed = sl__progress_passes();
    for (int k = 0; k < 2000; k++) {
        must(sl_forall(it_add, SL_RANGE(0, N), counter));
        must(sl_forall(it_move, SL_RANGE(0, N), purse[0], purse[1]));
        must(sl_forall(it_move, SL_RANGE(0, N), purse[1], purse[0]));
        must(sl_reduce(it_total, SL_RANGE(0, N), purse[0], purse[1], purse[2], &s));
        must(sl_wait());
    }
    return sl__progress_passes() > passed;
}

static uint64_t seed_of_all;

static void test_threads(int on, const char *name)
{
    static worker w[THREADS];
    int wrong = 0;
    int64_t added = 2000, passed;
    counter = misuse_vector("counter", N, 0);
    for (int k = 0; k < PURSES; k++) {
        purse[k] = misuse_vector("purse", N, MONEY);
        must(sl_forall(it_move, SL_RANGE(1, N), purse[k], counter)); /* MONEY in each element */
    }
    must(sl_wait());
    double *p = SL_HOST_WRITE(double, counter);
    memset(p, 0, N * sizeof *p);
    must(sl_host_end(counter));
    is_int(warm_up(), on, "%s: loops%s run in the calling thread", name, on ? "" : " do not");
    passed = sl__progress_passes();
    for (int t = 0; t < THREADS; t++) {
        w[t] = (worker){.seed = seed_of_all + (uint64_t)t};
        pthread_create(&w[t].thread, NULL, work, &w[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(w[t].thread, NULL);
        wrong += w[t].wrong;
        added += w[t].added;
    }
    must(sl_wait());
    diag("%lld of some %d loops ran in the threads", (long long)(sl__progress_passes() - passed),
         THREADS * STEPS * 3 / 4);
    ok((sl__progress_passes() > passed) == on, "and there%s", on ? ", too" : " neither");
    is_int(wrong, 0, "no call of %d threads fails, and no loop sees another one in the middle", THREADS);
    const double *c = SL_HOST_READ(double, counter);
    ok(c[0] == (double)added && c[1] == (double)added, "nothing that was added to the counter is lost");
    must(sl_host_end(counter));
    double s = 0;
    must(sl_reduce(it_total, SL_RANGE(0, N), purse[0], purse[1], purse[2], &s));
    is_close(s, PURSES * N * MONEY, 0, "and no money");
    sl_view_destroy(&counter);
    for (int k = 0; k < PURSES; k++)
        sl_view_destroy(&purse[k]);
}

int main(void)
{
    static const char *const on[] = {"1", "1", "0", "1", "0"},
                             *const level[] = {"machine", "machine", "machine", "core", "core"},
                             *const name[] = {"in the calling thread", "and StarPU is asked", "queued",
                                              "core groups, in the calling thread", "core groups, queued"};
    sl__place_in_caller_below = 100e-6;
    setenv("STARLOOP_WHERE", "cpu", 0);
    sl_log_set_handler(misuse_count, NULL);
    for (int k = 0; k < 5; k++) {
        setenv("STARLOOP_INLINE", on[k], 1);
        setenv("STARLOOP_CPU_WORKERS", level[k], 1);
        sl__inline_asks = k == 1;
        must(sl_init(NULL));
        if (k == 0)
            test_hold();
        test_threads(*on[k] == '1' && !on_gpu(), name[k]);
        must(sl_finalize());
    }
    return done_testing();
}
