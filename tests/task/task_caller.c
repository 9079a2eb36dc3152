/* SPDX-License-Identifier: BSD-3-Clause */
/* Host tasks with .where = SL_CALLER: in the calling thread where nobody uses their views, queued elsewhere; results,
 * order and failures are those of plain C either way. tests/call/region_task.c has those of random regions, and
 * tests/trace/tools.c what a tool is told. */
#include <pthread.h>

#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"
#include "random_programs.h"

SL_KERNEL_DECLARE(tc_scale, (i), scalar(double, a), inout(double, 1, y, own));

enum { N = 128, MANY = 40 };
static const sl_policy here = {.where = SL_CALLER};
static sl_view *x, *y;

typedef struct move {
    sl_view *from, *to;
    double add;
    pthread_t ran;
    int calls;
} move;

/* to = from + add */
static int copy(void *arg)
{
    move *m = arg;
    const double *p = sl_task_data(m->from);
    double *q = sl_task_data(m->to);
    m->ran = pthread_self();
    m->calls++;
    for (int i = 0; p && q && i < N; i++)
        q[i] = p[i] + m->add;
    return p == NULL || q == NULL;
}

static int is_here(const move *m)
{
    return m->calls > 0 && pthread_equal(m->ran, pthread_self());
}

static int wrong_in(sl_view *v, const double want[])
{
    int wrong = 0;
    const double *p = SL_HOST_READ(double, v);
    for (int i = 0; p != NULL && i < N; i++)
        if (p[i] != want[i] && wrong++ == 0)
            diag("%s[%d]: got %g, want %g", sl_view_label(v), i, p[i], want[i]);
    wrong += p == NULL;
    sl_host_end(v);
    return wrong;
}

static void test_idle(void)
{
    double want[N];
    move m = {.from = x, .to = y, .add = 0.5};
    for (int i = 0; i < N; i++)
        want[i] = i + 0.5;
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    ok(is_here(&m), "over idle views it has run in this thread when the call returns");
    is_int(wrong_in(y, want), 0, "and has written what plain C writes");
    m = (move){.from = x, .to = y};
    must(sl_task(copy, &m, SL_R(x), SL_W(y)));
    must(sl_wait());
    ok(m.calls == 1 && !is_here(&m), "without the policy a worker runs it");
}

static void test_used(void)
{
    double want[N];
    move m = {.from = x, .to = y, .add = 2};
    for (int i = 0; i < N; i++)
        want[i] = i + 2;
    atomic_store(&gate_open, 0);
    must(sl_task(wait_for_gate, NULL, SL_W(y)));
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    is_int(m.calls, 0, "while a task has its view it is queued, and the call returns");
    atomic_store(&gate_open, 1);
    must(sl_wait());
    ok(m.calls == 1 && !is_here(&m), "it comes after that task, on a worker");
    is_int(wrong_in(y, want), 0, "and finds its data");
    m = (move){.from = x, .to = y, .add = 2};
    const double *p = SL_HOST_READ(double, x);
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    ok(p != NULL && is_here(&m), "a view that the host reads may be read here");
    sl_host_end(x);
}

/* y = x + a here, or y *= b by a loop, in any order. */
static void test_order(void)
{
    double want[N];
    uint64_t seed = test_seed(1);
    int ran_here = 0;
    move m = {.from = x, .to = y};
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    for (int i = 0; i < N; i++)
        want[i] = i;
    for (int s = 0; s < 500; s++) {
        const double a = (double)below(&seed, 8);
        if (below(&seed, 2)) {
            const move one = {.from = x, .to = y, .add = a};
            must(sl_task_copy_with(here, copy, &one, SL_R(x), SL_W(y)));
            for (int i = 0; i < N; i++)
                want[i] = i + a;
        } else {
            must(sl_forall_with(SL_POLICY(.schedule = below(&seed, 2) ? SL_STATIC : SL_AUTO), tc_scale, SL_RANGE(0, N),
                                0.5, y));
            for (int i = 0; i < N; i++)
                want[i] *= 0.5;
        }
        if (below(&seed, 4) == 0) {
            must(sl_wait());
            move one = {.from = y, .to = y};
            must(sl_task_with(here, copy, &one, SL_RW(y)));
            ran_here += is_here(&one);
            must(sl_wait()); /* it may have been queued */
        }
    }
    is_int(wrong_in(y, want), 0, "500 of them among loops, queued and not, leave what plain C does");
    ok(ran_here > 0, "after a wait %d ran here", ran_here);
}

static int fails(void *arg)
{
    return *(int *)arg;
}

static void test_failure(void)
{
    const int seven = 7;
    move m = {.from = y, .to = x};
    must(sl_task_copy_with(SL_POLICY(.where = SL_CALLER, .label = "bad"), fails, &seven, SL_W(y)));
    must(sl_task_with(here, copy, &m, SL_R(y), SL_R(x)));
    is_int(m.calls, 0, "what would read what has failed does not run");
    surfaces(sl_wait(), SL_ERR_TASK, "the failure is that of a task", "host task \"bad\" failed: it returned 7");
    surfaces(sl_task_copy_with(SL_POLICY(.where = SL_CALLER, .synchronous = 1), fails, &seven, SL_W(y)), SL_ERR_TASK,
             "with .synchronous the call returns it", "it returned 7");
    m = (move){.from = x, .to = y};
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    is_int(sl_view_wait(y), SL_SUCCESS, "one that writes the view mends it");
}

typedef struct large {
    double row[1000];
    double *sum;
} large;

