/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One call on several worker groups: doc/notes/gangs.md.
 *
 * The StarPU task that has the data, the *bracket*, opens a gang, works, and closes it. Opening calls the other groups:
 * each gets a StarPU task without data, which joins the gangs that are open when its turn comes, and calls groups that
 * nobody has called yet before it works. Closing waits only for groups that have joined: one that comes later finds
 * the gang closed, and a group that never comes is not missed. A group runs one bracket at a time, so it has one gang,
 * whose memory stays until the end. */
#ifndef STARLOOP_LIB_EXEC_CPU_GANG_H
#define STARLOOP_LIB_EXEC_CPU_GANG_H

#include <stdatomic.h>

#include "exec/cpu/shares.h"
#include "task/cores.h"
#include "task/task.h"
#include "machine/machine.h"

/** What a group does in a gang: called in the group's worker. */
typedef void (*sl__gang_work)(void *arg, const sl__group *group);

/** The gang of a group. */
typedef struct sl__gang {
    _Alignas(64) _Atomic int state; /**< 1: open; 2 for each group inside */
    _Atomic int drained;            /**< nobody needs to join any more: what is left is being worked on */
    _Atomic int threads;            /**< of the groups that have joined */
    _Atomic int called;             /**< groups that are or were called, and more when all were */
    sl__gang_work work;
    const struct sl__task *task; /**< that the bracket runs */
    void *arg;
    sl__cursor *cursor;               /**< [sl__gang_shares()] for the bracket's use */
    _Alignas(64) _Atomic int pending; /**< the group is called: once, however many gangs are open: it looks at all */
} sl__gang;

/** Makes the gangs of the groups in force, and ends them when no task of StarPU's is left. Without memory for them
 *  there are none. */
void sl__gang_init(void);
void sl__gang_fini(void);

/** @return the threads of a loop on a group: its cores, unless a test says otherwise. */
int sl__gang_threads(const sl__group *group);
/** @return the number of the group's first thread among those of all groups. */
int sl__gang_first(const sl__group *group);
/** @return the threads of all groups. */
int sl__gang_shares(void);

/** @return the gang of a group, closed; NULL where there are no gangs. */
sl__gang *sl__gang_of(const sl__group *group);

/** Opens a gang and calls the other groups. From here on until sl__gang_close() returns they may call @p work. In the
 *  worker of the gang's group. */
void sl__gang_open(sl__gang *gang, sl__gang_work work, void *arg);

/** Says that whoever joins from now on finds nothing to do. */
static inline void sl__gang_drain(sl__gang *gang)
{
    if (!atomic_load_explicit(&gang->drained, memory_order_relaxed))
        atomic_store_explicit(&gang->drained, 1, memory_order_relaxed);
}

/** Closes a gang and waits until those who have joined are done; what they wrote is visible then.
 *  @return the threads of the groups that have joined. */
int sl__gang_close(sl__gang *gang);

#endif
