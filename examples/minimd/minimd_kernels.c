/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of minimd. Atom i has position x, velocity v and force f, three components each; its mass is 1.
   Behind the atoms lie the ghosts: images of atoms near a face of the box, a period away. */
#include <starloop/kernel.h>

#include "minimd_kernels.h"

/* --- the start and the state ------------------------------------------------------------------------------------ */

SL_KERNEL(md_place, (i), scalar(int64_t, first), scalar(int64_t, cells), out(double, 2, x, own(0, all)),
          out(double, 2, v, own(0, all)))
{
    for (int d = 0; d < 3; d++) {
        SL_AT(x, i, d) = md_site(first + i, d, cells);
        SL_AT(v, i, d) = md_random_velocity(first + i, d);
    }
}

SL_KERNEL(md_adjust, (i), scalar(double, mean0), scalar(double, mean1), scalar(double, mean2), scalar(double, factor),
          inout(double, 2, v, own(0, all)))
{
    SL_AT(v, i, 0) = (SL_AT(v, i, 0) - mean0) * factor;
    SL_AT(v, i, 1) = (SL_AT(v, i, 1) - mean1) * factor;
    SL_AT(v, i, 2) = (SL_AT(v, i, 2) - mean2) * factor;
}

SL_KERNEL(md_motion, (i), in(double, 2, v, own(0, all)), reduce(double, sum, v2), reduce(double, sum, p0),
          reduce(double, sum, p1), reduce(double, sum, p2))
{
    const double v_0 = SL_AT(v, i, 0), v_1 = SL_AT(v, i, 1), v_2 = SL_AT(v, i, 2);
    *v2 += v_0 * v_0 + v_1 * v_1 + v_2 * v_2;
    *p0 += v_0;
    *p1 += v_1;
    *p2 += v_2;
}

/* --- velocity Verlet -------------------------------------------------------------------------------------------- */

/* Half a step of the velocities, and one of the positions. */
SL_KERNEL(md_push, (i), in(double, 2, f, own(0, all)), inout(double, 2, v, own(0, all)),
          inout(double, 2, x, own(0, all)))
{
    for (int d = 0; d < 3; d++) {
        SL_AT(v, i, d) += 0.5 * MD_STEP * SL_AT(f, i, d);
        SL_AT(x, i, d) += MD_STEP * SL_AT(v, i, d);
    }
}

/* The other half, with the forces at the new positions. */
SL_KERNEL(md_pull, (i), in(double, 2, f, own(0, all)), inout(double, 2, v, own(0, all)))
{
    for (int d = 0; d < 3; d++)
        SL_AT(v, i, d) += 0.5 * MD_STEP * SL_AT(f, i, d);
}

/* --- bins ------------------------------------------------------------------------------------------------------- */

/* Atoms that have left the box come in again on the other side. */
SL_KERNEL(md_wrap, (i), scalar(int32_t, dimensions), scalar(double, length), inout(double, 2, x, own(0, all)))
{
    for (int d = 0; d < dimensions; d++) {
        double at = SL_AT(x, i, d);
        at += at < 0.0 ? length : 0.0;
        at -= at >= length ? length : 0.0; /* what was a hair below 0 may have become the length itself */
        SL_AT(x, i, d) = at;
    }
}

SL_KERNEL(md_find_bins, (i), scalar(struct md_bins, bins), in(double, 2, x, own(0, all)), out(int32_t, 1, bin, own),
          out(int32_t, 1, order, own))
{
    const int32_t b0 = md_bin_along(bins, 0, SL_AT(x, i, 0)), b1 = md_bin_along(bins, 1, SL_AT(x, i, 1)),
                  b2 = md_bin_along(bins, 2, SL_AT(x, i, 2));
    SL_AT(bin, i) = (b2 * bins.count[1] + b1) * bins.count[0] + b0;
    SL_AT(order, i) = (int32_t)i;
}

/* How many atoms and ghosts each bin has. */
SL_KERNEL(md_count, (i), in(int32_t, 1, bin, own), multi_reduce(int32_t, sum, length))
{
    SL_SCATTER(length, SL_AT(bin, i), 1);
}

