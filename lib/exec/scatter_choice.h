/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief By which strategy a loop scatters: a choice of its own on each kind of device, by measured times. */
#ifndef STARLOOP_LIB_EXEC_SCATTER_CHOICE_H
#define STARLOOP_LIB_EXEC_SCATTER_CHOICE_H

#include "base/sides.h"
#include "task/task.h"

/** How a loop scatters. */
typedef struct sl__scatter_choice {
    sl_scatter way;
    int timed;     /**< its time is wanted */
    unsigned ways; /**< in which it can, a bit each */
    uint32_t key;  /**< of its size class */
} sl__scatter_choice;

/** Chooses the fastest way; the first loops of a size class are timed.
 *  @param[in] side      SL__ON_CPU or SL__ON_DEVICE
 *  @param[in] elements  that the loop scatters into
 *  @param[in] ways      in which it can, a bit each: SL_SCATTER_ATOMIC is one
 *  @return choice->way */
sl_scatter sl__scatter_choose(int side, const sl__task *task, sl_index elements, unsigned ways,
                              sl__scatter_choice *choice);

/** A loop whose time was wanted has ended: notes it. With the last one that was wanted the choice is told. */
void sl__scatter_note(int side, const sl__task *task, const sl__scatter_choice *choice, sl_index points,
                      double seconds);

#endif
