/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cuda_settings.h"

#include <stdlib.h>

#define ADVICE "see STARLOOP_GPUS"
enum { SMALL_MIB = 1024 };

const sl__env_conflict sl__cuda_env_conflicts[] = {
    {"STARPU_NCUDA", ADVICE, NULL},
    {"STARPU_WORKERS_CUDAID", ADVICE " and CUDA_VISIBLE_DEVICES", NULL},
    /* One worker a GPU, and a thread for each: StarPU asserts on some other values. */
    {"STARPU_NWORKER_PER_CUDA", ADVICE, "1"},
    {"STARPU_CUDA_THREAD_PER_WORKER", ADVICE, "0"},
    {"STARPU_CUDA_THREAD_PER_DEV", ADVICE, "1"},
    {NULL, NULL, NULL},
};

void sl__cuda_configure(struct starpu_conf *conf, int devices, const int *place)
{
    conf->ncuda = devices;
    /* Without explicit ids a CUDA worker does not take its entry but looks for a core of its own liking. */
    conf->use_explicit_workers_cuda_gpuid = 1;
    for (int i = 0; i < STARPU_NMAXWORKERS; i++)
        conf->workers_cuda_gpuid[i] = devices > 0 ? (unsigned)sl__device_id(place[i % devices]) : 0;
}

int sl__cuda_memory_is_small(void)
{
    const char *limit = getenv("STARPU_LIMIT_CUDA_MEM");
    char name[40];

    for (int i = 0; i < STARPU_MAXCUDADEVS && !limit; i++) {
        snprintf(name, sizeof name, "STARPU_LIMIT_CUDA_%d_MEM", i);
        limit = getenv(name);
    }
    return limit && atol(limit) >= 0 && atol(limit) < SMALL_MIB;
}
