/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the two sources of tests/nests/nest share. */
#ifndef STARLOOP_TESTS_NEST_VALUES_H
#define STARLOOP_TESTS_NEST_VALUES_H

#include "nest.h"
#include "nest_walked.h"

static const int threads_of[] = {1, 2, 5};
enum { WAYS = sizeof threads_of / sizeof *threads_of };

/** The host's form of a policy for CUDA. */
#define GRID(NEST, POLICY) void NEST##__##POLICY##__grid_(const void *args, const struct sl__box *box)

/** Whether grids are walked through: bounds checks pack more than the walk does. */
int can_walk(void);

/** Walks through a grid on the host. @param w  NULL: not on the host. @return whether it was */
int walks_through(const walked *w, const sl_space *space, const sl_arg args[]);

/** Tries products, transpositions, planes, chosen arguments and reductions. @param gpu  whether there is one */
void test_values(int gpu);

#endif
