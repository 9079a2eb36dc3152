/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_region_set_call: a recorded call gets another range, policy, kernel, or becomes a host task, against plain C; what
 * is refused leaves the region as it was. */
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(rc_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(rc_scale, (i), scalar(double, b), inout(double, 1, y, own));
SL_KERNEL_DECLARE(rc_sum, (i), in(double, 1, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rc_fail, (i), inout(double, 1, y, own));

enum { MOST = 3001 };
static int counted;

static int count(void *arg)
{
    counted += *(const int *)arg;
    return 0;
}

/* The calls of a region: add over [lo, hi), double all, sum over [from, to). */
typedef struct calls {
    int lo, hi, from, to;
} calls;

static void step(double y[], int n, const calls *c, double *sum)
{
    for (int i = c->lo; i < c->hi; i++)
        y[i] += 1;
    for (int i = 0; i < n; i++)
        y[i] *= 2;
    *sum = 0;
    for (int i = c->from; i < c->to; i++)
        *sum += y[i];
}

static void agrees(sl_view *y, sl_view *s, const double want[], int n, double sum, const char *what)
{
    const double *p = SL_HOST_READ(double, y), *q = SL_HOST_READ(double, s);
    ok(p != NULL && q != NULL, "%s: %d elements can be read", what, n);
    if (p != NULL && q != NULL) {
        same_array(p, want, n, "as plain C has them");
        is_close(*q, sum, 0, "and their sum");
    }
    must(sl_host_end(y));
    must(sl_host_end(s));
}

static sl_region *region_of(sl_view *y, sl_view *s, int n, sl_policy policy)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall_with(policy, rc_add, SL_RANGE(0, n), 1.0, y));
    must(sl_forall_with(policy, rc_scale, SL_RANGE(0, n), 2.0, y));
    must(sl_forall_with(policy, rc_sum, SL_RANGE(0, n), y, SL_INTO(s)));
    must(sl_region_end(region));
    return region;
}

static void test_ranges(int n, sl_policy policy, const char *name)
{
    static double plain[MOST];
    double sum = 0;
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    const calls wanted[] = {{0, n, 0, n},     {n / 3, n / 3, 0, n},     {n / 2, n / 2 + 1, 0, n / 2},
                            {1, n - 1, n, n}, {0, n / 2, n / 4, n - 1}, {0, n, 0, n}};
    sl_region_counts counts;
    memset(plain, 0, sizeof plain);
    sl_region *region = region_of(y, s, n, policy);
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        const calls *c = &wanted[k];
        if (k > 0) {
            must(sl_region_set_call(region, 0));
            must(sl_forall_with(policy, rc_add, SL_RANGE(c->lo, c->hi), 1.0, y));
            must(sl_region_end(region));
            must(sl_region_set_call(region, 2));
            must(sl_forall_with(policy, rc_sum, SL_RANGE(c->from, c->to), y, SL_INTO(s)));
            must(sl_region_end(region));
        }
        for (int r = 0; r < 3; r++) {
            must(sl_region_run(region));
            step(plain, n, c, &sum);
        }
        diag("%s: add over [%d, %d), sum over [%d, %d)", name, c->lo, c->hi, c->from, c->to);
        agrees(y, s, plain, n, sum, "three runs with other ranges");
        for (int i = 0; i < n; i++) /* small integers, so that sums are the same in any order */
            plain[i] = 0;
        must(SL_VIEW_FILL(double, y, 0.0));
    }
    must(sl_region_count(region, &counts));
    is_int(counts.runs, 18, "runs are counted on");
    is_int(counts.calls, 3, "and the calls are as many");
    sl_region_destroy(&region);
    sl_view_destroy(&y);
    sl_view_destroy(&s);
}

/* Another kernel, a host task in the place of a loop and a loop in its place; runs that are queued are as they were. */
static void test_others(void)
{
    enum { N = 100 };
    static double plain[N];
    static const int one = 1;
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_region *region = region_of(y, s, N, (sl_policy){0});
    sl_region_counts counts;
    must(sl_region_run(region)); /* 2 */
    must(sl_region_set_call(region, 1));
    must(sl_forall(rc_add, SL_RANGE(0, N), 5.0, y));
    must(sl_region_end(region));
    must(sl_region_run(region)); /* 2 + 1 + 5 */
    must(sl_region_set_call(region, 1));
    must(sl_task(count, (void *)(uintptr_t)&one, SL_R(y)));
    must(sl_region_end(region));
    must(sl_region_run(region)); /* 8 + 1 */
    must(sl_region_run(region)); /* 9 + 1 */
    must(sl_region_count(region, &counts));
    is_int(counts.tasks, 3, "a host task in the place of a loop cuts the region");
    must(sl_region_set_call(region, 1));
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), rc_scale, SL_RANGE(0, N), 3.0, y));
    must(sl_region_end(region));
    must(sl_region_run(region)); /* (10 + 1) * 3 */
    for (int i = 0; i < N; i++)
        plain[i] = 33;
    agrees(y, s, plain, N, 33.0 * N, "another kernel, a host task, and a loop again");
    is_int(counted, 2, "the host task has run while it was there");
    must(SL_REGION_SET(region, 1, double, b, 1.0));
    must(sl_region_run(region));
    for (int i = 0; i < N; i++)
        plain[i] = 34;
    agrees(y, s, plain, N, 34.0 * N, "a scalar of a call that was set");
    sl_region_destroy(&region);
    sl_view_destroy(&y);
    sl_view_destroy(&s);
}

