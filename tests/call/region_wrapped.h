/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a kernel of tests/call/region_wrapped.c calls on the host. */
#ifndef STARLOOP_TESTS_REGION_WRAPPED_H
#define STARLOOP_TESTS_REGION_WRAPPED_H

/** Destroys the wrapped view. */
void region_wrapped_destroy(void);

#endif
