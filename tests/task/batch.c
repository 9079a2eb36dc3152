/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches: what is collected is handed over as one StarPU task, fails as if each loop were one, and keeps nobody
 * waiting who does not depend on it. */
#include <pthread.h>

#include <starloop/starpu.h>

#include "batch.h"
#include "data/starpu.h"
#include "task/batch.h"
#include "loop_testing.h"
#include "misuse.h"
#include "task/place.h"

enum { N = 100 };
static const sl_space all = SL_RANGE(0, N);

/* ---- values ---------------------------------------------------------------------------------------------- */

static sl_view *vector(const char *label, uint64_t salt)
{
    sl_view *view = view_of(label, SL_UINT64, RIGHT, SL_EXTENTS(N));
    uint64_t *p = SL_HOST_WRITE(uint64_t, view);
    for (sl_index i = 0; i < N; i++)
        p[i] = bt_first_value(i, salt);
    must(sl_host_end(view));
    return view;
}

/* y = 3 y + a, so many times over. */
static uint64_t after(uint64_t y, uint64_t a, int times)
{
    for (int k = 0; k < times; k++)
        y = 3 * y + a;
    return y;
}

/* Elements of a vector that are not what so many times bt_add have made of its first values; N when it is not there. */
static int differ(sl_view *view, uint64_t salt, uint64_t a, int times)
{
    const uint64_t *p = SL_HOST_READ(uint64_t, view);
    int count = p ? 0 : N;
    for (sl_index i = 0; p && i < N; i++)
        if (p[i] != after(bt_first_value(i, salt), a, times) && count++ == 0)
            diag("%s[%lld]: got %llu, want %llu", sl_view_label(view), (long long)i, (unsigned long long)p[i],
                 (unsigned long long)after(bt_first_value(i, salt), a, times));
    if (p)
        sl_host_end(view);
    else
        diag("%s is not there: %s", sl_view_label(view), sl_last_error());
    return count;
}

/* ---- nobody waits for what has nothing to do with it ------------------------------------------------------ */

static sl_view *a, *b, *c;

static void make_views(void)
{
    a = vector("a", 1);
    b = vector("b", 2);
    c = vector("c", 3);
}

static void destroy_views(void)
{
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&c);
}