/* The atoms in the order of their bins. */
SL_KERNEL(md_gather, (i), in(int32_t, 1, order, own), in(double, 2, x), in(double, 2, v),
          out(double, 2, sorted_x, own(0, all)), out(double, 2, sorted_v, own(0, all)))
{
    const int32_t from = SL_AT(order, i);
    for (int d = 0; d < 3; d++) {
        SL_AT(sorted_x, i, d) = SL_AT(x, from, d);
        SL_AT(sorted_v, i, d) = SL_AT(v, from, d);
    }
}

/* --- ghosts ----------------------------------------------------------------------------------------------------- */

/* Images along dimension d of the first `all` atoms and ghosts, put behind them. One with an index below `held` stands
   for itself, later ones are images: a source is never an image, so that all images can move at the same time. The
   views may be too short: the number that was found says so. */
SL_SCAN_KERNEL(md_find_images, (i), scalar(int64_t, held), scalar(int64_t, all), scalar(int32_t, d),
               scalar(double, length), inout(double, 2, x), inout(int32_t, 1, source), inout(double, 2, shift),
               reduce(int64_t, sum, found))
{
    const double at = SL_AT(x, i, d);
    for (int side = 1; side >= -1; side -= 2) {
        if (side > 0 ? at >= MD_REACH : at < length - MD_REACH)
            continue;
        const int64_t k = all + *found;
        if (SL_FINAL && k < SL_EXTENT(source, 0)) {
            SL_AT(source, k) = i < held ? (int32_t)i : SL_AT(source, i);
            for (int e = 0; e < 3; e++) {
                const double by = e == d ? side * length : 0.0;
                SL_AT(shift, k, e) = by + (i < held ? 0.0 : SL_AT(shift, i, e));
                SL_AT(x, k, e) = SL_AT(x, i, e) + by;
            }
        }
        *found += 1;
    }
}

SL_KERNEL(md_move_images, (i), in(int32_t, 1, source, own), in(double, 2, shift, own(0, all)), inout(double, 2, x))
{
    for (int d = 0; d < 3; d++)
        SL_AT(x, i, d) = SL_AT(x, SL_AT(source, i), d) + SL_AT(shift, i, d);
}

/* --- neighbours and forces -------------------------------------------------------------------------------------- */

/* The list of atom i: of the bins around its own, five at a time, whose atoms follow each other in `order`. Where it is
   longer than a row of `near` the rest is counted only, and the caller makes the rows longer. */
SL_KERNEL(md_find_neighbours, (i), scalar(struct md_bins, bins), scalar(int32_t, half), in(int32_t, 1, start),
          in(int32_t, 1, order), in(double, 2, x), out(int32_t, 2, near), out(int32_t, 1, length, own),
          reduce(int32_t, max, most), reduce(int64_t, sum, all))
{
    const double x0 = SL_AT(x, i, 0), x1 = SL_AT(x, i, 1), x2 = SL_AT(x, i, 2);
    const int32_t b0 = md_bin_along(bins, 0, x0), b1 = md_bin_along(bins, 1, x1), b2 = md_bin_along(bins, 2, x2);
    const int32_t left = b0 < 2 ? 0 : b0 - 2, right = b0 + 3 < bins.count[0] ? b0 + 3 : bins.count[0];
    int32_t found = 0;
    for (int32_t r = 0; r < 25; r++) {
        const int32_t z = b2 - 2 + r / 5, y = b1 - 2 + r % 5;
        if (z < 0 || z >= bins.count[2] || y < 0 || y >= bins.count[1])
            continue;
        const int32_t row = (z * bins.count[1] + y) * bins.count[0];
        for (int32_t k = SL_AT(start, row + left); k < SL_AT(start, row + right); k++) {
            const int32_t j = SL_AT(order, k);
            const double d0 = SL_AT(x, j, 0) - x0, d1 = SL_AT(x, j, 1) - x1, d2 = SL_AT(x, j, 2) - x2;
            if (j == i || d0 * d0 + d1 * d1 + d2 * d2 >= MD_REACH * MD_REACH || (half && !md_is_upwards(d0, d1, d2)))
                continue;
            if (found < SL_EXTENT(near, 1))
                SL_AT(near, i, found) = j;
            found++;
        }
    }
    SL_AT(length, i) = found;
    *all += found;
    if (found > *most)
        *most = found;
}

