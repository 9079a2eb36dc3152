/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "kernel/blocks.h"
#include "base/log.h"
#include "kernel/modifiers.h"
#include "kernel/form.h"
#include "kernel/space.h"
#include "data/list_borders.h"
#include "data/view.h"
#include "task/split.h"
#include "kernel/kinds.h"
#include "task/split_ask.h"
#include "task/split_nest.h"
#include "task/split_joined.h"
#include "task/split_plan.h"
#include "task/split_scan.h"

static sl_index split_plan_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index plan_max(sl_index a, sl_index b)
{
    return a > b ? a : b;
}

/* ---- the space ----------------------------------------------------------------------------------------- */

/* Whether later places have lower indices. */
static int goes_down(const sl__split_plan *plan, int q)
{
    return plan->places[q].list_ == NULL && plan->places[q].step_ < 0;
}

/* How many places more the first block would have before the space begins. @param[in] block  the places of one; of one
 * place they begin anywhere */
static sl_index shift_of(const sl__split_axis *axis, sl_index block)
{
    return block > 1 ? axis->shift : 0;
}

/* @param[in] block  borders are multiples of it */
static sl_index border_before(const sl__split_plan *plan, int q, int k, sl_index block)
{
    const sl__split_axis *axis = &plan->axis[q];
    const int down = goes_down(plan, q);
    if (k <= 0 || k >= axis->parts)
        return (k <= 0) == down ? axis->length : 0;
    const sl_index border = sl__grid_border(axis->n, axis->count, axis->first + k * axis->step);
    const sl_index below = plan->below[q] != NULL ? plan->below[q][axis->first + k * axis->step]
                                                  : sl__places_below(&plan->places[q], axis->length, border);
    const sl_index at = down ? axis->length - below : below;
    const sl_index shift = shift_of(axis, block), up = sl__block_of(block, shift, at + block - 1);
    return split_plan_min(sl__block_begin(block, shift, up), axis->length);
}

sl_index sl__split_border(const sl__split_plan *plan, int q, int k)
{
    return border_before(plan, q, k, plan->axis[q].block);
}

int sl__split_borders_stay(const sl__split_plan *plan, int q)
{
    const sl__split_axis *axis = &plan->axis[q];
    return axis->block == 1 ||
           (plan->task->space.kind == SL_SPACE_BOX && sl__grid_unit(axis->n, axis->count) % axis->block == 0 &&
            sl__block_behind(axis->lo - axis->shift, axis->block) == 0);
}

/* Cuts a dimension of the space as one of a view that has the same indices. */
static void cut_axis(sl__split_axis *axis, sl_index n, int count)
{
    axis->n = n;
    axis->count = count;
    axis->first = sl__grid_find(n, count, split_plan_min(plan_max(axis->lo, 0), n - 1));
    axis->parts = axis->cells = sl__grid_find(n, count, split_plan_min(plan_max(axis->hi, 1), n) - 1) - axis->first + 1;
}

static int reaches_by(const sl__task *task, int i, sl__reach_kind kind)
{
    return sl__is_view(task->kernel->args[i].kind) && task->state->parameter[i].reach.kind == kind;
}

int sl__split_has_halos(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    for (int i = 0; i < task->kernel->nargs; i++) {
        if ((!reaches_by(task, i, SL__REACH_OWN) && !reaches_by(task, i, SL__REACH_HALO)) ||
            plan->view[task->slot[i]].whole)
            continue;
        for (int d = 0; d < task->view[task->slot[i]].view->rank; d++)
            if (sl__reach_is_wide(&task->state->parameter[i].reach, d) && plan->view[task->slot[i]].count[d] > 1)
                return 1;
    }
    return 0;
}

/* The argument whose parts are those of the loop: a written one, so that few tasks write a part; else one that is read
 * at the loop's indices; else one around them. @return -1: there is none in parts. */
static int leader(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    int best = -1, rank = 0;
    for (int i = 0; i < task->kernel->nargs; i++) {
        int own = reaches_by(task, i, SL__REACH_OWN);
        if ((!own && !reaches_by(task, i, SL__REACH_HALO)) || plan->view[task->slot[i]].whole)
            continue;
        int value = !own ? 1 : !sl__writes_view(task->kernel->args[i].kind) ? 2 : 3;
        if (value > rank) {
            rank = value;
            best = i;
        }
    }
    return best;
}

