/* SPDX-License-Identifier: BSD-3-Clause */
#include "loop/model.h"

#include <stdio.h>
#include <string.h>

#include "loop/kernel.h"
#include "loop/task.h"

/* The roofline that stands in until a time is measured: bytes over the bandwidth that one core of today reaches. It
 * only has to rank calls; the first measurement replaces it. */
#define SEED_BANDWIDTH 1e10 /* bytes a second */
#define SEED_OVERHEAD 2e-6  /* seconds */

/* A multiplication and a fold: quick, for every call passes here. */
static uint64_t mix(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint32_t sl__model_footprint(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space)
{
    const sl__kernel_state *state = __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE);
    uint64_t hash = mix(state ? state->hash : 0, (uintptr_t)kernel);
    for (int d = 0; d < space->rank; d++) {
        hash = mix(hash, space->hi[d] > space->lo[d] ? (uint64_t)space->hi[d] - (uint64_t)space->lo[d] : 0);
        hash = mix(hash, (uint64_t)policy->tile[d] * 8 + (uint64_t)policy->order[d]);
    }
    hash = mix(hash, (uint64_t)policy->where * 16 + (uint64_t)policy->schedule);
    hash = mix(hash, (uint64_t)policy->chunk * 8 + (uint64_t)policy->collapse);
    return (uint32_t)(hash >> 32 ^ hash);
}

static double seconds_of(uint64_t entry)
{
    float seconds;
    uint32_t bits = (uint32_t)entry;
    memcpy(&seconds, &bits, sizeof seconds);
    return seconds;
}

double sl__model_known(const sl__model *model, uint32_t footprint)
{
    uint64_t entry = atomic_load_explicit(&model->entry[footprint % SL__MODEL_ENTRIES], memory_order_relaxed);
    return entry >> 32 == footprint ? seconds_of(entry) : 0;
}

int sl__model_due(sl__model *model, uint32_t footprint)
{
    unsigned calls = atomic_load_explicit(&model->calls, memory_order_relaxed);
    atomic_store_explicit(&model->calls, calls + 1, memory_order_relaxed);
    return calls < 16 || calls % 16 == 0 || !(sl__model_known(model, footprint) > 0);
}

void sl__model_note(sl__model *model, uint32_t footprint, sl_index points, int threads, double seconds)
{
    double known = sl__model_known(model, footprint);
    float mean = (float)(known > 0 ? 0.75 * known + 0.25 * seconds : seconds);
    uint32_t bits;
    memcpy(&bits, &mean, sizeof bits);
    atomic_store_explicit(&model->entry[footprint % SL__MODEL_ENTRIES], (uint64_t)footprint << 32 | bits,
                          memory_order_relaxed);
    if (points > 0) {
        double old = sl__model_per_point(model), now = seconds * threads / (double)points;
        atomic_store_explicit(&model->per_point, (float)(old > 0 ? 0.75 * old + 0.25 * now : now),
                              memory_order_relaxed);
    }
}

static double seed(struct starpu_task *task)
{
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); i++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i));
    return SEED_OVERHEAD + bytes / SEED_BANDWIDTH;
}

/* StarPU asks, in microseconds. Neither 0 nor NaN: both mean unknown, and start a calibration. */
static double cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    (void)arch, (void)implementation;
    const sl__task *task = starpu_task->cl_arg;
    double known = task->state ? sl__model_known(&task->state->model, task->footprint) : 0;
    double seconds = known > 0 ? known : seed(starpu_task);
    return seconds > 1e-9 ? seconds * 1e6 : 1e-3;
}

static uint32_t footprint(struct starpu_task *starpu_task)
{
    const sl__task *task = starpu_task->cl_arg;
    return task->footprint;
}

void sl__model_make(sl__model *model, const char *name, uint32_t hash)
{
    snprintf(model->symbol, sizeof model->symbol, "starloop_%.80s_%08x_starpu_%d_%d", name, (unsigned)hash,
             STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION);
    model->starpu.type = STARPU_PER_ARCH;
    model->starpu.symbol = model->symbol;
    model->starpu.arch_cost_function = cost;
    model->starpu.footprint = footprint;
}
