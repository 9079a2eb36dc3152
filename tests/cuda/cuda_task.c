/* SPDX-License-Identifier: BSD-3-Clause */
/* Host functions that put work into a GPU's stream: their data, their order among loops, in regions, too, their
 * failures; and views over memory of the program's on a device, which may share it. */
#include "config.h"

#include <string.h>

#include "backend/backend.h"
#include "loop_testing.h"
#include "misuse.h"

#if defined STARPU_USE_CUDA && defined HAVE_CUDA

#include <cuda_runtime_api.h>

SL_KERNEL_DECLARE(ct_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ct_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 100003 };
static sl_view *x, *y;
static int calls, on_device, device_of_stream;

static int is_device_memory(const void *p)
{
    struct cudaPointerAttributes a;
    return cudaPointerGetAttributes(&a, p) == cudaSuccess && a.type == cudaMemoryTypeDevice;
}

/* Copies x to y within the device. */
static int copy(void *arg)
{
    double *to = sl_task_data(y);
    const double *from = sl_task_data(x);
    int now = -1;
    (void)arg;
    calls++;
    on_device += to && from && is_device_memory(to) && is_device_memory(from);
    device_of_stream += sl_task_stream() != NULL && cudaGetDevice(&now) == cudaSuccess && now >= 0;
    return cudaMemcpyAsync(to, from, N * sizeof *to, cudaMemcpyDeviceToDevice, (cudaStream_t)sl_task_stream());
}

static int clear(void *arg)
{
    return cudaMemsetAsync(sl_task_data(arg), 0, N * sizeof(double), (cudaStream_t)sl_task_stream());
}

static int fails(void *arg)
{
    (void)arg;
    return 7;
}

/* What CUDA refuses, though the function does not look. */
static int refused_call(void *arg)
{
    (void)cudaMemsetAsync(sl_task_data(arg), 0, SIZE_MAX / 2, (cudaStream_t)sl_task_stream());
    return 0;
}

static int on_cpu(void *arg)
{
    *(int *)arg = sl_task_stream() == NULL;
    return 0;
}

static const sl_policy there = {.where = SL_CUDA};

static double sum_of(sl_view *v, sl_where where)
{
    double s = -1;
    must(sl_reduce_with(SL_POLICY(.where = where), ct_sum, SL_RANGE(0, N), v, &s));
    return s;
}

/* Loops on both sides, and functions, in turn on two views. */
static void test_order(void)
{
    int failed = 0;
    for (int s = 0; s < 20; s++) {
        failed += sl_forall_with(SL_POLICY(.where = s % 2 ? SL_CPU : SL_CUDA), ct_add, SL_RANGE(0, N), 1.0, x) != 0;
        failed += sl_task_with(there, copy, NULL, SL_R(x), SL_W(y)) != 0;
        failed += sl_forall_with(SL_POLICY(.where = s % 3 ? SL_CUDA : SL_CPU), ct_add, SL_RANGE(0, N), 0.5, y) != 0;
    }
    is_int(failed, 0, "loops and functions for a GPU are queued in turn");
    is_close(sum_of(y, SL_CPU), (20.0 + 0.5) * N, 0, "and the views go to and fro in order");
    is_int(calls, 20, "each function is called once");
    is_int(on_device, 20, "with device pointers");
    is_int(device_of_stream, 20, "a stream, and a current device");
    must(sl_task_with(there, clear, y, SL_W(y)));
    is_close(sum_of(y, SL_CUDA), 0, 0, "what one writes a loop on the GPU sees");
    must(sl_task_with(there, copy, NULL, SL_R(x), SL_W(y)));
    is_close(sum_of(y, SL_CPU), 20.0 * N, 0, "and one on a CPU");
    must(sl_task_with(SL_POLICY(.where = SL_CUDA, .synchronous = 1), clear, y, SL_RW(y)));
    const double *p = SL_HOST_READ(double, y);
    ok(p && p[0] == 0 && p[N - 1] == 0, "one that is synchronous has passed when the call returns");
    sl_host_end(y);
}

