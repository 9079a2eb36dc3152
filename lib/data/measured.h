/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_DATA_MEASURED_H
#define STARLOOP_LIB_DATA_MEASURED_H

#include <stddef.h>

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Nanoseconds for which the host looks for a published result; then the wait is long enough for StarPU's way, in which
 *  the thread may sleep. Longer than all that a back end lets be under way (SL__LAUNCHED_SECONDS of exec/cuda).
 *  doc/notes/gpu-waits.md. sl-bench --case=heat_cg --size=64 --device=cuda */
#define SL__MAILBOX_PATIENCE_NS 3000000

/* Which way a strided view is copied: doc/notes/memory.md, "Copies to and from GPUs". No case of sl-bench copies such
 * views; tests/data/layout.c has the choices. A cost is in bytes that a fast link moves in the time. */

/** The costs of asking for a copy, and for a copy of rows. */
#define SL__COPY_COST_CALL ((double)(128 << 10))
#define SL__COPY_COST_ROWS ((double)(192 << 10))
/** A row costs a device as much as one of so many bytes, at least. */
#define SL__COPY_COST_ROW 512.0
/** What was staged the host copies a cache line of so many bytes at a time, so many times slower than the link. */
#define SL__COPY_COST_LINE 64.0
#define SL__COPY_COST_HOST 3.0

/** Bytes. From this size on memory comes from the kernel, in a mapping that is aligned to a huge page, and is not
 *  touched. doc/notes/memory.md, "Addresses". sl-bench --case=triad --size=N */
#define SL__MEMORY_MAP_FROM ((size_t)4 << 20)
/** Places in its first page where such a block begins, and the bytes between two of them: a Xeon of model 207 needs 256
 *  at least. The same note. sl-bench --case=jacobi2d */
#define SL__MEMORY_COLORS 32
#define SL__MEMORY_COLOR_STEP (4096 + 256)
/** Bytes. Memory that is wrapped is pinned from this size on: that takes about as long as a copy. Managed memory is
 *  from beyond SL__SLAB_MOST on, up to which it lies in memory that was pinned from the start. doc/notes/memory.md,
 *  "Pinned memory". sl-bench --placement --case=triad --size=N */
#define SL__PIN_WRAPPED_FROM ((size_t)1 << 20)
#define SL__SLAB_MOST ((size_t)64 << 10)

/** Indices in a row that are worth a segment of their own in what an operation on sets makes; and points of a segment
 *  that is worth a loop of its own where all segments run together. No case of sl-bench runs over sets; list_forall has
 *  a list. */
#define SL__SET_RUN 32
#define SL__SET_LOOP (1 << 16)

/** Targets of an iteration that are sorted by insertion, and by a heap if there are more, as in a bad map. No case of
 *  sl-bench renumbers. */
#define SL__RENUMBER_FEW 32

#endif
