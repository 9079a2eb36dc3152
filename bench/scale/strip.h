/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A rank's rows of a field that is cut along dimension 0: who its neighbours are, what it sends, and for how
 *         long it is in MPI. All calls of MPI that a case makes are here; the thread that called MPI_Init_thread()
 *         makes them.
 */
#ifndef SCALE_STRIP_H
#define SCALE_STRIP_H

#include <mpi.h>

#include "twin.h"

enum { STRIP_LOW, STRIP_HIGH, STRIP_SIDES };

/** Of one rank. */
struct strip_counts {
    long passes;            /**< steps, or iterations of a solver */
    long exchanges;         /**< of the rows beside its own */
    long messages;          /**< sent to neighbours */
    long reductions;        /**< over all ranks */
    double bytes;           /**< sent to neighbours; those of reductions are not counted */
    double seconds, in_mpi; /**< from begin to end of the clock, and of these in calls of MPI */
};

struct strip {
    int rank, ranks;
    int neighbour[STRIP_SIDES];             /**< MPI_PROC_NULL: there is none */
    int64_t first, rows;                    /**< row 1 here is row `first` of the whole, counted from 1 */
    struct twin_rows inner;                 /**< that need no neighbour's; messages go on meanwhile */
    struct twin_rows edges;                 /**< the others, one or two, or none */
    struct strip_counts counts;             /**< since the clock began */
    struct strip_counts timed;              /**< until it was stopped */
    double begin;                           /**< of the clock */
    MPI_Request under_way[2 * STRIP_SIDES]; /**< those of an exchange */
    int arrived;                            /**< whether all of them have ended */
};

/** Cuts so many rows, at least one for each rank, as evenly as can be. @param[in,out] s its rank and ranks are set, all
 *  else is 0 */
void strip_cut(struct strip *s, int64_t rows);

/** Sends the rows beside the neighbours, and receives theirs into rows 0 and rows + 1.
 *  @param[in,out] field  what travels of row 0; its rows that travel are not to be written until strip_end()
 *  @param[in]     pitch  elements from row to row
 *  @param[in]     count  elements of a row that travel */
void strip_begin(struct strip *s, double *field, int64_t pitch, int64_t count);
/** Waits for what strip_begin() began. */
void strip_end(struct strip *s);

/** @return the sum over all ranks, on each of them */
double strip_sum(struct strip *s, double value);

/** Counts a pass. The first one warms up: the clock and the counts begin anew behind it. */
void strip_count_pass(struct strip *s);
/** Stops the clock. */
void strip_stop(struct strip *s);

/** @return a field [rows + 2, pitch] of zeros, each written by the thread that will use it; NULL: no memory */
double *strip_field(const struct strip *s, int64_t pitch);

#endif
