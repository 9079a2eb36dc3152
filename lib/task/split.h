/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops over split views: one StarPU task a part.
 *
 * A call stays one task of the library's (task/task.h) for waiting, failures, events and numbers; it ends with the last
 * of its parts. doc/notes/split.md. */
#ifndef STARLOOP_LIB_TASK_SPLIT_H
#define STARLOOP_LIB_TASK_SPLIT_H

#include "data/interface.h"
#include "data/split.h"
#include "task/task.h"

enum {
    SL__PART_USES = 512,      /* most handles of a part's task: sixteen views of rank 3 with halos in all directions */
    SL__PART_USES_MERGED = 64 /* of one that the library has given several parts of its views */
};

/** How a loop is cut along one dimension of its space: at the borders of a view's parts, for reductions moved up to
 *  those of blocks. */
typedef struct sl__split_axis {
    sl_index lo, hi; /**< of the space */
    sl_index n;      /**< of the view's dimension */
    int count;       /**< of the view's parts along it */
    int first;       /**< of these, the first one in the space */
    int cells;       /**< so many of them are */
    int step;        /**< of them for each part of the loop */
    int parts;       /**< of the loop; some may be empty where borders were moved */
    sl_index block;  /**< parts begin at multiples of it, from lo */
} sl__split_axis;

/** How a view is used by the parts of a loop. */
typedef struct sl__split_view {
    int whole;              /**< by its own handle */
    int target;             /**< of a reduction */
    int automatic;          /**< the library chooses how many parts */
    int count[SL_MAX_RANK]; /**< parts along its dimensions */
    sl__grid *grid;         /**< they are these; NULL where it is whole */
} sl__split_view;

/** A loop in parts. */
typedef struct sl__split_plan {
    const sl__task *task;
    int parts; /**< with empty ones */
    sl__split_axis axis[SL_MAX_RANK];
    sl__split_view view[SL__TASK_VIEWS];
} sl__split_plan;

/** A handle that a part's task uses. */
typedef struct sl__part_use {
    short slot; /**< which view of the task */
    unsigned char reads, writes;
    unsigned char renews; /**< it writes all of it */
    unsigned char own;    /**< it holds the element at the first indices of the loop's part */
    int part;             /**< of the view's grid; -1: the whole view */
} sl__part_use;

/** One part of a queued loop. */
typedef struct sl__part {
    struct sl__split_loop *call;
    int number; /**< among the plan's */
    int where;  /**< SL__SIDE_* or-ed */
    int worker; /**< StarPU's number, of the device that is its home; -1: any */
    int uses;
    sl__part_use *use; /**< [uses] in the order of the StarPU task's buffers */
} sl__part;

/** A queued loop in parts. */
typedef struct sl__split_loop {
    struct sl__split_loop *next; /**< in the list of idle ones */
    size_t bytes;
    sl__task *task;
    sl__split_plan plan;
    _Atomic int left;               /**< StarPU tasks that have not ended */
    _Atomic(sl__failure *) failure; /**< the first; a reference */
    _Atomic int own;                /**< it is not that of an input */
    int started;                    /**< tasks in all */
    sl_index blocks;                /**< of a reduction */
    void *partial[SL_MAX_ARGS];     /**< [blocks] results of each reduction */
    struct starpu_task **starpu;    /**< [parts] */
    sl__part *part;                 /**< [started] those that are not empty */
} sl__split_loop;

/* ---- split_plan.c: pure functions of a task and of what its views ask for ----------------------------------- */

/** Where part number @p k along an axis begins, for k from 0 to its parts. */
sl_index sl__split_cut(const sl__split_axis *axis, int k);

/** Lays out a loop from view[].whole and view[].count, of which those that are not whole have one above 1.
 *  @return 1; 0 when it cannot run in parts. */
int sl__split_plan_make(sl__split_plan *plan);

/** The indices of a part. @return 0 when it is empty. */
int sl__split_box(const sl__split_plan *plan, int number, sl_space *box);

