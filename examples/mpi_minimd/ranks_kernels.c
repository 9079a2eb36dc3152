/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies for the messages of mpi_minimd. A buffer has three components for each atom of a list. */
#include <starloop/kernel.h>

#include "ranks_kernels.h"

/* The list of atoms with lo <= z < hi. It may be too short: the number that was found says so. */
SL_SCAN_KERNEL(md_pick, (i), scalar(double, lo), scalar(double, hi), in(double, 2, x, own(0, all)),
               out(int32_t, 1, list), reduce(int64_t, sum, found))
{
    const double z = SL_AT(x, i, 2);
    if (z < lo || z >= hi)
        return;
    if (SL_FINAL && *found < SL_EXTENT(list, 0))
        SL_AT(list, *found) = (int32_t)i;
    *found += 1;
}

/* `by` is what positions change by on their way around the box. */
SL_KERNEL(md_pack, (k), in(int32_t, 1, list, own), scalar(double, by), in(double, 2, x),
          out(double, 2, buffer, own(0, all)))
{
    const int32_t i = SL_AT(list, k);
    SL_AT(buffer, k, 0) = SL_AT(x, i, 0);
    SL_AT(buffer, k, 1) = SL_AT(x, i, 1);
    SL_AT(buffer, k, 2) = SL_AT(x, i, 2) + by;
}

SL_KERNEL(md_unpack, (k), scalar(int64_t, at), in(double, 2, buffer, own(0, all)), inout(double, 2, x))
{
    for (int d = 0; d < 3; d++)
        SL_AT(x, at + k, d) = SL_AT(buffer, k, d);
}

/* Forces on ghosts, which go back to their atoms. */
SL_KERNEL(md_pack_forces, (k), scalar(int64_t, at), in(double, 2, f), out(double, 2, buffer, own(0, all)))
{
    for (int d = 0; d < 3; d++)
        SL_AT(buffer, k, d) = SL_AT(f, at + k, d);
}

/* A list has an atom once. */
SL_KERNEL(md_add_forces, (k), in(int32_t, 1, list, own), in(double, 2, buffer, own(0, all)), inout(double, 2, f))
{
    for (int d = 0; d < 3; d++)
        SL_AT(f, SL_AT(list, k), d) += SL_AT(buffer, k, d);
}
