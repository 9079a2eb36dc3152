/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the loops that are waited for. */
#include <math.h>

#include "native.h"
#include "zone.h"

void native_copy8(int64_t n, double *const from[8], double *const to[8])
{
    const double *restrict a = from[0], *restrict b = from[1], *restrict c = from[2], *restrict d = from[3];
    const double *restrict e = from[4], *restrict f = from[5], *restrict g = from[6], *restrict h = from[7];
    double *restrict ta = to[0], *restrict tb = to[1], *restrict tc = to[2], *restrict td = to[3];
    double *restrict te = to[4], *restrict tf = to[5], *restrict tg = to[6], *restrict th = to[7];
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < n; i++) {
        ta[i] = a[i];
        tb[i] = b[i];
        tc[i] = c[i];
        td[i] = d[i];
        te[i] = e[i];
        tf[i] = f[i];
        tg[i] = g[i];
        th[i] = h[i];
    }
}

void native_planck(int64_t n, const double *restrict u, const double *restrict v, double *restrict w)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        w[i] = u[i] / (exp(v[i] / 1024) - 1);
}

void native_corners(int64_t n, int64_t row, int64_t plane, const int32_t *restrict zone, const double *restrict x,
                    double *restrict sum)
{
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < n; k++) {
        const int64_t corner[8] = ZONE_CORNERS(zone[k], row, plane);
        sum[k] = x[corner[0]] + x[corner[1]] + x[corner[2]] + x[corner[3]] + x[corner[4]] + x[corner[5]] +
                 x[corner[6]] + x[corner[7]];
    }
}

void native_volume(int64_t n, int64_t row, int64_t plane, const int32_t *restrict zone, const double *restrict x,
                   const double *restrict y, const double *restrict z, double *restrict volume)
{
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < n; k++) {
        const int64_t corner[8] = ZONE_CORNERS(zone[k], row, plane);
        double a[3][8];
        for (int c = 0; c < 8; c++) {
            a[0][c] = x[corner[c]];
            a[1][c] = y[corner[c]];
            a[2][c] = z[corner[c]];
        }
        volume[k] = zone_volume(a);
    }
}
