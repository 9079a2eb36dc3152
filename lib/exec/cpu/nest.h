/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Nests on CPUs: all threads of a loop run the function of a policy from its begin to its end. */
#ifndef STARLOOP_LIB_EXEC_CPU_NEST_H
#define STARLOOP_LIB_EXEC_CPU_NEST_H

#include "exec/cpu/run.h"

enum { SL__NEST_THREADS = 1024 /**< the most of one nest */ };

/** What the threads of a nest share. */
typedef struct sl__nest {
    const sl__loop_exec *run;
    _Atomic sl_index next[2]; /**< of a level that is dealt in chunks: iterations taken; of the next such one: 0 */
    const void *locals;       /**< thread 0's */
    const void *of[SL__NEST_THREADS]; /**< [threads] what each has shown: sl__team_collect() */
} sl__nest;

/** Runs a nest. @param[in] all  runs sl__nest_thread() in each thread  @return what that does. */
int sl__nest_run(sl__loop_exec *r, int (*all)(sl__loop_exec *r));

/** One thread's part. @param[in,out] box  its own @return iterations, by which a trace divides the work. */
sl_index sl__nest_thread(sl__nest *nest, int thread, int threads, struct sl__box *box);

#endif
