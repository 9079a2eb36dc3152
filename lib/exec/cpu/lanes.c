/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/lanes.h"

#include <string.h>

#include "kernel/kinds.h"
#include "kernel/reduce.h"

static int is_result(const sl__loop_exec *r, int i)
{
    return r->partial[i] != NULL;
}

/* Rank 1: the kernel's function runs a lane. */
static void run_line(const sl__loop_exec *r, sl_index unit, const void *args, struct sl__box *box)
{
    const int nargs = r->task->kernel->nargs;
    const sl_index lane = unit % SL__LANES;
    for (int i = 0; i < nargs; i++)
        if (is_result(r, i))
            box->partial_[i] = (char *)r->partial[i] + (size_t)unit * r->task->kernel->args[i].size;
    box->lane_ = (int)lane + 1;
    box->block_ = 0;
    if (box->lo_[0] < box->hi_[0])
        sl__chunk_call(r->task->kernel->cpu[r->cut.function], args, box);
}

/* The next iteration of a lane, as steps from the block's first index. @return 0: that was the last one. */
static int lanes_next(int rank, const sl_index n[], const sl_index first[], const int step[], sl_index at[])
{
    for (int d = rank - 1; d >= 0; d--) {
        at[d] += step[d];
        if (at[d] < n[d])
            return 1;
        at[d] = first[d];
    }
    return 0;
}

/* From rank 2 on: iteration by iteration, in lanes of the thread's own. */
static void run_box(const sl__loop_exec *r, int lane, const void *args, struct sl__box *box)
{
    const int rank = r->cut.rank, last = rank - 1;
    int step[SL_MAX_RANK];
    sl_index n[SL_MAX_RANK], first[SL_MAX_RANK], at[SL_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        n[d] = box->hi_[d] - box->base_[d];
        first[d] = d == 0 ? lane / SL__LANE_COLUMNS : d == last ? lane % SL__LANE_COLUMNS : 0;
        step[d] = d == 0 ? SL__LANE_ROWS : d == last ? SL__LANE_COLUMNS : 1;
        at[d] = first[d];
        if (first[d] >= n[d])
            return;
    }
    box->first_ = box->last_ = 0;
    do {
        for (int d = 0; d < rank; d++) {
            box->lo_[d] = box->base_[d] + at[d];
            box->hi_[d] = box->lo_[d] + 1;
        }
        sl__chunk_call(r->task->kernel->cpu[r->cut.function], args, box);
    } while (lanes_next(rank, n, first, step, at));
}

static void run_boxes(const sl__loop_exec *r, sl_index unit, const void *args, struct sl__box *box)
{
    const sl_kernel *kernel = r->task->kernel;
    const int lane = (int)(unit % SL__LANES_2D), row = lane / SL__LANE_COLUMNS * SL__LANE_COLUMNS;
    for (int i = 0; i < kernel->nargs; i++)
        for (int l = row; is_result(r, i) && l < row + SL__LANE_COLUMNS; l++)
            memcpy((char *)box->lanes_[i] + (size_t)l * kernel->args[i].size, r->identity[i], kernel->args[i].size);
    run_box(r, lane, args, box);
    for (int i = 0; i < kernel->nargs; i++) {
        const size_t size = kernel->args[i].size;
        if (is_result(r, i))
            memcpy((char *)r->partial[i] + (size_t)unit * size, (char *)box->lanes_[i] + (size_t)row * size, size);
    }
}

void sl__lanes_run(const sl__loop_exec *r, sl_index first, sl_index last, const void *args, struct sl__box *box)
{
    for (sl_index unit = first; unit < last; unit++) {
        const sl_index block = unit / sl__cut_lanes_of(&r->cut);
        sl__cut_box(&r->cut, block, block + 1, box);
        if (r->cut.rank == 1)
            run_line(r, unit, args, box);
        else
            run_boxes(r, unit, args, box);
    }
}

void sl__lanes_fold(sl__loop_exec *r)
{
    const sl_kernel *kernel = r->task->kernel;
    const int lanes = sl__cut_lanes_of(&r->cut);
    sl__cut_no_lanes(&r->cut);
    for (int i = 0; i < kernel->nargs; i++)
        for (sl_index block = 0; is_result(r, i) && block < r->cut.units; block++) {
            const size_t size = kernel->args[i].size;
            char *lane = (char *)r->partial[i] + (size_t)(block * lanes) * size;
            for (int width = lanes / 2; width > 0; width /= 2)
                for (int l = 0; l < width; l++)
                    sl__reduce_put(&kernel->args[i], lane + (size_t)(l + width) * size, 1, lane + (size_t)l * size);
            memmove((char *)r->partial[i] + (size_t)block * size, lane, size);
        }
}

int sl__lanes_room(const sl__task *task)
{
    size_t each = 1;
    for (int i = 0; i < task->kernel->nargs && task->space.rank > 1; i++)
        if (task->state->parameter[i].class == SL__CLASS_RESULT)
            each += sl__reduce_lanes(&task->kernel->args[i], task->state->blocks);
    const size_t room = SL__LANES_BYTES / each;
    return room > 1 ? (int)room : 1;
}

char *sl__lanes_memory(const sl__loop_exec *r, size_t bytes)
{
    char *memory = sl__team_memory((sl_index)bytes);
    struct sl__fault *fault = &r->task->fault;
    if (memory == NULL && sl__fault_take(fault)) {
        fault->extent_ = -1; /* as the memory of a team that is missing: sl__team_note() */
        fault->at_[0] = -1 - (sl_index)bytes;
        sl__fault_set(fault, SL__FAULT_SCRATCH);
    }
    return memory;
}
