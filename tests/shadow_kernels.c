/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

/* ---- over nothing --------------------------------------------------------------------------------------- */

SL_KERNEL(sh_set, (i), out(int32_t, 1, y, own))
{
    SL_AT(y, i) = 1;
}

SL_KERNEL(sh_set_row, (i), out(int32_t, 2, y, own(0, all)))
{
    for (sl_index j = 0; j < SL_EXTENT(y, 1); j++)
        SL_AT(y, i, j) = 1;
}

SL_KERNEL(sh_set_2, (i, j), out(int32_t, 2, y, own))
{
    SL_AT(y, i, j) = 1;
}

/* Each row is written by the iterations of the second dimension, of which there may be none. */
SL_KERNEL(sh_set_first, (i, j), out(int32_t, 1, y, own(0)))
{
    if (j == 0)
        SL_AT(y, i) = 1;
}

SL_KERNEL(sh_reduce, (i), out(int32_t, 1, y, own), reduce(int32_t, sum, s))
{
    SL_AT(y, i) = 1;
    *s += 1;
}

SL_SCAN_KERNEL(sh_scan, (i), out(int32_t, 1, y, own), reduce(int32_t, sum, s))
{
    *s += 1;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_TEAM_KERNEL(sh_team, (team), out(int32_t, 1, y, own))
{
    SL_AT(y, SL_LEAGUE_RANK(team)) = 1;
}
