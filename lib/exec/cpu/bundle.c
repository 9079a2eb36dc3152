/* SPDX-License-Identifier: BSD-3-Clause */
/* A plan by rounds. */
#include "exec/cpu/bundle.h"

#include "base/env.h"
#include "base/log.h"
#include "exec/cpu/bundle_plan.h"
#include "exec/cpu/workspace.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/sequence.h"
#include "task/spans.h"

_Atomic int64_t sl__bundles_run, sl__bundles_rounds, sl__bundles_loops;

static const sl__rounds *rounds_of(const sl__sequence *s)
{
    return s->of_plan;
}

/* What trace and profile ask for: parts are threads here, and a loop waits for all of those that it conflicts with. */
static void bundle_describe(sl__sequence *s)
{
    s->parts.parts = s->threads;
    for (int l = 0; l < s->parts.count && sl__watched(); l++) {
        const sl__task *task = s->loop[l].task;
        sl__link *link = &s->parts.link[l];
        *link = (sl__link){.uses = task->views};
        for (int v = 0; v < task->views; v++)
            link->use[v] =
                (sl__chain_use){.view = s->batch->place[s->first + l][v], .access = task->view[v].access, .dim = -1};
    }
}

/* Loops that reduce share their partial results, so they are set up beforehand. @return 0 without memory. */
static int bundle_make(sl__sequence *s)
{
    bundle_describe(s);
    if (!sl__sequence_set_up(s, 1, NULL))
        return 0;
    for (int l = 0; l < s->parts.count; l++) {
        sl__sequence_loop *loop = &s->loop[l];
        loop->width = s->threads;
        loop->timed = loop->noted = s->timed;
        if (loop->ready)
            sl__sequence_count(s, l, loop->run.cut.units > 0 ? loop->run.cut.units : 1);
    }
    return 1;
}

/* ---- one thread's way through the rounds ----------------------------------------------------------------- */

enum { ROUND, LOOP, ARRIVED }; /* of a thread's steps: its round, the loop in it less the first, and whether it waits */

/* All threads have come this often: what they have written is seen. */
static int bundle_met(const sl__sequence *s, int round, int threads)
{
    return atomic_load_explicit(&s->arrived, memory_order_acquire) >= (unsigned)(round + 1) * (unsigned)threads;
}

static int bundle_next(sl__sequence *s, sl__steps *steps, sl__piece_of_loop *piece)
{
    const sl__rounds *rounds = rounds_of(s);
    int *const at = steps->at;
    for (; at[ROUND] < rounds->count; at[ROUND]++, at[LOOP] = at[ARRIVED] = 0) {
        const sl__round *round = &rounds->round[at[ROUND]];
        for (int l; (l = round->first + at[LOOP]) < round->last;) {
            double part[2];
            at[LOOP]++;
            if (sl__rounds_piece(rounds, at[ROUND], l, steps->thread, steps->threads, part)) {
                *piece = (sl__piece_of_loop){.loop = l, .part = steps->thread, .begin = part[0], .end = part[1]};
                return SL__STEP_RUN;
            }
        }
        if (at[ROUND] + 1 == rounds->count)
            return SL__STEP_END;
        if (!at[ARRIVED])
            atomic_fetch_add_explicit(&s->arrived, 1, memory_order_acq_rel);
        at[ARRIVED] = 1;
        if (!bundle_met(s, at[ROUND], steps->threads))
            return SL__STEP_WAIT;
    }
    return SL__STEP_END;
}

/* The first unit behind so much of a loop: the same in both threads at a border. */
static sl_index unit_at(const sl__loop_exec *run, double part)
{
    return part >= 1 ? run->cut.units : (sl_index)(part * (double)run->cut.units);
}

static void bundle_units(const sl__sequence *s, const sl__piece_of_loop *piece, const sl__loop_exec *run,
                         sl_index unit[2])
{
    (void)s;
    unit[0] = unit_at(run, piece->begin);
    unit[1] = unit_at(run, piece->end);
}

/* A loop over nothing is done with its end. */
static sl_index bundle_done(sl__sequence *s, const sl__piece_of_loop *piece)
{
    const sl__sequence_loop *loop = &s->loop[piece->loop];
    if (!loop->counted)
        return 0;
    sl_index unit[2];
    bundle_units(s, piece, &loop->run, unit);
    return loop->run.cut.units > 0 ? unit[1] - unit[0] : piece->end >= 1;
}

static const sl__sequence_plan by_rounds = {.next = bundle_next, .units = bundle_units, .done = bundle_done};

/* ---- the whole bundle -------------------------------------------------------------------------------------- */

int sl__bundle_run(sl__batch *batch, int first, int *count, int fused, void *buffers[], const sl__group *group)
{
    const int threads = sl__cpu_threads_override > 0 ? sl__cpu_threads_override : group->size;
    *count = 1;
    if (threads < 2 || batch->task[first]->recorded == 0 || !sl__env_int(SL__ENV_CHAIN))
        return 0;
    sl__bundle_plans *plans = sl__workspace(SL__WORKSPACE_PLANS, sizeof *plans, NULL);
    if (plans == NULL)
        return 0;
    const sl__bundle_plan *plan = sl__bundle_plan_get(plans, batch, first, threads, buffers);
    *count = plan->count;
    if (!plan->pays || (fused && plan->count < batch->count))
        return 0;
    sl__sequence *s = sl__sequence_of(batch, first, plan->count, buffers, group);
    if (s == NULL)
        return 0;
    s->threads = threads;
    s->fused = fused;
    s->timed = plan->runs <= 2 || plan->runs % SL__BUNDLE_TIMED == 0;
    s->plan = &by_rounds;
    s->of_plan = &plan->rounds;
    if (!bundle_make(s))
        return 0;
    SL_LOG(SL_LOG_DEBUG, "%d loops from \"%s\" on share %d threads, in %d rounds", plan->count,
           batch->task[first]->label, threads, plan->rounds.count);
    if (!sl__sequence_run(s, 0))
        return 0;
    sl__bundles_run++;
    sl__bundles_rounds += plan->rounds.count;
    sl__bundles_loops += plan->rounds.loops;
    return 1;
}
