/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/split_joined.h"

#include <string.h>

#include "base/log.h"
#include "kernel/blocks.h"
#include "kernel/kinds.h"
#include "kernel/reduce.h"
#include "kernel/scatter.h"
#include "task/measured.h"
#include "task/split_plan.h"

enum {
    COPY_ALIGN = 64,    /* bytes: what a copy begins at multiples of, and is long, as those of blocks are */
    BRANCHES_LEAST = 4, /* branches of the tree that a part has at least, so that parts are alike */
};

static sl__joins how_joined(const sl__task *task, int i)
{
    return sl__joins_of(task->kernel->args[i].kind);
}

static const sl_view *view_of(const sl__task *task, int i)
{
    return task->view[task->slot[i]].view;
}

size_t sl__split_joined_bytes(const sl__task *task, int i)
{
    const size_t bytes = (size_t)view_of(task, i)->count * task->kernel->args[i].size;
    return (bytes + COPY_ALIGN - 1) / COPY_ALIGN * COPY_ALIGN;
}

/* Bytes of one copy of all arguments. */
static size_t copies_bytes(const sl__task *task)
{
    size_t bytes = 0;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (how_joined(task, i) != SL__JOINS_NOTHING)
            bytes += sl__split_joined_bytes(task, i);
    return bytes;
}

/* ---- whether ------------------------------------------------------------------------------------------------- */

int sl__split_joined(const sl__task *task)
{
    const sl__kernel_state *state = task->state;
    if (state->scatters == 0)
        return SL__JOINED_NOTHING;
    if (state->arrays > 0)
        return state->arrays == state->scatters ? SL__JOINED_ARRAYS : SL__JOINED_BOTH;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (how_joined(task, i) == SL__JOINS_VALUES &&
            view_of(task, i)->span != (size_t)view_of(task, i)->count * view_of(task, i)->elem)
            return SL__JOINED_BOTH;
    return task->policy->reproducible != SL_NO && state->scatter_order ? SL__JOINED_BOTH : SL__JOINED_COPIES;
}

int sl__split_joined_plan(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    sl_index elements = 0;
    plan->joined = sl__split_joined(task);
    plan->blocks = 0;
    const sl__form *const form = sl__form_of(task->kernel);
    if (plan->joined != SL__JOINED_NOTHING && (task->space.kind != SL_SPACE_BOX || !form->boxes || form->teams))
        return 0;
    if (plan->joined != SL__JOINED_ARRAYS)
        return plan->joined != SL__JOINED_BOTH;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (how_joined(task, i) == SL__JOINS_RESULTS)
            elements += view_of(task, i)->count;
    plan->blocks = sl__array_blocks(sl_space_size(&task->space), elements, copies_bytes(task));
    return plan->parts == plan->axis[0].parts; /* blocks are runs of iterations in lexicographic order */
}

/* Whether the loop writes views in parts at its indices. */
static int writes_parts(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++)
        if (!plan->view[s].whole && (plan->task->view[s].access & SL_WRITE))
            return 1;
    return 0;
}

/* Whether parts share no row. Those that write one would wait for one another. */
static int share_no_row(const sl__split_plan *plan)
{
    const sl_space *space = &plan->task->space;
    const sl_index points = sl_space_size(space), row = points / sl__space_length(space, 0);
    sl_index first, end;
    for (int p = 0; p < plan->parts; p++) {
        (void)sl__split_joined_run(plan, p, &first, &end);
        if (sl__array_block_begin(points, plan->blocks, first) % row != 0)
            return 0;
    }
    return 1;
}

/* How many copies the parts leave of each argument. */
static sl_index copies_left(const sl__split_plan *plan)
{
    sl_index first, end;
    if (plan->joined != SL__JOINED_ARRAYS)
        return plan->parts;
    if (plan->each > 0)
        return (sl_space_size(&plan->task->space) - 1) / plan->each + 1;
    const sl_index branch = sl__split_joined_run(plan, 0, &first, &end);
    return (plan->blocks + branch - 1) / branch;
}

int sl__split_joined_pays(const sl__split_plan *plan)
{
    if (plan->joined == SL__JOINED_NOTHING)
        return 1;
    if (plan->blocks > 0 && writes_parts(plan) && !share_no_row(plan))
        return 0;
    const double bytes = (double)copies_left(plan) * (double)copies_bytes(plan->task),
                 most = SL__PART_COPIES_SHARE * sl__task_bytes(plan->task);
    if (bytes > most && sl__log_enabled(SL_LOG_INFO) && !atomic_flag_test_and_set(&plan->task->state->whole_logged))
        SL_LOG(SL_LOG_INFO,
               "kernel %s: the loop runs whole: expected copies for its parts of what it scatters or reduces into, "
               "of %.0f bytes at most, a share of what it moves, got %.0f bytes",
               plan->task->kernel->name, most, bytes);
    return bytes <= most;
}

/* Iterations of the loop before a part that is cut as its views are. */
static sl_index points_before(const sl__split_plan *plan, int number)
{
    const sl_space *space = &plan->task->space;
    return sl__split_border(plan, 0, number) * (sl_space_size(space) / sl__space_length(space, 0));
}

int sl__split_joined_exactly(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    sl__array_lanes lanes;
    sl_index elements = 0;
    size_t bytes = 0;
    plan->blocks = 0;
    if (plan->joined != SL__JOINED_ARRAYS)
        return 1;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (how_joined(task, i) == SL__JOINS_RESULTS) {
            elements += view_of(task, i)->count;
            bytes += (size_t)view_of(task, i)->count * task->kernel->args[i].size;
        }
    sl__array_lanes_make(sl_space_size(&task->space), elements, bytes > 0 ? bytes : 1, &lanes);
    sl__array_lanes_align(&task->space, &lanes);
    plan->each = lanes.each;
    for (int p = 1; p < plan->parts; p++)
        if (points_before(plan, p) % lanes.each != 0)
            return 0;
    return task->policy->reproducible != SL_ACROSS_DEVICES;
}