/* In a region a function stands between two graphs. */
static void test_region(void)
{
    enum { RUNS = 10 };
    sl_region *region = NULL;
    sl_region_counts counts;
    sl_view *z = NULL;
    calls = 0;
    must(sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &z));
    must(SL_VIEW_FILL(double, x, 0.0));
    must(SL_VIEW_FILL(double, z, 100.0));
    must(sl_region_begin(&region));
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N), 1.0, x));
    must(sl_task_with(there, copy, NULL, SL_R(x), SL_W(y)));
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N), 0.5, y));
    must(sl_region_end(region));
    for (int r = 0; r < RUNS; r++)
        must(sl_region_run(region));
    is_close(sum_of(y, SL_CPU), (RUNS + 0.5) * N, 0, "%d runs of a region with a function for a GPU in it", RUNS);
    must(sl_region_count(region, &counts));
    is_int(calls, RUNS, "call it once each");
    is_int(counts.tasks, 3, "it cuts the region in two, and is a task between");
    ok(counts.captures >= 2 && counts.replays >= 2, "what stands before and after it are graphs: %d made, %d launched",
       (int)counts.captures, (int)counts.replays);
    must(sl_region_set_view(region, x, z));
    must(sl_region_run(region));
    is_close(sum_of(y, SL_CPU), 101.5 * N, 0, "a view that has changed places comes to it by its old name");
    is_close(sum_of(x, SL_CPU), (double)RUNS * N, 0, "and the other one is left alone");
    sl_region_destroy(&region);
    sl_view_destroy(&z);
}

static void test_failures(void)
{
    int none = 0;
    is_int(sl_task_with(SL_POLICY(.where = SL_CUDA, .synchronous = 1), fails, NULL, SL_W(y)), SL_ERR_TASK,
           "one that returns 7 has failed");
    like(sl_last_error(), "returned 7", "and the text says so");
    must(sl_task_with(there, clear, y, SL_W(y)));
    is_close(sum_of(y, SL_CPU), 0, 0, "what it spoilt is there again when it is written");
    is_int(sl_task_with(SL_POLICY(.where = SL_CUDA, .synchronous = 1, .label = "blas"), refused_call, y, SL_W(y)),
           SL_ERR_DEVICE, "an error of CUDA's is the task's failure");
    like(sl_last_error(), "blas", "and the text has the task");
    must(sl_task_with(there, clear, y, SL_W(y)));
    is_close(sum_of(y, SL_CUDA), 0, 0, "and the device goes on");
    must(sl_task(on_cpu, &none, SL_R(y)));
    must(sl_wait());
    is_int(none, 1, "on a CPU there is no stream");
}

/* Memory of the program's on the device: loops on both sides and the host change it, and it is there in the end. */
static void test_wrapped(void)
{
    static double got[N], want[N];
    double *memory = NULL;
    int device = 0;
    sl_view *v = NULL, *w = NULL;
    for (int i = 0; i < N; i++)
        want[i] = i;
    ok(cudaGetDevice(&device) == cudaSuccess && cudaMalloc((void **)&memory, sizeof want) == cudaSuccess &&
           cudaMemcpy(memory, want, sizeof want, cudaMemcpyHostToDevice) == cudaSuccess,
       "memory of the program's on device %d", device);
    const sl_extents e = SL_EXTENTS(N);
    refused(sl_view_wrap_cuda("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, got, device, &v), SL_ERR_ARGUMENT, "host memory",
            "sl_view_wrap_cuda: data: expected memory of device", "which is no device's");
    refused(sl_view_wrap_cuda("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, memory, 99, &v), SL_ERR_DEVICE, "no such device",
            "sl_view_wrap_cuda: device: expected a device that loops use, got 99");
    refused(sl_view_wrap("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, memory, &v), SL_ERR_ARGUMENT,
            "memory of a device as the host's", "sl_view_wrap: data: expected host memory for \"v\"", "of device");
    void *moved = NULL;
    if (cudaMallocManaged(&moved, sizeof want, cudaMemAttachGlobal) == cudaSuccess)
        refused(sl_view_wrap("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, moved, &v), SL_ERR_ARGUMENT, "managed memory",
                "sl_view_wrap: data: expected host memory for \"v\"", "managed memory");
    (void)cudaFree(moved);
    must(sl_view_wrap_cuda("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, memory, device, &v));
    refused(sl_view_wrap_cuda("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), memory, device, &w), SL_ERR_ALIAS,
            "memory of another wrapped view", "expected memory of no other wrapped view");
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N), 1.0, v));
    must(sl_view_wait(v));
    ok(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess && got[N - 1] == N,
       "a loop on the device works in that memory");
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), ct_add, SL_RANGE(0, N), 2.0, v));
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N), 3.0, v));
    double *p = SL_HOST_RDWR(double, v);
    p[5] += 100;
    must(sl_host_end(v));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), ct_add, SL_RANGE(0, N), 4.0, v));
    sl_view_destroy(&v);
    for (int i = 0; i < N; i++)
        want[i] += i == 5 ? 110 : 10;
    ok(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess, "when the view has gone");
    same_array(got, want, N, "the memory has what loops on both sides and the host have made");
    ok(cudaFree(memory) == cudaSuccess, "and is the program's to free");
}

