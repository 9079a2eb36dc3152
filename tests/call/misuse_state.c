/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls at the wrong time or place: before sl_init, after sl_finalize, inside a task, while the host holds a view. */
#include <stdatomic.h>

#include <starloop/starpu.h>

#include "base/state.h"
#include "exec/cpu/cpu.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ms_ask, (i), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ms_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ms_sum, (i), in(double, 1, y, own), reduce(double, sum, s));
extern const sl_kernel ms_add__kernel;

enum { N = 64 };
static sl_view *x, *y, *z, *other;
static sl_event *event;

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

/* Every public function of loop.h that needs a library that is started. */
static void test_not_started(sl_view *v, const char *when)
{
    char name[80];
    double s = -7;
    sl_event *none = NULL;
    sl_space space = SL_RANGE(0, N);
#define not_started(call, function) \
    do { \
        snprintf(name, sizeof name, "%s %s", function, when); \
        refused(call, SL_ERR_STATE, name, function, "sl_init"); \
    } while (0)
    not_started(sl_submit(&ms_add__kernel, NULL, &space, NULL, 0), "sl_submit");
    not_started(sl_forall(ms_add, space, 1.0, v), "sl_forall");
    not_started(sl_reduce(ms_sum, space, v, &s), "sl_reduce");
    not_started(sl_forall(ms_sum, space, v, SL_INTO(v, 0)), "sl_forall");
    not_started(sl_task(nothing, NULL), "sl_task");
    not_started(sl_task(nothing, NULL, SL_R(v)), "sl_task");
    not_started(sl_wait(), "sl_wait");
    not_started(sl_event_record(&none), "sl_event_record");
    not_started(sl_event_wait(NULL), "sl_event_wait");
    not_started(sl_view_wait(v), "sl_view_wait");
    not_started(sl_pause(), "sl_pause");
    not_started(sl_finalize(), "sl_finalize");
    ok(none == NULL && s == -7, "no output is written %s", when);
    is_int(sl_event_test(NULL), -1, "sl_event_test is -1 %s", when);
    ok(SL_HOST_READ(double, v) == NULL && sl_last_status() == SL_ERR_STATE, "SL_HOST_READ is refused %s", when);
    sl_event_destroy(NULL);
    sl_event_destroy(&none);
    ok(none == NULL, "sl_event_destroy takes NULL and no event %s", when);
}

/* ---- inside a task ------------------------------------------------------------------------------------- */

enum { WAIT, VIEW_WAIT, REDUCE, READ, WRITE, EVENT, SYNCHRONOUS, SYNCHRONOUS_TASK, FINALIZE, INIT, PAUSE, CALLS };
static const char *const call_name[CALLS] = {"sl_wait",       "sl_view_wait",  "sl_reduce", "SL_HOST_READ",
                                             "SL_HOST_WRITE", "sl_event_wait", "sl_forall", "sl_task",
                                             "sl_finalize",   "sl_init",       "sl_pause"};
static sl_status call_status[CALLS];
static char call_text[CALLS][300];

static sl_status blocking_call(int call)
{
    double s = 0;
    switch (call) {
    case WAIT: return sl_wait();
    case VIEW_WAIT: return sl_view_wait(other);
    case REDUCE: return sl_reduce(ms_sum, SL_RANGE(0, N), other, &s);
    case READ: return SL_HOST_READ(double, other) ? SL_SUCCESS : sl_last_status();
    case WRITE: return SL_HOST_WRITE(double, other) ? SL_SUCCESS : sl_last_status();
    case EVENT: return sl_event_wait(event);
    case SYNCHRONOUS: return sl_forall_with(SL_POLICY(.synchronous = 1), ms_add, SL_RANGE(0, N), 1.0, other);
    case SYNCHRONOUS_TASK: return sl_task_with(SL_POLICY(.synchronous = 1), nothing, NULL, SL_R(other));
    case FINALIZE: return sl_finalize();
    case INIT: return sl_init(NULL);
    default: return sl_pause();
    }
}

static int call_all(void *arg)
{
    (void)arg;
    for (int i = 0; i < CALLS; i++) {
        sl_clear_error();
        call_status[i] = blocking_call(i);
        snprintf(call_text[i], sizeof call_text[i], "%s", sl_last_error());
    }
    return 0;
}