/* @param[in] least  along dimension 0 parts begin at multiples of it */
static void cut_space(sl__split_plan *plan, int lead, sl_index least)
{
    const sl__task *task = plan->task;
    const sl__reach *reach = &task->state->parameter[lead].reach;
    const sl__split_view *use = &plan->view[task->slot[lead]];
    const sl_view *view = task->view[task->slot[lead]].view;
    sl__blocks blocks;
    for (int q = 0; q < task->space.rank; q++) {
        plan->axis[q] = (sl__split_axis){.lo = task->space.lo[q],
                                         .hi = task->space.hi[q],
                                         .n = 1,
                                         .count = 1,
                                         .cells = 1,
                                         .step = 1,
                                         .parts = 1,
                                         .length = sl__space_length(&task->space, q),
                                         .block = 1};
        plan->places[q] =
            sl__space_is_listed(&task->space, q) ? (struct sl__places){.step_ = 1} : sl__space_counted(&task->space, q);
        plan->below[q] = NULL;
    }
    for (int d = 0; d < view->rank; d++)
        if (use->count[d] > 1 && reach->index[d] != SL__FREE && plan->axis[reach->index[d]].count == 1)
            cut_axis(&plan->axis[reach->index[d]], view->n[d], use->count[d]);
    if (task->state->reductions > 0 && sl__form_of(task->kernel)->boxes) {
        sl__blocks_make(&task->space, task->state->blocks, &blocks);
        for (int q = 0; q < task->space.rank; q++)
            plan->axis[q].block = blocks.extent[q];
        plan->axis[0].shift = blocks.shift;
    }
    plan->axis[0].block = plan->axis[0].block > least ? plan->axis[0].block : least;
    plan->parts = 1;
    for (int q = 0; q < task->space.rank; q++)
        plan->parts *= plan->axis[q].parts;
}

/* Says once for a kernel why its loop has no parts though a view of it has. */
static void log_whole(const sl__split_plan *plan, int lead, int slot)
{
    const sl__task *task = plan->task;
    int i = 0;
    if (!sl__log_enabled(SL_LOG_INFO) || atomic_flag_test_and_set(&task->state->whole_logged))
        return;
    while (task->slot[i] != slot || !sl__writes_view(task->kernel->args[i].kind))
        i++;
    SL_LOG(
        SL_LOG_INFO,
        "kernel %s: the loop runs whole: expected argument %s (view \"%s\"), which it writes, in parts like argument "
        "%s (view \"%s\"), got it unsplit",
        task->kernel->name, task->kernel->args[i].name, task->view[slot].view->label, task->kernel->args[lead].name,
        task->view[task->slot[lead]].view->label);
}

/* Finds where the indices of lists lie that are cut. @return 0: of one that is not known, which is said once for a
 * kernel. */
static int cut_lists(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    for (int q = 0; q < task->space.rank; q++) {
        const sl_view *list = sl__space_is_listed(&task->space, q) ? sl__space_view(&task->space, q) : NULL;
        if (list == NULL || plan->axis[q].parts == 1)
            continue;
        plan->places[q] = (struct sl__places){
            .list_ = list->data, .step_ = 1, .wide_ = list->type == SL_INT64}; /* nobody writes it */
        plan->below[q] = sl__list_below(list, plan->axis[q].n, plan->axis[q].count);
        if (plan->below[q] != NULL)
            continue;
        if (sl__log_enabled(SL_LOG_INFO) && !atomic_flag_test_and_set(&task->state->whole_logged))
            SL_LOG(
                SL_LOG_INFO,
                "kernel %s: the loop runs whole: expected a list whose indices ascend and are known when the loop is "
                "queued, got \"%s\"",
                task->kernel->name, list->label);
        return 0;
    }
    return 1;
}

