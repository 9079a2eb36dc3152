/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What lib/data asks of loops that were called and that StarPU does not have yet: a table that lib/runtime
 * fills before the first view. */
#ifndef STARLOOP_LIB_DATA_HOOKS_H
#define STARLOOP_LIB_DATA_HOOKS_H

#include <starloop/status.h>

struct sl_view;

extern struct sl__data_hooks {
    /** Hands over the loops that were collected: what follows comes after them. Cheap where there are none. */
    void (*flush)(void);
    /** The program looks at results: it is about to wait, or opens a view. */
    void (*host_synced)(void);
    /** A wrapped view was destroyed: regions that use it let go of it. Not in the body of a loop. */
    void (*lose)(const struct sl_view *view);
    /** The calling thread is about to wait for a view: for the tasks that an access conflicts with, or for all that
     *  use it (0). @return #SL_SUCCESS; #SL_ERR_BUSY where it would wait for itself. */
    sl_status (*waits)(const struct sl_view *view, int access, const char *function);
    /** Queues a copy between views of one shape and type: sl_deep_copy() in the words of another function. */
    sl_status (*copy)(const char *function, struct sl_view *to, struct sl_view *from);
} sl__data_hooks;

#endif