/* Views that share memory of the program's on the device, of other types and layouts: one is ordered after the other,
 * wherever its loops run, and the memory has what all have made. */
static void test_shared(void)
{
    static double got[N], want[N];
    double *memory = NULL;
    sl_view *v = NULL, *odd = NULL, *whole = NULL, *none = NULL;
    for (int i = 0; i < N; i++)
        want[i] = i;
    ok(cudaMalloc((void **)&memory, sizeof want) == cudaSuccess &&
           cudaMemcpy(memory, want, sizeof want, cudaMemcpyHostToDevice) == cudaSuccess,
       "memory that views share");
    refused(sl_view_wrap_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, SL_VIEW_DEFAULT, &v),
            SL_ERR_ARGUMENT, "memory of a device that is not to be shared", "expected host memory for \"v\"");
    refused(sl_view_wrap_with("odd", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(N / 2), memory + 1, SL_VIEW_SHARED, &v),
            SL_ERR_UNSUPPORTED, "gaps of no view's", "expected one without gaps between the elements of \"odd\"");
    must(sl_view_wrap_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, SL_VIEW_SHARED, &v));
    must(sl_view_wrap_with("odd", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(N / 2), memory + 1, SL_VIEW_SHARED, &odd));
    must(sl_view_wrap_with("whole", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, SL_VIEW_SHARED, &whole));
    refused(sl_view_wrap_with("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(9), memory + N - 3, SL_VIEW_SHARED, &none),
            SL_ERR_ALIAS, "memory that goes on behind it", "expected memory within that of \"v\"");
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N), 1.0, v));
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N / 2), 10.0, odd));
    must(sl_view_wait(v));
    ok(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess && got[0] == 1 && got[1] == 12,
       "loops on the device work in that memory by both");
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), ct_add, SL_RANGE(0, N / 2), 100.0, odd));
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N), 1000.0, v));
    sl_view_destroy(&v); /* the others have the memory all the same */
    int64_t *bits = SL_HOST_RDWR(int64_t, whole);
    for (int i = 0; bits != NULL && i < N; i += 3) {
        const double minus = -(double)(i + 1001 + (i % 2 && i / 2 < N / 2 ? 110 : 0));
        memcpy(&bits[i], &minus, sizeof minus);
    }
    must(sl_host_end(whole));
    must(sl_forall_with(there, ct_add, SL_RANGE(0, N / 2), 5.0, odd));
    sl_view_destroy(&whole);
    sl_view_destroy(&odd);
    for (int i = 0; i < N; i++) {
        const int is_odd = i % 2 && i / 2 < N / 2;
        want[i] = (i % 3 == 0 ? -1 : 1) * (double)(i + 1001 + (is_odd ? 110 : 0)) + (is_odd ? 5 : 0);
    }
    ok(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess, "when all views have gone");
    same_array(got, want, N, "the memory has what loops by all of them and the host have made");
    ok(cudaFree(memory) == cudaSuccess, "and is the program's to free, too");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    sl_clear_error();
    ok(sl_task_stream() == NULL && sl_last_status() == SL_ERR_STATE, "outside of a task there is none");
    if (sl__device_workers() == 0) {
        skip(sl__device_absence(), "functions put work into a GPU's stream");
        must(sl_finalize());
        return done_testing();
    }
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    must(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y));
    test_order();
    test_region();
    test_failures();
    test_wrapped();
    test_shared();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_finalize());
    return done_testing();
}

#else

int main(void)
{
    skip(sl__device_built() ? "this StarPU has no CUDA" : "this build has no CUDA",
         "functions put work into a GPU's stream");
    return done_testing();
}

#endif
