/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How small loops share the threads: pure functions; nothing here runs a kernel.
 *
 * Consecutive loops of which none touches what another one writes, as far as views, declared reach and lists tell, make
 * a round. Their iterations are laid one behind the other, by what they are expected to take, and cut into as many
 * equal shares as there are threads: a thread runs some whole loops, and a piece of one at either end. Only between two
 * rounds do threads wait for each other. doc/notes/bundles.md. */
#ifndef STARLOOP_LIB_EXEC_CPU_ROUNDS_H
#define STARLOOP_LIB_EXEC_CPU_ROUNDS_H

#include "exec/cpu/bundle_lists.h"
#include "task/batch.h"

/** Loops [first, last) of a bundle. */
typedef struct sl__round {
    int first, last;
    int alone; /**< too short to share: one thread runs all of them in order. Such rounds are merged */
} sl__round;

/** The loops of a bundle. */
typedef struct sl__rounds {
    int loops, count;
    sl__round round[SL__BATCH_TASKS]; /**< [count] */
    double upto[SL__BATCH_TASKS + 1]; /**< [loops + 1] seconds that the loops before it take on one core */
} sl__rounds;

/** Tests only: loops that may share the threads do so, rounds are shared and loops cut, however short they are. */
extern int sl__rounds_always;

/** Whether two loops touch a view in common that one of them writes, as far as can be seen.
 *  @param[in] k, m   their numbers in @p lists  @param[in] lists  NULL: nobody has looked at any */
int sl__rounds_conflict(const sl__task *one, int k, const sl__task *other, int m, const sl__lists *lists);

/** Finds the rounds of some loops of a batch.
 *  @param[in] first, count  which  @param[in] seconds  [count] what each takes on one core, more than 0
 *  @param[in] lists  of these loops; NULL: nobody has looked at any */
void sl__rounds_make(sl__rounds *rounds, const sl__batch *batch, int first, int count, const double seconds[],
                     const sl__lists *lists);

/** @return how many rounds are shared, and how many loops these have. @param[out] seconds  that all of them take */
int sl__rounds_shared(const sl__rounds *rounds, int *loops, double *seconds);

/** The piece of a loop that is in a thread's share of the loop's round, as fractions of its iterations.
 *  @param[in]  round  its number  @param[in] l  the loop, from 0
 *  @param[out] piece  [2] where it begins and ends: the next thread's begins where it ends, to the last bit
 *  @return whether there is any */
int sl__rounds_piece(const sl__rounds *rounds, int round, int l, int thread, int threads, double piece[2]);

#endif
