/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Random calls of all functions. */
#ifndef TESTS_HOSTILE_CALLS_H
#define TESTS_HOSTILE_CALLS_H

#include "hostile_given.h"

/** A call, of one or several functions. */
struct hostile_call {
    const char *name; /* for messages of the test */
    void (*call)(void);
    int weight;
};
extern const struct hostile_call calls[];
extern const int call_count;

/** Ends what calls of sl_host_begin() have left open. */
void end_host_accesses(void);

#endif
