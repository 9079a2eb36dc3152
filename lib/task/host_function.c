/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/host_function.h"

#include "task/measured.h"
#include "task/task.h"

uint32_t sl__function_footprint(sl_task_function function)
{
    return (uint32_t)((uint64_t)(uintptr_t)function * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

/* StarPU asks, in microseconds. Neither 0 nor NaN: both mean unknown, and start a calibration. */
static double function_cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch,
                            unsigned implementation)
{
    (void)arch;
    (void)implementation;
    const sl__task *task = starpu_task->cl_arg;
    const double known = sl__times_of(&sl__function_times, task->footprint, SL__BY_ITSELF, 1);
    return 1e6 * (known > 0 ? known : SL__FUNCTION_UNKNOWN);
}

static uint32_t function_footprint(struct starpu_task *starpu_task)
{
    const sl__task *task = starpu_task->cl_arg;
    return task->footprint;
}

sl__times sl__function_times;

struct starpu_perfmodel sl__function_model = {
    .type = STARPU_PER_ARCH,
    .symbol = "starloop_sl_task",
    .arch_cost_function = function_cost,
    .footprint = function_footprint,
};
