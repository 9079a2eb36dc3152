/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_MPI_MEASURED_H
#define STARLOOP_LIB_MPI_MEASURED_H

/** Looks for messages of other ranks in vain, some 0.3 us each with Open MPI, before a wait for all ranks sleeps
 * between them, where StarPU-MPI's thread has a core that loops do not use. doc/notes/scaling.md, "Times on 16 cores".
 *  bench/scale --side=starloop, heat of 1024 cells */
#define SL__MPI_LOOKS_BESIDE 8192
/** The same where it has none. bench/scale --side=starloop with ranks that share cores */
#define SL__MPI_LOOKS 256
/** Nanoseconds that it sleeps then, and what the system adds, some 50 us. The same */
#define SL__MPI_NAP_NS 20000

#endif
