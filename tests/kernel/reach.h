/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the kernels of tests/kernel/reach.c are told. */
#ifndef STARLOOP_TESTS_REACH_H
#define STARLOOP_TESTS_REACH_H

#include <starloop.h>

/** One iteration of a loop, in which one index of an access is shifted. */
struct rc_probe {
    sl_index at[SL_MAX_RANK]; /**< the iteration; 0 behind the kernel's rank */
    sl_index by;              /**< how far */
    int dimension;            /**< of the view: which index */
    int way;                  /**< rc_way, rc_put: which way leads to the element */
};

/** What a loop writes where it writes one element only. */
enum { RC_MARK = -5 };

/** The ways of rc_way and rc_put. */
enum { RC_AT, RC_ROW, RC_MIDDLE, RC_HELPER, RC_PASS, RC_TWICE, RC_POINT, RC_BEYOND, RC_WAYS };

SL_KERNEL_DECLARE(rc_sum, (i), scalar(struct rc_probe, p), in(double, 1, u, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(rc_sum_2, (i, j), scalar(struct rc_probe, p), in(double, 2, u, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rc_both, (i, j), scalar(int64_t, a), scalar(int64_t, b), scalar(int, slice), in(double, 2, u, own),
                  out(double, 2, w, own));
SL_KERNEL_DECLARE(rc_all, (i), in(double, 1, u, own), out(double, 1, w, own));
SL_KERNEL_DECLARE(rc_range, (i), scalar(int64_t, lo), scalar(int64_t, hi), scalar(int, touch),
                  inout(double, 1, u, own));
SL_KERNEL_DECLARE(rc_copy, (i), in(double, 1, u, own), out(double, 1, w, own));
SL_KERNEL_DECLARE(rc_free, (i), in(double, 1, u, own), out(double, 1, w, own));

#endif
