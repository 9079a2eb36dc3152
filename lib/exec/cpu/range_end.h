/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops over ranges whose ends are in views. Boxes of such a range end where its view says, since other loops
 *  that share the threads may write that meanwhile. A product is made known before its loop is cut: it runs by itself.
 */
#ifndef STARLOOP_LIB_EXEC_CPU_RANGE_END_H
#define STARLOOP_LIB_EXEC_CPU_RANGE_END_H

#include "exec/cpu/loop.h"

/** sl__range_end_clip() of such a loop. */
int sl__range_end_look(const sl__loop_exec *r, sl_index units, struct sl__box *box);

/** Reads where the ranges of a product end. Records a fault where an end is outside of the space; that range is empty
 *  then.
 *  @param[in,out] places  [SL_MAX_RANK] sl__task_places(); afterwards those of ranges
 *  @param[out]    known   the product with these ends, where it has any such range
 *  @return it, or the task's own space */
const sl_space *sl__range_ends(sl__task *task, struct sl__places places[], sl_space *known);

/** Leaves of a box what lies before the end; of a reduction the blocks behind it get the identity as their results.
 *  Records a fault where the end is outside of the space.
 *  @param[in] units  blocks that the box has, of a reduction  @return 0: nothing is left. */
static inline int sl__range_end_clip(const sl__loop_exec *r, sl_index units, struct sl__box *box)
{
    return r->task->space.kind != SL_SPACE_RANGE_VIEW || sl__range_end_look(r, units, box);
}

#endif
