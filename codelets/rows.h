/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies between a view and host memory: what the kernels and who calls them agree on. */
#ifndef STARLOOP_CODELETS_ROWS_H
#define STARLOOP_CODELETS_ROWS_H

#include <stdint.h>
#include <string.h>

/** Two ways to lay out one box of units. Dimension 0 is outermost; the last one is cut into pieces of equal length, and
 * a row is one piece. */
struct sl__rows {
    char *host;      /* the host memory */
    int rank, unit;  /* 1 to 7; bytes: 8, 4 or 1 */
    int64_t piece;   /* units of a piece */
    int64_t n[7];    /* [rank] extents */
    int64_t view[7]; /* [rank] strides in the view, bytes */
    int64_t mine[7]; /* [rank] strides in the host memory, bytes */
};

/* Units at constant strides; with a unit that the compiler knows. */
static inline void sl__rows_units(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count,
                                  int unit)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * to_step, from + i * from_step, (size_t)unit);
}

/* Copies one row. */
static inline void sl__rows_copy(const struct sl__rows *rows, int64_t row, char *view, int to_view)
{
    const int last = rows->rank - 1;
    const int64_t pieces = (rows->n[last] + rows->piece - 1) / rows->piece, first = row % pieces * rows->piece;
    const int64_t rest = rows->n[last] - first, count = rest < rows->piece ? rest : rows->piece;
    char *mine = rows->host + first * rows->mine[last];
    view += first * rows->view[last];
    row /= pieces;
    for (int d = last - 1; d >= 0; d--) {
        view += row % rows->n[d] * rows->view[d];
        mine += row % rows->n[d] * rows->mine[d];
        row /= rows->n[d];
    }
    char *to = to_view ? view : mine;
    const char *from = to_view ? mine : view;
    const int64_t to_step = to_view ? rows->view[last] : rows->mine[last];
    const int64_t from_step = to_view ? rows->mine[last] : rows->view[last];
    if (to_step == rows->unit && from_step == rows->unit)
        memcpy(to, from, (size_t)(count * rows->unit));
    else if (rows->unit == 8)
        sl__rows_units(to, to_step, from, from_step, count, 8);
    else if (rows->unit == 4)
        sl__rows_units(to, to_step, from, from_step, count, 4);
    else
        sl__rows_units(to, to_step, from, from_step, count, 1);
}

#endif
