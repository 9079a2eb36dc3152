/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The entry of CUDA in a build without it: it says how to get it. */
#include "exec/cuda_settings.h"

static const char *absence(void)
{
    return "this build has no CUDA (configure --with-cuda)";
}

static void cuda_absent_print_versions(FILE *f)
{
#ifdef STARPU_USE_CUDA
    const char *starpu = "is built with it";
#else
    const char *starpu = "is built without it, too";
#endif
    fprintf(f, "  CUDA           not in this build; this StarPU %s\n", starpu);
}

const sl__backend sl__backend_cuda = {
    .name = "cuda",
    .where = SL_CUDA,
    .place = "SL_CUDA",
    .code = "CUDA code",
    .compiler = "nvcc",
    .type = STARPU_CUDA_WORKER,
    .where_bit = STARPU_CUDA,
    .conflicts = sl__cuda_env_conflicts,
    .absence = absence,
    .print_versions = cuda_absent_print_versions,
    .configure = sl__cuda_configure,
    .memory_is_small = sl__cuda_memory_is_small,
};
