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
#include "data/spread.h"
#include "place/portions.h"
#include "task/measured.h"
#include "task/task.h"

enum { SL__PART_USES = 512 }; /* most handles of a part's task: sixteen views of rank 3 with halos in all directions */

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
    sl_index length; /**< places of the space */
    sl_index block;  /**< parts begin at multiples of it, in places, */
    sl_index shift;  /**< with so many more before the first one */
} sl__split_axis;

/** How a view is used by the parts of a loop. */
typedef struct sl__split_view {
    int whole;              /**< by its own handle */
    int target;             /**< of a reduction, or of what the loop scatters: the task behind the parts writes it */
    int automatic;          /**< the library chooses how many parts */
    int count[SL_MAX_RANK]; /**< parts along its dimensions */
    sl_index low, high;     /**< rows that a part reaches of those beside it: of the one before, of the one behind */
    sl__grid *grid;         /**< they are these; NULL where it is whole */
} sl__split_view;

/** A loop in parts. */
typedef struct sl__split_plan {
    const sl__task *task;
    int parts; /**< with empty ones */
    int where; /**< SL__SIDE_* or-ed, for all parts */
    int apart; /**< on memory nodes where each part has a copy by itself: of those beside it a part reads edges */
    int along; /**< of a scan whose lines are cut: their dimension, along which a part begins with what those before it
                    have come to; -1: parts run in any order */
    int together;    /**< one task launches all parts, each on its home: task/split_together.h */
    int joined;      /**< SL__JOINED_*: what parts leave for the task behind them, task/split_joined.h */
    sl_index blocks; /**< of a loop that reduces into arrays: into how many it is cut on CPUs; else 0 */
    sl_index each;   /**< of such a loop on devices: iterations of a block; else 0 */
    sl__split_axis axis[SL_MAX_RANK];
    struct sl__places places[SL_MAX_RANK]; /**< which indices the places of the space have, along dimensions that are
                                                cut */
    const sl_index *below[SL_MAX_RANK];    /**< of a list along such a one: sl__list_below() */
    sl__split_view view[SL__TASK_VIEWS];
    const sl__spread *spread; /**< of its distributed views one, whose ranks run the parts; NULL: it has none */
    int heads;            /**< such a loop reduces, and writes: where a part begins behind the rows that this rank has,
                               so that blocks of reductions are whole, these run once more as a head, which leaves no
                               results; the part before writes them beside its own for what it reduces alone. 0 where
                               blocks begin at all borders of the views' parts */
    sl_index strips;      /**< such a loop reads rows of other ranks: so many of a part's first and of its last places
                               along dimension 0 of the views, whole blocks of what it reduces, run by themselves,
                               behind the others, which need not wait for messages; 0: it does not, or the others are
                               too few to pay, or blocks lie across borders. With strips there are no heads */
    void *const *partial; /**< [nargs] where such a loop leaves the results of its blocks, for all ranks to join; NULL:
                               it has none, and in all other loops, whose call has them */
    sl__portions homes;   /**< of its parts; places 0: they have none */
    double alone;         /**< seconds in which devices alone were to run the loop, where groups help; else 0 */
} sl__split_plan;

/** A handle that a part's task uses. */
typedef struct sl__part_use {
    short slot; /**< which view of the task */
    unsigned char reads, writes;
    unsigned char overwrites; /**< it writes all of it */
    unsigned char own;        /**< it holds the element at the first indices of the loop's part */
    unsigned char lays;       /**< rows of others are laid beside it, where another loop that reads it may be reading */
    unsigned char stretch;    /**< SL__STRETCH_PART, or which of the part's edges */
    int part;                 /**< of the view's grid; -1: the whole view */
    int buffer;               /**< of the call's, where one task launches all parts */
} sl__part_use;

/** One part of a queued loop. */
typedef struct sl__part {
    struct sl__split_loop *call;
    int number; /**< among the plan's */
    int order;  /**< among those that are not empty */
    int worker; /**< StarPU's number, of the device that is its home; -1: any */
    int uses;
    sl__part_use *use; /**< [uses] in the order of the StarPU task's buffers, if it has one by itself */
    void *flight;      /**< the device's, of one that was launched together with others; NULL: it was not */
} sl__part;

/** A buffer of the task that launches all parts. */
typedef struct sl__split_buffer {
    starpu_data_handle_t handle;
    int mode;   /**< enum starpu_data_access_mode */
    int worker; /**< StarPU's number, of the device in whose memory it is */
} sl__split_buffer;

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
    int timed;                      /**< devices time all of them */
    sl_index blocks;                /**< of a reduction; of a scan 1 */
    starpu_data_handle_t carry;     /**< of a scan whose lines are cut: what one part hands to the next; NULL */
    int joins;                      /**< a device joins the results of the parts, and stores them in views */
    int buffers;                    /**< of the task that launches all parts; else 0 */
    sl__split_buffer *buffer;       /**< [buffers] */
    _Atomic int passing;            /**< devices that have not passed what it has launched */
    void *results;                  /**< memory of that device, which all write; NULL: there was no need of it yet */
    size_t results_bytes, results_room; /**< how much it is to be, and is */
    size_t results_at[SL_MAX_ARGS];     /**< where in it the results of an argument begin */
    int stored;                         /**< it has, and the views are marked */
    void *partial[SL_MAX_ARGS];         /**< [blocks] results of each reduction; copies of what parts join */
    struct starpu_task **starpu;        /**< [parts + 1] those that were made */
    sl__part *part;                     /**< [started] those that are not empty */
} sl__split_loop;

#endif
