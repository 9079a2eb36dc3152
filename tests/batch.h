/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the parts of tests/batch share: kernels, a gate before the worker, what is handed to StarPU. */
#ifndef STARLOOP_TESTS_BATCH_H
#define STARLOOP_TESTS_BATCH_H

#include <time.h>

#include "loop_testing.h"

SL_KERNEL_DECLARE(bt_copy, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_add, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(bt_fold, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_stop, (i), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_mark, (i), scalar(int, number), inout(uint64_t, 1, y, own));

enum { N = 100, MOST_SENT = 64 };
static const sl_space all = SL_RANGE(0, N);
static const sl_policy on_cpu = {.where = SL_CPU};

/** A host task that holds the worker until the gate is open, and fails when that does not happen. */
struct gate {
    int open, reached;
};
extern struct gate gate; /* before the worker */
void open_gate(struct gate *g);
void close_gate(sl_view *view);
struct timespec in_seconds(double seconds);

/** Loops of each batch that was handed over; 0: a task that is none. */
extern _Atomic int handed[MOST_SENT], handed_over;
extern int refuse; /* the next ones */

uint64_t first_value(sl_index i, uint64_t salt);
sl_view *vector(const char *label, uint64_t salt);

/** Loops that fail in a batch, and before it. */
void test_failures(sl_policy p, int chain, const char *where);
void test_failures_on_cpu(void);
/** A batch that StarPU does not take. */
void test_refused(void);

#endif
