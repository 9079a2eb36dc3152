/* SPDX-License-Identifier: BSD-3-Clause */
/* Host access: who may overlap with whom, waiting for tasks, failures of the data, stalls, several threads. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <starloop/runtime.h>
#include <starloop/view.h>

#include "base/failure.h"
#include "data/host.h"
#include "tap.h"
#include "viewtask.h"

static sl_view *make(const char *label, sl_index n)
{
    sl_view *x = NULL;
    ok(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &x) == SL_SUCCESS, "view %s is made", label);
    return x;
}

/* Every pair of accesses: only readers overlap. */
static void test_pairs(void)
{
    static const sl_access accesses[] = {SL_READ, SL_WRITE, SL_RDWR};
    sl_view *x = make("x", 10);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            void *first = sl_host_begin(x, accesses[i], SL_DOUBLE, "first access");
            void *second = sl_host_begin(x, accesses[j], SL_DOUBLE, "second access");
            int both = i == 0 && j == 0;
            ok(first && !second == !both, "access %d after %d is %s", accesses[j], accesses[i],
               both ? "given" : "refused");
            is_int(sl__view_host_state(x), i == 0 ? 1 : 2, "the view says how it is open");
            is_int(sl__data_open_accesses(), both ? 2 : 1, "open accesses are counted");
            if (!both) {
                is_int(sl_last_status(), SL_ERR_BUSY, "the status is SL_ERR_BUSY");
                like(sl_last_error(), "\"x\"", "the error names the view");
                like(sl_last_error(), "by first access", "and who has it");
                like(sl_last_error(), "second access: ", "and who wants it");
            }
            is_int(sl_host_end(x), SL_SUCCESS, "the access ends");
            if (both)
                is_int(sl_host_end(x), SL_SUCCESS, "so does the second");
            is_int(sl_host_end(x), SL_ERR_STATE, "one more end is refused");
            is_int(sl__view_host_state(x), 0, "the view is free");
        }
    }
    sl_view_destroy(&x);
}

static void test_waits(void)
{
    sl_view *x = make("x", 1000);
    int wrong = 0;
    double want = 0;
    for (int round = 0; round < 50; round++) {
        for (int k = 0; k < round % 7; k++) {
            viewtask_queue(x, &viewtask_writer, NULL);
            want = 2 * want + 1;
        }
        const double *p = SL_HOST_READ(double, x);
        for (int i = 0; i < 1000; i++)
            wrong += !p || p[i] != want;
        sl_host_end(x);
        if (round % 5 == 4) {
            double *q = SL_HOST_WRITE(double, x);
            for (int i = 0; q && i < 1000; i++)
                q[i] = round;
            want = round;
            sl_host_end(x);
        }
    }
    is_int(wrong, 0, "every host access sees the tasks before it, and every task the host's writes");
    atomic_store(&viewtask_gate, 0);
    viewtask_queue(x, &viewtask_reader, NULL);
    const double *p = SL_HOST_READ(double, x);
    ok(p != NULL, "a reader does not wait for a task that reads");
    viewtask_queue(x, &viewtask_writer, NULL);
    double held = p ? *p : 0;
    atomic_store(&viewtask_gate, 1);
    viewtask_sleep(0.02);
    ok(p && *p == held && sl__view_pending(x) >= 1, "a task that writes waits for the end of the access");
    sl_host_end(x);
    is_int(sl_view_wait(x), SL_SUCCESS, "sl_view_wait waits for it");
    is_int(sl__view_pending(x), 0, "and none is left");
    p = SL_HOST_READ(double, x);
    ok(p && *p == 2 * held + 1, "it ran then");
    sl_host_end(x);
    sl_view_destroy(&x);
}

/* Opens the view for reading until told to end, and says so before it does. */
typedef struct reader {
    sl_view *x;
    _Atomic int open, go, ended;
} reader;

