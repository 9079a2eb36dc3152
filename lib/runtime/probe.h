/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether there is room for what StarPU, hwloc and OpenMP take, which end the program where there is not, or
 *         go on with less than there is.
 *
 *  What others take between this and the start cannot be known. */
#ifndef STARLOOP_LIB_RUNTIME_PROBE_H
#define STARLOOP_LIB_RUNTIME_PROBE_H

#include <starloop/status.h>

/** Opens so many descriptors as a start needs at once, and closes them.
 *  @param gpus  that will be used
 *  @return #SL_SUCCESS; #SL_ERR_SYSTEM, which says how many there are. */
sl_status sl__probe_descriptors(int gpus);

/** Looks for the address space and memory that a start needs beside this thread. Without them hwloc ends the program.
 *  @return #SL_SUCCESS; #SL_ERR_SYSTEM, which says how much room is missing. */
sl_status sl__probe_rooms(void);

/** Starts so many threads at once, and ends them; and looks for the same address space and memory beside them.
 *  @param function  whose error it is  @return #SL_SUCCESS; #SL_ERR_SYSTEM, which says how many threads there are, or
 * how much room is missing; #SL_ERR_MEMORY. */
sl_status sl__probe_threads(const char *function, int threads);

#endif
