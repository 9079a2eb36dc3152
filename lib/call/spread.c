/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/spread.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "call/spread_side.h"
#include "data/hooks.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "task/edge_task.h"
#include "task/measured.h"
#include "task/place.h"
#include "task/split_ask.h"
#include "task/split_joined.h"
#include "task/split_plan.h"

/* Fails with a sentence about the kernel; without a function it is silent, as the loop is cut in another way then. */
#define SPREAD_REFUSE(task, status, format, ...) \
    (function == NULL ? (status) \
                      : SL_FAIL((status), "%s: kernel %s: " format, function, (task)->kernel->name, __VA_ARGS__))

static const sl__spread *spread_in(const sl__task *task, int slot)
{
    return sl__task_uses(task)[slot].view->spread;
}

int sl__spread_uses(const sl__task *task)
{
    for (int s = 0; s < task->views; s++)
        if (spread_in(task, s) != NULL)
            return 1;
    return 0;
}

/* ---- the plan ------------------------------------------------------------------------------------------------ */

/* What all ranks are to call alike. */
static void count_call(const sl__task *task, const char *function)
{
    const char *label = NULL;
    uint64_t hash = sl__spread_mix_loop(task->kernel->name, &task->space);
    for (int s = 0; s < task->views; s++)
        if (spread_in(task, s) != NULL) {
            hash = sl__spread_mix(hash, &spread_in(task, s)->number, sizeof spread_in(task, s)->number);
            label = sl__task_uses(task)[s].view->label;
        }
    sl__spread_called(hash, function, task->kernel->name, label);
}

sl_status sl__spread_check_place(const char *function, const sl_kernel *kernel)
{
    if (sl__ranks_now() == NULL)
        return SL_FAIL(SL_ERR_STATE,
                       "%s: kernel %s: expected a call between sl_mpi_init() and sl_mpi_finalize() for distributed "
                       "views, got one after",
                       function, kernel->name);
    if (sl__in_task)
        return SL_FAIL(SL_ERR_CONTEXT,
                       "%s: kernel %s: expected a call outside of a task for distributed views, got one from inside",
                       function, kernel->name);
    return SL_SUCCESS;
}

/* Where loops over distributed views may be called, and which ones. */
static sl_status check_loop(const sl__task *task, const char *function)
{
    SL_TRY(sl__spread_check_place(function, task->kernel));
    SL_TRY(sl__spread_check_gpus(function, task->kernel, task->policy));
    if (!sl__split_possible(task) || /* what joins values goes block by block */
        (sl__form_of(task->kernel)->scans && task->state->reductions > 0))
        return SPREAD_REFUSE(task, SL_ERR_UNSUPPORTED, "expected a loop that can be cut for %s",
                             "distributed views: one that writes its own elements alone, of views that are whole "
                             "views, got a scan with a total, SL_SEQ or a part of a view");
    return SL_SUCCESS;
}

/* How the views of the task are used by parts. */
static sl_status ask_views(sl__split_plan *plan, const char *function)
{
    const sl__task *task = plan->task;
    for (int s = 0; s < task->views; s++) {
        const sl__spread *spread = spread_in(task, s);
        sl__split_view *use = &plan->view[s];
        use->target = sl__split_has_target(task, s);
        use->whole = spread == NULL;
        if (spread == NULL)
            continue;
        if (sl__split_argument(task, s) < 0)
            return SPREAD_REFUSE(task, SL_ERR_UNSUPPORTED,
                                 "expected arguments with own or halo for \"%s\", which is distributed over ranks, got "
                                 "one that may touch any element",
                                 task->view[s].view->label);
        plan->spread = plan->spread == NULL ? spread : plan->spread;
        if (spread->grid->parts != plan->spread->grid->parts)
            return SPREAD_REFUSE(
                task, SL_ERR_UNSUPPORTED, "expected views in as many blocks as \"%s\", %d, got \"%s\" in %d",
                plan->spread->view->label, plan->spread->grid->parts, task->view[s].view->label, spread->grid->parts);
        use->grid = spread->grid;
        memcpy(use->count, spread->grid->count, sizeof use->count);
    }
    return SL_SUCCESS;
}