int sl__split_plan_make(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    const sl__form *const form = sl__form_of(task->kernel);
    const int blocks_later = task->state->reductions > 0 && sl__task_awaits_ends(task); /* known when it runs */
    const int box = task->space.kind == SL_SPACE_BOX;
    const sl_index least = form->nests ? (box ? sl__split_nest_cut(task) : 0) : form->boxes || (form->scans && box);
    const int lead = least == 0 || blocks_later ? -1 : leader(plan);
    if (lead < 0)
        return 0;
    cut_space(plan, lead, least);
    if (!cut_lists(plan) || !sl__split_scan_make(plan) || (form->nests && plan->parts != plan->axis[0].parts))
        return 0;
    for (int s = 0; s < task->views; s++) /* parts may not write one handle */
        if (plan->view[s].whole && !plan->view[s].target && (task->view[s].access & SL_WRITE) && plan->parts > 1) {
            log_whole(plan, lead, s);
            return 0;
        }
    return sl__split_joined_plan(plan);
}

/* Leaves the strips out of a part's places, or takes one of them. They are whole blocks of what is reduced: borders of
 * the views' parts are where blocks begin, but the space may begin, and end, within one. @param[in] k  the part's
 * number along the dimension
 *  @param[in] group  0: what is between them, 1: the first, 2: the last one */
static void take_strip(const sl__split_plan *plan, int q, int k, int group, sl_index *first, sl_index *end)
{
    const sl__split_axis *axis = &plan->axis[q];
    const int cell = axis->first + k;
    const sl_index block = axis->block, shift = shift_of(axis, block), blocks = plan->strips / block;
    const sl_index low = sl__block_of(block, shift, *first) + (cell > 0 ? blocks : 0);
    const sl_index high = sl__block_of(block, shift, *end + block - 1) - (cell + 1 < axis->count ? blocks : 0);
    const sl_index inner = split_plan_min(sl__block_begin(block, shift, low), *end);
    const sl_index outer = plan_max(split_plan_min(sl__block_begin(block, shift, high), *end), inner);
    *first = group == 0 ? inner : group == 1 ? *first : outer;
    *end = group == 0 ? outer : group == 1 ? inner : *end;
}

void sl__split_places(const sl__split_plan *plan, int number, sl_index first[], sl_index end[])
{
    const int group = number / plan->parts, is_head = group > 0 && plan->strips == 0;
    number %= plan->parts;
    for (int q = plan->task->space.rank - 1; q >= 0; q--) {
        const int parts = plan->axis[q].parts, k = number % parts, down = goes_down(plan, q);
        number /= parts;
        first[q] = sl__split_border(plan, q, k + down);
        end[q] = sl__split_border(plan, q, k + !down);
        if (q == 0 && plan->blocks > 0)
            sl__split_joined_rows(plan, k, &first[q], &end[q]);
        if (plan->strips > 0 && plan->axis[q].count > 1)
            take_strip(plan, q, k, group, &first[q], &end[q]);
        if (is_head && parts > 1) {
            end[q] = first[q];
            first[q] = border_before(plan, q, k + down, 1);
        }
    }
}

int sl__split_box(const sl__split_plan *plan, int number, sl_space *box)
{
    sl_index first[SL_MAX_RANK], end[SL_MAX_RANK];
    if (number >= plan->parts && plan->parts == 1 && plan->strips == 0) /* nothing was moved */
        return 0;
    sl__split_places(plan, number, first, end);
    return sl__space_part(&plan->task->space, plan->places, first, end, box);
}

/* ---- the views ----------------------------------------------------------------------------------------- */

/* Which indices of a view a part of the space reaches, over all arguments that it stands for; one at least. @return
 * whether none between is left out. */
