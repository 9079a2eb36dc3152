/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the sources of tests/task/batch share: kernels, a gate before the worker, and what StarPU was handed. */
#ifndef STARLOOP_TESTS_BATCH_H
#define STARLOOP_TESTS_BATCH_H

#include <stdatomic.h>
#include <time.h>

#include <starloop.h>

SL_KERNEL_DECLARE(bt_copy, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_add, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(bt_fold, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_stop, (i), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(bt_mark, (i), scalar(int, number), inout(uint64_t, 1, y, own));

/** Loops that only a CPU takes. */
extern const sl_policy bt_on_cpu;

/** Seconds that somebody waits at a gate. */
enum { PATIENCE = 5 };

struct gate {
    int open, reached;
};

/** Before the worker. */
extern struct gate bt_gate;

/** @return the time so many seconds from now, by the clock of pthread_cond_timedwait(). */
struct timespec bt_in_seconds(double seconds);

/** Waits until the gate at @p arg is open: for sl_task(). @return not 0 when it was not in time */
int bt_wait_at_gate(void *arg);
void bt_open_gate(struct gate *g);

/** Returns when somebody waits at the gate. */
void bt_reach_gate(const struct gate *g);

/** The only worker group waits at bt_gate, as a task that uses @p view, which may be NULL. */
void bt_close_gate(sl_view *view);

/** Loops of each batch that StarPU was handed since bt_handed_over was set to 0; 0 for a task that is none. */
enum { MOST_SENT = 64 };
extern _Atomic int bt_handed[MOST_SENT], bt_handed_over;

/** bt_gate is opened when so many were; 0: it is not. */
extern int bt_open_at;

/** Whether StarPU refuses what it is handed. */
extern int bt_refuse;

/** @return what is at first in a view of that number. */
static inline uint64_t bt_first_value(sl_index i, uint64_t salt)
{
    return salt * 1000 + (uint64_t)i;
}

/** Loops fail before and in a batch, on the side that @p p names. @param chain whether they run part by part */
void bt_test_failures(sl_policy p, int chain, const char *where);
void bt_test_failures_on_cpu(void);

#endif
