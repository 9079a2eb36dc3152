/* SPDX-License-Identifier: BSD-3-Clause */
/* For CPUs only: the work is a function of the twin's. */
#include <starloop/kernel.h>

#include "native.h"

SL_KERNEL(bench_unit_kernel, (i), scalar(sl_index, length), scalar(double, one), in(double, 1, before, halo(1)),
          out(double, 1, after, own))
{
    const sl_index left = i > 0 ? i - 1 : i, right = i < SL_EXTENT(before, 0) - 1 ? i + 1 : i;
    SL_AT(after, i) = native_unit(SL_AT(before, left), SL_AT(before, i), SL_AT(before, right), length, one);
}
