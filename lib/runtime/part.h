/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The place of StarPU-MPI between sl_init() and sl_finalize(): what libstarloop-mpi calls. */
#ifndef STARLOOP_LIB_RUNTIME_PART_H
#define STARLOOP_LIB_RUNTIME_PART_H

#include <stdint.h>

#include <starloop/status.h>

#include "base/part.h"

/** libstarloop-mpi is in the process: sl_init() leaves a core to its thread, where there are several. Before main(). */
SL__PART void sl__mpi_linked(void);

/** For sl_mpi_init(): refuses calls that come too early, too late, twice or where nothing may wait, and then calls
 *  @p start with the lock of sl_init(). From its success on sl_finalize() is refused.
 *  @param[in] abi    #SL__ABI of the caller
 *  @param[in] start  is told whether a thread can be started: #SL_SUCCESS, or the error that is recorded
 *  @return what @p start returns; #SL_ERR_ARGUMENT for another build's caller, #SL_ERR_STATE, #SL_ERR_CONTEXT,
 *  #SL_ERR_FORKED. */
SL__PART sl_status sl__mpi_start(unsigned abi, sl_status (*start)(sl_status ready, void *arg), void *arg);

/** For sl_mpi_finalize(): refuses likewise, waits for all tasks, and calls @p stop with the same lock, though tasks
 * have failed. From its success on sl_finalize() is allowed.
 *  @return as sl_wait(), or what @p stop returns; #SL_ERR_STATE, #SL_ERR_CONTEXT, #SL_ERR_FORKED. */
SL__PART sl_status sl__mpi_stop(sl_status (*stop)(void));

/** Calls @p start, which starts a thread that is to run beside loops: the thread inherits cores that loops do not use,
 *  or where there are none those that they use, and has no signals of the program's. */
SL__PART void sl__mpi_beside_loops(void (*start)(void *arg), void *arg);

/** @param[out] silent, stalled  STARLOOP_MPI_TIMEOUT and STARLOOP_STALL_SECONDS */
SL__PART void sl__mpi_limits(int64_t *silent, int64_t *stalled);

/** Whether this process has a core that neither loops nor the workers of devices use. */
SL__PART int sl__mpi_has_core(void);

#endif
