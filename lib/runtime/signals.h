/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The threads that sl_init() starts leave the program's signals to the program's threads. */
#ifndef STARLOOP_LIB_RUNTIME_SIGNALS_H
#define STARLOOP_LIB_RUNTIME_SIGNALS_H

#include <signal.h>

/** Blocks signals in the calling thread, whose mask new threads inherit: all but those that a thread brings upon itself
 *  (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT), and the profiler's (SIGPROF).
 *  @param[out] before  the mask as it was, for sl__signals_restore() */
void sl__signals_block(sigset_t *before);

/** Puts the calling thread's mask back. */
void sl__signals_restore(const sigset_t *before);

#endif
