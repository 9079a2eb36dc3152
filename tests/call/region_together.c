/* SPDX-License-Identifier: BSD-3-Clause */
/* A region of many short loops that the calling thread runs with the threads of the worker, which lends its place,
 * against plain C: after each run, several in a row, with views that a task has or that have failed. */
#include "exec/cpu/bundle.h"
#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"
#include "task/fused.h"

SL_KERNEL_DECLARE(rtg_take, (i), scalar(int64_t, k), in(int64_t, 1, from), inout(int64_t, 1, to, own));
SL_KERNEL_DECLARE(rtg_sum, (i), in(int64_t, 1, to, own), reduce(int64_t, sum, s));
extern const sl_kernel rtg_take__kernel;

enum { N = 8191, BUFFERS = 26, SUMMED = 3 };

static sl_view *from, *to[BUFFERS], *sum[SUMMED];
static int64_t plain_from[N + BUFFERS], plain[BUFFERS][N], plain_sum[SUMMED];
static sl_region *region;

static void fill(void)
{
    int64_t *p = SL_HOST_WRITE(int64_t, from);
    for (int i = 0; p != NULL && i < N + BUFFERS; i++)
        p[i] = plain_from[i] = 7 * i % 1013;
    must(sl_host_end(from));
    for (int k = 0; k < BUFFERS; k++) {
        int64_t *q = SL_HOST_WRITE(int64_t, to[k]);
        for (int i = 0; q != NULL && i < N; i++)
            q[i] = plain[k][i] = k + i;
        must(sl_host_end(to[k]));
    }
}

static void create(void)
{
    from = view_of("from", SL_INT64, RIGHT, SL_EXTENTS(N + BUFFERS));
    for (int k = 0; k < BUFFERS; k++)
        to[k] = view_of("to", SL_INT64, RIGHT, SL_EXTENTS(N));
    for (int s = 0; s < SUMMED; s++)
        sum[s] = view_of("sum", SL_INT64, RIGHT, SL_EXTENTS());
    must(sl_region_begin(&region));
    for (int k = 0; k < BUFFERS; k++)
        must(sl_forall(rtg_take, SL_RANGE(0, N - k), k, from, to[k]));
    for (int s = 0; s < SUMMED; s++)
        must(sl_forall(rtg_sum, SL_RANGE(0, N), to[s], SL_INTO(sum[s])));
    must(sl_region_end(region));
    fill();
}

static void interpret(int first)
{
    for (int k = first; k < BUFFERS; k++)
        for (int i = 0; i < N - k; i++)
            plain[k][i] = (3 * plain[k][i] + plain_from[i + k]) & 0xffff;
    for (int s = first; s < SUMMED; s++) {
        plain_sum[s] = 0;
        for (int i = 0; i < N; i++)
            plain_sum[s] += plain[s][i];
    }
}

static long differing(sl_view *v, const int64_t want[], sl_index n)
{
    long wrong = 0;
    const int64_t *p = SL_HOST_READ(int64_t, v);
    for (sl_index i = 0; p != NULL && i < n; i++)
        if (p[i] != want[i] && wrong++ == 0)
            diag("%s[%lld]: got %lld, want %lld", sl_view_label(v), (long long)i, (long long)p[i], (long long)want[i]);
    wrong += p == NULL;
    sl_host_end(v);
    return wrong;
}

static long count_wrong(int first)
{
    long wrong = 0;
    for (int k = first; k < BUFFERS; k++)
        wrong += differing(to[k], plain[k], N);
    for (int s = first; s < SUMMED; s++)
        wrong += differing(sum[s], &plain_sum[s], 1);
    return wrong;
}

/* Runs that the threads shared and that were no task. */
static int64_t led(void)
{
    return sl__bundles_run - sl__fused_queued;
}

/* Where loops may share threads at all, sooner or later: the first runs are timed, and the worker is to go. */
static int may_share(void)
{
    return sl_cpu_workers() == 1 && sl_cpu_cores() > 1 && sl_gpus() == 0 && !rtg_take__kernel.bounds_checked &&
           getenv("STARLOOP_INLINE") == NULL && getenv("STARLOOP_CHAIN") == NULL;
}

static void check_runs(int in_a_row, const char *what)
{
    long wrong = 0;
    int runs = 0;
    const int64_t before = led();
    const test_clock clock = test_time(0.4);
    for (; runs < 20 || (runs < 2000 && led() - before < 20 && test_time_left(&clock)); runs += in_a_row) {
        for (int r = 0; r < in_a_row; r++) {
            must(sl_region_run(region));
            interpret(0);
        }
        must(sl_wait());
        wrong += count_wrong(0);
    }
    is_int(wrong, 0, "%d runs, %s, give what plain C gives", runs, what);
    ok(!may_share() || led() > before, "%d of them by this thread and others", (int)(led() - before));
}

static void check_used(void)
{
    atomic_store(&gate_open, 0);
    must(sl_task(wait_for_gate, NULL, SL_RW(to[4])));
    const int64_t before = led();
    must(sl_region_run(region));
    interpret(0);
    ok(led() <= before, "while a task has one of the views the run is queued");
    atomic_store(&gate_open, 1);
    must(sl_wait());
    is_int(count_wrong(0), 0, "and comes behind it");
}

static int fail(void *arg)
{
    (void)arg;
    return 1;
}

/* What loop 0 updates is not there. */
static void check_failed(void)
{
    must(sl_task(fail, NULL, SL_W(to[0])));
    is_int(sl_wait(), SL_ERR_TASK, "a host task has failed");
    must(sl_region_run(region));
    interpret(1);
    (void)sl_wait();
    surfaces(sl_view_wait(sum[0]), SL_ERR_TASK, "what a loop makes of what it wrote", "host task");
    is_int(count_wrong(1), 0, "the other loops have run, once");
    fill();
    must(sl_region_run(region));
    interpret(0);
    is_int(count_wrong(0), 0, "what is written again is right in the next run");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    create();
    check_runs(1, "each of which is waited for");
    check_runs(5, "five in a row");
    check_used();
    check_failed();
    sl_region_destroy(&region);
    sl_view_destroy(&from);
    for (int k = 0; k < BUFFERS; k++)
        sl_view_destroy(&to[k]);
    for (int s = 0; s < SUMMED; s++)
        sl_view_destroy(&sum[s]);
    must(sl_finalize());
    return done_testing();
}
