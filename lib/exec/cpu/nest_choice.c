/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/nest_choice.h"

#include "base/clock.h"
#include "trace/choices.h"

/* Of all nests: the keys of their calls differ. */
static sl__way_times nest_times;

static double nest_now(int way)
{
    (void)way;
    return sl__clock_now();
}
double (*sl__nest_clock)(int way) = nest_now;

const sl_kernel *sl__nest_choose(const sl__task *task, sl__nest_use *use)
{
    const sl__nest_auto *nest = sl__nest_auto_from(task->kernel);
    *use = (sl__nest_use){0};
    if (nest == NULL)
        return task->kernel;
    use->key = sl__ways_key(task->footprint, 0);
    use->way = sl__ways_choose(&nest_times, use->key, sl__nest_set_ways(&nest->set), &use->timed);
    use->begin = use->timed ? sl__nest_clock(use->way) : 0;
    return nest->set.policy[use->way - 1]->kernel_;
}

void sl__nest_chosen_end(const sl__task *task, const sl__nest_use *use)
{
    if (!use->timed)
        return;
    const sl__nest_set *set = &sl__nest_auto_from(task->kernel)->set;
    const char *names[SL__WAY_END];
    const unsigned ways = sl__nest_set_ways(set);
    const sl_index points = sl__task_points(task);
    const double seconds = sl__nest_clock(use->way) - use->begin;
    int timed;
    if (sl__ways_note(&nest_times, use->key, ways, use->way, points, seconds) && set->count > 1)
        sl__choice_tell(&(sl__choice){.kernel = task->kernel,
                                      .label = task->label,
                                      .points = points,
                                      .times = &nest_times,
                                      .key = use->key,
                                      .ways = ways,
                                      .chosen = sl__ways_choose(&nest_times, use->key, ways, &timed),
                                      .names = sl__nest_set_names(set, names),
                                      .verb = "run by policy"});
}