/* Loops over a that wait for c, which somebody holds; the first two are handed over whatever happens. */
static void queue_behind_c(void)
{
    must(sl_forall_with(bt_on_cpu, bt_copy, all, c, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
}

/* What does not depend on c goes on. */
static void check_beside(const char *who)
{
    uint64_t sum = 0, want = 0, memory[N];
    sl_view *w = NULL;
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    is_int(differ(b, 2, 7, 1), 0, "%s: a loop over another view can be read", who);
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    sl_status status = sl_reduce_with(bt_on_cpu, bt_sum, all, b, &sum);
    for (sl_index i = 0; i < N; i++)
        want += after(bt_first_value(i, 2), 7, 1);
    ok(status == SL_SUCCESS && sum == want, "%s: a reduction of it ends", who);
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    is_int(sl_view_wait(b), SL_SUCCESS, "%s: sl_view_wait ends", who);
    memset(memory, 0, sizeof memory);
    must(sl_view_wrap("w", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 9, w));
    sl_clear_error();
    sl_view_destroy(&w);
    ok(sl_last_status() == SL_SUCCESS && memory[N - 1] == 9, "%s: a wrapped view is destroyed with its data", who);
}

static void check_behind(const char *who)
{
    is_int(sl_wait(), SL_SUCCESS, "%s: everything ends when c is free", who);
    is_int(differ(a, 3, 5, 5), 0, "%s: what waited for c is right", who);
    is_int(differ(b, 2, 7, 2), 0, "%s: and what did not", who);
}

static void test_held_here(void)
{
    make_views();
    ok(SL_HOST_READ(uint64_t, c) != NULL, "this thread reads c");
    ok(SL_HOST_READ(uint64_t, b) != NULL && sl_host_end(b) == SL_SUCCESS, "and b, no more");
    must(sl_host_end(c));
    ok(SL_HOST_RDWR(uint64_t, c) != NULL, "this thread has c open for writing");
    queue_behind_c();
    check_beside("c is held by this thread");
    must(sl_host_end(c));
    check_behind("c is held by this thread");
    destroy_views();
}

static pthread_mutex_t hold_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t hold_changed = PTHREAD_COND_INITIALIZER;
static int hold; /* 1: the other thread has c; 2: it is to let go */

static void *hold_elsewhere(void *arg)
{
    struct timespec until = bt_in_seconds(PATIENCE);
    (void)arg;
    uint64_t *p = SL_HOST_RDWR(uint64_t, c);
    pthread_mutex_lock(&hold_lock);
    hold = 1;
    pthread_cond_broadcast(&hold_changed);
    while (hold == 1 && pthread_cond_timedwait(&hold_changed, &hold_lock, &until) == 0)
        ;
    int told = hold == 2;
    pthread_mutex_unlock(&hold_lock);
    sl_host_end(c);
    return p && told ? arg : NULL;
}

static void test_held_elsewhere(void)
{
    pthread_t thread;
    void *result;
    int there = 1;
    make_views();
    pthread_create(&thread, NULL, hold_elsewhere, &there);
    pthread_mutex_lock(&hold_lock);
    while (hold == 0)
        pthread_cond_wait(&hold_changed, &hold_lock);
    pthread_mutex_unlock(&hold_lock);
    queue_behind_c();
    check_beside("c is held by another thread");
    pthread_mutex_lock(&hold_lock);
    hold = 2;
    pthread_cond_broadcast(&hold_changed);
    pthread_mutex_unlock(&hold_lock);
    pthread_join(thread, &result);
    ok(result != NULL, "the other thread has held c until it was told to let go");
    check_behind("c is held by another thread");
    destroy_views();
}

static void test_held_handle(void)
{
    make_views();
    starpu_data_handle_t handle = sl_view_starpu_handle(c);
    is_int(starpu_data_acquire(handle, STARPU_RW), 0, "the program has c by its StarPU handle");
    queue_behind_c();
    check_beside("c is held by its handle");
    starpu_data_release(handle);
    check_behind("c is held by its handle");
    must(sl_view_starpu_done(c));
    is_int(sl__data_exposed(), 0, "no handle is the program's then");
    (void)sl_view_starpu_handle(c);
    (void)sl_view_starpu_handle(c);
    (void)sl_view_starpu_handle(b);
    is_int(sl__data_exposed(), 2, "two are, then");
    destroy_views();
    is_int(sl__data_exposed(), 0, "and none when the views are destroyed");
}

/* One thread makes batches, another one holds a view now and then while it waits for others. */
static _Atomic int stop;

static void *collect_elsewhere(void *arg)
{
    sl_view *view = vector("d", 4);
    long calls = 0;
    for (; !atomic_load(&stop); calls++)
        must(sl_forall_with(bt_on_cpu, bt_add, all, 5, view));
    is_int(differ(view, 4, 5, (int)calls), 0, "a thread queues %ld loops meanwhile", calls);
    sl_view_destroy(&view);
    return arg;
}

static void test_held_meanwhile(void)
{
    const int rounds = quick() ? 100 : 400; /* each waits behind the loops that the other thread has queued */
    pthread_t thread;
    int failed = 0;
    make_views();
    pthread_create(&thread, NULL, collect_elsewhere, NULL);
    for (int r = 0; r < rounds && !failed; r++) {
        must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
        failed |= SL_HOST_WRITE(uint64_t, c) == NULL;
        must(sl_forall_with(bt_on_cpu, bt_copy, all, c, a));
        must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
        must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
        failed |= sl_view_wait(b) != SL_SUCCESS || SL_HOST_READ(uint64_t, b) == NULL;
        sl_host_end(b);
        sl_host_end(c);
    }
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    ok(!failed, "%d times a view is waited for while another one is held", rounds);
    is_int(differ(b, 2, 7, 2 * rounds), 0, "with the right results");
    must(sl_wait());
    destroy_views();
}

/* ---- what is collected is handed over before a wait, and before the host has a view ----------------------- */

/* Behind the gate one loop is handed over, and one is collected. */
static void queue_behind_gate(int open_it_at)
{
    bt_handed_over = 0;
    bt_open_at = 0;
    bt_close_gate(NULL);
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    ok(bt_handed_over == 2 && bt_handed[1] == 1,
       "behind a task that runs one loop is handed over, the others are collected");
    bt_open_at = open_it_at;
}

static void check_handed(sl_status status, const char *what)
{
    ok(status == SL_SUCCESS, "%s ends, which opens the gate by handing over what was collected", what);
    is_int(sl_wait(), SL_SUCCESS, "%s: nobody has waited at the gate in vain", what);
    ok(bt_handed_over == 3 && bt_handed[2] == 2, "%s: two loops were a batch", what);
    bt_open_at = 0;
}

static void test_flushes(void)
{
    sl_event *event;
    make_views();
    queue_behind_gate(3);
    check_handed(sl_wait(), "sl_wait");
    queue_behind_gate(3);
    must(sl_event_record(&event));
    check_handed(sl_event_wait(event), "sl_event_wait");
    sl_event_destroy(&event);
    queue_behind_gate(3);
    check_handed(sl_view_wait(b), "sl_view_wait");
    queue_behind_gate(0);
    ok(SL_HOST_WRITE(uint64_t, c) != NULL, "the host opens a view that no loop uses");
    ok(bt_handed_over == 3 && bt_handed[2] == 2, "which hands over what was collected");
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    ok(bt_handed_over == 4 && bt_handed[3] == 1, "while it is open, nothing is collected");
    must(sl_host_end(c));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    is_int(bt_handed_over, 4, "and then again");
    (void)sl_view_starpu_handle(c);
    ok(bt_handed_over == 5 && bt_handed[4] == 1, "so does asking for a handle");
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    ok(bt_handed_over == 6 && bt_handed[5] == 1, "while the program has it, nothing is collected");
    must(sl_view_starpu_done(c));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 7, b));
    is_int(bt_handed_over, 6, "and then again");
    bt_open_gate(&bt_gate);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    is_int(differ(a, 1, 5, 8), 0, "every loop over a has run once, in order");
    is_int(differ(b, 2, 7, 8), 0, "and over b");
    destroy_views();
}

