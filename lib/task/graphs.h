/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What regions keep on devices. */
#ifndef STARLOOP_LIB_TASK_GRAPHS_H
#define STARLOOP_LIB_TASK_GRAPHS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/starpu.h"

#include <starloop/region.h>

/** What one task of a region keeps on devices, and how often it used it. A slot is for who launches on its worker's
 *  device. */
typedef struct sl__graphs {
    _Atomic int64_t captures, reused, laned, joined, replays, updates;
    uint64_t piece, runs; /**< its identity, and runs so far: with the lock of batches (task/publish.h) */
    void *graph[STARPU_NMAXWORKERS];
    _Atomic int timed; /* 1 + the worker of a run that was timed, until that is noted; 0: none */
} sl__graphs;

/** What sl_region_end() has made. Queued runs have references. */
typedef struct sl__recording sl__recording;

void sl__recording_release(sl__recording *recording);

#endif
