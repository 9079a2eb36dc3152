/* SPDX-License-Identifier: BSD-3-Clause */
/* How long loops take: what StarPU and the rest of the library are told. */
#include <math.h>

#include "base/starpu.h"

#include "base/env.h"
#include "task/cores.h"
#include "task/measured.h"
#include "task/task.h"
#include "machine/machine.h"
#include "task/place.h"
#include "task/seconds.h"

static sl__speeds speeds; /* of one worker group; of all of them its cores are more */
static double all_cores;

static double memory_of(double cores)
{
    const sl__topology *topology = sl__machine_topology();
    const double packages = topology != NULL ? topology->packages * cores / topology->cores : 1;
    return fmin(cores * SL__CORE_BANDWIDTH, fmax(packages, 1) * SL__PACKAGE_BANDWIDTH);
}

void sl__seconds_begin(int worker)
{
    const sl__plan *plan = sl__machine_plan();
    const sl__topology *topology = sl__machine_topology();
    all_cores = plan != NULL && plan->groups > 0 ? plan->cores : 1;
    speeds.cores = plan != NULL && plan->groups > 0 ? all_cores / plan->groups : 1;
    speeds.memory = memory_of(speeds.cores);
    speeds.cache = SL__CACHE_BANDWIDTH;
    speeds.level = topology != NULL ? (double)topology->l2 : 0;
    speeds.device = SL__DEVICE_BANDWIDTH;
    if (worker < 0)
        return;
    const unsigned node = starpu_worker_get_memory_node((unsigned)worker);
    const double bus = starpu_transfer_bandwidth(STARPU_MAIN_RAM, node); /* bytes a microsecond */
    speeds.bus = bus > 0 ? 1e6 * bus : SL__CORE_BANDWIDTH;
    speeds.request = SL__MOVE_REQUEST + 1e-6 * fmax(starpu_transfer_latency(STARPU_MAIN_RAM, node), 1);
}

double sl__seconds_move(const sl_view *view, int parts)
{
    return sl__estimate_move(&speeds, (double)view->count * (double)view->elem / parts);
}

/* ---- seconds --------------------------------------------------------------------------------------------- */

sl__loop_size sl__seconds_size(const sl__task *task)
{
    const int forks = sl__cpu_is_large(task) && task->policy->schedule != SL_SEQ && task->policy->schedule != SL_SIMD;
    return (sl__loop_size){.key = task->footprint,
                           .points = sl__task_points(task),
                           .bytes = sl__task_bytes(task),
                           .cores = forks,
                           .chains = forks && sl__machine_groups() == 1 && sl__env_int(SL__ENV_CHAIN) &&
                                     sl__chain_takes(task)};
}

static sl__speeds speeds_of(const sl__task *task)
{
    sl__speeds s = speeds;
    if (sl__gang_pays(task)) {
        s.cores = all_cores;
        s.memory = memory_of(all_cores);
    }
    return s;
}

double sl__place_seconds(const sl__task *task, int side)
{
    const sl__loop_size size = sl__seconds_size(task);
    const sl__speeds s = speeds_of(task);
    return sl__estimate(&task->state->times, &s, &size, side);
}

double sl__place_seconds_or(const sl__task *task, int side, double unknown)
{
    const double seconds = sl__place_seconds(task, side);
    return atomic_load_explicit(&task->state->times.factor[side], memory_order_relaxed) > 0 ? seconds
                                                                                            : fmax(seconds, unknown);
}

double sl__place_roofline(const sl__task *task)
{
    const sl__loop_size size = sl__seconds_size(task);
    const sl__speeds s = speeds_of(task);
    return sl__estimate_roofline(&s, &size, SL__ON_CPU);
}

double sl__place_fetch(double bytes)
{
    return bytes / speeds.memory;
}

/* ---- StarPU's cost model ----------------------------------------------------------------------------------- */

int sl__place_side(const struct starpu_perfmodel_arch *arch)
{
    return arch != NULL && arch->ndevices > 0 && arch->devices[0].type != STARPU_CPU_WORKER ? SL__ON_DEVICE
                                                                                            : SL__ON_CPU;
}

/* In microseconds. Neither 0 nor NaN: both mean unknown, and start a calibration. */
static double seconds_cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    const int side = sl__place_side(arch);
    (void)implementation;
    return 1e6 * (sl__place_seconds(starpu_task->cl_arg, side) +
                  (side == SL__ON_DEVICE ? SL__DEVICE_LAUNCH : SL__CPU_LAUNCH));
}

static uint32_t seconds_footprint(struct starpu_task *starpu_task)
{
    const sl__task *task = starpu_task->cl_arg;
    return task->footprint;
}

void sl__place_perfmodel(struct starpu_perfmodel *model, const char *symbol)
{
    model->type = STARPU_PER_ARCH;
    model->symbol = symbol;
    model->arch_cost_function = seconds_cost;
    model->footprint = seconds_footprint;
}