/* ---- a view whose loop has ended, in a batch that has not -------------------------------------------------- */

static struct gate inner; /* in the body of bt_stop */
static int stopped = -1;  /* what the gate in the body of bt_stop has come to */

void bt_stop_here(void); /* called by it */
void bt_stop_here(void)
{
    stopped = bt_wait_at_gate(&inner);
}

static void test_destroyed(void)
{
    sl_view *v = vector("v", 4), *fresh = NULL;
    make_views();
    bt_handed_over = 0;
    bt_close_gate(NULL);
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(bt_on_cpu, bt_add, all, 5, v));
    must(sl_forall_with(bt_on_cpu, bt_stop, SL_RANGE(0, 1), b));
    bt_open_gate(&bt_gate);
    bt_reach_gate(&inner);
    ok(bt_handed_over == 3 && bt_handed[2] == 2, "a batch stands in its second loop");
    sl_view_destroy(&v);
    is_int(sl_view_create("fresh", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &fresh), SL_SUCCESS,
           "the view of its first loop is destroyed, and another one is made");
    bt_open_gate(&inner);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    is_int(stopped, 0, "and the batch had not to end for that");
    sl_view_destroy(&fresh);
    destroy_views();
}

/* ---- where views should be ------------------------------------------------------------------------------- */

/* On which side a view was written by what could not choose, and needed by none since: 1 + SL__ON_CPU, ...; 0: on none.
 */
static int renewed(sl_view *view)
{
    return view->placement.member.renewed;
}

static int nothing(void *arg)
{
    return arg != NULL;
}

