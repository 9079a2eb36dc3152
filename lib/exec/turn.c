/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop order that views like whose dimensions follow the loop's indices in any order: own(1, 0). */
#include <stdint.h>
#include <string.h>

#include "data/interface.h"
#include "exec/pack.h"
#include "kernel/kinds.h"

/* A view's strides by the loop's indices; a loop of one step has the largest, so that it comes first. */
static int strides_by_loop(const sl__task *task, void *buffers[], int i, sl_index stride[])
{
    const sl__parameter *p = &task->state->parameter[i];
    if (p->class != SL__CLASS_VIEW || !sl__reach_orders(&p->reach, p->info->rank, task->kernel->rank))
        return 0;
    struct sl__interface seen;
    const struct sl__interface *view = sl__window_see(task->windows, i, buffers[task->slot[i]], &seen);
    for (int d = 0; d < view->rank; d++)
        stride[p->reach.index[d]] = view->n[d] > 1 ? view->s[d] : INT64_MAX;
    return 1;
}

/* The loop along which a view with these strides lies. */
static int turn_innermost(const sl_index stride[], int rank)
{
    int least = rank - 1;
    for (int l = rank - 2; l >= 0; l--)
        least = stride[l] < stride[least] ? l : least;
    return least;
}

/* Loops by descending stride; equal ones stay as they are. */
static void sort_by_stride(const sl_index stride[], int rank, int order[])
{
    for (int l = 0; l < rank; l++) {
        int at = l;
        for (; at > 0 && stride[order[at - 1]] < stride[l]; at--)
            order[at] = order[at - 1];
        order[at] = l;
    }
}

/* Puts a loop beside the innermost one. */
static void move_inside(int loop, int rank, int order[])
{
    int at = 0;
    while (order[at] != loop)
        at++;
    for (; at < rank - 2; at++)
        order[at] = order[at + 1];
    order[rank - 2] = loop;
}

void sl__task_turn(const sl__task *task, void *buffers[], sl__layouts *layouts)
{
    const int rank = task->kernel->rank;
    sl_index stride[SL_MAX_RANK], other[SL_MAX_RANK];
    int chosen = -1;
    for (int i = 0; i < task->kernel->nargs; i++)
        if ((chosen < 0 || (task->state->parameter[i].writes && !task->state->parameter[chosen].writes)) &&
            strides_by_loop(task, buffers, i, other)) {
            memcpy(stride, other, sizeof stride);
            chosen = i;
        }
    layouts->turned = 1;
    layouts->across = -1;
    sort_by_stride(stride, rank, layouts->order);
    for (int i = 0; i < task->kernel->nargs && layouts->across < 0; i++)
        if (i != chosen && strides_by_loop(task, buffers, i, other)) {
            const int along = turn_innermost(other, rank);
            layouts->across = along != layouts->order[rank - 1] ? along : -1;
        }
    if (layouts->across >= 0)
        move_inside(layouts->across, rank, layouts->order);
}
