/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/split_nest.h"

#include "base/types.h"

enum { NEST_CUT_MOST = 1 << 20 /* multiples of more are as good as none */ };

static sl_index common_divisor(sl_index a, sl_index b)
{
    while (b != 0) {
        const sl_index rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The least multiple of both; 0 where one is 0, or it is too large. */
static sl_index common_multiple(sl_index a, sl_index b)
{
    if (a <= 0 || b <= 0 || a > NEST_CUT_MOST || b > NEST_CUT_MOST)
        return 0;
    const sl_index multiple = a / common_divisor(a, b) * b;
    return multiple <= NEST_CUT_MOST ? multiple : 0;
}

/* A size of tiles, which may be a scalar's value. */
static sl_index tile_size(const sl__task *task, const struct sl__nest_level *level)
{
    if (level->size_ >= 0)
        return level->size_;
    const sl__parameter *p = &task->state->parameter[-1 - level->size_];
    return sl__type_integer(p->type, task->scalars + p->scalar);
}

/* Levels that check no range want as many threads as the whole has. Tiles in tiles begin where all of these sizes have
 * a common multiple, or before. */
static sl_index device_cut(const sl__task *task)
{
    const struct sl__nest_launch *nest = task->kernel->nest_;
    sl_index cut = nest->cut_;
    for (int l = 0; l < nest->levels_ && cut > 0; l++) {
        const struct sl__nest_level *level = &nest->level_[l];
        if (level->form_ == SL__LEVEL_UNCHECKED)
            return 0;
        if (level->word_ == SL__NEST_TILE && level->dim_ == 0)
            cut = common_multiple(cut, tile_size(task, level));
    }
    return cut;
}

sl_index sl__split_nest_cut(const sl__task *task)
{
    sl_index cut = 1;
    if (sl__form_of(task->kernel)->tries) /* by calls of one size */
        return 0;
    if (task->where & SL__SIDE_CPU)
        cut = common_multiple(cut, task->kernel->cut_);
    if ((task->where & SL__SIDE_DEVICE) && task->kernel->nest_ != NULL)
        cut = common_multiple(cut, device_cut(task));
    return cut;
}
