/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of mpi_heat. */
#include <starloop/kernel.h>

#include "cell.h"

/* The start of a rank's rows: row k of its views is row first + k of all. */
SL_KERNEL(mpi_heat_set, (k, j), scalar(int64_t, first), scalar(int64_t, rows), scalar(int64_t, columns),
          out(double, 2, u, own), out(double, 2, next, own), out(double, 2, c, own))
{
    const double v = mpi_heat_start(first + k, j, rows, columns);
    SL_AT(u, k, j) = v;
    SL_AT(next, k, j) = v;
    SL_AT(c, k, j) = mpi_heat_conduction(first + k, j, rows, columns);
}

/* One step of time. Of `next` a loop writes some rows only, the others stay: inout. */
SL_KERNEL(mpi_heat_sweep, (k, j), in(double, 2, u, halo(1, 1)), in(double, 2, c, own), inout(double, 2, next, own))
{
    SL_AT(next, k, j) = mpi_heat_next(SL_AT(u, k, j), SL_AT(u, k - 1, j), SL_AT(u, k + 1, j), SL_AT(u, k, j - 1),
                                      SL_AT(u, k, j + 1), SL_AT(c, k, j));
}

/* The largest change of a cell: the same for any number of ranks, as a sum would not be. */
SL_KERNEL(mpi_heat_change, (k, j), in(double, 2, u, own), in(double, 2, before, own), reduce(double, max, change))
{
    const double d = SL_AT(u, k, j) - SL_AT(before, k, j), size = d < 0.0 ? -d : d;
    if (size > *change)
        *change = size;
}

/* The sum of each row, from left to right: what is added up in the order of the rows is the same for any ranks. */
SL_KERNEL(mpi_heat_row_sum, (k), scalar(int64_t, columns), in(double, 2, u), out(double, 1, sum, own))
{
    double s = 0.0;
    for (int64_t j = 1; j <= columns; j++)
        s += SL_AT(u, k, j);
    SL_AT(sum, k) = s;
}
