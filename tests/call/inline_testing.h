/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a call has run in the calling thread, and how to keep it from that. */
#ifndef STARLOOP_TESTS_INLINE_TESTING_H
#define STARLOOP_TESTS_INLINE_TESTING_H

#include <starloop/starpu.h>

#include "base/progress.h"
#include "gate_task.h"
#include "loop_testing.h"

/** Whether the call, which must succeed, ran in this thread. */
#define ran_here(call) (passes_before = sl__progress_passes(), passed_since((call), #call, __LINE__))
static int64_t passes_before;

static int passed_since(sl_status status, const char *call, int line)
{
    must_(status, call, __FILE__, line);
    return sl__progress_passes() != passes_before;
}

/** Waits for StarPU, too, which is not done with a task at once and does not give its views before, if it is asked. */
static inline void finish(void)
{
    must(sl_wait());
    starpu_task_wait_for_all();
}

/** Makes a call, @p most times at most, until it has run in the calling thread 300 times in a row: the first ones may
 *  have been slow, and one that was measured slow is queued. @p here is how often it did in the end. */
#define call_often(call, most, here) \
    for (int k_ = 0; k_ < (most) && (here) < 300; k_++) { \
        (here) = ran_here(call) ? (here) + 1 : 0; \
        if ((here) == 0) \
            finish(); \
    }

/** A task that waits for the gate holds a view, and its only worker: what comes behind it is queued. */
static void close_gate(sl_view *v)
{
    atomic_store(&gate_open, 0);
    must(sl_task(wait_for_gate, NULL, SL_RW(v)));
}

#endif
