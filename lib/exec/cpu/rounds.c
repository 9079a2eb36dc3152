/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/rounds.h"

#include "exec/cpu/measured.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

int sl__rounds_always;

/* ---- what conflicts ------------------------------------------------------------------------------------ */

/* A loop, and its list among those that were looked at; NULL: it has none, or nobody has. */
typedef struct loop_over {
    const sl__task *task;
    const sl__listed *list;
} loop_over;

/* Indices along dimension @p d of the view of an argument that a loop touches there: [*lo, *hi) and @p *width on either
 * side. @return whether that is known */
static int touches(const loop_over *loop, const sl__reach *reach, int d, sl_index *lo, sl_index *hi, sl_index *width)
{
    const sl_space *space = &loop->task->space;
    const int index = reach->index[d];
    if (reach->kind == SL__REACH_ANY || index == SL__FREE || index >= space->rank)
        return 0;
    if (space->kind == SL_SPACE_LIST ? loop->list == NULL || !loop->list->known : !sl__space_bounded(space, index))
        return 0;
    *lo = space->kind == SL_SPACE_LIST ? loop->list->lo : space->lo[index];
    *hi = space->kind == SL_SPACE_LIST ? loop->list->hi : space->hi[index];
    *width = reach->kind == SL__REACH_HALO ? reach->width[d] : 0;
    return 1;
}

/* Whether all indices below @p hi lie before all from @p lo on, with so many between them at least. */
static int is_before(sl_index hi, sl_index lo, sl_index between)
{
    return hi <= lo && (uint64_t)lo - (uint64_t)hi >= (uint64_t)between;
}

/* Whether two loops over lists touch their own elements only along a dimension, and have no index in common. */
static int have_none_in_common(const sl__lists *lists, const loop_over loop[2])
{
    if (loop[0].list == NULL || loop[1].list == NULL)
        return 0;
    const ptrdiff_t k = loop[0].list - lists->list, m = loop[1].list - lists->list;
    return !(lists->meets[k] >> m & 1);
}

/* Whether two arguments that are one view touch different elements of it, since they do along some dimension. */
static int lie_apart(const sl__lists *lists, const loop_over loop[2], const sl__parameter *p, const sl__parameter *q)
{
    for (int d = 0; d < p->info->rank; d++) {
        sl_index lo[2], hi[2], width[2];
        if (!touches(&loop[0], &p->reach, d, &lo[0], &hi[0], &width[0]) ||
            !touches(&loop[1], &q->reach, d, &lo[1], &hi[1], &width[1]))
            continue;
        const sl_index between = width[0] + width[1];
        if (is_before(hi[0], lo[1], between) || is_before(hi[1], lo[0], between) ||
            (between == 0 && have_none_in_common(lists, loop)))
            return 1;
    }
    return 0;
}

/* Whether view number v is a list of a loop, or the end of its range. */
static int is_listed(const sl__task *task, int v)
{
    int listed = 0;
    for (int d = 0; d < task->space.rank; d++)
        listed |= sl__space_view(&task->space, d) != NULL && task->lists[d] == v;
    return listed;
}

/* Whether all arguments of the two loops that are their view number v and w do so. Where one of them is a result, or
 * the view is a list of one of them, or the end of its range, too, nobody knows. */
static int are_apart(const sl__lists *lists, const loop_over loop[2], int v, int w)
{
    const sl__task *one = loop[0].task, *other = loop[1].task;
    int found = 0;
    if (one->windows != NULL || other->windows != NULL || one->state->reductions > 0 || other->state->reductions > 0 ||
        is_listed(one, v) || is_listed(other, w))
        return 0;
    for (int i = 0; i < one->kernel->nargs; i++) {
        const sl__parameter *p = &one->state->parameter[i];
        if (!sl__is_view(p->info->kind) || one->slot[i] != v)
            continue;
        for (int j = 0; j < other->kernel->nargs; j++) {
            const sl__parameter *q = &other->state->parameter[j];
            if (!sl__is_view(q->info->kind) || other->slot[j] != w)
                continue;
            if (!lie_apart(lists, loop, p, q))
                return 0;
            found = 1;
        }
    }
    return found;
}

static const sl__listed *list_of_loop(const sl__lists *lists, int l)
{
    return lists != NULL && lists->of[l] >= 0 ? &lists->list[lists->of[l]] : NULL;
}

