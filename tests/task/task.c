/* SPDX-License-Identifier: BSD-3-Clause */
/* Host functions in the graph: their order, their data, their failures. */
#include <stdatomic.h>
#include <time.h>

#include "task/host_function.h"
#include "task/task.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ta_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ta_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 100, VIEWS = 12 };
static sl_view *x, *y, *many[VIEWS];
static atomic_int calls;
static double total;

static int double_it(void *arg)
{
    double *p = sl_task_data(arg);
    if (!p)
        return 1;
    for (int i = 0; i < N; i++)
        p[i] *= 2;
    calls++;
    return 0;
}

/* x + 1, doubled, again and again: any other order gives other values. */
static void test_order(void)
{
    int failed = 0, wrong = 0;
    for (int s = 0; s < 20; s++) {
        failed += sl_forall(ta_add, SL_RANGE(0, N), 1.0, x) != SL_SUCCESS;
        failed += sl_task(double_it, x, SL_RW(x)) != SL_SUCCESS;
    }
    is_int(failed, 0, "loops and host tasks on one view are queued in turn");
    const double *p = SL_HOST_READ(double, x);
    for (int i = 0; p && i < N; i++) {
        double want = i;
        for (int s = 0; s < 20; s++)
            want = (want + 1) * 2;
        wrong += p[i] != want;
    }
    ok(p && wrong == 0, "and run in that order");
    sl_host_end(x);
    is_int(calls, 20, "each once");
}

static int read_sum(void *arg)
{
    const double *p = sl_task_data(arg);
    double sum = 0;
    for (int i = 0; p && i < N; i++)
        sum += p[i];
    total = sum;
    return p == NULL;
}

static int fill(void *arg)
{
    double *p = sl_task_data(arg);
    for (int i = 0; p && i < N; i++)
        p[i] = 7;
    return p == NULL;
}

static void test_modes(void)
{
    is_int(sl_task(fill, y, SL_W(y)), SL_SUCCESS, "a task that writes");
    sl_forall(ta_add, SL_RANGE(0, N), 1.0, y);
    is_int(sl_task(read_sum, y, SL_R(y)), SL_SUCCESS, "one that reads, after a loop");
    sl_forall(ta_add, SL_RANGE(0, N), 100.0, y);
    double s = 0;
    is_int(sl_reduce(ta_sum, SL_RANGE(0, N), y, &s), SL_SUCCESS, "and a reduction after another loop");
    is_close(total, 8.0 * N, 0, "the reading task saw what was before it only");
    is_close(s, 108.0 * N, 0, "and the reduction everything");
    is_int(sl_task_with(SL_POLICY(.synchronous = 1, .label = "now"), fill, y, SL_RW(y)), SL_SUCCESS,
           "a synchronous task");
    const double *p = SL_HOST_READ(double, y);
    ok(p && p[0] == 7 && p[N - 1] == 7, "is done when the call returns");
    sl_host_end(y);
}

static int add_all(void *arg)
{
    double *first = sl_task_data(many[0]);
    (void)arg;
    if (!first)
        return 1;
    for (int v = 1; v < VIEWS; v++) {
        const double *p = sl_task_data(many[v]);
        if (!p)
            return 1 + v;
        for (int i = 0; i < N; i++)
            first[i] += p[i];
    }
    return 0;
}

static void test_many(void)
{
    for (int v = 0; v < VIEWS; v++)
        many[v] = misuse_vector("one of many", N, 0);
    for (int v = 0; v < VIEWS; v++)
        sl_forall(ta_add, SL_RANGE(0, N), (double)v, many[v]);
    is_int(sl_task(add_all, NULL, SL_RW(many[0]), SL_R(many[1]), SL_R(many[2]), SL_R(many[3]), SL_R(many[4]),
                   SL_R(many[5]), SL_R(many[6]), SL_R(many[7]), SL_R(many[8]), SL_R(many[9]), SL_R(many[10]),
                   SL_R(many[11])),
           SL_SUCCESS, "a task with %d views is queued", VIEWS);
    double s = 0;
    is_int(sl_reduce(ta_sum, SL_RANGE(0, N), many[0], &s), SL_SUCCESS, "and ends well");
    is_close(s, 12.0 * 4950 + 66.0 * N, 0, "having seen all of them");
    is_int(sl_task(fill, many[3], SL_R(many[3]), SL_W(many[3])), SL_SUCCESS, "a view given twice counts once");
    is_int(sl_wait(), SL_SUCCESS, "and ends well");
    for (int v = 0; v < VIEWS; v++)
        sl_view_destroy(&many[v]);
}

static int fail(void *arg)
{
    calls++;
    return (int)(intptr_t)arg;
}

static int count(void *arg)
{
    (void)arg;
    calls++;
    return 0;
}

static void test_failures(void)
{
    calls = 0;
    sl_task_with(SL_POLICY(.label = "the bad task"), fail, (void *)(intptr_t)42, SL_W(x));
    sl_task(count, NULL, SL_R(x), SL_W(y));
    surfaces(sl_wait(), SL_ERR_TASK, "a host task that returns 42", "the bad task", "42");
    is_int(calls, 1, "the task behind it was skipped");
    is_int(sl_wait(), SL_SUCCESS, "and the failure is told once");
    surfaces(sl_view_wait(y), SL_ERR_TASK, "what the skipped task writes", "the bad task");
    sl_task(fill, x, SL_W(x));
    is_int(sl_view_wait(x), SL_SUCCESS, "a task that writes makes a view good again");
    sl_task(count, NULL, SL_W(y));
    is_int(sl_view_wait(y), SL_SUCCESS, "and another the other");
    is_int(calls, 2, "and has run");
    surfaces(sl_task_with(SL_POLICY(.synchronous = 1), fail, (void *)(intptr_t)-1, SL_RW(x)), SL_ERR_TASK,
             "a synchronous task that fails", "-1");
    is_int(sl_wait(), SL_SUCCESS, "is told once");
    sl_task(fill, x, SL_W(x));
    sl_task(fail, (void *)(intptr_t)5);
    surfaces(sl_wait(), SL_ERR_TASK, "a failing task without views", "5");
    sl_task(fail, (void *)(intptr_t)6, SL_R(x));
    is_int(sl_wait(), SL_ERR_TASK, "a failing task that only reads");
    is_int(sl_view_wait(x), SL_SUCCESS, "leaves what it reads good");
}