static void *read_until(void *arg)
{
    reader *r = arg;
    const double *p = SL_HOST_READ(double, r->x);
    atomic_store(&r->open, 1);
    while (!atomic_load(&r->go))
        viewtask_sleep(1e-4);
    viewtask_sleep(0.02); /* the other thread asks meanwhile */
    atomic_store(&r->ended, 1);
    return (void *)(intptr_t)(p && sl_host_end(r->x) == SL_SUCCESS);
}

/* A task that writes comes between two readers: the second must see what it writes, though the first is still there. */
static void test_overtaken(void)
{
    reader r = {.x = make("x", 8)};
    pthread_t thread;
    void *good = NULL;
    pthread_create(&thread, NULL, read_until, &r);
    while (!atomic_load(&r.open))
        viewtask_sleep(1e-4);
    const double *p = SL_HOST_READ(double, r.x);
    ok(p && *p == 0, "two threads read at once");
    sl_host_end(r.x);
    viewtask_queue(r.x, &viewtask_writer, NULL);
    atomic_store(&r.go, 1);
    p = SL_HOST_READ(double, r.x);
    ok(p && *p == 1, "a reader after a queued task sees what that writes, though another reader was there");
    ok(atomic_load(&r.ended), "it has waited for the end of that one");
    is_int(sl__data_open_accesses(), 1, "one access is open");
    sl_host_end(r.x);
    pthread_join(thread, &good);
    ok(good != NULL, "and the other has ended well");
    is_int(sl__view_host_state(r.x), 0, "the view is free");
    sl_view_destroy(&r.x);
}

/* The same in one thread would wait for itself. */
static void test_own_reader(void)
{
    sl_view *x = make("x", 8);
    const double *p = SL_HOST_READ(double, x);
    atomic_store(&viewtask_gate, 0);
    viewtask_queue(x, &viewtask_reader, NULL);
    ok(SL_HOST_READ(double, x) == p, "a thread reads again what it reads, though a task reads it");
    sl_host_end(x);
    viewtask_queue(x, &viewtask_writer, NULL);
    sl_clear_error();
    double start = viewtask_seconds();
    ok(SL_HOST_READ(double, x) == NULL, "but not when a task that writes was queued");
    is_int(sl_last_status(), SL_ERR_BUSY, "it is SL_ERR_BUSY");
    like(sl_last_error(), "this thread", "and says that the thread would wait for itself");
    ok(viewtask_seconds() - start < 0.5, "at once, not as a stall");
    ok(p && *p == 0, "what it has open is as it was");
    is_int(sl__data_open_accesses(), 1, "one access is open");
    atomic_store(&viewtask_gate, 1);
    sl_host_end(x);
    p = SL_HOST_READ(double, x);
    ok(p && *p == 1, "after its end the thread can read what the task has written");
    sl_host_end(x);
    ok(SL_HOST_WRITE(double, x) != NULL, "and write: the request that was refused holds nothing");
    sl_host_end(x);
    is_int(sl_host_end(x), SL_ERR_STATE, "nothing is left open");
    sl_view_destroy(&x);
}

/* The log's handler is called where the library holds no lock of a view. */
static sl_view *logged_view;
static int logged_free, logged_wraps;
static void look_at_locks(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    static double other[4];
    sl_view *w = NULL;
    (void)level, (void)file, (void)line, (void)text, (void)arg;
    if (pthread_mutex_trylock(&logged_view->host.lock) == 0) {
        logged_free++;
        pthread_mutex_unlock(&logged_view->host.lock);
    }
    sl_log_set_level(SL_LOG_NONE);
    logged_wraps += sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), other, &w) == SL_SUCCESS;
    sl_view_destroy(&w);
    sl_log_set_level(SL_LOG_ERROR);
}