/* The label of the policy that was set stands in the message of a failure. */
static void test_policy(void)
{
    enum { N = 10 };
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_region *region = region_of(y, s, N, (sl_policy){0});
    must(sl_region_set_call(region, 1));
    must(sl_forall_with(SL_POLICY(.label = "before"), rc_fail, SL_RANGE(0, N), y));
    must(sl_region_end(region));
    must(sl_region_set_call(region, 1));
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ, .label = "afterwards"), rc_fail, SL_RANGE(0, N), y));
    must(sl_region_end(region));
    must(sl_region_run(region));
    ok(sl_wait() != SL_SUCCESS && strstr(sl_last_error(), "afterwards") && !strstr(sl_last_error(), "before"),
       "a policy that was set is that of later runs: %s", sl_last_error());
    sl_region_destroy(&region);
    sl_view_destroy(&y);
    sl_view_destroy(&s);
}

static void test_refused(void)
{
    enum { N = 20 };
    static double plain[N];
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_region *region = region_of(y, s, N, (sl_policy){0}), *other = NULL;
    refused(sl_region_set_call(NULL, 0), SL_ERR_ARGUMENT, "no region", "sl_region_set_call: region: ", "got NULL");
    refused(sl_region_set_call(region, 3), SL_ERR_ARGUMENT, "a call that is not there",
            "sl_region_set_call: call: expected a loop or host task from 0 to 2, got 3");
    refused(sl_region_set_call(region, -1), SL_ERR_ARGUMENT, "a negative call", "from 0 to 2, got -1");
    must(sl_region_begin(&other));
    refused(sl_region_set_call(other, 0), SL_ERR_STATE, "one that is being recorded",
            "sl_region_set_call: expected that this thread records no region");
    refused(sl_region_end(other), SL_ERR_STATE, "which fails that recording", "sl_region_set_call");
    refused(sl_region_set_call(other, 0), SL_ERR_STATE, "and then there is none", "whose recording has succeeded");
    must(sl_region_set_call(region, 0));
    refused(sl_region_set_call(region, 1), SL_ERR_STATE, "two calls at a time", "but it does: sl_region_end()");
    refused(sl_region_end(region), SL_ERR_STATE, "a failure meanwhile",
            "between sl_region_set_call() and this succeed");
    must(sl_region_set_call(region, 0));
    refused(sl_region_end(region), SL_ERR_ARGUMENT, "no call",
            "expected one loop or host task since sl_region_set_call(), got 0");
    must(sl_region_set_call(region, 0));
    must(sl_forall(rc_add, SL_RANGE(0, N), 7.0, y));
    must(sl_forall(rc_add, SL_RANGE(0, N), 7.0, y));
    refused(sl_region_end(region), SL_ERR_ARGUMENT, "two calls", "since sl_region_set_call(), got 2");
    must(sl_region_set_call(region, 0));
    refused(sl_forall(rc_add, SL_RANGE(0, N + 1), 7.0, y), SL_ERR_EXTENT, "a range beyond the view", "\"y\"");
    refused(sl_region_end(region), SL_ERR_EXTENT, "the same at the end", "but one failed: ", "\"y\"");
    must(sl_region_run(region));
    for (int i = 0; i < N; i++)
        plain[i] = 2;
    agrees(y, s, plain, N, 2.0 * N, "after all that the region runs as it did");
    sl_region_destroy(&region);
    sl_region_destroy(&other);
    sl_view_destroy(&y);
    sl_view_destroy(&s);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    for (int core = 0; core < 2; core++) {
        must(sl_init(&(sl_config){.cpu_workers = core ? SL_WORKERS_CORE : SL_WORKERS_DEFAULT}));
        const int sizes[] = {2, 101, MOST};
        counted = 0;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            test_ranges(sizes[k], (sl_policy){0}, "default");
            test_ranges(sizes[k], SL_POLICY(.schedule = SL_SEQ), "seq");
            test_ranges(sizes[k], SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 8), "dynamic");
            if (sl__device_workers() > 0)
                test_ranges(sizes[k], SL_POLICY(.where = SL_CUDA), "CUDA");
        }
        test_others();
        test_policy();
        test_refused();
        must(sl_finalize());
    }
    return done_testing();
}