static int reached(const sl__task *task, int slot, const sl_space *box, sl_index lo[], sl_index hi[])
{
    const sl_view *view = task->view[slot].view;
    sl_index from[SL_MAX_RANK], to[SL_MAX_RANK];
    int all = 1;
    for (int d = 0; d < view->rank; d++) {
        lo[d] = view->n[d];
        hi[d] = 0;
    }
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__reach *reach = &task->state->parameter[i].reach;
        if (task->slot[i] != slot || (!reaches_by(task, i, SL__REACH_OWN) && !reaches_by(task, i, SL__REACH_HALO)))
            continue;
        all &= sl__space_use(box, reach, view->rank, view->n, from, to);
        for (int d = 0; d < view->rank; d++) {
            lo[d] = split_plan_min(lo[d], plan_max(from[d], 0));
            hi[d] = plan_max(hi[d], split_plan_min(to[d], view->n[d]));
        }
    }
    for (int d = 0; d < view->rank; d++) {
        lo[d] = split_plan_min(lo[d], view->n[d] - 1);
        hi[d] = plan_max(hi[d], lo[d] + 1);
    }
    return all;
}

/* Whether a loop that writes such indices of a view writes all of a part. */
static int overwrites(const sl__grid_part *part, int rank, const sl__reach *reach, const sl_index lo[],
                      const sl_index hi[])
{
    sl_index n[SL_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        n[d] = part->hi[d] - part->lo[d];
        if (part->lo[d] < lo[d] || part->hi[d] > hi[d])
            return 0;
    }
    return !sl__reach_is_sparse(reach, rank, n);
}

/* Which parts of a view the loop's part has for itself: that with the element at the first indices of its box, and as
 * many as it was given more. */
static void find_own(const sl__split_plan *plan, int slot, const sl__reach *reach, const sl_space *box, int from[],
                     int to[])
{
    const sl_view *view = plan->task->view[slot].view;
    const int *count = plan->view[slot].grid->count;
    for (int d = 0; d < view->rank; d++) {
        int q = reach->index[d];
        if (q == SL__FREE) {
            from[d] = 0;
            to[d] = count[d] - 1;
            continue;
        }
        const sl__split_axis *axis = &plan->axis[q];
        from[d] = sl__grid_find(view->n[d], count[d], split_plan_min(plan_max(box->lo[q], 0), view->n[d] - 1));
        to[d] = from[d] + (count[d] == axis->count ? axis->step - 1 : 0);
    }
}

static int is_within(int rank, const int k[], const int from[], const int to[])
{
    for (int d = 0; d < rank; d++)
        if (k[d] < from[d] || k[d] > to[d])
            return 0;
    return 1;
}

/* An edge of a part that the loop's part reads, or writes. @return how many uses there are then. */
static int edge_use(int slot, int number, int stretch, int writes, sl__part_use use[], int uses)
{
    if (use != NULL)
        use[uses] = (sl__part_use){.slot = (short)slot,
                                   .reads = !writes,
                                   .writes = (unsigned char)writes,
                                   .overwrites = (unsigned char)writes,
                                   .stretch = (unsigned char)stretch,
                                   .part = number};
    return uses + 1;
}

/* The edges that a part of the loop uses where parts are apart: those of its neighbours that it reaches, and of its own
 * those that it changes and somebody has read. @param[in] lo, hi  rows that it reaches  @return as above */
static int edge_uses(const sl__split_plan *plan, int slot, int number, sl_index lo, sl_index hi, sl__part_use use[],
                     int uses)
{
    const sl__grid *grid = plan->view[slot].grid;
    const sl__grid_part *part = &grid->part[number];
    const int access = plan->task->view[slot].access;
    if ((access & SL_READ) && lo < part->lo[grid->cut])
        uses = edge_use(slot, number - 1, SL__STRETCH_HIGH, 0, use, uses);
    if ((access & SL_READ) && hi > part->hi[grid->cut])
        uses = edge_use(slot, number + 1, SL__STRETCH_LOW, 0, use, uses);
    for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++)
        if ((access & SL_WRITE) && part->stretch[e].wanted && !plan->together)
            uses = edge_use(slot, number, e, 1, use, uses);
    return uses;
}

