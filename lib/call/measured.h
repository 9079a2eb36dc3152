/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_CALL_MEASURED_H
#define STARLOOP_LIB_CALL_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Nanoseconds for which a loop that is waited for waits for who had its views to let go of them: a loop that is queued
 *  costs more. doc/notes/waits.md, "What was found on the way". sl-bench --case=waits_copy8 */
#define SL__LETS_GO_NS 20000

/** Calls over split views in a row that get rising priorities, one with halos counting for several. doc/notes/split.md,
 *  "Locality". STARLOOP_CPU_WORKERS=core sl-bench --case=jacobi_sweeps --split=256, --case=stream_chain --split=256 */
#define SL__PRIORITY_WINDOW 64
#define SL__PRIORITY_HALO_STEP 8

/** Tasks that a thread queues between two looks at the count of all: a look costs a cache miss here and one in the
 *  worker. doc/notes/calls.md. sl-bench --case=launch */
#define SL__TASKS_A_LOOK 32

/** Bytes of a row that is copied at once between views and host memory. No case of sl-bench copies rows. */
#define SL__COPY_PIECE (1 << 16)

/** Elements of a merge sort's block. No case of sl-bench sorts by a function. */
#define SL__MERGE_BLOCK 1024

#endif
