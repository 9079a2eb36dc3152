/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which task waited for which: the arrows of a trace. */
#ifndef STARLOOP_LIB_TASK_ARROWS_H
#define STARLOOP_LIB_TASK_ARROWS_H

#include "task/task.h"
#include "trace/trace.h"

/** What an executor that runs tasks side by side, each in parts, knows of those that another waited for. */
typedef struct sl__trace_overlap {
    /** @param[in]  number    of a task that used one of the views before
     *  @param[in]  at        when it was about to end: a task of a region has its number each time that it runs
     *  @param[out] from, to  spans of parts of the two tasks: the arrow leads from the end of the one to the beginning
     *                        of the other. Their rows and times are read
     *  @return 1: there are such; 0: nothing waited for it; -1: it was not beside this one, and had ended before. */
    int (*find)(const struct sl__trace_overlap *overlap, uint64_t number, int64_t at, sl__span *from, sl__span *to);
} sl__trace_overlap;

/** Draws arrows to where a task begins, from the last tasks that wrote what it reads and used what it writes, and
 *  keeps where it ends for the arrows of those that follow. For spans whose task is done, or that nothing runs beside
 *  which shares a view with it but what @p overlap knows, in the order of the tasks.
 *  @param[in] first, last  the spans that it begins and ends with; the same for a call of one part
 *  @param[in] overlap      NULL: it ran by itself */
void sl__trace_depends(const sl__task *task, const sl__span *first, const sl__span *last,
                       const sl__trace_overlap *overlap);

/** The same of one arrow between two spans. */
void sl__trace_arrow(const sl__span *from, const sl__span *to, const char *name);

/** Something that is not drawn has written a view: no arrow leads over it. */
void sl__trace_lost(sl_view *view);

/** Before the first view: has the trace's table of lib/data call this. */
void sl__arrows_init(void);

#endif
