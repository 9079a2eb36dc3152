/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One loop on its way through the cores of a worker group: what run.c and sequence.c share. */
#ifndef STARLOOP_LIB_EXEC_CPU_RUN_H
#define STARLOOP_LIB_EXEC_CPU_RUN_H

#include <stdatomic.h>

#include "kernel/reduce.h"
#include "exec/cpu/colors.h"
#include "exec/cpu/copies.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/nest_choice.h"
#include "exec/cpu/plan.h"
#include "exec/cpu/checked.h"
#include "exec/cpu/tiles.h"
#include "machine/crew.h"

/** One run of one task. */
typedef struct sl__loop_exec {
    sl__task *task;
    const sl__group *group;
    const void *args;         /**< packed arguments */
    struct sl__places places; /**< of a loop over a stride or list */
    sl__cut cut;
    sl__tiles_use tiles; /**< what it does of SL_TILE_AUTO */
    sl__nest_use nests;  /**< what it does of .nest = "auto" */
    const sl_kernel *by; /**< of a nest: the policy whose functions run; else the task's kernel */
    sl_schedule schedule;
    sl_index chunk; /**< in units; 0: the schedule's default */
    int threads;
    int alone;                /**< not worth sharing: one thread, however many there are */
    sl__gang *gang;           /**< of all groups; NULL: the task's group runs it alone */
    sl__shares shares;        /**< of a gang */
    _Atomic sl_index next;    /**< dynamic, guided, scans: first unit that nobody has taken */
    sl__copies *copies;       /**< of the views that the loop scatters into, a thread each; NULL: none */
    int joins;                /**< its threads join the copies */
    const sl__colors *colors; /**< by which it scatters; NULL: it does not */
    int color;                /**< which one runs */
    struct sl__scan *scan;    /**< of a scan; NULL: it is none */
    struct sl__nest *nest;    /**< of a nest; NULL: it is none */
    sl__shadows *shadows;     /**< bounds checks: what is kept of the views; NULL: none */
    int timed;                /**< threads count in the next line what they have computed */
    _Atomic int64_t nanoseconds;
    const void *identity[SL_MAX_ARGS]; /**< reductions: behind the partial results */
    void *partial[SL_MAX_ARGS];        /**< reductions: a result a block */
} sl__loop_exec;

/** Bytes of the lanes of a thread's reductions, rank 2 and up, at most. */
enum { SL__LANES_BYTES = SL_MAX_ARGS * SL__LANES_2D * SL__REDUCER_LANE_BYTES };

/** Cuts a task's loop and chooses schedule and threads.
 *  @param[in] packed   its arguments, as sl__task_pack() has packed them  @param[in] layouts  what that returned
 *  @param[in] streams  when to write past the caches, if the kernel can
 *  @param[in] large    it is worth several threads if its schedule does not say */
void sl__run_make(sl__loop_exec *r, sl__task *task, const sl__group *group, const void *packed,
                  const sl__layouts *layouts, unsigned streams, int large);

/** Tells the profile what is slow about a loop, once for each run. */
void sl__run_watch(const sl__loop_exec *r);

/** Chooses schedule and threads for the units that the cut has. */
void sl__run_threads(sl__loop_exec *r, int large);

/** Looks how large the caches are. */
void sl__cpu_streams_init(void);
/** @return an or of SL__STREAMS_*: when writing past the caches would pay for a loop that runs alone. */
unsigned sl__cpu_streams(const sl__task *task);

/** @return bytes that the partial results of a loop that reduces need, a multiple of 16. */
size_t sl__run_partial_bytes(const sl__loop_exec *r);
/** Puts them into @p memory. */
void sl__run_partials(sl__loop_exec *r, char *memory);
/** Combines them, and stores the results. @param[in] buffers  [views of the task] struct sl__interface each */
void sl__run_store(sl__loop_exec *r, void *buffers[]);

/** Of a part of a loop: puts them where those of the whole loop are combined. */
void sl__run_keep_partials(const sl__loop_exec *r);

/** Runs the units [first, last) in the calling thread. */
void sl__run_units(const sl__loop_exec *r, sl_index first, sl_index last);

/** Runs something that calls bodies in so many threads of a group, as sl__crew_run() does: what they submit is put off
 *  where what the calling thread submits is. */
void sl__run_fork(const sl__group *group, int threads, sl__crew_work work, void *arg);

/** Room of the calling worker, kept from loop to loop: fresh memory costs page faults. @return NULL without memory. */
void *sl__cpu_scratch(size_t bytes);
/** Frees that of all workers. */
void sl__results_fini(void);

#endif
