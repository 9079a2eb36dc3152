/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What StarPU's CPU workers run. */
#ifndef STARLOOP_LIB_EXEC_WORKER_H
#define STARLOOP_LIB_EXEC_WORKER_H

/** Fills in the functions of codelets (task/task.h). Before the first task. */
void sl__worker_init(void);

#endif