/** What a part's task uses. @param[out] use  [what was counted], or NULL to count  @return how many; more than
 *  SL__PART_USES: too many. */
int sl__split_uses(const sl__split_plan *plan, const sl_space *box, sl__part_use use[]);

/** Whether a part needs others than its own, of a view in parts. */
int sl__split_has_halos(const sl__split_plan *plan);

/** Whether the library may choose other counts: for all views in parts it has chosen those that they have, and the loop
 *  is for CPUs only: a device has each part by itself. */
int sl__split_adapts(const sl__split_plan *plan);

/** Where it may, lets a part of the loop have several neighbouring parts of its views, so that no task is shorter than
 *  what pays. */
void sl__split_merge(sl__split_plan *plan);

/** Whether that was done. */
int sl__split_is_merged(const sl__split_plan *plan);

/** Takes half of that back. @return 0: there is nothing to take back. */
int sl__split_halve(sl__split_plan *plan);

/** Tests only: so many parts whatever a loop is worth; 0: what it is worth. */
extern int sl__split_always;

/** @return the time that a loop takes on one worker group, in seconds, as far as is known; not 0. */
double sl__split_group_seconds(const sl__task *task);

/** How many parts a loop is worth, as far as is known of its time, the caches and the workers. @return 1: none. */
int sl__split_worth(const sl__task *task);

/* ---- split_ask.c: with the views held -------------------------------------------------------------------------- */

/** Whether a loop may be split at all: it writes nothing but at its own indices. */
int sl__split_possible(const sl__task *task);

/** @return the first argument by which a kernel reaches a view of the task at or around its indices; -1: there is none,
 *  or it touches more. */
int sl__split_argument(const sl__task *task, int slot);

/** @return how that argument reaches the view; there must be one. */
const sl__reach *sl__split_reach(const sl__task *task, int slot);

/** Finds out which views are to be in which parts: fills in plan->view[], but for the grids. Where the library chooses,
 *  it follows what is split already. */
void sl__split_ask(sl__split_plan *plan);

/* ---- split_loop.c ------------------------------------------------------------------------------------- */

/** A call's memory, of at least so many bytes, undefined; NULL without memory. It is kept until the end, for StarPU may
 *  look at a task's argument once more when the task has ended. */
sl__split_loop *sl__split_loop_take(size_t bytes);
void sl__split_loop_give(sl__split_loop *call);
/** Frees what is kept. When StarPU has finished with the last task. */
void sl__split_loops_free(void);

/* ---- split_part.c: in workers ---------------------------------------------------------------------------- */

/** What a part's task begins with. @param[in] arg  of the StarPU task: an ::sl__part
 *  @return NULL: it is to run; otherwise it has ended when sl__part_end() has got this. */
sl__failure *sl__part_begin(sl__part *part);

/** Fills in a task that stands for a part, and for each of its views what a kernel is to be told: as if the whole view
 *  were here.
 *  @param[out] views  [views of the task]
 *  @param[out] pointers  [views of the task] to them */
void sl__part_stand_in(const sl__part *part, void *const buffers[], sl__task *task, struct sl__interface views[],
                       void *pointers[]);

/** What the body of a part recorded, of a task that stands in for it: the failure of the first one of its call. Only
 *  that one is made, and logged. @param[in] make  does so  @return a reference */
sl__failure *sl__part_fault(const sl__task *task, int kind, sl__failure *(*make)(const sl__task *task, int kind));

/** Ends a part. @param[in] failure  a reference that is taken over; NULL  @param[in] own  as in sl__task_end() */
void sl__part_end(sl__part *part, sl__failure *failure, int own);

/** One of a call's StarPU tasks has ended. @param[in] failure, own  as above
 *  @param[in] targets  of the last one, [targets] struct sl__interface each: where to store what goes to views */
void sl__split_loop_leave(sl__split_loop *call, sl__failure *failure, int own, void *targets[]);

/** Codelets of parts, of those that need the whole view around them, and of the task behind them. */
extern struct starpu_codelet sl__part_codelet, sl__part_in_main_codelet, sl__combine_codelet;

#endif
