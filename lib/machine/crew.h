/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The threads of a worker group, which whoever leads them calls to run something with it.
 *
 * A crew has a thread for each core of its group but the first, bound there. It runs one thing at a time, for one
 * leader: the group's StarPU worker, or a thread of the program to which that has lent its place (lend.h). Between two
 * calls its threads poll for a millisecond, then sleep. */
#ifndef STARLOOP_LIB_MACHINE_CREW_H
#define STARLOOP_LIB_MACHINE_CREW_H

#include "machine/machine.h"

typedef struct sl__crew sl__crew;

/** What each thread runs. @param[in] thread  its number, from 0, which is the leader's  @param[in] threads  all */
typedef void (*sl__crew_work)(void *arg, int thread, int threads);

/** @return a crew without threads; NULL without memory. */
sl__crew *sl__crew_make(const sl__group *group);

/** Ends its threads, which run nothing. NULL is none. */
void sl__crew_free(sl__crew *crew);

/** Runs @p work in so many threads, of which the calling one is the first, and returns when all have ended. For a
 * thread that has not begun when the caller has ended, since another program has its core or it slept, the caller runs
 * it, with that thread's number. Threads that are missing are made; fewer run it where the system has no more. In a
 * thread that is in a crew already it runs in that one alone. All that was written before is seen in it, and all of it
 * after.
 *  @param[in] group  whose crew: the caller leads it */
void sl__crew_run(const sl__group *group, int threads, sl__crew_work work, void *arg);

/** The same for work that is about the threads and their cores: each runs its own, however late it comes. */
void sl__crew_run_each(const sl__group *group, int threads, sl__crew_work work, void *arg);

/** In how many of the last calls, one after another, some of the threads had to be woken, which takes longer than many
 * loops. For who leads the crew. */
int sl__crew_woken(const sl__group *group);

/** The calling thread's number in what its crew runs, and how many there are; 0 of 1 outside. */
int sl__crew_thread(void);
int sl__crew_threads(void);

/** The leader says a number in what its crew runs, once, and all threads, the leader too, hear it. */
int sl__crew_share(int said);

#endif
