/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/fastest.h"

#include <starloop/policy.h>

#include "base/clock.h"
#include "exec/cpu/plan.h"
#include "exec/measured.h"
#include "exec/nest_auto.h"
#include "place/ways.h"
#include "trace/choices.h"

/* Of all kernels: the keys of their loops differ. */
static sl__way_times fastest_times[SL__FASTEST_KINDS];

static const struct fastest_kind {
    const char *verb;
    const char *names[SL__WAY_END]; /* of nests those of the policies */
    int plain;                      /* 0, or a way that stays unless another is worth it */
} kinds[SL__FASTEST_KINDS] = {
    [SL__FASTEST_TILES] =
        {"run in",
         {[SL__TILES_NONE] = "no tiles", [SL__TILES_LARGE] = "large tiles", [SL__TILES_SMALL] = "small tiles"},
         SL__TILES_NONE},
    [SL__FASTEST_POLICY] = {.verb = "run by policy"},
    [SL__FASTEST_SCATTER] = {"scatter by",
                             {[SL_SCATTER_ATOMIC] = "atomics",
                              [SL_SCATTER_DUPLICATE] = "copies, one a thread",
                              [SL_SCATTER_COLOR] = "colours of the map"}},
    [SL__FASTEST_SCATTER_ON_DEVICE] = {"scatter by",
                                       {[SL_SCATTER_ATOMIC] = "atomics on the device",
                                        [SL_SCATTER_DUPLICATE] = "copies in the shared memory of CUDA blocks"}}};

static double fastest_now(sl__fastest_of of, int way)
{
    (void)of, (void)way;
    return sl__clock_now();
}
double (*sl__fastest_clock)(sl__fastest_of of, int way) = fastest_now;

static int fastest_way(const sl__fastest *f, int *timed)
{
    sl__way_times *times = &fastest_times[f->of];
    const int way = sl__ways_choose(times, f->key, f->ways, timed), plain = kinds[f->of].plain;
    if (*timed || plain == 0 ||
        sl__ways_time(times, f->key, way) < SL__FASTEST_WORTH * sl__ways_time(times, f->key, plain))
        return way;
    return plain;
}

int sl__fastest_choose(sl__fastest_of of, const sl__task *task, sl_index elements, unsigned ways, sl__fastest *f)
{
    *f = (sl__fastest){.of = of, .way = __builtin_ctz(ways), .ways = ways};
    if ((ways & (ways - 1)) == 0)
        return f->way;
    f->key = sl__ways_key(task->footprint, elements);
    f->way = fastest_way(f, &f->timed);
    f->begin = f->timed ? sl__fastest_clock(of, f->way) : 0;
    return f->way;
}

void sl__fastest_note(const sl__task *task, const sl__fastest *f, double seconds)
{
    const sl__nest_auto *nest = sl__nest_auto_run(task);
    const sl_index points = sl__task_points(task);
    const char *names[SL__WAY_END];
    int timed;
    if (sl__ways_note(&fastest_times[f->of], f->key, f->ways, f->way, points, seconds))
        sl__choice_report(&(sl__choice){.kernel = task->kernel,
                                        .label = task->label,
                                        .points = points,
                                        .times = &fastest_times[f->of],
                                        .key = f->key,
                                        .ways = f->ways,
                                        .chosen = fastest_way(f, &timed),
                                        .names = f->of == SL__FASTEST_POLICY ? sl__nest_set_names(&nest->set, names)
                                                                             : kinds[f->of].names,
                                        .verb = kinds[f->of].verb});
}

void sl__fastest_end(const sl__task *task, const sl__fastest *f)
{
    if (f->timed)
        sl__fastest_note(task, f, sl__fastest_clock(f->of, f->way) - f->begin);
}
