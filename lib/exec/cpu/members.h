/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops of a batch that run together: how they begin and end, whichever way they run (chain.c, bundle.c). */
#ifndef STARLOOP_LIB_EXEC_CPU_MEMBERS_H
#define STARLOOP_LIB_EXEC_CPU_MEMBERS_H

#include "task/batch.h"

/** Counts loops as running, and finds those that lack an input from before: they do nothing, as do those that depend on
 *  them.
 *  @param[in]  first, count  which of the batch's
 *  @param[out] lacks         [count] whether it does */
void sl__members_begin(sl__batch *batch, int first, int count, unsigned char lacks[]);

/** Why a loop of the batch has failed, when all of them have run; in order, since those before it have marked what they
 *  have spoilt. @param[out] own  it is not that of an input  @return a reference; NULL: it has not */
sl__failure *sl__member_failure(const sl__batch *batch, int i, int *own);

/** Whether a body of the loop has recorded a fault so far. */
static inline int sl__member_has_fault(const sl__task *task)
{
    return __atomic_load_n(&task->fault.kind_, __ATOMIC_RELAXED) != 0;
}

#endif
