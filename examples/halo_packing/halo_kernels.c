/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of halo_packing. */
#include <starloop/kernel.h>

/* Cells 1 to n along each side are the block's own; those around them are the halo, which holds nothing yet. */
SL_KERNEL(halo_fill, (i, j, k), scalar(sl_index, n), scalar(double, seed), out(double, 1, x))
{
    const int inside = i >= 1 && i <= n && j >= 1 && j <= n && k >= 1 && k <= n;
    SL_AT(x, (i * (n + 2) + j) * (n + 2) + k) = inside ? seed + (double)(((i - 1) * n + (j - 1)) * n + (k - 1)) : -1;
}

/* Cells of a field, in the order of a list, into a buffer. */
SL_KERNEL(halo_pack, (c), in(int32_t, 1, cells, own), in(double, 1, x), out(double, 1, buffer, own))
{
    SL_AT(buffer, c) = SL_AT(x, SL_AT(cells, c));
}

/* And back. */
SL_KERNEL(halo_unpack, (c), in(int32_t, 1, cells, own), in(double, 1, buffer, own), inout(double, 1, x))
{
    SL_AT(x, SL_AT(cells, c)) = SL_AT(buffer, c);
}
