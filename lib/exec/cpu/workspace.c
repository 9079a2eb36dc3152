/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/workspace.h"

#include <stdlib.h>
#include <string.h>

#include "base/starpu.h"
#include "exec/cpu/measured.h"
#include "machine/lend.h"

static struct {
    sl__block block;
    size_t bytes;
} workspace[STARPU_NMAXWORKERS][SL__WORKSPACE_USES];

/* Several threads write large memory in many places at a time, as that of a view: in huge pages. */
static void *workspace_get(size_t bytes, sl__block *block)
{
    *block = (sl__block){.data = NULL};
    if (bytes < SL__MEMORY_MAP_FROM)
        block->data =
            aligned_alloc(SL__MEMORY_ALIGN, (bytes + SL__MEMORY_ALIGN - 1) / SL__MEMORY_ALIGN * SL__MEMORY_ALIGN);
    else
        (void)sl__memory_large(bytes, block);
    return block->data;
}

void *sl__workspace(sl__workspace_use use, size_t bytes, sl__block *own)
{
    const int on = starpu_worker_get_id(), worker = on >= 0 ? on : sl__lend_worker;
    if (own != NULL)
        own->data = NULL;
    if (worker < 0 || bytes > SL__WORKSPACE_KEPT)
        return own != NULL ? workspace_get(bytes, own) : NULL;
    if (workspace[worker][use].bytes < bytes) {
        const size_t more = bytes + bytes / 4;
        sl__memory_put(&workspace[worker][use].block);
        void *const memory = workspace_get(more, &workspace[worker][use].block);
        workspace[worker][use].bytes = memory != NULL ? more : 0;
        if (memory != NULL && use <= SL__WORKSPACE_PLANS)
            memset(memory, 0, bytes);
    }
    return workspace[worker][use].block.data;
}

void sl__workspace_fini(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++)
        for (int use = 0; use < SL__WORKSPACE_USES; use++) {
            sl__memory_put(&workspace[w][use].block);
            workspace[w][use].bytes = 0;
        }
}
