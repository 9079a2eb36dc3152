/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/tiles.h"

/* Whether a loop may run in tiles of any extents. */
static int tiles_may_be(const sl__task *task, const sl_policy *policy)
{
    const sl__kernel_state *state = task->state;
    const sl__form *form = sl__form_of(task->kernel);
    return task->space.rank > 1 && task->space.kind == SL_SPACE_BOX && policy->schedule != SL_SEQ && form->boxes &&
           !form->teams && state->reductions + state->scatters == 0;
}

const sl_policy *sl__tiles_choose(const sl__task *task, const sl_policy *policy, sl_policy *own, sl__fastest *tiles)
{
    *tiles = (sl__fastest){0};
    if (policy->tile[0] != SL__TILE_AUTO || !tiles_may_be(task, policy))
        return policy;
    *own = *policy;
    own->tile[0] = SL__TILE_AUTO - sl__fastest_choose(SL__FASTEST_TILES, task, 0, SL__TILES_WAYS, tiles);
    return own;
}
