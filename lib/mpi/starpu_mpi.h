/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The headers of MPI and StarPU-MPI, and their errors. */
#ifndef STARLOOP_LIB_MPI_STARPU_MPI_H
#define STARLOOP_LIB_MPI_STARPU_MPI_H

#include <starloop/mpi.h>

#include "base/starpu.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <starpu_mpi.h>
#pragma GCC diagnostic pop

/** @return MPI's own text of what a call has returned. @param[out] text  [MPI_MAX_ERROR_STRING] room for it */
const char *sl__mpi_error_text(int code, char *text);

/** Records what a call of MPI has returned. @param[in] function, call  ours, and MPI's
 *  @return #SL_SUCCESS for MPI_SUCCESS, else #SL_ERR_MPI with MPI's own text. */
sl_status sl__mpi_check(const char *function, const char *call, int code);

/** @return the library's communicator, between sl_mpi_init() and sl_mpi_finalize(). */
MPI_Comm sl__mpi_comm(void);

/** Has libstarloop know of these ranks, and forget them: data/ranks.h.
 *  @return #SL_SUCCESS, #SL_ERR_MPI, recorded: it knows of none. */
sl_status sl__mpi_ranks_begin(MPI_Comm comm, int rank, int count);
void sl__mpi_ranks_end(void);

#endif
