/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops that may run in several ways of which the library chooses: the first calls of a size class try each,
 *  then the fastest stays. */
#ifndef STARLOOP_LIB_EXEC_FASTEST_H
#define STARLOOP_LIB_EXEC_FASTEST_H

#include "task/task.h"

/** What is chosen. */
typedef enum sl__fastest_of {
    SL__FASTEST_TILES,             /**< .tile = SL_TILE_AUTO: SL__TILES_* */
    SL__FASTEST_POLICY,            /**< .nest = "auto" on CPUs: policies of the nest, from 1 on */
    SL__FASTEST_SCATTER,           /**< on CPUs: SL_SCATTER_* */
    SL__FASTEST_SCATTER_ON_DEVICE, /**< on devices */
    SL__FASTEST_KINDS
} sl__fastest_of;

/** How a loop runs. Zero: there is no choice. */
typedef struct sl__fastest {
    sl__fastest_of of;
    int way;
    int timed;     /**< its time is wanted */
    unsigned ways; /**< that it has, a bit each */
    uint32_t key;  /**< of its size class */
    double begin;  /**< seconds */
} sl__fastest;

/** Chooses for a loop that is about to run; its time begins.
 *  @param[in] elements  that the loop scatters into, else 0  @param[in] ways  that it has: a bit each, one at least
 *  @return f->way */
int sl__fastest_choose(sl__fastest_of of, const sl__task *task, sl_index elements, unsigned ways, sl__fastest *f);

/** The loop is over: notes its time, where that is wanted. With the last one that was, the choice is reported. */
void sl__fastest_end(const sl__task *task, const sl__fastest *f);
/** The same of one whose time was wanted, and measured otherwise. */
void sl__fastest_note(const sl__task *task, const sl__fastest *f, double seconds);

/** The clock, in seconds. A test may have another one, even for each way. */
extern double (*sl__fastest_clock)(sl__fastest_of of, int way);

#endif
