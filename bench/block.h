/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What both sides of matmul_blocked agree on. */
#ifndef STARLOOP_BENCH_BLOCK_H
#define STARLOOP_BENCH_BLOCK_H

/** Columns of one block. */
enum { BENCH_BLOCK = 32 };
/** Rows and columns of a block of matmul_blocks: a macro, which layout(blocked(...)) wants. */
#define BENCH_SIDE 64

#endif
