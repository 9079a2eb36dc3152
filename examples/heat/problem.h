/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the solver and its plain twin have in common: the discrete problem and its answers.
 *
 * Fields have shape [ny + 2, nx + 2]: row k and column j of a cell run from 1, with one ghost cell around. Ghost
 * cells need hold only finite numbers, because the coefficients of the faces on the edge are zero.
 */
#ifndef HEAT_PROBLEM_H
#define HEAT_PROBLEM_H

#include "deck.h"

/** How an iteration of CG is written; but for loops, without a preconditioner only. */
enum heat_form {
    HEAT_LOOPS = 0, /**< three loops */
    HEAT_TEAMS,     /**< three launches of teams, a row of cells each */
    HEAT_NEST       /**< one nest, on CPUs */
};

/** The discrete problem. Each step solves (I - dt div k grad) u_new = u_old, with u = energy x density. */
struct heat_problem {
    const struct heat_deck *deck; /**< where it comes from; must outlive it */
    long nx, ny;                  /**< number of cells */
    double xmin, ymin;            /**< corner of cell (1, 1) */
    double dx, dy;                /**< extents of a cell */
    double rx, ry;                /**< dt / dx^2, dt / dy^2 */
    double eps;                   /**< a solve ends when |r|^2 is below it */
    long max_iters;               /**< most iterations of a solve */
    long steps;                   /**< number of time steps */
    int preconditioner;  /**< an enum heat_preconditioner: the deck's, but the diagonal for Jacobi without one */
    enum heat_form form; /**< of Starloop's side */
    int parts;           /**< of its fields, along the rows; 0 or 1: they are whole */
};

/** Sums over all cells. */
struct heat_summary {
    double volume;  /**< of the domain */
    double mass;    /**< sum of density x volume */
    double density; /**< mass / volume */
    double energy;  /**< sum of mass x energy */
    double u;       /**< sum of mass x u: TeaLeaf's field U */
};

/** How one solve went. */
struct heat_solve {
    long iterations; /**< that changed the answer */
    double residual; /**< |r|^2 after the last one */
    int converged;   /**< residual is below eps */
};

/** Fills @p problem from a deck. */
void heat_problem_set(struct heat_problem *problem, const struct heat_deck *deck);

#endif
