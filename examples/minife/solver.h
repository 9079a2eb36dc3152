/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Conjugate gradients for the equations of system.h. */
#ifndef MINIFE_SOLVER_H
#define MINIFE_SOLVER_H

#include "system.h"

/** What a process that has a part of the rows does with the others. */
struct neighbours {
    /** Puts the values of the others' points into the planes of @p d beside the process's own. */
    sl_status (*borders)(void *data, sl_view *d);
    /** Adds up a view of rank 0 over all processes; each has the sum in it then. */
    sl_status (*sum)(void *data, sl_view *scalar);
    void *data;
};

/** How a solve ended. */
struct solve {
    long iterations; /**< that were made */
    double first;    /**< |b - A x| before them */
    double last;     /**< and after */
};

/** Solves from x = 0, until |b - A x| is at most @p tolerance of what it was, or the iterations are made.
 *  @param[in]  others  NULL: the process has all rows
 *  @param[out] x       [points] a new view, also after a failure, or NULL */
sl_status solve(struct system *s, long iterations, double tolerance, const struct neighbours *others, sl_view **x,
                struct solve *result);

#endif
