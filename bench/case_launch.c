/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a call costs. Calls that depend on each other, in case launch against the leanest StarPU tasks on the
 *  same handles: a static codelet without model or name, starpu_task_create, no packing of arguments. In case inline1,
 *  for loops that run in the calling thread, against a call of a plain C function. */
#include <starloop/starpu.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

static sl_status create(struct bench_state *s)
{
    static const char *const label[3] = {"a", "b", "c"};
    s->outputs = 1;
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

static void fill(struct bench_state *s)
{
    for (int i = 0; i < 3; i++)
        bench_fill(s->host[i], s->n, (unsigned)i + 1);
}

static sl_status queue(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_launch_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[2]);
}

static void run(void *buffers[], void *arg)
{
    const sl_index n = *(const sl_index *)arg;
    const double *a = sl_starpu_pointer(buffers[0]), *b = sl_starpu_pointer(buffers[1]);
    double *c = sl_starpu_pointer(buffers[2]);
    for (sl_index i = 0; i < n; i++)
        c[i] += a[i] * b[i];
}

/* StarPU declares its stream only where it was built with CUDA. */
static void run_cuda(void *buffers[], void *arg)
{
#ifdef STARPU_USE_CUDA
    native_cuda_launch(starpu_cuda_get_local_stream(), *(const sl_index *)arg, sl_starpu_pointer(buffers[0]),
                       sl_starpu_pointer(buffers[1]), sl_starpu_pointer(buffers[2]));
#else
    (void)buffers;
    (void)arg;
#endif
}

static struct starpu_codelet on_cpu = {
    .where = STARPU_CPU, .cpu_funcs = {run}, .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_RW}};
static struct starpu_codelet on_cuda = {.where = STARPU_CUDA,
                                        .cuda_funcs = {run_cuda},
                                        .cuda_flags = {STARPU_CUDA_ASYNC},
                                        .nbuffers = 3,
                                        .modes = {STARPU_R, STARPU_R, STARPU_RW}};

static int submit(struct bench_state *s, struct starpu_codelet *codelet)
{
    struct starpu_task *task = starpu_task_create();
    if (!task)
        return -1;
    task->cl = codelet;
    task->cl_arg = &s->n;
    task->cl_arg_size = sizeof s->n;
    for (int i = 0; i < 3; i++)
        task->handles[i] = sl_view_starpu_handle(s->view[i]);
    return starpu_task_submit(task) ? -1 : 0;
}

static int submit_cpu(struct bench_state *s)
{
    return submit(s, &on_cpu);
}

static int submit_cuda(struct bench_state *s)
{
    return submit(s, &on_cuda);
}

static int wait_all(struct bench_state *s)
{
    int failed = starpu_task_wait_for_all() != 0;
    for (int i = 0; i < 3; i++)
        failed |= sl_view_starpu_done(s->view[i]) != SL_SUCCESS;
    return failed ? -1 : 0;
}

static long wrong(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        const uint64_t at = (uint64_t)i;
        double want = bench_value(at, 3) + (double)s->applied * bench_value(at, 1) * bench_value(at, 2);
        if (!(s->host[2][i] == want))
            bench_report(wrong++, side, "c", i, s->host[2][i], want);
    }
    return wrong;
}

static int call(struct bench_state *s)
{
    native_multiply_add(s->n, s->host[0], s->host[1], s->host[2]);
    return 0;
}

const struct bench_case bench_launch = {.name = "launch",
                                        .what = "1000 dependent calls; the twin is bare StarPU tasks",
                                        .unit = "elements",
                                        .sizes = {{1}, {1}},
                                        .smallest = 1,
                                        .calls = 1000,
                                        .rounds = 51,
                                        .chain = BENCH_QUEUED,
                                        .memory = BENCH_STARPU_MEMORY,
                                        .create = create,
                                        .fill = fill,
                                        .queue = queue,
                                        .native = submit_cpu,
                                        .cuda = submit_cuda,
                                        .native_wait = wait_all,
                                        .wrong = wrong};

const struct bench_case bench_inline1 = {.name = "inline1",
                                         .what = "10000 dependent calls with three views; the twin calls a C function",
                                         .unit = "elements",
                                         .sizes = {{1}},
                                         .smallest = 1,
                                         .calls = 10000,
                                         .rounds = 51,
                                         .chain = BENCH_CHAINED,
                                         .create = create,
                                         .fill = fill,
                                         .queue = queue,
                                         .native = call,
                                         .wrong = wrong};
