/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Split views: a StarPU handle for each part beside that of the whole view.
 *
 * In the order of submission a view is, at any point, either *whole* or in *parts*: only the handle of the whole is
 * used then, or only those of the parts of one grid. Going from one to the other queues a *switch*, a StarPU task that
 * uses all of these handles and does nothing: StarPU orders it, and brings what it reads to main memory. The state
 * belongs to the submitting side. It is read and changed under the lock of the view's record, and what it was read for
 * is submitted before the lock is let go of. StarPU's own filters are not used: doc/notes/split.md.
 *
 * A view that was never split has no record. A thread that submits looks for one behind the gate (base/gate.h), and
 * needs no lock where there is none. A record stays until its view is freed.
 *
 * Locks, outermost first: records, in the order of their views' addresses; the lock of a view's host access; that of
 * batches; StarPU's own. Workers take none of the first. */
#ifndef STARLOOP_LIB_DATA_SPLIT_H
#define STARLOOP_LIB_DATA_SPLIT_H

#include "data/grid.h"
#include "data/view.h"
#include "kernel/policy.h"

/** What tasks use of a part by a handle of its own: the part, and its edges: its first and its last rows, data/edges.h.
 */
enum { SL__STRETCH_PART = 0, SL__STRETCH_LOW, SL__STRETCH_HIGH, SL__STRETCHES };

typedef struct sl__stretch {
    starpu_data_handle_t handle;   /**< NULL: of an edge that no loop has read */
    _Atomic(sl__failure *) poison; /**< why its data is not there, where the view is in parts; changed under the view's
                                        lock for that */
    struct sl__trace_view *past;   /**< what the trace knows of its tasks; NULL: nothing */
    int fresh;                     /**< of an edge: for who is submitted next it holds what the part does */
    int wanted;                    /**< of an edge: it was read since it was last written */
    unsigned renewed;              /**< of an edge: how many handles it has had */
    int sent;                      /**< of an edge between ranks: its reader has what the part does; data/spread.h */
} sl__stretch;

/** One part of a grid. */
typedef struct sl__grid_part {
    sl__stretch stretch[SL__STRETCHES];
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK]; /**< [rank] its indices */
    sl_index offset;                           /**< of its first element in the view, in elements */
    sl_view *block; /**< of a distributed view, and one of this rank's: the view that has its memory, its handle and why
                         its data is not there; NULL */
    _Atomic int home; /**< StarPU's number of the CPU worker that used it last, and may have it in its caches; -1: none.
                           A hint for scheduling only */
} sl__grid_part;

/** A way to split a view. Grids are kept: to come back to one costs a switch only. */
typedef struct sl__grid {
    struct sl__grid *next;
    sl_view *view;
    int count[SL_MAX_RANK];
    int parts;
    int cut;           /**< the dimension that is cut, where no part's bytes lie between those of another: a copy of
                            its span touches no other; else -1 */
    sl_index shortest; /**< rows of the shortest part along it */
    sl_index room;     /**< so many rows beside a part have room in its copies elsewhere than in main memory */
    sl_index rows[SL__STRETCHES]; /**< of each kind of edge; 0: there is none */
    _Atomic int in_use;   /**< queued switches from and to it; all tasks over its parts come between two of them */
    sl__grid_part part[]; /**< [parts] dimension 0 slowest */
} sl__grid;

/** What is known of a view that is or was split. */
struct sl__splits {
    pthread_mutex_t lock;
    sl_split wish;   /**< of sl_view_split(); n[0] 0, ... : none */
    sl__grid *parts; /**< the view is in parts, of this grid; NULL: whole */
    int automatic;   /**< and the library has chosen how many */
    sl__grid *grids; /**< all that were made */
    int settled;     /**< every thread that submits sees the record */
    _Atomic int64_t gathers;
};

/** Whether parts can run in different places: there are several workers. Set between sl_init() and sl_finalize(). Where
 *  it is 0 no view is ever in parts. */
extern int sl__split_active;

/** Tests only: parts are as on devices, and this CPU worker stands for that which is the home of a part; NULL. Set
 *  before sl_init(). The worker has a memory node of its own. */
