/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What kernels of tests/split/split_order.c call on the host. */
#ifndef STARLOOP_TESTS_SPLIT_ORDER_H
#define STARLOOP_TESTS_SPLIT_ORDER_H

#include <stdint.h>

/** Notes that an iteration of a loop runs. */
void order_note(int64_t loop, int64_t i);

/** Says that it is here, and waits until all that need not wait for it have been noted; gives up after many looks. */
void order_block(void);

/** Works for so long, and notes on which worker. */
void order_work(int64_t loop, int64_t part, double seconds);

#endif