static void test_pinned(void)
{
    static sl__task task;
    static sl__task_view many[SL__TASK_VIEWS + 1];
    make_views();
    task.where = SL__SIDE_CPU;
    sl__task_add_view(&task, a, SL_READ, 0);
    sl__task_add_view(&task, b, SL_RDWR, 0);
    sl__task_add_view(&task, c, SL_WRITE, 0);
    sl__place(&task);
    ok(renewed(a) == 0 && renewed(b) == 1 + SL__ON_CPU && renewed(c) == 1 + SL__ON_CPU,
       "a task for CPUs leaves there what it writes");
    task.where = SL__SIDE_DEVICE;
    sl__place(&task);
    ok(renewed(a) == 0 && renewed(b) == 1 + SL__ON_DEVICE && renewed(c) == 1 + SL__ON_DEVICE,
       "one for a GPU takes it there");
    for (int i = 0; i < SL__TASK_VIEWS; i++)
        many[i] = (sl__task_view){a, SL_READ, 0};
    many[SL__TASK_VIEWS] = (sl__task_view){c, SL_WRITE, 0};
    task.where = SL__SIDE_CPU;
    task.many = many;
    task.views = SL__TASK_VIEWS + 1;
    sl__place(&task);
    ok(renewed(b) == 1 + SL__ON_DEVICE && renewed(c) == 1 + SL__ON_CPU,
       "also a host task with more views than a loop has");
    c->placement.member.renewed = 0;
    task.placed = 1;
    sl__place(&task);
    is_int(renewed(c), 0, "a task that was placed with others does not");
    a->placement.planned = b->placement.planned = c->placement.planned = 0;
    if (have_gpu("loops and host tasks that may run on one side only say where what they write is")) {
        must(sl_forall_with(bt_on_cpu, bt_add, all, 5, a));
        ok(renewed(a) == 1 + SL__ON_CPU || (a->placement.host_accessed & SL_WRITE), "a loop for CPUs says so");
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), bt_add, all, 5, a));
        is_int(renewed(a), 1 + SL__ON_DEVICE, "one for a GPU, too");
        must(sl_task(nothing, NULL, SL_R(b), SL_RW(a)));
        is_int(renewed(a), 1 + SL__ON_CPU, "and a host task");
        must(sl_wait());
    }
    destroy_views();
}

/* ---- priorities -------------------------------------------------------------------------------------------- */

static int order[4];
static _Atomic int ended;

void bt_ran(int number); /* called by the body of bt_mark */
void bt_ran(int number)
{
    int place = atomic_fetch_add(&ended, 1);
    if (place < 4)
        order[place] = number;
}

static void test_priorities(void)
{
    make_views();
    bt_handed_over = 0;
    bt_close_gate(NULL);
    must(sl_forall_with(bt_on_cpu, bt_mark, SL_RANGE(0, 1), 0, a));
    must(sl_forall_with(bt_on_cpu, bt_mark, SL_RANGE(0, 1), 1, a));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU, .priority = 5), bt_mark, SL_RANGE(0, 1), 2, b));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU, .priority = 4), bt_mark, SL_RANGE(0, 1), 3, c));
    ok(bt_handed_over == 5 && bt_handed[2] == 1 && bt_handed[3] == 0 && bt_handed[4] == 0,
       "a loop with a priority is handed over at once, behind what was collected");
    bt_open_gate(&bt_gate);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    ok(order[0] == 2 && order[1] == 3 && order[2] == 0 && order[3] == 1, "the one with the highest priority first");
    diag("order: %d %d %d %d", order[0], order[1], order[2], order[3]);
    destroy_views();
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
    struct timespec until = bt_in_seconds(0.2);
    (void)level, (void)file, (void)line, (void)text, (void)arg;
    pthread_create(&elsewhere, NULL, flush_elsewhere, NULL);
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
    bt_refuse = 1;
    must(sl_forall_with(bt_on_cpu, bt_copy, all, x, y));
    sl__batch_flush(); /* the batch before may not have passed yet */
    bt_refuse = 0;
    sl_log_set_handler(NULL, NULL);
    pthread_join(elsewhere, NULL);
    is_int(seen, 2, "who comes after a batch that StarPU refuses finds its outputs poisoned");
    surfaces(sl_wait(), SL_ERR_STARPU, "the failure of a batch that StarPU refuses", "bt_copy");
    ok(SL_HOST_READ(uint64_t, y) == NULL && sl_last_status() == SL_ERR_STARPU, "its output cannot be read");
    must(sl_forall_with(bt_on_cpu, bt_copy, all, x, y));
    is_int(sl_wait(), SL_SUCCESS, "the next one is taken");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- looks ------------------------------------------------------------------------------------------------ */

static int do_nothing(void *arg)
{
    (void)arg;
    return 0;
}

#define LOOKS(count, what, ...) \
    do { \
        unsigned before_ = sl__batch_host_syncs(); \
        __VA_ARGS__; \
        is_int((int)(sl__batch_host_syncs() - before_), count, what); \
    } while (0)