/* The parts of one view. @return how many uses there are then. */
static int part_uses(const sl__split_plan *plan, int slot, const sl_space *box, sl__part_use use[], int uses)
{
    const sl__task *task = plan->task;
    const sl_view *view = task->view[slot].view;
    const sl__grid *grid = plan->view[slot].grid;
    const sl__reach *reach = sl__split_reach(task, slot);
    int first[SL_MAX_RANK], last[SL_MAX_RANK], k[SL_MAX_RANK], from[SL_MAX_RANK], to[SL_MAX_RANK], d;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    int all = reached(task, slot, box, lo, hi);
    find_own(plan, slot, reach, box, from, to);
    for (d = 0; d < view->rank; d++) {
        k[d] = first[d] = plan->apart ? from[d] : sl__grid_find(view->n[d], grid->count[d], lo[d]);
        last[d] = plan->apart ? to[d] : sl__grid_find(view->n[d], grid->count[d], hi[d] - 1);
    }
    do {
        int number = 0;
        for (d = 0; d < view->rank; d++)
            number = number * grid->count[d] + k[d];
        if (use != NULL) {
            int access = task->view[slot].access;
            use[uses] = (sl__part_use){.slot = (short)slot,
                                       .reads = (access & SL_READ) != 0,
                                       .writes = (access & SL_WRITE) != 0,
                                       .part = number};
            use[uses].own = is_within(view->rank, k, from, to);
            use[uses].overwrites =
                use[uses].writes && all && overwrites(&grid->part[number], view->rank, reach, lo, hi);
        }
        uses++;
        if (plan->apart) {
            const int holder = uses - 1;
            uses = edge_uses(plan, slot, number, lo[grid->cut], hi[grid->cut], use, uses);
            if (use != NULL) /* a device has its loops one after the other */
                use[holder].lays = plan->where == SL__SIDE_CPU && uses > holder + 1 && use[holder + 1].reads;
        }
        for (d = view->rank - 1; d >= 0 && ++k[d] > last[d]; d--)
            k[d] = first[d];
    } while (d >= 0 && uses <= SL__PART_USES);
    return uses;
}

int sl__split_uses(const sl__split_plan *plan, const sl_space *box, sl__part_use use[])
{
    const sl__task *task = plan->task;
    int uses = 0;
    for (int s = 0; s < task->views; s++) {
        if (plan->view[s].target)
            continue;
        if (!plan->view[s].whole) {
            uses = part_uses(plan, s, box, use, uses);
            continue;
        }
        if (use != NULL)
            use[uses] = (sl__part_use){.slot = (short)s,
                                       .reads = (task->view[s].access & SL_READ) != 0,
                                       .writes = (task->view[s].access & SL_WRITE) != 0,
                                       .part = -1};
        uses++;
    }
    return uses;
}

int sl__split_beside(const sl__split_plan *plan, int slot, const sl_space *box, sl_index *low, sl_index *high)
{
    const sl__task *task = plan->task;
    const sl__grid *grid = plan->view[slot].grid;
    const int cut = grid->cut;
    int from[SL_MAX_RANK], to[SL_MAX_RANK];
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    (void)reached(task, slot, box, lo, hi);
    find_own(plan, slot, sl__split_reach(task, slot), box, from, to);
    const sl__grid_part *part = &grid->part[from[cut]];
    *low = plan_max(part->lo[cut] - lo[cut], 0);
    *high = plan_max(hi[cut] - part->hi[cut], 0);
    return from[cut] == to[cut] && lo[cut] <= part->hi[cut] && hi[cut] >= part->lo[cut] ? from[cut] : -1;
}

/* Whether a part of the loop has one part of the view for itself, and reaches no further than its neighbours. */
static int is_apart(sl__split_plan *plan, int slot, const sl_space *box)
{
    sl__split_view *use = &plan->view[slot];
    sl_index low, high;
    if (use->grid->cut < 0 || sl__split_beside(plan, slot, box, &low, &high) < 0)
        return 0;
    use->low = plan_max(use->low, low);
    use->high = plan_max(use->high, high);
    return use->low <= use->grid->shortest && use->high <= use->grid->shortest;
}

int sl__split_is_apart(sl__split_plan *plan)
{
    sl_space box;
    for (int s = 0; s < plan->task->views; s++) {
        plan->view[s].low = plan->view[s].high = 0;
        for (int p = 0; p < plan->parts && !plan->view[s].target && !plan->view[s].whole; p++)
            if (sl__split_box(plan, p, &box) && !is_apart(plan, s, &box))
                return 0;
    }
    return 1;
}

