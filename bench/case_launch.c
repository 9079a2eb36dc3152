/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case launch: what a call costs. Calls that depend on each other, against the leanest StarPU tasks on the
 *  same handles: a static codelet without model or name, starpu_task_create, no packing of arguments. */
#include <starloop/starpu.h>

#include "bench.h"
#include "kernels.h"

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
    return sl_forall(bench_launch_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[2]);
}

static void run(void *buffers[], void *arg)
{
    const sl_index n = *(const sl_index *)arg;
    const double *a = sl_starpu_pointer(buffers[0]), *b = sl_starpu_pointer(buffers[1]);
    double *c = sl_starpu_pointer(buffers[2]);
    for (sl_index i = 0; i < n; i++)
        c[i] += a[i] * b[i];
}

static struct starpu_codelet codelet = {
    .where = STARPU_CPU, .cpu_funcs = {run}, .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_RW}};

static int submit(struct bench_state *s)
{
    struct starpu_task *task = starpu_task_create();
    if (!task)
        return -1;
    task->cl = &codelet;
    task->cl_arg = &s->n;
    task->cl_arg_size = sizeof s->n;
    for (int i = 0; i < 3; i++)
        task->handles[i] = sl_view_starpu_handle(s->view[i]);
    return starpu_task_submit(task) ? -1 : 0;
}

static int wait_all(struct bench_state *s)
{
    (void)s;
    return starpu_task_wait_for_all() ? -1 : 0;
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

const struct bench_case bench_launch = {
    .name = "launch", .what = "1000 dependent calls; the twin is bare StarPU tasks", .unit = "elements", .sizes = {1},
    .smallest = 1, .calls = 1000, .rounds = 51, .through_starpu = 1, .create = create, .fill = fill, .queue = queue,
    .native = submit, .native_wait = wait_all, .wrong = wrong};
