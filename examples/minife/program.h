/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What minife and mpi_minife have in common: options, the phases of a run, and what is printed of them. */
#ifndef MINIFE_PROGRAM_H
#define MINIFE_PROGRAM_H

#include "../common/seconds.h"
#include "solver.h"

/** What the command line says. */
struct options {
    const char *program; /**< its name */
    long nx, ny, nz;     /**< elements along each axis */
    long iterations;     /**< at most */
    double tolerance;    /**< of what |b - A x| was at first */
    int ways;            /**< of assembly: 1 << sl_scatter of each */
    int check;           /**< whether the solution is compared with the twin's */
    int plain;           /**< whether the twin runs alone */
    const char *picture; /**< the file of a picture, or NULL */
};

enum { WAYS = 4 };

/** Reads the command line of a program of that name. @return -1 to go on, else the exit status, after a message or
 *  the help */
int read_options(int argc, char **argv, const char *program, struct options *o);

/** Phases of a run, in seconds; of a phase that did not run 0. */
struct times {
    double mesh, structure, dirichlet, cg;
    double assembly[WAYS]; /**< by sl_scatter, when it is done again; the first time it may make colours */
    double first[WAYS];
};

/** What came of a run. */
struct outcome {
    struct times times;
    struct solve solve;
    int64_t entries;
    double error; /**< the largest difference from the exact temperature, at own points in the middle of the cube */
    double apart; /**< of the sums of the ways of assembly, the largest difference from the first way's */
};

/** Runs all phases on the process's part of the cube. Between sl_init() and sl_finalize().
 *  @param[in]  others  NULL: the part is the whole
 *  @param[out] x       [points] the solution, a new view, also after a failure, or NULL */
sl_status run_phases(const struct options *o, const struct box *box, const struct neighbours *others,
                     struct outcome *outcome, sl_view **x);

/** Prints the size, how the solve ended and its error. @return whether it is right: a solve that did not converge has
 * no error to speak of */
int print_outcome(const struct options *o, const struct outcome *outcome);

/** Prints times, a row for each phase. */
void print_times(const struct options *o, const struct times *t);

#endif