static int add_up(void *arg)
{
    large *l = arg;
    for (int i = 0; i < 1000; i++)
        *l->sum += l->row[i];
    memset(l->row, 0xff, sizeof l->row);
    return 0;
}

static sl_view *many[MANY];
static int count_many(void *arg)
{
    for (int v = 0; v < MANY; v++)
        *(int *)arg += sl_task_data(many[v]) != NULL;
    return 0;
}

static void test_sizes(void)
{
    double sum = 0;
    int seen = 0;
    sl_use uses[MANY];
    large l = {.sum = &sum};
    for (int i = 0; i < 1000; i++)
        l.row[i] = i;
    must(sl_task_copy_with(here, add_up, &l, SL_R(x)));
    ok(sum == 499500 && l.row[999] == 999, "a large argument is copied, too");
    for (int v = 0; v < MANY; v++) {
        many[v] = misuse_vector("one of many", 1, 0);
        uses[v] = (sl_use){many[v], SL_READ};
    }
    must(sl_task_submit(&here, count_many, &seen, uses, MANY));
    is_int(seen, MANY, "%d views may be used here", MANY);
    for (int v = 0; v < MANY; v++)
        sl_view_destroy(&many[v]);
    must(sl_task_submit(&here, fails, &(int){0}, NULL, 0));
}

static sl_status waited, ran, inner_status;
static sl_region *region;
static move inner;

static int calls_back(void *arg)
{
    waited = sl_wait();
    ran = arg != NULL ? sl_region_run(region) : SL_SUCCESS;
    inner = (move){.from = x, .to = y, .add = 9};
    inner_status = sl_task_with(here, copy, &inner, SL_R(x), SL_W(y));
    return inner.calls; /* 0: it waits for this one, which holds its views */
}

static void test_inside(void)
{
    double want[N];
    for (int i = 0; i < N; i++)
        want[i] = i + 9;
    must(sl_region_begin(&region));
    must(sl_task_with(here, calls_back, x, SL_R(x), SL_W(y)));
    must(sl_region_end(region));
    must(sl_region_run(region));
    is_int(waited, SL_ERR_CONTEXT, "in it nothing waits");
    is_int(ran, SL_ERR_CONTEXT, "and no region runs");
    is_int(inner_status, SL_SUCCESS, "it may queue another one");
    must(sl_wait());
    is_int(inner.calls, 1, "which runs when it is over");
    is_int(wrong_in(y, want), 0, "and what that has written is there");
    sl_clear_error();
    must(sl_task(calls_back, NULL, SL_R(x)));
    must(sl_wait());
    ok(inner.calls == 1 && !is_here(&inner), "from a task it is queued");
    sl_region_destroy(&region);
}

/* In a region each run looks at the views. */
static void test_region(void)
{
    double want[N];
    move m = {.from = x, .to = y, .add = 3};
    sl_view *z = misuse_vector("z", N, 100);
    must(sl_region_begin(&region));
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    must(sl_region_end(region));
    is_int(m.calls, 0, "while a region is recorded it is kept");
    must(sl_region_run(region));
    ok(is_here(&m), "a run calls it here");
    must(sl_region_set_view(region, x, z));
    must(sl_region_run(region));
    for (int i = 0; i < N; i++)
        want[i] = i + 103;
    is_int(wrong_in(y, want), 0, "with a view in another's place it finds that");
    atomic_store(&gate_open, 0);
    must(sl_task(wait_for_gate, NULL, SL_RW(z)));
    must(sl_region_run(region));
    is_int(m.calls, 2, "while a task has its view the run queues it");
    atomic_store(&gate_open, 1);
    must(sl_wait());
    is_int(m.calls, 3, "and it runs later");
    sl_region_destroy(&region);
    sl_view_destroy(&z);
}

static void test_off(void)
{
    move m = {.from = x, .to = y};
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_finalize());
    setenv("STARLOOP_INLINE", "0", 1);
    must(sl_init(NULL));
    m.from = x = misuse_vector("x", N, 0);
    m.to = y = misuse_vector("y", N, 0);
    must(sl_task_with(here, copy, &m, SL_R(x), SL_W(y)));
    must(sl_wait());
    ok(m.calls == 1 && !is_here(&m), "with STARLOOP_INLINE=0 a worker runs it");
}

static void test_misuse(void)
{
    refused_saying(
        sl_forall_with(here, tc_scale, SL_RANGE(0, N), 1.0, x), SL_ERR_ARGUMENT,
        "sl_forall: tc_scale: policy.where: expected a place of loops, got SL_CALLER, which is of host tasks");
    refused_saying(sl_sort_with(here, SL_ASCENDING, x), SL_ERR_ARGUMENT,
                   "policy.where: expected a place of loops, got SL_CALLER");
    refused_saying(sl_task_with(SL_POLICY(.where = SL_CALLER, .gpu = SL_GPU(0)), copy, NULL, SL_R(x)), SL_ERR_ARGUMENT,
                   "sl_task: a host task: policy.gpu: expected none with .where = SL_CALLER, got SL_GPU(0)");
    refused_saying(sl_task_with(SL_POLICY(.where = (sl_where)4), copy, NULL, SL_R(x)), SL_ERR_ARGUMENT,
                   "sl_task: a host task: policy.where: expected an sl_where, got 4");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 0);
    test_idle();
    test_used();
    test_order();
    test_failure();
    test_sizes();
    test_inside();
    test_region();
    test_misuse();
    test_off();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_finalize());
    return done_testing();
}
