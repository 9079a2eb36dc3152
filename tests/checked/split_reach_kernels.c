/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

/* One iteration of each loop shifts one index: at and by. */

SL_KERNEL(sr_read_1, (i), scalar(int64_t, at), scalar(int64_t, by), in(double, 1, u, halo(1)), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i + (i == at ? by : 0));
}

SL_KERNEL(sr_write_1, (i), scalar(int64_t, at), scalar(int64_t, by), in(double, 1, u, halo(1)), out(double, 1, w, own))
{
    SL_AT(w, i + (i == at ? by : 0)) = SL_AT(u, i);
}

SL_KERNEL(sr_read_2, (i, j), scalar(int64_t, at0), scalar(int64_t, at1), scalar(int64_t, by0), scalar(int64_t, by1),
          in(double, 2, u, halo(1)), out(double, 2, w, own))
{
    const int here = i == at0 && j == at1;
    SL_AT(w, i, j) = SL_AT(u, i + (here ? by0 : 0), j + (here ? by1 : 0));
}

SL_KERNEL(sr_write_2, (i, j), scalar(int64_t, at0), scalar(int64_t, at1), scalar(int64_t, by0), scalar(int64_t, by1),
          in(double, 2, u, halo(1)), out(double, 2, w, own))
{
    const int here = i == at0 && j == at1;
    SL_AT(w, i + (here ? by0 : 0), j + (here ? by1 : 0)) = SL_AT(u, i, j);
}

/* Every iteration leaves its reach. */
SL_KERNEL(sr_all, (i), in(double, 1, u, halo(1)), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, (i + 7) % SL_EXTENT(u, 0));
}

/* None does. */
SL_KERNEL(sr_smooth, (i), in(double, 1, u, halo(1)), out(double, 1, w, own))
{
    const sl_index last = SL_EXTENT(u, 0) - 1;
    SL_AT(w, i) = SL_AT(u, i > 0 ? i - 1 : 0) + 2 * SL_AT(u, i) + SL_AT(u, i < last ? i + 1 : last);
}

SL_KERNEL(sr_copy, (i), in(double, 1, u, own), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i);
}
