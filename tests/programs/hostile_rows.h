/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_HOSTILE_ROWS_H
#define TESTS_HOSTILE_ROWS_H

#include "hostile.h"

/** Tries what random calls have found. After sl_init(). */
void hostile_rows(void);

#endif