static int writes_spread(const sl__task *task)
{
    for (int s = 0; s < task->views; s++)
        if (spread_in(task, s) != NULL && (task->view[s].access & SL_WRITE))
            return 1;
    return 0;
}

/* The part of the loop that has a block. @return its number; -1: there is none */
static int part_of_block(const sl__split_plan *plan, int block)
{
    int cells;
    const int number = block - sl__split_cell(plan, 0, &cells);
    return number >= 0 && number < plan->parts ? number : -1;
}

enum { MOST_BOXES = 3 };

/* The boxes that run a block: of the loop's part, and of its head or its strips. @return how many are not empty */
static int boxes_of_block(const sl__split_plan *plan, int block, sl_space boxes[MOST_BOXES])
{
    const int number = part_of_block(plan, block), end = sl__split_end(plan);
    int n = 0;
    for (int p = number; p >= 0 && p < end; p += plan->parts)
        n += sl__split_box(plan, p, &boxes[n]);
    return n;
}

/* What an argument writes at its own indices must be the block's; where the loop reduces, rows behind it as well, which
 * are written beside it for what is reduced alone: their own rank has them as a head, if the view's borders are those
 * by which the loop is cut. */
static sl_status check_written(const sl__split_plan *plan, int i, int block, const sl_space *box, const char *function)
{
    const sl__task *task = plan->task;
    const int q = task->state->parameter[i].reach.index[0];
    const sl__grid_part *part = &plan->view[task->slot[i]].grid->part[block];
    const int has_head = q != SL__FREE && plan->heads && task->view[task->slot[i]].view->n[0] == plan->axis[q].n;
    if (q != SL__FREE && box->lo[q] >= part->lo[0] && (box->hi[q] <= part->hi[0] || has_head))
        return SL_SUCCESS;
    return SPREAD_REFUSE(task, SL_ERR_UNSUPPORTED,
                         "argument %s: expected written views whose blocks have the rows of the loop's parts, here "
                         "[%" PRId64 ", %" PRId64 "), which hold whole tiles of a nest or blocks of a reduction, got "
                         "\"%s\", whose block %d has rows [%" PRId64 ", %" PRId64 ")",
                         task->kernel->args[i].name, q == SL__FREE ? 0 : box->lo[q], q == SL__FREE ? 0 : box->hi[q],
                         task->view[task->slot[i]].view->label, block, part->lo[0], part->hi[0]);
}

/* Whether a part finds what it reads: its block, and rows of those beside it. */
static sl_status check_reader(const sl__split_plan *plan, int block, const sl_space *box, const char *function)
{
    const sl__task *task = plan->task;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__writes_view(task->kernel->args[i].kind) && spread_in(task, task->slot[i]) != NULL)
            SL_TRY(check_written(plan, i, block, box, function));
    for (int s = 0; s < task->views; s++) {
        const sl__spread *spread = spread_in(task, s);
        sl_index low, high;
        if (spread == NULL)
            continue;
        const sl__grid_part *part = spread->grid->part;
        if (sl__split_beside(plan, s, box, &low, &high) != block)
            return SPREAD_REFUSE(
                task, SL_ERR_UNSUPPORTED,
                "expected an argument whose dimension 0 follows the index along which the loop is cut, "
                "for \"%s\", which is distributed over ranks, got another",
                spread->view->label);
        const sl_index before = block > 0 ? part[block - 1].hi[0] - part[block - 1].lo[0] : 0,
                       behind = block + 1 < spread->grid->parts ? part[block + 1].hi[0] - part[block + 1].lo[0] : 0;
        const sl_index most_low = before < spread->room ? before : spread->room,
                       most_high = behind < spread->room ? behind : spread->room;
        if (low > most_low || high > most_high)
            return SPREAD_REFUSE(task, SL_ERR_UNSUPPORTED,
                                 "expected to read at most %" PRId64
                                 " rows %s block %d of \"%s\", those of one block and no more than %" PRId64
                                 ", got %" PRId64 "%s",
                                 low > most_low ? most_low : most_high, low > most_low ? "before" : "behind", block,
                                 spread->view->label, spread->room, low > most_low ? low : high,
                                 task->state->reductions > 0 ? ": larger blocks fit blocks of the reduction" : "");
    }
    return SL_SUCCESS;
}

