/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_EXEC_MEASURED_H
#define STARLOOP_LIB_EXEC_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/* Geometry of launches on a device. One H200; doc/notes/gpu-kernels.md, "Blocks", where nothing else is said. */

/** Threads of a block, unless the policy says, and how many of them lie along x: where a loop shares lines with the
 *  rows beside, and where it does not. sl-bench --device=cuda --case=jacobi2d, --case=axpy */
#define SL__LAUNCH_THREADS 256
#define SL__LAUNCH_ROW 64
#define SL__LAUNCH_OWN_ROW 128
/** The fewest threads of a block of a loop that has fewer iterations than one such block a multiprocessor.
 *  sl-bench --device=cuda --case=rows_right */
#define SL__LAUNCH_FEW_THREADS 32
/** The same where the layouts differ, and what lies along x is far apart in some view. sl-bench --device=cuda
 *  --case=transpose_mixed */
#define SL__LAUNCH_MIXED_THREADS 128
#define SL__LAUNCH_MIXED_ROW 16
/** A device's threads have several iterations when each had so many to do, one after another. The same note, "Two
 *  iterations a thread". sl-bench --device=cuda --case=stream_chain, --case=jacobi2d */
#define SL__LAUNCH_SEVERAL_TURNS 2
/** Blocks of a scan, on a multiprocessor. sl-bench --device=cuda --case=scan */
#define SL__LAUNCH_SCAN_BLOCKS 8
/** Threads of a block that has copies of a view, which all of them share. sl-bench --device=cuda --case=histogram_1e3
 *  */
#define SL__LAUNCH_COPY_THREADS 1024
/** Threads of a team, lanes and all. sl-bench --device=cuda --case=spmv_teams */
#define SL__LAUNCH_TEAM_THREADS 128
/** The part of a device's memory for views, 1 / this, that scratch memory of a launch's teams takes there at most.
 *  Chosen: StarPU leaves a tenth of the device's memory to others. No case of sl-bench has such scratch memory */
#define SL__LAUNCH_SLOTS_SHARE 16
/** Threads of a block of a nest whose levels take any number. sl-bench --device=cuda --case=stencil7 */
#define SL__LAUNCH_NEST_THREADS 256

/** Lanes of a graph are worth their edges where so many loops at least, and half of all, need not come behind another
 *  one. doc/notes/regions.md. The cases of regions that sl-bench has on a device, heat_cg and region10, run in one
 *  lane; no case measures it */
#define SL__GRAPH_LANES_SAVED 4

/** Points of a loop at most that shares a launch with others of its kernel in a graph: about as many as keep a large
 *  device busy for the time of a launch. sl-bench --device=cuda --case=packs_region */
#define SL__GRAPH_JOINED_POINTS 65536

/** Of two ways whose times are compared, another than the plain one stays only where it takes less than this part of
 *  the plain one's time: less may be chance. 1fc4278. No case of sl-bench has SL_TILE_AUTO, which goes by it */
#define SL__FASTEST_WORTH 0.9

#endif
