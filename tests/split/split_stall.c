/* SPDX-License-Identifier: BSD-3-Clause */
/* Stalls of loops over split views: calls that give up, a wrapped view that is destroyed while its parts wait, and
 * parts that StarPU refuses. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <errno.h>

#include "base/starpu.h"

#include "data/split.h"
#include "call/split.h"
#include "holder.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ss_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ss_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(ss_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 5000 };
static sl_view *x, *y, *z;

/* Of the tasks to come StarPU refuses number `refuse`, from 1; 0: none. */
static _Atomic int refuse, submitted;

#undef starpu_task_submit
int starpu_task_submit(struct starpu_task *task)
{
    static int (*real)(struct starpu_task *);
    if (real == NULL)
        real = (int (*)(struct starpu_task *))dlsym(RTLD_NEXT, "starpu_task_submit");
    if (refuse > 0 && task->cl != NULL && atomic_fetch_add(&submitted, 1) + 1 == refuse)
        return -ENODEV;
    return real(task);
}

static sl_view *parts_of(const char *label)
{
    sl_view *view = misuse_vector(label, N, 0);
    is_int(sl_view_split(view, SL_SPLIT(4)), SL_SUCCESS, "\"%s\" is split", label);
    return view;
}

static void hold(void)
{
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; p && i < N; i++)
        p[i] = i;
}

static void test_call(void)
{
    double s = -7;
    int64_t before = sl__split_parts_queued();
    hold();
    sl_forall_with(SL_POLICY(.where = SL_CPU, .label = "the loop before"), ss_copy, SL_RANGE(0, N), x, y);
    refused(sl_reduce_with(SL_POLICY(.where = SL_CPU), ss_sum, SL_RANGE(0, N), y, &s), SL_ERR_STALLED,
            "sl_reduce behind a stalled loop", "sl_reduce: ", "the loop before");
    refused(sl_forall_with(SL_POLICY(.where = SL_CPU, .synchronous = 1), ss_copy, SL_RANGE(0, N), y, z), SL_ERR_STALLED,
            "a synchronous loop behind it", "sl_forall: ", "the loop before");
    if (sl_cpu_workers() > 1)
        is_int(sl__split_parts_queued() - before, 4 + 2 + 4, "they ran in parts, the sum in two: of whole blocks");
    is_int(sl_host_end(x), SL_SUCCESS, "the host lets go");
    is_int(sl_wait(), SL_SUCCESS, "and everything completes");
    ok(s == -7, "the result of the call that had failed is not written");
    is_int(sl_reduce(ss_sum, SL_RANGE(0, N), y, &s), SL_SUCCESS, "sl_reduce works again");
    is_close(s, (double)N * (N - 1) / 2, 0, "and gives the sum");
    surfaces(sl_view_wait(z), SL_ERR_STALLED, "what the call that gave up was to write is not there", "given up");
    is_int(sl_forall(ss_copy, SL_RANGE(0, N), y, z), SL_SUCCESS, "it is written again");
    is_int(misuse_changed(z, 0), 0, "and is good");
}

static void test_wrapped(void)
{
    static double memory[N];
    sl_view *w = NULL;
    int changed = 0;
    is_int(sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w), SL_SUCCESS, "a wrapped view");
    is_int(sl_view_split(w, SL_SPLIT(4)), SL_SUCCESS, "that is split");
    is_int(sl_forall(ss_add, SL_RANGE(0, N), 1.0, w), SL_SUCCESS, "and has been used");
    holder_open(x);
    sl_forall_with(SL_POLICY(.label = "the loop before"), ss_copy, SL_RANGE(0, N), x, w);
    sl_forall(ss_add, SL_RANGE(0, N), 1.0, w);
    sl_forall(ss_copy, SL_RANGE(0, N), w, z);
    sl_clear_error();
    sl_view_destroy(&w);
    is_int(sl_last_status(), SL_ERR_STALLED, "destroying it behind a stall says so");
    for (int i = 0; i < N; i++)
        memory[i] = -1;
    is_int(holder_end(), SL_SUCCESS, "the host lets go");
    is_int(sl_wait(), SL_SUCCESS, "and everything completes");
    for (int i = 0; i < N; i++)
        changed += memory[i] != -1;
    is_int(changed, 0, "the memory of the destroyed view is not written");
    surfaces(sl_view_wait(z), SL_ERR_STALLED, "what was to be computed from it", "\"w\"", "given up");
    is_int(sl_forall(ss_copy, SL_RANGE(0, N), x, z), SL_SUCCESS, "it is written again");
    is_int(misuse_changed(z, 0), 0, "and is good");
}

/* One part of several is refused: the loop fails, and nobody waits for the part. */
static void test_refused(void)
{
    sl_view *cell = misuse_vector("cell", 1, 0);
    const double *p;
    for (int number = 1; number <= 3 && sl_cpu_workers() > 1; number++) { /* two parts, and what joins their sums */
        must(sl_forall(ss_copy, SL_RANGE(0, N), x, y));
        must(sl_wait());
        submitted = 0;
        refuse = number;
        must(sl_forall_with(SL_POLICY(.where = SL_CPU, .label = "refused"), ss_sum, SL_RANGE(0, N), y,
                            SL_INTO(cell, 0)));
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), ss_copy, SL_RANGE(0, N), y, z));
        refuse = 0;
        surfaces(sl_wait(), SL_ERR_DEVICE, "a task of a reduction in parts that StarPU refuses", "refused");
        ok(SL_HOST_READ(double, cell) == NULL && sl_last_status() == SL_ERR_DEVICE, "task %d: there is no sum", number);
        is_int(misuse_changed(z, 0), 0, "what follows is right");
        must(sl_forall(ss_sum, SL_RANGE(0, N), y, SL_INTO(cell, 0)));
        p = SL_HOST_READ(double, cell);
        ok(p != NULL && *p == (double)N * (N - 1) / 2, "the next one is taken, and gives the sum");
        if (p != NULL)
            must(sl_host_end(cell));
    }
    sl_view_destroy(&cell);
}

static void test_all(const sl_config *config)
{
    if (!ok(sl_init(config) == SL_SUCCESS, "sl_init"))
        return;
    x = parts_of("x");
    y = parts_of("y");
    z = parts_of("z");
    test_call();
    test_wrapped();
    test_refused();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
}

int main(void)
{
    setenv("STARLOOP_STALL_SECONDS", "1", 1);
    sl_log_set_handler(misuse_count, NULL);
    test_all(&(sl_config){.cpu_workers = SL_WORKERS_CORE});
    test_all(NULL);
    return done_testing();
}
