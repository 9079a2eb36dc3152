/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the library has chosen by measurement: reported in the log, and in the profile. */
#ifndef STARLOOP_LIB_TRACE_CHOICES_H
#define STARLOOP_LIB_TRACE_CHOICES_H

#include <stdio.h>

#include <starloop/kernel/abi.h>

#include "place/ways.h"

/** A choice that was made. */
typedef struct sl__choice {
    const sl_kernel *kernel;
    const char *label; /**< of the loop whose time was the last one wanted */
    sl_index points;   /**< its iterations */
    sl__way_times *times;
    uint32_t key;  /**< of its size class in these */
    unsigned ways; /**< that were timed: bits */
    int chosen;
    const char *const *names; /**< [SL__WAY_END] of those ways */
    const char *verb;         /**< "run in": for the log */
} sl__choice;

/** Reports it in the log, and keeps it for the profile. */
void sl__choice_report(const sl__choice *choice);

/** Prints the choices that were made while the profile was on: a table; nothing where there are none. */
void sl__choices_print(FILE *f);
/** Forgets them. */
void sl__choices_clear(void);

#endif
