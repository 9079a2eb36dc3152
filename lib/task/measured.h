/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_TASK_MEASURED_H
#define STARLOOP_LIB_TASK_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/* Seconds that a queued call costs besides its loop: on CPUs in a batch, at least on a device in a batch, there by
 * itself; and until the program goes on that waits for it. Those of the device and of the wait: doc/notes/placement.md.
 * sl-bench
 * --case=launch, --device=cuda, --wait */
#define SL__CPU_CALL 0.5e-6
#define SL__DEVICE_QUEUED 3.3e-6
#define SL__DEVICE_CALL 4e-6
#define SL__WAIT 10e-6

/* Seconds of a run of a region on a device besides its loops, and of its first run: the same note. sl-bench
 * --case=region10 --device=cuda */
#define SL__DEVICE_RUN 6e-6
#define SL__DEVICE_GRAPH 25e-6

/* Seconds that StarPU takes to start a task and to see its end. sl-bench --case=launch, the twin; --device=cuda */
#define SL__CPU_LAUNCH 1e-6
#define SL__DEVICE_LAUNCH 8e-6

/* Bytes a second that a core, its second-level cache, a package and a device of today reach. They only have to rank
 * calls, and to be too good rather than too bad, or nobody would try: round numbers. sl-bench --case=triad --size=N,
 * --device=cuda */
#define SL__CORE_BANDWIDTH 1e10
#define SL__CACHE_BANDWIDTH 4e10
#define SL__PACKAGE_BANDWIDTH 1.5e11
#define SL__DEVICE_BANDWIDTH 2e12
/* Seconds that StarPU takes to have a view moved, and what follows to wait for it. sl-bench --placement --case=triad
 * --size=1e5 */
#define SL__MOVE_REQUEST 20e-6

/* Seconds. A loop that is expected to take longer than this on one group is for a gang: until another group begins, and
 * each time that those who have come call as many again. sl-bench --case=metg, with several worker
 * groups */
#define SL__GANG_BEGIN 3e-5
#define SL__GANG_CALL 1.5e-6
/* Seconds of an iteration of a kernel that was not timed yet: a round number. */
#define SL__ITERATION 1e-9

/* Seconds. A part of a split loop costs a StarPU task, and is to take several times that long; and with several groups
 * as long as one thread needs to submit a part for each of them, twice, so that it stays ahead: so many a part where it
 * shares its core with one of them. sl-bench --case=stream_chain --split=N */
#define SL__PART_LEAST 25e-6
#define SL__PART_SUBMIT 10e-6

/* Seconds that a host function is taken to need that never ran: longer than a small loop, shorter than a large one:
 * taken to, not measured. */
#define SL__FUNCTION_UNKNOWN 1e-5

/** Seconds. Of a reduction whose iterations take longer, threads share the lanes of a block, where there are fewer
 *  blocks than so many for each core: from rank 2 on a lane costs 20 ns an iteration. doc/notes/reductions.md */
#define SL__LANE_ITERATION 2e-7
#define SL__LANE_BLOCKS 4

#endif
