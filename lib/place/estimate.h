/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a loop will take on a side: as it was measured, or a roofline. Pure functions of plain data. */
#ifndef STARLOOP_LIB_PLACE_ESTIMATE_H
#define STARLOOP_LIB_PLACE_ESTIMATE_H

#include "place/times.h"

/** How fast the machine is, as far as it is known: bytes a second, and seconds. */
typedef struct sl__speeds {
    double cores;        /**< of the worker group behind one call */
    double memory;       /**< from the memory of those cores */
    double cache, level; /**< from the second-level caches of one core, and their bytes */
    double device;       /**< from the memory of a device; 0: there is none */
    double bus, request; /**< between main memory and a device, and what each move costs besides, seconds */
} sl__speeds;

/** A loop of which a time is wanted. */
typedef struct sl__loop_size {
    uint32_t key;   /**< of its size class, and of what else changes its speed */
    int64_t points; /**< iterations */
    double bytes;   /**< that they touch */
    int cores;      /**< more than one may run it */
    int chains;     /**< it may run in a chain of loops */
} sl__loop_size;

/** @return the time that memory allows, without the launch; more than 0. */
double sl__estimate_roofline(const sl__speeds *speeds, const sl__loop_size *loop, int side);

/** @return the time that a loop will take, without the launch: as measured; else the roofline by as much as the
 *  kernel's loops of other sizes have missed it on that side. More than 0. */
double sl__estimate(sl__times *times, const sl__speeds *speeds, const sl__loop_size *loop, int side);

/** Whether the time on that side was measured, and more than once. */
int sl__estimate_is_sure(sl__times *times, const sl__loop_size *loop, int side);

/** @return seconds that a move of so many bytes takes. */
static inline double sl__estimate_move(const sl__speeds *speeds, double bytes)
{
    return speeds->request + (speeds->bus > 0 ? bytes / speeds->bus : 0);
}

#endif
