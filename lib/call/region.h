/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Regions, for what records loops. */
#ifndef STARLOOP_LIB_CALL_REGION_H
#define STARLOOP_LIB_CALL_REGION_H

#include <starloop/region.h>

struct sl__task;
struct sl_view;

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
