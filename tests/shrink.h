/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The steps of a random program that fails, without those that it fails without, too. */
#ifndef STARLOOP_TESTS_SHRINK_H
#define STARLOOP_TESTS_SHRINK_H

#include <string.h>

#include "tap.h"

/** Whether a program fails with the steps that are kept. */
typedef int shrink_fails(const void *program, const char keep[]);

/** Leaves out one step after another as long as the program still fails. */
static inline void shrink_steps(const void *program, shrink_fails *fails, int steps, char keep[])
{
    for (int again = 1; again;) {
        again = 0;
        for (int i = 0; i < steps; i++) {
            if (!keep[i])
                continue;
            keep[i] = 0;
            if (!fails(program, keep))
                keep[i] = 1;
            else
                again = 1;
        }
    }
}

/* Fails by step 17 behind step 3; without step 30 by 5, too. */
static inline int shrink_known_fails(const void *program, const char keep[])
{
    (void)program;
    return (keep[3] && keep[17]) || (keep[5] && !keep[30]);
}

/** Shrinks a program of which it is known why it fails. */
static inline void shrink_test(void)
{
    char keep[40];
    int left = 0;
    memset(keep, 1, sizeof keep);
    shrink_steps(NULL, shrink_known_fails, sizeof keep, keep);
    for (size_t i = 0; i < sizeof keep; i++)
        left += keep[i];
    ok(left == 2 && keep[3] && keep[17], "a program of 40 steps that fails by two shrinks to these");
}

#endif
