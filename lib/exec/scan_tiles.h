/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a scan lies on the CUDA blocks of a device. Pure functions; the space alone decides. */
#ifndef STARLOOP_LIB_EXEC_SCAN_TILES_H
#define STARLOOP_LIB_EXEC_SCAN_TILES_H

#include "kernel/scan.h"

/** A scan's tiles. */
typedef struct sl__scan_tiles {
    sl_index count;          /**< of tiles, or of lines, that CUDA blocks take; 0: it is no scan */
    sl_index blocks;         /**< CUDA blocks that may have something to do */
    sl_index links;          /**< what tiles tell each other */
    sl_index items;          /**< sl__device_scan.items_ */
    sl_index first, skipped; /**< sl__device_scan.first_, skipped_ */
    int function;            /**< of a scan of a view: by its operator; -1: by the layouts */
} sl__scan_tiles;

/** Cuts a task into tiles. @param[in] whole  the scan's space, of which this is a part; NULL: it is all
 *  @param[in] args  packed */
void sl__scan_tiles_make(const sl_kernel *kernel, const sl_space *space, const sl_space *whole, const void *args,
                         sl__scan_tiles *tiles);

#endif
