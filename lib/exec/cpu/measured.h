/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_EXEC_CPU_MEASURED_H
#define STARLOOP_LIB_EXEC_CPU_MEASURED_H

/** Loops that share the threads: what each costs besides its iterations, in seconds; the longest one, on one core, for
 *  each thread, and how long all of them must be at least; and so many of them must be able to run at once, on the
 * average. sl-bench --case=halo_packing */
#define SL__BUNDLE_LOOP 2e-7
#define SL__BUNDLE_LONGEST 50e-6
#define SL__BUNDLE_LEAST 20e-6
#define SL__BUNDLE_TOGETHER 2

#endif
