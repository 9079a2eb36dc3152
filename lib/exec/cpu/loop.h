/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A loop that is cut, and its threads: those of a worker group, or of all groups, take units of it, as the
 *  schedule says, and run the kernel's chunk function over them. */
#ifndef STARLOOP_LIB_EXEC_CPU_LOOP_H
#define STARLOOP_LIB_EXEC_CPU_LOOP_H

#include <stdatomic.h>

#include "kernel/reduce.h"
#include "exec/cpu/colors.h"
#include "exec/cpu/copies.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/plan.h"
#include "exec/cpu/checked.h"
#include "exec/fastest.h"
#include "machine/crew.h"

struct sl__loop_exec;

/** A thread's boxes, and the packed arguments that it runs them with. */
typedef struct sl__share {
    struct sl__box box;
    const void *args;
    int lacks_memory; /**< its units are dealt as those of other threads, and not run */
    sl_index done;    /**< units that it has run */
} sl__share;

/** What each thread of a loop runs, the calling one among so many. */
typedef void (*sl__share_work)(struct sl__loop_exec *r, sl__share *s, int thread, int threads);

/** One run of one task. */
typedef struct sl__loop_exec {
    sl__task *task;
    const sl__group *group;
    const void *args;                      /**< packed arguments */
    struct sl__places places[SL_MAX_RANK]; /**< of a loop over no box */
    sl__cut cut;
    sl__fastest tiles, nests; /**< of SL_TILE_AUTO, and of .nest = "auto" */
    const sl_kernel *by;      /**< of a nest: the policy whose functions run; else the task's kernel */
    sl_schedule schedule;
    sl_index chunk; /**< in units; 0: the schedule's default */
    int threads;
    int alone;           /**< not worth sharing: one thread, however many there are */
    int ahead;           /**< a reduction that asks for its inputs ahead of itself */
    sl__gang *gang;      /**< of all groups; NULL: the task's group runs it alone */
    sl__shares shares;   /**< of a gang */
    sl__share_work work; /**< what its threads do */
    /* From here to identity: 0 when it begins. */
    _Atomic sl_index next;    /**< dynamic, guided, scans: first unit that nobody has taken */
    void *of_form;            /**< of a scan or a nest: what they share */
    int lacks;                /**< there was no memory to do it */
    sl__copies *copies;       /**< of the views that the loop scatters into, a thread each; NULL: none */
    const sl__colors *colors; /**< by which it scatters; NULL: it does not */
    int color;                /**< which one runs */
    sl__shadows *shadows;     /**< bounds checks: what is kept of the views; NULL: none */
    int timed;                /**< threads count in the next line what they have computed */
    _Atomic int64_t nanoseconds;
    const void *identity[SL_MAX_ARGS]; /**< reductions: behind the partial results */
    void *partial[SL_MAX_ARGS];        /**< reductions: a result a block */
} sl__loop_exec;

/** Bytes of the lanes of a thread's reductions, rank 2 and up, at most. */
enum { SL__LANES_BYTES = SL_MAX_ARGS * SL__LANES_2D * SL__REDUCER_LANE_BYTES };

/** Runs the units [first, last) in the calling thread. */
void sl__loop_run_units(const sl__loop_exec *r, sl_index first, sl_index last);

/** Runs a loop on its threads, round after round: it, or its colours; and the joining of its copies. The run is spent
 *  then, but for its cut, and for its threads, the most of a round.
 *  @return 0: there was no memory to do it */
int sl__loop_run_all(sl__loop_exec *r);

/** Runs a loop over boxes, and stores its reductions.
 *  @param[in] buffers  [views of the task] struct sl__interface each  @return 0 without memory. */
int sl__loop_run(sl__loop_exec *r, void *buffers[]);

/** What a thread of a loop over boxes does: runs what the schedule deals it. */
void sl__loop_run_scheduled(sl__loop_exec *r, sl__share *s, int thread, int threads);

/** Runs something that calls bodies in so many threads of a group, as sl__crew_run() does: what they submit is put off
 *  where what the calling thread submits is. One thread is the calling one, as it stands. */
void sl__loop_fork(const sl__group *group, int threads, sl__crew_work work, void *arg);

#endif