static void check_all(const char *where)
{
    for (int i = 0; i < CALLS; i++) {
        if (!ok(call_status[i] == SL_ERR_CONTEXT, "%s inside %s is SL_ERR_CONTEXT", call_name[i], where))
            diag("%s: %s", sl_status_name(call_status[i]), call_text[i]);
        like(call_text[i], call_name[i], "%s inside %s is named", call_name[i], where);
        call_status[i] = SL_SUCCESS;
    }
}

/* A codelet of the program's own is a task, too. */
static void codelet_body(void *buffers[], void *arg)
{
    (void)buffers;
    call_all(arg);
}

static struct starpu_codelet codelet = {
    .cpu_funcs = {codelet_body}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "own"};

/* Bodies run on threads of OpenMP's, of which StarPU knows one. */
static atomic_int outside, refusals;
void ms_look(void);
void ms_look(void)
{
    if (!sl__in_task) /* it would wait for itself */
        outside++;
    else
        refusals += sl_wait() == SL_ERR_CONTEXT;
}

static void test_inside_a_body(void)
{
    sl__cpu_threads_override = 4;
    is_int(sl_forall_with(SL_POLICY(.schedule = SL_STATIC, .where = SL_CPU), ms_ask, SL_RANGE(0, N), z), SL_SUCCESS,
           "a loop whose body calls sl_wait() is queued");
    is_int(sl_wait(), SL_SUCCESS, "and ends well");
    is_int(outside, 0, "no thread of it takes itself for one outside a task");
    is_int(refusals, N, "in each iteration sl_wait() is SL_ERR_CONTEXT");
    is_int(misuse_changed(z, 301), 0, "and each has run");
    is_int(sl_task(nothing, NULL), SL_SUCCESS, "the program's own thread");
    is_int(sl_wait(), SL_SUCCESS, "can wait as before");
    sl__cpu_threads_override = 0;
}

static void test_inside_a_task(void)
{
    is_int(sl_event_record(&event), SL_SUCCESS, "an event is recorded");
    is_int(sl_task(call_all, NULL, SL_RW(x)), SL_SUCCESS, "a host task that calls what blocks is queued");
    is_int(sl_wait(), SL_SUCCESS, "and ends well");
    check_all("a task");
    is_int(starpu_task_insert(&codelet, STARPU_RW, sl_view_starpu_handle(x), 0), 0,
           "a codelet of the program's own that calls what blocks");
    starpu_task_wait_for_all();
    check_all("a codelet");
    is_int(misuse_changed(other, 200), 0, "the view that these calls wanted is as it was made");
    is_int(misuse_changed(x, 0), 0, "and so is the task's own");
    sl_event_destroy(&event);
    ok(event == NULL, "sl_event_destroy sets the handle to NULL");
}

/* What does not block is allowed inside a task: the graph may grow from there. */
static sl_status grown[4];

static int grow(void *arg)
{
    sl_event *inner = NULL;
    (void)arg;
    grown[0] = sl_forall(ms_add, SL_RANGE(0, N), 1.0, z);
    grown[1] = sl_event_record(&inner);
    grown[2] = sl_event_test(inner) >= 0 ? SL_SUCCESS : SL_ERR_STATE;
    grown[3] = sl_task(nothing, NULL, SL_R(z));
    sl_event_destroy(&inner);
    return 0;
}

static void test_grow(void)
{
    is_int(sl_task(grow, NULL, SL_R(x)), SL_SUCCESS, "a host task that submits is queued");
    is_int(sl_wait(), SL_SUCCESS, "and ends well");
    for (int i = 0; i < 4; i++)
        is_int(grown[i], SL_SUCCESS, "call %d inside the task, which does not block, is accepted", i);
    is_int(sl_wait(), SL_SUCCESS, "what it submitted ends well");
    is_int(misuse_changed(z, 302), 0, "and has done its work");
}

/* ---- while the host holds a view ----------------------------------------------------------------------- */

