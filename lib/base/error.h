/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How the library decides on an error: once, with text, file and line. */
#ifndef STARLOOP_LIB_BASE_ERROR_H
#define STARLOOP_LIB_BASE_ERROR_H

#include <starloop/status.h>

/** Longest error text that is kept, with its end. */
#define SL__ERROR_TEXT 512

/** Records the formatted text as this thread's last error, logs it once, and yields @p status:
 *  `return SL_FAIL(SL_ERR_RANK, "sl_view_create: rank: expected 0 to 6, got %d", rank);` */
#define SL_FAIL(status, ...) sl__fail((status), __FILE__, __LINE__, __VA_ARGS__)

/** What #SL_FAIL calls; the text ends with the program's position: base/position.h. @return @p status. */
sl_status sl__fail(sl_status status, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Records a failure that was logged when it happened (in a task) as this thread's last error.
 *  @return @p status. */
sl_status sl__fail_again(sl_status status, const char *text);

#endif
