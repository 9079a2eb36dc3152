/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Asks for the grid of CUDA blocks that a loop gets. */
#ifndef STARLOOP_TESTS_LAUNCH_TESTING_H
#define STARLOOP_TESTS_LAUNCH_TESTING_H

#include "kernel/cases.h"
#include "exec/launch.h"
#include "loop_testing.h"

enum { R = SL__TAKES_RIGHT, L = SL__TAKES_LEFT, WIDE = SL__DEVICE_WIDE };
static const sl__launch_limits h200 = {132, 2048, 1024, 1, 0};

/* Of a kernel whose threads may have so many turns. */
__attribute__((unused)) static sl__launch launch_in_turns(sl_policy p, sl_space space, unsigned all, unsigned written,
                                                          sl__launch_limits limits, int turns, int own)
{
    sl__launch launch;
    sl__launch_call call = {
        .policy = &p, .space = &space, .layouts = {.all = all, .written = written}, .turns = turns, .own = own};
    sl__launch_make(&call, &limits, &launch);
    return launch;
}

__attribute__((unused)) static sl__launch launch_of(sl_policy p, sl_space space, unsigned all, unsigned written,
                                                    sl__launch_limits limits)
{
    return launch_in_turns(p, space, all, written, limits, 1, 0);
}

#endif
