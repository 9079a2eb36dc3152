/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of halo_packing. */
#include <starloop/kernel.h>

/* Cells 1 to n along each side are the block's own; those around them are the halo, which holds nothing yet. */
SL_KERNEL(halo_fill, (i, j, k), scalar(sl_index, n), scalar(double, seed), out(double, 1, x))
{
    const int inside = i >= 1 && i <= n && j >= 1 && j <= n && k >= 1 && k <= n;
    SL_AT(x, (i * (n + 2) + j) * (n + 2) + k) = inside ? seed + (double)(((i - 1) * n + (j - 1)) * n + (k - 1)) : -1;
}

/* Cells of a field, in the order of the list that the loop runs over, into a buffer. */
SL_KERNEL(halo_pack, (c), in(double, 1, x, own), out(double, 1, buffer))
{
    SL_AT(buffer, SL_INDEX_POSITION) = SL_AT(x, c);
}

/* And back. That each iteration writes its own cell is what lets loops over lists with no cell in common run at once.
 */
SL_KERNEL(halo_unpack, (c), in(double, 1, buffer), inout(double, 1, x, own))
{
    SL_AT(x, c) = SL_AT(buffer, SL_INDEX_POSITION);
}
