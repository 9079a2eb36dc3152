/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_TASK_MEASURED_H
#define STARLOOP_LIB_TASK_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/* Seconds that a queued call costs besides its loop: on CPUs in a batch, at least on a device in a batch, there by
 * itself; and until the program goes on that waits for it. Those of the device and of the wait: doc/notes/placement.md.
 * sl-bench --case=launch, --device=cuda, --wait */
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
/* Seconds of a part on a device from which on it has a piece for itself that needs no edges: these take some 25 us from
 * another device, and two more launches 8. doc/notes/split.md, "Several GPUs". sl-bench --case=jacobi2d_gpus
 * --device=cuda --gpus=2 */
#define SL__PIECES_FROM 16e-6

/* Elements that a rank's part of a loop over distributed views has from which on the rows beside its borders run by
 * themselves, behind what needs no messages: two more tasks, beside a loop of some 100 us on one core. A first guess,
 * not measured yet where ranks have cores of their own. bench/scale --side=starloop */
#define SL__STRIPS_FROM 200000

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
 * each time that those who have come call as many again. sl-bench --case=metg, with several worker groups */
#define SL__GANG_BEGIN 3e-5
#define SL__GANG_CALL 1.5e-6
/* Seconds of an iteration of a kernel that was not timed yet: a round number. */
#define SL__ITERATION 1e-9

/* Seconds. A part of a split loop costs a StarPU task, and is to take several times that long; and with several groups
 * as long as one thread needs to submit a part for each of them, twice, so that it stays ahead: so many a part where it
 * shares its core with one of them. sl-bench --case=stream_chain --split=N */
#define SL__PART_LEAST 25e-6
#define SL__PART_SUBMIT 10e-6
/* Seconds on one device, for each of several, from which a loop is worth a part on each: four launches. sl-bench
 * --case=jacobi2d_gpus --device=cuda --gpus=N */
#define SL__PARTS_ON_DEVICES 3.2e-5

/* Seconds that a host function is taken to need that never ran: longer than a small loop, shorter than a large one:
 * taken to, not measured. */
#define SL__FUNCTION_UNKNOWN 1e-5

/** Seconds. Of a reduction whose iterations take longer, threads share the lanes of a block, where there are fewer
 *  blocks than so many for each core: from rank 2 on a lane costs 20 ns an iteration. doc/notes/reductions.md */
#define SL__LANE_ITERATION 2e-7
#define SL__LANE_BLOCKS 4

/** The longest batch in seconds, since a host access waits for all of it; and the longest one whose loops share views
 *  and run part by part (exec/cpu/chain.h): there every loop more makes all of them faster. doc/notes/batches.md.
 *  sl-bench --case=launch, --case=stream_chain */
#define SL__BATCH_SECONDS 5e-3
#define SL__CHAIN_SECONDS 0.5
/** So many batches ahead, for each device, keep it busy while the next one is collected. Were one that is not full sent
 *  each time that another is over, a program that is ahead by as many calls as may be queued would go on with batches
 *  as small as they were when it came to that. The same note. sl-bench --case=stream_chain --size=1000 */
#define SL__BATCH_ENOUGH 2
/** A program that goes on after so many loops has no use for their results yet. It gains by collecting while a device's
 *  worker launches: the calling thread alone takes 7.5 us a loop, both together 3.3. doc/notes/gpu-waits.md. sl-bench
 *  --case=launch --device=cuda */
#define SL__IN_A_ROW_MOST 16

/** Of a count that a wait behind a loop raises and any other call lowers: the next wait is sure from the first on, and
 *  the second is the most that is counted. doc/notes/waits.md. sl-bench --case=waits --size=N */
#define SL__AWAITED_SURE 2
#define SL__AWAITED_MOST 4
/** Seconds within which a wait follows at once: what a program would compute meanwhile is no more. The same */
#define SL__AWAITED_AT_ONCE 5e-6

/* What SL_SPLIT_AUTO makes: doc/notes/split.md, "Numbers". STARLOOP_CPU_WORKERS=core sl-bench --case=stream_chain
 * --split=auto, --case=jacobi_sweeps --split=auto, against --split=N */

/** The share of a group's second-level cache that a part may have, and views that a loop has at least for this: one
 *  that only sets a view is followed by others that use more. */
#define SL__PART_CACHE_SHARE 0.75
#define SL__PART_VIEWS 3
/** Parts at most; and for each worker at least, so that those that are done can help, or a loop is not split. */
#define SL__PARTS_MOST 1024
#define SL__PARTS_EACH_WORKER 2
/** A loop that is worth so many times the parts of its views gets more. */
#define SL__PARTS_GROW 2
/** Of the bytes that a loop moves, those that copies may have of what its parts join, where it reduces into arrays or
 *  scatters: all are filled, and joined by one thread. A loop that runs whole has its views put together instead. A
 *  round number: with as many doubles as a sixteenth of what is read, in 4 parts on 2 groups, bins took 0.9 of the time
 *  unsplit, on a machine with other work. */
#define SL__PART_COPIES_SHARE 0.25
/** Most handles of a task that the library has given several parts of its views. */
#define SL__PART_USES_MERGED 64

/* Pieces of a region that are one task: doc/notes/bundles.md, "One task". sl-bench --case=halo_packing */

/** Calls that are changed more often than so many times are queued one by one. */
#define SL__FUSED_MADE 8
/** Of so many runs one looks how long the piece will take. */
#define SL__FUSED_EXPECT 8
/** Runs of a piece that does not pay before it is tried again, for the first time; then more. */
#define SL__FUSED_AGAIN 16
/** Runs of a piece of a region between two choices of its side, at most. doc/notes/regions.md. sl-bench --placement
 *  --case=heat_cg --size=16 */
#define SL__PIECE_RUNS 16

#endif
