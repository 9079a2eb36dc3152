/* SPDX-License-Identifier: BSD-3-Clause */
/* How a loop on a GPU scatters: by atomics on the views, or into copies of them that each CUDA block has in its shared
 * memory, where these fit and the kernel has the function for it (starloop/kernel/scatter_device.h). */
#include "data/interface.h"
#include "data/window.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/scatter.h"
#include "kernel/kinds.h"
#include "kernel/policy.h"

/* Elements of all copies of a block. @param[out] bytes  of them, each rounded up as the function does  @return -1 where
 * there are no copies: a section of a view, or one whose indices do not begin at 0. */
static sl_index scatter_copy_elements(const sl__task *task, void *const buffers[], size_t *bytes)
{
    sl_index elements = 0;
    *bytes = task->kernel->bounds_checked ? 8 : 0; /* an index that is none leads to element 0, of an empty copy too */
    if (task->kernel->cuda->function[SL__DEVICE_COPIES] == NULL)
        return -1;
    for (int i = 0; i < task->kernel->nargs; i++) {
        if (sl__joins_of(task->kernel->args[i].kind) != SL__JOINS_VALUES)
            continue;
        const struct sl__interface *view = buffers[task->slot[i]];
        if (sl__window_at(task->windows, i) != NULL)
            return -1;
        for (int d = 0; d < view->rank; d++)
            if (task->view[task->slot[i]].view->indices.first[d] != 0)
                return -1;
        elements += view->count;
        *bytes += ((size_t)view->count * task->kernel->args[i].size + 7) / 8 * 8;
    }
    return elements;
}

/* The ways that a loop has. @param[out] elements, bytes  see above */
static unsigned scatter_ways(const sl__cuda_device *device, const sl__task *task, void *const buffers[],
                             sl_index *elements, size_t *bytes)
{
    *elements = scatter_copy_elements(task, buffers, bytes);
    const int fit = *elements > 0 && *bytes <= (size_t)device->limits.shared;
    return 1u << SL_SCATTER_ATOMIC | (unsigned)fit << SL_SCATTER_DUPLICATE;
}

static int scatter_is_automatic(const sl__task *task)
{
    return task->policy->scatter == SL_SCATTER_AUTO && task->state->scatters > task->state->arrays;
}

static sl__failure *scatter_without_room(const sl__flight *flight, sl_index elements, size_t bytes)
{
    const sl__task *task = flight->task;
    char got[96], who[SL__TASK_WHO];
    if (task->kernel->cuda->function[SL__DEVICE_COPIES] == NULL)
        snprintf(got, sizeof got, "a kernel that also reduces or scans");
    else if (elements < 0)
        snprintf(got, sizeof got, "a section of a view, or one whose indices do not begin at 0");
    else
        snprintf(got, sizeof got, "%zu bytes", bytes);
    return sl__failure_new(task->at, SL_ERR_UNSUPPORTED,
                           "%s on CUDA device %d: policy.scatter: expected with SL_SCATTER_DUPLICATE and SL_CUDA "
                           "copies that fit the %d bytes of shared memory of a CUDA block, got %s",
                           sl__task_who(task, who), flight->device->number, flight->device->limits.shared, got);
}

sl__failure *sl__cuda_scatter_choose(sl__flight *flight, void *const buffers[], sl__launch_call *call)
{
    const sl__task *task = flight->task;
    sl_index elements;
    size_t bytes;
    flight->scatter.timed = 0;
    if (!scatter_is_automatic(task) &&
        (task->policy->scatter != SL_SCATTER_DUPLICATE || task->state->scatters == task->state->arrays))
        return NULL;
    const unsigned ways = scatter_ways(flight->device, task, buffers, &elements, &bytes);
    const int fit = ways >> SL_SCATTER_DUPLICATE & 1;
    if (!scatter_is_automatic(task)) {
        if (!fit && elements != 0 && sl__policy_where(task->policy) == SL_CUDA)
            return scatter_without_room(flight, elements, bytes);
    } else {
        if (sl__fastest_choose(SL__FASTEST_SCATTER_ON_DEVICE, task, elements, ways, &flight->scatter) ==
            SL_SCATTER_ATOMIC)
            bytes = 0;
        flight->timed |= flight->scatter.timed;
    }
    call->copies = fit ? bytes : 0;
    call->scattered = elements;
    return NULL;
}

int sl__cuda_scatter_is_open(const sl__cuda_device *device, const sl__task *task, void *const buffers[])
{
    sl__fastest choice;
    sl_index elements;
    size_t bytes;
    if (!scatter_is_automatic(task))
        return 0;
    const unsigned ways = scatter_ways(device, task, buffers, &elements, &bytes);
    (void)sl__fastest_choose(SL__FASTEST_SCATTER_ON_DEVICE, task, elements, ways, &choice);
    return choice.timed;
}

void sl__cuda_scatter_note(const sl__flight *flight, double seconds)
{
    if (flight->scatter.timed)
        sl__fastest_note(flight->task, &flight->scatter, seconds);
}
