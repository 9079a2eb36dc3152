/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/split_scan.h"

#include <string.h>

#include "base/reserve.h"
#include "data/interface.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/scan.h"
#include "kernel/space.h"
#include "task/split_plan.h"

enum { CARRY_ALIGN = 64 };

/* What a scan of views was asked for. */
static sl__scan_call asked(const sl__task *task)
{
    sl__scan_call call;
    memcpy(&call, task->scalars + task->state->parameter[0].scalar, sizeof call);
    return call;
}

static int is_of_views(const sl__task *task)
{
    return sl__form_of(task->kernel)->lines;
}

static int dimension_of(const sl__task *task)
{
    return is_of_views(task) ? asked(task).dim_ : 0;
}

/* Bytes of what is joined. */
static size_t joined_bytes(const sl__task *task)
{
    int i = 1;
    while (!is_of_views(task) && !sl__is_result(task->kernel->args[i].kind))
        i++;
    return task->kernel->args[i].size;
}

/* Elements of a block, or iterations. */
static sl_index block_of(const sl__task *task)
{
    return is_of_views(task) ? SL__SCAN_BLOCK : SL__BLOCK;
}

int sl__split_scan_make(sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    plan->along = -1;
    if (!sl__form_of(task->kernel)->scans)
        return 1;
    sl__split_axis *axis = &plan->axis[dimension_of(task)];
    if (axis->parts == 1)
        return 1;
    axis->block = block_of(task);
    plan->along = dimension_of(task);
    return axis->parts == plan->parts;
}

static int is_exact(const sl__task *task)
{
    return is_of_views(task) && sl__scan_is_exact(asked(task).op_, task->kernel->args[1].type);
}

/* A tile that lies in two parts is handed on, but not where many lines have one each. */
static int fits_devices(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    if (!is_of_views(task))
        return sl__split_cuts_fit(plan, SL__SCAN_BODY_TILE, 0);
    return is_exact(task) || sl__scan_items(&task->space, plan->along) != SL__SCAN_BY_BLOCK;
}

int sl__split_scan_fits(const sl__split_plan *plan)
{
    if (plan->along < 0)
        return 1;
    return sl__split_worker == NULL ? fits_devices(plan)
                                    : is_exact(plan->task) || sl__split_cuts_fit(plan, block_of(plan->task), 0);
}

/* ---- the carry ------------------------------------------------------------------------------------------- */

/* Values that a line hands on: one, but for tiles that all CUDA blocks of a device share (kernel/scan_device.h). */
static sl_index values_of_line(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    if (!plan->apart || (plan->where & SL__SIDE_DEVICE) == 0)
        return 1;
    if (!is_of_views(task))
        return SL__SCAN_CARRIED;
    return sl__scan_items(&task->space, plan->along) == SL__SCAN_BY_ALL
               ? SL__SCAN_CARRIED + (sl_index)SL__SCAN_TILE_OF(joined_bytes(task))
               : 1;
}

/* Bytes of a half of it. */
static size_t half_of(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    const sl_index lines = sl_space_size(&task->space) / sl__space_length(&task->space, plan->along);
    const size_t bytes = (size_t)(lines * values_of_line(plan)) * joined_bytes(task);
    return (bytes + CARRY_ALIGN - 1) / CARRY_ALIGN * CARRY_ALIGN;
}

int sl__split_scan_carry(sl__split_loop *call)
{
    const size_t bytes = 2 * half_of(&call->plan);
    struct sl__interface itf = {.id = sl__interface_id(),
                                .elem = 1,
                                .span = bytes,
                                .count = (int64_t)bytes,
                                .rank = 1,
                                .n = {(int64_t)bytes, 1, 1, 1, 1, 1},
                                .s = {1}};
    if (!sl__reserve_ask(SL__RESERVE_HANDLE))
        return 0;
    starpu_data_register(&call->carry, -1, &itf, &sl__interface_ops);
    starpu_data_set_name(call->carry, call->task->label);
    return 1;
}

void sl__split_scan_aim(const sl__part *part, void *const buffers[], sl__task *task)
{
    const sl__split_loop *call = part->call;
    task->carried = task->carries = NULL;
    if (call->plan.along < 0)
        return;
    char *const carry = (char *)((const struct sl__interface *)buffers[part->uses])->ptr;
    const size_t half = half_of(&call->plan);
    if (part->order > 0)
        task->carried = carry + (size_t)((part->order + 1) % 2) * half;
    if (part->order + 1 < call->started)
        task->carries = carry + (size_t)(part->order % 2) * half;
}
