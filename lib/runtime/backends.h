/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The list of back ends. */
#ifndef STARLOOP_LIB_RUNTIME_BACKENDS_H
#define STARLOOP_LIB_RUNTIME_BACKENDS_H

/** Fills the table of back ends (backend/backend.h), if it is not filled. Before anything is asked of it. */
void sl__backends_fill(void);

#endif
