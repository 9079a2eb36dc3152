/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Hexahedra and the sparse matrix that they add up to, as plain arrays. */
#ifndef ASSEMBLY_HEXAHEDRA_H
#define ASSEMBLY_HEXAHEDRA_H

#include <stdint.h>

enum { CORNERS = 8, PAIRS = CORNERS * CORNERS };

/** A cube of n x n x n elements, and a matrix with a row for each of their corners, in CRS. */
struct problem {
    int64_t n, elements, points, entries;
    int32_t *corner;                /**< [elements, CORNERS] */
    double *factor;                 /**< [elements] what the material of each multiplies its matrix by */
    double local[CORNERS][CORNERS]; /**< the matrix of an element with the factor 1 */
    int64_t *begin;                 /**< [points + 1] where each row begins */
    int32_t *column;                /**< [entries] of each row going up */
    int32_t *place;                 /**< [elements, PAIRS] the entry of each pair of corners */
};

/** Makes a problem. @return 0, or -1 without memory; problem_free() in any case */
int problem_make(int64_t n, struct problem *p);

/** Frees its arrays. */
void problem_free(struct problem *p);

/** Adds up by one plain loop. @param[out] value  [entries] */
void problem_assemble(const struct problem *p, double value[]);

#endif
