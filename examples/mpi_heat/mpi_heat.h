/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What is asked of mpi_heat and what it answers. */
#ifndef MPI_HEAT_H
#define MPI_HEAT_H

/** The command line. */
struct mpi_heat_options {
    long rows, columns; /* cells inside of the edge */
    long steps;
    const char *output; /* file for the final temperatures, or NULL */
    int serial;
};

/** The end of a run. */
struct mpi_heat_summary {
    double change; /* the largest change of a cell in the last step */
    double heat;   /* sum of the temperatures */
};

#endif
