/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The cases of bench/scale: problems whose rows are cut among ranks, and what is asked and told of them. */
#ifndef SCALE_CASES_H
#define SCALE_CASES_H

#include "strip.h"

enum { SCALE_PLAIN, SCALE_STARLOOP };

struct scale_options {
    int which;        /**< place in the table of cases */
    int side;         /**< SCALE_PLAIN or SCALE_STARLOOP */
    int weak;         /**< the size is that of each rank along dimension 0; otherwise of all together */
    long size;        /**< points or cells along a side; 0: the case's own */
    long steps;       /**< 0: the case's own */
    const char *deck; /**< of heat: TeaLeaf's file; NULL: none */
    int check;        /**< of heat: compares with the serial twin */
    int csv;          /**< one header line and one row */
};

/** A problem, and how it went on this rank. The case fills it; rank and ranks of the strip, and cuts, are there
 *  before. */
struct scale_run {
    struct strip strip;
    char problem[100]; /**< what it is, in words */
    double cells;      /**< that a pass writes, of all ranks */
    int64_t row;       /**< elements of a row that a neighbour needs */
    int cuts;          /**< between ranks that have rows; before the case runs between all of them */
    double error;      /**< the largest on this rank ... */
    double allowed;    /**< ... and what it may be */
};

/** Runs a case. @return 0; -1: it could not be run on this rank, which has said why; 2: the options do not fit, which
 *  rank 0 has said, on all ranks */
typedef int scale_case(const struct scale_options *o, struct scale_run *run);

scale_case scale_stencil3d; /**< the 7-point stencil of examples/stencil3d */
scale_case scale_jacobi2d;  /**< sweeps over 5 points */
scale_case scale_heat;      /**< conjugate gradients of TeaLeaf's problem, examples/heat; a pass is an iteration */

/** Says what does not fit. @return 2 */
int scale_refuse(const struct strip *s, const char *option, const char *expected, long got);
/** @return -1, said to be for want of memory */
int scale_no_memory(const struct strip *s);

#endif
