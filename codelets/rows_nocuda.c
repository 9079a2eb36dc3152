/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between a view and host memory, which run on CPUs: lib/call/copy.c. */
/* Not checked: a row goes by the address of its first element, which is all that a check would see. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include "rows.h"

SL_STRUCT(struct sl__rows);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

SL_KERNEL(sl__rows_from_host, (row), scalar(struct sl__rows, rows), out(uint8_t, 1, view))
{
    sl__rows_copy(&rows, row, (char *)&SL_AT(view, 0), 1);
}

SL_KERNEL(sl__rows_to_host, (row), scalar(struct sl__rows, rows), in(uint8_t, 1, view))
{
    sl__rows_copy(&rows, row, (char *)(uintptr_t)&SL_AT(view, 0), 0);
}

#pragma GCC visibility pop
