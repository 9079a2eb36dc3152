/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What profile and trace record of a sequence.
 *
 * Its loops run side by side, so where a loop as a whole began and ended says nothing of what it waited for. Kept is
 * when it ran over each part; from that follows, when all have ended, which part of another loop it had to wait for. */
#ifndef STARLOOP_LIB_EXEC_CPU_SEQUENCE_WATCH_H
#define STARLOOP_LIB_EXEC_CPU_SEQUENCE_WATCH_H

#include "exec/cpu/parts.h"
#include "task/task.h"

/** When and where a loop ran over a part. */
typedef struct sl__stretch {
    int64_t begin, end; /**< end 0: it did not */
    int row;            /**< of the trace */
} sl__stretch;

typedef struct sl__sequence_watch {
    const sl__parts *parts;
    sl__task *task[SL__BATCH_TASKS];
    sl__stretch *stretch; /**< [loops][parts]; NULL: nothing is on */
} sl__sequence_watch;

/** @return bytes of memory for what is kept of a sequence; 0 when nothing is on. */
size_t sl__watch_bytes(const sl__parts *parts);

/** Begins. All of @p parts is known but for the tasks, which the caller sets.
 *  @param[in] memory  of sl__watch_bytes(), in use until the sequence has ended */
void sl__watch_make(sl__sequence_watch *watch, const sl__parts *parts, void *memory);

/** Loop l ran over part p from @p begin until now: counts and draws it. Each part is one thread's at a time.
 *  @param[in] row    of the thread  @param[in] share  of the loop's iterations and bytes */
void sl__watch_part(sl__sequence_watch *watch, int l, int p, int row, double share, int64_t begin);

/** A loop has ended, all before it have been given to this, and no thread runs any more: counts the call and draws its
 *  arrows. */
void sl__watch_end(const sl__sequence_watch *watch, int l);

#endif
