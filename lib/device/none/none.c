/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The back end of a build without accelerators: there is never a device, and nobody misses it. */
#include <device/device.h>

int sl__device_built(void)
{
    return 0;
}

int sl__device_count(void)
{
    return 0;
}

int sl__device_id(int place)
{
    return place;
}

int sl__device_numa(int place)
{
    (void)place;
    return -1;
}

int sl__device_is_inherited(void)
{
    return 0;
}

void sl__device_use(int workers, const char *why)
{
    (void)workers, (void)why;
}

int sl__device_workers(void)
{
    return 0;
}

const char *sl__device_absence(void)
{
    return "this build has no CUDA (configure --with-cuda)";
}

void sl__device_print(FILE *f)
{
    fprintf(f, "\nGPUs\n  none           %s\n", sl__device_absence());
}

void sl__device_print_versions(FILE *f)
{
#ifdef STARPU_USE_CUDA
    const char *starpu = "is built with it";
#else
    const char *starpu = "is built without it, too";
#endif
    fprintf(f, "  CUDA           not in this build; this StarPU %s\n", starpu);
}

sl_status sl__device_init(void)
{
    return SL_SUCCESS;
}

void sl__device_fini(void)
{
}

int sl__device_poll(int most)
{
    (void)most;
    return 0;
}

void sl__device_settle(void)
{
}

int sl__device_runs_here(struct sl__batch *batch)
{
    (void)batch;
    return SL__HERE_NOT;
}

int sl__device_worker(int i)
{
    (void)i;
    return -1;
}

int sl__device_only_worker(void)
{
    return -1;
}

void sl__device_batch_codelet(struct starpu_codelet *codelet)
{
    (void)codelet;
}

void sl__device_part_codelet(struct starpu_codelet *codelet)
{
    (void)codelet;
}

void sl__device_codelet(struct starpu_codelet *codelet, const sl_kernel *kernel)
{
    (void)codelet, (void)kernel;
}

int sl__device_pin(void *data, size_t bytes)
{
    (void)data, (void)bytes;
    return 0;
}

void sl__device_unpin(void *data)
{
    (void)data;
}

void *sl__device_pinned(size_t bytes)
{
    (void)bytes;
    return NULL;
}

void sl__device_pinned_free(void *data)
{
    (void)data;
}

void sl__device_graphs_free(struct sl__graphs *graphs)
{
    (void)graphs;
}

void sl__device_graphs_look(struct sl__graphs *graphs)
{
    (void)graphs;
}

void sl__device_copies(struct starpu_data_copy_methods *methods)
{
    (void)methods;
}

void sl__device_copies_end(void)
{
}

int64_t sl__device_room(void)
{
    return 0;
}

int sl__device_fits(const size_t bytes[], int n)
{
    (void)bytes, (void)n;
    return 0;
}

double sl__device_bandwidth(void)
{
    return 0;
}
