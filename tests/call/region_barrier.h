/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What kernels of tests/call/region.c call on the host. */
#ifndef STARLOOP_TESTS_REGION_BARRIER_H
#define STARLOOP_TESTS_REGION_BARRIER_H

/** Waits until region_pass() was called; gives up after some seconds. */
void region_wait(void);
void region_pass(void);

#endif