/* ---- blocks of arrays ---------------------------------------------------------------------------------------- */

/* The largest branch of which each part has a few. */
static sl_index branch_of(const sl__split_plan *plan)
{
    sl_index branch = 1;
    while (2 * branch * BRANCHES_LEAST * plan->parts <= plan->blocks)
        branch *= 2;
    return branch;
}

/* The first block of a part: where it would begin as its views do, moved up to where a branch does. */
static sl_index first_block(const sl__split_plan *plan, int number, sl_index branch)
{
    const sl_space *space = &plan->task->space;
    const sl_index points = sl_space_size(space);
    if (number <= 0 || number >= plan->parts)
        return number <= 0 ? 0 : plan->blocks;
    const sl_index at = points_before(plan, number);
    sl_index block = at / (points / plan->blocks + 1); /* not above it: no block has more iterations */
    while (sl__array_block_begin(points, plan->blocks, block) < at)
        block++;
    block = (block + branch - 1) / branch * branch;
    return block < plan->blocks ? block : plan->blocks;
}

sl_index sl__split_joined_run(const sl__split_plan *plan, int number, sl_index *first, sl_index *end)
{
    const sl_index branch = branch_of(plan);
    *first = first_block(plan, number, branch);
    *end = first_block(plan, number + 1, branch);
    return branch;
}

void sl__split_joined_rows(const sl__split_plan *plan, int number, sl_index *begin, sl_index *end)
{
    const sl_space *space = &plan->task->space;
    const sl_index points = sl_space_size(space), row = points / sl__space_length(space, 0);
    sl_index first, last;
    (void)sl__split_joined_run(plan, number, &first, &last);
    *begin = sl__array_block_begin(points, plan->blocks, first) / row;
    *end = first < last ? (sl__array_block_begin(points, plan->blocks, last) + row - 1) / row : *begin;
}

/* ---- copies --------------------------------------------------------------------------------------------------- */

size_t sl__split_joined_room(const sl__split_plan *plan, int i)
{
    return how_joined(plan->task, i) == SL__JOINS_NOTHING
               ? 0
               : (size_t)copies_left(plan) * sl__split_joined_bytes(plan->task, i);
}

void *sl__split_joined_copy(const sl__part *part, int i)
{
    const sl__split_loop *call = part->call;
    sl_index first = part->number, end, branch = 1;
    if (call->plan.each > 0)
        first = points_before(&call->plan, part->number) / call->plan.each;
    else if (call->plan.joined == SL__JOINED_ARRAYS)
        branch = sl__split_joined_run(&call->plan, part->number, &first, &end);
    return (char *)call->partial[i] + (size_t)(first / branch) * sl__split_joined_bytes(call->task, i);
}

void sl__split_joined_fill(const sl__task *task, int i, void *copy)
{
    sl__scatter_fill(task->kernel->args[i].op, task->state->parameter[i].type, copy, view_of(task, i)->count);
}

/* ---- the end -------------------------------------------------------------------------------------------------- */

/* Branches in pairs, and what is left into the array, or joined into what that holds. */
static void end_array(const sl__split_loop *call, int i, const struct sl__interface *to)
{
    const sl__task *task = call->task;
    const sl__arg_info *info = &task->kernel->args[i];
    const sl_type type = task->state->parameter[i].type;
    const size_t bytes = sl__split_joined_bytes(task, i);
    const sl_index copies = copies_left(&call->plan), count = view_of(task, i)->count;
    char *const first = call->partial[i];
    for (sl_index step = 1; step < copies; step *= 2)
        for (sl_index c = 0; c + step < copies; c += 2 * step)
            sl__reduce_join(info->op, type, first + (size_t)c * bytes, first + (size_t)(c + step) * bytes, count);
    for (sl_index k = 0; k < count; k++) {
        char *const element = (char *)to->ptr + k * to->s[0] * (sl_index)info->size;
        if (task->policy->combine)
            sl__reduce_join(info->op, type, element, first + (size_t)k * info->size, 1);
        else
            memcpy(element, first + (size_t)k * info->size, info->size);
    }
}

/* Copies by the order of the parts. A view that is automatic may lie in another order here. */
static void end_copies(const sl__split_loop *call, int i, const struct sl__interface *to)
{
    const sl__task *task = call->task;
    const int op = task->kernel->args[i].op;
    const sl_type type = task->state->parameter[i].type;
    const sl_index count = view_of(task, i)->count, run = to->automatic ? 1 : count;
    sl_space box;
    for (int p = 0; p < call->plan.parts; p++) {
        if (!sl__split_box(&call->plan, p, &box)) /* it has none */
            continue;
        const char *copy = (const char *)call->partial[i] + (size_t)p * sl__split_joined_bytes(task, i);
        for (sl_index k = 0; k < count; k += run)
            sl__scatter_join(op, type, sl__interface_element(to, k, to->elem), 1, copy + (size_t)k * to->elem, run);
    }
}

void sl__split_joined_end(sl__split_loop *call, void *const targets[])
{
    const sl__task *task = call->task;
    for (int i = 0; i < task->kernel->nargs; i++) {
        if (how_joined(task, i) == SL__JOINS_RESULTS)
            end_array(call, i, targets[task->slot[i]]);
        else if (how_joined(task, i) == SL__JOINS_VALUES)
            end_copies(call, i, targets[task->slot[i]]);
    }
}
