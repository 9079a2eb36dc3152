/* SPDX-License-Identifier: BSD-3-Clause */
/* Four kinds of loops of RAJAPerf. For CPUs only. */
#include <math.h>
#include <starloop/kernel.h>

#include "zone.h"

SL_KERNEL(bench_copy8_kernel, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own),
          in(double, 1, d, own), in(double, 1, e, own), in(double, 1, f, own), in(double, 1, g, own),
          in(double, 1, h, own), out(double, 1, ta, own), out(double, 1, tb, own), out(double, 1, tc, own),
          out(double, 1, td, own), out(double, 1, te, own), out(double, 1, tf, own), out(double, 1, tg, own),
          out(double, 1, th, own))
{
    SL_AT(ta, i) = SL_AT(a, i);
    SL_AT(tb, i) = SL_AT(b, i);
    SL_AT(tc, i) = SL_AT(c, i);
    SL_AT(td, i) = SL_AT(d, i);
    SL_AT(te, i) = SL_AT(e, i);
    SL_AT(tf, i) = SL_AT(f, i);
    SL_AT(tg, i) = SL_AT(g, i);
    SL_AT(th, i) = SL_AT(h, i);
}

SL_KERNEL(bench_planck_kernel, (i), in(double, 1, u, own), in(double, 1, v, own), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i) / (exp(SL_AT(v, i) / 1024) - 1);
}

SL_KERNEL(bench_corners_kernel, (k), scalar(sl_index, row), scalar(sl_index, plane), in(int32_t, 1, zone, own),
          in(double, 1, x), out(double, 1, sum, own))
{
    const sl_index z = SL_AT(zone, k), n[8] = ZONE_CORNERS(z, row, plane);
    SL_AT(sum, k) = SL_AT(x, n[0]) + SL_AT(x, n[1]) + SL_AT(x, n[2]) + SL_AT(x, n[3]) + SL_AT(x, n[4]) +
                    SL_AT(x, n[5]) + SL_AT(x, n[6]) + SL_AT(x, n[7]);
}

SL_KERNEL(bench_volume_kernel, (k), scalar(sl_index, row), scalar(sl_index, plane), in(int32_t, 1, zone, own),
          in(double, 1, x), in(double, 1, y), in(double, 1, z), out(double, 1, volume, own))
{
    const sl_index first = SL_AT(zone, k), n[8] = ZONE_CORNERS(first, row, plane);
    double a[3][8];
    for (int c = 0; c < 8; c++) {
        a[0][c] = SL_AT(x, n[c]);
        a[1][c] = SL_AT(y, n[c]);
        a[2][c] = SL_AT(z, n[c]);
    }
    SL_AT(volume, k) = zone_volume(a);
}
