/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which results of a task its device publishes to the host, and under which numbers: data/mailbox.h.
 *
 * Numbers are unique in the process. Those of a region's piece, whose launches a graph repeats with the arguments that
 * it was built with, have the piece's identity in their upper bits, and count its runs and its loops in the others: a
 * word on the device adds the run. With the lock of batches held, all of it. */
#ifndef STARLOOP_LIB_TASK_PUBLISH_H
#define STARLOOP_LIB_TASK_PUBLISH_H

#include "task/graphs.h"
#include "task/task.h"

/** A task is collected, or handed over, that only a GPU can run: chooses what it publishes.
 *  @param[in] number  the first of its numbers: one of sl__publish_number(), or of sl__publish_run() and its place in
 * the run */
void sl__publish(sl__task *task, uint64_t number);

/** A task is that may run elsewhere, or does not publish: nothing is published of what it writes. */
void sl__publish_nothing(const sl__task_view view[], int views);

/** @return a number for one task. */
uint64_t sl__publish_number(void);

/** @return the first number of one run of a piece. @param[out] word  the part of it that the word on the device has */
uint64_t sl__publish_run(sl__graphs *graphs, uint64_t *word);

#endif
