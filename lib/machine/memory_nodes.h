/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Memory of the machine's NUMA nodes: which ones are fast, and memory bound to some of them. */
#ifndef STARLOOP_LIB_MACHINE_MEMORY_NODES_H
#define STARLOOP_LIB_MACHINE_MEMORY_NODES_H

#include <stddef.h>

#include <hwloc.h>

/** Finds the nodes of high-bandwidth memory: those that hwloc calls so, or that have 1.5 times the bandwidth of the
 *  slowest and nine tenths of that of the fastest, where hwloc knows bandwidths. Memory of GPUs is none.
 *  @param[out] nodes  their OS indices; empty where there are none  @return how many */
int sl__topology_fast_nodes(hwloc_topology_t hw, hwloc_bitmap_t nodes);

/** What has become of memory that was to lie on some node. */
typedef enum sl__memory_placed {
    SL__MEMORY_PLACED = 0,
    SL__MEMORY_NO_SUCH, /**< the machine has no such node */
    SL__MEMORY_REFUSED  /**< the system does not bind memory, or there is no memory to find out */
} sl__memory_placed;

enum { SL__MEMORY_FAST = -1, SL__MEMORY_ANYWHERE = -2 }; /**< in place of a node: high-bandwidth memory; any memory */

/** @return number of NUMA nodes that sl__memory_bind() takes. Between sl_init() and sl_finalize(). */
int sl__memory_nodes(void);

/** Has pages that nobody has touched come from a node when they are. Thread-safe.
 *  @param[in] at     the beginning of a page
 *  @param[in] node   in hwloc's order from 0, or #SL__MEMORY_FAST */
sl__memory_placed sl__memory_bind(void *at, size_t bytes, int node);

/** Forgets what it knows of the machine. */
void sl__memory_nodes_fini(void);

#endif
