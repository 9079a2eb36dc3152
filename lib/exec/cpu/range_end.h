/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops over a range whose end is in a view: their boxes end where that says. */
#ifndef STARLOOP_LIB_EXEC_CPU_RANGE_END_H
#define STARLOOP_LIB_EXEC_CPU_RANGE_END_H

#include "exec/cpu/loop.h"

/** sl__range_end_clip() of such a loop. */
int sl__range_end_look(const sl__loop_exec *r, sl_index units, struct sl__box *box);

/** Leaves of a box what lies before the end; of a reduction the blocks behind it get the identity as their results.
 *  Records a fault where the end is outside of the space.
 *  @param[in] units  blocks that the box has, of a reduction  @return 0: nothing is left. */
static inline int sl__range_end_clip(const sl__loop_exec *r, sl_index units, struct sl__box *box)
{
    return r->task->space.kind != SL_SPACE_RANGE_VIEW || sl__range_end_look(r, units, box);
}

#endif
