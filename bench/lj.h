/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Forces between atoms and their neighbours: what the kernel, its twins and the case have in common.
 *
 * Atoms are on a cubic lattice, a little off it, and have the 77 neighbours that are nearest to them there, wrapped
 * around at the ends; what is further than the cut-off, as all that is wrapped, has no force. In place of a
 * Lennard-Jones potential's division stands a polynomial of as many operations, whose values are whole numbers: so
 * forces are the same bits in any order. What is measured is how positions are gathered. */
#ifndef STARLOOP_BENCH_LJ_H
#define STARLOOP_BENCH_LJ_H

enum {
    LJ_NEAR = 77,    /**< neighbours of an atom */
    LJ_SPACING = 16, /**< of the lattice */
    LJ_JITTER = 3,   /**< positions are off by less than that */
    LJ_CUT = 2000    /**< square of the distance at which forces end */
};

/** The force along a distance, whose square is @p r2, over the distance. */
#define LJ_FORCE(r2) ((r2) < LJ_CUT ? (LJ_CUT - (r2)) * ((r2)-LJ_CUT / 4) : 0.0)

#endif
