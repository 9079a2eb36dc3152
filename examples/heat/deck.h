/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Input decks: what a heat-conduction problem is, as TeaLeaf's text files say it. */
#ifndef HEAT_DECK_H
#define HEAT_DECK_H

#include <stddef.h>
#include <stdio.h>

/** Where a state applies. */
enum heat_geometry {
    HEAT_NONE = 0,  /**< state 1: everywhere, beneath the others */
    HEAT_RECTANGLE, /**< the cells that the rectangle covers, in part or in whole */
    HEAT_CIRCLE,    /**< the cells whose centre is within the radius */
    HEAT_POINT      /**< the one cell that the point lies in */
};

/** The method that solves a time step. */
enum heat_method { HEAT_CG = 0, HEAT_JACOBI, HEAT_CHEBYSHEV, HEAT_PPCG };

/** What solves in the place of the whole matrix, for a better direction: nothing, the diagonal, or the couplings
 *  within blocks of #HEAT_BLOCK_ROWS cells of a column. */
enum heat_preconditioner { HEAT_NO_PRECONDITIONER = 0, HEAT_JAC_DIAG, HEAT_JAC_BLOCK };

enum { HEAT_BLOCK_ROWS = 4, HEAT_MAX_PRESTEPS = 1000, HEAT_MAX_INNER_STEPS = 200 };

/** One state: a material and where it is. Later states lie over earlier ones. */
struct heat_state {
    int line;                    /**< where the deck defines it; 0: not at all */
    enum heat_geometry geometry; /**< shape */
    double density, energy;      /**< of every cell in it; density is above 0 */
    double xmin, xmax;           /**< rectangle; xmin alone is the centre of a circle, or the point */
    double ymin, ymax;           /**< the same */
    double radius;               /**< circle */
};

/** A deck. */
struct heat_deck {
    long x_cells, y_cells;         /**< number of cells, 1 or more */
    double xmin, xmax, ymin, ymax; /**< the domain */
    double initial_timestep;       /**< the time step, which stays what it is */
    double end_time;               /**< the last step is the one that reaches it ... */
    long end_step;                 /**< ... or this one */
    long max_iters;                /**< most iterations of a solve */
    double eps;                    /**< a solve ends when |r|^2 is below it */
    int solver;                    /**< an enum heat_method */
    int preconditioner;            /**< an enum heat_preconditioner */
    long presteps;                 /**< iterations of CG before Chebyshev or PPCG, at least, from 1 */
    int errswitch;                 /**< 1: CG also goes on until |r|^2 is at most epslim */
    double epslim;                 /**< see errswitch */
    long inner_steps;              /**< degree of PPCG's polynomial, from 1 */
    int reciprocal;                /**< the cell coefficient is 1/density instead of density */
    int state_count;               /**< number of states */
    struct heat_state *states;     /**< [state_count] owned by the deck */
};

/** Reads a deck.
 *
 *  @param[in]  path    file; also its name in messages
 *  @param[out] deck    filled on success: heat_deck_free()
 *  @param[in]  notes   where words that mean nothing here are reported, each with its line; NULL: nowhere
 *  @param[out] error   [size] on failure one sentence: file, line and word
 *  @return 0, or -1 on failure. */
int heat_deck_read(const char *path, struct heat_deck *deck, FILE *notes, char *error, size_t size);

/** heat_deck_read() from an open stream. @param[in] name the stream's name in messages */
int heat_deck_parse(FILE *stream, const char *name, struct heat_deck *deck, FILE *notes, char *error, size_t size);

/** Frees what a deck owns; takes a deck of zeros. */
void heat_deck_free(struct heat_deck *deck);

#endif
