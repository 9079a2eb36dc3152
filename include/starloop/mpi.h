/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Several nodes: the library on ranks of MPI, by StarPU-MPI. libstarloop-mpi has these functions; starloop.h
 *  does not include this. */
#include <starloop/called_at.h>
#ifndef STARLOOP_MPI_H
#define STARLOOP_MPI_H

#include <mpi.h>

#include <starloop/export.h>
#include <starloop/status.h>

SL_BEGIN_DECLS

/** Starts StarPU-MPI on the ranks of a communicator, each of which calls this: after MPI_Init_thread(), which must have
 *  given MPI_THREAD_MULTIPLE, and after sl_init(). The library works on a copy of the communicator, so the program's
 * own messages do not meet its own.
 *
 *  A thread of StarPU-MPI sends and receives. It has a core of this process's share that loops do not use, where there
 * is one (STARLOOP_CPU_CORES, or cpu_cores of sl_config, leaves one); else it shares those of loops.
 * STARPU_MPI_THREAD_CPUID (a PU as hwloc counts) binds it elsewhere. Meanwhile no other thread may change the
 * environment (setenv()).
 *
 *  @param[in] comm_  of one group of ranks; with StarPU 1.3 of all ranks of MPI_COMM_WORLD. It stays the program's
 *  @return #SL_SUCCESS on all ranks; else an error on all: #SL_ERR_STATE for a lower level of threads, #SL_ERR_SYSTEM
 *  where the system allows no further thread, #SL_ERR_UNSUPPORTED for some ranks of MPI_COMM_WORLD with StarPU 1.3,
 *  #SL_ERR_MPI when MPI refuses, or where another rank has one of these, which it names. What the call alone is wrong
 * in is refused before others are asked, who go on waiting: #SL_ERR_STATE before sl_init() or MPI_Init_thread(), after
 *  MPI_Finalize(), and a second time; #SL_ERR_ARGUMENT for MPI_COMM_NULL, for an intercommunicator, and where
 *  libstarloop is of another build; #SL_ERR_CONTEXT from inside a task or between sl_region_begin() and
 *  sl_region_end(); #SL_ERR_FORKED in a forked child. Collective over @p comm_. Blocking. Thread-safe. */
SL_API sl_status sl_mpi_init(MPI_Comm comm_);

/** Waits for all tasks and messages of all ranks, and ends StarPU-MPI: before the last sl_finalize(), which is refused
 *  otherwise, and before MPI_Finalize(), which is the program's. It may be followed by another sl_mpi_init().
 *  @return the first failure of a task that no wait has reported yet, StarPU-MPI having ended; #SL_ERR_STALLED and
 *  #SL_ERR_BUSY as sl_wait(), #SL_ERR_STATE without sl_mpi_init(), after MPI_Finalize() and after sl_pause(),
 *  #SL_ERR_MPI when MPI refuses, #SL_ERR_CONTEXT from inside a task or between sl_region_begin() and sl_region_end(),
 *  #SL_ERR_FORKED in a forked child: after these StarPU-MPI still runs. Collective over the communicator of
 *  sl_mpi_init(). Blocking. Thread-safe. */
SL_API sl_status sl_mpi_finalize(void);

/** @return this process's rank in the communicator of sl_mpi_init(), from 0; -1 before it and after sl_mpi_finalize().
 *  Thread-safe. */
SL_API int sl_mpi_rank(void);

/** @return the number of ranks in the communicator of sl_mpi_init(); -1 before it and after sl_mpi_finalize().
 *  Thread-safe. */
SL_API int sl_mpi_size(void);

SL_END_DECLS

#ifndef SL__NO_CALLED_AT
/** @cond */
SL__FROM(sl_status, sl_mpi_init, (MPI_Comm comm_), comm_)
SL__FROM_ALONE(sl_status, sl_mpi_finalize)
#define sl_mpi_init(...) sl_mpi_init_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_finalize() sl_mpi_finalize_(SL__CALLED_AT)
/** @endcond */
#endif

#endif