static sl_status check_block_reads(const sl__split_plan *plan, int block, const char *function)
{
    sl_space boxes[MOST_BOXES];
    const int n = boxes_of_block(plan, block, boxes);
    for (int i = 0; i < n; i++)
        SL_TRY(check_reader(plan, block, &boxes[i], function));
    return SL_SUCCESS;
}

/* Along which dimension the loop is cut. */
static int cut_of(const sl__split_plan *plan)
{
    int q = 0;
    while (q < plan->task->space.rank - 1 && plan->axis[q].count == 1)
        q++;
    return q;
}

/* Whether no part reaches farther than a block and the room beside it, wherever it begins: then nobody need look at all
 * parts, of which there are as many as ranks. */
static int clearly_fits(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    const int q = cut_of(plan);
    const sl_index block = sl__split_borders_stay(plan, q) ? 1 : plan->axis[q].block;
    if (block > 1 && task->space.kind != SL_SPACE_BOX) /* a row for each place */
        return 0;
    if (block > 1 && writes_spread(task) && !plan->heads) /* tiles may reach beyond what is written */
        return 0;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__reach *reach = &task->state->parameter[i].reach;
        const sl__spread *spread = sl__is_view(task->kernel->args[i].kind) ? spread_in(task, task->slot[i]) : NULL;
        if (spread == NULL)
            continue;
        const sl_index rows = reach->width[0] + block - 1;
        if (plan->axis[q].count != spread->grid->parts || reach->index[0] != q ||
            spread->view->n[0] != plan->axis[q].n || rows > spread->grid->shortest || rows > spread->room)
            return 0;
    }
    return 1;
}

/* Whether a loop is one whose parts may run in three pieces, in any order: of a box, with rows of other ranks. On GPUs
 * those that reduce have none. */
static int may_have_strips(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    const int q = sl__split_only_axis(plan);
    return plan->spread->ranks > 1 && plan->spread->grid->parts > 1 &&
           (task->state->reductions == 0 || plan->where == SL__SIDE_CPU) && sl__form_of(task->kernel)->boxes &&
           task->space.kind == SL_SPACE_BOX && plan->joined == SL__JOINED_NOTHING && q >= 0 &&
           plan->axis[q].count == plan->spread->grid->parts && plan->axis[q].parts == plan->parts &&
           sl__split_borders_stay(plan, q);
}

/* How many rows beside its borders a part has that need rows of other ranks: those run by themselves where the others
 * take longer than messages. Of a loop that reduces they are whole blocks. */
static void find_strips(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    const sl__grid *grid = plan->spread->grid;
    sl_index rows = 0;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__is_view(task->kernel->args[i].kind) && spread_in(task, task->slot[i]) != NULL)
            rows = task->state->parameter[i].reach.width[0] > rows ? task->state->parameter[i].reach.width[0] : rows;
    const double part = (double)sl_space_size(&task->space) / grid->parts;
    const sl_index block = plan->axis[cut_of(plan)].block;
    rows = (rows + block - 1) / block * block;
    if (rows > 0 && 4 * rows < grid->shortest && part >= SL__STRIPS_FROM && may_have_strips(plan))
        plan->strips = rows;
}

/* Each rank would have other elements of a view that all have whole. */
static sl_status check_whole_written(const sl__task *task, const char *function)
{
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__writes_view(task->kernel->args[i].kind) && spread_in(task, task->slot[i]) == NULL)
            return SPREAD_REFUSE(task, SL_ERR_UNSUPPORTED,
                                 "argument %s: expected a distributed view, as others are, for what the loop writes, "
                                 "got \"%s\", which is whole on each rank",
                                 task->kernel->args[i].name, task->view[task->slot[i]].view->label);
    return SL_SUCCESS;
}

