/* SPDX-License-Identifier: BSD-3-Clause */
/* .gpu of a policy: loops, reductions, scans, sorts, host tasks, regions and the parts of split loops are on the GPU
 * that it names. What a loop has written last is in that GPU's memory and in no other's. */
#include <string.h>

#include "base/starpu.h"
#include "backend/backend.h"
#include "data/view.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(cg_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cg_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 10007, CALLS = 20 };

/* Whether a view's contents are on GPU k alone. */
static int is_on(const sl_view *view, int k)
{
    int right = 1;
    must(sl_wait());
    for (int i = 0; i < sl__device_workers(); i++) {
        const unsigned node = starpu_worker_get_memory_node((unsigned)sl__device_worker(i));
        right &= starpu_data_is_on_node(view->handle, node) == (i == k);
    }
    return right;
}

static int device_of(void *arg)
{
    *(int *)arg = starpu_worker_get_devid(starpu_worker_get_id());
    return 0;
}

static void same_as(sl_view *view, double want, const char *sentence)
{
    static double wanted[N];
    const double *p = SL_HOST_READ(double, view);
    for (int i = 0; i < N; i++)
        wanted[i] = want;
    if (p != NULL)
        same_array(p, wanted, N, sentence);
    must(sl_host_end(view));
}

/* Each loop by itself, many in a row, and some that may go anywhere between them. */
static void test_loops(int k, sl_view *x, sl_view *y)
{
    double sum = -1;
    must(SL_VIEW_FILL(double, x, 1.0));
    must(SL_VIEW_FILL(double, y, 0.0));
    for (int c = 0; c < CALLS; c++) {
        must(sl_forall_with(SL_POLICY(.gpu = SL_GPU(k)), cg_add, SL_RANGE(0, N), 1.0, y));
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cg_add, SL_RANGE(0, N), 0.5, x));
    }
    ok(is_on(y, k), "what %d loops with .gpu = SL_GPU(%d) write is on that GPU", CALLS, k);
    must(sl_reduce_with(SL_POLICY(.gpu = SL_GPU(k)), cg_sum, SL_RANGE(0, N), y, &sum));
    is_close(sum, (double)CALLS * N, 0, "and reduces there to what it is");
    same_as(y, CALLS, "each element has had all of them");
    same_as(x, 1 + 0.5 * CALLS, "and those of loops between them that any GPU ran");
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .gpu = SL_GPU(k), .priority = 1), cg_add, SL_RANGE(3, 4), 1.0, y));
    ok(is_on(y, k), "so is what a loop of one iteration with a priority writes");
    must(sl_forall_with(SL_POLICY(.gpu = SL_GPU(k)), cg_add, SL_RANGE(0, 0), 1.0, y));
    must(sl_scan_inclusive_with(SL_POLICY(.gpu = SL_GPU(k)), SL_SUM, 0, x, x));
    ok(is_on(x, k), "and what a scan writes");
    must(sl_sort_with(SL_POLICY(.gpu = SL_GPU(k)), SL_DESCENDING, x));
    ok(is_on(x, k), "and a sort");
    sum = 0;
    must(sl_reduce_with(SL_POLICY(.where = SL_CPU), cg_sum, SL_RANGE(0, 1), x, &sum));
    is_close(sum, (1 + 0.5 * CALLS) * N, 1e-12, "whose first element is the sum of all");
}

static void test_task(int k, sl_view *y)
{
    int device = -1;
    must(sl_task_with(SL_POLICY(.gpu = SL_GPU(k), .synchronous = 1), device_of, &device, SL_RW(y)));
    is_int(device, starpu_worker_get_devid(sl__device_worker(k)), "a host task with SL_GPU(%d) runs there", k);
}

/* Two loops for one GPU, and two for the next one, are two tasks. */
static void test_region(int k, sl_view *x, sl_view *y)
{
    const int n = sl__device_workers(), next = (k + 1) % n;
    sl_region *region = NULL;
    sl_region_counts counts;
    must(SL_VIEW_FILL(double, x, 0.0));
    must(SL_VIEW_FILL(double, y, 0.0));
    must(sl_region_begin(&region));
    for (int c = 0; c < 2; c++)
        must(sl_forall_with(SL_POLICY(.gpu = SL_GPU(k)), cg_add, SL_RANGE(0, N), 1.0, x));
    for (int c = 0; c < 2; c++)
        must(sl_forall_with(SL_POLICY(.gpu = SL_GPU(next)), cg_add, SL_RANGE(0, N), 2.0, y));
    must(sl_region_end(region));
    for (int r = 0; r < CALLS; r++)
        must(sl_region_run(region));
    must(sl_region_count(region, &counts));
    is_int(counts.tasks, n > 1 ? 2 : 1, "a region has a task for each GPU that its loops name");
    ok(is_on(x, k) && is_on(y, next), "and what they write is there");
    same_as(x, 2 * CALLS, "the first loops of all runs have run");
    same_as(y, 4 * CALLS, "and those for the other GPU");
    sl_region_destroy(&region);
}

static void test_split(int k)
{
    sl_view *v = NULL;
    int right = 1;
    must(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v));
    must(SL_VIEW_FILL(double, v, 0.0));
    for (int c = 0; c < CALLS; c++)
        right &= sl_forall_with(SL_POLICY(.gpu = SL_GPU(k), .split = SL_SPLIT(3)), cg_add, SL_RANGE(0, N), 1.0, v) == 0;
    ok(right, "split loops with SL_GPU(%d) are queued", k);
    same_as(v, CALLS, "and their parts have run once each");
    sl_view_destroy(&v);
}

int main(void)
{
    sl_view *x = NULL, *y = NULL;
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    if (sl__device_workers() == 0) {
        skip(sl__device_absence(), "loops run on the GPU that .gpu names");
        must(sl_finalize());
        return done_testing();
    }
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    must(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y));
    for (int k = 0; k < sl__device_workers(); k++) {
        test_loops(k, x, y);
        test_task(k, y);
        test_region(k, x, y);
        test_split(k);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_finalize());
    return done_testing();
}
