/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cost models: what the scheduler is told about the time of a loop.
 *
 * StarPU's own history models force calibration runs and know only the sizes of handles. Ours is a cost function over
 * a history that is keyed by a footprint of kernel, space and policy, and seeded by a roofline. */
#ifndef STARLOOP_LOOP_MODEL_H
#define STARLOOP_LOOP_MODEL_H

#include <stdatomic.h>
#include <stdint.h>

#include <core/starpu.h>

#include <starloop/loop.h>

enum { SL__MODEL_ENTRIES = 64 };

/** The model of one kernel. */
typedef struct sl__model {
    struct starpu_perfmodel starpu;
    char symbol[160];
    _Atomic uint64_t entry[SL__MODEL_ENTRIES]; /* footprint in the upper half, seconds as a float in the lower */
    _Atomic unsigned calls;                    /* counted loosely */
    _Atomic float per_point;                   /* seconds an iteration on one core, measured; 0: not yet */
} sl__model;

/** Makes a model under a symbol that holds name, hash and StarPU's version. */
void sl__model_make(sl__model *model, const char *name, uint32_t hash);

/** The footprint of a call: kernel, extents of the space, and what of the policy changes its speed. */
uint32_t sl__model_footprint(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space);

/** Whether the next call should be timed: the first ones, then one in sixteen, and one that was never seen. */
int sl__model_due(sl__model *model, uint32_t footprint);

/** Notes that a call took @p seconds on @p threads threads. Any thread. */
void sl__model_note(sl__model *model, uint32_t footprint, sl_index points, int threads, double seconds);

/** @return the measured time of a call with that footprint in seconds, 0 when there is none. */
double sl__model_known(const sl__model *model, uint32_t footprint);

/** @return the measured time of one iteration on one core in seconds, 0 when there is none. */
static inline double sl__model_per_point(const sl__model *model)
{
    return atomic_load_explicit(&model->per_point, memory_order_relaxed);
}

#endif
