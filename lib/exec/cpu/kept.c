/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/starpu.h"

static struct {
    void *memory;
    size_t bytes;
} kept[STARPU_NMAXWORKERS][SL__KEPT_USES];

void *sl__kept(sl__kept_use use, size_t bytes, void **own)
{
    const int worker = starpu_worker_get_id();
    if (own != NULL)
        *own = worker < 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    if (worker < 0)
        return own != NULL ? *own : NULL;
    if (kept[worker][use].bytes < bytes) {
        const size_t more = (bytes + bytes / 4 + 63) / 64 * 64;
        free(kept[worker][use].memory);
        void *const memory = kept[worker][use].memory = aligned_alloc(64, more);
        kept[worker][use].bytes = memory != NULL ? more : 0;
        if (memory != NULL && use <= SL__KEPT_PLANS)
            memset(memory, 0, bytes);
    }
    return kept[worker][use].memory;
}

void sl__kept_fini(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++)
        for (int use = 0; use < SL__KEPT_USES; use++)
            free(kept[w][use].memory);
    memset(kept, 0, sizeof kept);
}
