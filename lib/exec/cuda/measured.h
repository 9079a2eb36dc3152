/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_EXEC_CUDA_MEASURED_H
#define STARLOOP_LIB_EXEC_CUDA_MEASURED_H

#include <stddef.h>

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Seconds that batches may take together which StarPU takes for ended when they are launched, by the cost model:
 *  copies wait for all of them. doc/notes/gpu-waits.md, "Early completion". sl-bench --case=heat_cg --size=64
 *  --device=cuda */
#define SL__LAUNCHED_SECONDS 1e-3
/** Parts, with what is between them, that may be launched ahead however long they are: so that a device has the next
 * one while it runs one. doc/notes/split.md, "Several GPUs". sl-bench --case=stencil3d_gpus --device=cuda --gpus=2 */
#define SL__LAUNCHED_PARTS 4
/** The calling thread launches while so many batches, and so many seconds of them, are under way: with more nothing is
 *  gained, and the worker can launch while the caller goes on. 12 and 0.2 ms were too few. The same note, "Launched by
 *  the caller". The same case */
#define SL__LAUNCH_INLINE_BATCHES 48
#define SL__LAUNCH_INLINE_SECONDS 800e-6

/** Of so many launches of a graph that say something new of a loop each is timed; of all, one in so many.
 *  doc/notes/regions.md. sl-bench --case=region10 --device=cuda */
#define SL__GRAPH_TIMED_NEW 16
#define SL__GRAPH_TIMED 64
/** Seconds, about, of the launch of a graph: more was no launch. */
#define SL__GRAPH_LAUNCH 8e-6
/** Seconds between two events beside the loops: a graph of 3 loops took 13.1 us behind others, one of 12 40.3, and
 *  somewhat less where the device had waited for it, that wait taken off (H200). doc/notes/regions.md. The same case */
#define SL__GRAPH_BETWEEN_EVENTS 4e-6
#define SL__GRAPH_BETWEEN_FIRST 2e-6
/** The share of the time between the events that is its loops', at least: taken to, not measured. */
#define SL__GRAPH_LOOPS_SHARE 0.25
/** Graphs of regions that are gone which a device keeps: to make one takes 70 us and more, to use it again 11 to 15.
 *  doc/notes/gpu-waits.md, "Graphs are used again". sl-bench --case=heat_cg --size=64 --device=cuda */
#define SL__GRAPHS_KEPT 64

/** Pairs of looks at a device's clock, of which the shortest counts; milliseconds after which its time is looked up
 *  anew, before a float's 24 bits are coarser than a fifth of a microsecond; and nanoseconds by which events of one
 *  stream may seem to overlap. doc/notes/trace.md, "Times on a GPU". No case of sl-bench: it is what a trace shows */
#define SL__CLOCK_TRIES 5
#define SL__CLOCK_RENEW_MS 2000.0f
#define SL__CLOCK_SKEW_NS 1000

/** Copies of which the fastest is a device's bandwidth, and bytes of each of the two buffers: at most, and at least.
 *  Chosen: doc/notes/trace.md, "Bandwidth". The profile's first line of sl-bench --device=cuda */
#define SL__BANDWIDTH_COPIES 5
#define SL__BANDWIDTH_BUFFER_MOST ((size_t)512 << 20)
#define SL__BANDWIDTH_BUFFER_LEAST ((size_t)16 << 20)

/** Bytes of scratch memory that are taken beyond what is needed, at most: so that it does not grow by little each time,
 *  for which the device must be idle. sl-bench --case=sort --size=N --device=cuda */
#define SL__SCRATCH_SPARE (16 << 20)
/** Bytes of a pinned buffer through which a strided view goes, piece by piece. doc/notes/memory.md, "Copies to and from
 *  GPUs". No case of sl-bench copies strided views */
#define SL__STAGE_BYTES ((size_t)4 << 20)
/** Bytes of a piece of a view in SL_LAYOUT_AUTO that is converted at once, and of the room for it, at most. sl-bench
 *  --case=auto_copy --device=cuda */
#define SL__CONVERT_PIECE ((size_t)32 << 20)

#endif
