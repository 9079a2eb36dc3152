/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests of the cost model and of those that ask it share. */
#ifndef STARLOOP_TESTS_MODEL_TESTING_H
#define STARLOOP_TESTS_MODEL_TESTING_H

#include "task/kernel_state.h"
#include "place/model.h"
#include "task/task.h"
#include "loop_testing.h"

/** The cost model of a kernel. */
static inline sl__model *model_of(const sl_kernel *kernel)
{
    sl__kernel_state *state;
    must(sl__kernel_state_of(kernel, "test", &state));
    return &state->model;
}

/** The footprint of a loop over [0, n) whose policy says nothing. */
static inline uint32_t print_of(const sl_kernel *kernel, sl_index n)
{
    static const sl_policy plain;
    sl_space space = SL_RANGE(0, n);
    return sl__model_footprint(kernel, &plain, &space);
}

/** Calls of a kernel that have run on a kind of device. */
static inline unsigned calls_on(const sl_kernel *kernel, int device)
{
    return atomic_load(&model_of(kernel)->on[device].calls);
}

/** What a model tells StarPU of a task, in microseconds. */
static inline double told_cost(const struct starpu_perfmodel *model, struct starpu_task *task, int device)
{
    struct starpu_perfmodel_device one = {.type = device == SL__ON_DEVICE ? STARPU_CUDA_WORKER : STARPU_CPU_WORKER,
                                          .ncores = 1};
    struct starpu_perfmodel_arch arch = {.ndevices = 1, .devices = &one};
    return model->arch_cost_function(task, &arch, 0);
}

/** A task as sl_forall(kernel, SL_RANGE(0, n), ...) makes it, with a model of its own, that StarPU never sees. It may
 *  run on a CPU only, so that no transfers are asked for. */
struct fake {
    sl__task task;
    sl__kernel_state state;
    struct starpu_task starpu;
};

/** @param[in] kernel  of one view */
static inline void fake_make(struct fake *f, const sl_kernel *kernel, sl_view *view, sl_index n)
{
    memset(f, 0, sizeof *f);
    sl__model_make(&f->state.model, "fake", 1);
    f->task.kernel = kernel;
    f->task.state = &f->state;
    f->task.where = SL__SIDE_CPU;
    f->task.space = SL_RANGE(0, n);
    f->task.footprint = print_of(kernel, n);
    f->task.views = 1;
    f->task.view[0] = (sl__task_view){view, SL_RDWR, 0};
    f->starpu.cl_arg = &f->task;
}

#endif
