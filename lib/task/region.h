/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Regions, for what records loops and for what runs them. */
#ifndef STARLOOP_TASK_REGION_H
#define STARLOOP_TASK_REGION_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/starpu.h"

#include <starloop/region.h>

struct sl__task;
struct sl_view;

/** What one task of a region keeps on devices, and how often it used it. A slot is for who launches on its worker's
 *  device. */
typedef struct sl__graphs {
    _Atomic int64_t captures, reused, replays, updates;
    uint64_t piece, runs; /**< its identity, and runs so far: with the lock of batches (task/publish.h) */
    void *graph[STARPU_NMAXWORKERS];
    _Atomic int timed; /* 1 + the worker of a run that was timed, until that is noted; 0: none */
} sl__graphs;

/** What sl_region_end() has made. Queued runs have references. */
typedef struct sl__recording sl__recording;

void sl__recording_release(sl__recording *recording);

/** Keeps a task that this thread would have queued in the region that it records, and gives the task back.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_DESTROYED. */
sl_status sl__region_record(struct sl__task *task, const char *function);

/** A call has failed while this thread records: the region will not do what the program wants. @return @p status. */
sl_status sl__region_spoil(sl_status status);

/** A wrapped view was destroyed: the recordings that use it let go of it and cannot run any more. Not in the body of a
 *  loop. What regions have queued of it by then is queued when this returns, and no more comes. */
void sl__regions_lose(const struct sl_view *view);

/** Before StarPU ends: what regions have on devices goes back to these, and they let go of their views. */
void sl__regions_fini(void);

#endif
