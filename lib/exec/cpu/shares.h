/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Units of a loop cut into shares, one for each core, from which anybody may take.
 *
 * A share is always the same part of the units, whoever runs it: so the core that it is meant for, which begins with
 * it, finds its data where it left them in the loop before. A core that has done its share helps with the others:
 * nobody waits for one that comes late or not at all. Pure but for the cursors; nothing here runs a kernel. */
#ifndef STARLOOP_LIB_EXEC_CPU_SHARES_H
#define STARLOOP_LIB_EXEC_CPU_SHARES_H

#include <stdatomic.h>

#include <starloop/types.h>

/** How far a share is taken: in units, or in chunks where these are dealt. On a cache line of its own. */
typedef struct sl__cursor {
    _Alignas(64) _Atomic sl_index taken;
} sl__cursor;

/** Units [0, units) in shares. */
typedef struct sl__shares {
    sl_index units;
    sl_index chunk;     /**< 0: shares are contiguous. Else chunks of so many units are dealt round-robin */
    sl_index least;     /**< contiguous shares: units that are worth taking */
    int count;          /**< shares */
    sl__cursor *cursor; /**< [count] */
} sl__shares;

/** Cuts units into shares. No one takes from them meanwhile.
 *  @param[in] cursor  [count] memory for the shares, not copied
 *  @param[in] least   more than 0 */
void sl__shares_make(sl__shares *shares, sl__cursor cursor[], int count, sl_index units, sl_index chunk,
                     sl_index least);

/** Takes units: of a contiguous share an eighth of what is left, else a chunk. Any thread.
 *  @param[in]      own   the share to begin with, from 0
 *  @param[in,out]  from  the share to look at first: @p own at a thread's first call. Then the share they are from
 *  @param[out]     first, last  the units [first, last), of which nobody else gets any
 *  @return 1; 0 when all units of all shares are taken: a thread asks no more then. */
int sl__shares_take(const sl__shares *shares, int own, int *from, sl_index *first, sl_index *last);

#endif
