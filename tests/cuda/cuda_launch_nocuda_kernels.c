/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel file that nvcc never sees: tests/local.mk compiles it with --no-cuda. */
#include <starloop/kernel.h>

#include "cuda_launch.h"

SL_KERNEL(cl_host_only, (i), out(int32_t, 1, y, own))
{
    SL_AT(y, i) = 1000;
}
