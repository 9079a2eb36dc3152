/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches: what is collected is handed over as one StarPU task, fails as if each loop were one, and keeps nobody
 * waiting who does not depend on it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#include <starloop/starpu.h>

#include "device/cpu/cpu.h"
#include "device/cpu/parts.h"
#include "loop/batch.h"
#include "loop/lean.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(bt_copy, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_add, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));

SL_KERNEL_DECLARE(bt_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(bt_fold, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_stop, (i), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_mark, (i), scalar(int, number), inout(uint64_t, 1, y, own));

enum { N = 100, MOST_SENT = 64, PATIENCE = 5 };
static const sl_space all = SL_RANGE(0, N);
static const sl_policy on_cpu = {.where = SL_CPU};

/* ---- a gate ---------------------------------------------------------------------------------------------- */

/* A host task that holds the worker until the gate is open, and fails when that does not happen. */
static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_changed = PTHREAD_COND_INITIALIZER;
static struct gate {
    int open, reached;
} gate, inner; /* before the worker, and in the body of bt_stop */

static struct timespec in_seconds(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    int64_t ns = t.tv_nsec + (int64_t)(seconds * 1e9);
    t.tv_sec += ns / 1000000000;
    t.tv_nsec = ns % 1000000000;
    return t;
}

static int wait_at_gate(void *arg)
{
    struct timespec until = in_seconds(PATIENCE);
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

static void open_gate(struct gate *g)
{
    pthread_mutex_lock(&gate_lock);
    g->open = 1;
    pthread_cond_broadcast(&gate_changed);
    pthread_mutex_unlock(&gate_lock);
}

static void reach_gate(const struct gate *g)
{
    pthread_mutex_lock(&gate_lock);
    while (!g->reached)
        pthread_cond_wait(&gate_changed, &gate_lock);
    pthread_mutex_unlock(&gate_lock);
}

/* The only worker group waits at the gate; a view that the task uses, or NULL. */
static void close_gate(sl_view *view)
{
    gate.open = gate.reached = 0;
    if (view)
        must(sl_task(wait_at_gate, &gate, SL_RW(view)));
    else
        must(sl_task(wait_at_gate, &gate));
    reach_gate(&gate);
}

/* ---- what is handed to StarPU ---------------------------------------------------------------------------- */

/* Loops of each batch that was handed over; 0: a task that is none. */
static _Atomic int handed[MOST_SENT], handed_over;
static int open_at; /* the gate is opened when so many were; 0: it is not */
static int refuse;  /* the next ones */

#undef starpu_task_submit
int starpu_task_submit(struct starpu_task *task)
{
    static int (*real)(struct starpu_task *);
    if (real == NULL)
        real = (int (*)(struct starpu_task *))dlsym(RTLD_NEXT, "starpu_task_submit");
    if (refuse)
        return -ENODEV;
    int batch = task->cl && task->cl->name && strcmp(task->cl->name, "sl_batch") == 0;
    int number = atomic_fetch_add(&handed_over, 1);
    if (number < MOST_SENT)
        handed[number] = batch ? ((const sl__batch *)task->cl_arg)->count : 0;
    int open = open_at > 0 && number + 1 == open_at, result = real(task);
    if (open)
        open_gate(&gate);
    return result;
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
        if (p[i] != after(first_value(i, salt), a, times) && count++ == 0)
            diag("%s[%lld]: got %llu, want %llu", sl_view_label(view), (long long)i, (unsigned long long)p[i],
                 (unsigned long long)after(first_value(i, salt), a, times));
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
    must(sl_forall_with(on_cpu, bt_copy, all, c, a));
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
}

/* What does not depend on c goes on. */
static void check_beside(const char *who)
{
    uint64_t sum = 0, want = 0, memory[N];
    sl_view *w = NULL;
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    is_int(differ(b, 2, 7, 1), 0, "%s: a loop over another view can be read", who);
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    sl_status status = sl_reduce_with(on_cpu, bt_sum, all, b, &sum);
    for (sl_index i = 0; i < N; i++)
        want += after(first_value(i, 2), 7, 1);
    ok(status == SL_SUCCESS && sum == want, "%s: a reduction of it ends", who);
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    is_int(sl_view_wait(b), SL_SUCCESS, "%s: sl_view_wait ends", who);
    memset(memory, 0, sizeof memory);
    must(sl_view_wrap("w", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w));
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(on_cpu, bt_add, all, 9, w));
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
    struct timespec until = in_seconds(PATIENCE);
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
        must(sl_forall_with(on_cpu, bt_add, all, 5, view));
    is_int(differ(view, 4, 5, (int)calls), 0, "a thread queues %ld loops meanwhile", calls);
    sl_view_destroy(&view);
    return arg;
}

static void test_held_meanwhile(void)
{
    enum { ROUNDS = 2000 };
    pthread_t thread;
    int failed = 0;
    make_views();
    pthread_create(&thread, NULL, collect_elsewhere, NULL);
    for (int r = 0; r < ROUNDS && !failed; r++) {
        must(sl_forall_with(on_cpu, bt_add, all, 7, b));
        failed |= SL_HOST_WRITE(uint64_t, c) == NULL;
        must(sl_forall_with(on_cpu, bt_copy, all, c, a));
        must(sl_forall_with(on_cpu, bt_add, all, 5, a));
        must(sl_forall_with(on_cpu, bt_add, all, 7, b));
        failed |= sl_view_wait(b) != SL_SUCCESS || SL_HOST_READ(uint64_t, b) == NULL;
        sl_host_end(b);
        sl_host_end(c);
    }
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    ok(!failed, "%d times a view is waited for while another one is held", ROUNDS);
    is_int(differ(b, 2, 7, 2 * ROUNDS), 0, "with the right results");
    must(sl_wait());
    destroy_views();
}

/* ---- what is collected is handed over before a wait, and before the host has a view ----------------------- */

/* Behind the gate one loop is handed over, and one is collected. */
static void queue_behind_gate(int open_it_at)
{
    open_at = handed_over = 0;
    close_gate(NULL);
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    ok(handed_over == 2 && handed[1] == 1, "behind a task that runs one loop is handed over, the others are collected");
    open_at = open_it_at;
}

static void check_handed(sl_status status, const char *what)
{
    ok(status == SL_SUCCESS, "%s ends, which opens the gate by handing over what was collected", what);
    is_int(sl_wait(), SL_SUCCESS, "%s: nobody has waited at the gate in vain", what);
    ok(handed_over == 3 && handed[2] == 2, "%s: two loops were a batch", what);
    open_at = 0;
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
    ok(handed_over == 3 && handed[2] == 2, "which hands over what was collected");
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    ok(handed_over == 4 && handed[3] == 1, "while it is open, nothing is collected");
    must(sl_host_end(c));
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    is_int(handed_over, 4, "and then again");
    (void)sl_view_starpu_handle(c);
    ok(handed_over == 5 && handed[4] == 1, "so does asking for a handle");
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    ok(handed_over == 6 && handed[5] == 1, "while the program has it, nothing is collected");
    must(sl_view_starpu_done(c));
    must(sl_forall_with(on_cpu, bt_add, all, 7, b));
    is_int(handed_over, 6, "and then again");
    open_gate(&gate);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    is_int(differ(a, 1, 5, 8), 0, "every loop over a has run once, in order");
    is_int(differ(b, 2, 7, 8), 0, "and over b");
    destroy_views();
}

/* ---- a view whose loop has ended, in a batch that has not -------------------------------------------------- */

static int stopped = -1; /* what the gate in the body of bt_stop has come to */

void bt_stop_here(void); /* called by it */
void bt_stop_here(void)
{
    stopped = wait_at_gate(&inner);
}

static void test_destroyed(void)
{
    sl_view *v = vector("v", 4), *fresh = NULL;
    make_views();
    handed_over = 0;
    close_gate(NULL);
    must(sl_forall_with(on_cpu, bt_add, all, 5, a));
    must(sl_forall_with(on_cpu, bt_add, all, 5, v));
    must(sl_forall_with(on_cpu, bt_stop, SL_RANGE(0, 1), b));
    open_gate(&gate);
    reach_gate(&inner);
    ok(handed_over == 3 && handed[2] == 2, "a batch stands in its second loop");
    sl_view_destroy(&v);
    is_int(sl_view_create("fresh", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &fresh), SL_SUCCESS,
           "the view of its first loop is destroyed, and another one is made");
    open_gate(&inner);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    is_int(stopped, 0, "and the batch had not to end for that");
    sl_view_destroy(&fresh);
    destroy_views();
}

/* ---- failures -------------------------------------------------------------------------------------------- */

/* Views of a batch in which a loop fails, the values that they should have then, and whether they should be there. */
enum { X, Y, Z, U, V, W, VECTORS, LONG = 5000, FAILS_AT = 3217 };
static sl_view *part[VECTORS], *sum_z, *sum_u;
static uint64_t plain[VECTORS][LONG];

static void make_parts(void)
{
    static const char *const names[] = {"x", "y", "z", "u", "v", "w"};
    for (int k = 0; k < VECTORS; k++) {
        part[k] = view_of(names[k], SL_UINT64, RIGHT, SL_EXTENTS(LONG));
        uint64_t *p = SL_HOST_WRITE(uint64_t, part[k]);
        for (sl_index i = 0; i < LONG; i++)
            p[i] = plain[k][i] = first_value(i, (uint64_t)k);
        must(sl_host_end(part[k]));
    }
    sum_z = view_of("sum_z", SL_UINT64, RIGHT, SL_EXTENTS());
    sum_u = view_of("sum_u", SL_UINT64, RIGHT, SL_EXTENTS());
}

static void destroy_parts(void)
{
    for (int k = 0; k < VECTORS; k++)
        sl_view_destroy(&part[k]);
    sl_view_destroy(&sum_z);
    sl_view_destroy(&sum_u);
}

static void check_part(int k, const char *where)
{
    const uint64_t *p = SL_HOST_READ(uint64_t, part[k]);
    int wrong = p ? 0 : LONG;
    for (sl_index i = 0; p && i < LONG; i++)
        if (p[i] != plain[k][i] && wrong++ == 0)
            diag("%s[%lld]: got %llu, want %llu", sl_view_label(part[k]), (long long)i, (unsigned long long)p[i],
                 (unsigned long long)plain[k][i]);
    if (p)
        sl_host_end(part[k]);
    is_int(wrong, 0, "%s: %s is right", where, sl_view_label(part[k]));
}

static void check_spoilt(sl_view *view, const char *where)
{
    sl_clear_error();
    ok(sl_view_wait(view) == SL_ERR_RAISED && strstr(sl_last_error(), "bt_fail") &&
           strstr(sl_last_error(), "(3217)") && SL_HOST_READ(uint64_t, view) == NULL,
       "%s: %s is spoilt, by the loop that has failed", where, sl_view_label(view));
    sl_clear_error();
}

/* A loop that was skipped has left what it would have changed; of a chain at least the part of the failure. */
static void check_untouched(int k, int chain, const char *where)
{
    starpu_data_handle_t handle = sl_view_starpu_handle(part[k]); /* the host does not get what is spoilt */
    int changed = 0;
    must(starpu_data_acquire(handle, STARPU_R) == 0 ? SL_SUCCESS : SL_ERR_STARPU);
    for (sl_index i = chain ? FAILS_AT : 0; i < (chain ? FAILS_AT + 1 : LONG); i++)
        changed += ((const uint64_t *)part[k]->data)[i] != plain[k][i];
    starpu_data_release(handle);
    must(sl_view_starpu_done(part[k]));
    is_int(changed, 0, "%s: the loops over %s were skipped", where, sl_view_label(part[k]));
}

static void check_sum(const char *where)
{
    uint64_t want = 0;
    const uint64_t *p = SL_HOST_READ(uint64_t, sum_z);
    for (sl_index i = 0; i < LONG; i++)
        want += plain[Z][i];
    ok(p && *p == want, "%s: the sum of z is right", where);
    if (p)
        sl_host_end(sum_z);
}

/* The loops behind the gate: one that is handed over, and those that become a batch. A loop that is not the first of
 * them fails. */
static void queue_failing(sl_policy p)
{
    const sl_space space = SL_RANGE(0, LONG);
    must(sl_forall_with(p, bt_add, space, 5, part[X]));
    must(sl_forall_with(p, bt_copy, space, part[X], part[Y]));
    must(sl_forall_with(p, bt_fail, space, FAILS_AT, part[X], part[Z]));
    must(sl_forall_with(p, bt_fold, space, part[Z], part[U])); /* skipped */
    must(sl_forall_with(p, bt_fold, space, part[X], part[V]));
    must(sl_forall_with(p, bt_fold, space, part[U], part[W])); /* skipped */
    must(sl_forall_with(p, bt_add, space, 7, part[U]));        /* skipped */
    must(sl_forall_with(p, bt_copy, space, part[X], part[Z])); /* good again */
    must(sl_forall_with(p, bt_add, space, 9, part[Z]));
    must(sl_forall_with(p, bt_fold, space, part[Z], part[Y]));
    must(sl_forall_with(p, bt_sum, space, part[Z], SL_INTO(sum_z)));
    must(sl_forall_with(p, bt_sum, space, part[U], SL_INTO(sum_u))); /* skipped */
}

static void interpret_failing(void)
{
    for (sl_index i = 0; i < LONG; i++) {
        plain[X][i] = plain[X][i] * 3 + 5;
        plain[V][i] = plain[V][i] * 3 + plain[X][i];
        plain[Z][i] = plain[X][i] * 3 + 9;
        plain[Y][i] = plain[X][i] * 3 + plain[Z][i];
    }
}

static void test_failure_inside(sl_policy p, int chain, const char *where)
{
    for (int again = 0; again < 3; again++) { /* what never ran counts as long, and few such loops make a batch */
        make_parts();
        queue_failing(p);
        (void)sl_wait();
        destroy_parts();
    }
    make_parts();
    handed_over = 0;
    close_gate(part[X]);
    queue_failing(p);
    sl__batch_flush();
    ok(handed_over == 3 && handed[1] == 1 && handed[2] == 11, "%s: eleven loops are a batch, and one fails", where);
    open_gate(&gate);
    interpret_failing();
    check_spoilt(part[U], where);
    check_spoilt(part[W], where);
    check_spoilt(sum_u, where);
    check_untouched(U, chain, where);
    check_untouched(W, chain, where);
    for (int k = X; k <= V; k++)
        if (k != U)
            check_part(k, where);
    check_sum(where);
    is_int(sl_wait(), SL_SUCCESS, "%s: the failure was told once", where);
    destroy_parts();
}

/* The loop before the batch fails: what depends on it is not there when the batch begins. */
static void test_failure_before(sl_policy p, int chain, const char *where)
{
    const sl_space space = SL_RANGE(0, LONG);
    make_parts();
    handed_over = 0;
    close_gate(part[X]);
    must(sl_forall_with(p, bt_fail, space, FAILS_AT, part[X], part[Z]));
    must(sl_forall_with(p, bt_fold, space, part[X], part[V]));
    must(sl_forall_with(p, bt_copy, space, part[Z], part[U])); /* skipped */
    must(sl_forall_with(p, bt_fold, space, part[Z], part[W])); /* skipped */
    must(sl_forall_with(p, bt_copy, space, part[X], part[Z])); /* good again */
    must(sl_forall_with(p, bt_fold, space, part[Z], part[Y]));
    must(sl_forall_with(p, bt_copy, space, part[Z], part[U])); /* good again */
    must(sl_forall_with(p, bt_add, space, 3, part[U]));
    sl__batch_flush();
    /* With several GPUs the first one, which shares no view with the others, may go to another. */
    int apart = p.where == SL_CUDA && sl_gpus() > 1;
    ok(apart ? handed_over == 4 && handed[2] == 1 && handed[3] == 6 : handed_over == 3 && handed[2] == 7,
       "%s: seven loops are a batch, behind one that fails", where);
    open_gate(&gate);
    for (sl_index i = 0; i < LONG; i++) {
        plain[V][i] = plain[V][i] * 3 + plain[X][i];
        plain[Z][i] = plain[X][i];
        plain[Y][i] = plain[Y][i] * 3 + plain[Z][i];
        plain[U][i] = plain[Z][i] * 3 + 3;
    }
    check_spoilt(part[W], where);
    check_untouched(W, chain, where);
    for (int k = X; k <= V; k++)
        check_part(k, where);
    is_int(sl_wait(), SL_SUCCESS, "%s: the failure was told once", where);
    destroy_parts();
}

static void test_failures(sl_policy p, int chain, const char *where)
{
    test_failure_inside(p, chain, where);
    test_failure_before(p, chain, where);
}

/* On CPUs: part by part with several numbers of threads and parts, and one loop after another. */
static void test_failures_on_cpu(void)
{
    static const int way[][2] = {{1, 1}, {1, 9}, {2, 7}, {3, 16}, {4, 4}, {0, 0}};
    char where[80];
    setenv("STARLOOP_SERIAL_BELOW", "4", 1); /* so that these loops are shared out */
    for (int chain = 1; chain >= 0; chain--) {
        setenv("STARLOOP_CHAIN", chain ? "1" : "0", 1);
        must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE}));
        for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
            sl__cpu_threads_override = way[k][0];
            sl__parts_override = way[k][1];
            snprintf(where, sizeof where, "%s, %d threads, %d parts", chain ? "a chain" : "one by one", way[k][0],
                     way[k][1]);
            test_failures(on_cpu, chain, where);
        }
        sl__cpu_threads_override = sl__parts_override = 0;
        must(sl_finalize());
    }
    unsetenv("STARLOOP_CHAIN");
    unsetenv("STARLOOP_SERIAL_BELOW");
}

