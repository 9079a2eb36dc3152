/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What calls cost on either kind of device, and which one is the better for them.
 *
 * What their loops take by the models, what they cost besides, and what it takes to have their views there. Where there
 * are CUDA workers. */
#ifndef STARLOOP_LIB_PLACE_COSTS_H
#define STARLOOP_LIB_PLACE_COSTS_H

#include "task/task.h"

/** Seconds that a queued call takes on a GPU at least, of many: one is launched while another one runs. */
#define SL__CUDA_QUEUED 3.3e-6

/** What is known of a call, or of several together, when they are placed; by SL__ON_CPU, SL__ON_DEVICE. */
typedef struct sl__costs {
    double run[SL__SIDES];  /**< seconds that it takes there */
    double move[SL__SIDES]; /**< seconds to get its views there, less what they lean to it, and those that it writes
                                 only to where they lean */
    int trusted[SL__SIDES]; /**< the time was measured, and more than once */
    double guess;           /**< seconds that count more for the GPU in a choice */
} sl__costs;

/** A pure function. @param[out] sure  whether to leave nothing to the scheduler  @return the device. */
int sl__costs_choose(const sl__costs *costs, int *sure);

/** Adds what a program waits until it goes on after what did not run in its own thread. A pure function.
 *  @param[in] here  seconds in the calling thread, which the CPU takes if that is less; INFINITY: it cannot run there
 *  @param[in] share  of the calls that are waited for, 0 to 1
 *  @param[in] queued  of those on CPUs that cannot run in the calling thread after all, since what they need is not
 *                     idle, 0 to 1 */
void sl__costs_wait(sl__costs *costs, double here, double share, double queued);

/** The part of a view's transfer that counts. A pure function.
 *  @param[in] lean  of the view, from -1 to 1  @param[in] device  to which it would be moved  @return 0 to 1 */
double sl__costs_counts(float lean, int device);

/** What is known of a call: of one by itself, or in a run of a region. */
typedef sl__sample sl__costs_look(const sl__model *model, int device, uint32_t footprint);

/** @return seconds of a call on CPUs in the calling thread; 0: it is too long for that. */
double sl__costs_here(const sl__task *task);

/** Adds what a call takes, without what it costs besides on a GPU.
 *  @param[in,out] all_here  seconds of all in the calling thread, where only loops are run that are short enough
 *  @return as sl__model_hope_chained() */
double sl__costs_call(const sl__task *task, sl__costs_look *known, sl__costs *costs, double *all_here);

/** sl__costs_choose() for calls over some views: what moves take is written to @p costs first. */
int sl__costs_weigh(const sl__task_view use[], int views, sl__costs *costs, int *sure);

/** Whether to try the other kind of device after all: its time, which speaks against it, is doubtful, and the calls
 *  that were kept from it since have taken so long that the try does not matter. Counts them.
 *  @param[in] device  the one that is chosen  @param[in] calls  so many, since the last question */
int sl__costs_check(sl__task *const call[], int count, const sl__costs *costs, int device, int calls,
                    sl__costs_look *known);

/** Tells that a call was placed. @param[in] trusted  by times that were measured, and not left to the
 *  scheduler for want of one */
void sl__costs_placed(int trusted);

/** Tells that calls were placed on CPUs, with what was hoped of each: one choice for each kernel.
 *  @param[in,out] hoped  [count]  @param[in] away  seconds to fetch their views */
void sl__costs_spend(sl__task *const call[], int count, double hoped[], double away);

/** @return the kind of device of a place; of two the GPU. @param[in] where  SL__SIDE_CPU, SL__SIDE_DEVICE or both or-ed
 */
static inline int sl__costs_device(int where)
{
    return where & SL__SIDE_DEVICE ? SL__ON_DEVICE : SL__ON_CPU;
}

/** @return where a view is on that kind of device, in the bits of sl_view.planned. */
static inline int sl__costs_bit(int device)
{
    return device == SL__ON_DEVICE ? SL__VIEW_ON_GPU : SL__VIEW_IN_MAIN;
}

/** @return where a view will be when what is queued has run. */
int sl__costs_planned(sl_view *view);

/** Tells that what uses the views so will run on the device. */
void sl__costs_plan(const sl__task_view use[], int views, const void *kernel, int device);

/** What a call of a kernel would save on a GPU, for each of its views, by leaving others there that loops of other
 *  kernels keep there. Or a view that they need on the GPU would go to and fro for a small loop over some that only
 *  this kernel uses: none of those would ever have a reason of its own to go. The same, less than 0, for main memory.
 *  @param[out] pull  [views] seconds */
void sl__costs_pulls(const sl__task_view use[], int views, const void *kernel, double pull[]);

/** Whether all other loops want what would be written on a device elsewhere: the reason to be there may be gone. */
int sl__costs_against(const sl__task_view use[], int views, int device);

/** Adds to what several threads may add to, loosely. */
static inline void sl__add_loosely(_Atomic float *to, double what)
{
    atomic_store_explicit(to, (float)(atomic_load_explicit(to, memory_order_relaxed) + what), memory_order_relaxed);
}

/** When the workers run. */
void sl__costs_begin(void);

#endif
