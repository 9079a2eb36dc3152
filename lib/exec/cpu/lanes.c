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
static void run_line(const sl__loop_exec *r, int lane, const void *args, struct sl__box *box)
{
    box->lane_ = lane + 1;
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

/* From rank 2 on: iteration by iteration, each of which takes the first lane of its row, of the thread's own lanes. */
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
    box->lane_ = lane / SL__LANE_COLUMNS * SL__LANE_COLUMNS + 1;
    box->first_ = 1;
    do {
        for (int d = 0; d < rank; d++) {
            box->lo_[d] = box->base_[d] + at[d];
            box->hi_[d] = box->lo_[d] + 1;
        }
        box->last_ = lanes_next(rank, n, first, step, at) == 0;
        sl__chunk_call(r->task->kernel->cpu[r->cut.function], args, box);
        box->first_ = 0;
    } while (!box->last_);
}

void sl__lanes_run(const sl__loop_exec *r, sl_index first, sl_index last, const void *args, struct sl__box *box)
{
    const sl_kernel *kernel = r->task->kernel;
    const int lanes = sl__cut_lanes_of(&r->cut);
    for (sl_index unit = first; unit < last; unit++) {
        const sl_index block = unit / lanes;
        sl__cut_box(&r->cut, block, block + 1, box);
        box->block_ = 0; /* of the results from here on */
        for (int i = 0; i < kernel->nargs; i++)
            if (is_result(r, i)) {
                box->partial_[i] = (char *)r->partial[i] + (size_t)unit * kernel->args[i].size;
                memcpy(box->partial_[i], r->identity[i], kernel->args[i].size); /* of a lane without iterations */
            }
        if (r->cut.rank == 1)
            run_line(r, (int)(unit % lanes), args, box);
        else
            run_box(r, (int)(unit % lanes), args, box);
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
