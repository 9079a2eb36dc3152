/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a loop stores past the caches, and asks ahead for what it reads. */
#ifndef STARLOOP_LIB_EXEC_CPU_STREAMS_H
#define STARLOOP_LIB_EXEC_CPU_STREAMS_H

#include "exec/cpu/loop.h"

/** Looks how large the caches are. */
void sl__cpu_streams_init(void);

/** @return an or of SL__STREAMS_*: when writing past the caches would pay for a loop that runs alone. */
unsigned sl__cpu_streams(const sl__task *task);

/** @return whether a reduction asks for its inputs ahead of itself: where nothing of them stays in the caches. */
int sl__cpu_asks_ahead(const sl__task *task);

#endif
