/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops and the data that they use as a graph: STARLOOP_DOT. */
#ifndef STARLOOP_LIB_TRACE_DOT_H
#define STARLOOP_LIB_TRACE_DOT_H

#include <starloop/status.h>

/** Opens the file. @return #SL_SUCCESS, #SL_ERR_SYSTEM. */
sl_status sl__dot_open(const char *path);

/** A loop or host task has run. Only while #SL__DRAWING is on, by any thread; what there is no memory for is left out,
 * and sl__dot_write() says so.
 *  @param[in] kernel  NULL: a host task
 *  @return its number, for sl__dot_use(); -1: it is left out */
int sl__dot_ran(const char *kernel, const char *label);
/** It uses a view. @param[in] ran  what sl__dot_ran() has returned  @param[in] access  SL_READ, SL_WRITE or SL_RDWR */
void sl__dot_use(int ran, const char *view, int access);

/** Writes the graph and closes the file. @return #SL_SUCCESS; #SL_ERR_SYSTEM where it was not written, or not all. */
sl_status sl__dot_write(void);
/** Forgets it all. */
void sl__dot_clear(void);

#endif
