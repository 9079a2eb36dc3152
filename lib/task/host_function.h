/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The cost model of host functions, which sl_task() queues. */
#ifndef STARLOOP_LIB_TASK_HOST_FUNCTION_H
#define STARLOOP_LIB_TASK_HOST_FUNCTION_H

#include <starloop/loop.h>

#include "base/starpu.h"

#include <starloop/loop.h>

#include "place/times.h"

/** What they have taken, keyed by the function. */
extern sl__times sl__function_times;

/** One model for all of them. A scheduler that goes by costs takes a codelet without a model
 *  for one that costs nothing, or holds tasks back to calibrate it. */
extern struct starpu_perfmodel sl__function_model;

/** What a function's times stand under. */
uint32_t sl__function_footprint(sl_task_function function);

#endif
