/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a schedule deals what there is to the threads of a loop, or of a level of a nest. */
#ifndef STARLOOP_LIB_EXEC_CPU_DEAL_H
#define STARLOOP_LIB_EXEC_CPU_DEAL_H

#include <stdatomic.h>

#include <starloop/kernel/abi.h>

/** Whether threads take chunks from a counter. */
static inline int sl__deal_counts(const struct sl__deal *deal)
{
    return deal->schedule_ == SL__DEAL_DYNAMIC || deal->schedule_ == SL__DEAL_GUIDED;
}

/** Begins a thread's deal of [from, to): all but sharer_ and round_. One thread alone has an equal share, which is all.
 *  @param[in] schedule  SL__DEAL_*  @param[in] chunk  0: of SL__DEAL_STATIC equal shares, else 1 */
void sl__deal_make(struct sl__deal *deal, int schedule, sl_index chunk, sl_index from, sl_index to, int thread,
                   int threads);

/** Finds what a thread runs next: [first_, last_).
 *  @param[in,out] taken  how much all threads have taken of a deal that counts: 0 at first
 *  @return 0: nothing more */
int sl__deal_take(struct sl__deal *deal, _Atomic sl_index *taken, int thread, int threads);

#endif
