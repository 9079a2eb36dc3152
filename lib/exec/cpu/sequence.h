/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Several loops that run together on the cores of a worker group: the executor.
 *
 * A planner (chain.c, bundle.c) says what runs together, and in which pieces: a piece is some units of one loop. Each
 * thread asks the plan for its next piece, and runs it, or waits until it may. Here loops begin and end; here stand
 * times, profile, trace, failures and poison of all loops that run together. */
#ifndef STARLOOP_LIB_EXEC_CPU_SEQUENCE_H
#define STARLOOP_LIB_EXEC_CPU_SEQUENCE_H

#include "exec/cpu/parts.h"
#include "exec/cpu/loop.h"
#include "exec/cpu/sequence_watch.h"
#include "task/batch.h"

enum { SL__SEQUENCE_PACKED = 2048 }; /**< bytes of packed arguments that a loop may have which threads set up */

/** A loop as it runs. */
typedef struct sl__sequence_loop {
    sl__task *task;
    sl__loop_exec run;           /**< where `ready` */
    int ready;                   /**< it was set up before the threads begin; else each thread sets it up for itself */
    int lacks;                   /**< an input is not there: it does nothing */
    uint64_t depends;            /**< loops of the sequence whose failure is its own: bits */
    int timed;                   /**< what it computes is, */
    int noted;                   /**< and is noted as that of a loop by itself, too */
    int first;                   /**< no loop before it in the sequence is like it */
    int width;                   /**< threads that its time is shared by */
    int counted;                 /**< others ask whether it is over, or it has a result */
    _Atomic sl_index left;       /**< what is not done of a counted one, as its plan counts */
    _Atomic int over;            /**< all is done, and results are stored */
    _Atomic int pieces;          /**< that were timed */
    _Atomic int64_t nanoseconds; /**< over all threads, where timed */
} sl__sequence_loop;

/** What a thread is asked to run. */
typedef struct sl__piece_of_loop {
    int loop;
    int part;          /**< of the plan */
    double begin, end; /**< fractions of its iterations, where the plan goes by them */
} sl__piece_of_loop;

/** Where a thread is in the plan; the plan's own. */
typedef struct sl__steps {
    int thread, threads;
    int at[8];    /**< zeroed in the beginning */
    int64_t busy; /**< nanoseconds that it has computed, where timed */
} sl__steps;

/** What a thread does next: a piece, a look whether it may go on, nothing any more. */
enum { SL__STEP_RUN, SL__STEP_WAIT, SL__STEP_END };

typedef struct sl__sequence sl__sequence;

/** A kind of plan. */
typedef struct sl__sequence_plan {
    /** Finds a thread's next piece. @return SL__STEP_RUN, SL__STEP_WAIT or SL__STEP_END */
    int (*next)(sl__sequence *s, sl__steps *steps, sl__piece_of_loop *piece);
    /** The units [unit[0], unit[1]) of a piece. */
    void (*units)(const sl__sequence *s, const sl__piece_of_loop *piece, const sl__loop_exec *run, sl_index unit[2]);
    /** A piece has been run. @return how much of what is left of a loop that is counted */
    sl_index (*done)(sl__sequence *s, const sl__piece_of_loop *piece);
} sl__sequence_plan;

/** Loops of a batch that run together. sl__sequence_of() begins it, and the planner says the rest. */
struct sl__sequence {
    sl__batch *batch;
    const sl__group *group;
    void **buffers; /**< [views of the batch] struct sl__interface each */
    int first;      /**< its first loop in the batch; parts.count is their number */
    int worker, threads;
    int fused;                             /**< its loops are no tasks of their own */
    int timed;                             /**< it is its turn, */
    int fresh;                             /**< and it has loops of which little is known */
    unsigned runs;                         /**< of chains by this worker */
    const sl__sequence_plan *plan;         /**< and what that needs: */
    const void *of_plan;                   /**< its own, */
    char *marks;                           /**< and memory for it, zeroed */
    sl__parts parts;                       /**< with the links, for a plan by parts, and for what is watched */
    sl__sequence_watch watch;              /**< what profile and trace record of it */
    _Alignas(64) _Atomic unsigned arrived; /**< threads at barriers, of all rounds so far */
    _Alignas(64) _Atomic uint64_t failed;  /**< loops that have failed: bits */
    _Atomic int64_t came;                  /**< where timed: when its last thread has come, */
    _Atomic int64_t busiest;               /**< and nanoseconds that one has computed, at most */
    int64_t ended;                         /**< when all have ended */
    sl__sequence_loop loop[SL__BATCH_TASKS];
};

/** The sequence of the calling worker, with some loops of a batch.
 *  @param[in] first, count  which  @param[in] buffers  [views of the batch] struct sl__interface each
 *  @return NULL without memory */
sl__sequence *sl__sequence_of(sl__batch *batch, int first, int count, void *buffers[], const sl__group *group);

/** When a loop that runs in a sequence writes past the caches: as sl__cpu_streams(). */
typedef unsigned (*sl__sequence_streams)(const sl__sequence *s, int l);

/** Sets loops up: packs their arguments, cuts them, gives their results memory.
 *  @param[in] reducing  only those that reduce, whose partial results the threads share
 *  @param[in] streams   NULL: none does; then all count as worth several threads
 *  @return 0 without memory */
int sl__sequence_set_up(sl__sequence *s, int reducing, sl__sequence_streams streams);

/** Says that others ask whether a loop is over, or that it has a result: so much is left of it. */
static inline void sl__sequence_count(sl__sequence *s, int l, sl_index left)
{
    s->loop[l].counted = 1;
    atomic_init(&s->loop[l].left, left);
}

/** Begins the loops, has the threads run them, and ends them. @param[in] marks  bytes that the plan needs
 *  @return 0 without memory: nothing was done */
int sl__sequence_run(sl__sequence *s, size_t marks);

/** @return whether a loop has ended, and what it has stored is seen. */
static inline int sl__sequence_is_over(const sl__sequence *s, int l)
{
    return atomic_load_explicit(&s->loop[l].over, memory_order_acquire);
}

#endif
