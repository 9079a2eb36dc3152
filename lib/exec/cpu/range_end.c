/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/range_end.h"

#include <string.h>

#include "exec/pack.h"
#include "kernel/space.h"

/* The results of blocks from number @p first on, counted from the box's first one. */
static void fill_blocks(const sl__loop_exec *r, sl_index first, sl_index units, const struct sl__box *box)
{
    const sl_kernel *kernel = r->task->kernel;
    for (int i = 0; i < kernel->nargs; i++) {
        const size_t size = kernel->args[i].size;
        for (sl_index u = first; u < units && r->partial[i] != NULL; u++)
            memcpy((char *)r->partial[i] + (size_t)(box->block_ + u) * size, r->identity[i], size);
    }
}

int sl__range_end_look(const sl__loop_exec *r, sl_index units, struct sl__box *box)
{
    const sl_index end = sl__space_end(r->places), lo = box->lo_[0];
    if (!sl__space_may_end(sl__task_whole(r->task), 0, end)) {
        sl__refuse_end(&r->task->fault, 0, end);
        return 0;
    }
    if (end >= box->hi_[0])
        return 1;
    if (r->cut.kind == SL__UNIT_BLOCKS)
        fill_blocks(r, end > lo ? (end - lo - 1) / r->cut.extent[0] + 1 : 0, units, box);
    box->hi_[0] = end;
    return end > lo;
}

const sl_space *sl__range_ends(sl__task *task, struct sl__places places[], sl_space *known)
{
    if (!sl__task_awaits_ends(task))
        return &task->space;
    *known = task->space;
    for (int d = 0; d < known->rank; d++)
        if (sl__space_ends_in_view(&task->space, d)) {
            sl__set_end(task, known, d, sl__space_end(&places[d]), &task->fault);
            places[d] = sl__space_stride_places(known, d);
        }
    return known;
}