static void test_busy(void)
{
    double s = -7;
    double *p = SL_HOST_WRITE(double, y);
    for (int i = 0; p && i < N; i++)
        p[i] = 100 + i;
    refused(sl_reduce(ms_sum, SL_RANGE(0, N), y, &s), SL_ERR_BUSY, "sl_reduce of a view that the host writes",
            "sl_reduce: ", "ms_sum", "argument y", "\"y\"");
    refused(sl_forall_with(SL_POLICY(.synchronous = 1), ms_add, SL_RANGE(0, N), 1.0, y), SL_ERR_BUSY,
            "a synchronous loop on it", "sl_forall: ", "ms_add", "argument y");
    refused(sl_task_with(SL_POLICY(.synchronous = 1), nothing, NULL, SL_R(y)), SL_ERR_BUSY, "a synchronous task on it",
            "sl_task: ", "\"y\"");
    refused(sl_finalize(), SL_ERR_BUSY, "sl_finalize meanwhile", "sl_finalize: ");
    ok(s == -7, "no result is written");
    is_int(sl_forall(ms_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS, "a loop on it that does not wait is queued");
    is_int(sl_host_end(y), SL_SUCCESS, "sl_host_end");
    is_int(misuse_changed(y, 101), 0, "and runs when the host is done");

    const double *q = SL_HOST_READ(double, y);
    ok(q != NULL, "the host reads");
    is_int(sl_reduce(ms_sum, SL_RANGE(0, N), y, &s), SL_SUCCESS, "sl_reduce reads beside it");
    is_close(s, 101 * N + N * (N - 1) / 2, 0, "and gives the sum");
    refused(sl_forall_with(SL_POLICY(.synchronous = 1), ms_add, SL_RANGE(0, N), 1.0, y), SL_ERR_BUSY,
            "a synchronous loop that writes it", "sl_forall: ", "argument y");
    refused(sl_reduce(ms_sum, SL_RANGE(0, N), x, SL_INTO(y, 0)), SL_ERR_BUSY, "sl_reduce into it", "argument s");
    sl_host_end(y);
    is_int(misuse_changed(y, 101), 0, "the view is as it was");
}

/* sl_event_* of nothing. */
static void test_events(void)
{
    refused(sl_event_record(NULL), SL_ERR_ARGUMENT, "sl_event_record: no room for it", "sl_event_record: ", "event",
            "NULL");
    refused(sl_event_wait(NULL), SL_ERR_ARGUMENT, "sl_event_wait: no event", "sl_event_wait: ", "event", "NULL");
    sl_clear_error();
    is_int(sl_event_test(NULL), -1, "sl_event_test of no event is -1");
    is_int(sl_last_status(), SL_ERR_ARGUMENT, "and recorded");
    like(sl_last_error(), "sl_event_test: event", "with function and argument");
    sl_event_destroy(NULL);
    sl_event *none = NULL;
    sl_event_destroy(&none);
    ok(none == NULL, "sl_event_destroy takes no event");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    test_not_started(NULL, "before sl_init");
    refused(sl__init(SL__ABI - 1, NULL), SL_ERR_ARGUMENT, "sl_init by a program that was compiled with older headers",
            "sl_init: ", "with the headers of this library", "compile it again");
    refused(sl__init(SL__ABI + 1, NULL), SL_ERR_ARGUMENT, "and with newer ones", "sl_init: ", "compile it again");
    is_int(sl_is_initialized(), 0, "after which nothing is initialised");
    is_int((sl_init)(NULL), SL_SUCCESS, "the function itself, for other languages");
    is_int(sl_finalize(), SL_SUCCESS, "is ended like the macro");
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 100);
    z = misuse_vector("z", N, 300);
    other = misuse_vector("other", N, 200);
    test_inside_a_task();
    test_inside_a_body();
    test_grow();
    test_busy();
    test_events();
    sl_view *stale = x;
    is_int(sl_event_record(&event), SL_SUCCESS, "an event is recorded");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&other);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    test_not_started(stale, "after sl_finalize");
    refused(sl_event_wait(event), SL_ERR_STATE, "sl_event_wait of an old event after sl_finalize", "sl_event_wait");
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init again"))
        return done_testing();
    is_int(sl_event_test(event), 1, "an event of an earlier round is done");
    is_int(sl_event_wait(event), SL_SUCCESS, "and waiting for it succeeds");
    sl_event_destroy(&event);
    x = misuse_vector("x", N, 0);
    is_int(sl_forall(ms_add, SL_RANGE(0, N), 5.0, x), SL_SUCCESS, "a loop after all this is accepted");
    is_int(misuse_changed(x, 5), 0, "and computes");
    sl_view_destroy(&x);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize again");
    return done_testing();
}
