/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The iterations of a loop that scatters, by colours of its map: those of a colour share no target.
 *
 * What is coloured are blocks of iterations that follow one another, each run by one thread as it stands; single
 * iterations where blocks have too many colours. Colours are kept for as long as nothing writes the map. */
#ifndef STARLOOP_LIB_EXEC_CPU_COLORS_H
#define STARLOOP_LIB_EXEC_CPU_COLORS_H

#include <starloop/kernel/abi.h>

#include "task/task.h"

/** Units of a loop, by colour. */
typedef struct sl__colors {
    int count;           /**< of colours; 0: there would be too many */
    sl_index first, end; /**< the iterations; over a stride or list their places */
    sl_index block;      /**< iterations of a unit */
    int wide;            /**< the next ones are int64_t; else int32_t */
    void *unit;          /**< numbers of blocks; indices where these are single iterations */
    sl_index *begin;     /**< [count + 1] of the colours */
    int references;      /**< guarded by the lock of what is kept */
} sl__colors;

/** @return whether a loop can run by colours: it has a map and no reductions. */
int sl__colors_possible(const sl__task *task);

/** @return the colours of a loop, to be given back; NULL: there is no memory, or there are too many of them.
 *  @param[in] buffers  [views of the task] */
const sl__colors *sl__colors_get(const sl__task *task, void *buffers[]);

/** Gives them back. NULL is allowed. */
void sl__colors_release(const sl__colors *colors);

/** Runs units [first, last) of a colour. @param[in] function  of the indexed case where the units are iterations */
void sl__colors_run(const sl__colors *colors, int color, sl_index first, sl_index last, sl__chunk_function function,
                    const void *args, struct sl__box *box);

/** Forgets all that is kept. */
void sl__colors_fini(void);

/** How often colours were made, for tests. */
extern _Atomic int sl__colors_made;

#endif
