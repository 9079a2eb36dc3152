/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Keeping what the cost models have measured from one run of a program to the next.
 *
 * One small file (place/records.h) for each way of measuring: processor, worker groups, model of the GPU, version of
 * StarPU. It is read when the first kernel is called, and what was measured meanwhile is merged into it by
 * sl_finalize(). STARLOOP_HISTORY says where it is. Nothing here is ever an error of the program's. */
#ifndef STARLOOP_LIB_PLACE_HISTORY_H
#define STARLOOP_LIB_PLACE_HISTORY_H

#include "task/kernel_state.h"

/** When the workers run: finds out what is measured with. Where that differs from the last sl_init()'s, the kernels
 *  forget their times. Reads nothing as long as no kernel was called. */
void sl__history_begin(void);

/** Gives a kernel what earlier runs have measured. At its first call; reads the file at the first one of all. */
void sl__history_recall(sl__kernel_state *state);

/** When all tasks have run: saves what was measured, if anything was. */
void sl__history_end(void);

/** @return the file, "" where nothing is kept: for tests and messages. */
const char *sl__history_path(void);

/** @return what its times are measured with, as the file says it. */
const char *sl__history_signature(void);

#endif
