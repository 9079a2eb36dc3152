/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rf_set, (i), scalar(uint64_t, a), out(uint64_t, 2, m, own(0, all)))
{
    for (sl_index j = 0; j < SL_EXTENT(m, 1); j++)
        SL_AT(m, i, j) = a + (uint64_t)(3 * i + j);
}

SL_KERNEL(rf_rows, (i), in(uint64_t, 2, m, own(0, all)), inout(uint64_t, 1, y, own))
{
    for (sl_index j = 0; j < SL_EXTENT(m, 1); j++)
        SL_AT(y, i) += SL_AT(m, i, j) * (uint64_t)(j + 1);
}

SL_KERNEL(rf_columns, (j), in(uint64_t, 2, m, own(all, 0)), inout(uint64_t, 1, y, own))
{
    for (sl_index i = 0; i < SL_EXTENT(m, 0); i++)
        SL_AT(y, j) += SL_AT(m, i, j) * (uint64_t)(i + 1);
}

SL_KERNEL(rf_scale, (i), in(uint64_t, 1, y, own), inout(uint64_t, 2, m, own(0, SL_FREE)))
{
    for (sl_index j = 0; j < SL_EXTENT(m, 1); j++)
        SL_AT(m, i, j) = 3 * SL_AT(m, i, j) + SL_AT(y, i);
}

SL_KERNEL(rf_near, (i), in(uint64_t, 2, m, halo(1, all)), out(uint64_t, 2, r, own(0, all)))
{
    const sl_index n = SL_EXTENT(m, 1);
    for (sl_index j = 0; j < n; j++)
        SL_AT(r, i, j) = SL_AT(m, i - 1, j) + 5 * SL_AT(m, i + 1, n - 1 - j);
}

SL_KERNEL(rf_beside, (i, j), in(uint64_t, 1, y, own(1), halo(2)), inout(uint64_t, 2, m, own))
{
    SL_AT(m, i, j) += 3 * SL_AT(y, j - 2) + 3 * SL_AT(y, j + 2);
}

SL_KERNEL(rf_face, (i, j), in(uint64_t, 3, c, own(1, all, 0)), inout(uint64_t, 2, m, own))
{
    for (sl_index k = 0; k < SL_EXTENT(c, 1); k++)
        SL_AT(m, i, j) += SL_AT(c, j, k, i) * (uint64_t)(k + 1);
}

SL_KERNEL(rf_pillar, (i, j), inout(uint64_t, 3, c, own(1, all, 0)), in(uint64_t, 2, m, own))
{
    for (sl_index k = 0; k < SL_EXTENT(c, 1); k++)
        SL_AT(c, j, k, i) = 5 * SL_AT(c, j, k, i) + SL_AT(m, i, j) + (uint64_t)k;
}

SL_KERNEL(rf_turned, (i, j), in(uint64_t, 3, c, halo(2, all, 1), own(1, all, 0)), inout(uint64_t, 2, m, own))
{
    for (sl_index k = 0; k < SL_EXTENT(c, 1); k++)
        SL_AT(m, i, j) += SL_AT(c, j - 2, k, i + 1) + 3 * SL_AT(c, j + 2, k, i - 1);
}

SL_KERNEL(rf_total, (i), in(uint64_t, 2, m, own(0, all)), reduce(uint64_t, sum, t))
{
    for (sl_index j = 0; j < SL_EXTENT(m, 1); j++)
        *t += SL_AT(m, i, j);
}

/* Words that are refused at the first call. */
SL_KERNEL(rfb_all, (i), inout(double, 2, m, own(all, all)))
{
    SL_AT(m, i, i) += 1;
}
SL_KERNEL(rfb_halo_all, (i), in(double, 1, m, halo(all)))
{
    (void)(SL_AT(m, i) + 1);
}
SL_KERNEL(rfb_differ, (i), in(double, 2, m, own(0, all), halo(1, 1)))
{
    (void)(SL_AT(m, i, i) + 1);
}
SL_KERNEL(rfb_beyond, (i), in(double, 2, m, halo(all, 1)))
{
    (void)(SL_AT(m, i, i) + 1);
}
SL_KERNEL(rfb_rank, (i), in(double, 2, m, halo(1)))
{
    (void)(SL_AT(m, i, i) + 1);
}
SL_KERNEL(rfb_twice, (i), in(double, 1, m, halo(1), halo(2)))
{
    (void)(SL_AT(m, i) + 1);
}
SL_KERNEL(rfb_plain, (i), in(double, 1, m, own, halo(1)))
{
    (void)(SL_AT(m, i) + 1);
}
SL_KERNEL(rfb_fixed, (i), in(double, 2, m, fixed(all, 3)))
{
    (void)(SL_AT(m, i, i) + 1);
}
SL_KERNEL(rfb_index, (i), in(double, 2, m, own(1, all)))
{
    (void)(SL_AT(m, i, i) + 1);
}
