/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_EXEC_CPU_MEASURED_H
#define STARLOOP_LIB_EXEC_CPU_MEASURED_H

#include <stdint.h>

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Loops that share the threads: what each costs besides its iterations, in seconds; the longest one, on one core, for
 *  each thread, and how long all of them must be at least; and so many of them must be able to run at once, on the
 *  average. doc/notes/bundles.md. sl-bench --case=halo_packing */
#define SL__BUNDLE_LOOP 2e-7
#define SL__BUNDLE_LONGEST 50e-6
#define SL__BUNDLE_LEAST 20e-6
#define SL__BUNDLE_TOGETHER 2

/* Of such loops: the same note and case, on many cores. */

/** Seconds. A shorter loop is not cut: both threads would have to set it up. */
#define SL__ROUND_WHOLE 2e-6
/** Seconds. A shorter round is not shared: threads would have to meet. */
#define SL__ROUND_SHARED 3e-6
/** One bundle in so many is timed. */
#define SL__BUNDLE_TIMED 16
/** Runs. Lists that are written again within fewer are not worth a look. */
#define SL__BUNDLE_SOON 8
/** Changes of lists that soon after which nobody looks at them any more. */
#define SL__BUNDLE_LIST_CHANGES 4
/** Looks at indices: some tens of milliseconds, once for each recording. */
#define SL__LISTS_LOOKS (INT64_C(1) << 24)
/** Bits between the least and the greatest index. */
#define SL__LISTS_RANGE (INT64_C(1) << 26)

/* Loops that run part by part out of the cache: doc/notes/chains.md. sl-bench --case=stream_chain,
 * --case=jacobi_sweeps */

/** Eighths of the second-level cache that a chain counts on, and parts that are to fit into that: where all reach is
 *  own, and with halos. The note has a table of the first */
#define SL__CHAIN_CACHE_EIGHTHS 3
#define SL__CHAIN_PARTS_OWN 2
#define SL__CHAIN_PARTS_WITH_HALO 8
/** Iterations of a loop over a part, at least: some microseconds, against 0.1 to start it. */
#define SL__CHAIN_POINTS 8192
/** Loops by which a thread runs ahead on a part: at least, at most, and the share of the chain's cache that their
 *  staircase may have. */
#define SL__CHAIN_SHALLOWEST 4
#define SL__CHAIN_DEEPEST 16
#define SL__CHAIN_DEPTH_SHARE 0.65
/** Indices by which loops that are cut have the same of a view, at most; what is further apart waits for all of it. */
#define SL__CHAIN_APART 16
/** Up to so many parts a thread, marks have cache lines of their own: each part is another's neighbour. */
#define SL__CHAIN_FEW_PARTS 8

/* How a loop by itself is cut: doc/notes/cutting.md. */

/** Tiles of a loop whose views want different orders, short along what is written and long across: a cache line of each
 *  view is used up before it is evicted. Past the caches both are longer, since a line that two tiles share is not
 *  written that way. sl-bench --case=transpose_mixed */
#define SL__TILE_SHORT 32
#define SL__TILE_LONG 128
#define SL__TILE_STREAM_SHORT 64
#define SL__TILE_STREAM_LONG 256
/** The same where two views lie along different loops. sl-bench --case=transpose_indices */
#define SL__TILE_TURNED_SHORT 16
#define SL__TILE_TURNED_LONG 256
/** Of a reduction whose views have unit stride along dimension 0: columns that are read side by side. A thread's lanes
 *  say how many rows (SL__LANES_BYTES). doc/notes/reductions.md. sl-bench --case=sum_left */
#define SL__COLUMNS_TOGETHER 8
/** Iterations of a loop that is not worth a plan. sl-bench --case=launch */
#define SL__LOOP_WITHOUT_PLAN 16
/** A thread takes this part of what is left of a share: large pieces while much is left, so that few are taken, and
 *  small ones in the end, so that all cores end together. doc/notes/gangs.md. STARLOOP_CPU_WORKERS=core sl-bench
 *  --case=triad */
#define SL__SHARE_PIECES 8
/** Iterations that are worth taking from another thread's share. The same */
#define SL__SHARE_PIECE 4096

/** A loop writes past the caches when it touches so many times what they hold. doc/notes/streaming.md. sl-bench
 *  --case=triad --size=1e8 */
#define SL__STREAM_CACHES 2
/** Bytes of views of different layouts that are worth it, and of an element, so that a tile's rows have some whole
 *  lines. The same note. sl-bench --case=transpose_mixed --size=N */
#define SL__STREAM_MIXED_BYTES (64 << 20)
#define SL__STREAM_MIXED_ELEMENT 4

/** Bytes from which on a reduction of rank 1 asks for its inputs ahead of itself. doc/notes/reductions.md. sl-bench
 *  --case=minmax --size=1e7, --case=dot --size=1e7, --size=1e8 */
#define SL__AHEAD_FROM ((uint64_t)128 << 20)

/** Blocks of a scan's unit: half of a small second-level cache, of doubles. sl-bench --case=scan */
#define SL__SCAN_TILE_BLOCKS 16
/** Blocks that are walked side by side: as many sums as a processor can have under way. The same case */
#define SL__SCAN_TOGETHER 8
/** Elements that are written past the caches at a time. The same case */
#define SL__SCAN_STREAMED 512

/** Bytes of memory that a worker keeps from loop to loop for each use, at most: new pages cost a tenth of what is done
 *  with them. sl-bench --case=sort_pairs --size=1e7, --size=1e8 */
#define SL__WORKSPACE_KEPT ((size_t)512 << 20)

/** Elements that one thread sorts, at most; and so many bytes of what is sorted that it reads and writes again and
 * again, a part of a second-level cache, in both places. sl-bench --case=sort, --case=sort_pairs */
#define SL__SORT_ALONE (1 << 14)
#define SL__SORT_CACHED (1 << 19)
/** Elements that are sorted by insertion, at most. The same cases */
#define SL__SORT_INSERTED 32
/** Elements of a block whose digits are counted, at least, and blocks a thread at most. The same cases */
#define SL__SORT_BLOCK (1 << 12)
#define SL__SORT_BLOCKS 4

/** Elements of a view that are joined with all threads' copies of it while they are in the cache. sl-bench
 *  --case=histogram_1e6 */
#define SL__COPIES_JOINED 2048

/** Seconds that the first group which runs a nest waits for the others, at least and at most: some wake up, some are
 *  busy and do not come. STARLOOP_CPU_WORKERS=core sl-bench --case=stencil7 */
#define SL__NEST_WAITS_LEAST 1e-4
#define SL__NEST_WAITS_MOST 1e-3

#endif
