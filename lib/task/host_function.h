/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The cost model of host functions, which sl_task() queues. */
#ifndef STARLOOP_LIB_TASK_HOST_FUNCTION_H
#define STARLOOP_LIB_TASK_HOST_FUNCTION_H

#include "place/model.h"

/** One for all of them: a history keyed by the function. A scheduler that goes by costs takes a codelet without a model
 *  for one that costs nothing, or holds tasks back to calibrate it. */
extern sl__model sl__function_model;

/** What a function's times stand under. */
uint32_t sl__function_footprint(sl_task_function function);

#endif
