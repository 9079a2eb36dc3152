/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The physics of the melt, an atom or a pair at a time: for the kernels and for the twin in twin.c. */
#ifndef MINIMD_LATTICE_H
#define MINIMD_LATTICE_H

#include <stdint.h>

#include <starloop/kernel.h>

#define MD_DENSITY 0.8442             /* atoms in a unit of volume */
#define MD_TEMPERATURE 1.44           /* at the start */
#define MD_CUT2 (2.5 * 2.5)           /* square of the distance from which on there is no force */
#define MD_REACH 2.8                  /* atoms nearer than that are in the lists: the cut-off and a skin */
#define MD_STEP 0.005                 /* of time */
#define MD_SPACING 1.6795961913825073 /* of the lattice, the cubic root of 4 / MD_DENSITY */
#define MD_SEED UINT64_C(87287)       /* of the velocities */

/** Bins of a box with its ghosts: bin (x, y, z) has number (z * count[1] + y) * count[0] + x, so that those beside each
 *  other along x have successive numbers. They are half as wide as MD_REACH, or wider: neighbours are 2 bins away at
 * most. */
struct md_bins {
    double from[3], per_length[3]; /**< the corner; bins in a unit of length */
    int32_t count[3];
};

/** Coordinate @p d of atom @p id on the lattice. */
SL_FN double md_site(int64_t id, int d, int64_t cells)
{
    const int64_t cell = id / 4, corner = id % 4;
    const int64_t at = d == 0 ? cell % cells : d == 1 ? cell / cells % cells : cell / cells / cells;
    const double shift = corner == 0 || corner == 3 - d ? 0.0 : 0.5;
    return ((double)at + shift) * MD_SPACING;
}

/** Component @p d of an atom's velocity, before their mean is taken off and the temperature set. */
SL_FN double md_random_velocity(int64_t id, int d)
{
    return SL_RANDOM_UNIFORM(MD_SEED, id, d) - 0.5;
}

/** Force along a distance, over the distance, whose square is @p r2. */
SL_FN double md_force(double r2)
{
    const double near2 = 1.0 / r2, near6 = near2 * near2 * near2;
    return r2 < MD_CUT2 ? 48.0 * near6 * (near6 - 0.5) * near2 : 0.0;
}

/** Energy of a pair. */
SL_FN double md_energy(double r2)
{
    const double near2 = 1.0 / r2, near6 = near2 * near2 * near2;
    return r2 < MD_CUT2 ? 4.0 * near6 * (near6 - 1.0) : 0.0;
}

/** Which atom of a pair has it in its half list, by the way from that atom to the other one: of a way and its opposite
 *  one is upwards. So it needs no numbers of atoms, and ghosts, which have others than their atoms, are no exception.
 */
SL_FN int md_is_upwards(double x, double y, double z)
{
    return z > 0.0 || (z == 0.0 && (y > 0.0 || (y == 0.0 && x > 0.0)));
}

/** Bins of a box from @p from, @p length along each side, with the ghosts around it. */
SL_FN struct md_bins md_bins_of(const double from[3], const double length[3])
{
    struct md_bins b;
    for (int d = 0; d < 3; d++) {
        const double whole = length[d] + 2 * MD_REACH;
        b.count[d] = (int32_t)(whole / (MD_REACH / 2));
        b.from[d] = from[d] - MD_REACH;
        b.per_length[d] = b.count[d] / whole;
    }
    return b;
}

/** The bin of a coordinate along @p d. */
SL_FN int32_t md_bin_along(struct md_bins b, int d, double at)
{
    const int32_t bin = (int32_t)((at - b.from[d]) * b.per_length[d]);
    return bin < 0 ? 0 : bin < b.count[d] ? bin : b.count[d] - 1;
}

#endif