static void test_handler(void)
{
    static double data[8];
    sl_view *first = NULL, *second = NULL;
    logged_view = make("x", 8);
    sl_log_set_handler(look_at_locks, NULL);
    sl_log_set_level(SL_LOG_ERROR);
    is_int(sl_host_end(logged_view), SL_ERR_STATE, "sl_host_end() of what is not open");
    is_int(logged_free, 1, "calls the log without the view's lock");
    (void)SL_HOST_READ(double, logged_view);
    ok(SL_HOST_WRITE(double, logged_view) == NULL, "an access that is refused");
    is_int(logged_free, 2, "does, too");
    sl_host_end(logged_view);
    alarm(60); /* or the handler hangs */
    is_int(sl_view_wrap("a", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), data, &first), SL_SUCCESS, "a wrap");
    logged_wraps = 0;
    is_int(sl_view_wrap("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), data + 2, &second), SL_ERR_ALIAS,
           "and one that overlaps it");
    is_int(logged_wraps, 1, "calls the log without the lock on wrapped memory");
    alarm(0);
    sl_log_set_level(SL_LOG_NONE);
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&first);
    sl_view_destroy(&logged_view);
}

static void test_poison(void)
{
    sl_view *x = make("x", 4);
    sl__failure *f = sl__failure_new((sl__at){0}, SL_ERR_RAISED, "kernel k raised 7");
    sl__view_set_poison(x, f);
    ok(sl__view_is_poisoned(x), "a view is poisoned");
    sl_clear_error();
    ok(!SL_HOST_READ(double, x), "it cannot be read");
    is_int(sl_last_status(), SL_ERR_RAISED, "the status is the failure's");
    like(sl_last_error(), "kernel k raised 7", "so is the text");
    ok(!SL_HOST_RDWR(double, x), "nor read and written");
    is_int(sl__data_open_accesses(), 0, "no access is left open");
    is_int(sl_view_wait(x), SL_ERR_RAISED, "waiting for it tells the failure");
    ok(SL_HOST_WRITE(double, x) != NULL, "it can be written");
    sl_host_end(x);
    ok(SL_HOST_READ(double, x) != NULL, "and is good again then");
    sl_host_end(x);
    is_int(sl_view_wait(x), SL_SUCCESS, "waiting for it succeeds");
    sl__view_set_poison(x, f);
    is_int(atomic_load(&f->references), 2, "the view holds one reference to its failure");
    sl_view_destroy(&x);
    is_int(atomic_load(&f->references), 1, "and gives it back with its end");
    sl__failure_release(f);
    sl__failure_take();
}

/* A task behind one that is never submitted: the wait fails, and the view is good once the task has run. */
static void test_stall(void)
{
    sl_view *x = make("stuck", 4);
    struct starpu_task *blocker = starpu_task_create();
    blocker->cl = NULL;
    blocker->destroy = 1;
    viewtask_queue(x, &viewtask_writer, blocker);
    double start = viewtask_seconds();
    ok(!SL_HOST_READ(double, x), "host access to a view whose task cannot run fails");
    ok(viewtask_seconds() - start < 5, "in about the time of STARLOOP_STALL_SECONDS");
    is_int(sl_last_status(), SL_ERR_STALLED, "it is a stall");
    like(sl_last_error(), "stuck", "the error names the view");
    is_int(sl__data_open_accesses(), 0, "no access is left open");
    is_int(sl_view_wait(x), SL_ERR_STALLED, "so does waiting for it");
    is_int(starpu_task_submit(blocker), 0, "the task is let go");
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[3] == 1, "now the view can be read, and the task has run");
    sl_host_end(x);
    double *q = SL_HOST_RDWR(double, x);
    ok(q != NULL, "and written: the request that was given up holds nothing");
    sl_host_end(x);
    is_int(sl_view_wait(x), SL_SUCCESS, "and waited for");
    sl_view_destroy(&x);
}

typedef struct worker {
    sl_view *x;
    int reads, writes, busy, wrong;
    unsigned seed;
} worker;