/* Full lists: each atom adds up its own force. */
SL_KERNEL(md_forces, (i), in(int32_t, 2, near, own(0, all)), in(int32_t, 1, length, own), in(double, 2, x),
          out(double, 2, f, own(0, all)))
{
    const double x0 = SL_AT(x, i, 0), x1 = SL_AT(x, i, 1), x2 = SL_AT(x, i, 2);
    const int32_t n = SL_AT(length, i);
    double f0 = 0, f1 = 0, f2 = 0;
    SL_SIMD_SUM(f0, f1, f2) for (int32_t k = 0; k < n; k++)
    {
        const int32_t j = SL_AT(near, i, k);
        const double d0 = x0 - SL_AT(x, j, 0), d1 = x1 - SL_AT(x, j, 1), d2 = x2 - SL_AT(x, j, 2);
        const double force = md_force(d0 * d0 + d1 * d1 + d2 * d2);
        f0 += d0 * force;
        f1 += d1 * force;
        f2 += d2 * force;
    }
    SL_AT(f, i, 0) = f0;
    SL_AT(f, i, 1) = f1;
    SL_AT(f, i, 2) = f2;
}

/* Half lists: half of the work, but each atom adds to the forces of its neighbours, too. */
SL_KERNEL(md_half_forces, (i), in(int32_t, 2, near, own(0, all)), in(int32_t, 1, length, own), in(double, 2, x),
          scatter(double, sum, 2, f))
{
    const double x0 = SL_AT(x, i, 0), x1 = SL_AT(x, i, 1), x2 = SL_AT(x, i, 2);
    const int32_t n = SL_AT(length, i);
    double f0 = 0, f1 = 0, f2 = 0;
    for (int32_t k = 0; k < n; k++) {
        const int32_t j = SL_AT(near, i, k);
        const double d0 = x0 - SL_AT(x, j, 0), d1 = x1 - SL_AT(x, j, 1), d2 = x2 - SL_AT(x, j, 2);
        const double r2 = d0 * d0 + d1 * d1 + d2 * d2;
        if (r2 >= MD_CUT2)
            continue;
        const double force = md_force(r2);
        f0 += d0 * force;
        f1 += d1 * force;
        f2 += d2 * force;
        SL_SCATTER(f, j, 0, -d0 * force);
        SL_SCATTER(f, j, 1, -d1 * force);
        SL_SCATTER(f, j, 2, -d2 * force);
    }
    SL_SCATTER(f, i, 0, f0);
    SL_SCATTER(f, i, 1, f1);
    SL_SCATTER(f, i, 2, f2);
}

/* What acts on an image acts on its atom. An atom may have seven images. */
SL_KERNEL(md_fold_images, (i), in(int32_t, 1, source, own), inout(double, 2, f))
{
    for (int d = 0; d < 3; d++)
        SL_ATOMIC_ADD(SL_AT(f, SL_AT(source, i), d), SL_AT(f, i, d));
}

/* Energy and virial of the pairs in the lists. */
SL_KERNEL(md_pairs, (i), in(int32_t, 2, near, own(0, all)), in(int32_t, 1, length, own), in(double, 2, x),
          reduce(double, sum, energy), reduce(double, sum, virial))
{
    const double x0 = SL_AT(x, i, 0), x1 = SL_AT(x, i, 1), x2 = SL_AT(x, i, 2);
    const int32_t n = SL_AT(length, i);
    double e = 0, w = 0;
    SL_SIMD_SUM(e, w) for (int32_t k = 0; k < n; k++)
    {
        const int32_t j = SL_AT(near, i, k);
        const double d0 = x0 - SL_AT(x, j, 0), d1 = x1 - SL_AT(x, j, 1), d2 = x2 - SL_AT(x, j, 2);
        const double r2 = d0 * d0 + d1 * d1 + d2 * d2;
        e += md_energy(r2);
        w += r2 * md_force(r2);
    }
    *energy += e;
    *virial += w;
}
