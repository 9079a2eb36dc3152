/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where loops go: what the rest of the library asks. doc/architecture.md
 *
 * A loop that may run on either side gets one when it is called: so it can be part of a batch or a chain, and StarPU's
 * scheduler, which looks at one task at a time, has only to find a worker of that side. */
#ifndef STARLOOP_LIB_TASK_PLACE_H
#define STARLOOP_LIB_TASK_PLACE_H

#include "base/starpu.h"

#include "task/task.h"
#include "place/estimate.h"
#include "place/route.h"

/** What a piece of a region keeps of its place. Zeroed before its first run. */
typedef struct sl__piece_place {
    int where;      /**< of the last runs: SL__SIDE_* or-ed; 0: it has not run */
    int since, due; /**< runs since that was chosen, and after how many it is chosen anew */
} sl__piece_place;

/** When the workers run. */
void sl__place_begin(void);

/** Where a call goes whose views nobody else uses: place/route.h.
 *  @param[in]  where    SL__SIDE_* or-ed: where it may run
 *  @param[in]  waits    SL__WAITS_*
 *  @param[in]  lends    the worker may lend the calling thread its place
 *  @param[out] seconds  as of sl__route_choose()
 *  @return why it goes there. */
sl__reason sl__place_route(const sl__kernel_state *state, const sl_policy *policy, sl_index points, int where,
                           int waits, int lends, double *seconds);

/** Whether a host function's policy asks for the calling thread, and nothing speaks against that but, perhaps, who uses
 *  its views. */
int sl__place_function_in_caller(const sl_policy *policy);

/** Tests: seconds below which loops run in the calling thread, whatever was measured; 0: that. Before sl_init(). */
extern double sl__place_in_caller_below;

/** Chooses a side for a loop that has both, and books the task. Before it is submitted; where there are devices. */
void sl__place(sl__task *task);

/** The same for loops that run in one place, again and again: chosen at each run at first, later at one of 16.
 *  @param[in] view   [views] each once, with its first access or-ed with SL_WRITE where any of the loops writes it
 *  @param[in] where  where all of them may run  @return where they run now. */
int sl__place_piece(sl__task *const call[], int count, const sl__task_view view[], int views, int where,
                    sl__piece_place *place);

/** The same for a loop in so many parts, all of which go to one side. @param[in] box  of one of them
 *  @return its side, of those in task->where. */
int sl__place_parts(const sl__task *task, const sl_space *box, int parts);

#endif
