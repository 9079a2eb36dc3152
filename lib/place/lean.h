/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the loops over a view want it to be: makes a scheduler that looks at one task look further.
 *
 * StarPU's data-aware policies (dmda and its kin) give a task to the worker where it would end first, its transfers
 * included, and count those once more as a penalty, over a bus that they take to be half as fast as it is. So data
 * that is in main memory stays there: a transfer that takes as long as ten loops on the CPU is never made, though a
 * thousand loops follow that are twenty times faster on the GPU.
 *
 * That is the problem of a system with two states, between which it moves at a cost while requests come that cost more
 * in one or in the other: Borodin, Linial, Saks, "An optimal on-line algorithm for metrical task systems", JACM 39
 * (1992).
 * Their work function says: keep the sum of what the calls would have saved in the other state, cut off at the cost of
 * a move, and move when the sum has reached it. Whatever comes, the cost is at most three times that of who knows the
 * future. The sum, over the cost of a move, is the view's *lean*: from -1 (the loops want it in main memory) to 1 (on
 * a GPU).
 *
 * The scheduler stays StarPU's. A view that leans to the other side adds to a loop's cost on this one as much as the
 * scheduler will count for its transfer, so that the two cancel out. */
#ifndef STARLOOP_LIB_PLACE_LEAN_H
#define STARLOOP_LIB_PLACE_LEAN_H

#include "task/task.h"

/** One call's part: a pure function.
 *  @param[in] lean      so far
 *  @param[in] gain      seconds that the call would save on a GPU; less than 0: on a CPU
 *  @param[in] transfer  seconds that moving the view takes, more than 0
 *  @param[in] eager     whether to take what the view has been used for so far for half of what is to come
 *  @return the lean after it. */
float sl__lean_step(float lean, double gain, double transfer, int eager);

/** What of a view's transfer the scheduler is to forget: a pure function.
 *  @param[in] device    SL__ON_CPU, SL__ON_DEVICE: where the call would run; the transfer is to the other side
 *  @param[in] transfer  as StarPU predicts it
 *  @return what to add to the cost on @p device, in the unit of @p transfer. */
double sl__lean_forgive(float lean, int device, double transfer);

/** Counts a task as one more call over its views. Once a task, where there are CUDA workers.
 *  @param[in] gain   seconds that it would save on a GPU, where it may run on either
 *  @param[in] pull   as below
 *  @param[in] start  the lean of a view that no call was counted for yet, 0 to 1 */
void sl__lean_weigh(sl__task *task, double gain, const double pull[], double start);

/** Counts calls over some views.
 *  @param[in] gain   seconds that they would save on a GPU  @param[in] start  as above
 *  @param[in] pull   [views] what they would save besides by not moving other views from there; less than 0: by not
 *                    moving them there; NULL: nothing */
void sl__lean_count(const sl__task_view view[], int views, double gain, const double pull[], double start);

/** Counts the same calls once more, without a look at where the views are. */
void sl__lean_repeat(const sl__task_view view[], int views, double gain);

/** @return where a kernel notes which way views like this one, that it has made, have leaned in the end. */
static inline _Atomic float *sl__lean_fate(sl__model *model, const sl_view *view)
{
    return &model->fate[sl__alone_class(view->count) / (SL__ALONE_CLASSES / SL__FATE_CLASSES)];
}

/** Whether a loop that can choose makes a view: writes all that it does not read, and no such loop, and nothing that
 *  has a say in where the view should be, has been before it. */
static inline int sl__lean_makes(const sl__task_view *use)
{
    return use->access == SL_WRITE && !use->keeps &&
           atomic_load_explicit(&use->view->origin, memory_order_relaxed) == NULL &&
           atomic_load_explicit(&use->view->lean, memory_order_relaxed) == 0 &&
           atomic_load_explicit(&use->view->lean_past, memory_order_relaxed) == 0;
}

/** Whether it does, and such views that its kernel has made lately were wanted on a GPU in the end. */
static inline int sl__lean_is_wanted(const sl__task_view *use, sl__model *model)
{
    return sl__lean_makes(use) && atomic_load_explicit(sl__lean_fate(model, use->view), memory_order_relaxed) > 0.5F;
}

/** A loop that can choose, or a run of a region, is to be placed. The views that it makes lean to a GPU from the start
 *  where such ones were wanted there in the end: a solver's, whose steps run there, need not be moved for each
 *  solution. @return whether there are some. */
int sl__lean_made(const sl__task_view use[], int views, sl__model *model);

/** Whether the times of a view's loops do not say that it were better in main memory. */
static inline int sl__lean_may_stay(const sl_view *view)
{
    return atomic_load_explicit(&view->alone, memory_order_relaxed) > -1;
}

/** Whether a view's loops want it in main memory, by their times alone and with all that counts. */
static inline int sl__lean_is_home(const sl_view *view)
{
    return atomic_load_explicit(&view->alone, memory_order_relaxed) < 0 &&
           atomic_load_explicit(&view->lean, memory_order_relaxed) < 0;
}

/** @return seconds to move a view: at the speed that the bus was measured to have, and what StarPU takes for it. */
double sl__lean_transfer(const sl_view *view);

/** Whether a view is on some GPU now. */
int sl__lean_on_gpu(const sl_view *view);

/** Learns where the GPUs' memory is and how fast the bus. When the workers run. */
void sl__lean_begin(void);

/** What the cost model adds for the views of a task, in seconds. Called where there are CUDA workers. */
double sl__lean_charge(sl__task *task, const struct starpu_task *starpu_task, int device);

/** What may run on one side only brings there what it writes: a move each way for all others. For what is not asked for
 *  by sl__lean_charge(): host functions, and pieces of regions. Where there are CUDA workers.
 *  @param[in] where  SL__SIDE_CPU or SL__SIDE_DEVICE */
void sl__lean_pinned(const sl__task_view view[], int views, int where);

#endif
