/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Filling in the packed-argument struct that a kernel's compiled functions read. */
#ifndef STARLOOP_LIB_EXEC_PACK_H
#define STARLOOP_LIB_EXEC_PACK_H

#include "task/task.h"

/** The layouts that the views of a loop have in common: SL__TAKES_* or-ed (kernel/cases.h). */
typedef struct sl__layouts {
    unsigned all;           /**< what all views of a loop have */
    unsigned written;       /**< what those that it writes have */
    int turned;             /**< the dimensions of one follow the loop's indices in another order; else the rest is 0 */
    int order[SL_MAX_RANK]; /**< loops, outermost first: along what is written the innermost, then `across` */
    int across;             /**< along which loop what is read lies, where that is another one; else -1 */
} sl__layouts;

/** Packs scalars, and views as they are on the memory node where the task runs.
 *  @param[in]  buffers  [task->views] struct sl__interface each
 *  @param[out] packed   [kernel->args_size] the struct
 *  @return what the layouts have in common. */
sl__layouts sl__task_pack(const sl__task *task, void *buffers[], unsigned char *packed);

/** Finds the loop order that views like of which one has its dimensions in another order than the loop.
 *  @param[in,out] layouts  their layouts; turned, order and across are set */
void sl__task_turn(const sl__task *task, void *buffers[], sl__layouts *layouts);

/** Gives the places of a loop over no box, where the task runs, along each dimension; of a range whose end is in a view
 *  where that is, with a step of 0; of a box, and behind the last dimension, none.
 *  @param[in] buffers  [task->views] struct sl__interface each  @param[out] places  [SL_MAX_RANK] */
void sl__task_places(const sl__task *task, void *buffers[], struct sl__places places[]);

/** Puts the shadow of a view into its slot; of a kernel with bounds checks.
 *  @param[in] rank  of the view */
void sl__pack_shadow(unsigned char *slot, int rank, struct sl__shadow *shadow);

/** Records that the range along dimension d of a loop's space ends outside of it. */
void sl__refuse_end(struct sl__fault *fault, int d, sl_index end);

/** Gives a range of a product, whose end was in a view, its end. One outside of the loop's space is recorded, and
 * leaves it empty. @param[in,out] known  the task's space */
void sl__set_end(const sl__task *task, sl_space *known, int d, sl_index end, struct sl__fault *fault);

#endif
