/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_MACHINE_MEASURED_H
#define STARLOOP_LIB_MACHINE_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Nanoseconds for which a thread of the crew polls for the next call before it sleeps; where there are more threads
 *  than cores, so many times less. doc/notes/waits.md, "A team of the library's own". sl-bench --case=waits --size=N */
#define SL__CREW_POLL_NS 1000000
#define SL__CREW_CROWDED 64
/** Looks in vain, some 2 us, after which the leader runs what threads that are late have not begun. The same note,
 *  "Cores that others use". bench/busy-cores */
#define SL__CREW_LATE 64

/* When the worker lends its place: the same note, whose table says what that wins. sl-bench --case=waits --size=N; and
 * for what a program queues in between, the measurement of a StarPU task behind 50 loops that the note describes. */

/** The worker is asked when something that could use its place has come so often in a row: in the beginning, and at
 *  most. */
#define SL__LEND_ASK_FIRST 4
#define SL__LEND_ASK_MOST 1024
/** Loops that have used its place. Called back after fewer, it is asked after twice as many as the last time. */
#define SL__LEND_SOON 16
/** Nanoseconds after which it looks around, while the crew polls and looks in its place, and while nobody does: so long
 *  may a StarPU task of the program's own wait. */
#define SL__LEND_LOOK_NS 4000000
#define SL__LEND_WATCH_NS 100000
/** Nanoseconds in which nobody uses its place after which it comes back. */
#define SL__LEND_IDLE_NS 20000000
/** Nanoseconds for which a caller waits for it to go. */
#define SL__LEND_GOES_NS 1000000
/** Calls after which a thread that may not run on the worker's core asks the system again: that is a system call. */
#define SL__LEND_REFUSED 32

/** Cores that loops keep where one more is left to the program beside GPUs, or to StarPU-MPI where cores have several
 *  threads of the hardware. doc/notes/binding.md, "Beside GPUs". sl-bench --placement --case=heat_cg --size=96 */
#define SL__CORES_SPARED_FROM 8
/** The same for StarPU-MPI where they have one, which its thread would have in turn with loops, for slices of 4 ms.
 *  doc/notes/scaling.md, "Times on 16 cores". bench/scale --side=starloop, heat of 1024 cells on ranks of 4 cores
 */
#define SL__CORES_BESIDE_MPI 3

#endif
