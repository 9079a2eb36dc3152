/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The two sides on which a loop may run. */
#ifndef STARLOOP_LIB_BASE_SIDES_H
#define STARLOOP_LIB_BASE_SIDES_H

enum { SL__ON_CPU = 0, SL__ON_DEVICE, SL__SIDES };

/** The same as bits: where a task may run. */
enum {
    SL__SIDE_CPU = 1 << SL__ON_CPU,
    SL__SIDE_DEVICE = 1 << SL__ON_DEVICE,
    SL__SIDE_BOTH = SL__SIDE_CPU | SL__SIDE_DEVICE
};

#endif
