/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/made_at.h"

#include <stdio.h>
#include <string.h>

#include <starloop/made_at.h>

#include "base/env.h"

static _Thread_local struct {
    const char *file; /* NULL: not known */
    int line;
} made;

void sl__made_at(const char *file, int line)
{
    made.file = file;
    made.line = line;
}

sl_status sl__made(sl_status status)
{
    made.file = NULL;
    return status;
}

void sl__made_note(char *text, size_t size)
{
    char number[16];
    text[0] = '\0';
    if (made.file == NULL || sl__env_int(SL__ENV_CHECK_ACCESS) == 0)
        return;
    const int digits = snprintf(number, sizeof number, ":%d", made.line);
    const size_t length = strlen(made.file), room = size - 1 - (size_t)digits;
    snprintf(text, size, "%s%s", made.file + (length > room ? length - room : 0), number);
}
