/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The GPUs for the twins: the one on which Starloop's loops run, and the very memory of the views on it; or all
 *  of these, and memory of the twin's own.
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

int bench_cuda_start(int gpus)
{
    const int found = sl_gpus(), worker = starpu_worker_get_by_type(STARPU_CUDA_WORKER, 0);
    if (found == 0 || worker < 0) {
        fprintf(stderr, "sl-bench: --device=cuda: no GPU can be used; starloop-info says why\n");
        return -1;
    }
    if (gpus && found != gpus) {
        fprintf(stderr, "sl-bench: --gpus: expected %d or fewer, as can be used, got %d\n", found, gpus);
        return -1;
    }
    if (found > 1 && !gpus)
        fprintf(stderr, "sl-bench: warning: StarPU has %d GPUs, and the twins one: STARLOOP_GPUS=1 is fair\n", found);
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

/* Parts are of the first dimension, and neighbours of those of a square or a cube matter. */
static int open_gpus(const struct bench_state *s)
{
    int device[NATIVE_GPUS];
    const int count = sl_gpus() < NATIVE_GPUS ? sl_gpus() : NATIVE_GPUS;
    const sl_index rows = sl_view_extent(s->view[0], 0);
    for (int g = 0; g < count; g++)
        device[g] = starpu_worker_get_devid(starpu_worker_get_by_type(STARPU_CUDA_WORKER, g));
    return native_cuda_gpus_open(count, device, s->count, rows, sl_view_size(s->view[0]) / rows,
                                 sl_view_rank(s->view[0]) > 1);
}

sl_status bench_gpus_begin(struct bench_state *s, enum bench_side side)
{
    if (side == BENCH_STARLOOP)
        return SL_SUCCESS;
    int status = open_gpus(s);
    for (int i = 0; i < s->count && !status; i++)
        status = native_cuda_gpus_put(i, s->host[i]);
    if (status)
        native_cuda_gpus_close();
    return status ? SL_ERR_CUDA : SL_SUCCESS;
}

sl_status bench_gpus_end(struct bench_state *s, enum bench_side side)
{
    int status = 0;
    for (int i = s->count - s->outputs; i < s->count && side == BENCH_NATIVE; i++)
        status |= native_cuda_gpus_get(i, s->host[i]);
    if (side == BENCH_NATIVE)
        native_cuda_gpus_close();
    return status ? SL_ERR_CUDA : SL_SUCCESS;
}

int bench_gpus_wait(struct bench_state *s)
{
    (void)s;
    return native_cuda_gpus_wait();
}
