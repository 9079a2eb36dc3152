/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The cores, caches and memories that hwloc sees. */
#ifndef STARLOOP_LIB_MACHINE_TOPOLOGY_H
#define STARLOOP_LIB_MACHINE_TOPOLOGY_H

#include "machine/machine.h"

/** Reads a machine. @return #SL_ERR_SYSTEM when hwloc fails or no allowed PU exists, #SL_ERR_ARGUMENT for a bad
 *  source, #SL_ERR_MEMORY. */
sl_status sl__topology_read(const sl__topology_source *source, sl__topology *topology);
void sl__topology_free(sl__topology *topology);

#endif
