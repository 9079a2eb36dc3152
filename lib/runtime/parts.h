/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What sl_init() and sl_finalize() ask of the other parts of the library. */
#ifndef STARLOOP_RUNTIME_PARTS_H
#define STARLOOP_RUNTIME_PARTS_H

#include <starloop/status.h>

/** lib/data: called after starpu_init(), and before starpu_shutdown() when all tasks are done. */
sl_status sl__data_init(void);
void sl__data_fini(void);

/** lib/data: views that are open for host access now. */
int sl__data_open_accesses(void);
int sl__data_told_accesses(void);

/** lib/loop: called after sl__data_init(), and before sl__data_fini(). */
sl_status sl__loop_init(void);
void sl__loop_fini(void);

/** lib/trace: called before sl__data_init(), and when sl__data_fini() has copied the last views back, before
 *  starpu_shutdown(). Reads STARLOOP_PROFILE and STARLOOP_TRACE; prints and writes what they ask for.
 *  @return #SL_SUCCESS, #SL_ERR_SYSTEM for a file that cannot be written, #SL_ERR_MEMORY. */
sl_status sl__trace_init(void);
void sl__trace_fini(void);
/** Writes what the trace has so far. */
void sl__trace_flush(void);

#endif
