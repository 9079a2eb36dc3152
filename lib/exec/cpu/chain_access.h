/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One loop of a chain, as its parts see it. */
#ifndef STARLOOP_LIB_EXEC_CPU_CHAIN_ACCESS_H
#define STARLOOP_LIB_EXEC_CPU_CHAIN_ACCESS_H

#include "exec/cpu/parts.h"
#include "exec/cpu/loop.h"

/** Says what a loop that was cut touches, and where: all of a link up to `use`.
 *  @param[in] place  [views of the loop's task] their numbers in the chain */
void sl__link_make(sl__link *link, const sl__loop_exec *run, const unsigned char place[]);

#endif
