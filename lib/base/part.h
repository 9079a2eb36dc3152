/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What libstarloop's parts in libraries of their own (libstarloop-mpi) call of its inside. */
#ifndef STARLOOP_LIB_BASE_PART_H
#define STARLOOP_LIB_BASE_PART_H

/** A function that libstarloop exports for its parts alone. lib/libstarloop.symbols lists it under the version
 *  STARLOOP_PARTS, about which nothing is promised: all libraries come from one build. */
#define SL__PART __attribute__((visibility("default")))

#endif
