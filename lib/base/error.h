/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How the library decides on an error: once, with text, file and line. */
#ifndef STARLOOP_LIB_BASE_ERROR_H
#define STARLOOP_LIB_BASE_ERROR_H

#include <stddef.h>

#include <starloop/status.h>

#include "base/part.h"

/** Longest error text that is kept, with its end. */
#define SL__ERROR_TEXT 512

/** Records the formatted text as this thread's last error, logs it once, and yields @p status:
 *  `return SL_FAIL(SL_ERR_RANK, "sl_view_create: rank: expected 0 to 6, got %d", rank);` */
#define SL_FAIL(status, ...) sl__fail((status), __FILE__, __LINE__, __VA_ARGS__)

/** What a text names, and where the program made it: "file:line", by base/position.h; NULL: not known. */
typedef struct sl__made {
    const char *label, *at;
} sl__made;

/** #SL_FAIL whose text says where that was made which it names: '; "x" was made at main.c:12'.
 *  `return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(x), "sl_sort: x: expected rank 1, got \"%s\"", x->label);` */
#define SL_FAIL_OF(status, what, ...) \
    sl__fail_of((status), (what), (sl__made){NULL, NULL}, __FILE__, __LINE__, __VA_ARGS__)
/** The same of two. */
#define SL_FAIL_OF_BOTH(status, what, other, ...) \
    sl__fail_of((status), (what), (other), __FILE__, __LINE__, __VA_ARGS__)

/** What #SL_FAIL calls; the text ends with the program's position: base/position.h. @return @p status. */
SL__PART sl_status sl__fail(sl_status status, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** What #SL_FAIL_OF and #SL_FAIL_OF_BOTH call. @return @p status. */
SL__PART sl_status sl__fail_of(sl_status status, sl__made what, sl__made other, const char *file, int line,
                               const char *format, ...) __attribute__((format(printf, 6, 7)));

/** Records a failure that was logged when it happened (in a task) as this thread's last error.
 *  @return @p status. */
sl_status sl__fail_again(sl_status status, const char *text);

#endif