/* What is wrong with the loop wherever its parts are. */
static sl_status ask_loop(sl__split_plan *plan, const char *function)
{
    SL_TRY(check_loop(plan->task, function));
    SL_TRY(ask_views(plan, function));
    return check_whole_written(plan->task, function);
}

/* Cuts the loop for one side; all ranks refuse the same. */
static sl_status cut_for(sl__split_plan *plan, int side, const char *function)
{
    const char *why;
    ((sl__task *)(uintptr_t)plan->task)->where = side;
    if (!sl__split_plan_make(plan) || plan->along >= 0)
        return SPREAD_REFUSE(plan->task, SL_ERR_UNSUPPORTED, "expected a loop that can be cut along dimension 0 of %s",
                             "distributed views, got a scan along it, a nest of other tiles, or indices in disorder");
    plan->where = side;
    plan->apart = 1;
    if (side == SL__SIDE_DEVICE && !sl__spread_fits_gpus(plan, &why))
        return SPREAD_REFUSE(plan->task, SL_ERR_UNSUPPORTED,
                             "expected a loop over distributed views that GPUs run in parts, got %s", why);
    plan->heads =
        plan->task->state->reductions > 0 && writes_spread(plan->task) && !sl__split_borders_stay(plan, cut_of(plan));
    find_strips(plan);
    const int blocks = clearly_fits(plan) ? 0 : plan->spread->grid->parts;
    for (int b = 0; b < blocks; b++)
        SL_TRY(check_block_reads(plan, b, function));
    return SL_SUCCESS;
}

sl_status sl__spread_plan(sl__split_plan *plan, const char *function)
{
    SL_TRY(ask_loop(plan, function));
    const sl__spread_gpus gpus = sl__spread_gpus_of(plan->task);
    const sl__split_plan asked = *plan;
    sl_status status = SL_ERR_UNSUPPORTED;
    if (gpus != SL__GPUS_NEVER)
        status = cut_for(plan, SL__SIDE_DEVICE, gpus == SL__GPUS_ALWAYS ? function : NULL);
    if (status == SL_SUCCESS)
        sl__spread_find_homes(plan);
    if (status == SL_SUCCESS || gpus == SL__GPUS_ALWAYS)
        return status;
    *plan = asked;
    return cut_for(plan, SL__SIDE_CPU, function);
}

sl_status sl__spread_check(sl__task *task, int cut, const char *function)
{
    sl__split_plan plan = {.task = task};
    if (!sl__spread_uses(task) || sl_space_size(&task->space) == 0)
        return SL_SUCCESS;
    return cut ? sl__spread_plan(&plan, function) : ask_loop(&plan, function);
}

/* ---- edges --------------------------------------------------------------------------------------------------- */

/* How many rows of an edge the part reads that has a block. */
static sl_index rows_read(const sl__split_plan *plan, int slot, int reader, int stretch)
{
    sl_space boxes[MOST_BOXES];
    sl_index low, high, most = 0;
    const int n = reader < 0 || reader >= plan->spread->grid->parts ? 0 : boxes_of_block(plan, reader, boxes);
    for (int i = 0; i < n; i++) {
        (void)sl__split_beside(plan, slot, &boxes[i], &low, &high);
        const sl_index rows = stretch == SL__STRETCH_HIGH ? low : high;
        most = rows > most ? rows : most;
    }
    return most;
}

static sl_status no_room_for_edges(const sl__spread *spread, const char *function)
{
    return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the edges of the blocks of \"%s\", got none", function,
                   spread->view->label);
}

/* Sends so many rows of an edge of this rank's to who reads it, unless it has them: another rank, or a block of this
 * one. @param[in] worker  that copies it out of the block, where that is to be done; -1: one of a CPU */
