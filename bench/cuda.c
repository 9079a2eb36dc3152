/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The GPU for the twins: the one on which Starloop's loops run, and the very memory of the views on it.
 *
 * While a twin has a view, StarPU counts it as acquired on the GPU's memory node, for reading and writing. So it is
 * resident there when Starloop's round begins, and when the twin's begins: no round that is timed moves data.
 */
#include <stdio.h>

#include <starloop/starpu.h>

#include "measure.h"
#include "native_cuda.h"

static int node = -1;                          /* StarPU's memory node of the GPU */
static starpu_data_handle_t held[BENCH_VIEWS]; /* views acquired there */

int bench_cuda_built(void)
{
    return native_cuda_start != NULL;
}

int bench_cuda_start(void)
{
    int worker;
    const unsigned gpus = starpu_cuda_worker_get_count();
    if (gpus == 0 || starpu_worker_get_ids_by_type(STARPU_CUDA_WORKER, &worker, 1) == 0) {
        fprintf(stderr, "sl-bench: --device=cuda: no GPU can be used; starloop-info says why\n");
        return -1;
    }
    if (gpus > 1)
        fprintf(stderr, "sl-bench: warning: StarPU has %u GPUs, and the twins one: STARLOOP_GPUS=1 is fair\n", gpus);
    if (native_cuda_start(starpu_worker_get_devid(worker)))
        return -1;
    node = (int)starpu_worker_get_memory_node((unsigned)worker);
    return 0;
}

void bench_cuda_stop(void)
{
    if (node >= 0)
        native_cuda_stop();
    node = -1;
}

const char *bench_cuda_name(void)
{
    return native_cuda_name();
}

int bench_cuda_acquire(struct bench_state *s)
{
    for (int i = 0; i < s->count; i++) {
        starpu_data_handle_t handle = sl_view_starpu_handle(s->view[i]);
        if (!handle || starpu_data_acquire_on_node(handle, node, STARPU_RW)) {
            fprintf(stderr, "sl-bench: a view could not be had on the GPU: %s\n", sl_last_error());
            bench_cuda_release(s);
            return -1;
        }
        held[i] = handle;
        s->gpu[i] = sl_starpu_pointer(starpu_data_get_interface_on_node(handle, (unsigned)node));
        if (!s->gpu[i]) {
            bench_cuda_release(s);
            return -1;
        }
    }
    return 0;
}

void bench_cuda_release(struct bench_state *s)
{
    for (int i = 0; i < s->count; i++) {
        if (held[i])
            starpu_data_release_on_node(held[i], node);
        if (held[i])
            sl_view_starpu_done(s->view[i]);
        held[i] = NULL;
        s->gpu[i] = NULL;
    }
}

int bench_cuda_wait(struct bench_state *s)
{
    (void)s;
    return native_cuda_wait();
}

double bench_cuda_bandwidth(double footprint)
{
    return native_cuda_bandwidth(footprint);
}
