/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies past the caches: sl__stream(), which kernels call, is declared in starloop/kernel/abi.h. */
#ifndef STARLOOP_LIB_BASE_STREAM_H
#define STARLOOP_LIB_BASE_STREAM_H

/** Chooses how sl__stream() copies. */
void sl__stream_init(void);
/** Makes the calling thread's streamed stores visible. */
void sl__stream_end(void);

#endif
