/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Small blocks of pinned host memory, for the views of a few bytes that devices write and the host reads.
 *
 * A copy between a device and memory that is not pinned blocks the StarPU worker that asks for it, however small it is;
 * and pinning takes longer than to copy a few KiB. So small managed views lie in blocks of memory that is pinned from
 * the start. Only where StarPU has device workers: without them there is none, and the heap serves. */
#ifndef STARLOOP_LIB_DATA_SLAB_H
#define STARLOOP_LIB_DATA_SLAB_H

#include <stddef.h>

#include "data/measured.h"

/** The smallest block: who asks for less has all of it. */
#define SL__SLAB_LEAST ((size_t)64)

/** Gets a block, aligned to 64 bytes, with any content. Any thread.
 *  @return NULL when there is no device, the block is too large, or no pinned memory is left. */
void *sl__slab_get(size_t bytes);

/** Gives a block of sl__slab_get(@p bytes) back. Any thread. */
void sl__slab_put(void *data, size_t bytes);

/** Gives all memory back to the device's library, unless a block is still in use. Before starpu_shutdown(). */
void sl__slab_fini(void);

#endif
