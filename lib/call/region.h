/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Regions, for what records loops. */
#ifndef STARLOOP_LIB_CALL_REGION_H
#define STARLOOP_LIB_CALL_REGION_H

#include <pthread.h>

#include <starloop/region.h>

#include "base/object.h"
#include "task/recording.h"

enum { SL__REGION_ALL = -1 };

struct sl_region {
    sl__object object;
    pthread_mutex_t lock; /**< after that of all regions, before that of batches */
    unsigned round;       /**< of sl_init() */
    int64_t runs;
    sl__recording *recording;
    sl__recording *fresh;             /**< which is being recorded; NULL: none */
    int call;                         /**< the one that is being recorded anew, from 0; SL__REGION_ALL: all of them */
    sl__record_failure failure;       /**< why there is no recording */
    struct sl_region *next, **before; /**< in the list of all */
    void *next_free;                  /**< of the slots */
};

/** What all functions of regions begin with.
 *  @return #SL_SUCCESS, #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_STATE, #SL_ERR_CONTEXT. */
sl_status sl__region_check(const sl_region *region, const char *function);
/** With the lock held. @return why nothing of a region can run. */
sl_status sl__region_check_recorded(const sl_region *region, const char *function);
/** Whether a wrapped view is gone whose memory is the program's again. @param[in] r  NULL is allowed */
sl_status sl__region_check_lost(const sl__recording *r, const char *function);
/** Refuses the region that this thread records. */
sl_status sl__region_check_not_recorded(const sl_region *region, const char *function);

/** Whether this thread records a call anew: one over nothing is kept, too, for it has a number. */
int sl__region_sets_call(void);

/** Keeps a task that this thread would have queued in the region that it records, and gives the task back.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_DESTROYED. */
sl_status sl__region_record(struct sl__task *task, const char *function);

/** What sl__region_fail() does where the call has failed. */
void sl__region_failed(sl_status status, const char *kernel);

/** A call that fails while this thread records: the region will not do what the program wants. Keeps the words of the
 *  thread's last error; nothing of a call that succeeds, or is not recorded.
 *  @param kernel  the call's, which they may not name; NULL  @return @p status. */
static inline sl_status sl__region_fail(sl_status status, const char *kernel)
{
    if (status != SL_SUCCESS)
        sl__region_failed(status, kernel);
    return status;
}

/** A wrapped view was destroyed: the recordings that use it let go of it and cannot run any more. Not in the body of a
 *  loop. What regions have queued of it by then is queued when this returns, and no more comes. */
void sl__regions_lose(const struct sl_view *view);

/** Before StarPU ends: what regions have on devices goes back to these, and they let go of their views. */
void sl__regions_fini(void);

#endif
