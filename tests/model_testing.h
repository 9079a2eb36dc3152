/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests that enter measured times share. */
#ifndef STARLOOP_TESTS_MODEL_TESTING_H
#define STARLOOP_TESTS_MODEL_TESTING_H

#include "loop/kernel.h"
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

#endif