int sl__split_only_axis(const sl__split_plan *plan)
{
    for (int q = 0; q < plan->task->space.rank; q++)
        if (plan->axis[q].parts > 1)
            return plan->axis[q].parts == plan->parts ? q : -1;
    return 0;
}

int sl__split_cuts_fit(const sl__split_plan *plan, sl_index extent, sl_index before)
{
    const int q = sl__split_only_axis(plan);
    for (int k = 1; k < plan->axis[q].parts; k++)
        if ((sl__split_border(plan, q, k) + before) % extent != 0)
            return 0;
    return 1;
}

/* Whether tiles begin where the loop's parts do, of leagues the groups that have a result together. */
static int tiles_fit(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    const int cut = sl__split_only_axis(plan);
    sl__tiles tiles;
    if (cut < 0 || task->state->arrays > 0 || task->state->blocks == SL__BLOCKS_IN_ORDER ||
        task->policy->reproducible == SL_ACROSS_DEVICES || task->space.kind != SL_SPACE_BOX)
        return 0;
    if (task->state->blocks == SL__BLOCKS_OF_TEAMS)
        return sl__split_cuts_fit(plan, sl__team_group(sl_space_size(&task->space)), 0);
    sl__tiles_make(&task->space, &tiles);
    return sl__split_cuts_fit(plan, sl__tiles_extent(&tiles, task->space.rank, cut), cut == 0 ? tiles.shift : 0);
}

/* The same of a nest's tiles. */
static int nest_fits(const sl__split_plan *plan)
{
    return !sl__form_of(plan->task->kernel)->nests || sl__split_cuts_fit(plan, sl__split_nest_cut(plan->task), 0);
}

int sl__split_cut_exactly(sl__split_plan *plan)
{
    for (int q = 0; q < plan->task->space.rank; q++)
        plan->axis[q].block = 1;
    if (sl__form_of(plan->task->kernel)->scans)
        return sl__split_scan_fits(plan);
    if (!sl__split_joined_exactly(plan))
        return 0;
    return plan->task->state->reductions == 0 ? nest_fits(plan) : tiles_fit(plan);
}

sl_index sl__split_results(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    sl__blocks blocks;
    sl__tiles tiles;
    if (task->state->reductions == 0)
        return 0;
    if (sl__form_of(task->kernel)->scans)
        return 1;
    if (!plan->apart || plan->spread != NULL) {
        sl__blocks_make(&task->space, task->state->blocks, &blocks);
        return blocks.count;
    }
    if (task->state->blocks == SL__BLOCKS_OF_TEAMS) {
        const sl_index members = sl_space_size(&task->space), each = sl__team_group(members);
        return (members + each - 1) / each;
    }
    sl__tiles_make(&task->space, &tiles);
    const int together =
        sl__tiles_together(&tiles, task->policy, task->state->reductions, task->space.rank, sl__split_only_axis(plan));
    return (tiles.count + together - 1) / together;
}

int sl__split_end(const sl__split_plan *plan)
{
    return (plan->heads ? 2 : plan->strips > 0 ? 3 : 1) * plan->parts;
}

int sl__split_next(const sl__split_plan *plan, int number)
{
    const sl__spread *spread = plan->spread;
    const int end = sl__split_end(plan), first = number / plan->parts * plan->parts;
    if (spread == NULL || number >= end)
        return number;
    int cells, part = number - first;
    const int owner = sl__spread_owner(spread, sl__split_cell(plan, 0, &cells) + part);
    part += (spread->rank - owner + spread->ranks) % spread->ranks;
    return part < plan->parts ? first + part : sl__split_next(plan, first + plan->parts);
}

int sl__split_cell(const sl__split_plan *plan, int number, int *cells)
{
    const sl__split_axis *cut = NULL;
    int cuts = 0;
    for (int q = 0; q < plan->task->space.rank; q++)
        if (plan->axis[q].count > 1) {
            cut = &plan->axis[q];
            cuts++;
        }
    *cells = cuts == 1 ? cut->count : plan->parts;
    return cuts == 1 ? cut->first + number * cut->step : number;
}
