/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Placing loops that may run on either kind of device when they are called, where the answer is known.
 *
 * StarPU's scheduler places a task when its inputs are there, one at a time: that costs some 5 microseconds a loop, and
 * a loop that may still go to either place can be part of no batch. So what the models know is used at the call: where
 * one kind of device is the better one by what was measured, the loop is made one for that kind alone.
 *
 * The scheduler keeps what it is good at. It gets the loops of which a time that decides was not measured yet, since it
 * asks when the loops before have run; and the long ones that are not much slower on the other side, which it may put
 * there while this one is busy. */
#ifndef STARLOOP_LIB_PLACE_PLACE_H
#define STARLOOP_LIB_PLACE_PLACE_H

#include "place/costs.h"

/** Counts a task's part in where its views should be, and may narrow task->where to one kind of device. Before a task
 *  is submitted; where there are CUDA workers. */
void sl__place(sl__task *task);

/** The same for loops that run in one place, again and again: their place is chosen at first at each run, later at one
 *  of 16, or of up to 64 short ones. Runs of all pieces with the same loops count: programs record new ones all the
 *  time.
 *  @param[in]     view   [views] each once, with its first access or-ed with SL_WRITE where any of the loops writes it
 *  @param[in]     where  where all of them may run
 *  @param[in,out] alike  0 before a piece's first run; then what those have in common that are alike
 *  @return where they run now: SL__SIDE_CPU, SL__SIDE_DEVICE or both or-ed, for the scheduler to choose. */
int sl__place_piece(sl__task *const call[], int count, const sl__task_view view[], int views, int where,
                    uint32_t *alike);

/** Tells how a piece was run that may be placed, on CPUs. @param[in] call  its first loop  @param[in] here  in the
 *  calling thread, and not queued */
void sl__place_ran(const sl__task *call, int here);

/** When the workers run. */
void sl__place_begin(void);

#endif