static void *work(void *arg)
{
    worker *w = arg;
    for (int k = 0; k < 300; k++) {
        w->seed = w->seed * 1664525u + 1013904223u;
        int write = (w->seed >> 20) % 4 == 0;
        double *p = write ? SL_HOST_RDWR(double, w->x) : (double *)(uintptr_t)SL_HOST_READ(double, w->x);
        if (!p) {
            w->busy += sl_last_status() == SL_ERR_BUSY;
            w->wrong += sl_last_status() != SL_ERR_BUSY;
            continue;
        }
        for (int i = 1; i < 64; i++) /* all elements are always equal */
            w->wrong += p[i] != p[0];
        if (write) {
            double value = (double)(w->seed % 1000);
            for (int i = 0; i < 64; i++)
                p[i] = value;
        }
        w->reads += !write;
        w->writes += write;
        w->wrong += sl_host_end(w->x) != SL_SUCCESS;
        if (k % 10 == 0)
            w->wrong += !viewtask_queue(w->x, &viewtask_writer, NULL);
    }
    return NULL;
}

static void test_threads(void)
{
    enum { THREADS = 4 };
    worker w[THREADS] = {{0}};
    pthread_t thread[THREADS];
    sl_view *x = make("shared", 64);
    int wrong = 0, reads = 0, writes = 0, busy = 0;
    for (int t = 0; t < THREADS; t++) {
        w[t].x = x;
        w[t].seed = (unsigned)t + 1;
        pthread_create(&thread[t], NULL, work, &w[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        wrong += w[t].wrong;
        reads += w[t].reads;
        writes += w[t].writes;
        busy += w[t].busy;
    }
    is_int(wrong, 0, "four threads never see a half-written view (%d reads, %d writes, %d refused)", reads, writes,
           busy);
    ok(reads > 0 && writes > 0, "they read and write");
    is_int(sl__data_open_accesses(), 0, "nothing is left open");
    is_int(sl_view_wait(x), SL_SUCCESS, "the view's tasks finish");
    sl_view_destroy(&x);
}

/* Four readers that wait for one request together. */
static void *read_once(void *arg)
{
    const double *p = SL_HOST_READ(double, (sl_view *)arg);
    intptr_t good = p && *p == 1;
    return (void *)(good && sl_host_end(arg) == SL_SUCCESS ? (intptr_t)1 : (intptr_t)0);
}

static void test_shared_request(void)
{
    sl_view *x = make("x", 1);
    pthread_t thread[4];
    int good = 0;
    atomic_store(&viewtask_gate, 0);
    viewtask_queue(x, &viewtask_writer, NULL);
    for (int t = 0; t < 4; t++)
        pthread_create(&thread[t], NULL, read_once, x);
    viewtask_sleep(0.02);
    atomic_store(&viewtask_gate, 1);
    for (int t = 0; t < 4; t++) {
        void *result = NULL;
        pthread_join(thread[t], &result);
        good += result != NULL;
    }
    is_int(good, 4, "four readers wait for the same task and all see its result");
    is_int(sl__view_host_state(x), 0, "the view is free then");
    sl_view_destroy(&x);
}

static void measure(void)
{
    enum { ROUNDS = 100000 };
    sl_view *x = make("x", 1);
    double start = viewtask_seconds();
    for (int k = 0; k < ROUNDS; k++) {
        (void)SL_HOST_READ(double, x);
        sl_host_end(x);
    }
    diag("begin and end of an idle view: %.3f us", 1e6 * (viewtask_seconds() - start) / ROUNDS);
    start = viewtask_seconds();
    for (int k = 0; k < 2000; k++) {
        viewtask_queue(x, &viewtask_writer, NULL);
        (void)SL_HOST_READ(double, x);
        sl_host_end(x);
    }
    diag("task, begin and end: %.2f us", 1e6 * (viewtask_seconds() - start) / 2000);
    sl_view_destroy(&x);
}

int main(void)
{
    setenv("STARLOOP_STALL_SECONDS", "1", 1);
    sl_log_set_level(SL_LOG_NONE);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    test_pairs();
    test_waits();
    test_overtaken();
    test_own_reader();
    test_handler();
    test_poison();
    test_stall();
    test_threads();
    test_shared_request();
    measure();
    sl_view *x = make("open", 1);
    (void)SL_HOST_READ(double, x);
    is_int(sl_finalize(), SL_ERR_BUSY, "the library does not end while a view is open");
    sl_host_end(x);
    sl_view_destroy(&x);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
