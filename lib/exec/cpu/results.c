/* SPDX-License-Identifier: BSD-3-Clause */
/* Partial results of a loop that reduces: where they are, and what becomes of them. */
#include <stdlib.h>
#include <string.h>

#include "kernel/blocks.h"
#include "kernel/kinds.h"
#include "kernel/reduce.h"
#include "kernel/space.h"
#include "data/interface.h"
#include "exec/cpu/results.h"
#include "exec/cpu/run.h"

/* Memory that a worker keeps between its loops. */
static struct scratch {
    void *memory;
    size_t bytes;
} scratch[STARPU_NMAXWORKERS];

/* Room of the calling worker for partial results, kept from loop to loop: fresh memory of this size costs a page fault
 * every few hundred blocks. NULL without memory. */
void *sl__cpu_scratch(size_t bytes)
{
    struct scratch *s = &scratch[starpu_worker_get_id()];
    if (s->bytes < bytes) {
        free(s->memory);
        s->bytes = bytes + bytes / 4;
        s->memory = malloc(s->bytes);
        if (s->memory == NULL)
            s->bytes = 0;
    }
    return s->memory;
}

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

void sl__results_fini(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        free(scratch[w].memory);
        scratch[w] = (struct scratch){NULL, 0};
    }
}

void sl__run_store(sl__loop_exec *r, void *buffers[])
{
    const sl__task *task = r->task;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__arg_info *info = &task->kernel->args[i];
        if (task->state->parameter[i].class != SL__CLASS_RESULT)
            continue;
        void *target = task->host[i];
        if (target == NULL)
            target = sl__interface_element(buffers[task->slot[i]], task->into[i], info->size);
        sl__reduce_end(info, r->partial[i], r->cut.units, task->policy.combine, target);
    }
}

/* Of a part of a loop: the results of its blocks go where those of the whole loop are combined. */
void sl__run_keep_partials(const sl__loop_exec *r)
{
    const sl__task *task = r->task;
    const sl__cut *cut = &r->cut;
    sl_index extent[SL_MAX_RANK], grid[SL_MAX_RANK], first[SL_MAX_RANK], end;
    sl__blocks_make(task->whole, task->state->ordered, extent, grid);
    for (int d = 0; d < cut->rank; d++)
        sl__space_places(task->whole, d, &first[d], &end);
    for (sl_index u = 0; u < cut->units; u++) {
        sl_index at = 0, stride = 1, left = u;
        for (int d = cut->rank - 1; d >= 0; d--) {
            at += ((cut->lo[d] - first[d]) / extent[d] + left % cut->grid[d]) * stride;
            stride *= grid[d];
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
