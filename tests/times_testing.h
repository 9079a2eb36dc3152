/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests share that enter the times of loops. */
#ifndef STARLOOP_TESTS_TIMES_TESTING_H
#define STARLOOP_TESTS_TIMES_TESTING_H

#include "loop_testing.h"
#include "task/place.h"

/** What is known of the times of a kernel. */
static inline sl__times *times_of(const sl_kernel *kernel)
{
    sl__kernel_state *state;
    must(sl__kernel_state_of(kernel, "test", &state));
    return &state->times;
}

/** Forgets it. While no call is queued. */
static inline void forget(const sl_kernel *kernel)
{
    memset(times_of(kernel), 0, sizeof(sl__times));
}

/** The key of a loop over [0, n) whose policy says nothing. */
static inline uint32_t key_of(const sl_kernel *kernel, sl_index n)
{
    static const sl_policy plain;
    const sl_space space = SL_RANGE(0, n);
    return sl__kernel_key(kernel, &plain, &space);
}

/** A loop with n iterations has taken that long, three times; on one core, if it was on CPUs. */
static inline void note_times(const sl_kernel *kernel, int way, sl_index n, double seconds)
{
    for (int k = 0; k < 3; k++) {
        sl__times_note(times_of(kernel), key_of(kernel, n), way, n, seconds, seconds);
        if (way == SL__BY_ITSELF)
            sl__cores_note(times_of(kernel), SL__ONE_CORE, n, seconds, seconds);
    }
}

/** Times, in place of what is known. @param[in] cpu, gpu  seconds; 0: none */
static inline void set_times(const sl_kernel *kernel, sl_index n, double cpu, double gpu)
{
    forget(kernel);
    if (cpu > 0)
        note_times(kernel, SL__BY_ITSELF, n, cpu);
    if (gpu > 0)
        note_times(kernel, SL__BY_DEVICE, n, gpu);
}

/** Calls of a kernel that have run on a side. */
static inline unsigned calls_on(const sl_kernel *kernel, int side)
{
    return atomic_load(&times_of(kernel)->calls[side]);
}

#endif
