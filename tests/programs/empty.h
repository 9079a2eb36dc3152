/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/programs/empty.c. */
#ifndef STARLOOP_TESTS_EMPTY_H
#define STARLOOP_TESTS_EMPTY_H

#include <starloop.h>

SL_KERNEL_DECLARE(em_join, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s), reduce(int64_t, prod, p),
                  reduce(int64_t, min, lo), reduce(int64_t, max, hi));
SL_KERNEL_DECLARE(em_plane, (i, j), inout(int64_t, 2, x, own), reduce(int64_t, sum, s),
                  reduce(SL_LOC(int64_t), minloc, lo));
SL_KERNEL_DECLARE(em_bins, (i), in(int64_t, 1, x, own), scalar(int64_t, n), reduce(int64_t, sum, h, array(n)));
SL_KERNEL_DECLARE(em_set, (i), out(int64_t, 1, x, own));
SL_KERNEL_DECLARE(em_scan, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(em_team, (t), scalar(sl_index, lo), scalar(sl_index, hi), out(int64_t, 2, y, own(0, all)));

#endif