/* What counts as a look at results. */
static void test_looks(void)
{
    sl_view *x = vector("x", 1);
    sl_event *event = NULL;
    LOOKS(0, "a loop that is queued is no look", must(sl_forall(bt_add, all, UINT64_C(1), x)));
    LOOKS(0, "nor is a host task", must(sl_task(do_nothing, NULL, SL_RW(x))));
    LOOKS(1, "a loop that is waited for is one",
          must(sl_forall_with(SL_POLICY(.synchronous = 1), bt_add, all, UINT64_C(1), x)));
    LOOKS(1, "as is one with a priority",
          must(sl_forall_with(SL_POLICY(.synchronous = 1, .priority = 1), bt_add, all, UINT64_C(1), x)));
    LOOKS(1, "and a host task", must(sl_task_with(SL_POLICY(.synchronous = 1), do_nothing, NULL, SL_RW(x))));
    must(sl_event_record(&event));
    LOOKS(1, "a wait for an event is one", must(sl_event_wait(event)));
    LOOKS(1, "for one that is over, too", must(sl_event_wait(event)));
    LOOKS(1, "a wait for a view is one", must(sl_view_wait(x)));
    LOOKS(1, "a wait for all, whether there is something or not", must(sl_wait()));
    LOOKS(1, "and a view that the host opens", ok(SL_HOST_READ(uint64_t, x) != NULL, "it is open"));
    must(sl_host_end(x));
    LOOKS(0, "a view that is put into parts is no look", must(sl_view_split(x, SL_SPLIT(2))));
    sl_event_destroy(&event);
    sl_view_destroy(&x);
}

/* ---- launched by the caller, or by the worker ------------------------------------------------------------- */

static void add_often(sl_view *x, int loops)
{
    for (int k = 0; k < loops; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), bt_add, all, UINT64_C(3), x));
}

/* A program that queues loop after loop hands them to the GPU's worker, all but the first ones. */
static void test_in_a_row(void)
{
    enum { LOOPS = 200, ROUNDS = 500, FIRST = 16 };
    if (!have_gpu("of many loops in a row the caller launches the first ones"))
        return;
    sl_view *x = vector("x", 4);
    int rounds = 0, begun = 0, more = 0, most = 0;
    for (; rounds < ROUNDS && begun < FIRST; rounds++) {
        add_often(x, LOOPS);
        begun = sl__batch_in_a_row();
        add_often(x, LOOPS);
        more += begun >= FIRST && sl__batch_in_a_row() != begun;
        most = begun > most ? begun : most;
        must(sl_wait());
    }
    ok(begun >= FIRST, "of many loops in a row the caller launches the first %d (%d, round %d)", FIRST, begun, rounds);
    ok(most < FIRST + SL__BATCH_TASKS, "and the last batch of those, at most (%d)", most);
    is_int(more, 0, "and none of those after them");
    must(sl_wait()); /* with nothing left that it could launch itself */
    is_int(sl__batch_in_a_row(), 0, "until it waits");
    is_int(differ(x, 4, 3, 2 * LOOPS * rounds), 0, "each loop has run once, in order");
    sl_view_destroy(&x);
}

int main(void)
{
    setenv("STARLOOP_STALL_SECONDS", "2", 1);
    unsetenv("STARLOOP_BATCH");
    unsetenv("STARLOOP_CHAIN");
    setenv("STARLOOP_INLINE", "0", 1); /* what runs in the calling thread is in no batch */
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE}));
    test_held_here();
    test_held_elsewhere();
    test_held_handle();
    test_held_meanwhile();
    test_flushes();
    test_looks();
    test_destroyed();
    test_pinned();
    test_refused();
    if (have_gpu("a failure inside a batch on a GPU spoils what depends on it, and nothing else"))
        bt_test_failures((sl_policy){.where = SL_CUDA}, 0, "on a GPU");
    must(sl_finalize());
    sl_log_set_level(SL_LOG_NONE);
    bt_test_failures_on_cpu();
    unsetenv("STARPU_SCHED");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE, .scheduler = "prio"}));
    test_priorities();
    must(sl_finalize());
    unsetenv("STARLOOP_INLINE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE, .gpus = 1}));
    test_in_a_row();
    must(sl_finalize());
    return done_testing();
}
