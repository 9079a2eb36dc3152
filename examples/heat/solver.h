/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The heat solver: conjugate gradients in which every loop and every dot product is a Starloop call. */
#ifndef HEAT_SOLVER_H
#define HEAT_SOLVER_H

#include <starloop.h>

#include "problem.h"

struct heat_solver;

/** Hears of a solve while it goes on. */
typedef void (*heat_progress)(void *arg, long iterations, double residual);

/** Makes a field: a view of doubles, full of zeros. */
typedef sl_status heat_field_maker(const char *label, sl_extents extents, sl_view **field);

/** Makes the fields of a problem and queues its set-up.
 *
 *  @param[in]  problem  copied; its deck must outlive the solver
 *  @param[out] solver   owned by the caller: heat_solver_destroy()
 *  @return as sl_view_create() and sl_forall(); #SL_ERR_UNSUPPORTED where the problem's form is not for the deck's
 *  solver. Non-blocking. */
sl_status heat_solver_create(const struct heat_problem *problem, struct heat_solver **solver);

/** The same with fields that are distributed among ranks. Loops of the solver are queued one by one then, and not in
 *  regions.
 *  @param[in] maker  of a field: each rank has a part of its rows
 *  @return also #SL_ERR_UNSUPPORTED for forms but loops, and for preconditioner jac_block. Each rank makes the same
 *  calls. */
sl_status heat_solver_create_on_ranks(const struct heat_problem *problem, heat_field_maker *maker,
                                      struct heat_solver **solver);

/** Makes one time step.
 *
 *  @param[in]  progress  called now and then in this thread; NULL: nobody
 *  @param[out] solve     how it went
 *  @return as sl_forall(); #SL_ERR_TASK when a number overflowed. Blocking. */
sl_status heat_solver_step(struct heat_solver *solver, heat_progress progress, void *arg, struct heat_solve *solve);

/** Sums over the fields as they are. @param[out] summary the sums @return as sl_reduce(). Blocking. */
sl_status heat_solver_summary(struct heat_solver *solver, struct heat_summary *summary);

/** @return the temperature u, [ny + 2, nx + 2], the solver's own. */
sl_view *heat_solver_temperature(struct heat_solver *solver);

/** Drops the fields and sets the handle to NULL; takes NULL in it. */
void heat_solver_destroy(struct heat_solver **solver);

#endif
