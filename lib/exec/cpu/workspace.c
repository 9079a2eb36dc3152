/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/workspace.h"

#include <stdlib.h>
#include <string.h>

#include "base/starpu.h"
#include "machine/lend.h"

static struct {
    void *memory;
    size_t bytes;
} workspace[STARPU_NMAXWORKERS][SL__WORKSPACE_USES];

void *sl__workspace(sl__workspace_use use, size_t bytes, void **own)
{
    const int on = starpu_worker_get_id(), worker = on >= 0 ? on : sl__lend_worker;
    if (own != NULL)
        *own = worker < 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    if (worker < 0)
        return own != NULL ? *own : NULL;
    if (workspace[worker][use].bytes < bytes) {
        const size_t more = (bytes + bytes / 4 + 63) / 64 * 64;
        free(workspace[worker][use].memory);
        void *const memory = workspace[worker][use].memory = aligned_alloc(64, more);
        workspace[worker][use].bytes = memory != NULL ? more : 0;
        if (memory != NULL && use <= SL__WORKSPACE_PLANS)
            memset(memory, 0, bytes);
    }
    return workspace[worker][use].memory;
}

void sl__workspace_fini(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++)
        for (int use = 0; use < SL__WORKSPACE_USES; use++)
            free(workspace[w][use].memory);
    memset(workspace, 0, sizeof workspace);
}
