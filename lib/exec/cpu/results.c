/* SPDX-License-Identifier: BSD-3-Clause */
/* Partial results of a loop that reduces: where they are, and what becomes of them. */
#include <string.h>

#include "kernel/blocks.h"
#include "kernel/kinds.h"
#include "kernel/reduce.h"
#include "data/interface.h"
#include "exec/cpu/lanes.h"
#include "exec/cpu/results.h"
#include "exec/cpu/loop.h"

size_t sl__run_partial_bytes(const sl__loop_exec *r)
{
    size_t bytes = 0;
    for (int i = 0; i < r->task->kernel->nargs; i++)
        if (r->task->state->parameter[i].class == SL__CLASS_RESULT)
            bytes += sl__reduce_room(&r->task->kernel->args[i], r->cut.units);
    return bytes;
}

void sl__run_partials(sl__loop_exec *r, char *memory)
{
    const sl_kernel *k = r->task->kernel;
    for (int i = 0; i < k->nargs; i++) {
        r->partial[i] = NULL;
        r->identity[i] = NULL;
        if (r->task->state->parameter[i].class == SL__CLASS_RESULT) {
            r->identity[i] = sl__reduce_begin(&k->args[i], memory, r->cut.units);
            r->partial[i] = memory;
            memory += sl__reduce_room(&k->args[i], r->cut.units);
        }
    }
}

static void results_store(const sl__loop_exec *r, void *buffers[])
{
    const sl__task *task = r->task;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__arg_info *info = &task->kernel->args[i];
        if (task->state->parameter[i].class != SL__CLASS_RESULT)
            continue;
        void *target = task->host[i];
        if (target == NULL)
            target = sl__interface_element(buffers[task->slot[i]], task->into[i], info->size);
        sl__reduce_end(info, r->partial[i], r->cut.units, task->policy->combine, target);
    }
}

/* Of a part of a loop: the results of its blocks go where those of the whole loop are combined. */
static void results_keep(const sl__loop_exec *r)
{
    const sl__task *task = r->task;
    const sl__cut *cut = &r->cut;
    sl__blocks blocks;
    sl__blocks_make(task->whole, task->state->blocks, &blocks);
    for (sl_index u = 0; u < cut->units; u++) {
        sl_index at = 0, stride = 1, left = u;
        for (int d = cut->rank - 1; d >= 0; d--) {
            const sl_index first = sl__block_of(blocks.extent[d], d == 0 ? blocks.shift : 0, task->before[d]);
            at += (first + left % cut->grid[d]) * stride;
            stride *= blocks.grid[d];
            left /= cut->grid[d];
        }
        for (int i = 0; i < task->kernel->nargs; i++) {
            size_t size = task->kernel->args[i].size;
            if (sl__is_result(task->kernel->args[i].kind))
                memcpy((char *)task->partial[i] + (size_t)at * size, (const char *)r->partial[i] + (size_t)u * size,
                       size);
        }
    }
}

void sl__run_results(sl__loop_exec *r, void *buffers[])
{
    if (r->cut.kind == SL__UNIT_LANES)
        sl__lanes_fold(r);
    if (__atomic_load_n(&r->task->fault.kind_, __ATOMIC_ACQUIRE) != 0)
        return;
    if (r->task->whole != NULL && r->task->partial != NULL)
        results_keep(r);
    else if (r->task->whole == NULL)
        results_store(r, buffers);
}
