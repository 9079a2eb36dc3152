/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One queued task: a kernel over a space, or a plain host function. */
#ifndef STARLOOP_LOOP_TASK_H
#define STARLOOP_LOOP_TASK_H

#include <stdatomic.h>

#include <core/starpu.h>

#include <starloop/kernel/abi.h>
#include <starloop/kernel/body.h>

#include "core/failure.h"
#include "data/view.h"
#include "loop/kernel.h"

enum {
    SL__TASK_VIEWS = SL_MAX_ARGS, /* views of a loop; a host task may have more, up to SL__TASK_USES */
    SL__TASK_USES = 64,
    SL__TASK_SCALARS = 256, /* bytes of scalars that need no allocation of their own */
    SL__TASK_LABEL = 48
};

/** States of a task: one that nobody waits for any more, after a stall, must not write to the waiter's memory. */
enum { SL__TASK_QUEUED = 0, SL__TASK_RUNNING, SL__TASK_ABANDONED };

/** The tasks between two recorded events. Workers count those that are done; how many there are is known only when the
 * epoch is closed, so that submitting threads do not write to the same cache line. */
typedef struct sl__epoch {
    _Alignas(64) _Atomic int64_t done;   /**< tasks that are done, and 1 once the epoch before it is done */
    _Alignas(64) _Atomic int64_t target; /**< what done reaches at the end; INT64_MAX while the epoch is open */
    _Atomic int over;                    /**< done has reached it */
    _Atomic int references;              /**< events, and the chain of epochs */
    struct sl__epoch *next;              /**< the epoch after it, once it is closed */
} sl__epoch;

/** One view as a task uses it. */
typedef struct sl__task_view {
    sl_view *view;
    int access; /**< SL_READ, SL_WRITE or SL_RDWR */
} sl__task_view;

/** A queued task. Slots come from a pool. A task passes from the cache of the thread that submits it to that of the
 * worker that runs it, a miss for each line: what every loop needs stands in the first SL__TASK_HOT bytes, which both
 * sides prefetch. */
typedef struct sl__task {
    _Alignas(64) struct sl__task *next; /**< in the pool's list */
    const sl_kernel *kernel;            /**< NULL for a host function */
    sl__kernel_state *state;
    sl__epoch *epoch;
    sl__task_view *many;    /**< instead of view, when there are more; malloc'd */
    unsigned char *scalars; /**< packed scalars: small or malloc'd */
    sl__failure *failure;
    int views;
    int waited;        /**< somebody waits for done, and takes failure */
    _Atomic int busy;  /**< in use; for the names of queued tasks */
    _Atomic int phase; /**< SL__TASK_QUEUED, ... */
    _Atomic int done;
    uint32_t footprint;
    sl_policy policy;
    sl_space space;
    unsigned char slot[SL_MAX_ARGS]; /**< view arguments and reductions into views: number in view[] */
    struct sl__fault fault;
    sl__task_view view[SL__TASK_VIEWS];
    _Alignas(64) unsigned char small[SL__TASK_SCALARS];
    sl_index into[SL_MAX_ARGS]; /**< reductions into views: offset of the element, in elements */
    void *host[SL_MAX_ARGS];    /**< reductions into host memory */
    sl_task_function function;
    void *arg;
    uint64_t number; /**< in order of submission */
    char label[SL__TASK_LABEL];
} sl__task;

enum { SL__TASK_HOT = 576 };

/** Fetches what every loop needs of a task. @p write is a constant: 1 to write to it. */
#define sl__task_prefetch(task, write) \
    do { \
        for (int line_ = 0; line_ < SL__TASK_HOT; line_ += 64) \
            __builtin_prefetch((const char *)(task) + line_, (write), 3); \
    } while (0)

/** Fills in a codelet that runs tasks of a kernel. */
void sl__task_codelet(struct starpu_codelet *codelet, const char *name, struct starpu_perfmodel *model);

/** The codelet of host functions. */
extern struct starpu_codelet sl__task_host_codelet;

/** Takes a task from the pool, counted in the present epoch. @return NULL without memory. */
sl__task *sl__task_take(void);

/** Gives a task back that was not submitted, or that is done. */
void sl__task_give(sl__task *task);

/** The views of a task. */
static inline sl__task_view *sl__task_views(sl__task *task)
{
    return task->many ? task->many : task->view;
}

/** Names a task; the label is copied, and cut where it is too long. */
void sl__task_set_label(sl__task *task, const char *label);

/** Adds a use of a view, merged with an earlier one of the same view. The view is not referenced yet.
 *  @return its number. */
int sl__task_add_view(sl__task *task, sl_view *view, int access);

/** Hands a task to StarPU; on failure gives it back. Where task->waited, waits, reports its failure, and gives it back.
 *  @return #SL_SUCCESS; #SL_ERR_STARPU, #SL_ERR_MEMORY, #SL_ERR_STALLED; the failure of a task that is waited for. */
sl_status sl__task_submit(sl__task *task, struct starpu_codelet *codelet, const char *function);

/** Waits while more than STARLOOP_MAX_QUEUED tasks are queued. Not inside a task. @return #SL_SUCCESS,
 *  #SL_ERR_STALLED. */
sl_status sl__task_throttle(const char *function);

/** The pool's and the epochs' beginning and end. */
sl_status sl__task_init(void);
void sl__task_fini(void);

/** Closes the present epoch: it stands for everything that was submitted. @return it, with a reference; NULL without
 *  memory. */
sl__epoch *sl__epoch_close(void);
/** Gives a reference back. */
void sl__epoch_release(sl__epoch *epoch);

#endif
