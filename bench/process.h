/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Parts of a measurement in processes of their own, so that one has no threads, memory or times of another. */
#ifndef STARLOOP_BENCH_PROCESS_H
#define STARLOOP_BENCH_PROCESS_H

#include <stddef.h>

enum { BENCH_RESULT_MOST = 4096 /* bytes, which a pipe takes at once */ };

/** Runs a part in a process of its own, which this one must be able to fork: it has not started the library, CUDA or a
 *  team of OpenMP, and never does.
 *
 *  @param[in]  what  says in messages which part it is
 *  @param[in]  part  what the process does; it returns 0, or an exit status after a message
 *  @param[in]  job   given to it
 *  @param[out] result  [size] what it tells, BENCH_RESULT_MOST bytes at most; written on success only
 *  @return 0, or -1 after a message when it failed, was ended by a signal or did not tell all. */
int bench_process(const char *what, int (*part)(const void *job, void *result), const void *job, void *result,
                  size_t size);

#endif