extern int (*sl__split_worker)(int part, int parts);

void sl__split_init(void);
void sl__split_fini(void);

/** @return the view's record; NULL: it was never split. Behind the gate, or as a hint. */
static inline sl__splits *sl__splits_of(const sl_view *v)
{
    return atomic_load(&v->splits);
}

/** @return the view's record, which is made if it has none; NULL without memory. */
sl__splits *sl__splits_make(sl_view *v);

/** Keeps a view whole while the caller queues something that uses its own handle: behind the gate where it has no
 *  record, else with the lock of its record, after a switch if it was in parts.
 *  @param[out] held  for sl__split_release()
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, #SL_ERR_STARPU: nothing is held. */
sl_status sl__split_hold(sl_view *v, const char *function, int *held);
void sl__split_release(sl_view *v, int held);

enum { SL__HELD_MOST = 64 };

/** Views that are held for a call. */
typedef struct sl__held {
    int count;
    sl_view *view[SL__HELD_MOST]; /* those that have a record */
} sl__held;

/** Holds several views: locks the records of those that have one, and is behind the gate for the others. They stay in
 *  the state that they are in but for what the caller switches.
 *  @param[in] views  [n] different ones, at most SL__HELD_MOST */
void sl__splits_hold(sl__held *held, sl_view *const views[], int n);
void sl__splits_release(const sl__held *held);

/** Of tasks that do next to nothing. StarPU's policies that predict ends count tasks where they know no time: such a
 *  one came behind a single one that runs for long, while another worker had two that were soon over. */
extern struct starpu_perfmodel sl__split_brief;

/** For a codelet's dyn_nodes: all of its buffers are to be in main memory, whatever node the worker is on, for where
 *  StarPU takes NUMA nodes for memory nodes of their own. There, and only there, the parts of a view are the view. */
extern int sl__in_main_memory[SL__SPLIT_MOST + 1];

/** Makes all of them whole. @return as sl__split_switch(). */
sl_status sl__splits_join(const sl__held *held, const char *function);

/** How many parts the view has, or is to have: by what the program asked for, or by the policy of a loop. A guess, for
 *  who cannot wait until the loop is cut. @return 1: none */
int sl__split_parts_of(sl_view *v, const sl_split *asked);

/* With the lock of the view's record. */

/** @return a grid with where its parts are, along one dimension, and no handles; NULL without memory. */
sl__grid *sl__split_grid_of(sl_view *v, const int count[]);

/** @return the view's grid with these counts and room for so many rows beside each part, made if there is none; NULL
 *  without memory. The view is not empty. @param[in] room  at most the rows of the shortest part */
sl__grid *sl__split_grid(sl_view *v, const int count[], sl_index room);
/** Whether the view may be put into parts: every thread sees its record, the program has not its handle, and it is no
 *  block of a distributed view, whose handle loops over that use. While the
 *  host has it open it stays as it is: a loop that only reads it need not wait. */
int sl__split_may(const sl_view *v);
/** Queues the switch to parts of a grid, or to the whole (NULL), if there is one to do.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_STARPU: the view is as it was. */
sl_status sl__split_switch(sl_view *v, sl__grid *grid, const char *function);

/* In workers, on a part that the calling task uses. */

/** @return why the data of a part, or of an edge of one, that a task uses is not there, with a reference; NULL. */
sl__failure *sl__part_poison(const sl__grid *grid, int part, int stretch);
/** Poisons it, or cleans it (NULL). */
void sl__part_set_poison(sl__grid *grid, int part, int stretch, sl__failure *failure);

/** @return the failure of the first poisoned part of a view that is in parts, with a reference; NULL. Takes the lock of
 *  its record. */
sl__failure *sl__split_poison(sl_view *v);

/** @return how often the view's parts were put together. Any thread. */
int64_t sl__split_gathers(const sl_view *v);
/** The same over all views since sl_init(). */
int64_t sl__split_gathers_of_all(void);

/** The view's memory is another: after sl__view_give_up() has changed its whole handle. */
void sl__split_moved(sl_view *v);
/** Unregisters all parts, and frees the record. Nothing uses the view. */
void sl__split_free(sl_view *v);

#endif
