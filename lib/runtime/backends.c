/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime/backends.h"

#include "backend/backend.h"
#include "exec/cuda_settings.h"

/* A line each, the preferred one first. */
void sl__backends_fill(void)
{
    sl__backend_add(&sl__backend_cuda);
}
