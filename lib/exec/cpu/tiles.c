/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/tiles.h"

#include "base/clock.h"
#include "place/ways.h"
#include "trace/choices.h"

/* Of all kernels: the keys of their loops differ. */
static sl__way_times tile_times;

static double tiles_now(int way)
{
    (void)way;
    return sl__clock_now();
}
double (*sl__tiles_clock)(int way) = tiles_now;

/* Tiles are to be worth it: what is less than this may be chance, and rows are the better guess. */
static const double worth = 0.9;

static int choose_way(uint32_t key, int *timed)
{
    const int way = sl__ways_choose(&tile_times, key, SL__TILES_WAYS, timed);
    const int clear = sl__ways_time(&tile_times, key, way) < worth * sl__ways_time(&tile_times, key, SL__TILES_NONE);
    return *timed || clear ? way : SL__TILES_NONE;
}

/* Whether a loop may run in tiles of any extents. */
static int tiles_may_be(const sl__task *task, const sl_policy *policy)
{
    const sl__kernel_state *state = task->state;
    return task->space.rank > 1 && task->space.kind == SL_SPACE_BOX && policy->schedule != SL_SEQ &&
           task->kernel->form == SL__FORM_LOOP && state->reductions + state->scatters == 0;
}

const sl_policy *sl__tiles_begin(const sl__task *task, const sl_policy *policy, sl_policy *own, sl__tiles_use *use)
{
    *use = (sl__tiles_use){0};
    if (policy->tile[0] != SL__TILE_AUTO || !tiles_may_be(task, policy))
        return policy;
    use->key = sl__ways_key(task->footprint, 0);
    use->way = choose_way(use->key, &use->timed);
    use->begin = use->timed ? sl__tiles_clock(use->way) : 0;
    *own = *policy;
    own->tile[0] = SL__TILE_AUTO - use->way;
    return own;
}

void sl__tiles_end(const sl__task *task, const sl__tiles_use *use)
{
    static const char *const names[] = {
        [SL__TILES_NONE] = "no tiles", [SL__TILES_LARGE] = "large tiles", [SL__TILES_SMALL] = "small tiles"};
    int timed;
    if (!use->timed)
        return;
    const double seconds = sl__tiles_clock(use->way) - use->begin;
    const sl_index points = sl_space_size(&task->space);
    if (sl__ways_note(&tile_times, use->key, SL__TILES_WAYS, use->way, points, seconds))
        sl__choice_tell(&(sl__choice){.kernel = task->kernel,
                                      .label = task->label,
                                      .points = points,
                                      .times = &tile_times,
                                      .key = use->key,
                                      .ways = SL__TILES_WAYS,
                                      .chosen = choose_way(use->key, &timed),
                                      .names = names,
                                      .verb = "run in"});
}