/* ---- where views should be ------------------------------------------------------------------------------- */

static float lean_of(sl_view *view)
{
    return atomic_load(&view->lean);
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
    atomic_store(&a->lean, 0.5f);
    atomic_store(&b->lean, 0.5f);
    task.where = STARPU_CPU;
    sl__task_add_view(&task, a, SL_READ, 0);
    sl__task_add_view(&task, b, SL_RDWR, 0);
    sl__task_add_view(&task, c, SL_WRITE, 0);
    sl__lean_pinned(&task);
    ok(lean_of(a) == 0.5f && lean_of(b) == -1 && lean_of(c) == 0,
       "a task for CPUs brings what it writes back, unless no loop has weighed it");
    task.where = STARPU_CUDA;
    sl__lean_pinned(&task);
    ok(lean_of(a) == 0.5f && lean_of(b) == 1 && lean_of(c) == 1, "one for a GPU takes it there");
    for (int i = 0; i < SL__TASK_VIEWS; i++)
        many[i] = (sl__task_view){a, SL_READ, 0};
    many[SL__TASK_VIEWS] = (sl__task_view){c, SL_WRITE, 0};
    task.where = STARPU_CPU;
    task.many = many;
    task.views = SL__TASK_VIEWS + 1;
    sl__lean_pinned(&task);
    ok(lean_of(a) == 0.5f && lean_of(b) == 1 && lean_of(c) == -1, "also a host task with more views than a loop has");
    if (have_gpu("loops and host tasks that may run on one side only say where what they write is")) {
        must(sl_forall_with(on_cpu, bt_add, all, 5, a));
        ok(lean_of(a) == -1, "a loop for CPUs says so");
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), bt_add, all, 5, a));
        ok(lean_of(a) == 1, "one for a GPU, too");
        must(sl_task(nothing, NULL, SL_R(b), SL_RW(a)));
        ok(lean_of(a) == -1 && lean_of(b) == 1, "and a host task");
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
    handed_over = 0;
    close_gate(NULL);
    must(sl_forall_with(on_cpu, bt_mark, SL_RANGE(0, 1), 0, a));
    must(sl_forall_with(on_cpu, bt_mark, SL_RANGE(0, 1), 1, a));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU, .priority = 5), bt_mark, SL_RANGE(0, 1), 2, b));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU, .priority = 4), bt_mark, SL_RANGE(0, 1), 3, c));
    ok(handed_over == 5 && handed[2] == 1 && handed[3] == 0 && handed[4] == 0,
       "a loop with a priority is handed over at once, behind what was collected");
    open_gate(&gate);
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
    struct timespec until = in_seconds(0.2);
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
    refuse = 1;
    must(sl_forall_with(on_cpu, bt_copy, all, x, y));
    sl__batch_flush(); /* the batch before may not have passed yet */
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
    unsetenv("STARLOOP_BATCH");
    unsetenv("STARLOOP_CHAIN");
    setenv("STARLOOP_INLINE", "0", 1); /* what runs in the calling thread is in no batch */
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE}));
    test_held_here();
    test_held_elsewhere();
    test_held_handle();
    test_held_meanwhile();
    test_flushes();
    test_destroyed();
    test_pinned();
    test_refused();
    if (have_gpu("a failure inside a batch on a GPU spoils what depends on it, and nothing else"))
        test_failures((sl_policy){.where = SL_CUDA}, 0, "on a GPU");
    must(sl_finalize());
    sl_log_set_level(SL_LOG_NONE);
    test_failures_on_cpu();
    unsetenv("STARPU_SCHED");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE, .scheduler = "prio"}));
    test_priorities();
    must(sl_finalize());
    return done_testing();
}
