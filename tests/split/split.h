/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What kernels of tests/split/split.c call on the host, and what its sources share. */
#ifndef STARLOOP_TESTS_SPLIT_H
#define STARLOOP_TESTS_SPLIT_H

/** Waits until split_open() was called; gives up after many looks. */
void split_wait(void);
void split_open(void);

/** Notes on which worker something ran. */
void split_note(int round, int place);

/** Tests reductions over split views. */
void split_reductions(void);

#endif
