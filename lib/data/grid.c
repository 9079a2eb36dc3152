/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/grid.h"

#include "kernel/blocks.h"

enum { SIXTEENTHS = 16 };

int sl__grid_counts(const sl_split *split, int rank, const sl_index n[], int count[])
{
    int parts = 1;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        count[d] = d < rank && split->n[d] > 1 ? split->n[d] : 1;
        if (d < rank && n[d] < count[d])
            count[d] = n[d] > 0 ? (int)n[d] : 1;
        parts *= count[d];
    }
    return parts;
}

sl_index sl__grid_unit(sl_index n, int count)
{
    const sl_index share = n / count / SIXTEENTHS, line = sl__tiles_of_line(n);
    sl_index unit = line <= share ? line : 1;
    while (2 * unit <= share)
        unit *= 2;
    return unit;
}

/* k n / count without overflow. */
static sl_index share_before(sl_index n, int count, int k)
{
    return n / count * k + n % count * k / count;
}

static sl_index border_at(sl_index n, int count, sl_index unit, int k)
{
    return k >= count ? n : (share_before(n, count, k) + unit / 2) / unit * unit;
}

sl_index sl__grid_border(sl_index n, int count, int k)
{
    return border_at(n, count, sl__grid_unit(n, count), k);
}

int sl__grid_find(sl_index n, int count, sl_index i)
{
    const sl_index unit = sl__grid_unit(n, count);
    int k = (int)((double)i / (double)n * count);
    if (k >= count)
        k = count - 1;
    while (k > 0 && border_at(n, count, unit, k) > i)
        k--;
    while (k < count - 1 && border_at(n, count, unit, k + 1) <= i)
        k++;
    return k;
}