/* A task asks for a view that it was not given. */
static atomic_int foreign_status;
static int ask_foreign(void *arg)
{
    foreign_status = sl_task_data(arg) == NULL ? sl_last_status() : SL_SUCCESS;
    return 0;
}

/* ---- tasks that queue tasks, at the end ---- */

static void nap(double seconds)
{
    struct timespec t = {0, (long)(1e9 * seconds)};
    nanosleep(&t, NULL);
}

static int fail_late(void *arg)
{
    nap(0.1);
    return (int)(intptr_t)arg;
}

static int queue_another(void *arg)
{
    nap(0.1); /* sl_finalize() waits for what is queued by now */
    return sl_task_with(SL_POLICY(.label = "the child"), fail_late, arg) != SL_SUCCESS;
}

static void test_late_failure(void)
{
    sl_task(queue_another, (void *)(intptr_t)9);
    surfaces(sl_finalize(), SL_ERR_TASK, "a task that a task has queued fails during sl_finalize()", "the child", "9");
    is_int(sl_is_initialized(), 0, "which ends the library all the same");
    is_int(sl_init(NULL), SL_SUCCESS, "the library starts again");
    is_int(sl_wait(), SL_SUCCESS, "and the failure is not told in the next round");
}

/* ---- the log at level debug ---- */

static atomic_int told;
static void tell(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file, (void)line, (void)arg;
    told += level == SL_LOG_DEBUG && (strstr(text, "\"a loop to see\"") || strstr(text, "\"a task to see\""));
}

static void test_debug(void)
{
    sl_log_set_handler(tell, NULL);
    sl_log_set_level(SL_LOG_INFO);
    sl_forall_with(SL_POLICY(.label = "a loop to see"), ta_add, SL_RANGE(0, N), 1.0, x);
    is_int(told, 0, "a call is not in the log");
    sl_log_set_level(SL_LOG_DEBUG);
    sl_forall_with(SL_POLICY(.label = "a loop to see"), ta_add, SL_RANGE(0, N), 1.0, x);
    is_int(told, 1, "but at level debug it is, by its label");
    sl_task_with(SL_POLICY(.label = "a task to see"), count, NULL);
    is_int(told, 2, "and so is a host task");
    sl_log_set_level(SL_LOG_WARN);
    sl_log_set_handler(misuse_count, NULL);
    sl_wait();
}

/* ---- what the scheduler is told ---- */

static int slow(void *arg)
{
    (void)arg;
    nap(0.02);
    return 0;
}

static double cost_of(sl_task_function function)
{
    sl__task task = {.footprint = sl__function_footprint(function)};
    struct starpu_task starpu_task = {.cl_arg = &task};
    return sl__task_host_codelet.model->arch_cost_function(&starpu_task, NULL, 0);
}

static int never_run(void *arg)
{
    return arg != NULL;
}

static void test_cost(void)
{
    double unknown = cost_of(never_run);
    ok(unknown > 0 && unknown < 1e6, "a host function that never ran has a cost (%g us)", unknown);
    for (int k = 0; k < 3; k++)
        sl_task(slow, NULL);
    sl_wait();
    ok(cost_of(slow) > 0.8 * 2e4 && cost_of(slow) < 2e6, "one that ran costs what it took (%g us)", cost_of(slow));
    ok(cost_of(never_run) == unknown, "and others cost what they did");
}

static double memory[N];
static sl_view *wrapped;

static int destroy(void *arg)
{
    (void)arg;
    sl_view_destroy(&wrapped);
    return 0;
}

/* A task cannot wait for those that use a wrapped view: the next wait does. */
static void test_destroy(void)
{
    enum { ROUNDS = 100, LOOPS = 3 };
    int bad = 0, kept = 0;
    for (int round = 0; round < ROUNDS && kept == 0; round++) {
        sl_status status = sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &wrapped);
        kept = status != SL_SUCCESS;
        if (kept)
            break;
        for (int i = 0; i < N; i++)
            memory[i] = i;
        sl_task(round % 2 ? slow : never_run, NULL, SL_RW(wrapped));
        for (int k = 0; k < LOOPS; k++)
            sl_forall(ta_add, SL_RANGE(0, N), 1.0, wrapped);
        sl_task(destroy, NULL);
        sl_wait();
        for (int i = 0; i < N; i++)
            bad += memory[i] != i + LOOPS;
    }
    is_int(bad, 0, "a wrapped view that a task destroys has all in its memory when a wait is over");
    is_int(kept, 0, "and can be wrapped again");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 0);
    test_order();
    test_modes();
    test_many();
    test_failures();
    sl_task(ask_foreign, x, SL_RW(y));
    is_int(sl_wait(), SL_SUCCESS, "a task asks for a view that it was not given");
    is_int(foreign_status, SL_ERR_ARGUMENT, "and gets NULL and SL_ERR_ARGUMENT");
    test_debug();
    test_cost();
    test_destroy();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    test_late_failure();
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