static sl_status edge_out(sl__spread *spread, int block, int stretch, sl_index rows, int worker, sl__at at,
                          const char *function)
{
    sl__stretch *edge = &spread->grid->part[block].stretch[stretch];
    if (rows == 0)
        return SL_SUCCESS;
    if (!sl__spread_reserve_edge(spread, block, stretch, rows))
        return no_room_for_edges(spread, function);
    if (!edge->fresh)
        SL_TRY(sl__edge_save_submit(spread->grid, block, stretch, worker, at, function));
    edge->fresh = edge->wanted = 1;
    return sl__spread_move_edge(spread, block, stretch, function);
}

/* The other end: receives the edge of another rank that a block of this one reads. */
static sl_status edge_in(sl__spread *spread, int reader, int stretch, sl_index rows, const char *function)
{
    const int block = stretch == SL__STRETCH_HIGH ? reader - 1 : reader + 1;
    if (rows == 0 || sl__spread_owner(spread, block) == spread->rank)
        return SL_SUCCESS;
    if (!sl__spread_reserve_edge(spread, block, stretch, rows))
        return no_room_for_edges(spread, function);
    return sl__spread_move_edge(spread, block, stretch, function);
}

static sl_status bring_view(const sl__split_plan *plan, int slot, const char *function)
{
    sl__spread *spread = plan->task->view[slot].view->spread;
    for (int k = 0; k < plan->spread->own; k++)
        for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++) {
            const int block = sl__spread_block(plan->spread, k), reader = e == SL__STRETCH_HIGH ? block + 1 : block - 1;
            SL_TRY(edge_out(spread, block, e, rows_read(plan, slot, reader, e), sl__spread_home(plan, block),
                            plan->task->at, function));
            SL_TRY(edge_in(spread, block, e, rows_read(plan, slot, block, e), function));
        }
    return SL_SUCCESS;
}

sl_status sl__spread_bring(const sl__split_plan *plan, const char *function)
{
    const sl__task *task = plan->task;
    sl__data_hooks.flush(); /* loops over blocks by themselves come before */
    for (int s = 0; s < task->views; s++)
        if (spread_in(task, s) != NULL && (task->view[s].access & SL_READ))
            SL_TRY(bring_view(plan, s, function));
    return SL_SUCCESS;
}

/* Of blocks that are written this rank knows the edges of its own, and of those beside them. */
static void note_block(const sl__split_plan *plan, int block)
{
    sl_space boxes[MOST_BOXES];
    if (block < 0 || block >= plan->spread->grid->parts || boxes_of_block(plan, block, boxes) == 0)
        return;
    for (int s = 0; s < plan->task->views; s++)
        for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++)
            if (spread_in(plan->task, s) != NULL && (plan->task->view[s].access & SL_WRITE))
                plan->view[s].grid->part[block].stretch[e].sent = 0;
}

void sl__spread_note(const sl__split_plan *plan)
{
    for (int k = 0; k < plan->spread->own; k++)
        for (int beside = -1; beside <= 1; beside++)
            note_block(plan, sl__spread_block(plan->spread, k) + beside);
}

/* ---- the call ------------------------------------------------------------------------------------------------ */

sl_status sl__spread_begin(sl__task *task, const char *function, sl__results **results)
{
    count_call(task, function);
    if (task->state->reductions == 0)
        return SL_SUCCESS;
    sl__results *r = sl__results_new(function, task->kernel, sl__split_results(&(sl__split_plan){.task = task}),
                                     task->policy->combine);
    if (r == NULL)
        return SL_ERR_MEMORY;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__is_result(task->kernel->args[i].kind))
            sl__results_to(r, i, task->host[i], task->host[i] != NULL ? NULL : task->view[task->slot[i]].view,
                           task->into[i]);
    task->waited = 1;
    *results = r;
    return SL_SUCCESS;
}

sl_status sl__spread_waited(const char *function, sl_status status)
{
    const int agrees = sl__ranks_now() != NULL && atomic_load(&sl__spread_living) > 0;
    return agrees ? sl__spread_agree(function, status, NULL, 0) : status;
}
