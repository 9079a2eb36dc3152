/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A policy for CUDA that nest_walk.h walks through: sources of a program that do not walk themselves name it,
 * too. */
#ifndef STARLOOP_TESTS_NEST_WALKED_H
#define STARLOOP_TESTS_NEST_WALKED_H

#include <starloop/kernel/abi.h>

/** A policy, and what the host's compiler has made of it. */
typedef struct walked {
    const char *nest, *policy;
    void (*run)(const void *args, const struct sl__box *box);
    int waits; /* its threads wait for each other; 0: only where a launch ends */
} walked;
#define WALKED(NEST_, POLICY_, WAITS_) \
    { \
#NEST_, #POLICY_, NEST_##__##POLICY_##__grid_, WAITS_ \
    }

#endif
