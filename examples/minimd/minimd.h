/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What is asked of minimd and what it answers: for the solver, its twin and the program. */
#ifndef MINIMD_H
#define MINIMD_H

enum {
    MD_EVERY = 20 /**< steps from one set of neighbour lists to the next */
};

/** The phases of a run, whose times are told. */
enum md_phase { MD_FORCES, MD_GHOSTS, MD_LISTS, MD_MOVES, MD_PHASES };

/** The problem: a box of cells^3 cells of a face-centred cubic lattice, with 4 atoms each. */
struct md_problem {
    long cells; /**< along a side, 2 or more */
    int half;   /**< a pair is in the list of one of its atoms; else in those of both */
};

/** The state of all atoms; energies for each atom, all in reduced units. */
struct md_summary {
    double temperature, pair, total, pressure;
    double momentum[3]; /**< of all atoms together */
};

/** What a run has done so far. */
struct md_counts {
    double neighbours;         /**< in the last lists, for each atom */
    long builds;               /**< of lists, without the first ones */
    double all_seconds;        /**< of all steps */
    double seconds[MD_PHASES]; /**< by phase, where they were asked for */
};

#endif
