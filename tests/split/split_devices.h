/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests/split/split_devices.c and its kernels agree on. */
#ifndef STARLOOP_TESTS_SPLIT_DEVICES_H
#define STARLOOP_TESTS_SPLIT_DEVICES_H

#include <stdint.h>

#define FACTOR UINT64_C(6364136223846793005)

/** What a pass over an element adds to its mark, there and there. */
#define SIDE_CPU UINT64_C(1)
#define SIDE_GPU (UINT64_C(1) << 32)

#endif