int sl__rounds_conflict(const sl__task *one, int k, const sl__task *other, int m, const sl__lists *lists)
{
    const loop_over loop[2] = {{one, list_of_loop(lists, k)}, {other, list_of_loop(lists, m)}};
    for (int v = 0; v < one->views; v++) {
        const int w = sl__task_find_view(other->view, other->views, one->view[v].view);
        if (w >= 0 && ((one->view[v].access | other->view[w].access) & SL_WRITE) && !are_apart(lists, loop, v, w))
            return 1;
    }
    return 0;
}

/* ---- rounds -------------------------------------------------------------------------------------------- */

/* Whether a loop conflicts with any of those: bits, counted from the first of the batch that may be asked for. */
static int conflicts(const sl__batch *batch, int first, int l, uint64_t with, const sl__lists *lists)
{
    for (; with != 0; with &= with - 1) {
        const int k = __builtin_ctzll(with);
        if (sl__rounds_conflict(batch->task[first + k], k, batch->task[first + l], l, lists))
            return 1;
    }
    return 0;
}

static double round_seconds(const sl__rounds *r, const sl__round *round)
{
    return r->upto[round->last] - r->upto[round->first];
}

/* Finds those that are too short to share: threads that meet once for several of them lose less. */
static void rounds_merge(sl__rounds *r)
{
    int kept = 0;
    for (int k = 0; k < r->count; k++) {
        sl__round round = r->round[k];
        round.alone = round_seconds(r, &round) < SL__ROUND_SHARED && !sl__rounds_always;
        if (kept > 0 && round.alone && r->round[kept - 1].alone)
            r->round[kept - 1].last = round.last;
        else
            r->round[kept++] = round;
    }
    r->count = kept;
}

int sl__rounds_shared(const sl__rounds *r, int *loops, double *seconds)
{
    int shared = 0;
    *loops = 0;
    *seconds = 0;
    for (int k = 0; k < r->count; k++)
        if (!r->round[k].alone) {
            shared++;
            *loops += r->round[k].last - r->round[k].first;
            *seconds += round_seconds(r, &r->round[k]);
        }
    return shared;
}

void sl__rounds_make(sl__rounds *r, const sl__batch *batch, int first, int count, const double seconds[],
                     const sl__lists *lists)
{
    uint64_t readers[SL__BATCH_VIEWS] = {0}, writers[SL__BATCH_VIEWS] = {0}, round = 0; /* loops of the present round */
    r->loops = count;
    r->count = 0;
    r->upto[0] = 0;
    for (int l = 0; l < count; l++) {
        const sl__task *task = batch->task[first + l];
        const unsigned char *place = batch->place[first + l];
        uint64_t candidates = 0;
        for (int v = 0; v < task->views; v++)
            candidates |= writers[place[v]] | (task->view[v].access & SL_WRITE ? readers[place[v]] : 0);
        if (l == 0 || conflicts(batch, first, l, candidates & round, lists)) {
            r->round[r->count++] = (sl__round){l, l, 0};
            round = 0;
        }
        r->round[r->count - 1].last = l + 1;
        round |= UINT64_C(1) << l;
        for (int v = 0; v < task->views; v++)
            *(task->view[v].access & SL_WRITE ? &writers[place[v]] : &readers[place[v]]) |= UINT64_C(1) << l;
        r->upto[l + 1] = r->upto[l] + seconds[l];
    }
    rounds_merge(r);
}

/* Where in a loop the share of a thread begins: 0 to 1. The last one's ends at 1. */
static double border(const sl__rounds *r, const sl__round *round, int l, int thread, int threads)
{
    const double begin = r->upto[round->first], all = r->upto[round->last] - begin;
    const double at = thread >= threads ? r->upto[round->last] : begin + all * thread / threads;
    const double one = r->upto[l + 1] - r->upto[l];
    if (at <= r->upto[l])
        return 0;
    if (at >= r->upto[l + 1])
        return 1;
    const double part = (at - r->upto[l]) / one;
    return one < SL__ROUND_WHOLE && !sl__rounds_always ? part >= 0.5 : part;
}

int sl__rounds_piece(const sl__rounds *r, int round, int l, int thread, int threads, double piece[2])
{
    if (r->round[round].alone) {
        piece[0] = 0;
        piece[1] = 1;
        return thread == 0;
    }
    piece[0] = border(r, &r->round[round], l, thread, threads);
    piece[1] = border(r, &r->round[round], l, thread + 1, threads);
    return piece[0] < piece[1];
}
