/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What one cell does: for the kernels and for the serial program in twin.c. */
#ifndef MPI_HEAT_CELL_H
#define MPI_HEAT_CELL_H

#include <stdint.h>

#include <starloop/kernel.h>

/** Temperature at the start of cell (row, column), both from 0; rows and columns with the edge, which stays. */
SL_FN double mpi_heat_start(int64_t row, int64_t column, int64_t rows, int64_t columns)
{
    if (column == 0)
        return 4.0;
    if (row == 0 || row == rows - 1 || column == columns - 1)
        return 0.0;
    return (double)((row * 37 + column * 61) % 101) / 64.0;
}

/** How well cell (row, column) conducts, times the time step: a crooked pipe in what hardly does. */
SL_FN double mpi_heat_conduction(int64_t row, int64_t column, int64_t rows, int64_t columns)
{
    const int64_t middle = 2 * column < columns ? rows / 3 : 2 * rows / 3;
    const int64_t from = row - middle, width = rows / 8 + 1;
    const int bend = 2 * column > columns - columns / 8 && 2 * column < columns + columns / 8;
    return (from > -width && from < width) || bend ? 0.24 : 0.015625;
}

/** The next temperature of a cell from its own, its neighbours' and its conduction. */
SL_FN double mpi_heat_next(double v, double north, double south, double west, double east, double c)
{
    return v + c * (((north + south) + (west + east)) - 4.0 * v);
}

#endif
