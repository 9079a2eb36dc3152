/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests/data/arena.c and its kernels share. */
#ifndef STARLOOP_TESTS_ARENA_H
#define STARLOOP_TESTS_ARENA_H

#include <starloop/types.h>

struct ar_triple {
    double x[3]; /* 24 bytes, which 64 is no multiple of */
};
SL_STRUCT(struct ar_triple);

#endif
