/* SPDX-License-Identifier: BSD-3-Clause */
/* For CPUs only: the cores that Starloop's threads run on. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>

#include <starloop/kernel.h>

SL_KERNEL(bench_core_kernel, (i), out(int32_t, 1, core, own))
{
    SL_AT(core, i) = (int32_t)sched_getcpu();
}
