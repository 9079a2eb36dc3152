/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/scatter_choice.h"

#include "place/ways.h"
#include "trace/choices.h"

/* Of all kernels: the keys of their loops differ. */
static sl__way_times scatter_times[SL__SIDES];

static const char *const scatter_names[SL__SIDES][SL__WAY_END] = {
    [SL__ON_CPU] = {[SL_SCATTER_ATOMIC] = "atomics",
                    [SL_SCATTER_DUPLICATE] = "copies, one a thread",
                    [SL_SCATTER_COLOR] = "colours of the map"},
    [SL__ON_DEVICE] = {[SL_SCATTER_ATOMIC] = "atomics on the device",
                       [SL_SCATTER_DUPLICATE] = "copies in the shared memory of CUDA blocks"}};

sl_scatter sl__scatter_choose(int side, const sl__task *task, sl_index elements, unsigned ways,
                              sl__scatter_choice *choice)
{
    choice->way = SL_SCATTER_ATOMIC;
    choice->timed = 0;
    choice->ways = ways;
    if (ways == 1u << SL_SCATTER_ATOMIC)
        return choice->way;
    choice->key = sl__ways_key(task->footprint, elements);
    choice->way = (sl_scatter)sl__ways_choose(&scatter_times[side], choice->key, ways, &choice->timed);
    return choice->way;
}

void sl__scatter_note(int side, const sl__task *task, const sl__scatter_choice *choice, sl_index points, double seconds)
{
    sl__way_times *times = &scatter_times[side];
    int timed;
    if (sl__ways_note(times, choice->key, choice->ways, choice->way, points, seconds))
        sl__choice_tell(&(sl__choice){.kernel = task->kernel,
                                      .label = task->label,
                                      .points = points,
                                      .times = times,
                                      .key = choice->key,
                                      .ways = choice->ways,
                                      .chosen = sl__ways_choose(times, choice->key, choice->ways, &timed),
                                      .names = scatter_names[side],
                                      .verb = "scatter by"});
}
