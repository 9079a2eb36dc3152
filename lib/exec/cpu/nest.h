/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Nests on CPUs: all threads of a loop run the function of a policy from its begin to its end.
 *
 * They wait for each other in it, so it is known when it begins who they are. Of several worker groups those run a nest
 * that have come in time: the first one waits a little for the others, then closes the list. */
#ifndef STARLOOP_LIB_EXEC_CPU_NEST_H
#define STARLOOP_LIB_EXEC_CPU_NEST_H

#include "exec/cpu/loop.h"

enum {
    SL__NEST_THREADS = 1024, /**< the most of one nest */
    SL__NEST_FEW = 64,       /**< so many need no memory besides */
    SL__NEST_CLOSED = 1 << 30
};

/** What the threads of a nest share. */
typedef struct sl__nest {
    const sl__loop_exec *run;
    int expected;             /**< threads of all groups; 0: one group runs it */
    double until;             /**< of sl__clock_now(): nobody is waited for any longer */
    _Atomic int listed;       /**< threads that take part, and SL__NEST_CLOSED when these are all */
    _Atomic int waiting, met; /**< threads that wait for the others; how often all have met */
    _Atomic sl_index next[2]; /**< of a level that is dealt in chunks: iterations taken; of the next such one: 0 */
    int schedule;             /**< of levels that go by OMP_SCHEDULE */
    sl_index chunk;           /**< likewise */
    const void *locals;       /**< thread 0's */
    int room;                 /**< threads that may take part */
    const void **of;          /**< [room] what each has shown: sl__sharer_collect() */
    const void *few[SL__NEST_FEW];
} sl__nest;

/** Says of how many iterations a nest is; which of them run at the same time is its own affair. */
void sl__nest_cut(const sl__task *task, const void *args, unsigned streams, sl__cut *cut);

/** Runs a nest. @return 0 without memory */
int sl__nest_run(sl__loop_exec *r, void *buffers[]);

#endif
