/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_BASE_MEASURED_H
#define STARLOOP_LIB_BASE_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Nanoseconds. A wait for tasks polls for so long before it sleeps; while it sleeps and somebody must look for the end
 *  of tasks, as often. Where loops use all cores, those that are expected to take longer are not polled for.
 *  doc/notes/waits.md, "How long to poll". sl-bench --case=waits --size=N */
#define SL__POLL_NS 20000
/** Where a core is left for the thread that waits, it polls for what is expected and this share of it more, but for no
 *  more than so many nanoseconds more. The same note. sl-bench --case=waits --size=N, with STARLOOP_CPU_CORES one less
 *  than there are */
#define SL__POLL_SHARE 0.25
#define SL__POLL_BEYOND_NS 900000
/** Nanoseconds. What is expected to take longer is not polled for: behind it a wake-up is nothing. The same case */
#define SL__POLL_LONGEST_NS 5000000
/** Nanoseconds. So long it polls while there are tasks that the wait itself ends: a device's, which are short. No
 *  longer than these take together (SL__LAUNCHED_SECONDS of exec/cuda). sl-bench --case=heat_cg --size=64 --device=cuda
 *  */
#define SL__POLL_WHILE_MORE_NS 1000000

/** Looks in vain, some 40 us, before the core is offered to others. 994bace. sl-bench --case=waits --size=N */
#define SL__WAIT_LOOKS 1024
/** Looks in vain, some 0.6 us, after which the core is offered again, and after which somebody looks at the clock. The
 *  same */
#define SL__WAIT_OFTEN 16

/** Looks in vain at a gate, with offers of the core among them, before the asker gives up and asks again another time.
 *  No case of sl-bench measures it. */
#define SL__GATE_LOOKS 2000

/** Bytes of a view up to which it is small: a copy from one device to another takes less than a microsecond more than
 * it takes at least, so that it leaves early (exec/cuda/small_copies.c), and each device may have one for itself
 *  (exec/cuda/replicas.c). examples/heat --gpus 2 */
#define SL__SMALL_COPY ((size_t)64 << 10)

#endif
