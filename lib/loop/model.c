/* SPDX-License-Identifier: BSD-3-Clause */
#include "loop/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/env.h"
#include "device/cpu/gang.h"
#include "device/device.h"
#include "loop/kernel.h"
#include "loop/lean.h"
#include "loop/task.h"
#include "machine/machine.h"

/* The rooflines: bandwidths that a core, a package and a GPU of today reach, in bytes a second, and the time of a loop
 * over nothing. They only have to rank calls, and to be too good rather than too bad, or nobody would try. */
#define CORE_BANDWIDTH 1e10
#define PACKAGE_BANDWIDTH 1.5e11
#define CUDA_BANDWIDTH 2e12
#define CPU_LEAST 1e-6
#define CUDA_LEAST 2e-6

/* What StarPU and the driver take to start a call and to see its end, which the measured times do not contain. */
#define CPU_LAUNCH 1e-6
#define CUDA_LAUNCH 8e-6

/* ---- footprints ---------------------------------------------------------------------------------------- */

/* A multiplication and a fold: quick, for every call passes here. */
static uint64_t mix(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_launch(uint64_t hash, const sl_policy *policy)
{
    const sl_occupancy *o = &policy->occupancy;
    hash = mix(hash, (uint64_t)policy->grid << 11 ^ (uint64_t)policy->block);
    if (o->kind == SL__OCCUPANCY_DEFAULT)
        return hash;
    hash = mix(hash, (uint64_t)o->kind << 32 | (uint32_t)o->num);
    hash = mix(hash, (uint64_t)(uint32_t)o->den << 32 | (uint32_t)o->offset);
    return o->custom ? mix(hash, (uintptr_t)o->custom) : hash;
}

uint32_t sl__model_footprint(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space)
{
    const sl__kernel_state *state = __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE);
    uint64_t hash = mix(state ? state->hash : 0, (uintptr_t)kernel);
    for (int d = 0; d < space->rank; d++) {
        hash = mix(hash, space->hi[d] > space->lo[d] ? (uint64_t)space->hi[d] - (uint64_t)space->lo[d] : 0);
        hash = mix(hash, (uint64_t)policy->tile[d] * 8 + (uint64_t)policy->order[d]);
    }
    /* Not .where: each kind of device has a history of its own, and one that was told its place teaches the others. */
    hash = mix(hash, (uint64_t)policy->chunk * 8 + (uint64_t)policy->collapse);
    hash = mix(hash, (uint64_t)policy->schedule);
    hash = mix_launch(hash, policy);
    return (uint32_t)(hash >> 32 ^ hash);
}

/* ---- history ------------------------------------------------------------------------------------------- */

static double seconds_of(uint64_t entry)
{
    float seconds;
    uint32_t bits = (uint32_t)entry;
    memcpy(&seconds, &bits, sizeof seconds);
    return seconds;
}

double sl__model_known(const sl__model *model, int device, uint32_t footprint)
{
    const sl__history *h = &model->on[device];
    uint64_t entry = atomic_load_explicit(&h->entry[footprint % SL__MODEL_ENTRIES], memory_order_relaxed);
    return entry >> 32 == footprint ? seconds_of(entry) : 0;
}

int sl__model_due(sl__model *model, int device, uint32_t footprint)
{
    sl__history *h = &model->on[device];
    unsigned calls = atomic_load_explicit(&h->calls, memory_order_relaxed);
    atomic_store_explicit(&h->calls, calls + 1, memory_order_relaxed);
    return calls < 16 || calls % 16 == 0 || !(sl__model_known(model, device, footprint) > 0);
}

void sl__model_note(sl__model *model, int device, uint32_t footprint, sl_index points, int threads, double seconds)
{
    sl__history *h = &model->on[device];
    double known = sl__model_known(model, device, footprint);
    float mean = (float)(known > 0 ? 0.75 * known + 0.25 * seconds : seconds);
    uint32_t bits;
    memcpy(&bits, &mean, sizeof bits);
    atomic_store_explicit(&h->entry[footprint % SL__MODEL_ENTRIES], (uint64_t)footprint << 32 | bits,
                          memory_order_relaxed);
    if (points > 0 && device == SL__ON_CPU) {
        double old = sl__model_per_point(model), now = seconds * threads / (double)points;
        atomic_store_explicit(&model->per_point, (float)(old > 0 ? 0.75 * old + 0.25 * now : now),
                              memory_order_relaxed);
    }
}

/* ---- estimates ----------------------------------------------------------------------------------------- */

double sl__model_bytes(const sl__task *task)
{
    const sl__task_view *views = task->many ? task->many : task->view;
    double points = (double)sl_space_size(&task->space), bytes = 0;
    for (int i = 0; i < task->views; i++) {
        double count = (double)views[i].view->count;
        double once = (double)views[i].view->elem * (points < count ? points : count);
        bytes += views[i].access == SL_RDWR ? 2 * once : once;
    }
    return bytes;
}

/* Of the cores behind one call, up to what the memory of their packages gives. */
static double cpu_bandwidth(const sl__task *task)
{
    const sl__plan *plan = sl__machine_plan();
    const sl__topology *topology = sl__machine_topology();
    if (plan == NULL || topology == NULL || plan->groups < 1 || sl_space_size(&task->space) <=
        sl__env_int(SL__ENV_SERIAL_BELOW))
        return CORE_BANDWIDTH;
    double cores = sl__gang_pays(task) ? plan->cores : (double)plan->cores / plan->groups;
    double packages = topology->packages * cores / topology->cores;
    return fmin(cores * CORE_BANDWIDTH, fmax(packages, 1) * PACKAGE_BANDWIDTH);
}

double sl__model_roofline(const sl__task *task, int device)
{
    double bytes = sl__model_bytes(task);
    return device == SL__ON_CUDA ? CUDA_LEAST + bytes / CUDA_BANDWIDTH : CPU_LEAST + bytes / cpu_bandwidth(task);
}

double sl__model_expect(const sl__task *task, int device)
{
    sl__model *model = &task->state->model;
    sl__history *h = &model->on[device];
    double known = sl__model_known(model, device, task->footprint), roofline = sl__model_roofline(task, device);
    double factor = atomic_load_explicit(&h->factor, memory_order_relaxed);
    if (known > 0) {
        atomic_store_explicit(&h->factor, (float)(known / roofline), memory_order_relaxed);
        return known;
    }
    if (!(factor > 0)) {
        double other = atomic_load_explicit(&model->on[!device].factor, memory_order_relaxed);
        factor = other > 1 ? sqrt(other) : 1;
    }
    return fmax(roofline * factor, 1e-9);
}

int sl__model_device(const struct starpu_perfmodel_arch *arch)
{
    return arch != NULL && arch->ndevices > 0 && arch->devices[0].type == STARPU_CUDA_WORKER ? SL__ON_CUDA : SL__ON_CPU;
}

/* StarPU asks, in microseconds. Neither 0 nor NaN: both mean unknown, and start a calibration. */
static double cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    (void)implementation;
    sl__task *task = starpu_task->cl_arg;
    int device = sl__model_device(arch);
    double seconds = sl__model_expect(task, device) + (device == SL__ON_CUDA ? CUDA_LAUNCH : CPU_LAUNCH);
    if (sl__device_workers() > 0)
        seconds += sl__lean_charge(task, starpu_task, device);
    return seconds * 1e6;
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
