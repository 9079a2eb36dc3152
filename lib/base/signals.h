/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The program's signals stay with the program's threads, and writes of the library end in an error instead of
 *         a signal. */
#ifndef STARLOOP_LIB_BASE_SIGNALS_H
#define STARLOOP_LIB_BASE_SIGNALS_H

#include <signal.h>

/** What sl__signals_restore() needs. */
typedef struct sl__signals {
    sigset_t mask;    /**< of the thread, as it was */
    sigset_t pending; /**< the signals that waited for it */
} sl__signals;

/** Blocks signals in the calling thread, whose mask new threads inherit: all but those that a thread brings upon itself
 *  (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT), and the profiler's (SIGPROF).
 *  @param[out] before  for sl__signals_restore() */
void sl__signals_block(sl__signals *before);

/** Blocks SIGPIPE and SIGXFSZ alone, which a write brings upon its thread. @param[out] before  likewise */
void sl__signals_block_writes(sl__signals *before);

/** Takes SIGPIPE and SIGXFSZ that have come meanwhile, and puts the calling thread's mask back. Keeps errno. */
void sl__signals_restore(const sl__signals *before);

#endif
