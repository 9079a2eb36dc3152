/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Names of statuses, and the last error of each thread. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/position.h"

static _Thread_local struct {
    sl_status status;
    char text[SL__ERROR_TEXT];
} last;

const char *sl_status_name(sl_status status)
{
    switch (status) {
#define SL__STATUS_NAME(name, value, message) \
    case name: return #name;
        SL_STATUS_TABLE(SL__STATUS_NAME)
#undef SL__STATUS_NAME
    }
    return "SL_ERR_?";
}

const char *sl_status_message(sl_status status)
{
    switch (status) {
#define SL__STATUS_MESSAGE(name, value, message) \
    case name: return message;
        SL_STATUS_TABLE(SL__STATUS_MESSAGE)
#undef SL__STATUS_MESSAGE
    }
    return "this is no status of Starloop";
}

const char *sl_last_error(void)
{
    return last.text;
}

sl_status sl_last_status(void)
{
    return last.status;
}

void sl_clear_error(void)
{
    last.status = SL_SUCCESS;
    last.text[0] = '\0';
}

/* Records and logs a text. @param[in,out] text  not the last error's own: that may be an argument of it */
static sl_status status_fail(sl_status status, const char *file, int line, char text[SL__ERROR_TEXT])
{
    sl__position_append(text, SL__ERROR_TEXT, (sl__at){.call = sl__position});
    sl__fail_again(status, text);
    if (sl__log_enabled(SL_LOG_ERROR))
        sl__log_text(SL_LOG_ERROR, file, line, text);
    return status;
}

sl_status sl__fail(sl_status status, const char *file, int line, const char *format, ...)
{
    char text[SL__ERROR_TEXT];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return status_fail(status, file, line, text);
}

sl_status sl__fail_of(sl_status status, sl__made what, sl__made other, const char *file, int line, const char *format,
                      ...)
{
    char text[SL__ERROR_TEXT];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    sl__position_add_made(text, sizeof text, what.label, what.at);
    sl__position_add_made(text, sizeof text, other.label, other.at);
    return status_fail(status, file, line, text);
}

sl_status sl__fail_again(sl_status status, const char *text)
{
    size_t length = strnlen(text, sizeof last.text - 1);

    memmove(last.text, text, length);
    last.text[length] = '\0';
    last.status = status;
    return status;
}

sl_status sl__refuse(sl_status status, const char *text)
{
    return SL_FAIL(status, "%s", text);
}
