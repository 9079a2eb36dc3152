/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A host task that lasts until the test lets it end: what is queued behind it stays queued. */
#ifndef STARLOOP_TESTS_GATE_TASK_H
#define STARLOOP_TESTS_GATE_TASK_H

#include <stdatomic.h>
#include <time.h>

static _Atomic int gate_open;

/** Ends when gate_open is not 0: for sl_task(). */
__attribute__((unused)) static int wait_for_gate(void *arg)
{
    struct timespec t = {0, 100000};
    (void)arg;
    while (!atomic_load(&gate_open))
        nanosleep(&t, NULL);
    return 0;
}

#endif
