/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What StarPU is told of CUDA workers, also by a build that has none: StarPU may have them. */
#ifndef STARLOOP_LIB_EXEC_CUDA_SETTINGS_H
#define STARLOOP_LIB_EXEC_CUDA_SETTINGS_H

#include "backend/backend.h"

/** The entry of the table: lib/exec/cuda/backend.c, or lib/exec/cuda_absent.c in a build without CUDA. */
extern const sl__backend sl__backend_cuda;

extern const sl__env_conflict sl__cuda_env_conflicts[];
void sl__cuda_configure(struct starpu_conf *conf, int devices, const int *place);
int sl__cuda_memory_is_small(void);

#endif
