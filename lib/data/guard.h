/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief With STARLOOP_CHECK_ACCESS=1 the host gets a copy of a managed view, in pages of their own that nobody may
 * touch between accesses: a pointer that is used after sl_host_end() is a fault of the program, there and then. Wrapped
 *         memory is the program's own and is not guarded. */
#ifndef STARLOOP_LIB_DATA_GUARD_H
#define STARLOOP_LIB_DATA_GUARD_H

#include "data/view.h"

/** An access of the host has begun. @return what to give it: view->data without the variable, for wrapped memory, and
 *  where there is no memory. @param[in] v  one with memory of its own */
void *sl__guard_open(sl_view *v, int writes);

/** One ends, with the view's lock: after the last one what a writer wrote is in the view. */
void sl__guard_close(sl_view *v);

/** The view goes. */
void sl__guard_free(sl_view *v);

#endif
