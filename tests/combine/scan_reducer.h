/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Types and kernels of tests/combine/scan_reducer.c. */
#ifndef STARLOOP_TESTS_SCAN_REDUCER_H
#define STARLOOP_TESTS_SCAN_REDUCER_H

#include <starloop.h>

/** The map v -> a v + b. */
typedef struct affine {
    uint32_t a, b;
} affine;

typedef struct real_affine {
    double a, b;
} real_affine;

/** A row of numbers: its ends, how many, and whether one is not the next of the one before it. */
typedef struct row {
    int64_t first, last, count;
    int broken;
} row;

/** Of the largest size that an operator may have. */
typedef struct many {
    affine f[32];
} many;

SL_KERNEL_DECLARE(sr_affine, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, y, own), reduce(affine, then, s));
SL_KERNEL_DECLARE(sr_real, (i), inout(double, 1, x, own), reduce(real_affine, real_then, s));
SL_KERNEL_DECLARE(sr_row, (i), scalar(int64_t, bad), in(int64_t, 1, x, own), out(int64_t, 1, y, own),
                  reduce(row, behind, s));
SL_KERNEL_DECLARE(sr_many, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, y, own), reduce(many, many_then, s));
SL_KERNEL_DECLARE(sr_least, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_LOC(float), minloc, s));
SL_KERNEL_DECLARE(sr_most, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_LOC(float), maxloc, s));
SL_KERNEL_DECLARE(sr_span, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_MINMAX(float), minmax, s));
SL_KERNEL_DECLARE(sr_both, (i), in(float, 1, x, own), out(int64_t, 1, y, own),
                  reduce(SL_MINMAXLOC(float), minmaxloc, s));
SL_KERNEL_DECLARE(sr_turns, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(sl_complex, prod, s));
SL_KERNEL_DECLARE(sr_any, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(uint64_t, bor, s));
SL_KERNEL_DECLARE(sr_each, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(uint32_t, band, s));
SL_KERNEL_DECLARE(sr_odd, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(int16_t, bxor, s));
SL_KERNEL_DECLARE(sr_walk, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(sl_complexf, sum, s));

#endif
