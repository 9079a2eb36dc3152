/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests/cuda/cuda_memory.c and its kernels have in common. */
#ifndef STARLOOP_TESTS_CUDA_MEMORY_H
#define STARLOOP_TESTS_CUDA_MEMORY_H

#include <starloop/types.h>

/** Values of cm_mix stay below this prime. */
#define MIX 1000003

/** An element whose size is no power of two. */
struct triple {
    double x;
    float y;
    int32_t z;
    double unused;
};
SL_STRUCT(struct triple);

/** Host accesses to parts of views on a GPU. */
void test_boxes(void);

#endif
