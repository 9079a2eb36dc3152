/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether there is room for the threads that StarPU and OpenMP start, which end the program where there is not.
 */
#ifndef STARLOOP_LIB_RUNTIME_PROBE_H
#define STARLOOP_LIB_RUNTIME_PROBE_H

#include <starloop/status.h>

/** Starts so many threads at once, and ends them; and looks for some address space beside them.
 *  @return #SL_SUCCESS; #SL_ERR_SYSTEM, which says how many there are. What others take between this and the start
 *  cannot be known. */
sl_status sl__probe_threads(int threads);

#endif
