/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What kernels of tests/split/split_locality.c call on the host. */
#ifndef STARLOOP_TESTS_SPLIT_LOCALITY_H
#define STARLOOP_TESTS_SPLIT_LOCALITY_H

#include <stdint.h>

/** Notes when and on which worker a part of a loop runs. */
void locality_note(int64_t loop, int64_t part);

#endif
