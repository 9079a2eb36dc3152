/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief --placement: what it costs to leave the place of loops open. README.md says how it is measured. */
#ifndef STARLOOP_BENCH_PLACEMENT_H
#define STARLOOP_BENCH_PLACEMENT_H

#include "options.h"

/** Measures cases in processes of their own, and prints a row for each.
 *  @param[in] cases  [count] those to measure, with o->size or their default sizes
 *  @return 0, or -1 after messages when one failed. */
int bench_placement(const struct bench_case *const cases[], int count, const struct bench_options *o);

#endif
